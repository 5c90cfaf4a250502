"""The board: what stands in its sectors, as text and as SVG, and its tables and notes."""

from __future__ import annotations

from collections.abc import Callable
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
        return " | ".join(scene(state).notes)

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
