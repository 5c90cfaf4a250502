"""Games of bots take their time: how far they are is told, and an interruption leaves whole logs alone."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from playfold.cli import simulating
from playfold.cli.main import main
from playfold.records.writer import Appender
from playfold.replay.simulate import simulate

Run = Callable[..., subprocess.CompletedProcess[str]]
LONG = ("simulate", "space-monkeys", "--seat", "random", "--seat", "random", "-o", "games")
"""Without max_rounds a game takes minutes."""


def test_progress_is_told_within_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every few seconds a line on stderr says how many games are there and how long the one is that is played."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(simulating.SECONDS, False, 0.01)
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(SystemExit) as end:
        main(["simulate", "space-monkeys+max_rounds=200", "--games", "3", *LONG[2:]])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (0, "3 games in games\n")
    assert re.search(r"^playfold: [012] of 3 games after \d s, game [123] has \d+00 entries$", err, re.MULTILINE)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_quick_games_say_nothing(run: Run) -> None:
    """What is done in a moment needs no progress."""
    done = run("simulate", "tic-tac-toe", "--games", 3, *LONG[2:])
    assert done.stderr == "playfold: look at them: playfold validate games\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_no_half_log(command: str, tmp_path: Path, jobs: int) -> None:
    """An interrupted simulation ends with status 130 and one line, and its folder holds nothing that is not whole."""
    games = ["--games", "4", "--jobs", str(jobs)]
    with subprocess.Popen(
        [command, *LONG, *games], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "games").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err.strip()) == (130, "playfold: interrupted")
    assert list((tmp_path / "games").iterdir()) == []


def test_an_interruption_while_the_log_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that is begun is called by another name, which goes; the games before it stay."""
    append, seen = Appender.append, []

    def interrupted(self: Appender, *arguments: object) -> object:
        seen.append(sorted(path.name for path in tmp_path.iterdir()))
        if len(seen) == 2:
            raise KeyboardInterrupt
        return append(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Appender, "append", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(simulate("tic-tac-toe", ["random"] * 2, tmp_path, games=3))
    assert all(not name.endswith(".jsonl") for name in seen[0])
    assert [path.name for path in tmp_path.iterdir()] == ["tic-tac-toe-0-1.jsonl"]


def test_a_file_is_no_folder_for_games(run: Run, log: Path) -> None:
    """Where the folder for the games is a file that is said, and the file stays."""
    before = log.read_bytes()
    seats = ("--seat", "random", "--seat", "random")
    said = run("simulate", "tic-tac-toe", "--games", 1, *seats, "-o", log.name, status=2).stderr
    assert said == "playfold: g.jsonl: this is no folder (choose another name)\n"
    assert log.read_bytes() == before
