"""The board as a scene, and games told in sentences."""

from __future__ import annotations

from collections.abc import Callable

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen, OverlayPlaced, SectorPlaced
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.games.small_star_empires.turns import PiecePlaced
from playfold.engine.games.small_star_empires.unexplored import TileRevealed, UnexploredLaid
from playfold.engine.scene import Scene
from playfold.replay.board_text import text

Build = Callable[..., State]
Do = Callable[..., State]
Move = Callable[..., State]
Told = Callable[..., str]

NAMES = ["Ann", "Bob", "Cid", "Dee"]


def lines(state: State) -> list[str]:
    return text(RULES.scene(state), NAMES[: state.rules.players]).split("\n")


def hints(scene: Scene) -> list[str]:
    return [shape.hint for shape in scene.shapes if shape.hint]


def test_the_whole_board_as_text(galaxy: Build) -> None:
    """Each hex has two lines: coordinates and what there is; the piece and the ship."""
    state = galaxy(
        map="fan_2p_wormholes",
        pieces={"0,-4": "1t", "2,-2": "2c"},
        ships={"1s1": "0,-3", "2s3": "1,-2"},
        tiles={"-1,-3": "", "-3,3": "u_ruins", "2,-4": "u_quad"},
    )
    shown = lines(state)
    assert shown[:7] == [
        "Small Star Empires, fan_2p_wormholes, turn 9",
        "    -1,-4 H 0,-4  1 1,-4  2 2,-4  4",
        "    1s234   1T",
        "-2,-3 1 -1,-3 ? 0,-3  1 1,-3  # 2,-3  1 3,-3  2 4,-3  1",
        "                1C 1s1",
        "    -2,-2 . -1,-2 1 0,-2  3 1,-2  R 2,-2  3 3,-2  @ 4,-2  .",
        "                            2C 2s3  2C",
    ]
    assert max(map(len, shown)) <= 80


def test_every_map_fits_80_columns(galaxy: Build) -> None:
    """No line is longer than 80 cells, and the board takes two lines for each row of hexes."""
    for seats, rows in ((2, 9), (3, 10), (4, 11)):
        shown = lines(galaxy(seats=seats, unexplored_count=14))
        assert max(map(len, shown)) <= 80
        assert shown.index("Points") == 1 + 2 * rows + 2


def test_ships_and_pieces_carry_their_seats(galaxy: Build) -> None:
    """Pieces and ships have the seat's colour, its number in their text, and a hint for readers."""
    state = galaxy(pieces={"1,0": "2t"}, ships={"1s2": "0,-4"}, damaged=["1s2"], tiles={"0,0": "u_asteroids"})
    scene = RULES.scene(state)
    shown = {shape.text: shape for shape in scene.shapes if shape.fill == "seat"}
    assert (shown["2T"].seat, shown["2T"].kind) == (2, "square")
    assert (shown["1C"].seat, shown["1C"].kind) == (1, "circle")
    assert (shown["1s2!"].seat, shown["1s2!"].hint) == (1, "@1's damaged ship 1s2, at 0,-4")
    assert "the three-planet system 1,0, @2's trade station" in hints(scene)
    assert "@2's home system 1,4" in hints(scene)
    assert "1s2!" in "\n".join(lines(state))


def test_nebulae_are_told_apart_by_letters(galaxy: Build) -> None:
    """Colours of nebulae are written as letters too, in both drawings."""
    scene = RULES.scene(galaxy())
    letters = [shape.text for shape in scene.shapes if shape.kind == "circle" and shape.text in {"R", "G", "B"}]
    marks = [shape.mark for shape in scene.shapes if shape.mark in {"R", "G", "B"}]
    assert sorted(letters) == sorted(marks) == ["B"] * 3 + ["G"] * 3 + ["R"] * 3


def test_table_and_notes(galaxy: Build) -> None:
    """The table holds the points of all five kinds and the pieces left; the notes begin with whose turn it is."""
    state = galaxy(pieces={"1,0": "1c", "0,-1": "1c", "0,0": "1t", "-1,0": "2c"}, passed=[2])
    scene = RULES.scene(state)
    assert scene.tables[0].rows == (
        ("1 @1", "9", "3", "2", "1", "3", "0", "3", "14", "3", ""),
        ("2 @2", "2", "2", "0", "0", "0", "0", "1", "15", "4", "passed"),
    )
    assert scene.waits == "it is the turn of @1, which moves a ship and places a piece"
    assert len((*scene.below, *scene.legend)) == 4
    assert "? unexplored" in RULES.scene(galaxy(tiles={"0,0": ""})).legend[-1]


def test_notes_say_what_is_waited_for(galaxy: Build, move: Move) -> None:
    """Each phase has a note of its own."""
    asking = RULES.start(RULES.params("1.0", shuffle_sectors=True, overlays="free", unexplored_count=14), 2)
    notes = [RULES.scene(asking).waits]
    state = RULES.step(asking, FirstSeatChosen(2))
    notes.append(RULES.scene(state).waits)
    for slot in range(7):
        state = RULES.step(state, SectorPlaced(f"S{slot + 1}", "A", slot, 0))  # type: ignore[arg-type]
    notes.append(RULES.scene(state).waits)
    while state.phase == "overlays":
        state = RULES.step(state, RULES.options(state)[0])
    notes.append(RULES.scene(state).waits)
    assert notes == [
        "the starting seat is waited for",
        "the sector for slot 0 is waited for",
        "@2 lays an overlay; left are 4 wormholes and 2 black holes",
        "8 unexplored systems are waited for",
    ]
    landed = move(galaxy(tiles={"-1,-3": ""}), "1s1", -1, -3)
    found = RULES.step(landed, TileRevealed("u_drift"))
    assert RULES.scene(landed).waits == "@1's 1s1 has landed on -1,-3, its tile is waited for"
    assert RULES.scene(found).waits == "@1 places a piece on -1,-3, beside the tile that 1s1 has revealed"
    assert (
        RULES.scene(RULES.step(found, PiecePlaced(1, "colony"))).waits == "@1's 1s1 is adrift at -1,-3 and moves again"
    )
    over = move(galaxy(passed=[2], supply={1: (1, 0)}), "1s1", 0, -4, "colony")
    assert RULES.scene(over).waits == "the game is over (passed): @1"


def test_sectors_that_are_not_laid_are_left_blank() -> None:
    """A shuffled map shows the homes, and outlines where sectors will lie."""
    state = RULES.start(RULES.params("1.0", shuffle_sectors=True, first_player="seat1"), 2)
    scene = RULES.scene(state)
    assert len([shape for shape in scene.shapes if shape.mark == "-"]) == 49
    assert scene.width == RULES.scene(RULES.start(RULES.params(), 2)).width


def test_moves_are_told_with_their_points(galaxy: Build, told: Told) -> None:
    """A sentence names ship, way, system and piece, whose points change, who passes and who is next."""
    state = galaxy(pieces={"0,4": "2t"})
    assert (
        told(state, "ship_moved", seat=1, ship="1s1", to=[-1, 4], piece="trade_station")
        == "@1's 1s1 flies 8 south-east to the empty system -1,4 and opens a trade station: "
        "@1 has 1 point (+1), @2 5 (+1); @2 is next."
    )
    assert (
        told(state, "ship_moved", seat=1, ship="1s4", to=[-2, -3], piece="colony")
        == "@1's 1s4 flies 1 south-west to the one-planet system -2,-3 and founds a colony: "
        "@1 has 4 points (+4); @2 is next."
    )
    quiet = galaxy(pieces={"0,4": "2t", "2,3": "2c"})
    assert (
        told(quiet, "ship_moved", seat=1, ship="1s1", to=[-1, -2], piece="colony")
        == "@1's 1s1 flies 2 south-east to the one-planet system -1,-2 and founds a colony: "
        "@1 has 1 point (+1); @2 is next."
    )


def test_jumps_and_endings_are_told(galaxy: Build, told: Told) -> None:
    """A jump is told as one; the last move tells who passes, who wins and how."""
    state = galaxy(ships={"1s1": "0,1"}, overlays=["wormhole 0,0", "wormhole 3,1"], supply={1: (1, 0), 2: (0, 0)})
    assert (
        told(state, "ship_moved", seat=1, ship="1s1", to=[3, 0], piece="colony")
        == "@1's 1s1 jumps through the wormholes to the one-planet system 3,0 and founds a colony: "
        "@1 has 5 points (+1); @2 has placed all its pieces and passes for good; @1 has placed all its pieces and "
        "passes for good; the galaxy is settled: @1 rules the galaxy with 5 points (@2 3)."
    )
    fenced = galaxy(pieces={"0,4": "1c", "2,3": "1c"}, ships={"1s1": "1,2"})
    assert told(fenced, "ship_moved", seat=1, ship="1s1", to=[1, 3], piece="colony").endswith(
        "@2 has no ship that can move and passes for good; @1 goes on alone."
    )


def test_unexplored_systems_are_told(galaxy: Build, do: Do, move: Move, told: Told) -> None:
    """Landing, the find, the piece, the drift and the repair are told."""
    state = galaxy(tiles={"-1,-3": ""})
    assert (
        told(state, "ship_moved", seat=1, ship="1s1", to=[-1, -3])
        == "@1's 1s1 flies 1 south-east to the unexplored system -1,-3; its tile is turned up."
    )
    landed = move(state, "1s1", -1, -3)
    assert told(landed, "tile_revealed", tile="u_ruins") == (
        "On -1,-3 1s1 finds ancient ruins: they are worth 3 points."
    )
    found = do(landed, "tile_revealed", tile="u_ruins")
    assert told(found, "piece_placed", seat=1, piece="colony") == (
        "@1 founds a colony on the explored system -1,-3 (ancient ruins): @1 has 6 points (+3), @2 0 (-3); @2 is next."
    )
    drifting = do(landed, "tile_revealed", tile="u_drift")
    assert told(drifting, "piece_placed", seat=1, piece="colony").endswith(
        "; the drift carries 1s1 on, it moves again."
    )
    adrift = do(drifting, "piece_placed", seat=1, piece="colony")
    assert "1s1 drifts on 1 east to" in told(adrift, "ship_moved", seat=1, ship="1s1", to=[0, -3], piece="colony")
    hurt = galaxy(ships={"1s1": "0,-4"}, damaged=["1s1"], tiles={"0,0": "u_asteroids", "-1,-3": ""})
    assert told(hurt, "ship_moved", seat=1, ship="1s1", to=[-1, -4]) == (
        "@1's 1s1 flies 1 west to its home system -1,-4 and is repaired; @2 is next."
    )
    docking = move(hurt, "1s2", -1, -3)
    assert told(docking, "tile_revealed", tile="u_dock") == (
        "On -1,-3 1s2 finds a dry dock: it is a one-planet system, and every ship of its finder is repaired (1s1)."
    )


def test_the_set_up_is_told() -> None:
    """The starting seat, sectors, overlays and unexplored systems are told, and who begins."""
    start = RULES.start(RULES.params("1.0", overlays="free", overlay_supply={"wormhole": 1, "black_hole": 1}), 3)
    first = FirstSeatChosen(3)
    assert first.tell(start, RULES.step(start, first)) == ("@3 was emperor of the stars in an earlier life and begins.")
    laying = RULES.step(start, first)
    wormhole, hole = OverlayPlaced(3, (0, 0), "wormhole"), OverlayPlaced(1, (1, -3), "black_hole")
    assert wormhole.tell(laying, RULES.step(laying, wormhole)) == "@3 opens a wormhole at 0,0; @1 lays the next tile."
    laying = RULES.step(laying, wormhole)
    assert hole.tell(laying, RULES.step(laying, hole)) == "@1 puts a black hole on 1,-3; @3 begins."
    plain = RULES.start(RULES.params(), 2)
    assert FirstSeatChosen(1).tell(plain, RULES.step(plain, FirstSeatChosen(1))) == (
        "@1 was emperor of the stars in an earlier life and begins."
    )
    hiding = RULES.start(RULES.params("1.0", unexplored_count=2, first_player="seat1"), 2)
    laid = UnexploredLaid(((-1, -3), (0, 0)))
    assert laid.tell(hiding, RULES.step(hiding, laid)) == "Unexplored tiles lie face down on -1,-3 0,0; @1 begins."
    shuffled = RULES.start(RULES.params("1.0", shuffle_sectors=True, first_player="seat1"), 2)
    sector = SectorPlaced("S4", "B", 0, 2)
    assert sector.tell(shuffled, RULES.step(shuffled, sector)) == (
        "Sector S4 lies with side B up around 0,0, turned 120 degrees clockwise."
    )
