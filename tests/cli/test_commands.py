"""The way through a game: each command does what it says, on a game of tic-tac-toe."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_new_begins_a_log(run: Run, tmp_path: Path) -> None:
    """`new` writes one header line, and says how to go on; a second time it leaves the file alone."""
    text = run("new", "g.jsonl", "tic-tac-toe+first_seat=2", "--seat", "Ann", "--seat", "Bob", "--tag", "place=club")
    assert "playfold record g.jsonl" in text.stderr
    data = (tmp_path / "g.jsonl").read_bytes()
    header = json.loads(data)
    assert (header["rules"], header["seats"]) == ("tic-tac-toe@1.0+first_seat=2", ["Ann", "Bob"])
    assert header["tags"] == {"place": "club"}
    assert "exists" in run("new", "g.jsonl", "tic-tac-toe", "--seat", "A", "--seat", "B", status=2).stderr
    assert (tmp_path / "g.jsonl").read_bytes() == data


def test_show_in_all_forms(run: Run, log: Path) -> None:
    """`show` gives the board as text, the state as JSON, and a drawing as a file; at any entry."""
    text = run("show", log).stdout
    assert "Bob is next." in text
    assert " O   1   2\n 3   X   5\n 6   7   X" in text
    assert json.loads(run("show", log, "--at", 1, "--format", "json").stdout) == {"board": "....1....", "next": 2}
    run("show", log, "--format", "svg", "-o", log.with_name("board.svg"))
    assert log.with_name("board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_log_tells_entries(run: Run, won: Path) -> None:
    """`log` tells every entry with the players' names, as text or as rows."""
    assert "Note by the scribe on entry 3: she saw it coming" in run("log", won, "--as", "bob").stdout
    rows = [json.loads(line) for line in run("log", won, "--format", "jsonl").stdout.splitlines()]
    assert [row["event"] for row in rows] == ["marked"] * 5 + ["noted", "finished"]
    assert rows[4]["text"] == "Ann marks cell 2 and has three in a row."


def test_replay_steps(run: Run, won: Path) -> None:
    """`replay` tells each step, shows the board after whole turns, and says at the end who won."""
    text = run("replay", won, "--from", 4).stdout
    assert text.index("4  Bob marks cell 4.") < text.index("5  Ann marks cell 2") < text.index("Over (three): Ann wins")
    assert "1  Ann" not in text


def test_a_line_from_branch_to_extract(run: Run, log: Path) -> None:
    """A what-if line is opened, played on, listed, promoted, and extracted as a log of its own that is in order."""
    run("branch", log, "corner", "--at", 1, "--why", "the other corner")
    run("record", log, "--line", "corner", stdin="marked 2\n")
    rows = json.loads(run("lines", log, "--format", "json").stdout)
    assert [(row["line"], row["opened_at"], row["tip"], row["entries"]) for row in rows] == [
        ("main", None, 3, 3),
        ("corner", 1, 5, 2),
    ]
    assert rows[1]["why"] == "the other corner"
    assert "main stands at entry 5 now" in run("promote", log, "corner").stdout
    run("extract", log, "--line", "corner", "-o", log.with_name("new.jsonl"))
    header = json.loads(log.with_name("new.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["origin"]["line"] == "corner"
    data = log.read_bytes()
    assert "exists" in run("extract", log, "-o", log, status=2).stderr
    assert log.read_bytes() == data
    assert "2 logs, all in order" in run("validate", ".").stderr


def test_takeback_and_note(run: Run, log: Path) -> None:
    """Entries are taken back and noted on; the log marks what no longer stands."""
    assert "2 entries taken back" in run("takeback", log, "--to", 1).stdout
    run("note", log, 1, "bold", "--seat", "Bob", "--mark", "!")
    lines = run("log", log).stdout.splitlines()
    assert [line.split()[1] == "~" for line in lines] == [False, True, True, False, False]
    assert lines[-1].endswith("Note by Bob on entry 1 [!]: bold")
    assert "not an earlier position" in run("takeback", log, "--to", 3, status=2).stderr
    run("takeback", log, "--to", 0)
    assert run("takeback", log, "--to", 0, status=2).stderr == "playfold: there is nothing to take back\n"
    run("record", log, stdin="resigned @1\nfinished\n")
    refused = run("takeback", log, status=2).stderr
    assert refused.startswith(f"playfold: {log}: it moves the tip of main, which is finished")


def test_validate_says_one_verdict_a_log(run: Run, log: Path, won: Path) -> None:
    """`validate` grades each log; the list may come from standard input; the status is 1 when one is not in order."""
    rows = [
        json.loads(line)
        for line in run("validate", "-", "--format", "jsonl", stdin=f"{log}\n{won}\n").stdout.splitlines()
    ]
    assert [(row["grade"], row["winners"]) for row in rows] == [("incomplete", None), ("clean", [1])]
    table = run("validate", log, won, "--format", "csv").stdout.splitlines()
    assert table[0] == "path,ok,grade,rules,entries,reason,winners,digest,problem"
    assert ",true,clean,tic-tac-toe@1.0,7,three,[1]," in table[2]
    won.write_bytes(won.read_bytes().replace(b'"at":3', b'"at":5'))
    text = run("validate", ".", status=1).stdout
    assert "ok  g.jsonl: incomplete, 3 entries, sha256 " in text
    assert "BAD won.jsonl: damaged" in text


def test_validate_examines_a_log_once(run: Run, log: Path, won: Path) -> None:
    """A log that is named twice has one verdict and counts once, however it is named, on standard input too."""
    said = run("validate", won.name, ".", f"./{log.name}", log.parent, "-", stdin=f"{log}\n{won.name}\n")
    assert [line.split(":")[0] for line in said.stdout.splitlines() if line.startswith("ok")] == [
        f"ok  {won.name}",
        f"ok  {log.name}",
    ]
    assert said.stderr == "playfold: 2 logs, all in order\n"


def test_validate_chain_only_needs_no_rules(run: Run, won: Path) -> None:
    """`--chain-only` says that the chain is in order, and no more."""
    assert "chain in order" in run("validate", "--chain-only", won).stdout


def test_rules_explain(run: Run) -> None:
    """`rules` lists what is installed; with a reference its parameters with values, and its rule index."""
    assert "tic-tac-toe " in run("rules").stdout
    raw = json.loads(run("rules", "tic-tac-toe@1.0-misere", "--format", "json").stdout)
    assert [(one["name"], one["value"], one["default"]) for one in raw["parameters"]] == [
        ("first_seat", 1, 1),
        ("three_wins", False, True),
    ]
    assert "mark.free" in [rule["id"] for rule in raw["rules"]]
    text = run("rules", "tic-tac-toe@1.0-misere").stdout
    assert "three_wins = false * (default true)" in text
    assert "marked [@seat] at" in text


def test_simulate_archive_query(run: Run, tmp_path: Path) -> None:
    """Simulated games are in order, go into an archive once, and answer SQL; the same seed gives the same bytes."""
    for folder in ("a", "b"):
        run(
            "simulate", "tic-tac-toe", "--games", 3, "--seat", "random", "--seat", "random", "--seed", "x", "-o", folder
        )
    logs = sorted((tmp_path / "a").iterdir())
    assert [one.read_bytes() for one in logs] == [one.read_bytes() for one in sorted((tmp_path / "b").iterdir())]
    assert len(logs) == 3
    assert "3 added" in run("archive", "x.duckdb", "a").stdout
    assert "0 added, 0 refreshed, 3 unchanged" in run("archive", "x.duckdb", "-", stdin="a\n").stdout
    sql = "SELECT rule_set, players, count(*) AS games FROM games GROUP BY ALL"
    assert run("query", "x.duckdb", sql, "--format", "csv").stdout.splitlines() == [
        "rule_set,players,games",
        "tic-tac-toe,bots,3",
    ]
    assert json.loads(run("query", "x.duckdb", "-", "--format", "json", stdin=sql).stdout)[0]["games"] == 3
    assert "win_rates" in run("query", "x.duckdb").stdout
    assert "playfold: x.duckdb" in run("query", "x.duckdb", "DELETE FROM games", status=2).stderr


def test_demo_leaves_everything_to_look_at(run: Run, tmp_path: Path) -> None:
    """`demo` does the main job on the bundled games, leaves all files, and refuses a folder in use."""
    text = run("demo", "look").stdout
    assert "Over (victory_points)" in text
    steps = ("validate", "show", "replay", "log", "branch", "record", "lines", "archive", "query")
    assert all(f"$ playfold {step} " in text for step in steps)
    assert text.count("$ playfold query ") == 3
    assert {"space-wars.svg", "games.duckdb", "story.txt", "what-if.txt"} <= {
        path.name for path in (tmp_path / "look").iterdir()
    }
    assert "not empty" in run("demo", "look", status=2).stderr


@pytest.mark.parametrize("name", ["-rf", "--help"])
def test_a_file_with_the_name_of_an_option(run: Run, log: Path, name: str) -> None:
    """A log whose name begins with a hyphen is reached after `--` and as `./`."""
    log.rename(log.with_name(name))
    assert "Bob is next." in run("show", "--", name).stdout
    assert "Bob is next." in run("show", f"./{name}").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("note", "g.jsonl", 0, ""), "The note is empty."),
        (("note", "g.jsonl", 0, "  "), "The note is empty."),
        (("ruling", "g.jsonl", "/next=1", "--why", " "), "--why is empty: a ruling has a reason."),
        (("show", "g.jsonl", "--at", "x"), "Invalid value for '--at': 'x' is no whole number. (see playfold show -h)"),
        (("replay", "g.jsonl", "--delay", "x"), "'x' is no number."),
    ],
)
def test_arguments_that_say_nothing(run: Run, log: Path, arguments: tuple[object, ...], says: str) -> None:
    """An empty text where one is asked for, and a word for a number, are told as such; nothing is written."""
    before = log.read_bytes()
    assert says in run(*arguments, status=2).stderr
    assert log.read_bytes() == before
