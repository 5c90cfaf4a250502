"""Beginning a log and appending to it: what stands in the file, and nothing that a reader would refuse."""

from __future__ import annotations

import os
import stat
import threading
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import DamagedLogError, MalformedEventError, NotWrittenError, PlayfoldError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Forked, Noted, Ruled
from playfold.records.reader import Log, read
from playfold.records.writer import Appender, create

Begin = Callable[..., Log]
Make = Callable[..., Header]
Same = Callable[[Log], None]
PLAY = {"type": "placed", "seat": 1}


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


def test_append_gives_entries_with_hashes(begin: Begin, same: Same) -> None:
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


def test_text_is_composed(begin: Begin, same: Same, tmp_path: Path, new_header: Make) -> None:
    """Writers make text normal form C: in names, notes, and events; what is returned is what is in the file."""
    text = unicodedata.normalize("NFD", "Zo\u00eb \u1e9b\u0323 \u212b \u2126")
    made = create(tmp_path / "h.jsonl", new_header(seats=(text, "B")))
    assert made.seats[0] == unicodedata.normalize("NFC", text) == read(tmp_path / "h.jsonl").header.seats[0]
    log = begin(PLAY)
    with Appender(log) as appender:
        (entry,) = appender.append([Entry(n=2, event=Noted(1, text))])
    assert entry.event.text == unicodedata.normalize("NFC", text)
    same(log)


def test_text_of_any_kind(begin: Begin, same: Same) -> None:
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
def test_append_refuses_what_readers_refuse(begin: Begin, same: Same, event: Any) -> None:
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


def test_deep_values_are_refused(begin: Begin, same: Same) -> None:
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


def test_append_refuses_what_does_not_fit(begin: Begin, same: Same) -> None:
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


def test_append_from_another_thread(begin: Begin, same: Same) -> None:
    """A log can be written from any thread."""
    log = begin(PLAY)
    appender = Appender(log)
    thread = threading.Thread(target=appender.append, args=([Entry(n=2, event=PLAY)],))
    thread.start()
    thread.join()
    appender.close()
    same(log)


def test_errors_have_one_root(begin: Begin, same: Same) -> None:
    """Whatever is given to `append`, what it raises is a PlayfoldError."""
    log = begin(PLAY)
    for event in (object(), {"type": "x", 1: 2.5}, {"type": b"x"}, Exception):
        with Appender(log) as appender, pytest.raises(PlayfoldError):
            appender.append([Entry(n=2, event=event)])
    same(log)
