"""Files that get nothing appended: held or changed by others, damaged, or not to be written."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import DamagedLogError, LogBusyError, NotWrittenError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.reader import Log, read
from playfold.records.writer import Appender, create

Begin = Callable[..., Log]
Make = Callable[..., Header]
Same = Callable[[Log], None]
PLAY = {"type": "placed", "seat": 1}


def test_second_writer_waits_for_nothing(begin: Begin, same: Same) -> None:
    """While one writer holds the log another is told so; before its first append and after closing it holds nothing."""
    log = begin(PLAY)
    other = read(log.path)
    first, second = Appender(log), Appender(other)
    second.append([Entry(n=2, event=PLAY)])
    with pytest.raises(LogBusyError, match="another process"):
        first.append([Entry(n=2, event=PLAY)])
    second.close()
    with pytest.raises(LogBusyError, match="grew"):
        first.append([Entry(n=2, event=PLAY)])
    same(other)
    with Appender(read(log.path)) as third:
        third.append([Entry(n=3, event=PLAY)])
    first.close()
    second.close()


def test_closing_frees_the_log_though_a_child_lives(begin: Begin) -> None:
    """A process that was forked while the log was held does not hold it on."""
    log = begin(PLAY)
    with Appender(log) as appender:
        appender.append([Entry(n=2, event=PLAY)])
        child = os.fork()
        if not child:
            signal.pause()
    try:
        with Appender(read(log.path)) as other:
            other.append([Entry(n=3, event=PLAY)])
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_changed_since_it_was_read(begin: Begin) -> None:
    """A file that grew, shrank, was replaced or changed since it was read gets nothing appended."""
    for change in ("grow", "shrink", "replace", "rewrite"):
        log = begin(PLAY, PLAY, name=f"{change}.jsonl")
        path = Path(log.path)
        data = path.read_bytes()
        changed = {"grow": data + b"x", "shrink": data[:-1]}.get(change, data)
        if change == "replace":
            path.rename(path.with_suffix(".old"))
        path.write_bytes(changed)
        os.utime(path, ns=(1, 1))
        with Appender(log) as appender, pytest.raises(LogBusyError, match="open it again"):
            appender.append([Entry(n=3, event=PLAY)])
        assert path.read_bytes() == changed


def test_changed_while_it_is_held(begin: Begin) -> None:
    """A program that ignores the lock is noticed: a file that grew, was replaced or deleted gets nothing more."""
    for change in ("grow", "replace", "save", "delete"):
        log = begin(PLAY, name=f"{change}.jsonl")
        path = Path(log.path)
        with Appender(log) as appender:
            appender.append([Entry(n=2, event=PLAY)])
            if change == "grow":
                with path.open("ab") as file:
                    file.write(b"x")
            elif change == "save":
                path.rename(path.with_suffix(".jsonl~"))
            else:
                path.unlink()
            if change in ("replace", "save"):
                path.write_bytes(b"new")
            after = path.read_bytes() if path.exists() else b""
            with pytest.raises(LogBusyError, match="grew" if change == "grow" else "deleted or replaced"):
                appender.append([Entry(n=3, event=PLAY)])
            assert (path.read_bytes() if path.exists() else b"") == after
            assert len(log.entries) == 2


def test_only_regular_files_that_may_be_written(begin: Begin, tmp_path: Path) -> None:
    """Nothing is appended through a symbolic link, to a pipe, or to a file that is gone."""
    log = begin(PLAY)
    before = Path(log.path).read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(log.path)
    with Appender(read(link)) as appender, pytest.raises(NotWrittenError, match="symbolic link"):
        appender.append([Entry(n=2, event=PLAY)])
    assert Path(log.path).read_bytes() == before
    Path(log.path).unlink()
    with Appender(log) as appender, pytest.raises(NotWrittenError, match="No such file"):
        appender.append([Entry(n=2, event=PLAY)])
    os.mkfifo(log.path)
    with Appender(log) as appender, pytest.raises(NotWrittenError, match="a pipe"):
        appender.append([Entry(n=2, event=PLAY)])


def test_no_permission(begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, new_header: Make) -> None:
    """A file or folder that may not be written gives a clear error."""
    log = begin(PLAY)
    real = os.open

    def refused(path: Any, flags: int, *rest: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", refused)
    with Appender(log) as appender, pytest.raises(NotWrittenError, match="Permission denied"):
        appender.append([Entry(n=2, event=PLAY)])
    with pytest.raises(NotWrittenError, match="Permission denied"):
        create(tmp_path / "new.jsonl", new_header())


def test_damaged_log_gets_nothing(begin: Begin) -> None:
    """Nothing is written to a damaged file."""
    path = Path(begin(PLAY, PLAY).path)
    data = path.read_bytes().replace(b'"seat":1', b'"seat":2', 1)
    path.write_bytes(data)
    log = read(path)
    with Appender(log) as appender, pytest.raises(DamagedLogError, match="hash"):
        appender.append([Entry(n=1, event=PLAY)])
    assert path.read_bytes() == data


def test_lock_is_on_the_log_itself(begin: Begin) -> None:
    """Any program that locks the log keeps writers away, and readers read on."""
    log = begin(PLAY)
    with Path(log.path).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with Appender(log) as appender, pytest.raises(LogBusyError):
            appender.append([Entry(n=2, event=PLAY)])
        assert len(read(log.path).entries) == 1


def test_another_name_is_no_change(begin: Begin, same: Same) -> None:
    """A file that is held and gets another name meanwhile is written on there: it is the same log."""
    log = begin(PLAY)
    path = Path(log.path)
    with Appender(log) as appender:
        appender.append([Entry(n=2, event=PLAY)])
        path.rename(path.with_name("friday.jsonl"))
        appender.append([Entry(n=3, event=PLAY)])
    log.path = str(path.with_name("friday.jsonl"))
    same(log)
