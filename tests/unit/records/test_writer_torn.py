"""Writes that fail, are interrupted or killed: all or nothing, and the next writer mends the file."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import DamagedLogError, LogBusyError, NotWrittenError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Forked
from playfold.records.reader import Log, read
from playfold.records.writer import Appender, create

Begin = Callable[..., Log]
Make = Callable[..., Header]
Same = Callable[[Log], None]
PLAY = {"type": "placed", "seat": 1}


@pytest.mark.parametrize("tail", [b'{"n":3,"event":{"type":"pl', b"\0" * 300_000, b"\xc3"])
def test_torn_tail_is_set_aside(begin: Begin, same: Same, tail: bytes) -> None:
    """The next writer adds a torn tail to `<name>.torn`, cuts it, and goes on."""
    path = Path(begin(PLAY, PLAY).path)
    aside = path.with_suffix(".torn")
    good = path.read_bytes()
    for k in (1, 2):
        with path.open("ab") as file:
            file.write(tail)
        log = read(path)
        assert log.torn == len(tail)
        with Appender(log) as appender:
            with pytest.raises(DamagedLogError):
                appender.append([Entry(n=9, event=PLAY)])
            assert path.read_bytes().endswith(tail), "a refused entry changes nothing on disk"
            appender.append([Entry(n=2 + k, event=PLAY)])
        same(log)
        assert path.read_bytes().startswith(good)
        assert aside.read_bytes() == tail * k
        assert stat.S_IMODE(aside.stat().st_mode) == 0o600


def test_torn_tail_that_cannot_be_set_aside(begin: Begin, same: Same) -> None:
    """Where the torn tail cannot be kept, nothing is cut and nothing appended."""
    path = Path(begin(PLAY).path)
    with path.open("ab") as file:
        file.write(b"half")
    aside = path.with_suffix(".torn")
    aside.symlink_to(path.with_name("elsewhere"))
    before = path.read_bytes()
    log = read(path)
    with Appender(log) as appender:
        for _ in ("a link", "a folder"):
            with pytest.raises(NotWrittenError, match="set aside"):
                appender.append([Entry(n=2, event=PLAY)])
            assert path.read_bytes() == before
            if aside.is_symlink():
                aside.unlink()
                aside.mkdir()
        assert not path.with_name("elsewhere").exists()
        aside.rmdir()
        appender.append([Entry(n=2, event=PLAY)])
    same(log)


@pytest.mark.parametrize("how", ["short", "full", "flush", "interrupt"])
def test_failed_write_is_undone(begin: Begin, same: Same, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """A short write, a full disk, a failed flush or an interruption leaves file and log as they were."""
    log = begin(PLAY)
    path = Path(log.path)
    write, flush = os.write, os.fdatasync
    failing = True

    def bad_write(descriptor: int, data: bytes) -> int:
        if failing and how == "short":
            return write(descriptor, data[:10])
        if failing and how == "full":
            raise OSError(28, "No space left on device")
        return write(descriptor, data)

    def bad_flush(descriptor: int) -> None:
        nonlocal failing
        if failing and how in {"flush", "interrupt"}:
            failing = False
            if how == "flush":
                raise OSError(5, "Input/output error")
            raise KeyboardInterrupt
        flush(descriptor)

    with Appender(log) as appender:
        appender.append([Entry(n=2, event=PLAY)])
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", bad_write)
            patch.setattr(os, "fdatasync", bad_flush)
            with pytest.raises(KeyboardInterrupt if how == "interrupt" else NotWrittenError):
                appender.append([Entry(n=3, event=PLAY), Entry(n=4, line="x", event=Forked(3))])
        assert path.read_bytes() == before
        assert list(log.tree.lines) == ["main"]
        same(log)
        appender.append([Entry(n=3, event=PLAY)])
    same(log)


def test_failed_write_that_cannot_be_undone(begin: Begin, same: Same, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where even the cut fails the error says so, what was acknowledged stands, and the next writer mends the file."""
    log = begin(PLAY)
    write = os.write

    def broken(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    with Appender(log) as appender:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:10]))
            patch.setattr(os, "ftruncate", broken)
            with pytest.raises(NotWrittenError, match="could not be undone"):
                appender.append([Entry(n=2, event=PLAY)])
        with pytest.raises(LogBusyError):
            appender.append([Entry(n=2, event=PLAY)])
    assert len(log.entries) == 1
    log = read(log.path)
    assert log.torn == 10
    with Appender(log) as appender:
        appender.append([Entry(n=2, event=PLAY)])
    same(log)


@pytest.mark.parametrize("how", ["short", "full", "flush", "interrupt"])
def test_failed_beginning_leaves_no_file(
    tmp_path: Path, new_header: Make, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A log that could not be begun is not there."""

    def bad(*_: Any) -> int:
        if how == "short":
            return 5
        if how == "interrupt":
            raise KeyboardInterrupt
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdatasync" if how == "flush" else "write", bad)
    with pytest.raises(KeyboardInterrupt if how == "interrupt" else NotWrittenError):
        create(tmp_path / "g.jsonl", new_header())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_ctrl_c_in_an_append(begin: Begin, same: Same, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Ctrl-C in the middle of an append leaves nothing of it, in the file or in the log; the writer can go on."""
    log = begin(PLAY)
    before = Path(log.path).read_bytes()
    flush = os.fdatasync
    pressed = False

    def flushed(descriptor: int) -> None:
        nonlocal pressed
        if not pressed and when == "after":
            flush(descriptor)
        if not pressed:
            pressed = True
            os.kill(os.getpid(), signal.SIGINT)
        flush(descriptor)

    with Appender(log) as appender:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", flushed)
            with pytest.raises(KeyboardInterrupt):
                appender.append([Entry(n=2, event=PLAY)])
        assert Path(log.path).read_bytes() == before
        assert len(log.entries) == 1
        same(log)
        appender.append([Entry(n=2, event=PLAY)])
    same(log)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


INTERRUPTED = """
import signal, sys
from playfold.records.entry import Entry
from playfold.records.reader import read
from playfold.records.writer import Appender
log = read(sys.argv[1])
appender = Appender(log)
try:
    print("ready", flush=True)
    while True:
        n = len(log.entries) + 1
        appender.append([Entry(n=n, event={"type": "placed"}), Entry(n=n + 1, event={"type": "b"})])
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
found = read(sys.argv[1], every_hash=True)
print(found.failure is None and found.entries == log.entries and len(log.entries) % 2, len(log.entries), flush=True)
"""


def test_interrupted_writers_agree_with_their_files(begin: Begin) -> None:
    """Whenever ctrl-C comes, log and file are the same, and each call is there as a whole or not at all."""
    path = begin({"type": "placed"}).path
    for k in range(8):
        with subprocess.Popen([sys.executable, "-c", INTERRUPTED, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.003 * k)
            process.send_signal(signal.SIGINT)
            verdict = process.stdout.read().split()
        assert verdict[0] == b"1", verdict


KILLED = """
import sys
from playfold.records.entry import Entry
from playfold.records.reader import read
from playfold.records.writer import Appender
log = read(sys.argv[1])
with Appender(log) as appender:
    while True:
        n = len(log.entries) + 1
        long = {"type": "placed", "text": "x" * (n % 700)}
        appender.append([Entry(n=n, event=long), Entry(n=n + 1, event={"type": "b"})])
        print(n + 1, flush=True)
"""


def test_killed_writers_lose_nothing(begin: Begin) -> None:
    """Writers killed at random moments leave a log that opens, holds all that was acknowledged, and goes on."""
    path = begin({"type": "placed"}).path
    acknowledged = 1
    for k in range(12):
        with subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(1 + k * 7 % 5)]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        acknowledged = max(acknowledged, *(int(line) for line in lines if line.endswith(b"\n")))
        log = read(path, every_hash=True)
        assert not isinstance(log.failure, DamagedLogError)
        assert len(log.entries) >= acknowledged
