"""Who may look at a fleet marker in The Silver River."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.markers import sees
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import State

Do = Callable[..., State]
AT, NEAR, EMPTY = (2, 0), (1, 0), (2, -1)


@pytest.fixture
def apart(acting: Do, fleets: Do) -> State:
    """Gives three seats whose fleets are apart: 2a stands above the planet P1."""
    state: State = fleets(acting(3), {"1a": ((0, 0), 3), "2a": (AT, 3), "3a": (NEAR, 1)})
    return state


def test_a_seat_knows_its_own_markers_alone(apart: State) -> None:
    """Also those off the board; of others it knows none while nothing is shared."""
    assert [sees(apart, seat, "2a") for seat in (1, 2, 3)] == [False, True, False]
    assert [sees(apart, seat, "2d") for seat in (1, 2, 3)] == [False, True, False]
    assert RULES.view(apart, 1).fleets["2a"].number == 0
    assert RULES.view(apart, 2).fleets["2a"].number == 1


def test_an_own_fleet_in_the_sector_shows_the_markers_there(apart: State, fleets: Do) -> None:
    """Both see each other, a third seat neither."""
    state = fleets(apart, {"1a": (AT, 3), "2a": (AT, 3), "3a": (NEAR, 1)})
    assert sees(state, 1, "2a")
    assert sees(state, 2, "1a")
    assert not sees(state, 3, "1a")


def test_population_a_wonder_and_a_station_show_them(apart: State) -> None:
    """Own cubes on a planet there, a wonder that the seat built, a station in the sector."""
    planet = apart.planets["P1"]
    people = replace(apart, planets={**apart.planets, "P1": replace(planet, population={"1": 1})})
    assert [sees(people, seat, "2a") for seat in (1, 3)] == [True, False]
    wonder = replace(apart, planets={**apart.planets, "P1": replace(planet, wonder=Built("racial", 3))})
    assert [sees(wonder, seat, "2a") for seat in (1, 3)] == [False, True]
    station = replace(apart, stations={"1,0": 1})
    assert [sees(station, seat, "3a") for seat in (1, 2)] == [True, False]


def test_the_spymaster_sees_all(apart: State) -> None:
    """The title shows all markers to its holder."""
    state = replace(apart, titles={"spymaster": 1})
    assert [sees(state, 1, marker) for marker in ("2a", "2d", "3a")] == [True, True, True]
    assert not sees(state, 3, "2a")


def test_a_card_shows_markers_until_the_end_of_the_turn(apart: State, having: Do, do: Do) -> None:
    """What a card showed is seen until the turn ends (A54)."""
    state = having(apart, 1, hand=("espionage",))
    state = do(state, "tactics_played", seat=1, card="espionage", use={"markers": ["2a", "3a"]})
    assert [sees(state, 1, marker) for marker in ("2a", "2b", "3a")] == [True, False, True]
    state = do(state, "passed", seat=1, track="arts")
    assert not sees(state, 1, "2a")


def test_hit_fleets_are_seen_until_their_losses(acting: Do, fleets: Do, do: Do) -> None:
    """After the last roll a third seat sees the fleet that is hit, which the losses show at once, and no other."""
    state = fleets(acting(3, cubes={1: {"military": 1}}), {"1a": (NEAR, 1), "2a": (NEAR, 2), "3a": (AT, 1)})
    state = do(state, "fleet_activated", seat=1, marker="1a")
    state = do(state, "attack_declared", seat=1, against=[2])
    state = do(state, "battle_joined", seat=3, markers=[])
    state = do(state, "targets_chosen", seat=1, targets={"1a": "2a"})
    state = do(state, "targets_chosen", seat=2, targets={})
    assert not sees(state, 3, "2a")
    state = do(state, "combat_rolled", unit="1a", faces=["d"])
    assert [sees(state, 3, marker) for marker in ("1a", "2a")] == [False, True]
    state = do(state, "combat_continued", seat=1, choice="hold")
    assert not sees(state, 3, "2a")
