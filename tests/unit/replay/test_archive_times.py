"""The times that an archive keeps: of decisions, of turns and of whole games, with pauses, corrections and what-ifs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from playfold.engine import installed
from playfold.errors import NotWrittenError
from playfold.records.entry import Entry
from playfold.records.journal import Corrected, Noted, Paused, Resumed
from playfold.replay.amend import amend
from playfold.replay.archive import archive
from playfold.replay.archive_times import times
from playfold.replay.game import Game

from .archived import ask
from .tic_tac_toe import begin, mark

At = Callable[[float], None]
MARKED: Any = installed.ruleset("tic-tac-toe").by_name["marked"]
START = datetime(2026, 11, 29, 18, tzinfo=UTC)


def _text(seconds: float) -> str:
    return (START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.fixture(name="at")
def _at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Sets the clock, in seconds from the start of the game."""
    now = [0.0]
    monkeypatch.setattr("playfold.replay.game.now", lambda: _text(now[0]))
    monkeypatch.setattr("playfold.replay.opening.now", lambda: _text(now[0]))

    def to(seconds: float) -> None:
        now[0] = seconds

    return to


def five(path: Path, at: At) -> Game:
    """Begins a game and plays five moves, 0.7 seconds apart."""
    at(0)
    game = begin(path)
    for place, cell in enumerate((4, 0, 8, 2, 1), 1):
        at(0.7 * place)
        mark(game, cell)
    return game


def of_decisions(game: Game, target: Path) -> dict[int, tuple[float | None, float | None]]:
    """Archives a game and gives seconds and waiting of the decisions of main."""
    archive(target, [game.path])
    return {row[0]: row[1:] for row in ask(target, "SELECT n, seconds, waited FROM decisions WHERE on_main ORDER BY n")}


def of_turns(target: Path) -> dict[int, float]:
    """Gives the seconds of each turn."""
    return dict(ask(target, "SELECT turn, round(seconds, 3) FROM turn_times ORDER BY turn"))


def minutes(target: Path) -> float | None:
    """Gives the minutes of the only game."""
    ((found,),) = ask(target, "SELECT minutes FROM games")
    return found if found is None else float(found)


def test_thinking_time_leaves_pauses_out() -> None:
    """The clock runs from entry to entry; pauses are taken off, notes change nothing, a copy has its model's time."""
    played = [
        ("00:10", MARKED(1, 4)),
        ("00:15", Paused()),
        ("05:15", Resumed()),
        ("05:20", Noted(1, "tea")),
        ("05:25", MARKED(2, 0)),
        ("06:00", Paused()),
        ("07:00", MARKED(1, 8)),
        ("07:30", MARKED(2, 1)),
        ("07:00", MARKED(1, 2)),
        ("08:00", Corrected(4)),
        ("08:00", MARKED(2, 1)),
        ("08:01", MARKED(1, 5)),
    ]
    entries = [
        Entry(n=n, time=f"2026-11-29T18:{time}.000Z", event=event, of=8 if n == 11 else 0, hash="")
        for n, (time, event) in enumerate(played, 1)
    ]
    found = times("2026-11-29T18:00:00.000Z", entries, frozenset({MARKED}), set())
    assert found.seconds == {1: 10.0, 5: 15.0, 8: 30.0, 11: 30.0, 12: 1.0}


def test_what_a_correction_puts_in_place_has_no_thinking_time(tmp_path: Path, target: Path) -> None:
    """It is written when the mistake is found: how long it was thought about is not known, and not 0."""
    game = begin(tmp_path / "g.jsonl", 4, 0, 8)
    amend(game.line(), 2, {"type": "marked", "seat": 2, "at": 1})
    mark(game, 2)
    archive(target, [game.path])
    found = ask(target, "SELECT n, seconds IS NOT NULL FROM decisions WHERE on_main ORDER BY n")
    assert found == [(1, True), (5, False), (6, True), (8, True)]


def test_waiting_counts_from_the_last_decision_known_or_not(tmp_path: Path, target: Path, at: At) -> None:
    """A decision right after a pause has no time, but it is one: who waits after it waits for what came since."""
    at(0)
    game = begin(tmp_path / "g.jsonl")
    for seconds, cell in ((2, 4), (2.561, 0), (3.598, 8)):
        at(seconds)
        mark(game, cell)
    game.pause()  # 4
    for seconds, cell in ((60, 2), (62.083, 1), (63.043, 7)):
        at(seconds)
        mark(game, cell)
    assert of_decisions(game, target) == {
        1: (2.0, None),
        2: (0.561, 2.0),
        3: (1.037, 0.561),
        5: (None, 1.037),
        6: (2.083, None),  # it waited for entry 5
        7: (0.96, 2.083),
    }


def test_waiting_is_not_known_where_the_clock_ran_backwards(tmp_path: Path, target: Path, at: At) -> None:
    """Who waited for a decision whose clock ran backwards has no time; the next one has its own again."""
    at(0)
    game = begin(tmp_path / "g.jsonl")
    for seconds, cell in ((10, 4), (30, 0), (25, 8), (26, 2), (28, 1)):
        at(seconds)
        mark(game, cell)
    assert of_decisions(game, target) == {
        1: (10.0, None),
        2: (20.0, 10.0),
        3: (None, 20.0),
        4: (1.0, None),
        5: (2.0, 1.0),
    }


@pytest.mark.parametrize("late", [6, 86400])
def test_a_corrected_game_has_the_times_of_the_original(tmp_path: Path, target: Path, at: At, late: int) -> None:
    """However late it is corrected: minutes, end, turns and waiting are what they were; a note before changes nothing.

    Of the entry that was put in place only the thinking time is not known.
    """
    game = five(tmp_path / "g.jsonl", at)
    before = of_decisions(game, target)
    asked = "SELECT minutes, started, ended FROM games"
    turns, whole = of_turns(target), ask(target, asked)
    at(3.5 + late / 2)
    game.note(2, "wrong")  # 6
    at(3.5 + late)
    amend(game.line(), 2, {"type": "marked", "seat": 2, "at": 3})  # 7; 8 to 11; 12
    after = of_decisions(game, target)
    assert list(after) == [1, 8, 9, 10, 11]
    assert list(after.values()) == [row if n != 2 else (None, row[1]) for n, row in before.items()]
    assert ask(target, asked) == whole
    assert of_turns(target) == turns == pytest.approx(dict.fromkeys(range(5), 0.7), abs=0.002)
    assert ask(target, "SELECT max(seconds) < 0.71 FROM longest_turns") == [(True,)]


def test_a_correction_of_a_correction_has_the_times_of_the_first(tmp_path: Path, target: Path, at: At) -> None:
    """Repetitions of repetitions go back to what was played; what was put in place has no thinking time again."""
    game = five(tmp_path / "g.jsonl", at)
    before = of_decisions(game, target)
    whole = ask(target, "SELECT minutes, ended FROM games")
    at(60)
    amend(game.line(), 2, {"type": "marked", "seat": 2, "at": 3})
    at(120)
    line = game.line()
    amend(line, line.path[2], {"type": "marked", "seat": 1, "at": 5})
    at(180)
    line = game.line()
    amend(line, line.path[0], {"type": "marked", "seat": 1, "at": 6})
    after = of_decisions(game, target)
    assert list(after.values()) == [row if n > 3 else (None, row[1]) for n, row in before.items()]
    assert ask(target, "SELECT minutes, ended FROM games") == whole
    assert of_turns(target) == pytest.approx(dict.fromkeys(range(5), 0.7), abs=0.002)


def test_the_last_entry_corrected_ends_the_game_when_it_did(tmp_path: Path, target: Path, at: At) -> None:
    """When it was played is known, though not how long the right one was thought about."""
    game = five(tmp_path / "g.jsonl", at)
    at(3600)
    amend(game.line(), 5, {"type": "marked", "seat": 1, "at": 7})
    assert of_decisions(game, target)[7] == (None, 0.7)
    assert minutes(target) == pytest.approx(3.5 / 60, abs=0.001)


def test_what_lies_before_a_correction_is_no_play(tmp_path: Path, target: Path, at: At) -> None:
    """Play that goes on after it: its first entry has the time since the correction, in turns and minutes as well."""
    game = five(tmp_path / "g.jsonl", at)
    at(86400)
    amend(game.line(), 2, {"type": "marked", "seat": 2, "at": 3})
    at(86405)
    mark(game, 7)
    assert list(of_decisions(game, target).values())[-1] == (5.0, 0.7)
    assert of_turns(target)[5] == 5.0
    assert minutes(target) == pytest.approx(8.5 / 60, abs=0.001)


def test_the_times_of_the_log_itself_stay_with_the_correction(tmp_path: Path, target: Path, at: At) -> None:
    """Entries that repeat or replace have the time of the original in `events`; the rest of a correction its own."""
    game = five(tmp_path / "g.jsonl", at)
    at(100)
    amend(game.line(), 4, {"type": "marked", "seat": 2, "at": 3})
    archive(target, [game.path])
    found = ask(target, "SELECT n, type, epoch_ms(time) FROM events WHERE n > 5 ORDER BY n")
    since = [(n, kind, ms - int(START.timestamp() * 1000)) for n, kind, ms in found]
    assert since == [(6, "corrected", 100_000), (7, "marked", 2800), (8, "marked", 3500), (9, "promoted", 100_000)]


def test_what_is_tried_out_leaves_a_stopped_clock_standing(tmp_path: Path, target: Path, at: At) -> None:
    """A what-if during a pause has no time, and does not end it: it can be resumed, and all times leave it out."""
    at(0)
    game = begin(tmp_path / "g.jsonl", 4)
    at(10)
    mark(game, 0)
    game.pause()
    game.branch("w", at=1)
    at(60)
    mark(game, 8, line="w")
    with pytest.raises(NotWrittenError, match="stands already"):
        game.pause(line="w")
    at(110)
    game.resume()
    at(170)
    mark(game, 8)
    assert of_decisions(game, target) == {1: (0.0, None), 2: (10.0, 0.0), 7: (60.0, 10.0)}
    assert ask(target, "SELECT n, seconds FROM decisions WHERE NOT on_main") == [(5, None)]
    assert minutes(target) == pytest.approx(70 / 60, abs=0.001)


@pytest.mark.parametrize(("line", "thought"), [("main", 5.0), ("w", 5.0)])
def test_play_ends_a_pause_of_its_own_line(tmp_path: Path, target: Path, at: At, line: str, thought: float) -> None:
    """Who plays on where the clock was stopped has started it; only the first entry has no time."""
    at(0)
    game = begin(tmp_path / "g.jsonl", 4)
    game.branch("w", at=1)
    game.pause(line=line)
    at(60)
    mark(game, 8, line=line)
    with pytest.raises(NotWrittenError, match="runs already"):
        game.resume(line=line)
    at(65)
    mark(game, 2, line=line)
    archive(target, [game.path])
    assert ask(target, "SELECT n, seconds FROM decisions WHERE n > 2 ORDER BY n") == [(4, None), (5, thought)]


def test_main_starts_a_clock_that_was_stopped_on_a_what_if(tmp_path: Path, target: Path, at: At) -> None:
    """An entry of main ends every pause, and so does one that main has come to go through."""
    at(0)
    game = begin(tmp_path / "g.jsonl", 4)
    game.branch("w", at=1)
    game.pause()
    at(60)
    mark(game, 8, line="w")
    at(70)
    mark(game, 2, line="w")
    game.line("w").promote()
    assert of_decisions(game, target) == {1: (0.0, None), 4: (None, 0.0), 5: (10.0, None)}
    assert minutes(target) == pytest.approx(10 / 60, abs=0.001)
    game.pause(line="w")
    at(100)
    mark(game, 0)
    with pytest.raises(NotWrittenError, match="runs already"):
        game.resume()
    assert list(of_decisions(game, target).values())[-1] == (None, 10.0)
    assert minutes(target) == pytest.approx(10 / 60, abs=0.001)


def test_a_pause_of_unknown_length_leaves_the_minutes_unknown() -> None:
    """How long a game took is not known where a pause has no time; what was thought after it is."""
    played = [(1, MARKED(1, 4)), (None, Paused()), (5, Resumed()), (9, MARKED(2, 0)), (12, MARKED(1, 8))]
    entries = [
        Entry(n=n, time="" if time is None else _text(time), event=event, hash="")
        for n, (time, event) in enumerate(played, 1)
    ]
    found = times(_text(0), entries, frozenset({MARKED}), set())
    assert found.seconds == {1: 1.0, 5: 3.0}
    assert found.elapsed == {1: 1.0}


def test_turns_have_no_time_where_an_entry_has_none(tmp_path: Path, target: Path, at: At) -> None:
    """The entry after one without a time has none either, rather than the time since the start."""
    at(0)
    game = begin(tmp_path / "g.jsonl", 4)
    at(10)
    mark(game, 0)
    game.write(
        Entry(n=3, time="yesterday", event=MARKED(1, 8), state=game.digest(MARKED(1, 8).apply(game.line().state)))
    )
    at(30)
    archive(target, [game.path])
    assert of_turns(target) == {0: 0.0, 1: 10.0, 2: None}
