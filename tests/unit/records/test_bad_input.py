"""Reading what is no log, has a damaged header or a torn tail: a clear error, the valid prefix, nothing changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from playfold.errors import DamagedLogError, TornLogError, UnreadableLogError
from playfold.records.reader import read

from .damage import PLAY, failure

Craft = Callable[..., Path]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf{}\n", "byte order mark"),
        ("{}\n".encode("utf-16"), "UTF-16"),
        ("{}\n".encode("utf-16-le"), "UTF-16"),
        ("{}\n".encode("utf-16-be"), "UTF-16"),
        (b"hello\n", "no log"),
        (b"\n", "no log"),
        (b"\x1f\x8b\x08\x00", "no log"),
        (b'{"a":1}\n', "no log"),
        (b"{" * 100 + b"\n", "no log"),
        (b'{"format":"playfold/2"}\n', "newer"),
        (b'{"format":"playfold/10","x":[1.5]}\n', "newer"),
        (b'{"format":"pgn"}\n', "pgn"),
        (b'{"format":1}\n', "no log"),
        (b'{"a":' * 100_000 + b"\n", "no log"),
        (b'{"x":"' + b"a" * 5_000_000 + b'"}\n', "1048576 bytes"),
        (b'{"x":"' + b"a" * 5_000_000, "1048576 bytes"),
        (b"\0" * 4096, "no log"),
    ],
)
@pytest.mark.parametrize("every_hash", [False, True])
def test_no_log(tmp_path: Path, data: bytes, says: str, every_hash: bool) -> None:
    """A file that is no log of this format is refused, and the error says what it is."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(data)
    with pytest.raises(UnreadableLogError, match=says):
        read(path, every_hash=every_hash)
    assert path.read_bytes() == data


def test_no_regular_file(tmp_path: Path) -> None:
    """A folder, a pipe, a device, a missing file and an impossible name are refused without waiting."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, says in [
        (tmp_path, "a folder"),
        (pipe, "a pipe"),
        (Path("/dev/null"), "a device"),
        (tmp_path / "none.jsonl", "no such file"),
        (tmp_path / ("n" * 300), "cannot be opened"),
    ]:
        with pytest.raises(UnreadableLogError, match=says):
            read(path)
    with pytest.raises(UnreadableLogError, match="no name of a file"):
        read("a\0b")
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(UnreadableLogError, match="cannot be opened"):
        read(tmp_path / "round")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"schema":1', '"schema":0'),
        ('"schema":1', '"schema":9007199254740992'),
        ('"schema":1', '"schema":1.5'),
        ('"schema":1', '"schema":1,"schema":1'),
        ('"schema":1', '"schema": 1'),
        ('"schema":1,', ""),
        ('"game":"g1"', '"game":""'),
        ('"game":"g1"', '"game":"a b"'),
        ('"game":"g1"', '"game":"g1\\n"'),
        ('"size":3', '"size":3.5'),
        ('"size":3', '"size":1e400'),
        ('"size":3', '"size":1180591620717411303424'),
        ('"size":3', '"size":NaN'),
        ('"size":3', '"size":3,"size":3'),
        ('"size":3', '"size":' + "[" * 100 + "]" * 100),
        ('"size":3', '"size":' + "[" * 100_000 + "]" * 100_000),
        ('["Greg","Cathy"]', "[]"),
        ('["Greg","Cathy"]', '["Greg",""]'),
        ('["Greg","Cathy"]', '["Greg","\\u001b[31m"]'),
        ('["Greg","Cathy"]', '["Greg","\u0085"]'),
        ('["Greg","Cathy"]', '["Greg","\x7f"]'),
        ('["Greg","Cathy"]', '["Greg","\\u0041"]'),
        ('["Greg","Cathy"]', '["Greg","\\ud800"]'),
        ('["Greg","Cathy"]', "[" + ",".join(['"P"'] * 100) + "]"),
        ('"dice":"table"', '"dice":"drawn"'),
        ('"dice":"table"', '"dice":{"commit":"xyz"}'),
        ('"dice":"table"', '"bots":[3],"dice":"table"'),
        ('"dice":"table"', '"bots":[2,1],"dice":"table"'),
        ('"dice":"table"', '"bots":[],"dice":"table"'),
        ('"dice":"table"', '"dice":"table","luck":1'),
        ('"dice":"table"', '"dice":"table"\r'),
    ],
)
def test_damaged_header(craft: Craft, old: str, new: str) -> None:
    """A header with a member that is missing, unknown, doubled, out of range or oddly written is refused."""
    from_good = craft(PLAY % 1)
    head = from_good.read_text(encoding="utf-8").split(',"hash"')[0] + "}"
    assert old in head
    path = craft(PLAY % 1, head=head.replace(old, new))
    with pytest.raises(DamagedLogError, match="header"):
        read(path)


def test_header_changed_or_cut(craft: Craft) -> None:
    """A header that does not fit its hash, or has no end, is damaged."""
    path = craft()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Greg", b"Gred"))
    with pytest.raises(DamagedLogError, match="hash"):
        read(path)
    path.write_bytes(data[:-1])
    with pytest.raises(DamagedLogError, match="no end"):
        read(path)
    path.write_bytes(data[:-1] + b"\r\n")
    with pytest.raises(DamagedLogError, match="carriage return"):
        read(path)


def test_every_cut(craft: Craft) -> None:
    """A file cut after any byte is torn there, unless whole lines are left; also within a character."""
    path = craft(PLAY % 1, PLAY % 2)
    data = path.read_bytes()
    head = data.index(b"\n") + 1
    for size in range(head, len(data)):
        path.write_bytes(data[:size])
        log = read(path)
        good = data[:size].count(b"\n") - 1
        assert len(log.entries) == good
        assert log.size + log.torn == size
        if data[size - 1] == 10:
            assert log.failure is None
        else:
            failure(path, good=good, kind=TornLogError)


@pytest.mark.parametrize("tail", [b"\0", b"\0" * 5_000_000, b'{"n":3,"ev' + b"\0" * 4000, b"garbage", b"\xff"])
def test_torn_tail(craft: Craft, tail: bytes) -> None:
    """What follows the last LF was never acknowledged, whatever it is: NULs, half a line, noise."""
    path = craft(PLAY % 1, PLAY % 2)
    with path.open("ab") as file:
        file.write(tail)
    failure(path, good=2, kind=TornLogError)
    assert read(path).torn == len(tail)


@pytest.mark.parametrize("tail", [b"x" * 5_000_000, b"\0" * 2_000_000 + b"x", b"\0" * 10 + b"\n", b"\0\n\0"])
def test_tail_that_no_writer_leaves(craft: Craft, tail: bytes) -> None:
    """A tail that is longer than any line, or goes on after NULs, is damage."""
    path = craft(PLAY % 1, PLAY % 2)
    with path.open("ab") as file:
        file.write(tail)
    failure(path, good=2)


def test_damage_before_a_torn_tail_comes_first(lines: list[bytes], tmp_path: Path) -> None:
    """The first failure counts: a changed line before a torn tail is damage."""
    path = tmp_path / "h.jsonl"
    lines[2] = lines[2].replace(b'"seat":1', b'"seat":2')
    path.write_bytes(b"".join(lines)[:-1])
    failure(path, good=1)
