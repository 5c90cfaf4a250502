"""Logs of an older layout of events are read in today's, those of a newer one are refused."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.engine import installed
from playfold.errors import DamagedLogError, NotWrittenError, UnreadableLogError
from playfold.records.writer import Appender, create
from playfold.replay.extract import extract
from playfold.replay.opening import read_log
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


def test_a_version_that_is_not_known_is_remarked(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The header's parameters decide a game; that its version has no name here is said."""
    today(monkeypatch, versions={"2.0": {}})
    verdict = examine(log)
    assert verdict.ok
    assert any("'1.0'" in remark for remark in verdict.remarks)


def test_parameters_that_the_name_does_not_say_are_remarked(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a header names other rules than its parameters are, the parameters count, under their own name."""
    assert examine(log).label == "tic-tac-toe@1.0"
    assert not examine(log).remarks
    today(monkeypatch, versions={"1.0": {"three_wins": False}})
    verdict = examine(log)
    assert verdict.ok
    assert verdict.label == "tic-tac-toe@1.0+three_wins=true"
    assert verdict.remarks == [
        "its header names tic-tac-toe@1.0, and has the parameters of tic-tac-toe@1.0+three_wins=true: these were used"
    ]


def test_the_first_problem_is_of_the_first_entry(tmp_path: Path) -> None:
    """Dice that were not drawn come before the move that they made illegal, in the order of the file."""
    with playfold.new(tmp_path / "a.jsonl", "space-monkeys", seats=["Ann", "Bob"], dice="drawn") as game:
        drawn = game.draw().event
        column, row = drawn.dice
        game.play({"type": "planet_placed", "seat": 1, "at": [column, row]})
        log = game.log
    other = msgspec.structs.replace(drawn, dice=(column % 8 + 1, row))
    create(tmp_path / "b.jsonl", log.header)
    shutil.copy(tmp_path / "a.seed", tmp_path / "b.seed")
    with Appender(read_log(tmp_path / "b.jsonl")[0]) as appender:
        appender.append([msgspec.structs.replace(log.entries[0], event=other), log.entries[1]])
    assert [problem.entry for problem in examine(tmp_path / "b.jsonl").problems] == [1, 1, 2]


def test_a_draw_in_a_game_with_real_dice_is_a_problem(tmp_path: Path) -> None:
    """Nobody can check it: there is no seed."""
    with playfold.new(tmp_path / "g.jsonl", "space-monkeys", seats=["Ann", "Bob"]) as game:
        kind = game.rules.by_name["placement_rolled"]
        state = game.rules.step(game.state, kind(dice=(1, 2)))
        game.write(game.entry(kind(dice=(1, 2)), draw=1, state=game.digest(state)))
    verdict = examine(tmp_path / "g.jsonl")
    assert [problem.entry for problem in verdict.problems] == [1]
    assert verdict.grade == "illegal"


def test_a_fault_of_a_rule_set_is_told_as_such(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in somebody's rules is a problem of that entry, with its place; other games go on."""
    today(monkeypatch, to_act=lambda state: {".........": OLD.to_act(state)}[state.board])
    verdict = examine(log)
    assert [problem.entry for problem in verdict.problems] == [2]
    assert "KeyError" in str(verdict.problems[0])
    assert "test_schema.py" in verdict.problems[0].hint
