"""Two versions side by side, what games would have become, and what games used of their rules."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import playfold
from playfold.replay.archive import archive
from playfold.replay.simulate import simulate

Run = Callable[..., subprocess.CompletedProcess[str]]

A, B = "tic-tac-toe@1.0", "tic-tac-toe@1.0-misere"


@pytest.fixture(name="games", scope="session")
def _games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of bots, one of them of other rules, and an archive of them."""
    folder = tmp_path_factory.mktemp("diff")
    list(simulate(A, ["random", "random"], folder / "games", games=12, seed="a"))
    list(simulate("tic-tac-toe@1.0+first_seat=2", ["random", "random"], folder / "games", games=1, seed="b"))
    archive(folder / "games.duckdb", [folder / "games"])
    return folder


def test_parameters_side_by_side(run: Run) -> None:
    """Without logs: what differs, with its meaning, source and the rules that it touches, as text, JSON and rows."""
    one, other = "space-monkeys@1.0", "space-monkeys@1.0+bad_ass_stacking=cumulative"
    text = run("diff", one, other).stdout
    assert "bad_ass_stacking: replace -> cumulative" in text
    assert "battle.dice: Each side of a battle rolls" in text
    (each,) = json.loads(run("diff", one, other, "--format", "json").stdout)["parameters"]
    assert (each["name"], each["a"], each["b"], each["default"]) == (
        "bad_ass_stacking",
        "replace",
        "cumulative",
        "replace",
    )
    assert [rule["id"] for rule in each["rules"]] == ["battle.dice"]
    assert run("diff", one, other, "--format", "csv").stdout.startswith("parameter,value_a,value_b,")
    assert "No parameter differs." in run("diff", one, "space-monkeys").stdout


def test_what_games_would_have_become(run: Run, games: Path) -> None:
    """With logs: classes with shares and intervals, whose games change hands, and what was left out, status 0."""
    done = run("diff", A, B, games / "games", cwd=games)
    assert "12 games under B" in done.stdout
    assert "different result" in done.stdout
    assert "The winner changes in " in done.stdout
    assert "(seat 1) -> random 2 (seat 2)" in done.stdout
    assert "left out: " in done.stderr
    assert "it was played under tic-tac-toe@1.0+first_seat=2" in done.stderr
    raw = json.loads(run("diff", A, B, "games.duckdb", "--jobs", 2, "--format", "json", cwd=games).stdout)
    assert set(raw) == {"a", "b", "parameters", "summary", "games", "left_out"}
    assert sum(each["games"] for each in raw["summary"]["classes"]) == len(raw["games"]) == 12
    assert raw["games"][0]["a"]["reason"] in ("three", "full")
    changed = [each["path"] for each in raw["games"] if each["became"] == "different result"]
    assert changed == [each["path"] for each in raw["summary"]["winners"]]


def test_rows_and_one_game(run: Run, games: Path, log: Path) -> None:
    """One row a game in the other formats; `--game` shows where one parts, by its path or by its own name."""
    rows = run("diff", A, B, "-", "--format", "jsonl", stdin=f"{games / 'games'}\n").stdout.splitlines()
    assert [json.loads(row)["became"] for row in rows].count("identical") < len(rows) == 12
    text = run("diff", A, f"{A}+first_seat=2", "--game", log).stdout
    assert "g.jsonl: undecided" in text
    assert "the start: the states part" in text
    assert "before it A waited for Ann (marked), and B for Bob (marked)" in text
    name = playfold.open(log).header.game
    raw = json.loads(run("diff", A, f"{A}+first_seat=2", ".", "--game", name, "--format", "json").stdout)
    assert [moment["entry"] for moment in raw["moments"]] == [0, 1]
    assert raw["game"]["became"] == "undecided"


def test_slips_are_said(run: Run, log: Path) -> None:
    """Two rule sets, a path that is not there, a folder without logs: a message and status 2."""
    assert "two rule sets" in run("diff", A, "space-monkeys", status=2).stderr
    assert "no such file" in run("diff", A, B, "nothing", status=2).stderr
    log.with_name("empty").mkdir()
    assert "no log there" in run("diff", A, B, "empty", status=2).stderr
    assert "no log" in run("diff", A, B, ".", "--game", "nobody", status=2).stderr


def test_an_interruption_ends_all_processes(command: str, tmp_path: Path) -> None:
    """Ctrl-C ends a diff in many processes at once with status 130, and none of them stays."""
    list(simulate("space-monkeys+max_rounds=40", ["random"] * 3, tmp_path / "games", games=10, seed="a"))
    copies = [f"copy{k}" for k in range(250)]
    for copy in copies:
        (tmp_path / copy).symlink_to(tmp_path / "games")
    process = subprocess.Popen(
        [command, "diff", "space-monkeys+max_rounds=40", "space-monkeys", *copies, "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(1.0)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert process.returncode == 130, error
    assert "interrupted" in error
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_coverage_lists_what_is_dead(run: Run, games: Path) -> None:
    """Rules by their use, events and values that never came, ways to play that no game used; as text, JSON and rows."""
    text = run("coverage", "games", cwd=games).stdout
    assert "tic-tac-toe: 13 games, " in text
    assert "binding (they held something back), 1" in text
    assert "consequence (no event can break them), 1: end.three" in text
    assert "three_wins: false" in text
    raw = json.loads(run("coverage", "games.duckdb", "--jobs", 2, "--format", "json", cwd=games).stdout)
    (found,) = raw["coverage"]
    assert (found["rule_set"], found["games"]) == ("tic-tac-toe", 13)
    rows = run("coverage", "games", "--format", "csv", cwd=games).stdout.splitlines()
    assert rows[0] == "rule_set,what,name,value,use,times,games,bound,bound_games,refused"
    assert "tic-tac-toe,parameter,three_wins,false,never,0,0,,," in rows
    assert "no such file" in run("coverage", "nothing", status=2).stderr
