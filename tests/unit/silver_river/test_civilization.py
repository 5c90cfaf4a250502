"""Civilization actions: colonizing, populating, trade stations, terraforming (Civilization Actions, Trade Stations)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.civilization import PlanetColonized, Populated, StationBuilt
from playfold.engine.games.silver_river.lookup import capacity
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import Activation, State, Turn

Game = Callable[..., State]
Refused = Callable[..., str]

EMPTY, NEAR, NEBULA, P1, U6, H1, CENTRE = (2, -1), (1, 1), (1, 0), (2, 0), (3, -1), (2, 1), (0, 0)
HOME = (3, 0)
RICH = {1: {"civilization": 20}, 2: {"civilization": 20}}


def people(state: State, **planets: dict[str, int]) -> State:
    """Puts population on planets: by seat."""
    put = {name: replace(state.planets[name], population=cubes) for name, cubes in planets.items()}
    return replace(state, planets={**state.planets, **put})


def changed(state: State, name: str, **parts: Any) -> State:
    """Changes parts of a planet."""
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


def test_the_civilization_turn_of_the_rulebook_costs_12(acting: Game, do: Game, fleets: Game, techs: Game) -> None:
    """Station 2, populate 2 + 3 for 5, colonize an uninhabitable planet 3, populate it 2: all full."""
    state = acting(3, races=("grey", "martian", "nordic"), cubes={1: {"civilization": 12}})
    assert state.planets["X1"].capacity == 3
    state = fleets(state, {"1a": (EMPTY, 5), "1b": (state.planets["X1"].at, 3), "2a": ((-3, 3), 1), "3a": ((0, -3), 1)})
    state = people(state, H1={"1": 1, "2": 2}, P1={"1": 1})
    state = techs(state, 1, c1="trade_stations subterranean_colonization", c2="", c_populate="domestic_planning")
    state = techs(state, 1, c1="trade_stations", c2="subterranean_colonization")
    state = do(state, "station_built", seat=1, at=list(EMPTY))
    assert state.players["1"].cubes.civilization == 10
    state = do(state, "populated", seat=1, planets={"H1": 2, "P1": 3})
    assert state.players["1"].cubes.civilization == 5
    state = do(state, "planet_colonized", seat=1, planet="X1")
    assert state.players["1"].cubes.civilization == 2
    state = do(state, "populated", seat=1, planets={"X1": 2})
    assert state.players["1"].cubes.civilization == 0
    for name, cubes in {"H1": {"1": 3, "2": 2}, "P1": {"1": 4}, "X1": {"1": 3}}.items():
        assert state.planets[name].population == cubes
        assert sum(cubes.values()) == capacity(state, name)


def test_colonizing_costs_2_with_advanced_colonization(acting: Game, do: Game, fleets: Game, techs: Game) -> None:
    """3 as printed, 2 with the card on top."""
    state = fleets(acting(cubes=RICH), {"1a": (P1, 5)})
    assert do(state, "planet_colonized", seat=1, planet="P1").players["1"].cubes.civilization == 17
    upgraded = techs(state, 1, c_colonize="advanced_colonization")
    assert do(upgraded, "planet_colonized", seat=1, planet="P1").players["1"].cubes.civilization == 18


def test_uninhabitable_planets_need_a_technology_but_for_martians(
    acting: Game, do: Game, fleets: Game, techs: Game, refused: Refused
) -> None:
    """Refused without Subterranean Colonization, legal with it on top, and for the Martians anyway."""
    state = fleets(acting(races=("grey", "nordic"), cubes=RICH), {"1a": (U6, 5)})
    assert refused(state, "planet_colonized", seat=1, planet="U6") == "colonize.uninhabitable"
    able = techs(state, 1, c1="subterranean_colonization")
    assert do(able, "planet_colonized", seat=1, planet="U6").planets["U6"].population == {"1": 1}
    covered = techs(state, 1, c1="subterranean_colonization trade_stations")
    assert refused(covered, "planet_colonized", seat=1, planet="U6") == "colonize.uninhabitable"
    martian = fleets(acting(races=("martian", "nordic"), cubes=RICH), {"1a": (U6, 5)})
    assert do(martian, "planet_colonized", seat=1, planet="U6").planets["U6"].population == {"1": 1}


def test_arcturians_pay_one_less_and_at_least_one(acting: Game, do: Game, fleets: Game, techs: Game) -> None:
    """The Arcturians colonize for 2, with Advanced Colonization for 1, and at a base of 1 for 1."""
    state = fleets(acting(races=("arcturian", "nordic"), cubes=RICH), {"1a": (P1, 5)})
    assert do(state, "planet_colonized", seat=1, planet="P1").players["1"].cubes.civilization == 18
    able = techs(state, 1, c_colonize="advanced_colonization")
    assert do(able, "planet_colonized", seat=1, planet="P1").players["1"].cubes.civilization == 19
    cheap = fleets(acting(races=("arcturian", "nordic"), cubes=RICH, colonize_base=1), {"1a": (P1, 5)})
    assert do(cheap, "planet_colonized", seat=1, planet="P1").players["1"].cubes.civilization == 19


def test_colonizing_needs_planet_fleet_and_price(acting: Game, fleets: Game, refused: Refused) -> None:
    """A word that is no planet, a planet without an own fleet, one with own cubes, and too few cubes are refused."""
    state = fleets(acting(cubes=RICH), {"1a": (P1, 5), "2a": (H1, 1)})
    assert refused(state, "planet_colonized", seat=1, planet="P9") == "colonize.planet"
    assert refused(state, "planet_colonized", seat=1, planet="H1") == "colonize.fleet"
    assert refused(people(state, P1={"1": 1}), "planet_colonized", seat=1, planet="P1") == "colonize.new"
    poor = fleets(acting(cubes={1: {"civilization": 2}}), {"1a": (P1, 5)})
    assert refused(poor, "planet_colonized", seat=1, planet="P1") == "colonize.pay"


def test_fleets_and_people_of_others_do_not_prevent_colonizing(acting: Game, do: Game, fleets: Game) -> None:
    """Beside another seat's fleet and cubes there is room as long as the planet is not full."""
    state = people(fleets(acting(cubes=RICH), {"1a": (P1, 5), "2a": (P1, 3)}), P1={"2": 3})
    assert do(state, "planet_colonized", seat=1, planet="P1").planets["P1"].population == {"1": 1, "2": 3}


def test_a_newcomers_own_terraforming_makes_no_room(
    acting: Game, do: Game, fleets: Game, techs: Game, refused: Refused
) -> None:
    """4 of 4: a race with Terraforming I may not colonize; once it has a cube there capacity is 5."""
    state = people(fleets(techs(acting(cubes=RICH), 1, c1="terraforming_1"), {"1a": (P1, 5)}), P1={"2": 4})
    assert refused(state, "planet_colonized", seat=1, planet="P1") == "colonize.room"
    state = do(people(state, P1={"2": 3}), "planet_colonized", seat=1, planet="P1")
    assert capacity(state, "P1") == 5
    assert do(state, "populated", seat=1, planets={"P1": 1}).planets["P1"].population == {"1": 2, "2": 3}


def test_terraforming_does_not_add_up_and_stays(acting: Game, do: Game, techs: Game) -> None:
    """Terraforming I and II of two races give +2, not +3, also after both races are gone."""
    state = people(acting(cubes=RICH), P1={"1": 1, "2": 1})
    state = techs(techs(state, 1, c1="terraforming_1"), 2, c1="terraforming_2")
    state = do(state, "converted", seat=1, spent={"civilization": 2}, gained="politics")
    assert (state.planets["P1"].terraform, capacity(state, "P1")) == (2, 6)
    gone = techs(techs(people(state, P1={}), 1, c1=""), 2, c1="")
    gone = do(gone, "converted", seat=1, spent={"civilization": 2}, gained="politics")
    assert capacity(gone, "P1") == 6


def test_covered_terraforming_brings_nothing_new(acting: Game, do: Game, fleets: Game, techs: Game) -> None:
    """A planet that is colonized after the card was covered is not terraformed."""
    state = fleets(techs(acting(cubes=RICH), 1, c1="terraforming_1 trade_stations"), {"1a": (P1, 5)})
    assert do(state, "planet_colonized", seat=1, planet="P1").planets["P1"].terraform == 0


def test_wonders_add_capacity_for_all_or_for_their_builder(
    acting: Game, do: Game, having: Game, refused: Refused
) -> None:
    """Deep Vaults give their builder 2 more places, Hive Nexus everybody 1."""
    state = people(acting(races=("martian", "insectoid"), cubes=RICH), P1={"1": 2, "2": 2})
    state = having(having(state, 1, wonders=("pleasure_dome",)), 2, wonders=())
    vaults = changed(state, "P1", wonder=Built("racial", 1))
    assert (capacity(vaults, "P1", 1), capacity(vaults, "P1", 2)) == (6, 4)
    assert do(vaults, "populated", seat=1, planets={"P1": 2}).planets["P1"].population["1"] == 4
    other = replace(vaults, turn=Turn(2))
    assert refused(other, "populated", seat=2, planets={"P1": 1}) == "populate.room"
    hive = changed(state, "P1", wonder=Built("racial", 2))
    assert (capacity(hive, "P1", 1), capacity(hive, "P1", 2)) == (5, 5)


def test_populating_costs_2_a_cube_and_1_with_domestic_planning(acting: Game, do: Game, techs: Game) -> None:
    """Three cubes cost 6 as printed and 3 with the card on top; the printed price is a parameter (A19)."""
    state = people(acting(cubes=RICH), P1={"1": 1})
    assert do(state, "populated", seat=1, planets={"P1": 3}).players["1"].cubes.civilization == 14
    planned = techs(state, 1, c_populate="domestic_planning")
    assert do(planned, "populated", seat=1, planets={"P1": 3}).players["1"].cubes.civilization == 17
    dear = people(acting(cubes=RICH, populate_base=4), P1={"1": 1})
    assert do(dear, "populated", seat=1, planets={"P1": 3}).players["1"].cubes.civilization == 8


def test_the_first_cube_of_an_age_is_free_for_insectoids(acting: Game, do: Game) -> None:
    """Two cubes cost the Insectoids 2, the next two 4."""
    state = people(acting(races=("insectoid", "grey"), cubes=RICH), H1={"1": 1})
    state = do(state, "populated", seat=1, planets={"H1": 2})
    assert state.players["1"].cubes.civilization == 18
    assert do(state, "populated", seat=1, planets={"H1": 2}).players["1"].cubes.civilization == 14


def test_populating_needs_own_cubes_room_order_and_price(acting: Game, refused: Refused) -> None:
    """Nothing, a planet without own cubes, more than it holds, planets out of order, zeros, no money: refused."""
    state = people(acting(cubes=RICH), P1={"1": 3}, H1={"1": 1})
    assert refused(state, "populated", seat=1, planets={}) == "populate.some"
    assert refused(state, "populated", seat=1, planets={"P2": 1}) == "populate.own"
    assert refused(state, "populated", seat=1, planets={"P1": 2}) == "populate.room"
    assert refused(state, "populated", seat=1, planets={"P1": 1, "H1": 1}) == "write.order"
    assert refused(state, "populated", seat=1, planets={"H1": 0}) == "write.order"
    poor = people(acting(cubes={1: {"civilization": 3}}), H1={"1": 1})
    assert refused(poor, "populated", seat=1, planets={"H1": 2}) == "populate.pay"


def test_a_turn_spends_one_type(acting: Game, do: Game, put: Game, refused: Refused) -> None:
    """Populating in a politics turn is illegal, in the next turn it is not."""
    state = people(acting(cubes=RICH), P1={"1": 1})
    politics = put(state, turn=Turn(1, "politics", True))
    assert refused(politics, "populated", seat=1, planets={"P1": 1}) == "turn.type"
    assert do(state, "populated", seat=1, planets={"P1": 1}).turn.type == "civilization"


def _at(state: State, marker: str) -> tuple[int, int]:
    at = state.fleets[marker].at
    assert at is not None
    return at


def _activated(state: State, marker: str = "1a", **more: Any) -> State:
    return replace(
        state, turn=Turn(1, "military", True, activations=1, activation=Activation(marker, _at(state, marker), **more))
    )


def test_an_activated_fleet_colonizes_every_new_planet_of_its_sector(
    acting: Game, do: Game, fleets: Game, refused: Refused
) -> None:
    """In a military turn civilization pays for each; then nothing but colonizing follows (A2, A58)."""
    state = acting(races=("martian", "yahyel"), cubes={1: {"civilization": 6, "military": 3}})
    state = _activated(fleets(state, {"1a": ((-3, 0), 5)}))
    state = do(state, "planet_colonized", seat=1, planet="2h1")
    state = do(state, "planet_colonized", seat=1, planet="2h2")
    assert state.players["1"].cubes.civilization == 0
    assert (state.turn.type, state.turn.activation) == ("military", Activation("1a", (-3, 0), colonized=True))
    assert refused(state, "sector_explored", seat=1) == "explore.fleet"


def test_colonizing_in_a_military_turn_follows_an_activation(
    acting: Game, fleets: Game, put: Game, refused: Refused
) -> None:
    """Without an open follow-up, after a combat, and elsewhere than the activated fleet it is refused."""
    state = fleets(acting(cubes=RICH), {"1a": (P1, 5), "1b": (H1, 3)})
    military = put(state, turn=Turn(1, "military", True))
    assert refused(military, "planet_colonized", seat=1, planet="P1") == "colonize.follow"
    assert refused(_activated(state, fought=True), "planet_colonized", seat=1, planet="P1") == "colonize.follow"
    assert refused(_activated(state), "planet_colonized", seat=1, planet="H1") == "colonize.follow"
    assert refused(_activated(state, asked=(1, 2)), "planet_colonized", seat=1, planet="P1") == "play.open"


def test_stations_need_technology_sector_fleet_and_price(
    acting: Game, fleets: Game, techs: Game, refused: Refused
) -> None:
    """Each condition of a trade station is refused by its own rule; Sagittarius A* has none (A13)."""
    bare = fleets(acting(cubes=RICH), {"1a": (EMPTY, 5), "1b": (P1, 3), "1c": (CENTRE, 1), "1d": (NEBULA, 1)})
    assert refused(bare, "station_built", seat=1, at=list(EMPTY)) == "station.tech"
    state = techs(bare, 1, c1="trade_stations")
    for at in (P1, CENTRE, HOME, (9, 9)):
        assert refused(state, "station_built", seat=1, at=list(at)) == "station.sector"
    assert refused(replace(state, stations={"2,-1": 2}), "station_built", seat=1, at=list(EMPTY)) == "station.one"
    assert refused(state, "station_built", seat=1, at=list(NEAR)) == "station.fleet"
    four = dict.fromkeys(("-1,-1", "0,1", "1,-1", "1,1"), 1)
    assert refused(replace(state, stations=four), "station_built", seat=1, at=list(EMPTY)) == "station.most"
    poor = techs(fleets(acting(cubes={1: {"civilization": 1}}), {"1a": (EMPTY, 5)}), 1, c1="trade_stations")
    assert refused(poor, "station_built", seat=1, at=list(EMPTY)) == "station.pay"


def test_a_station_stands_in_a_nebula_too_and_its_price_is_a_parameter(
    acting: Game, do: Game, fleets: Game, techs: Game
) -> None:
    """A nebula takes a station as an empty sector does; with station_cost 5 it costs 5."""
    state = techs(fleets(acting(cubes=RICH, station_cost=5), {"1a": (NEBULA, 5)}), 1, c1="trade_stations")
    state = do(state, "station_built", seat=1, at=list(NEBULA))
    assert (state.stations, state.players["1"].cubes.civilization) == ({"1,0": 1}, 15)


@pytest.mark.parametrize("kind", [PlanetColonized, Populated, StationBuilt])
def test_options_hold_each_civilization_action(acting: Game, fleets: Game, techs: Game, kind: type) -> None:
    """What can be colonized, populated and built is offered, and every offer is legal."""
    state = people(fleets(acting(cubes=RICH), {"1a": (EMPTY, 5), "1b": (P1, 3)}), H1={"1": 1})
    state = techs(state, 1, c1="trade_stations")
    offered = [each for each in RULES.options(state) if isinstance(each, kind)]
    assert offered
    for each in offered:
        RULES.check(state, each)
