"""What always holds: every state of play is sound, and each ruling that cannot be is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.conformance import Sample
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Battle, Roll
from playfold.engine.games.silver_river.cubes import Cubes, Ships
from playfold.engine.games.silver_river.operations_at_once import Gain
from playfold.engine.games.silver_river.pending import Ask, Ballot, Draw, Keep, Reroll, Vote
from playfold.engine.games.silver_river.pieces import Beast, Built, Fleet
from playfold.engine.games.silver_river.seats import Running
from playfold.engine.games.silver_river.state import Activation, State, Turn
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError

Game = Callable[..., State]

EMPTY = (2, -1)
FIGHT = Battle("fleets", EMPTY, 1, "roll", rolls_due=("2b",), sides={"1": "attacker", "2": "defender"}, round=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_and_every_view_of_a_play_is_sound(seats: int) -> None:
    """A play along the rarest events, with what each seat sees of it, breaks none of what always holds."""
    sample = Sample(RULES, "6.0", seats, seats, 400)
    for number, state in enumerate(sample.states):
        assert RULES.sound(state) == (), number
        if not number % 10:
            for seat in range(1, seats + 1):
                assert RULES.sound(RULES.view(state, seat)) == (), (number, seat)


STATES: list[tuple[dict[str, Any], str]] = [
    ({"age": 0}, "ages count"),
    ({"age": 9}, "ages count"),
    ({"first": 5}, "first is a seat"),
    ({"turn": Turn(0)}, "a turn belongs"),
    ({"clock": -1}, "not below 0"),
    ({"queue": (1,)}, "queued"),
    ({"queue": (7,)}, "the queue holds seats"),
    ({"stations": {"0,0": 1}}, "trade stations stand"),
    ({"stations": {"0,1": 9}}, "belongs to a seat"),
    ({"stations": dict.fromkeys(("0,1", "1,1", "1,0", "-1,0", "-1,2"), 1)}, "4 trade stations"),
    ({"monsters": {"9,9": Beast("void_leech")}}, "no monster on the map"),
    ({"monsters": {"0,0": Beast("void_leech", 6)}}, "lives with 0 to 5 hits"),
    ({"waiting": ("dragon",)}, "no monster"),
    ({"titles": {"emperor": 1}}, "no title of a seat"),
    ({"voted": ("emperor",)}, "no title"),
    ({"tactics_discards": ("deploy", "deploy")}, "2 of the tactics card deploy, of 1"),
    ({"explore_gone": ("relic",) * 5}, "5 of the explore card relic, of 4"),
    ({"pending": (Ask(9, Gain(), "census"),)}, "what is open belongs to a seat"),
    ({"pending": (Ask(1, Gain(), "census", marker="9z"),)}, "no marker"),
    ({"pending": (Ask(1, Gain(), "census", cards=("gold",)),)}, "no explore cards"),
    ({"pending": (Draw("explore", 1),)}, "cards are drawn"),
    ({"pending": (Draw("tactics", 1, 0),)}, "cards are drawn"),
    ({"pending": (Keep(1, ("census",), 2),)}, "some are kept"),
    ({"pending": (Vote(1, ()),)}, "a vote is open on titles"),
    ({"pending": (Vote(1, ("spymaster",), {"1": Ballot(0), "2": Ballot(0)}),)}, "at least one has not"),
    ({"pending": (Vote(1, ("spymaster",), {"1": Ballot(5, 1)}),)}, "has committed 5"),
    ({"pending": (Reroll(1, 0, (1,)),)}, "dice of a roll"),
    ({"turn": Turn(1, activation=Activation("2a", EMPTY))}, "no marker of @1"),
    ({"turn": Turn(1, activation=Activation("1a", EMPTY, asked=(9,)))}, "asked about an attack"),
    ({"battle": replace(FIGHT, at=(9, 9))}, "no sector"),
    ({"battle": replace(FIGHT, initiator=9)}, "between seats"),
    ({"battle": replace(FIGHT, fired={"9": 1})}, "kept by seat"),
    ({"battle": replace(FIGHT, targets={"1x": "2b"})}, "no unit"),
    ({"battle": replace(FIGHT, rolls=(Roll(1, ("d",), 0, "9a"),))}, "no unit"),
    ({"battle": replace(FIGHT, rolls_due=("bomb:9",))}, "bombing ships"),
    ({"battle": replace(FIGHT, rolls_due=())}, "still to be rolled"),
    ({"battle": replace(FIGHT, stage="join", rolls_due=())}, "somebody is asked"),
    ({"battle": replace(FIGHT, kind="bombardment", planet="P9")}, "no planet"),
    ({"battle": replace(FIGHT, kind="monster", monster="dragon")}, "no monster"),
    ({"phase": "over", "turn": Turn(), "battle": FIGHT}, "no fleet is active"),
    ({"phase": "over", "turn": Turn(), "pending": (Draw("tactics", 1),)}, "nothing is open"),
]


@pytest.mark.parametrize(("parts", "words"), STATES, ids=[words for _, words in STATES])
def test_parts_of_a_state_that_cannot_be_are_named(acting: Game, put: Game, parts: dict[str, Any], words: str) -> None:
    """Each part that contradicts the rest is told in a sentence."""
    state = acting()
    assert RULES.sound(state) == ()
    assert any(words in sentence for sentence in RULES.sound(put(state, **parts))), RULES.sound(put(state, **parts))


PLAYERS: list[tuple[dict[str, Any], str]] = [
    ({"race": "grey"}, "race of its own"),
    ({"race": "elf"}, "none of the races"),
    ({"ships": Ships(11, 3, 2, 1)}, "at most 10 ships"),
    ({"ships": Ships(5, 3, 2, 0)}, "exactly while it has ships"),
    ({"raw": -1}, "raw is not below 0"),
    ({"assigned": Cubes()}, "behind the screen"),
    ({"domestic": (0, 0, 0)}, "4 domestic tracks"),
    ({"domestic": (9, 0, 0, 0)}, "arts has the steps 0 to 8"),
    ({"wonders": ("racial", "racial")}, "wonders on the board"),
    ({"slots": {}}, "the slots are"),
    ({"opened": ("c1",)}, "opened slots"),
    ({"objectives": ("civ01", "civ01")}, "personal objectives"),
    ({"claimed": ("tec01",)}, "claimed are objectives"),
    ({"ready": {"tec01": 1}}, "ready are objectives"),
    ({"public": {"war_hero": 4}}, "no level of a public objective"),
    ({"explored": (EMPTY, EMPTY)}, "explored once"),
    ({"explored": ((0, 0),)}, "no empty sector"),
    ({"completed": ("relic",)}, "no quest"),
    ({"quests": (Running("quest_hunter", "2a"),)}, "one of the seat's markers"),
    ({"quests": (Running("quest_hunter", "1a"),) * 6}, "5 quests run at most"),
    ({"kept": ("gold",)}, "no explore card"),
    ({"hand": ("bomb",)}, "the tactics card bomb, of 0"),
]


@pytest.mark.parametrize(("parts", "words"), PLAYERS, ids=[words for _, words in PLAYERS])
def test_things_of_a_seat_that_cannot_be_are_named(
    acting: Game, having: Game, parts: dict[str, Any], words: str
) -> None:
    """Each thing that a seat cannot have is told in a sentence."""
    found = RULES.sound(having(acting(), 1, **parts))
    assert any(words in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ({"c1": ("hyperspace",)}, "no technology card"),
        ({"c1": ("trade_stations",), "c2": ("trade_stations",)}, "lies in one slot"),
        ({"c3": ("trade_stations",)}, "locked and holds no cards"),
        ({"m1": ("trade_stations",)}, "does not fit"),
    ],
)
def test_cards_lie_in_slots_by_the_rules(
    acting: Game, having: Game, slots: dict[str, tuple[str, ...]], words: str
) -> None:
    """Unknown cards, the same card twice, locked slots and wrong branches are told."""
    state = acting()
    found = RULES.sound(having(state, 1, slots={**state.players["1"].slots, **slots}))
    assert any(words in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("name", "parts", "words"),
    [
        ("P1", {"at": (0, 0)}, "P1 is not at"),
        ("P1", {"population": {"1": 0}}, "at least 1"),
        ("P1", {"population": {"1": 7}}, "P1 holds at most 6"),
        ("P1", {"terraform": -1}, "not below 0"),
        ("P1", {"wonder": Built("sphinx", 1)}, "no wonder of a seat"),
        ("P1", {"wonder": Built("racial", 1)}, "in two places"),
    ],
)
def test_planets_hold_what_they_can(acting: Game, put: Game, name: str, parts: dict[str, Any], words: str) -> None:
    """Place, population, modifier and wonder of a planet are judged."""
    state = acting()
    found = RULES.sound(put(state, planets={**state.planets, name: replace(state.planets[name], **parts)}))
    assert any(words in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("fleets", "words"),
    [
        ({"9a": Fleet(1)}, "no marker"),
        ({"1a": Fleet(2, (3, 0))}, "each once"),
        ({"1a": Fleet(7, (3, 0))}, "each once"),
        ({"1a": Fleet(1, (9, 9))}, "no sector"),
        ({"1a": Fleet(1)}, "exactly while it has ships"),
    ],
)
def test_markers_stand_for_four_fleets(acting: Game, put: Game, fleets: dict[str, Fleet], words: str) -> None:
    """Strange markers, numbers twice, sectors that are none, and fleets off the map with ships are told."""
    state = acting()
    found = RULES.sound(put(state, fleets={**state.fleets, **fleets}))
    assert any(words in sentence for sentence in found), found


def test_missing_planets_seats_and_markers_are_told(acting: Game, put: Game) -> None:
    """A planet of the map, a seat and a marker belong there."""
    state = acting()
    few = put(state, planets={name: planet for name, planet in state.planets.items() if name != "P1"})
    assert any("P1 is missing" in sentence for sentence in RULES.sound(few))
    assert RULES.sound(put(state, players={"1": state.players["1"]}))
    assert any("four markers" in sentence for sentence in RULES.sound(put(state, fleets={})))


def test_a_ruling_is_judged(acting: Game) -> None:
    """Cubes may be ruled to a seat; an eleventh ship may not."""
    state = acting()
    ruled = rule(RULES, state, {"/players/1/cubes/military": 4})
    assert ruled.players["1"].cubes.military == 4
    with pytest.raises(MalformedEventError, match="at most 10 ships"):
        rule(RULES, state, {"/players/1/ships/1": 11})
