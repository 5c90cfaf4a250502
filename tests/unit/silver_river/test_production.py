"""The production and governing phases of The Silver River."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.pieces import Beast, Built
from playfold.engine.games.silver_river.production import income
from playfold.engine.games.silver_river.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

NEBULA, EMPTY, CENTRE = (1, 0), (2, -1), (0, 0)


def moved(state: State, marker: str, at: tuple[int, int]) -> State:
    return replace(state, fleets={**state.fleets, marker: replace(state.fleets[marker], at=at)})


def on_planet(state: State, name: str, **parts: Any) -> State:
    wonder = parts.get("wonder")
    if wonder is not None:
        player = state.players[str(wonder.seat)]
        left = tuple(each for each in player.wonders if each != wonder.wonder)
        state = replace(state, players={**state.players, str(wonder.seat): replace(player, wonders=left, built=1)})
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


def next_age(state: State, do: Do, second: str = "") -> State:
    """Gives the state after both seats have passed; `second` is the track of the last pass."""
    state = do(state, "passed", seat=state.turn.seat)
    return do(state, "passed", seat=state.turn.seat, **({"track": second} if second else {}))


def test_age_1_brings_13(game: Build) -> None:
    """8 of the booster and 5 of the home population (example 1); the booster is a parameter."""
    assert [player.raw for player in game().players.values()] == [13, 13]
    assert game(booster=0).players["1"].raw == 5


def test_the_booster_comes_in_age_1_alone(acting: Build, do: Do) -> None:
    """Age 2 brings the population alone."""
    state = next_age(acting(), do)
    assert (state.age, state.players["1"].raw) == (2, 5)


def test_only_fleets_in_a_nebula_bring_a_cube(acting: Build) -> None:
    """+1 where a seat has the only fleets; with a second seat's fleet there nobody gets it (example 11)."""
    state = moved(acting(), "1a", NEBULA)
    assert income(state, 1).rifts == 1
    assert income(moved(state, "1b", NEBULA), 1).rifts == 1
    assert income(moved(state, "1b", CENTRE), 1).rifts == 2
    shared = moved(state, "2a", NEBULA)
    assert (income(shared, 1).rifts, income(shared, 2).rifts) == (0, 0)
    assert income(moved(acting(), "1a", EMPTY), 1).rifts == 0


def test_stations_bring_a_cube_for_each_peopled_sector(acting: Build) -> None:
    """Next to two peopled sectors and an empty one a station produces 2, whosever population it is (example 10)."""
    state = replace(acting(), stations={"2,-1": 1})
    assert income(state, 1).stations == 0
    state = on_planet(state, "P1", population={"2": 1})
    state = on_planet(state, "H6", population={"1": 3, "2": 1})
    assert income(state, 1).stations == 2
    wonder_alone = on_planet(state, "P1", population={}, wonder=Built("racial", 2))
    assert income(wonder_alone, 1).stations == 1


def test_a_technology_adds_to_each_station(acting: Build, having: Build) -> None:
    """Market Networks brings 1 more for each own station."""
    state = replace(acting(), stations={"2,-1": 1, "1,0": 1})
    slots = {**state.players["1"].slots, "c1": ("market_networks",)}
    assert income(having(state, 1, slots=slots), 1).stations == 2


def test_titles_bring_cubes(acting: Build) -> None:
    """The Galactic Leader gets 2; the Trade Leader 1 for each own station, at least 1."""
    state = replace(acting(), titles={"galactic_leader": 1, "trade_leader": 2})
    assert (income(state, 1).effects, income(state, 2).effects) == (2, 1)
    state = replace(state, stations={"2,-1": 2, "1,0": 2})
    assert income(state, 2).effects == 2


def test_wonders_bring_cubes(acting: Build, having: Build) -> None:
    """A Pleasure Dome serves every race on its planet, a racial wonder its builder alone, even without population."""
    state = on_planet(acting(2, races=("human", "nordic")), "P1", population={"1": 1, "2": 2})
    dome = on_planet(state, "P1", wonder=Built("pleasure_dome", 1))
    assert (income(dome, 1).effects, income(dome, 2).effects) == (1, 1)
    archive = on_planet(state, "P1", wonder=Built("racial", 1), population={"2": 2})
    assert (income(archive, 1).effects, income(archive, 2).effects) == (2, 0)
    spire = on_planet(state, "P1", wonder=Built("racial", 2))
    assert income(spire, 2).typed == Cubes(politics=1)
    slots = {**state.players["1"].slots, "c1": ("galactic_culture",)}
    dome_controlled = on_planet(dome, "P1", population={"1": 3, "2": 2})
    assert income(having(dome_controlled, 1, slots=slots), 1).effects == 2


def test_shipyards_ask_clockwise_from_the_first_player(acting: Build, do: Do, refused: Refused) -> None:
    """An Orbital Shipyard gives a ship to every race on its planet, placed on a fleet below ten."""
    state = on_planet(acting(), "P1", population={"1": 1, "2": 1}, wonder=Built("orbital_shipyard", 1))
    state = next_age(replace(state, turn=replace(state.turn, seat=2)), do)
    assert (state.phase, RULES.to_act(state).due) == ("production", (2,))
    assert refused(state, "effect_chosen", seat=2, use={"ships": {"1": 2}}) == "production.ships"
    assert refused(state, "effect_chosen", seat=2, use={"take": True}) == "effect.use"
    state = do(state, "effect_chosen", seat=2, use={"ships": {"3": 1}})
    assert state.players["2"].ships.three == 3
    state = do(state, "effect_chosen", seat=1, use={"ships": {"1": 1}})
    assert state.phase == "governing"


def test_nobody_is_asked_when_no_fleet_has_room(acting: Build, having: Build, do: Do) -> None:
    """With four fleets of ten the ship of a shipyard is lost."""
    state = on_planet(acting(), "P1", population={"1": 1}, wonder=Built("orbital_shipyard", 1))
    full = dict.fromkeys(("one", "two", "three", "four"), 10)
    state = having(state, 1, ships=replace(state.players["1"].ships, **full))
    assert next_age(state, do).phase == "governing"


def test_monsters_by_age(acting: Build, do: Do) -> None:
    """Each age's monster takes the place of one that still stands, unless keep_old; tokens come back to three (A10)."""
    state = acting()
    assert state.monsters == {"0,0": Beast("void_leech")}
    after = next_age(state, do)
    assert (after.monsters["0,0"].monster, after.defeated) == ("rift_eel", ("void_leech",))
    kept = next_age(acting(monster_replace="keep_old"), do)
    assert (kept.monsters["0,0"].monster, kept.waiting) == ("void_leech", ("star_kraken", "leviathan"))


def test_exploration_tokens_do_not_add_up(acting: Build, having: Build, do: Do) -> None:
    """Each age begins with explore_limit tokens, whatever is left."""
    assert next_age(having(acting(), 1, tokens=1), do).players["1"].tokens == 3
    assert next_age(acting(explore_limit=5), do).players["1"].tokens == 5


# Governing


def test_all_raw_cubes_are_assigned_in_any_order(game: Build, do: Do, refused: Refused) -> None:
    """Seat 2 may assign first; the cubes are there when all have assigned, typed leftovers stay (A1)."""
    state = game()
    assert refused(state, "production_assigned", seat=2, cubes={"politics": 12}) == "govern.all"
    assert refused(state, "production_assigned", seat=2, cubes={"politics": 14}) == "govern.all"
    state = do(state, "production_assigned", seat=2, cubes={"military": 6, "politics": 7})
    assert state.players["2"].cubes == Cubes()
    assert RULES.to_act(state).seats == (1,)
    assert refused(state, "production_assigned", seat=2, cubes={"politics": 13}) == "play.turn"
    state = do(state, "production_assigned", seat=1, cubes={"civilization": 13})
    assert state.players["2"].cubes == Cubes(military=6, politics=7)
    assert (state.phase, state.turn.seat, state.players["1"].raw) == ("action", 1, 0)
    assert refused(state, "production_assigned", seat=1, cubes={}) == "govern.phase"


def test_leftovers_keep_their_type(acting: Build, do: Do) -> None:
    """Cubes of an earlier age stay as they are beside the new ones."""
    state = next_age(acting(cubes={1: {"technology": 3}}), do)
    state = do(state, "production_assigned", seat=1, cubes={"politics": 5})
    state = do(state, "production_assigned", seat=2, cubes={"politics": 5})
    assert state.players["1"].cubes == Cubes(technology=3, politics=5)


def test_a_seat_without_raw_cubes_assigns_nothing(acting: Build, do: Do) -> None:
    """Where nobody has any, the action phase begins at once."""
    state = on_planet(acting(), "1h1", population={})
    assert RULES.to_act(next_age(state, do)).seats == (2,)
    assert next_age(on_planet(state, "2h1", population={}), do).phase == "action"


@pytest.mark.parametrize("number", [0, 1, 5, 13, 40])
def test_offered_splits_use_all_cubes(number: int) -> None:
    """Each way that is offered assigns all, and none comes twice."""
    from playfold.engine.games.silver_river.governing import splits  # noqa: PLC0415 - used here alone

    ways = list(splits(number))
    assert len(set(ways)) == len(ways)
    assert {way.total for way in ways} == {number}
