"""The maps: what lies on them, how shuffled ones are put together, and where their content is from."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.galaxy import Galaxy, galaxy_of
from playfold.engine.games.small_star_empires.rules import Rules
from playfold.engine.games.small_star_empires.sectors import HOUSE, MAPS, RING, SIDES, SLOTS
from playfold.engine.games.small_star_empires.setup import SectorPlaced
from playfold.engine.games.small_star_empires.state import galaxy
from playfold.engine.hexes import between, distance

TABLE = """
S1A 0 Nr 1 3 1 Ng 2
S2A 0 Nb 1 2 1 3 1
S3A 0 Nr 1 2 0 1 2
S4A 0 Ng 1 0 3 2 1
S5A 0 Nb 2 1 0 1 3
S6A 0 Nr 1 Ng 1 2 0
S7A 0 Nb 1 3 0 1 1
"""
"""The A sides as the specification prints them."""


def stars(name: str, *sectors: str) -> Galaxy:
    return galaxy_of(Rules(map=name, players=MAPS[name].players, shuffle_sectors=bool(sectors)), sectors, ())  # type: ignore[arg-type]


def test_sides_are_those_of_the_specification() -> None:
    """The A sides are as printed; the B sides hold 13 empty systems, 20, 7 and 6 with planets, and three nebulae."""
    printed = {line.split()[0]: line.split()[1:] for line in TABLE.strip().splitlines()}
    assert {name: side.systems.split() for name, side in SIDES.items() if name.endswith("A")} == printed
    a_sides = Counter(system for systems in printed.values() for system in systems)
    assert a_sides == {"0": 12, "1": 16, "2": 7, "3": 5, "Nr": 3, "Ng": 3, "Nb": 3}
    b_sides = Counter(system for name, side in SIDES.items() if name.endswith("B") for system in side.systems.split())
    assert b_sides == {"0": 13, "1": 20, "2": 7, "3": 6, "Nr": 3}
    assert [name for name, side in SIDES.items() if side.systems[0] != "0"] == ["S1B"]


def test_content_says_where_it_is_from() -> None:
    """S3A to S7A and all maps but the fan's are labelled as house content; everything else names its source."""
    assert [name for name, side in SIDES.items() if side.source == HOUSE] == ["S3A", "S4A", "S5A", "S6A", "S7A"]
    assert [name for name, each in MAPS.items() if not each.source.startswith(HOUSE)] == ["fan_2p_wormholes"]
    assert all(source.startswith(("public", HOUSE)) for source in [side.source for side in SIDES.values()])


@pytest.mark.parametrize(("name", "empty", "one", "colonizable"), [
    ("flower_a_2p", 14, 20, 55),
    ("flower_a_3p", 15, 22, 58),
    ("flower_a_4p", 16, 24, 61),
    ("flower_b_2p", 15, 24, 55),
    ("flower_b_3p", 16, 26, 58),
    ("flower_b_4p", 17, 28, 61),
])  # fmt: skip
def test_totals_of_the_flower_maps(name: str, empty: int, one: int, colonizable: int) -> None:
    """49 hexes and four for each home; so many empty systems, with one planet, and to colonise."""
    found = Counter(stars(name).types.values())
    assert found.total() == 49 + 4 * MAPS[name].players
    assert (found["empty"], found["planet1"], found["planet2"]) == (empty, one, 7)
    assert found["planet3"] == (5 if "_a_" in name else 6)
    assert found.total() - found["home"] == colonizable
    assert found["nebula_red"] == 3
    assert found["nebula_green"] == found["nebula_blue"] == (3 if "_a_" in name else 0)


def test_the_fan_map() -> None:
    """Four wormholes and two black holes lie on empty centres; 49 systems are left to colonise, 55 without them."""
    found = Counter(stars("fan_2p_wormholes").types.values())
    assert (found["wormhole"], found["black_hole"], found["home"]) == (4, 2, 2)
    assert found.total() - 4 - 2 - 2 == 49
    bare = galaxy_of(Rules(map="fan_2p_wormholes", players=2, overlays="none"), (), ())
    assert bare.types == stars("flower_b_2p").types


@pytest.mark.parametrize("name", MAPS)
def test_maps_hang_together(name: str) -> None:
    """Every system borders on another one, homes lie at the rim with three neighbours of their own tile."""
    found = stars(name)
    assert all(found.around[each] for each in found.points)
    for home in found.home.values():
        assert Counter(found.types[each] for each in found.around[home]) >= Counter(["empty", "planet1", "planet1"])
    homes = [found.points[home] for home in found.home.values()]
    assert all(distance(one, other) >= 5 for one, other in combinations(homes, 2))


@pytest.mark.parametrize("name", MAPS)
def test_lines_have_no_gaps(name: str) -> None:
    """Between two systems in a straight line every hex is on the map, so that a line never leaves it and comes back."""
    places = set(stars(name).points.values())
    assert all(set(between(one, other)) <= places for one, other in combinations(places, 2))


def test_seats_sit_clockwise() -> None:
    """Seat 1 sits in the north-west; the others follow clockwise in the notches of the rim."""
    assert list(stars("flower_a_4p").home.values()) == ["-1,-4", "4,-5", "1,4", "-4,5"]
    assert list(stars("flower_a_3p").home.values()) == ["-1,-4", "5,-1", "-4,5"]
    assert list(stars("flower_a_2p").home.values()) == ["-1,-4", "1,4"]


def test_auto_is_the_a_flower_of_the_seats() -> None:
    """Without a map named the A flower for the number of seats is played."""
    for seats in (2, 3, 4):
        auto = galaxy(RULES.start(RULES.params(), seats))
        assert auto.types == stars(f"flower_a_{seats}p").types


def test_a_shuffled_map_is_made_slot_by_slot() -> None:
    """Tile, side and rotation of each slot give its seven systems; homes stay; 49 + 4 for each home at the end."""
    state = RULES.start(RULES.params("1.0", shuffle_sectors=True, first_player="seat1"), 2)
    assert len(galaxy(state).points) == 8
    state = RULES.step(state, SectorPlaced("S3", "B", 0, 1))
    assert state.sectors == ("S3B 1",)
    # Unturned the three-planet system lies west, at (-1, 0); one step takes it to (0, -1).
    assert galaxy(state).types["0,-1"] == "planet3"
    assert galaxy(state).types["1,-1"] == "planet2"
    for slot, sector in enumerate(("S1", "S2", "S4", "S5", "S6", "S7"), 1):
        raw = {"type": "sector_placed", "sector": sector, "side": "A", "slot": slot, "rotation": slot - 1}
        state = RULES.step(state, RULES.event(raw))
    assert state.phase == "move"
    assert len(galaxy(state).points) == 57
    for slot, (q, r) in enumerate(SLOTS):
        side = SIDES[state.sectors[slot].split()[0]]
        here = Counter(galaxy(state).types[f"{q + dq},{r + dr}"] for dq, dr in RING)
        assert here["planet3"] == side.systems.split().count("3")


def test_an_unturned_shuffle_is_the_flower() -> None:
    """S1 to S7 in order, all side A and unturned, are the A flower."""
    sectors = tuple(f"S{number}A 0" for number in range(1, 8))
    assert stars("flower_a_3p", *sectors).types == stars("flower_a_3p").types
