"""A folder in which nothing may be written: what writes says so, changes nothing, and what reads goes on."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

NOBODY = 65534
"""Whom root becomes: root may write anywhere. Who is not root owns the folder and has no right to write in it."""

PROGRAM = f"""
import importlib, json, os, pkgutil, sys, tempfile
import click._termui_impl, duckdb, playfold
from playfold import cli, records, replay
# All that is needed, while this process may still read it: a checkout may be closed to others.
for part in (cli, records, replay):
    for module in pkgutil.walk_packages(part.__path__, part.__name__ + "."):
        if module.name.rpartition(".")[2] not in {{"__main__", "reference", "charts"}}:
            importlib.import_module(module.name)
playfold.ruleset("tic-tac-toe")
found = []
for arguments in json.load(sys.stdin):
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        typed.write(b"marked 2\\n")
        typed.seek(0)
        process = os.fork()
        if not process:
            for place, file in enumerate((typed, out, err)):
                os.dup2(file.fileno(), place)
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid({NOBODY})
                os.setuid({NOBODY})
            try:
                cli.main.main(arguments)
            except SystemExit as end:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(end.code)
            os._exit(99)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
        found.append((status, *texts))
print(json.dumps(found))
"""
"""Runs commands one after the other as somebody who may not write, each in a process of its own."""

WRITING = (
    ("new", "h.jsonl", "tic-tac-toe", "--seat", "Ann", "--seat", "Bob"),
    ("new", "h.jsonl", "tic-tac-toe", "--seat", "Ann", "--seat", "Bob", "--dice", "drawn"),
    ("record", "g.jsonl"),
    ("takeback", "g.jsonl"),
    ("branch", "g.jsonl", "corner", "--at", "1"),
    ("promote", "g.jsonl", "side"),
    ("amend", "g.jsonl", "1", "marked 3", "--why", "a slip"),
    ("ruling", "g.jsonl", "/board=2...1...1", "--why", "so be it"),
    ("note", "g.jsonl", "1", "well"),
    ("extract", "g.jsonl", "-o", "h.jsonl"),
    ("show", "g.jsonl", "--format", "svg", "-o", "g.svg"),
    ("tree", "g.jsonl", "-o", "g.dot"),
    ("archive", "new.duckdb", "g.jsonl"),
    ("archive", "a.duckdb", "more.jsonl"),
    ("export", "a.duckdb", "parquet"),
    ("simulate", "tic-tac-toe", "--games", "1", "--seat", "random", "--seat", "random", "-o", "games"),
    ("simulate", "tic-tac-toe", "--games", "1", "--seat", "random", "--seat", "random", "-o", "."),
    ("demo", "look"),
    ("demo",),
)
READING = (
    ("show", "g.jsonl"),
    ("log", "g.jsonl"),
    ("validate", "g.jsonl"),
    ("lines", "g.jsonl"),
    ("replay", "g.jsonl"),
    ("compare", "g.jsonl", "main", "side"),
    ("tree", "g.jsonl"),
)


@pytest.fixture
def closed(run: Callable[..., object], log: Path) -> Iterator[Path]:
    """Gives a folder with logs and an archive that everybody may read and nobody may write."""
    run("branch", log, "side", "--at", 2)
    run("archive", "a.duckdb", log)
    run("new", "more.jsonl", "tic-tac-toe", "--seat", "Ann", "--seat", "Bob")
    # Not below pytest's own folder, which is closed to others.
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place, "closed")
        folder.mkdir()
        for path in log.parent.iterdir():
            shutil.copyfile(path, folder / path.name)
            (folder / path.name).chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def attempts(folder: Path, commands: Sequence[Sequence[str]]) -> Iterator[tuple[str, int, str, str]]:
    """Runs each command in a folder and gives it with its status, its output and its messages."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    for arguments, answer in zip(commands, json.loads(done.stdout), strict=True):
        yield " ".join(arguments), *answer


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_what_would_write_says_so_and_changes_nothing(closed: Path) -> None:
    """Each message names the file and the reason, the status tells, and nothing is left behind."""
    before = contents(closed)
    for command, status, out, err in attempts(closed, WRITING):
        assert (status, out) == (2, ""), (command, out, err)
        last = err.splitlines()[-1]
        assert re.match(r"playfold: [\w/.-]+: .*Permission denied", last), (command, err)
        assert "Traceback" not in err
        assert contents(closed) == before, command


def test_what_reads_goes_on(closed: Path) -> None:
    """Looking needs no right to write."""
    before = contents(closed)
    for command, status, _, err in attempts(closed, READING):
        assert (status, err) == (0, ""), (command, err)
    assert contents(closed) == before
