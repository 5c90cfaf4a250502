"""Commands that a signal ends: one line, the exit status of shells, and nothing left of what was not finished."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import playfold
from playfold.records.query import run as ask

HALTING = Path(__file__).with_name("halting.py")
BOTS = ("--seat", "random", "--seat", "random")
TERM, HUP, INT = signal.SIGTERM, signal.SIGHUP, signal.SIGINT
SAID = {TERM: "ended by SIGTERM", HUP: "ended by SIGHUP", INT: "interrupted"}

Contents = dict[str, bytes | None]


def contents(folder: Path) -> Contents:
    """Gives what is in a folder: files by their bytes."""
    return {str(each.relative_to(folder)): None if each.is_dir() else each.read_bytes() for each in folder.rglob("*")}


def wait_for(path: Path) -> None:
    """Waits for a file."""
    patience = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < patience, f"{path} did not come"
        time.sleep(0.005)


def all_ended(group: int) -> bool:
    """Says whether no process of a group is there, or is there soon."""
    patience = time.monotonic() + 30
    while time.monotonic() < patience:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


class Place(NamedTuple):
    """A folder with logs and an archive of the first of them, a temporary folder, and where moments are told."""

    folder: Path
    temporary: Path
    moments: Path

    @contextmanager
    def halting(self, moment: str, *arguments: str, by: tuple[str, ...] = ()) -> Iterator[subprocess.Popen[str]]:
        """Runs a command up to a moment, in a group of its own, perhaps by another command."""
        process = subprocess.Popen(
            [*by, sys.executable, HALTING, moment, self.moments, *arguments],
            cwd=self.folder,
            env={**os.environ, "TMPDIR": str(self.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            wait_for(self.moments / ("examined" if moment == "tidied" else moment))
            yield process
        finally:
            process.kill()
            process.communicate()

    def check(self, process: subprocess.Popen[str], number: int, before: Contents) -> None:
        """Fails unless it ended by a signal as it is to end, and all is as it was before."""
        out, err = process.communicate(timeout=60)
        assert (out, err.strip(), process.returncode) == ("", f"playfold: {SAID[signal.Signals(number)]}", 128 + number)
        assert contents(self.folder) == before
        assert list(self.temporary.iterdir()) == []
        assert all_ended(process.pid)


@pytest.fixture(scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    for cell in range(6):
        with playfold.new(folder / f"{cell}.jsonl", "tic-tac-toe", ["Ann", "Bob"]) as game:
            game.play({"type": "marked", "seat": 1, "at": cell})
    playfold_archive(folder / "old.duckdb", folder / "0.jsonl")
    return folder


def playfold_archive(target: Path, *logs: Path) -> None:
    """Archives logs."""
    from playfold.replay.archive import archive  # noqa: PLC0415 - DuckDB is not loaded for all tests

    archive(target, logs)


@pytest.fixture(name="place")
def _place(tmp_path: Path, _made: Path) -> Place:
    """A place with six logs and `old.duckdb`, which has the first of them."""
    place = Place(tmp_path / "folder", tmp_path / "temporary", tmp_path / "moments")
    for folder in place:
        folder.mkdir()
    for source in _made.iterdir():
        (place.folder / source.name).write_bytes(source.read_bytes())
    return place


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("moment", ["examined", "stored", "committed"])
@pytest.mark.parametrize(("number", "target"), [(TERM, "old.duckdb"), (HUP, "new.duckdb")])
def test_an_archive_that_is_ended(place: Place, moment: str, jobs: str, number: int, target: str) -> None:
    """Whenever `kill` or the end of the terminal comes, the folder is as before: or whole, when it was committed."""
    before = contents(place.folder)
    with place.halting(moment, "archive", target, ".", "--jobs", jobs) as process:
        process.send_signal(number)
        if moment == "committed" and target in before:
            process.wait(timeout=60)
            assert ask(place.folder / target, "SELECT count(*) FROM games").rows == [[6]]
            before[target] = (place.folder / target).read_bytes()
        place.check(process, number, before)


@pytest.mark.parametrize("moment", ["examined", "stored"])
@pytest.mark.parametrize(("number", "target"), [(INT, "old.duckdb"), (INT, "new.duckdb"), (TERM, "new.duckdb")])
def test_a_group_that_is_ended(place: Place, moment: str, number: int, target: str) -> None:
    """Ctrl-C at a terminal reaches all processes at once: the first says it, the others end without a word."""
    before = contents(place.folder)
    with place.halting(moment, "archive", target, ".", "--jobs", "2") as process:
        os.killpg(process.pid, number)
        place.check(process, number, before)


def test_signals_while_it_tidies_up(place: Place) -> None:
    """The first signal counts: others neither stop the tidying nor bring a traceback."""
    before = contents(place.folder)
    with place.halting("tidied", "archive", "new.duckdb", ".", "--jobs", "2") as process:
        process.send_signal(TERM)
        wait_for(place.moments / "tidied")
        for number in (INT, HUP, TERM):
            os.killpg(process.pid, number)
        (place.moments / "go").touch()
        place.check(process, TERM, before)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_nohup_starts_goes_on(place: Place, jobs: str) -> None:
    """A signal that is ignored stays ignored, in all processes, and the archive is whole."""
    with place.halting("examined", "archive", "new.duckdb", ".", "--jobs", jobs, by=("nohup",)) as process:
        os.killpg(process.pid, HUP)
        (place.moments / "go").touch()
        _, err = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in err) == (0, False)
    assert ask(place.folder / "new.duckdb", "SELECT count(*) FROM games").rows == [[6]]
    assert list(place.temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("moment", "arguments"),
    [
        ("exported", ["export", "old.duckdb", "parquet"]),
        ("asked", ["query", "old.duckdb", "SELECT sum(hash(range)) FROM range(1000000000000)"]),
        ("copied", ["query", "old.duckdb", "FROM games", "--format", "parquet", "-o", "games.parquet"]),
    ],
)
def test_commands_that_read_an_archive(place: Place, moment: str, arguments: list[str]) -> None:
    """Half a folder or a file is removed, and the process that runs a query ends with it."""
    before = contents(place.folder)
    with place.halting(moment, *arguments) as process:
        process.send_signal(TERM)
        place.check(process, TERM, before)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_simulation_leaves_no_half_log(command: str, place: Place, jobs: str) -> None:
    """Its folder holds nothing that is not whole, and no process plays on."""
    with subprocess.Popen(
        [command, "simulate", "space-monkeys", "--games", "4", "--jobs", jobs, *BOTS, "-o", "games"],
        cwd=place.folder,
        env={**os.environ, "TMPDIR": str(place.temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_for(place.folder / "games")
        before = contents(place.folder)
        process.send_signal(TERM)
        place.check(process, TERM, before)


def test_a_recording_keeps_what_was_acknowledged(command: str, log: Path) -> None:
    """From a pipe: each acknowledged entry is in the file, which is in order and free for others."""
    with subprocess.Popen(
        [command, "record", log], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("marked 2\n")
        process.stdin.flush()
        assert process.stdout.readline() == "4  Bob marks cell 2.\n"
        process.send_signal(TERM)
        _, error = process.communicate(timeout=60)
    assert (error, process.returncode) == ("playfold: ended by SIGTERM\n", 143)
    assert playfold.validate(log).ok
    with playfold.open(log) as game:
        game.note(4, "mine")
        assert len(game.entries) == 5


@pytest.mark.parametrize("number", [TERM, HUP])
def test_a_prompt_is_left(terminal: Callable[..., AbstractContextManager[Any]], log: Path, number: int) -> None:
    """What was recorded stays, a line that was begun is dropped, and the terminal is as it was."""
    with terminal("record", str(log)) as table:
        modes = termios.tcgetattr(table._master)
        table.until("Bob>")
        table.type("marked 2\r", "Ann>")
        table.type("mark", "mark")
        assert termios.tcgetattr(table._master) != modes
        table.process.send_signal(number)
        table.until(f"playfold: {SAID[signal.Signals(number)]}")
        assert table.ended() == 128 + number
        assert termios.tcgetattr(table._master) == modes
    with playfold.open(log) as game:
        assert len(game.entries) == 4
        game.note(4, "mine")


def test_a_terminal_that_is_closed(command: str, log: Path) -> None:
    """It cannot be written to any more: that is no error, and no traceback."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        # The first one in its session that opens a terminal has it as its own, and is told of its end.
        ["sh", "-c", 'exec "$0" record "$1" < "$2" > "$2"', command, log, os.ttyname(slave)],
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
    ) as process:
        seen = b""
        while b"Bob>" not in seen:
            seen += os.read(master, 1 << 16)
        os.close(slave)
        os.close(master)
        _, error = process.communicate(timeout=60)
    assert (error, process.returncode) == (b"playfold: ended by SIGHUP\n", 129)
    assert playfold.validate(log).ok
