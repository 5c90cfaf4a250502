"""The board: what stands in its sectors, as text and as SVG, and its tables and notes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Battle, Roll
from playfold.engine.games.silver_river.board import scene
from playfold.engine.games.silver_river.operations_at_once import Quest, ReturnHome
from playfold.engine.games.silver_river.pending import Ask, Draw, Keep, Reroll, Vote
from playfold.engine.games.silver_river.pieces import Beast, Built
from playfold.engine.games.silver_river.quests import quest_of
from playfold.engine.games.silver_river.seats import Running
from playfold.engine.games.silver_river.state import State, Turn
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text

Game = Callable[..., State]

NAMES = ("Ann", "Bob", "Cyd", "Dee")
HOME, EMPTY, CENTRE, NEBULA = (3, 0), (2, -1), (0, 0), (1, 0)


def lines(state: State, width: int = 80) -> list[str]:
    """Draws a state as text."""
    return text(scene(state), NAMES[: len(state.players)], width).split("\n")


def inside(state: State, corner: str) -> list[str]:
    """Gives the four lines of a sector as text, from the one with its place."""
    drawn = lines(state)
    row = next(number for number, line in enumerate(drawn) if f" {corner} " in f" {line} ")
    start = f" {drawn[row]} ".index(f" {corner} ")
    return [line[start : start + 11].strip() for line in drawn[row : row + 4]]


@pytest.fixture
def busy(acting: Game, fleets: Game, having: Game, put: Game) -> State:
    """Gives a board with something of everything."""
    state = fleets(
        acting(3, races=("martian", "grey", "yahyel")),
        {"1a": (EMPTY, 5), "1c": (EMPTY, 2), "2b": (EMPTY, 3), "1b": (HOME, 3), "3a": ((-3, 3), 5)},
    )
    planets = dict(state.planets)
    wonder = Built("orbital_shipyard", 1)
    planets["P1"] = replace(planets["P1"], population={"1": 3, "3": 1}, terraform=2, wonder=wonder)
    planets["U6"] = replace(planets["U6"], population={"1": 1})
    state = put(
        state,
        planets=planets,
        stations={"1,0": 2, "2,-1": 3},
        monsters={"0,0": Beast("void_leech", 2), "2,-1": Beast("rift_eel")},
        titles={"spymaster": 2},
        voted=("spymaster", "trade_leader"),
        tactics_discards=("census",),
        explore_discards=("beacon",),
    )
    state = having(
        having(state, 1, explored=(EMPTY,), wonders=("pleasure_dome", "racial")), 2, explored=(EMPTY, (1, 1))
    )
    return having(
        state, 1, quests=(Running("quest_survey", "1a"),), kept=("relic",), claimed=("civ01",), public={"war_hero": 2}
    )


def test_a_planet_shows_capacity_cubes_by_seat_and_wonder(busy: State) -> None:
    """P1 holds 4 + 2, three cubes of seat 1 and one of seat 3, and the shipyard of seat 1; U6 is uninhabitable."""
    assert inside(busy, "2,0") == ["2,0", "P1 6+", "3/0/1 S1", ""]
    assert inside(busy, "3,-1")[1:3] == ["U6 4x", "1/0/0"]


def test_an_empty_sector_shows_explorers_monster_station_and_fleets(busy: State) -> None:
    """Explored by 1 and 2, a monster without hits, a station of seat 3, fleets of two seats."""
    assert inside(busy, "2,-1") == ["2,-1 .12", "Rift Eel", "0 of 7 3s", "1ac 2b"]


def test_kinds_of_sectors_are_told_apart(busy: State) -> None:
    """Sagittarius A* with the monster of the age, a nebula with a station, a home, a hostile spot."""
    assert inside(busy, "0,0")[:3] == ["0,0 *", "Void Leech", "2 of 6"]
    assert inside(busy, "1,0")[:3] == ["1,0 ~", "", "2s"]
    assert inside(busy, "3,0")[0] == "3,0 h1"
    assert inside(busy, "3,-3")[:2] == ["3,-3 X", "X5 3x"]
    assert inside(busy, "-3,3")[:3] == ["-3,3 h2", "2h1 6", "0/5/0"]


def test_two_planets_of_a_sector_stand_in_two_lines(busy: State) -> None:
    """The YahYel's worlds with their cubes beside them."""
    assert inside(busy, "0,-3") == ["0,-3 h3", "3h1 0/0/3", "3h2 0/0/2", ""]


def test_many_fleets_of_a_sector_are_shortened(acting: Game, fleets: Game) -> None:
    """Markers of three seats do not fit with all their letters: their numbers stand there."""
    there = {f"{seat}{letter}": (NEBULA, 1) for seat in (1, 2, 3) for letter in "abc"}
    assert inside(fleets(acting(3), there), "1,0")[3] == "1*3 2*3 3*3"


@pytest.mark.parametrize("width", [80, 60])
def test_the_board_fits_80_columns_and_tables_and_notes_60(busy: State, width: int) -> None:
    """The map takes at most 80 columns; all else is wrapped to the width."""
    drawn = lines(busy, width)
    board = drawn.index("Production") if width == 60 else len(drawn)
    assert all(len(line) <= 80 for line in drawn)
    assert all(len(line) <= width for line in drawn[board:])


def test_the_tables_are_the_player_boards(busy: State) -> None:
    """Production, fleets, planets, cards, objectives, titles and tracks, with what a seat owns."""
    drawn = "\n".join(lines(busy))
    for said in (
        "1 Ann  Martian",
        "1a=1 1b=2 1c=3 1d=4-",
        "3/0/1  Orbital Shipyard of Ann",
        "Deep Survey (1a), Ancient Relic",
        "War Hero",
        "level 2",
        "claimed",
        "Spymaster     Bob           voted",
        "Trade Leader  on the table  voted",
        "tactics discards: Census",
        "explore discards: Navigation Beacon",
        "monsters of the coming ages: Rift Eel, Star Kraken, Leviathan",
    ):
        assert said in drawn, said


def test_house_content_is_labelled(busy: State) -> None:
    """The title says that map and cards are house content."""
    assert "house pack 1 (house content)" in lines(busy)[0]


def test_svg_draws_all_pieces_with_hints(busy: State) -> None:
    """The picture is well-formed, and each piece says what it is."""
    drawn = svg(scene(busy), NAMES[:3])
    assert ET.fromstring(drawn).tag.endswith("svg")  # noqa: S314 - it is our own
    for hint in (
        "P1: 3 of Ann, 1 of Cyd, capacity 6, terraformed by 2",
        "orbital shipyard of Ann on P1",
        "trade station of Bob at 1,0",
        "Void Leech, level 1, 2 of 6 hits",
        "marker 1a of Ann at 2,-1, fleet 1 with 5 ships",
        "explored by Bob",
        "3 population of Ann on P1",
        "0,0: Sagittarius A*",
    ):
        assert f"<title>{hint}</title>" in drawn, hint


def test_a_view_shows_no_hidden_number(busy: State) -> None:
    """Seat 3 sees where the fleets of seat 1 at home are, and not which they are."""
    drawn = svg(scene(RULES.view(busy, 3)), NAMES[:3])
    assert "<title>marker 1b of Ann at 3,0</title>" in drawn
    assert "1b=?" in text(scene(RULES.view(busy, 3)), NAMES[:3], 80)
    assert "1b=2" in text(scene(busy), NAMES[:3], 80)


def test_notes_say_what_is_waited_for(busy: State, put: Game) -> None:
    """The turn, what is open, a vote, a battle and the end are told below the board."""

    def notes(state: State) -> str:
        return " | ".join(scene(state).below)

    assert "it is the turn of @1, @1 has the first-player marker" in notes(busy)
    vote = put(busy, pending=(Vote(1, ("spymaster",)),))
    assert "a vote is open on Spymaster; voted so far: nobody" in notes(vote)
    asked = put(busy, pending=(Ask(1, quest_of(busy, "quest_hunter"), "quest_hunter", marker="1a"),))
    assert isinstance(asked.pending[0].op, Quest)  # type: ignore[union-attr]
    assert "@1 is asked: Hunter (may be taken as a quest" in notes(asked)
    home = put(busy, pending=(Ask(1, ReturnHome(), "void_leech", at=CENTRE),))
    assert "the fleets of @1 return home after that" in notes(home)
    assert "@1 draws explore cards: 2" in notes(put(busy, pending=(Draw("explore", 1, 2, marker="1a", at=EMPTY),)))
    assert "@2 keeps 1 of 2 tactics cards" in notes(put(busy, pending=(Keep(2, ("census", "lobby")),)))
    fight = Battle(
        "fleets", EMPTY, 1, "roll", rolls_due=("2b",), sides={"1": "attacker", "2": "defender"}, round=1,
        targets={"1a": "2b"}, rolls=(Roll(1, ("d", "blank"), 0, "1a"),),
    )  # fmt: skip
    told = notes(put(busy, battle=fight, pending=()))
    assert "a combat at 2,-1, begun by @1, round 1: @1 attacker, @2 defender" in told
    assert "targets: 1a at 2b" in told
    assert "1a rolled d blank at level 0" in told
    assert "@1 rolls dice again: 1, 2" in notes(put(busy, battle=fight, pending=(Reroll(1, 0, (1, 2)),)))
    over = put(busy, phase="over", turn=Turn())
    assert "the game is over: @" in notes(over)


def test_the_set_up_has_a_board_too() -> None:
    """Before races are known the map, its planets and the tables stand there."""
    start = RULES.start(RULES.params(), 2)
    assert "set-up: races" in lines(start)[0]
    assert "waiting for Ann" in lines(start)


def crowd(state: State, at: tuple[int, int], *markers: str) -> State:
    """Puts markers into a sector, all others off the board."""
    fleets = {marker: replace(fleet, at=at if marker in markers else None) for marker, fleet in state.fleets.items()}
    return replace(state, fleets=fleets)


@pytest.mark.parametrize(
    ("markers", "line"),
    [
        ("1a 1b", "1ab"),
        ("1a 2a 3a 4a", "1a 2a 3a 4a"),
        ("1a 1b 1c 1d 2a 2b 2c", "1abcd 2abc"),
        ("1a 1b 1c 2a 2b 2c 3a", "1*3 2*3 3a"),
        ("1a 1b 2a 2b 3a 4a", "1+ 2+ 3a 4a"),
        ("1a 1b 2a 2b 3a 3b 4a 4b", "1+ 2+ 3+ 4+"),
    ],
)
def test_markers_stand_apart(game: Game, markers: str, line: str) -> None:
    """However many are in a sector, seats are parted by a space; where letters are left out, a note names them."""
    state = crowd(game(4), EMPTY, *markers.split())
    assert inside(state, "2,-1 .")[3] == line
    note = f"at 2,-1: {markers}"
    assert (note in scene(state).notes) == ("+" in line or "*" in line)


def test_no_sector_is_cut_in_a_narrow_terminal(game: Game) -> None:
    """In 60 columns the map stands in two parts; each sector keeps its place, planets and fleets below one another."""
    drawn = text(scene(game(4)), NAMES, 60, fold=True).split("\n")
    board = drawn[1 : next(number for number, line in enumerate(drawn) if line.startswith("Production"))]
    assert max(map(len, board)) <= 60
    for corner, below in (("3,0 h1", "1h1 6"), ("0,0 *", ""), ("-3,0 h3", "3h1 6"), ("0,3 h2", "2h1 6")):
        row = next(number for number, line in enumerate(board) if f" {corner} " in f" {line} ")
        start = f" {board[row]} ".index(f" {corner} ")
        assert board[row + 1][start : start + 11].strip().startswith(below)


MIDDLE = 0.41
"""Half of a home sector's inside, beside its rim."""


@pytest.mark.parametrize("number", range(1, 17))
@pytest.mark.parametrize("at", [HOME, EMPTY, CENTRE])
def test_drawn_markers_do_not_overlap(game: Game, at: tuple[int, int], number: int) -> None:
    """From one marker to all sixteen, each has its own place in the sector and a size that can be read."""
    state = game(4)
    state = crowd(state, at, *sorted(state.fleets)[:number])
    hulls = [shape for shape in scene(state).shapes if shape.hint.startswith("marker ")]
    assert len(hulls) == number
    width = 2 * max(x for x, _ in hulls[0].points)
    for one, two in combinations(hulls, 2):
        assert abs(one.x - two.x) >= width - 0.001 or abs(one.y - two.y) >= width * 0.55
    assert max(shape.x for shape in hulls) - min(shape.x for shape in hulls) + width <= 2 * MIDDLE + 0.1
    assert min(shape.size for shape in hulls) >= 0.05


def test_fleets_at_home_leave_the_rim_and_the_label_free(game: Game) -> None:
    """Four markers stay inside of the rim, below the numbers of the planet."""
    state = crowd(game(4), HOME, "1a", "1b", "1c", "1d")
    drawn = scene(state).shapes
    hulls = [shape for shape in drawn if shape.hint.startswith("marker ")]
    label = next(shape for shape in drawn if shape.text == "5/6")
    planet = next(shape for shape in drawn if shape.text == "1h1")
    middle = planet.x + 0.2
    assert all(abs(shape.x - middle) + max(x for x, _ in shape.points) <= MIDDLE for shape in hulls)
    assert all(shape.y + min(y for _, y in shape.points) >= label.y + label.size * 0.36 for shape in hulls)


def test_the_drawing_has_a_key_of_its_own(game: Game) -> None:
    """It explains discs, squares and hulls, and not the signs of the text map, which has its own legend."""
    drawn = svg(scene(game(4)), NAMES)
    root = ET.fromstring(drawn)  # noqa: S314 - drawn here
    words = " ".join(node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "square 4x5: 5 cubes of seat 4" in words
    assert "planet, grey when uninhabitable" in words
    assert "~ nebula" not in words
    assert "~ nebula" in "\n".join(lines(game(4)))
