"""The installed command, and logs to run it on."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.cli.main import main
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.writer import create

COMMAND = Path(sys.executable).parent / "playfold"

Run = Callable[..., subprocess.CompletedProcess[str]]

VIEWS = (
    ("log", "--format", "text"),
    ("log", "--format", "jsonl"),
    ("show", "--format", "text"),
    ("show", "--format", "json"),
    ("show", "--format", "svg"),
    ("replay",),
    ("tree",),
)
"""The commands that show a game as a seat may know it."""
PUBLIC = (("validate",), ("validate", "--format", "json"), ("lines", "--format", "jsonl"))
"""Commands that tell no secret to anybody; the digest of a log apart, which they print for the score sheet."""


@pytest.fixture(scope="session")
def command() -> str:
    """Gives the path of the installed command."""
    assert COMMAND.exists(), "install playfold into the environment that runs the tests"
    return str(COMMAND)


@pytest.fixture
def run(command: str, tmp_path: Path) -> Run:
    """Runs the installed command in a folder of its own, and fails on any traceback."""

    def run(*arguments: object, stdin: str | bytes = "", status: int = 0, encoding: str = "utf-8", **more: Any) -> Any:
        environment = {**os.environ, "COLUMNS": "100", **more.pop("env", {})}
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [command, *map(str, arguments)],
            input=data,
            capture_output=True,
            cwd=more.pop("cwd", tmp_path),
            env=environment,
            timeout=60,
            check=False,
            **more,
        )
        text = subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(errors="replace")
        )
        assert "Traceback" not in text.stderr + text.stdout, text.stderr
        assert text.returncode == status, (text.returncode, text.stdout, text.stderr)
        return text

    return run


_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")


class Terminal:
    """A terminal with a program at its other end.

    Args:
        process: the program.
        master: our end.
    """

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self._master = process, master
        self.raw = ""

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def until(self, text: str, start: int = 0) -> str:
        """Reads until a text is there, escapes left out, and gives what came since `start` in the raw text."""
        end = time.monotonic() + 20
        while True:
            plain = _ESCAPES.sub("", self.raw[start:])
            if text in plain:
                return plain
            assert time.monotonic() < end, f"{text!r} did not come; there is {plain!r}"
            self._read(0.5)

    def type(self, line: str, then: str) -> str:
        """Types a line and gives what comes, up to a text in it."""
        start = len(self.raw)
        os.write(self._master, line.encode())
        return self.until(then, start)

    def ended(self) -> int:
        """Waits for the end of the program and gives its status."""
        while self._read(1):
            pass
        return self.process.wait(timeout=20)


@contextmanager
def _terminal(command: str, *arguments: str, columns: int = 100, **environment: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    settings = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
    settings.pop("COLUMNS", None)
    process = subprocess.Popen(
        [command, *arguments], stdin=slave, stdout=slave, stderr=slave, env=settings, start_new_session=True
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)


@pytest.fixture
def terminal(command: str) -> Callable[..., AbstractContextManager[Terminal]]:
    """Gives the function that runs the command at a terminal of its own: `with terminal("record", str(log))`."""
    return partial(_terminal, command)


@pytest.fixture(scope="session")
def _logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for name, cells in (("open", (4, 0, 8)), ("won", (0, 3, 1, 4, 2))):
        with playfold.new(folder / f"{name}.jsonl", "tic-tac-toe", ["Ann", "Bob"]) as game:
            for cell in cells:
                game.play({"type": "marked", "seat": game.to_act.seats[0], "at": cell})
            if name == "won":
                game.note(3, "she saw it coming")
                game.line().finish()
    return folder


@pytest.fixture
def log(_logs: Path, tmp_path: Path) -> Path:
    """Gives a game of tic-tac-toe that goes on: X in 4, O in 0, X in 8; Bob is next."""
    return Path(shutil.copy(_logs / "open.jsonl", tmp_path / "g.jsonl"))


@pytest.fixture
def won(_logs: Path, tmp_path: Path) -> Path:
    """Gives a game that Ann won and sealed, with a note on entry 3."""
    return Path(shutil.copy(_logs / "won.jsonl", tmp_path / "won.jsonl"))


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes `g.jsonl` of these events into a folder, all at one time and without digests; they have to be legal.

    An event that is not written on main comes with the name of its line.
    """

    def write(folder: str, header: Header, events: Sequence[Any], *, legal: bool = True) -> Path:
        path = tmp_path / folder / "g.jsonl"
        path.parent.mkdir(parents=True)
        create(path, msgspec.structs.replace(header, hash=""))
        with playfold.open(path) as game:
            lined = [event if isinstance(event, tuple) else ("", event) for event in events]
            game.write(
                *(
                    Entry(n=number, time="2026-11-24T20:00:00.000Z", line=line, event=event)
                    for number, (line, event) in enumerate(lined, 1)
                )
            )
        game = playfold.open(path)
        if legal:
            assert not game.refused, {n: error.message for n, error in game.refused.items()}
            assert game.outcome is None
        return path

    return write


@pytest.fixture
def views(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Gives every view of the log in a folder, for a seat or for everybody (0), by its command."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(folder: str, seat: int, commands: Sequence[tuple[str, ...]] = VIEWS) -> dict[str, str]:
        monkeypatch.chdir(tmp_path / folder)
        found = {}
        for command, *more in commands:
            view = [command, "g.jsonl", *more, *(["--as", str(seat)] if seat else [])]
            with pytest.raises(SystemExit) as end:
                main(view)
            out, err = capsys.readouterr()
            assert (end.value.code, err) == (0, ""), (view, err)
            found[" ".join(view)] = re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", out)
        return found

    return run


@pytest.fixture
def same(views: Callable[..., dict[str, str]]) -> Callable[[str, int], None]:
    """Fails where a view for a seat differs between the logs `one` and `two` of a folder, or where none differs."""

    def compare(folder: str, seat: int) -> None:
        one, two = (
            views(f"{folder}/{which}", seat) | views(f"{folder}/{which}", 0, PUBLIC) for which in ("one", "two")
        )
        for view, text in one.items():
            assert text == two[view], view
        everything = [views(f"{folder}/{which}", 0, VIEWS[:1]) for which in ("one", "two")]
        assert everything[0] != everything[1], "the two logs do not differ at all"

    return compare
