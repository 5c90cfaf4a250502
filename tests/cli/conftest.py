"""The installed command, and logs to run it on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import playfold

COMMAND = Path(sys.executable).parent / "playfold"

Run = Callable[..., subprocess.CompletedProcess[str]]


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
