"""Laws of log files: what is written is read, and nothing else is accepted."""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from playfold.errors import DamagedLogError, PlayfoldError, TornLogError, UnreadableLogError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Finished, Forked, Noted, Refused, Ruled
from playfold.records.reader import read
from playfold.records.writer import Appender, create

HEADER = Header(
    format="playfold/1",
    game="g1",
    rules="any@1",
    set={"size": 3},
    schema=1,
    engine="0.1.0",
    seats=("Zo\u00eb", "B"),
    dice="table",
)
MOST = 2**53 - 1
MEMORY = Path("/dev/shm")  # noqa: S108 - flushing costs nothing there; TemporaryDirectory makes a private folder in it

texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)
names = texts.map(lambda text: unicodedata.normalize("NFC", text))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-MOST, MOST) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
plain = st.dictionaries(names.filter(lambda name: name != "type"), values, max_size=3).map(
    lambda members: {"type": "played", **members}
)
events = (
    plain
    | st.builds(Noted, st.just(0), names)
    | st.builds(Ruled, st.dictionaries(names, values, max_size=2), st.lists(names, max_size=2).map(tuple), names)
    | st.builds(Refused, plain, names)
)


@contextmanager
def folder() -> Iterator[Path]:
    """Gives a folder for one example."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


def written(path: Path, rows: list[list[Any]]) -> list[Entry[Any]]:
    """Writes a log of events, each row in one call, and gives its entries."""
    create(path, HEADER)
    log = read(path)
    with Appender(log) as appender:
        for row in rows:
            first = len(log.entries) + 1
            appender.append([Entry(n=n, time=str(n), event=event) for n, event in enumerate(row, first)])
    return log.entries


@given(st.lists(st.lists(events, max_size=4), max_size=4))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read(rows: list[list[Any]]) -> None:
    """Every event of strings, integers, booleans, null, lists and objects comes back as it was written."""
    with folder() as place:
        entries = written(place / "g.jsonl", rows)
        log = read(place / "g.jsonl", every_hash=True).strict()
        assert log.entries == entries
        assert [entry.event for entry in entries] == [event for row in rows for event in row]


@given(st.lists(events, max_size=6))
@settings(max_examples=40, deadline=None)
def test_bytes_do_not_depend_on_the_calls(row: list[Any]) -> None:
    """A log is the same bytes whether its entries were written in one call or one by one."""
    with folder() as place:
        written(place / "a.jsonl", [row])
        written(place / "b.jsonl", [[event] for event in row])
        assert (place / "a.jsonl").read_bytes() == (place / "b.jsonl").read_bytes()


@given(st.text(max_size=30))
@settings(max_examples=60, deadline=None)
def test_any_text_is_kept_or_refused(text: str) -> None:
    """A text is written in normal form C, or refused with nothing written: never changed in another way."""
    with folder() as place:
        path = place / "g.jsonl"
        written(path, [[{"type": "played"}]])
        before = path.read_bytes()
        log = read(path)
        with Appender(log) as appender:
            try:
                appender.append([Entry(n=2, event=Noted(1, text))])
            except PlayfoldError:
                bad = any(unicodedata.category(character) in {"Cc", "Cs"} for character in text)
                assert bad
                assert path.read_bytes() == before
                return
        assert read(path).strict().entries[1].event.text == unicodedata.normalize("NFC", text)


ROWS: list[list[Any]] = [
    [{"type": "played", "at": [1, 2], "why": "\u00e9\u2028"}, Noted(1, 'a "b" \\ c'), {"type": "played"}],
    [Ruled({"/x": {"y": [1, None, True]}}, ("/z",), "so"), {"type": "played"}, Finished()],
]
with folder() as somewhere:
    ENTRIES = written(somewhere / "good.jsonl", ROWS)
    DATA = (somewhere / "good.jsonl").read_bytes()
LINES = DATA.splitlines(keepends=True)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Gives the good log with some bytes or lines changed, added, removed, doubled or moved."""
    data = bytearray(DATA)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        end = draw(st.integers(at, min(len(data), at + 200)))
        how = draw(st.sampled_from(("flip", "insert", "delete", "double", "line", "cut", "digit")))
        if how == "flip" and data:
            data[at] ^= draw(st.integers(1, 255))
        elif how == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=6) | st.sampled_from((b"\n", b"\r", b" ", b"\0", b"\\")))
        elif how == "delete":
            del data[at:end]
        elif how == "double":
            data[at:at] = data[at:end]
        elif how == "line":
            lines = data.splitlines(keepends=True)
            line = draw(st.sampled_from(LINES))
            lines.insert(draw(st.integers(0, len(lines))), bytearray(line))
            data = bytearray(b"".join(lines))
        elif how == "cut":
            del data[at:]
        else:
            data[at : at + 1] = draw(st.sampled_from((b"1", b"0", b"9", b'"', b"{", b"}")))
    return bytes(data)


@given(mutated(), st.booleans())
@settings(max_examples=600, deadline=None)
def test_no_change_is_accepted(data: bytes, every_hash: bool) -> None:
    """Of a changed log the entries before the change are read, and nothing of what was changed."""
    with folder() as place:
        path = place / "g.jsonl"
        path.write_bytes(data)
        try:
            log = read(path, every_hash=every_hash)
        except (UnreadableLogError, DamagedLogError):
            assert not data.startswith(LINES[0])
            return
        assert path.read_bytes() == data
        assert log.entries == ENTRIES[: len(log.entries)]
        assert DATA.startswith(data[: log.size])
        whole = sum(data.startswith(b"".join(LINES[:k])) for k in range(1, len(LINES) + 1)) - 1
        assert len(log.entries) == whole
        rest = data[log.size :]
        if not rest:
            assert log.failure is None
        elif b"\n" in rest:
            assert isinstance(log.failure, DamagedLogError)
        else:
            assert isinstance(log.failure, TornLogError)
            assert log.torn == len(rest)


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_after_a_header(data: bytes) -> None:
    """Whatever follows a header, reading gives a log with a failure, and never another error."""
    with folder() as place:
        path = place / "g.jsonl"
        path.write_bytes(LINES[0] + data)
        log = read(path)
        assert log.entries == []
        assert (log.failure is None) == (not data)


@given(st.lists(events | st.builds(Forked, st.integers(0, 9)), max_size=6), st.integers(1, 60))
@settings(max_examples=40, deadline=None)
def test_appending_never_makes_what_reading_refuses(row: list[Any], cut: int) -> None:
    """After any appends, refused or not, and a cut of the last line, the log reads and can be gone on with."""
    with folder() as place:
        path = place / "g.jsonl"
        create(path, HEADER)
        log = read(path)
        with Appender(log) as appender:
            for event in row:
                line = f"l{len(log.entries)}" if isinstance(event, Forked) else ""
                try:
                    appender.append([Entry(n=len(log.entries) + 1, line=line, event=event)])
                except PlayfoldError:
                    assert isinstance(event, Forked)
        assert read(path, every_hash=True).strict().entries == log.entries
        if log.entries:
            path.write_bytes(path.read_bytes()[: -min(cut, 29)])
            log = read(path)
            assert isinstance(log.failure, TornLogError)
            with Appender(log) as appender:
                appender.append([Entry(n=len(log.entries) + 1, event={"type": "played"})])
            assert read(path, every_hash=True).strict().entries == log.entries
