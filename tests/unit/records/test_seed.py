"""The seed beside a log."""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from playfold.errors import NotWrittenError, UnreadableLogError
from playfold.records import seed


def test_where_it_lies() -> None:
    """`g.seed` lies beside `g.jsonl`; another ending of the log stays part of the name."""
    assert seed.seed_path("club/g.jsonl") == "club/g.seed"
    assert seed.seed_path(Path("g.2024.jsonl")) == "g.2024.seed"
    assert seed.seed_path("g.log") == "g.log.seed"
    assert seed.seed_path("-rf") == "-rf.seed"


def test_kept_and_found(tmp_path: Path) -> None:
    """A seed is 64 digits, read back by its owner only, and found by its commitment."""
    log = tmp_path / "g.jsonl"
    text = seed.fresh()
    assert len(text) == 64
    assert text != seed.fresh()
    seed.keep(log, text)
    path = tmp_path / "g.seed"
    assert path.read_text() == text + "\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert seed.commitment(text) == sha256(text.encode()).hexdigest()
    assert seed.read(log) == text
    assert seed.find(log, seed.commitment(text)) == text
    assert seed.find(log, "0" * 64) is None


def test_never_replaced(tmp_path: Path) -> None:
    """A seed that exists is not replaced, nor written through a link or where it cannot be."""
    log = tmp_path / "g.jsonl"
    seed.keep(log, "a" * 64)
    with pytest.raises(NotWrittenError, match="exists"):
        seed.keep(log, "b" * 64)
    assert seed.read(log) == "a" * 64
    (tmp_path / "h.seed").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotWrittenError):
        seed.keep(tmp_path / "h.jsonl", "b" * 64)
    with pytest.raises(NotWrittenError):
        seed.keep(tmp_path / "no" / "h.jsonl", "b" * 64)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"abc\n", b"A" * 64 + b"\n", b"0" * 63 + b"\n", b"0" * 65 + b"\n", b"\0" * 65, b"0" * 64 + b"\n\n"],
)
def test_damaged(tmp_path: Path, data: bytes) -> None:
    """A file that holds no seed is said to hold none, and is not used."""
    (tmp_path / "g.seed").write_bytes(data)
    with pytest.raises(UnreadableLogError, match="no seed"):
        seed.read(tmp_path / "g.jsonl")
    assert seed.find(tmp_path / "g.jsonl", "0" * 64) is None


def test_missing(tmp_path: Path) -> None:
    """Without a seed the error says how the game goes on."""
    with pytest.raises(UnreadableLogError, match=r"no such file.*real dice"):
        seed.read(tmp_path / "g.jsonl")
    assert seed.find(tmp_path / "g.jsonl", "0" * 64) is None
    os.mkfifo(tmp_path / "g.seed")
    assert seed.find(tmp_path / "g.jsonl", "0" * 64) is None


def test_forgotten(tmp_path: Path) -> None:
    """The seed of a log that was not begun is deleted; there may be none."""
    log = tmp_path / "g.jsonl"
    seed.keep(log, "a" * 64)
    seed.forget(log)
    seed.forget(log)
    assert list(tmp_path.iterdir()) == []
