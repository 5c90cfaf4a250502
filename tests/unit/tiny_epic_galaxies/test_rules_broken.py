"""Breaks every rule of the index, and only these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.planets import PLANETS
from playfold.engine.games.tiny_epic_galaxies.state import Question, State
from playfold.engine.rulesets import ENGINE_RULES
from playfold.errors import Illegal

Build = Callable[..., State]
Parts = dict[str, Any]

ACQUIRE = {"do": "acquire"}
END: Parts = {"type": "turn_ended", "seat": 1}


def start(seats: int = 3, *events: Parts, **rules: Any) -> State:
    """Gives the state after the first events of a game."""
    return RULES.fold(RULES.start(RULES.params("1.0", **rules), seats), events)


ROW: Parts = {"type": "planets_dealt", "planets": list(PLANETS)[:5]}
DEALT: list[Parts] = [
    {"type": "missions_dealt", "seat": 1, "missions": ["charger", "elder"]},
    {"type": "missions_dealt", "seat": 2, "missions": ["hermit", "hoarder"]},
    {"type": "missions_dealt", "seat": 3, "missions": ["noble", "orbiter"]},
]
KEPT: list[Parts] = [
    {"type": "mission_kept", "seat": seat, "mission": mission}
    for seat, mission in ((1, "elder"), (2, "hoarder"), (3, "orbiter"))
]


def activate(die: int = 1, **use: Any) -> Parts:
    """Gives an activation by seat 1."""
    return {"type": "die_activated", "seat": 1, "die": die, "use": use}


def colony(name: str, /, **choice: Any) -> Parts:
    """Gives the activation of a colony."""
    return activate(4, do="colony", planet=name, choice=choice)


def follow(seat: int = 2, of: int | None = None, **use: Any) -> Parts:
    """Gives a follow."""
    return {"type": "followed", "seat": seat, "use": use or ACQUIRE, **({} if of is None else {"of": of})}


def go_on(seat: int = 1, **use: Any) -> Parts:
    """Gives a further step."""
    return {"type": "action_continued", "seat": seat, "use": use}


OWN: Parts = {"level": {1: 3}, "energy": {1: 3}, "culture": {1: 3}}
NAGATO = (Question("follow", 1, face="colony", left=(2, 3)), Question("move", 1, ships=("1s1",)))
FREE = (Question("follow", 1, face="colony", left=(3,)), Question("free", 1, face="energy", left=(2, 3)))
USED = ("activated", "inactive", "inactive", "inactive")

CASES: list[tuple[str, Any, Parts]] = [
    ("play.turn", {}, {"type": "turn_ended", "seat": 3}),
    ("play.chance", {}, {"type": "dice_rolled", "faces": ["move"]}),
    ("play.over", {"phase": "over", "reason": "points"}, END),
    ("setup.order", lambda: start(3, ROW, *DEALT), END),
    ("setup.order", lambda: start(3, ROW, *DEALT), follow(2)),
    ("setup.order", lambda: start(3, ROW, *DEALT), go_on(1, do="return", ship="1s1")),
    ("setup.row", lambda: start(4), ROW),
    ("setup.row", lambda: start(3), {"type": "planets_dealt", "planets": ["jakks"] * 5}),
    ("setup.row", lambda: start(3), {"type": "planets_dealt", "planets": [*list(PLANETS)[:4], "earth"]}),
    ("setup.missions", lambda: start(3, ROW), DEALT[1]),
    ("setup.missions", lambda: start(3, ROW, DEALT[0]), {**DEALT[1], "missions": ["charger", "hermit"]}),
    ("setup.missions", lambda: start(3, ROW), {**DEALT[0], "missions": ["charger"]}),
    ("setup.missions", lambda: start(2, {**ROW, "planets": ROW["planets"][:4]}), DEALT[0]),
    ("setup.keep", lambda: start(3, ROW, *DEALT), {**KEPT[0], "mission": "hermit"}),
    ("setup.keep", {}, KEPT[0]),
    ("setup.first", lambda: start(3, ROW, *DEALT, *KEPT), {"type": "first_seat_chosen", "seat": 4}),
    ("write.order", {}, {"type": "reroll_chosen", "seat": 1, "dice": [2, 1]}),
    ("write.order", {}, {"type": "die_converted", "seat": 1, "spent": [2, 1], "die": 3, "face": "move"}),
    ("turn.active", {"open": FREE}, {"type": "turn_ended", "seat": 2}),
    ("roll.dice", {"phase": "roll", "faces": (), "dice": ()}, {"type": "dice_rolled", "faces": ["move"] * 5}),
    ("reroll.dice", {}, {"type": "reroll_chosen", "seat": 1, "dice": []}),
    ("reroll.pay", {"energy": {1: 0}, "rerolls": 1}, {"type": "reroll_chosen", "seat": 1, "dice": [1]}),
    ("convert.dice", {}, {"type": "die_converted", "seat": 1, "spent": [1, 2], "die": 2, "face": "move"}),
    (
        "convert.dice",
        {"dice": ("spent", "spent", "inactive", "inactive")},
        {"type": "die_converted", "seat": 1, "spent": [1, 2], "die": 3, "face": "move"},
    ),
    ("convert.once", {"converted": 1}, {"type": "die_converted", "seat": 1, "spent": [1, 2], "die": 3, "face": "move"}),
    ("die.inactive", {"dice": USED}, activate(1, do="orbit", ship="1s1", planet="jakks")),
    ("die.inactive", {}, activate(5, **ACQUIRE)),
    ("die.use", {}, {"type": "die_activated", "seat": 1, "die": 1}),
    ("die.use", {"rules": {"follow_after": "activation"}}, activate(2, **ACQUIRE)),
    ("die.face", {}, activate(1, **ACQUIRE)),
    ("die.impossible", {"rules": {"follow_after": "activation"}}, {"type": "die_activated", "seat": 1, "die": 3}),
    ("die.void", {}, activate(3, do="nothing")),
    ("die.void", {"rules": {"allow_void_activation": True}}, activate(2, do="nothing")),
    ("die.void", {"open": FREE}, follow(2, 1, do="nothing")),
    ("move.ship", {}, activate(1, do="return", ship="2s1")),
    ("move.ship", {}, activate(1, do="orbit", ship="1s3", planet="jakks")),
    ("move.planet", {}, activate(1, do="orbit", ship="1s1", planet="gort")),
    ("move.change", {}, activate(1, do="return", ship="1s1")),
    ("move.change", {"ships": {"1s1": "jakks"}}, activate(1, do="orbit", ship="1s1", planet="jakks")),
    ("move.room", {"ships": {"1s1": "jakks"}}, activate(1, do="land", ship="1s2", planet="jakks")),
    ("acquire.none", {}, activate(3, **ACQUIRE)),
    ("advance.ship", {"faces": ("diplomacy",)}, activate(1, do="advance", ship="1s1")),
    (
        "advance.track",
        {"faces": ("economy",), "ships": {"1s1": "jakks:0"}},
        activate(1, do="advance", ship="1s1"),
    ),
    ("upgrade.level", {"level": {1: 6}}, activate(4, do="upgrade", pay="energy")),
    ("upgrade.pay", {}, activate(4, do="upgrade", pay="culture")),
    ("colony.own", {}, colony("jakks")),
    ("action.choice", {"colonies": {1: ["jakks"]}}, colony("jakks", amount=1)),
    (
        "action.own_turn",
        {"open": NAGATO[:1], "colonies": {2: ["nibiru"]}},
        follow(2, do="colony", planet="nibiru", choice={}),
    ),
    ("action.once", {"colonies": {1: ["bisschop"]}, "used": {"1": ("bisschop",)}}, colony("bisschop")),
    (
        "action.nesting",
        {"colonies": {1: ["umbra_forum"]}, "rules": {"max_nesting": 0}},
        colony("umbra_forum", planet="jakks", choice={}),
    ),
    ("action.pay", {"colonies": {1: ["hoefker"]}, "energy": {1: 0}}, colony("hoefker")),
    (
        "action.gain",
        {"colonies": {1: ["aughmoore"]}, "ships": {"1s1": "jakks", "1s2": "tifnod"}},
        colony("aughmoore"),
    ),
    ("action.convert", {"colonies": {1: ["pembertonia_major"]}}, colony("pembertonia_major", amount=2)),
    ("action.player", {"colonies": {1: ["clj_0517"]}, "culture": {2: 0}}, colony("clj_0517", player=2)),
    ("action.lowest", {"colonies": {1: ["mared"]}}, colony("mared", pay="energy")),
    ("action.replace", {"colonies": {1: ["helios"]}, "ships": {"2s1": "jakks"}}, colony("helios", planet="jakks")),
    ("action.dice", {"colonies": {1: ["maia"]}}, colony("maia", dice=[1, 4])),
    ("action.target", {"colonies": {1: ["k_widow"]}, "ships": {"2s1": "jakks:0"}}, colony("k_widow", ship="2s1")),
    ("action.own_ship", {"colonies": {1: ["gort"]}}, colony("gort", ship="1s1", planet="jakks")),
    (
        "action.recall",
        {"colonies": {1: ["andellouxian_6"]}, "ships": {"1s1": "jakks:1"}},
        colony("andellouxian_6", ship="1s1", energy=2),
    ),
    (
        "action.orbit",
        {"colonies": {1: ["gort"]}, "ships": {"1s1": "terra_bettia:5"}},
        colony("gort", ship="1s1", planet="jakks"),
    ),
    ("action.two_ships", {"open": NAGATO}, go_on(1, do="orbit", ship="1s1", planet="jakks")),
    ("action.row", {"colonies": {1: ["umbra_forum"]}}, colony("umbra_forum", planet="umbra_forum", choice={})),
    ("action.colony", {"colonies": {1: ["walsfeo"]}}, colony("walsfeo", planet="walsfeo", choice={})),
    ("action.repeat", {"colonies": {1: ["piedes"]}}, colony("piedes", die=1, use={"do": "return", "ship": "1s1"})),
    ("follow.window", {"open": FREE}, follow(3, 2)),
    ("follow.order", {"open": FREE}, follow(2)),
    ("follow.price", {"open": FREE, "culture": {3: 0}}, follow(3, do="upgrade", pay="energy")),
    ("continue.open", {}, go_on(1, do="advance", ship="1s1")),
    ("continue.first", {"open": NAGATO}, END),
    ("planet.deal", {"phase": "planet", "row": ("", *list(PLANETS)[:4])}, {"type": "planet_dealt", "planet": "jakks"}),
    (
        "planet.deal",
        {"phase": "planet", "row": ("", *list(PLANETS)[:4]), "under": ("gort",)},
        {"type": "planet_dealt", "planet": "gort"},
    ),
    ("rogue.turn", {"stage": "shown", "face": "move"}, END),
    ("rogue.reroll", {"seats": 1}, {"type": "rogue_reroll_paid", "seat": 1}),
    ("rogue.reroll", {"seats": 1}, {"type": "rogue_die_accepted", "seat": 1}),
    (
        "rogue.target",
        {"stage": "target", "face": "colony", "level": 4, "ships": {"1s1": "jakks:1", "1s2": "piedes:1"}},
        {"type": "rogue_target_chosen", "seat": 1, "energy": 1},
    ),
    (
        "rogue.target",
        {"stage": "target", "face": "colony", "level": 5},
        {"type": "rogue_target_chosen", "seat": 1, "energy": 3},
    ),
    ("rogue.target", {"seats": 1}, {"type": "rogue_target_chosen", "seat": 1, "energy": 3}),
    ("rogue.follow", {}, {"type": "follow_declined", "seat": 1}),
]
"""Rule, the position or what differs from the middle of a turn of seat 1, the event that breaks it."""


def position(table: Build, rogue: Callable[..., Parts], parts: Any) -> State:
    """Gives the position of a case."""
    if callable(parts):
        made: State = parts()
        return made
    if "stage" in parts:
        turn = {name: parts[name] for name in ("stage", "face", "level") if name in parts}
        more = {name: value for name, value in parts.items() if name not in turn}
        level = {"level": {0: parts.get("level", 1)}}
        return table(**rogue(**turn), **level, **more)
    return table(**parts)


@pytest.mark.parametrize(("rule", "parts", "raw"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)])
def test_breaking(table: Build, rogue: Callable[..., Parts], rule: str, parts: Any, raw: Parts) -> None:
    """The event is refused by exactly this rule, in words that name the seat, and is not offered."""
    state = position(table, rogue, parts)
    event = RULES.event(raw)
    with pytest.raises(Illegal) as caught:
        RULES.check(state, event)
    assert caught.value.rule == rule
    assert event not in RULES.options(state)
    assert "@" in str(caught.value) or rule in {"play.chance", "play.over", "setup.first", "setup.row"}


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    """No rule of the index is without an event that breaks it, and no case names a rule that is not there."""
    assert {case[0] for case in CASES} == set(RULES.index)
    assert len(RULES.rules) + len(ENGINE_RULES) == len(RULES.index)


def test_every_rule_says_something_and_cites_its_place() -> None:
    """Each rule has a sentence of its own and a citation."""
    says = [rule.says for rule in RULES.rules]
    assert len(set(says)) == len(says)
    assert all(rule.says.endswith(".") and rule.cite for rule in RULES.rules)


@pytest.mark.parametrize(
    ("parts", "raw", "message"),
    [
        (
            {"level": {1: 2}},
            activate(4, do="upgrade", pay="energy"),
            "@1 needs 3 energy or 3 culture for level 3, all in one, and has 2 energy and 1 culture",
        ),
        (
            {"ships": {"1s1": "jakks:1"}, "faces": ("economy",)},
            activate(1, do="advance", ship="1s1"),
            "@1 has 1s1 at Jakks, whose track needs diplomacy, not economy; its ships on economy tracks: none",
        ),
        (
            {"open": FREE, "culture": {3: 0}},
            follow(3, do="upgrade", pay="energy"),
            "@3 has 0 culture, following costs 1",
        ),
        (
            {"colonies": {1: ["clj_0517"]}, "culture": {3: 0}},
            colony("clj_0517", player=3),
            "@1 takes 1 culture with CLJ-0517 from another player who has it, not from @3; there is @2",
        ),
        ({"dice": USED}, activate(1, **ACQUIRE), "die_activated by @1: die 1 is activated; inactive are 2 3 4"),
    ],
)
def test_messages_say_who_what_and_what_would_be_legal(table: Build, parts: Parts, raw: Parts, message: str) -> None:
    """A refusal names the seat, what was needed, what was there, and what would be legal."""
    with pytest.raises(Illegal) as caught:
        RULES.check(table(**parts), RULES.event(raw))
    assert str(caught.value) == message
