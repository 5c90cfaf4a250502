"""The worked examples of the specification, by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.movement import way
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.games.small_star_empires.state import galaxy as stars_of
from playfold.engine.games.small_star_empires.turns import ShipMoved
from playfold.engine.games.small_star_empires.unexplored import TileRevealed

Build = Callable[..., State]
Do = Callable[..., State]
Ends = Callable[..., list[str]]
Refused = Callable[..., str]
Score = Callable[..., dict[str, int]]

RED = ["0,-1", "3,-3", "-3,1"]
GREEN = ["-1,1", "2,0", "-2,2"]
BLUE = ["1,-4", "-1,2", "-2,-2"]
"""The nebulae of `flower_a_2p`."""


def colonies(*names: str, seat: int = 1) -> dict[str, str]:
    return dict.fromkeys(names, f"{seat}c")


@pytest.mark.parametrize(
    ("names", "points"),
    [(RED[:1], 2), (RED[:2], 5), (RED, 8), ([*RED[:2], BLUE[0]], 7), ([*RED, *GREEN, *BLUE], 24)],
)
def test_1_nebulae(galaxy: Build, score: Score, names: list[str], points: int) -> None:
    """1: One red 2, two 5, three 8; two red and a blue 7; all nine 24."""
    assert score(galaxy(pieces=colonies(*names)), 1)["nebulae"] == points


def test_2_systems(galaxy: Build, score: Score) -> None:
    """2: Three, two and one planets and an empty system: 3 + 2 + 1 + 0 = 6."""
    assert score(galaxy(pieces=colonies("1,0", "-1,0", "1,-1", "0,0")), 1)["systems"] == 6


def test_3_a_station_counts_other_seats(galaxy: Build, score: Score) -> None:
    """3: A station on an empty system beside three systems of two opponents scores 3; own neighbours nothing."""
    pieces = {"0,0": "1t", "1,0": "2c", "0,1": "2c", "-1,0": "3t", "1,-1": "1c", "0,-1": "1c"}
    state = galaxy(seats=3, pieces=pieces)
    assert score(state, 1)["trade"] == 3
    assert score(state, 3)["trade"] == 2


def test_4_two_stations_count_the_same_system(galaxy: Build, score: Score) -> None:
    """4: Two stations beside one enemy system both count it."""
    assert score(galaxy(pieces={"0,0": "2c", "1,0": "1t", "1,-1": "1t"}), 1)["trade"] == 2


def test_5_tied_territories(galaxy: Build) -> None:
    """5: Territories of 7, 7 and 5: two seats have 3 points."""
    pieces = {
        **colonies("0,-4", "1,-4", "2,-4", "0,-3", "1,-3", "2,-3", seat=1),
        **colonies("4,-1", "4,0", "3,0", "3,1", "3,-1", "2,0", seat=2),
        **colonies("-4,4", "-3,4", "-3,3", "-2,3", seat=3),
    }
    state = galaxy(seats=3, pieces=pieces)
    assert RULES.standings(state)["largest_territory"] == (7, 7, 5)
    assert RULES.standings(state)["territory"] == (3, 3, 0)


def test_6_own_systems_are_crossed_others_are_not(galaxy: Build, ends: Ends, refused: Refused) -> None:
    """6: A move over an own colony is legal, ending on it is not; over an enemy colony it is not."""
    own = galaxy(pieces=colonies("0,-4"))
    assert "1,-4" in ends(own, "1s1")
    assert "0,-4" not in ends(own, "1s1")
    assert refused(own, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="colony") == "move.free"
    other = galaxy(pieces=colonies("0,-4", seat=2))
    assert "1,-4" not in ends(other, "1s1")
    assert refused(other, "ship_moved", seat=1, ship="1s1", to=[1, -4], piece="colony") == "move.blocked"


def test_7_wormholes_are_crossed_black_holes_are_not(galaxy: Build, ends: Ends) -> None:
    """7: A wormhole in the line is crossed and not landed on; a black hole stops the line before it."""
    state = galaxy(map="fan_2p_wormholes", first_player="seat1")
    assert "-1,4" in ends(state, "1s1")
    assert "-1,3" not in ends(state, "1s1")
    seat_2 = RULES.start(RULES.params("1.0", map="fan_2p_wormholes"), 2)
    line = [f"1,{r}" for r in range(3, -5, -1)]
    reached = ends(RULES.step(seat_2, FirstSeatChosen(2)), "2s1")
    assert [name for name in line if name in reached] == line[: line.index("1,-3")]


def test_8_the_openings(ends: Ends) -> None:
    """8: The destinations of both seats on the fan's map, and the number of actions of every opening."""
    start = RULES.start(RULES.params("1.0", map="fan_2p_wormholes"), 2)
    one, two = RULES.step(start, FirstSeatChosen(1)), RULES.step(start, FirstSeatChosen(2))
    east = ["0,-4", "1,-4", "2,-4"]
    south = ["-1,-3", "-1,-2", "-1,-1", "-1,0", "-1,1", "-1,2", "-1,4"]
    assert sorted(ends(one, "1s1")) == sorted([*east, *south, "-2,-3"])
    west, north = ["0,4", "-1,4", "-2,4"], ["1,3", "1,2", "1,1", "1,0", "1,-1", "1,-2"]
    assert sorted(ends(two, "2s1")) == sorted([*west, *north, "2,3"])
    assert (len(RULES.options(one)), len(RULES.options(two))) == (88, 80)
    stars = stars_of(one)
    assert all(stars.types[near] != "wormhole" for home in stars.home.values() for near in stars.around[home])
    flower = RULES.start(RULES.params(), 2)
    assert [len(RULES.options(RULES.step(flower, FirstSeatChosen(seat)))) for seat in (1, 2)] == [96, 96]
    for name in ("flower_a_4p", "flower_b_4p"):
        four = RULES.start(RULES.params("1.0", map=name), 4)
        opening = {seat: RULES.step(four, FirstSeatChosen(seat)) for seat in (1, 2, 3, 4)}
        assert [len(ends(state, f"{seat}s1")) for seat, state in opening.items()] == [14, 12, 14, 12]


def test_9_totals_of_a_map() -> None:
    """9: flower_b_2p has 57 systems: 2 homes, 15 empty, 24, 7 and 6 with planets, 3 nebulae."""
    types = list(stars_of(RULES.start(RULES.params("1.0", map="flower_b_2p"), 2)).types.values())
    kinds = ("home", "empty", "planet1", "planet2", "planet3", "nebula_red")
    assert len(types) == 57
    assert [types.count(kind) for kind in kinds] == [2, 15, 24, 7, 6, 3]  # type: ignore[arg-type]


def test_10_a_seat_without_pieces_passes(galaxy: Build, do: Do) -> None:
    """10: After its last piece a seat passes though its ships could move; the other goes on."""
    state = galaxy(supply={1: (1, 0)})
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="colony")
    state = do(state, "ship_moved", seat=2, ship="2s1", to=[0, 4], piece="colony")
    assert state.players["1"].passed
    assert state.active == 2
    assert RULES.to_act(state).seats == (2,)


def test_11_forty_placements_end_a_game_of_two(galaxy: Build, do: Do) -> None:
    """11: When both have placed everything the game is over; both can pass before that."""
    state = galaxy(supply={1: (0, 1), 2: (1, 0)})
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="trade_station")
    state = do(state, "ship_moved", seat=2, ship="2s1", to=[0, 4], piece="colony")
    result = RULES.outcome(state)
    assert result is not None
    assert result.reason == "pieces_placed"


def test_12_homes(galaxy: Build, score: Score) -> None:
    """12: A home scores nothing itself; for an adjacent enemy station it counts."""
    assert score(galaxy(), 1)["systems"] == 0
    assert score(galaxy(pieces={"0,4": "1t"}), 1)["trade"] == 1
    assert score(galaxy(pieces={"0,4": "2t"}), 2)["trade"] == 0


def test_13_enclosed_seats_pass(galaxy: Build, do: Do) -> None:
    """13: A seat whose ships are enclosed by enemy colonies and a black hole passes, and is skipped from then on."""
    state = galaxy(pieces={"0,4": "1c", "2,3": "1c"}, overlays=["black_hole 1,3"])
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="colony")
    assert (state.players["2"].passed, state.active) == (True, 1)


def test_14_a_line_before_a_wormhole(galaxy: Build) -> None:
    """14: A destination that a line and a wormhole reach is there once, as a line."""
    state = galaxy(ships={"1s1": "0,0"}, overlays=["wormhole 0,1", "wormhole 3,-1", "wormhole 2,1"])
    assert way(state, stars_of(state), "1s1", "1,0") == "line"
    assert way(state, stars_of(state), "1s1", "2,-1") == "wormhole"
    moves = [each for each in RULES.options(state) if isinstance(each, ShipMoved) and each.ship == "1s1"]
    assert len([each for each in moves if each.to == (1, 0)]) == 2
    assert len([each for each in moves if each.to == (2, -1)]) == 2


def test_15_planets_of_the_a_side(galaxy: Build, score: Score) -> None:
    """15: All systems of a map are worth 45 points and 2 for each home tile."""
    for seats in (2, 3, 4):
        names = [name for name, kind in stars_of(galaxy(seats=seats)).types.items() if kind != "home"]
        state = galaxy(seats=seats, pieces=colonies(*names), supply={1: (0, 0)})
        assert score(state, 1)["systems"] == 45 + 2 * seats


def test_16_complete_colours(galaxy: Build, score: Score) -> None:
    """16: Each complete colour is worth 8, one alone too."""
    assert score(galaxy(pieces=colonies(*GREEN)), 1)["nebulae"] == 8
    assert score(galaxy(pieces=colonies(*GREEN, *BLUE)), 1)["nebulae"] == 16


def test_17_an_empty_system_joins_territories(galaxy: Build, score: Score) -> None:
    """17: A colony on an empty system scores 0 and joins territories of 3 and 2 to one of 6."""
    pieces = colonies("1,-1", "1,0", "2,-1", "-1,0", "-1,1")
    assert score(galaxy(pieces=pieces), 1)["largest_territory"] == 3
    joined = score(galaxy(pieces={**pieces, "0,0": "1c"}), 1)
    assert joined["largest_territory"] == 6
    assert joined["systems"] == score(galaxy(pieces=pieces), 1)["systems"]


def test_18_one_seat_goes_on_alone(galaxy: Build, do: Do) -> None:
    """18: Seat 1 moves turn after turn until it has no piece left; seat 2 has no events; then the game is over."""
    state = galaxy(passed=[2], supply={1: (2, 0)})
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="colony")
    assert (state.active, state.turn) == (1, 10)
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[1, -4], piece="colony")
    assert state.phase == "over"
    assert RULES.to_act(state).seats == ()


def test_19_before_the_first_move() -> None:
    """19: Every territory is the home alone; the tied bonus is the only score."""
    state: Any = RULES.start(RULES.params(), 4)
    standings = RULES.standings(state)
    assert standings["largest_territory"] == (1, 1, 1, 1)
    assert standings["points"] == standings["territory"] == (3, 3, 3, 3)


def test_20_asteroids(galaxy: Build, do: Do, ends: Ends, refused: Refused) -> None:
    """20: Land without a piece, reveal asteroids, place; the next move has two hexes at most; home repairs the ship."""
    state = galaxy(tiles={"-1,-3": ""})
    state = do(state, "ship_moved", seat=1, ship="1s1", to=[-1, -3])
    assert RULES.to_act(state).chance == (TileRevealed,)
    state = do(state, "tile_revealed", tile="u_asteroids")
    assert state.damaged == ("1s1",)
    state = do(state, "piece_placed", seat=1, piece="colony")
    near = ["-3,-1", "-2,-3", "-2,-2", "-1,-4", "-1,-2", "-1,-1", "0,-4", "0,-3", "1,-3"]
    state = do(state, "ship_moved", seat=2, ship="2s1", to=[0, 4], piece="colony")
    assert ends(state, "1s1") == near
    assert refused(state, "ship_moved", seat=1, ship="1s1", to=[-1, -4], piece="colony") == "piece.none"
    home = do(state, "ship_moved", seat=1, ship="1s1", to=[-1, -4])
    assert home.damaged == ()
    assert home.ships["1s1"] == "-1,-4"
    assert home.pieces.keys() == state.pieces.keys()
    assert home.active == 2
