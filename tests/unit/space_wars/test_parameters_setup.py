"""Parameters of the set-up: their values matter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.setup import due
from playfold.engine.games.space_wars.state import State, lands
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def test_mode() -> None:
    """Two seats have an ally and nothing else; more have objectives, or play for the galaxy without."""
    for mode, seats, phase in (
        ("auto", 2, "deal"),
        ("ally2", 2, "deal"),
        ("auto", 3, "objectives"),
        ("objectives", 6, "objectives"),
        ("galaxy", 4, "deal"),
    ):
        assert RULES.start(RULES.params("1.0", mode=mode), seats).phase == phase
    for mode, seats in (("objectives", 2), ("galaxy", 2), ("ally2", 3)):
        with pytest.raises(UnknownRulesError):
            RULES.start(RULES.params("1.0", mode=mode), seats)


def test_map() -> None:
    """There is one map, with 42 territories."""
    assert [item.allowed for item in describe(RULES.parameters) if item.name == "map"] == ["house-1"]
    assert len(TERRITORIES) == 42


def test_initial_ships(dealt: Build) -> None:
    """Of 30 ships 19 are free with 11 territories, or all 30."""
    assert due(dealt(4), 1) == 19
    assert due(dealt(4, initial_ships="remainder"), 1) == 30


def test_ships_by_players(dealt: Build) -> None:
    """Each number of players has its own number of ships."""
    for seats, ships in ((2, 40), (3, 35), (4, 30), (5, 25), (6, 20)):
        for number in (ships, ships + 7):
            state = dealt(seats, ships_by_players={str(seats): number})
            assert due(state, 1) == number - len(lands(state, 1))


def test_initial_placement(dealt: Build, do: Do, refused: Refused) -> None:
    """All ships of a seat at once in seat order, one each by turns, or all seats at once and hidden."""
    state = dealt(3)
    state = do(state, "ships_placed", seat=1, ships={"gab1": state.pending})
    assert (state.phase, state.active) == ("placement", 2)
    state = dealt(3, initial_placement="one_by_one", ships_by_players={"3": 16})
    order = []
    while state.phase == "placement":
        order.append(state.active)
        state = do(state, "ships_placed", seat=state.active, ships={lands(state, state.active)[0]: 1})
    assert order == [1, 2, 3, 1, 2, 3]
    state = dealt(3, initial_placement="simultaneous")
    assert RULES.to_act(state).seats == (1, 2, 3)
    for seat in (3, 1):
        at = lands(state, seat)[0]
        state = do(state, "ships_placed", seat=seat, ships={at: due(state, seat)})
        assert refused(state, "ships_placed", seat=seat, ships={at: 1}) == "play.turn"
        assert state.ships[at] == 1
    state = do(state, "ships_placed", seat=2, ships={"gab2": due(state, 2)})
    assert (state.phase, state.sealed, state.ships["gab1"], state.ships["gab2"]) == ("first", {}, 22, 22)


def test_one_by_one_passes_over_who_has_none_left(dealt: Build, do: Do) -> None:
    """With a joker and a ship more than the others seat 3 places last, alone; without ships there is no placement."""
    state = dealt(4, initial_placement="one_by_one", ships_by_players={"4": 11})
    order = []
    while state.phase == "placement":
        order.append(state.active)
        state = do(state, "ships_placed", seat=state.active, ships={lands(state, state.active)[0]: 1})
    assert order == [3, 4]
    assert state.phase == "first"


def test_first_player(dealt: Build, do: Do) -> None:
    """Chance names the first seat, or seat 1 begins without an event."""
    for first, phase in (("random", "first"), ("seat1", "reinforce")):
        state = dealt(3, first_player=first)
        for seat in (1, 2, 3):
            state = do(state, "ships_placed", seat=seat, ships={lands(state, seat)[0]: due(state, seat)})
        assert state.phase == phase
    assert (state.active, state.first, state.turn, state.round) == (1, 1, 1, 1)


def test_ally_initial_ships(dealt: Build) -> None:
    """The ally has so many ships on each of its territories."""
    for ships in (1, 2, 5):
        state = dealt(2, ally_initial_ships=ships)
        assert {state.ships[at] for at in lands(state, 0)} == {ships}
