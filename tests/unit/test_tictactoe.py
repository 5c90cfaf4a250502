"""The example rule set, found through its entry point like anybody's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from playfold.engine.installed import names, ruleset
from playfold.engine.rulings import rule
from playfold.errors import Illegal, MalformedEventError, UnknownRulesError

RULES = ruleset("tic-tac-toe")


def play(cells: Iterable[int], version: str = "1.0", **overrides: Any) -> Any:
    state = RULES.start(RULES.params(version, **overrides), 2)
    for cell in cells:
        (seat,) = RULES.to_act(state).seats
        state = RULES.step(state, RULES.event({"type": "marked", "seat": seat, "at": cell}))
    return state


def test_entry_point() -> None:
    """A rule set of another distribution is listed once it is installed."""
    assert "tic-tac-toe" in names()


def test_three_in_a_row_wins() -> None:
    """Three in a row end the game at once, and their seat wins."""
    state = play([0, 3, 1, 4, 2])
    end = RULES.outcome(state)
    assert end is not None
    assert (end.winners, end.ranking, end.reason) == ((1,), ((1,), (2,)), "three")
    assert RULES.standings(state) == {"marks": (3, 2)}


def test_every_line_wins() -> None:
    """Each of the eight lines ends the game, with any of its cells marked last."""
    from playfold_tictactoe import LINES  # noqa: PLC0415 - the other tests use the entry point alone

    for line in LINES:
        others = [cell for cell in range(9) if cell not in line]
        for last in range(3):
            a, b, c = line[last:] + line[:last]
            apart = next((x, y) for x in others for y in others if x != y)
            state = play([a, apart[0], b, apart[1], c])
            assert RULES.outcome(state) is not None


def test_misere_loses() -> None:
    """In the other version the same three in a row lose."""
    end = RULES.outcome(play([0, 3, 1, 4, 2], "1.0-misere"))
    assert end is not None
    assert end.winners == (2,)


def test_full_board_is_drawn() -> None:
    """A full board without three in a row has no winner and ranks both seats together."""
    end = RULES.outcome(play([0, 1, 2, 4, 3, 5, 7, 6, 8]))
    assert end is not None
    assert (end.winners, end.ranking, end.reason) == ((), ((1, 2),), "full")


def test_three_with_the_last_cell_wins() -> None:
    """Three in a row that fill the board win."""
    end = RULES.outcome(play([0, 1, 2, 3, 4, 5, 7, 6, 8]))
    assert end is not None
    assert end.winners == (1,)


def test_first_seat() -> None:
    """A parameter says who begins."""
    assert RULES.to_act(play([], first_seat=2)).seats == (2,)
    with pytest.raises(UnknownRulesError, match="first_seat"):
        RULES.params("1.0", first_seat=3)


def test_marked_cell_is_refused() -> None:
    """A cell is marked once; the refusal says whose it is and what is free."""
    with pytest.raises(Illegal, match=r"4 is @1's; free are 0, 1, 2, 3, 5, 6, 7, 8") as caught:
        play([4, 4])
    assert caught.value.rule == "mark.free"


@pytest.mark.parametrize(("cells", "seat", "rule_id"), [([4], 1, "play.turn"), ([0, 3, 1, 4, 2], 2, "play.over")])
def test_turns(cells: list[int], seat: int, rule_id: str) -> None:
    """Only the seat whose turn it is may mark, and nobody after the end."""
    with pytest.raises(Illegal) as caught:
        RULES.step(play(cells), RULES.event({"type": "marked", "seat": seat, "at": 8}))
    assert caught.value.rule == rule_id


@pytest.mark.parametrize("at", [9, -1, "4", None, [1, 1]])
def test_cells_are_0_to_8(at: object) -> None:
    """A cell that is not on the board is no event."""
    with pytest.raises(MalformedEventError, match="at"):
        RULES.event({"type": "marked", "seat": 1, "at": at})


def test_telling() -> None:
    """The mark that makes three in a row says so."""
    before, after = play([0, 3, 1, 4]), play([0, 3, 1, 4, 2])
    event = RULES.event({"type": "marked", "seat": 1, "at": 2})
    assert event.tell(before, after) == "@1 marks cell 2 and has three in a row."
    assert event.tell(play([]), play([2])) == "@1 marks cell 2."


def test_rulings() -> None:
    """A ruling may change the board, but not leave a game that is over and goes on."""
    assert rule(RULES, play([4]), {"/board": "1........"}).board == "1........"
    with pytest.raises(MalformedEventError, match="over"):
        rule(RULES, play([4]), {"/board": "111......"})
