"""Going back by turns: where the turn of the last entry began."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import playfold
from playfold.errors import UnknownPositionError
from playfold.replay.bundled import bundled
from playfold.replay.lines import Line


def test_nothing_is_taken_back_at_the_start(tmp_path: Path) -> None:
    """A line without an entry has no turn to go back over."""
    game = playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])
    with pytest.raises(UnknownPositionError, match="nothing to take back"):
        game.line().start_of_turn()


def test_a_turn_of_one_entry(tmp_path: Path) -> None:
    """Where every mark is a turn, the whole last turn is the last entry."""
    game = playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])
    for seat, cell in ((1, 4), (2, 0)):
        game.play({"type": "marked", "seat": seat, "at": cell})
    assert game.line().start_of_turn() == 1
    game.line().take_back(1)
    assert game.line().start_of_turn() == 0


def test_within_a_turn_and_right_after_it() -> None:
    """Inside a turn it is where that turn began; with nothing of the turn played, where the turn before it began."""
    game = playfold.open(next(path for path in bundled() if path.stem == "space-monkeys-playtest"))
    turn, states = game.rules.turn, game.folded.states
    way = [0, *game.line().path]
    inside = after = 0
    for before, at in pairwise(way):
        began = Line(game, "main", at).start_of_turn()
        assert turn(states[began]) == turn(states[before])
        assert began == 0 or turn(states[way[way.index(began) - 1]]) != turn(states[began])
        inside += turn(states[at]) == turn(states[before])
        after += turn(states[at]) != turn(states[before])
    assert inside
    assert after
