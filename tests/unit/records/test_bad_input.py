"""Reading what is no log, or is damaged: a clear error, the valid prefix, nothing changed on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from playfold.errors import DamagedLogError, PlayfoldError, TornLogError, UnreadableLogError
from playfold.records.reader import read

Craft = Callable[..., Path]

PLAY = '{"n":%d,"event":{"type":"placed","seat":1,"text":"h\u00e9"}}'
NOTE = '{"n":3,"event":{"type":"noted","on":0,"text":"%s"}}'


def failure(path: Path, *, good: int, kind: type[PlayfoldError] = DamagedLogError) -> PlayfoldError:
    """Reads in both ways, compares the failures, and checks the prefix; the file stays as it is."""
    before = path.read_bytes()
    quick, full = read(path), read(path, every_hash=True)
    for log in (quick, full):
        assert type(log.failure) is kind, log.failure
        assert [entry.n for entry in log.entries] == list(range(1, good + 1))
        assert log.tree.entries is log.entries
        assert log.size == len(b"".join(before.splitlines(keepends=True)[: good + 1]))
    assert str(quick.failure) == str(full.failure)
    assert path.read_bytes() == before
    assert full.failure is not None
    assert full.failure.path == str(path)
    assert full.failure.line == good + 2
    assert full.failure.hint
    return full.failure


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


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('{"n":3,"event":{"type":"placed","x":1.5}}', "no integer"),
        ('{"n":3,"event":{"type":"placed","x":1.0}}', "no integer"),
        ('{"n":3,"event":{"type":"placed","x":[1e400]}}', "no integer|out of range"),
        ('{"n":3,"event":{"type":"placed","x":NaN}}', "JSON"),
        ('{"n":3,"event":{"type":"placed","x":-Infinity}}', "JSON|invalid"),
        ('{"n":3,"event":{"type":"placed","x":{"y":9007199254740992}}}', "2\\^53"),
        ('{"n":3,"event":{"type":"placed","x":-1180591620717411303424}}', "2\\^53"),
        ('{"n":3,"event":{"type":"ruled","set":{"/x":0.5}}}', "no integer"),
        ('{"n":3,"event":{"type":"ruled","set":{"/x":1180591620717411303424}}}', "2\\^53"),
        ('{"n":3,"event":{"type":"refused","event":{"type":"a","x":0.5},"rule":"r"}}', "no integer"),
        ('{"n":3,"event":{"type":"refused","event":{"x":5},"rule":"r"}}', "without a type"),
        ('{"n":3,"event":{"type":"placed","x":1,"x":1}}', "twice"),
        ('{"n":3,"n":3,"event":{"type":"placed"}}', "twice"),
        ('{"n":3,"event":{"type":"paused"},"event":{"type":"paused"}}', "twice"),
        ('{"n":3,"event":{"type":"noted","on":1,"on":1}}', "twice"),
        ('{"n":3,"event":{"type":"noted","text":"a","on":1}}', "compact"),
        ('{"n":3,"event":{"type":"noted","on":1,"seat":0}}', "compact"),
        ('{"n":3,"line":"","event":{"type":"placed"}}', "compact"),
        ('{"n":3, "event":{"type":"placed"}}', "compact"),
        ('{"n":3,"event":{"type":"placed"}} ', "JSON|compact|hash"),
        (' {"n":3,"event":{"type":"placed"}}', "compact"),
        ('{"event":{"type":"placed"},"n":3}', "compact"),
        ('{"n":3,"event":{"type":"placed"}}{"n":4,"event":{"type":"placed"}}', "JSON"),
        ('{"n":3,"event":{"seat":1}}', "type"),
        ('{"n":3,"event":{"type":7}}', "type"),
        ('{"n":3,"event":[]}', "object"),
        ('{"n":3,"event":{}}', "type"),
        ('{"n":3,"event":{"type":"noted","on":1,"colour":"red"}}', "unknown field"),
        ('{"n":3,"event":{"type":"noted","on":-1}}', ">= 0"),
        ('{"n":3,"event":{"type":"noted","on":"1"}}', "int"),
        ('{"n":3,"event":{"type":"rated","seat":1,"fun":6}}', "<= 5"),
        ('{"n":3,"event":{"type":"rated","seat":0,"fun":5}}', ">= 1"),
        ('{"n":3,"event":{"type":"rated","seat":100,"fun":5}}', "<= 99"),
        ('{"n":3,"event":{"type":"seed_revealed","seed":"12"}}', "regex"),
        ('{"n":3,"event":{"type":"placed"},"draw":-1}', ">= 0"),
        ('{"n":3,"event":{"type":"placed"},"draw":1180591620717411303424}', "<="),
        ('{"n":0,"event":{"type":"placed"}}', ">= 1"),
        ('{"n":true,"event":{"type":"placed"}}', "int"),
        ('{"n":3.0,"event":{"type":"placed"}}', "entry|int|compact"),
        ('{"n":3,"event":{"type":"placed"},"mood":"good"}', "unknown field"),
        ('{"event":{"type":"placed"}}', "missing"),
        ("[]", "object|array"),
        ("{}", "missing"),
        ("null", "null|JSON|object"),
        ("", "blank|JSON"),
        (NOTE % "\\u001b[2J", "control character"),
        (NOTE % "\\n", "control character"),
        (NOTE % "\\\\\\t", "control character"),
        (NOTE % "\x7f", "U\\+007F"),
        (NOTE % "\u0085", "U\\+0085"),
        (NOTE % "\u009b31m", "U\\+009B"),
        (NOTE % "\\/", "compact|escape"),
        (NOTE % "\\u00e9", "compact|escape"),
        (NOTE % "\\ud800", "truncated|surrogate|JSON"),
        (NOTE % "\t", "JSON|control"),
        ((NOTE % "X").encode().replace(b"X", b"\xff"), "UTF-8"),
        ((NOTE % "X").encode().replace(b"X", b"\xc3"), "UTF-8"),
        ((NOTE % "X").encode().replace(b"X", b"\xed\xa0\x80"), "UTF-8"),
        ((NOTE % "X").encode().replace(b"X", b"\0"), "NUL"),
        ("\ufeff" + PLAY % 3, "byte order mark"),
        ('{"n":3,"event":{"type":"a","x":' + "[" * 65 + "]" * 65 + "}}", "deep"),
        ('{"n":3,"event":{"type":"a","x":' + "[" * 100_000 + "]" * 100_000 + "}}", "deep"),
        ('{"n":3,"event":{"type":"a","x":' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}}", "deep"),
        (NOTE % ("x" * 5_000_000), "1048576 bytes"),
        (NOTE % ("x" * 1_048_577), "1048576 bytes"),
        ('{"format":"playfold/1","game":"g2","rules":"any@1"}', "glued"),
    ],
)
def test_damaged_line(craft: Craft, body: str | bytes, says: str) -> None:
    """A line that is no entry is named, with what is wrong, though its hash fits; the entries before it are good."""
    path = craft(PLAY % 1, PLAY % 2, body, PLAY % 4)
    log = read(path, every_hash=True)
    assert [entry.n for entry in log.entries] == [1, 2]
    assert type(log.failure) is DamagedLogError
    with pytest.raises(DamagedLogError, match=says):
        log.strict()
    assert log.failure.line == 4
    assert f"byte {log.size}" in log.failure.message


@pytest.mark.parametrize(
    "body",
    [
        "\n" + PLAY % 3,
        "\r" + PLAY % 3,
        (PLAY % 3).replace(',"event"', ',\r"event"'),
        (PLAY % 3).replace(',"event"', ',\n"event"'),
        PLAY % 3 + PLAY % 4,
        (PLAY % 3).replace("h\u00e9", "h\u0085"),
        (PLAY % 3).replace("h\u00e9", "h\\n"),
    ],
)
def test_frame_of_lines_is_checked_when_opening(craft: Craft, body: str) -> None:
    """Blank, broken and joined lines, carriage returns and control characters are damage though the last hash fits."""
    path = craft(PLAY % 1, PLAY % 2, body)
    log = read(path)
    assert type(log.failure) is DamagedLogError
    assert [entry.n for entry in log.entries] == [1, 2]


def test_longest_line(craft: Craft) -> None:
    """A line of exactly 1 MiB is good, in the middle and at the end."""
    room = 1_048_576 - len((NOTE % "").encode()) - 27
    log = read(craft(PLAY % 1, PLAY % 2, NOTE % ("x" * room), PLAY % 4), every_hash=True)
    assert log.failure is None
    assert len(read(craft(PLAY % 1, PLAY % 2, NOTE % ("x" * room))).strict().entries) == 3
    assert read(craft(PLAY % 1, PLAY % 2, NOTE % ("x" * (room + 1)))).failure is not None


def test_carriage_returns(craft: Craft) -> None:
    """A log whose line ends were changed is damaged at the header, or at the first line where they were."""
    path = craft(PLAY % 1, PLAY % 2)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"\n", b"\r\n"))
    with pytest.raises(DamagedLogError, match="carriage return"):
        read(path)
    head, rest = data.split(b"\n", 1)
    path.write_bytes(head + b"\n" + rest.replace(b"\n", b"\r\n"))
    assert "carriage return" in failure(path, good=0).message
    path.write_bytes(head + b"\n" + rest.replace(b"\n", b"\r"))
    failure(path, good=0, kind=TornLogError)


@pytest.fixture
def lines(craft: Craft) -> list[bytes]:
    """Gives the lines of a good log of 5 entries."""
    return craft(*(PLAY % n for n in range(1, 6))).read_bytes().splitlines(keepends=True)


def test_line_removed_doubled_swapped(lines: list[bytes], tmp_path: Path) -> None:
    """A line that is missing, doubled or moved is named."""
    path = tmp_path / "h.jsonl"
    for cut in (1, 2, 4):
        path.write_bytes(b"".join(lines[:cut] + lines[cut + 1 :]))
        assert "missing, doubled or moved" in failure(path, good=cut - 1).message
    for twice in (1, 3, 5):
        path.write_bytes(b"".join(lines[: twice + 1] + lines[twice:]))
        assert "missing, doubled or moved" in failure(path, good=twice).message
    path.write_bytes(b"".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    assert "missing, doubled or moved" in failure(path, good=1).message


def test_two_logs_glued(lines: list[bytes], tmp_path: Path) -> None:
    """Two logs in one file are named so; the first one is good."""
    path = tmp_path / "h.jsonl"
    path.write_bytes(b"".join(lines + lines))
    assert "glued" in failure(path, good=5).message


def test_blank_line(lines: list[bytes], tmp_path: Path) -> None:
    """A blank line is damage, also at the end."""
    path = tmp_path / "h.jsonl"
    path.write_bytes(b"".join([*lines[:3], b"\n", *lines[3:]]))
    assert "blank" in failure(path, good=2).message
    path.write_bytes(b"".join([*lines, b"\n"]))
    assert "blank" in failure(path, good=5).message


def test_changed_entry_is_found_by_its_hash(lines: list[bytes], tmp_path: Path) -> None:
    """An entry that was changed and is still well-formed breaks the chain at its own line."""
    path = tmp_path / "h.jsonl"
    lines[3] = lines[3].replace(b'"seat":1', b'"seat":2')
    path.write_bytes(b"".join(lines))
    assert "hash" in failure(path, good=2).message


def test_forger_who_mends_only_the_last_hash(craft: Craft) -> None:
    """A wrong hash in the middle under a right last one is found when every hash is compared."""
    path = craft(*(PLAY % n for n in range(1, 4)))
    whole = path.read_bytes()
    second = whole.splitlines()[2]
    body = whole.replace(second[-18:], b"0123456789abcdef" + second[-2:]).splitlines(keepends=True)
    forged = craft(PLAY % 1).read_bytes() + body[2]
    from hashlib import sha256  # noqa: PLC0415 - the forger's tool

    last = body[3][:-28]
    path.write_bytes(forged + last + b',"hash":"%b"}\n' % sha256(forged + last).hexdigest()[:16].encode())
    log = read(path, every_hash=True)
    assert log.failure is not None
    assert "hash" in log.failure.message
    assert len(log.entries) == 1


def test_every_flipped_byte(craft: Craft) -> None:
    """A byte changed anywhere, header included, is never accepted, and the prefix before it stands."""
    path = craft(PLAY % 1, '{"n":2,"event":{"type":"noted","on":1,"text":"a\\"b"}}', PLAY % 3)
    data = path.read_bytes()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    for at in range(len(data)):
        for flip in (1, 0x20, 0x80):
            changed = bytearray(data)
            changed[at] ^= flip
            path.write_bytes(changed)
            if at <= ends[0]:
                with pytest.raises(PlayfoldError):
                    read(path)
                continue
            log = read(path)
            assert log.failure is not None, (at, flip)
            good = sum(end < at for end in ends) - 1
            assert len(log.entries) == good
            assert data.startswith(path.read_bytes()[: log.size])


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
