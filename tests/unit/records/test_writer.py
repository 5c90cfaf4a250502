"""Beginning a log and appending to it: all or nothing, one writer, nothing that a reader would refuse."""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import DamagedLogError, LogBusyError, MalformedEventError, NotWrittenError, PlayfoldError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Forked, Noted, Ruled
from playfold.records.reader import Log, read
from playfold.records.writer import Appender, create

Begin = Callable[..., Log]
Make = Callable[..., Header]
PLAY = {"type": "placed", "seat": 1}


def same(log: Log) -> None:
    """Asserts that a log in memory is what a reader finds in its file."""
    found = read(log.path, every_hash=True).strict()
    assert found.entries == log.entries
    assert found.tree.lines == log.tree.lines
    assert found.tree.runs == log.tree.runs
    assert (found.size, found.digest, found.torn) == (log.size, log.digest, log.torn)
    assert log.failure is None


def test_create_gives_the_header_with_its_hash(tmp_path: Path, new_header: Make) -> None:
    """A new log is its header, as it reads back."""
    path = tmp_path / "g.jsonl"
    made = create(path, new_header(tags={"place": "club"}, bots=(2,)))
    log = read(path, every_hash=True)
    assert log.header == made
    assert len(made.hash) == 16
    assert path.read_bytes().count(b"\n") == 1


def test_create_replaces_nothing(tmp_path: Path, new_header: Make) -> None:
    """A file that exists, a link, a missing folder and an impossible name are refused; nothing changes."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"mine")
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "nowhere.jsonl")
    for target in (path, link, tmp_path, tmp_path / "no" / "g.jsonl", tmp_path / ("n" * 300)):
        with pytest.raises(NotWrittenError):
            create(target, new_header())
    with pytest.raises(NotWrittenError):
        create("a\0b", new_header())
    assert path.read_bytes() == b"mine"
    assert not (tmp_path / "nowhere.jsonl").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ()},
        {"seats": ("A", "")},
        {"seats": ("A", "B\x1b[31m")},
        {"seats": ("A", "B\ud800")},
        {"seats": ("n" * 1_100_000,)},
        {"game": "a b"},
        {"schema": 0},
        {"schema": 2**53},
        {"format": "playfold/2"},
        {"tags": {"a": "line\nend"}},
        {"tags": {"a": 1}},
        {"dice": "drawn"},
    ],
)
def test_create_refuses_what_readers_refuse(tmp_path: Path, new_header: Make, changes: dict[str, Any]) -> None:
    """No header is written that could not be read."""
    path = tmp_path / "g.jsonl"
    with pytest.raises(MalformedEventError):
        create(path, new_header(**changes))
    assert not path.exists()


def test_header_that_cannot_be_made(new_header: Make) -> None:
    """Floats in the parameters and bots without a seat are refused when the header is made."""
    for changes in ({"set": {"x": 0.5}}, {"set": {"x": {1}}}, {"bots": (3,)}, {"bots": (1, 1)}):
        with pytest.raises(MalformedEventError):
            new_header(**changes)


def test_append_gives_entries_with_hashes(begin: Begin) -> None:
    """What was appended is returned with its hash and is in the log and in the file."""
    log = begin(PLAY)
    with Appender(log) as appender:
        written = appender.append([Entry(n=2, event=PLAY, draw=1), Entry(n=3, line="x", event=Forked(1))])
        assert [entry.n for entry in written] == [2, 3]
        assert all(len(entry.hash) == 16 for entry in written)
        assert log.entries[1:] == written
        assert appender.append([]) == []
        same(log)
        appender.append([Entry(n=4, line="x", event=PLAY)])
    same(log)
    assert log.tree.path(4) == [1, 4]


def test_one_write_then_a_flush(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """All entries of one call go out in one write, and are flushed after it."""
    log = begin(PLAY)
    calls: list[str] = []
    write, flush = os.write, os.fdatasync

    def watched_write(descriptor: int, data: bytes) -> int:
        calls.append(f"write {data.count(10)}")
        return write(descriptor, data)

    def watched_flush(descriptor: int) -> None:
        calls.append("flush")
        flush(descriptor)

    monkeypatch.setattr(os, "write", watched_write)
    monkeypatch.setattr(os, "fdatasync", watched_flush)
    with Appender(log) as appender:
        appender.append([Entry(n=n, event=PLAY) for n in range(2, 12)])
    assert calls == ["write 10", "flush"]


def test_names_are_flushed_with_their_folder(
    begin: Begin, tmp_path: Path, new_header: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new file is on disk with its name: its folder is flushed, for the log and for what is set aside."""
    flushed: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: flushed.append(stat.S_ISDIR(os.fstat(descriptor).st_mode)))
    create(tmp_path / "h.jsonl", new_header())
    assert flushed == [True]
    path = Path(begin(PLAY).path)
    with path.open("ab") as file:
        file.write(b"half")
    flushed.clear()
    with Appender(read(path)) as appender:
        appender.append([Entry(n=2, event=PLAY)])
    assert flushed == [False, True], "the tail, then its name"


def test_text_is_composed(begin: Begin, tmp_path: Path, new_header: Make) -> None:
    """Writers make text normal form C: in names, notes, and events; what is returned is what is in the file."""
    text = unicodedata.normalize("NFD", "Zo\u00eb \u1e9b\u0323 \u212b \u2126")
    made = create(tmp_path / "h.jsonl", new_header(seats=(text, "B")))
    assert made.seats[0] == unicodedata.normalize("NFC", text) == read(tmp_path / "h.jsonl").header.seats[0]
    log = begin(PLAY)
    with Appender(log) as appender:
        (entry,) = appender.append([Entry(n=2, event=Noted(1, text))])
    assert entry.event.text == unicodedata.normalize("NFC", text)
    same(log)


def test_text_of_any_kind(begin: Begin) -> None:
    """Quotes, markup, SQL, marks for right-to-left text, emoji and 10,000 characters come back as they were."""
    log = begin(PLAY)
    texts = [
        '"\\',
        "<script>alert(1)</script>",
        "'; DROP TABLE games;--",
        "\u202eabc\u2066",
        "\U0001f3b2",
        "\u00e9" * 10_000,
        "\u0338x",
    ]
    with Appender(log) as appender:
        appender.append([Entry(n=n, event=Noted(1, text)) for n, text in enumerate(texts, 2)])
    assert [entry.event.text for entry in log.entries[1:]] == texts
    same(log)


@pytest.mark.parametrize(
    "event",
    [
        Noted(1, "a\nb"),
        Noted(1, "a\x1b[2Jb"),
        Noted(1, "a\x7fb"),
        Noted(1, "a\u0085b"),
        Noted(1, "a\u009bb"),
        Noted(1, "\ud800"),
        Noted(1, "x" * 1_100_000),
        Noted(-1, "x"),
        Noted(2**60, "x"),
        Noted(1, 5),  # type: ignore[arg-type]
        {"type": "placed", "x": 0.5},
        {"type": "placed", "x": float("nan")},
        {"type": "placed", "x": 2**53},
        {"type": "placed", "x": -(2**70)},
        {"type": "placed", "x": {1: {2: 3}}, "y": object()},
        {"type": "placed", "x": "\t"},
        {"type": 5},
        {"seat": 1},
        {"type": "noted", "colour": "red"},
        [],
        None,
        "placed",
    ],
)
def test_append_refuses_what_readers_refuse(begin: Begin, event: Any) -> None:
    """No entry is written that could not be read; nothing of the call is written, and the next one is."""
    log = begin(PLAY)
    before = Path(log.path).read_bytes()
    with Appender(log) as appender:
        with pytest.raises(MalformedEventError):
            appender.append([Entry(n=2, event=PLAY), Entry(n=3, event=event)])
        assert Path(log.path).read_bytes() == before
        same(log)
        appender.append([Entry(n=2, event=PLAY)])
    same(log)


def test_deep_values_are_refused(begin: Begin) -> None:
    """A value nested without end or without measure is refused, not followed."""
    log = begin(PLAY)
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with Appender(log) as appender, pytest.raises(MalformedEventError):
        appender.append([Entry(n=2, event={"type": "a", "x": deep})])
    with pytest.raises(MalformedEventError):
        Ruled({"/x": deep})
    same(log)


def test_append_refuses_what_does_not_fit(begin: Begin) -> None:
    """An entry that readers would call damage is refused with the same error, and those before it are not written."""
    log = begin(PLAY)
    before = Path(log.path).read_bytes()
    with Appender(log) as appender:
        with pytest.raises(DamagedLogError, match="not opened") as error:
            appender.append(
                [Entry(n=2, event=PLAY), Entry(n=3, line="x", event=Forked(2)), Entry(n=4, line="y", event=PLAY)]
            )
        assert error.value.path == log.path
        with pytest.raises(DamagedLogError, match="numbered 3"):
            appender.append([Entry(n=3, event=PLAY)])
    assert Path(log.path).read_bytes() == before
    assert list(log.tree.lines) == ["main"]
    same(log)


def test_second_writer_waits_for_nothing(begin: Begin) -> None:
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
    for change in ("grow", "replace", "delete"):
        log = begin(PLAY, name=f"{change}.jsonl")
        path = Path(log.path)
        with Appender(log) as appender:
            appender.append([Entry(n=2, event=PLAY)])
            if change == "grow":
                with path.open("ab") as file:
                    file.write(b"x")
            else:
                path.unlink()
            if change == "replace":
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


@pytest.mark.parametrize("tail", [b'{"n":3,"event":{"type":"pl', b"\0" * 300_000, b"\xc3"])
def test_torn_tail_is_set_aside(begin: Begin, tail: bytes) -> None:
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


def test_torn_tail_that_cannot_be_set_aside(begin: Begin) -> None:
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
def test_failed_write_is_undone(begin: Begin, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
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


def test_failed_write_that_cannot_be_undone(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_ctrl_c_in_an_append(begin: Begin, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
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


def test_append_from_another_thread(begin: Begin) -> None:
    """A log can be written from any thread."""
    log = begin(PLAY)
    appender = Appender(log)
    thread = threading.Thread(target=appender.append, args=([Entry(n=2, event=PLAY)],))
    thread.start()
    thread.join()
    appender.close()
    same(log)


def test_lock_is_on_the_log_itself(begin: Begin) -> None:
    """Any program that locks the log keeps writers away, and readers read on."""
    log = begin(PLAY)
    with Path(log.path).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with Appender(log) as appender, pytest.raises(LogBusyError):
            appender.append([Entry(n=2, event=PLAY)])
        assert len(read(log.path).entries) == 1


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


def test_errors_have_one_root(begin: Begin) -> None:
    """Whatever is given to `append`, what it raises is a PlayfoldError."""
    log = begin(PLAY)
    for event in (object(), {"type": "x", 1: 2.5}, {"type": b"x"}, Exception):
        with Appender(log) as appender, pytest.raises(PlayfoldError):
            appender.append([Entry(n=2, event=event)])
    same(log)
