"""Logs of an older layout of events are read in today's, those of a newer one are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.engine import installed
from playfold.errors import DamagedLogError, NotWrittenError, UnreadableLogError
from playfold.replay.extract import extract
from playfold.replay.validate import examine

OLD = installed.ruleset("tic-tac-toe")


def today(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Puts another edition of tic-tac-toe in place of the installed one."""
    edition = replace(OLD, **changes)
    monkeypatch.setattr(installed, "ruleset", lambda _: edition)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of schema 1 with three marks and a what-if line."""
    with playfold.new(tmp_path / "old.jsonl", "tic-tac-toe", seats=["Ann", "Bob"]) as game:
        for seat, cell in ((1, 4), (2, 0), (1, 8)):
            game.play({"type": "marked", "seat": seat, "at": cell})
        game.branch("side", at=2)
    return tmp_path / "old.jsonl"


def mirrored(schema: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Reads the events of schema 1, where cells were counted from the other corner."""
    assert schema == 1
    return {**raw, "at": 8 - raw["at"]} if raw.get("type") == "marked" else raw


def test_an_older_log_is_read_in_todays_layout(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events pass through upcast; digests are not comparable, which is said and is no problem."""
    today(monkeypatch, schema=2, upcast=mirrored)
    game = playfold.open(log)
    assert game.state.board == "1...1...2"
    verdict = examine(log)
    assert verdict.ok
    assert any("cannot be compared" in remark for remark in verdict.remarks)


def test_an_older_log_goes_on_as_an_extract(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file is not written to; the new one has today's schema and digests."""
    today(monkeypatch, schema=2, upcast=mirrored)
    before = log.read_bytes()
    game = playfold.open(log)
    with pytest.raises(NotWrittenError, match="extract"):
        game.play({"type": "marked", "seat": 2, "at": 1})
    assert log.read_bytes() == before
    new = playfold.open(extract(game.line(), tmp_path / "new.jsonl"))
    assert new.header.schema == 2
    assert new.state.board == "1...1...2"
    new.play({"type": "marked", "seat": 2, "at": 1})
    assert examine(new.path).ok
    assert examine(new.path).remarks == []


def test_an_event_that_upcast_cannot_read_ends_the_prefix(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be brought into today's layout is a failure with its entry; what is before it is usable."""
    today(monkeypatch, schema=2, upcast=lambda _, raw: {**raw, "at": 99} if raw.get("at") == 8 else raw)
    game = playfold.open(log)
    assert isinstance(game.failure, DamagedLogError)
    assert game.failure.entry == 3
    assert game.state.board == "2...1...."
    assert [line.name for line in game.lines] == ["main"]
    assert not examine(log).ok


def test_a_newer_log_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A schema that this installation does not know is refused, with what to do."""
    today(monkeypatch, schema=0)
    with pytest.raises(UnreadableLogError, match="newer version"):
        playfold.open(log)
