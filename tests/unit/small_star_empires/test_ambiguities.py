"""The register of open questions: each reading, shown by a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.ambiguities import REGISTER
from playfold.engine.games.small_star_empires.sectors import HOUSE, MAPS, SIDES
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.games.small_star_empires.state import galaxy as stars_of
from playfold.engine.games.small_star_empires.tiles import ALL_TILES
from playfold.engine.games.small_star_empires.turns import PiecePlaced
from playfold.engine.games.small_star_empires.unexplored import TileRevealed, UnexploredLaid
from playfold.engine.hexes import neighbours
from playfold.engine.parameters import describe

Build = Callable[..., State]
Do = Callable[..., State]
Move = Callable[..., State]
Ends = Callable[..., list[str]]
Refused = Callable[..., str]
Score = Callable[..., dict[str, int]]

RULES_NOW: Any = RULES.params()


def test_the_register_is_complete_and_names_parameters() -> None:
    """A1 to A27 are there, each with a test here, and each parameter named exists and cites the entry."""
    assert [one.id for one in REGISTER] == [f"A{number}" for number in range(1, 28)]
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_a")}
    assert tested == {one.id for one in REGISTER}
    cited = {item.name: set(re.findall(r"\bA\d+\b", item.cite)) for item in describe(RULES.parameters)}
    entries = {one.id: set(one.parameters) for one in REGISTER}
    assert {name for names in entries.values() for name in names} <= set(cited)
    for name, ids in cited.items():
        assert ids == {entry for entry, names in entries.items() if name in names}, name


def test_a1_homes_count_for_stations(galaxy: Build, score: Score) -> None:
    """A1: A station beside seat 2's home has a point."""
    assert score(galaxy(pieces={"2,3": "1t"}), 1)["trade"] == 1


def test_a2_the_home_is_part_of_the_territory(galaxy: Build, score: Score) -> None:
    """A2: Two systems beside the home and the home are a territory of 3."""
    assert score(galaxy(pieces={"0,-4": "1c", "-2,-3": "1c"}), 1)["largest_territory"] == 3


def test_a3_each_tied_seat_has_the_bonus(galaxy: Build) -> None:
    """A3: Equal territories bring 3 points to both."""
    assert RULES.standings(galaxy())["territory"] == (3, 3)


def test_a4_ties_are_broken_in_the_house_order() -> None:
    """A4: The largest territory, then systems, then planets."""
    assert RULES_NOW.tiebreak == ("largest_territory", "systems", "planets")


def test_a5_there_are_14_tiles() -> None:
    """A5: 14 tiles, and at most 14 unexplored systems."""
    assert ALL_TILES == 14
    state = RULES.step(RULES.start(RULES.params("1.0", unexplored_count=1), 2), FirstSeatChosen(1))
    state = RULES.step(state, UnexploredLaid(((-1, -3),)))
    state = RULES.step(state, RULES.event({"type": "ship_moved", "seat": 1, "ship": "1s1", "to": [-1, -3]}))
    assert sum(weight for _, weight in TileRevealed.weights(state)) == 14


def test_a6_a_bad_move_has_to_be_made(galaxy: Build) -> None:
    """A6: Every option of a turn is a move, there is no pass among them."""
    assert {type(option).__name__ for option in RULES.options(galaxy())} == {"ShipMoved"}


def test_a7_a_blocked_seat_passes_for_good(galaxy: Build, move: Move) -> None:
    """A7: Enclosed at home, with all its pieces, seat 2 passes and never comes again."""
    state = galaxy(pieces={"0,4": "1c", "2,3": "1c"}, ships={"1s1": "1,2"})
    state = move(state, "1s1", 1, 3, "colony")
    assert state.players["2"].passed
    assert state.active == 1


def test_a8_the_others_go_on(galaxy: Build, move: Move) -> None:
    """A8: When seat 1 has placed its last piece, seats 2 and 3 play on."""
    state = move(galaxy(seats=3, supply={1: (1, 0)}), "1s1", 0, -4, "colony")
    state = move(move(state, "2s1", 4, -1, "colony"), "3s1", -3, 4, "colony")
    assert (state.active, state.players["1"].passed, state.phase) == (2, True, "move")


def test_a9_nebulae_have_the_colours_of_the_data() -> None:
    """A9: On the A flower each colour is there three times, on the B flower red alone."""
    for side, colors in (("a", [3, 3, 3]), ("b", [3, 0, 0])):
        types = list(stars_of(RULES.start(RULES.params("1.0", map=f"flower_{side}_2p"), 2)).types.values())
        assert [types.count(kind) for kind in ("nebula_red", "nebula_green", "nebula_blue")] == colors


def test_a10_ships_share_the_home_alone(galaxy: Build, refused: Refused) -> None:
    """A10: Four ships begin at home; no ship lands where another one stands."""
    state = galaxy(ships={"1s1": "0,-4"})
    assert refused(state, "ship_moved", seat=1, ship="1s2", to=[0, -4], piece="colony") == "move.free"


def test_a11_nothing_is_placed_at_home(galaxy: Build, refused: Refused) -> None:
    """A11: A ship does not land at home to place a station."""
    state = galaxy(ships={"1s1": "0,-4"})
    assert refused(state, "ship_moved", seat=1, ship="1s1", to=[-1, -4], piece="trade_station") == "move.home"


def test_a12_a_jump_passes_nothing(galaxy: Build, ends: Ends) -> None:
    """A12: A jump goes over a wall of enemy systems and black holes."""
    wall = {"0,-2": "2c", "1,-2": "2c", "-1,-1": "2c", "1,-1": "2c", "-1,0": "2c", "0,-1": "2c"}
    state = galaxy(pieces=wall, ships={"1s1": "0,0", "1s2": "1,-4"}, overlays=["wormhole 1,-3", "wormhole -2,0"])
    assert "-2,1" in ends(state, "1s2")


def test_a13_more_than_three_nebulae_are_worth_8() -> None:
    """A13: Five red nebulae, as a shuffled map can have them, are worth as much as three."""
    sectors = [("S1", "B"), ("S2", "B"), ("S3", "A"), ("S4", "A"), ("S5", "B"), ("S6", "A"), ("S7", "A")]
    state = RULES.start(RULES.params("1.0", shuffle_sectors=True, first_player="seat1"), 2)
    for slot, (sector, side) in enumerate(sectors):
        raw = {"type": "sector_placed", "sector": sector, "side": side, "slot": slot, "rotation": 0}
        state = RULES.step(state, RULES.event(raw))
    red: Any = {name: "1 colony" for name, kind in stars_of(state).types.items() if kind == "nebula_red"}
    assert len(red) == 5
    assert RULES.standings(msgspec.structs.replace(state, pieces=red))["nebulae"][0] == 8


def test_a14_two_of_two_are_worth_5(galaxy: Build, score: Score) -> None:
    """A14: Two red nebulae are worth 5, whether or not the map has a third."""
    assert score(galaxy(pieces={"0,-1": "1c", "3,-3": "1c"}), 1)["nebulae"] == 5


def test_a15_homes_lie_outermost() -> None:
    """A15: Every home has fewer neighbours on the map than six: it lies at the rim."""
    for name, each in MAPS.items():
        stars = stars_of(RULES.start(RULES.params("1.0", map=name), each.players))
        for home in stars.home.values():
            assert len(stars.around[home]) == 3 < len(neighbours(stars.points[home]))


def test_a16_the_tiles_3_to_7_are_house_content_on_side_a() -> None:
    """A16: S3A to S7A are labelled as invented."""
    assert {name for name, side in SIDES.items() if side.source == HOUSE} == {f"S{number}A" for number in range(3, 8)}


def test_a17_the_home_uses_no_colony(galaxy: Build) -> None:
    """A17: All 20 pieces are there at the start."""
    player = galaxy().players["1"]
    assert player.colonies + player.stations == 20


def test_a18_any_system_of_another_seat_counts(galaxy: Build, score: Score) -> None:
    """A18: A station on an empty system counts a colony and a station of others alike."""
    assert score(galaxy(pieces={"0,0": "1t", "1,0": "2c", "0,1": "2t"}), 1)["trade"] == 2


def test_a19_own_systems_are_crossed_alone(galaxy: Build, ends: Ends) -> None:
    """A19: Lines cross own systems and not those of others."""
    assert "1,-4" in ends(galaxy(pieces={"0,-4": "1c"}), "1s1")
    assert "1,-4" not in ends(galaxy(pieces={"0,-4": "2c"}), "1s1")


def test_a20_the_game_ends_when_nobody_can_move(galaxy: Build, move: Move) -> None:
    """A20: One blocked seat does not end it; when the other one is done too, it is over."""
    state = galaxy(pieces={"0,4": "1c", "2,3": "1c"}, ships={"1s1": "1,2"}, supply={1: (2, 0)})
    state = move(state, "1s1", 1, 3, "colony")
    assert state.phase == "move"
    state = move(state, "1s2", 0, -4, "colony")
    result = RULES.outcome(state)
    assert result is not None
    assert result.reason == "passed"


def test_a21_a_pass_is_fixed_when_the_turn_comes(galaxy: Build, move: Move) -> None:
    """A21: A seat that is enclosed has not passed until its turn comes; having passed, it stays so."""
    state = galaxy(pieces={"0,4": "1c", "2,3": "1c", "1,3": "1c"}, seats=2)
    assert not state.players["2"].passed
    state = move(state, "1s1", 0, -4, "colony")
    assert state.players["2"].passed
    state = move(state, "1s2", 1, -4, "colony")
    assert (state.players["2"].passed, state.active) == (True, 1)


def test_a22_the_piece_is_chosen_after_the_tile_is_seen(galaxy: Build, move: Move) -> None:
    """A22: A ship lands without a piece, the tile is revealed, then either piece can be placed."""
    state = move(galaxy(tiles={"-1,-3": ""}), "1s1", -1, -3)
    state = RULES.step(state, TileRevealed("u_ruins"))
    assert RULES.options(state) == [PiecePlaced(1, "colony"), PiecePlaced(1, "trade_station")]


def test_a23_a_ship_adrift_moves_if_it_can(galaxy: Build, move: Move) -> None:
    """A23: The ship on the drift has to move again; where it cannot, the turn ends."""
    state = RULES.fold(move(galaxy(tiles={"-1,-3": ""}), "1s1", -1, -3), [TileRevealed("u_drift")])
    on = RULES.step(state, PiecePlaced(1, "colony"))
    assert (on.phase, on.active, {getattr(each, "ship", "") for each in RULES.options(on)}) == ("drift", 1, {"1s1"})
    fence = dict.fromkeys(["0,-4", "-2,-3", "0,-3", "-2,-2", "-1,-2"], "2c")
    state = RULES.fold(move(galaxy(tiles={"-1,-3": ""}, pieces=fence), "1s1", -1, -3), [TileRevealed("u_drift")])
    assert RULES.step(state, PiecePlaced(1, "colony")).active == 2


def test_a24_prisms_take_the_best_colours_together(galaxy: Build, score: Score) -> None:
    """A24: With two red nebulae one prism adds 3; with one red two prisms add 6; with nothing one adds 2."""
    tiles = {"0,0": "u_prism", "-1,-3": "u_prism"}
    for own, points in (
        ({"0,-1": "1c", "3,-3": "1c", "0,0": "1c"}, 3),
        ({"0,-1": "1c", "0,0": "1c", "-1,-3": "1c"}, 6),
        ({"0,0": "1c"}, 2),
    ):
        assert score(galaxy(pieces=own, tiles=tiles), 1)["bonus"] == points


def test_a25_the_seats_lay_overlays_in_turn() -> None:
    """A25: Four wormholes and two black holes, each on an empty system, one by one from the starting seat on."""
    state = RULES.step(RULES.start(RULES.params("1.0", overlays="free"), 4), FirstSeatChosen(3))
    seats = []
    while state.phase == "overlays":
        seats.append(state.active)
        state = RULES.step(state, RULES.options(state)[-1])
    assert seats == [3, 4, 1, 2, 3, 4]
    assert sorted(name.split()[0] for name in state.overlays) == ["black_hole"] * 2 + ["wormhole"] * 4


def test_a26_unexplored_systems_are_drawn_among_the_empty_ones() -> None:
    """A26: Every way to choose empty systems is as likely as the others."""
    state = RULES.step(RULES.start(RULES.params("1.0", unexplored_count=1), 2), FirstSeatChosen(1))
    outcomes = UnexploredLaid.weights(state)
    empty = [place for place, kind in stars_of(state).types.items() if kind == "empty"]
    assert [f"{event.at[0][0]},{event.at[0][1]}" for event, _ in outcomes] == empty
    assert {weight for _, weight in outcomes} == {1}


def test_a27_each_station_counts_for_itself(galaxy: Build, score: Score) -> None:
    """A27: Two stations beside each other's systems and one enemy system: 2 points."""
    assert score(galaxy(pieces={"0,0": "1t", "0,1": "1t", "-1,1": "2c"}), 1)["trade"] == 2
