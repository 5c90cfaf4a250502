"""Conditions of objectives and locked slots: each name counts what it says, and strings are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river.conditions import CONDITIONS, holds, parsed, unknown, value, worded
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.cubes import Ships
from playfold.engine.games.silver_river.pieces import Built, Fleet
from playfold.engine.games.silver_river.state import State

Game = Callable[..., State]

EMPTY = tuple(sector.at for sector in pack("house-1").map.sectors if sector.kind == "empty")
LEVEL_3 = {"civ": "terraforming_3", "mil": "grand_logistics"}


def planet(state: State, name: str, **parts: Any) -> State:
    """Changes parts of a planet."""
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


@pytest.fixture
def start(acting: Game) -> State:
    """Gives two seats at the start of their first action phase."""
    return acting()


def test_planets_and_population_count_homes_too(start: State) -> None:
    """A home with 5 and a planet with 2 are two planets and 7 cubes; with a modifier they are terraformed."""
    state = planet(start, "P1", population={"1": 2, "2": 1})
    assert (value(start, 1, "colonized_planets"), value(state, 1, "colonized_planets")) == (1, 2)
    assert (value(state, 1, "population_total"), value(state, 2, "population_total")) == (7, 6)
    formed = planet(planet(state, "P1", terraform=2), "H1", terraform=1)
    assert (value(state, 1, "terraformed_planets"), value(formed, 1, "terraformed_planets")) == (0, 1)


def test_ships_are_those_of_all_fleets(start: State, having: Game) -> None:
    """11 at the start; most ships means strictly more than every other seat; a fleet of 10 is a full one."""
    assert value(start, 1, "ships_total") == 11
    assert not holds(start, 1, "most_ships")
    more = having(start, 1, ships=Ships(6, 3, 2, 1))
    assert (holds(more, 1, "most_ships"), holds(more, 2, "most_ships")) == (True, False)
    assert not holds(having(start, 1, ships=Ships(9, 9, 9, 9)), 1, "fleet_at_10_ships")
    assert holds(having(start, 1, ships=Ships(1, 1, 10, 1)), 1, "fleet_at_10_ships")


def test_explored_sectors_are_the_own_tokens(start: State, having: Game) -> None:
    """Most or tied needs at least one; all means every empty sector of the map."""
    assert len(EMPTY) == 9
    assert not holds(start, 1, "most_explored_empty_sectors_or_tied")
    tied = having(having(start, 1, explored=EMPTY[:2]), 2, explored=EMPTY[3:5])
    assert value(tied, 1, "sectors_explored") == 2
    assert holds(tied, 1, "most_explored_empty_sectors_or_tied")
    assert holds(tied, 2, "most_explored_empty_sectors_or_tied")
    ahead = having(tied, 2, explored=EMPTY[:3])
    assert not holds(ahead, 1, "most_explored_empty_sectors_or_tied")
    assert not holds(having(start, 1, explored=EMPTY[:8]), 1, "explored_all_empty_sectors")
    assert holds(having(start, 1, explored=EMPTY), 1, "explored_all_empty_sectors")


@pytest.mark.parametrize(
    ("name", "parts", "count"),
    [
        ("battles_won", {"battles": 2, "hunted": 1}, 2),
        ("battles_or_monsters_won", {"battles": 2, "hunted": 1}, 3),
        ("monster_level_killed", {"monster_level": 3}, 3),
        ("ships_destroyed_in_one_initiated_battle", {"best_battle": 4}, 4),
        ("enemy_population_or_wonders_destroyed", {"razed": 5}, 5),
        ("wonders_built", {"built": 2}, 2),
        ("quests_completed", {"completed": ("quest_survey", "quest_hunter")}, 2),
    ],
)
def test_what_a_seat_has_done_is_counted(
    start: State, having: Game, name: str, parts: dict[str, Any], count: int
) -> None:
    """Combats won, monsters, ships, razed cubes, wonders ever built and quests count for their seat alone."""
    state = having(start, 1, **parts)
    assert (value(start, 1, name), value(state, 1, name), value(state, 2, name)) == (0, count, 0)


def test_a_fleet_in_sagittarius_is_a_marker_there(start: State) -> None:
    """One own marker on the centre is enough, another seat's is none."""
    state = replace(start, fleets={**start.fleets, "1b": Fleet(2, (0, 0))})
    assert holds(state, 1, "fleet_in_sagittarius")
    assert not holds(state, 2, "fleet_in_sagittarius")


@pytest.mark.parametrize("branch", ["civ", "mil"])
def test_level_3_counts_in_its_branch_covered_or_not(start: State, techs: Game, branch: str) -> None:
    """A covered level-3 card counts, one of the other branch does not; all cards are counted together."""
    state = techs(start, 1, c1=f"{LEVEL_3[branch]} trade_stations")
    assert holds(state, 1, f"{branch}_level3_researched")
    assert not holds(state, 1, f"{'mil' if branch == 'civ' else 'civ'}_level3_researched")
    assert value(state, 1, "techs_researched") == 2


def test_all_locked_slots_are_three(start: State, having: Game) -> None:
    """c3, c4 and m3 open are all; two of them are not."""
    assert not holds(having(start, 1, opened=("c3", "m3")), 1, "all_locked_slots_open")
    assert holds(having(start, 1, opened=("c3", "m3", "c4")), 1, "all_locked_slots_open")


def test_titles_are_held(start: State, put: Game) -> None:
    """Two titles make two; the Galactic Leader is one of them or not."""
    state = put(start, titles={"spymaster": 1, "trade_leader": 1, "galactic_leader": 2})
    assert value(state, 1, "titles_held") == 2
    assert (holds(state, 1, "holds_galactic_leader"), holds(state, 2, "holds_galactic_leader")) == (False, True)


def test_wonders_and_stations_that_stand_are_the_own_ones(start: State, put: Game) -> None:
    """A wonder counts on the board for its builder, and as controlled for whom scoring says."""
    state = planet(start, "2h1", wonder=Built("pleasure_dome", 1))
    assert (value(state, 1, "wonders_on_board"), value(state, 2, "wonders_on_board")) == (1, 0)
    assert (value(state, 1, "wonders_controlled"), value(state, 2, "wonders_controlled")) == (0, 1)
    assert value(put(start, stations={"0,1": 1, "1,1": 1, "1,0": 2}), 1, "stations_on_board") == 2


def test_a_string_is_a_name_and_the_least_number() -> None:
    """`battles_won>=2` needs 2, a bare name 1; other names and forms are refused."""
    assert parsed("battles_won>=2") == ("battles_won", 2)
    assert parsed("civ_level3_researched") == ("civ_level3_researched", 1)
    assert worded("colonized_planets>=3") == "colonized planets: at least 3"
    assert worded("most_ships") == "most ships"
    for when in ("battles_lost", "battles_won>2", "battles_won>=", ""):
        with pytest.raises(KeyError):
            parsed(when)


def test_the_house_pack_uses_every_condition_but_one_and_no_other() -> None:
    """What the pack names is known; and all known names but one are named in it."""
    house = pack("house-1")
    assert unknown(house) == []
    halves = [half.when for card in house.personal.values() for half in (card.immediate, card.end_game)]
    named = {parsed(when)[0] for when in halves}
    named |= {card.counts for card in house.public.values()}
    named |= {parsed(slot.opens)[0] for slot in house.slots.values() if slot.opens}
    assert set(CONDITIONS) - named == {"wonders_controlled"}
