"""Corrections replay the rest of the game; two lines are compared turn by turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import playfold
from playfold.errors import Illegal, UnknownPositionError
from playfold.replay.amend import amend
from playfold.replay.bundled import bundled
from playfold.replay.compare import compare
from playfold.replay.game import Game
from playfold.replay.validate import examine


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Ann begins in the centre, then 0, 8, 2, 6."""
    game = playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])
    for k, cell in enumerate((4, 0, 8, 2, 6)):
        game.play({"type": "marked", "seat": 1 + k % 2, "at": cell})
    return game


def test_a_correction_that_leaves_the_rest_legal_moves_main(game: Game) -> None:
    """Entry 3 was cell 7, not 8: the later marks still stand, so main goes on from the corrected line."""
    done = amend(game.line(), 3, {"type": "marked", "seat": 1, "at": 7}, "misread")
    assert (done.line, done.entry, done.promoted) == ("fix-3", 7, True)
    assert [str(change) for change in done.changes] == ["/board: 2...1...1 -> 2...1..1."]
    assert [(later.n, later.copy, later.effect) for later in done.later] == [(4, 8, "changed"), (5, 9, "changed")]
    assert game.state.board == "2.2.1.11."
    again = playfold.open(game.path)
    assert again.state == game.state
    assert again.entries[7].of == 4
    assert game.at(5).state.board == "2.2.1.1.1"
    assert examine(game.path).ok
    game.play({"type": "marked", "seat": 2, "at": 1})


def test_a_correction_stops_at_the_first_illegal_entry(game: Game) -> None:
    """Entry 2 was cell 2: the fourth mark is taken then; main stays, the line can be played on."""
    done = amend(game.line(), 2, {"type": "marked", "seat": 2, "at": 2})
    assert [(later.n, later.effect, later.rule) for later in done.later] == [
        (3, "changed", ""),
        (4, "illegal", "mark.free"),
        (5, "not reached", ""),
    ]
    assert not done.promoted
    assert game.state.board == "2.2.1.1.1"
    assert game.line("fix-2").state.board == "..2.1...1"
    game.line("fix-2").play({"type": "marked", "seat": 2, "at": 0})
    assert examine(game.path).ok


def test_a_correction_must_be_legal_itself(game: Game) -> None:
    """A new event that the rules refuse there writes nothing; nor does an entry off the path."""
    before = game.path.read_bytes()
    with pytest.raises(Illegal):
        amend(game.line(), 3, {"type": "marked", "seat": 1, "at": 4})
    with pytest.raises(UnknownPositionError):
        amend(game.line(), 9, {"type": "marked", "seat": 1, "at": 7})
    assert game.path.read_bytes() == before


def test_a_second_correction_of_an_entry_gets_a_name_of_its_own(game: Game) -> None:
    """fix-3, fix-3-2: nothing is overwritten."""
    amend(game.line(), 3, {"type": "marked", "seat": 1, "at": 7})
    assert amend(game.line(), 7, {"type": "marked", "seat": 1, "at": 8}).line == "fix-7"
    game.branch("old", at=5)
    assert amend(game.line("old"), 3, {"type": "marked", "seat": 1, "at": 1}).line == "fix-3-2"
    assert examine(game.path).ok


def test_what_is_unchanged_is_told_as_such(tmp_path: Path) -> None:
    """An entry whose effect is the same after the correction is `unchanged`: here a ship's move elsewhere."""
    source = next(path for path in bundled() if path.stem == "space-monkeys-playtest")
    copy = tmp_path / "g.jsonl"
    copy.write_bytes(source.read_bytes())
    game = playfold.open(copy)
    path = game.line().path
    researched = next(n for n in path if type(game.entries[n - 1].event).__name__ == "Researched")
    seat = game.entries[researched - 1].event.seat
    done = amend(game.line(), researched, {"type": "passed", "seat": seat})
    effects = {later.effect for later in done.later}
    assert "unchanged" in effects
    assert not done.promoted, "main of this log is finished"
    assert examine(copy).ok


def test_two_lines_are_compared_after_each_turn(game: Game) -> None:
    """The parting, the states' difference in each turn that both have, the standings, and the outcomes."""
    line = game.branch("side", at=3)
    for seat, cell in ((2, 7), (1, 2), (2, 6)):
        line.play({"type": "marked", "seat": seat, "at": cell})
    found = compare(game.line(), line)
    assert (found.parted, found.first) == (3, (4, 7))
    assert [(turn.turn, turn.entries) for turn in found.turns] == [(3, (4, 7)), (4, (5, 8)), (5, (0, 9))]
    assert [str(change) for change in found.turns[0].changes] == ["/board: 2.2.1...1 -> 2...1..21"]
    assert found.outcomes[0] is None
    assert compare(game.line(), game.line()).turns == ()
