"""Reading a log with damaged lines: the first one is named, what is before it is there, nothing changed on disk."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from playfold.errors import DamagedLogError, PlayfoldError, TornLogError
from playfold.records.reader import read

from .damage import NOTE, PLAY, failure

Craft = Callable[..., Path]


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
