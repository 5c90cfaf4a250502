"""Breaks every rule of the index, and only these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled
from playfold.engine.games.space_monkeys.setup import PlacementRolled, PlanetPlaced
from playfold.engine.games.space_monkeys.state import State
from playfold.engine.rulesets import ENGINE_RULES
from playfold.errors import Illegal

Build = Callable[..., State]
Case = tuple[str, Callable[[Build], State], dict[str, Any]]


def at_the_start(*events: Any, **rules: Any) -> State:
    return RULES.fold(RULES.start(RULES.params("1.0", **rules), 4), events)


def repelled(galaxy: Build, **rules: Any) -> State:
    state = galaxy(planets={"5,5": "white 2 3"}, ships={"1b1": "5,5", "2b1": "5,4"}, **rules)
    events = [{"type": "planet_attacked", "seat": 1, "ship": "1b1"}, {"type": "attack_rolled", "roll": 4}]
    return RULES.fold(state, events)


def drawing(galaxy: Build, *colors: str, **rules: Any) -> State:
    """Gives a colonisation in the top left that waits for its colour, with planets of these colours about."""
    places = ["3,3", "5,3", "7,3", "3,5", "12,3", "14,5", "12,5", "16,5"]
    planets = {place: f"{color} 1 1" for place, color in zip(places, colors, strict=False)}
    state = galaxy(planets={**planets, "5,5": ""}, ships={"1b1": "5,5"}, **rules)
    return RULES.step(state, RULES.event({"type": "planet_colonized", "seat": 1, "ship": "1b1"}))


def fighting(galaxy: Build) -> State:
    state = galaxy(ships={"1b1": "5,5", "2c1": "6,5"})
    return RULES.step(state, RULES.event({"type": "ship_moved", "seat": 1, "ship": "1b1", "path": "E1"}))


def move(path: str, **fields: Any) -> dict[str, Any]:
    return {"type": "ship_moved", "seat": 1, "ship": "1b1", "path": path, **fields}


CASES: list[Case] = [
    ("play.turn", lambda g: g(), {"type": "researched", "seat": 2}),
    ("play.chance", lambda g: g(), {"type": "attack_rolled", "roll": 3}),
    (
        "play.over",
        lambda g: RULES.step(g(vp_to_win=6, planets={"5,5": "white 1 1"}), RULES.event({"type": "passed", "seat": 1})),
        {"type": "researched", "seat": 2},
    ),
    ("setup.order", lambda g: g(), {"type": "planet_placed", "seat": 1, "at": [3, 3]}),
    ("setup.order", lambda _: at_the_start(PlacementRolled((3, 4))), {"type": "researched", "seat": 1}),
    ("setup.order", lambda _: at_the_start(PlacementRolled((3, 4))), {"type": "passed", "seat": 1}),
    (
        "setup.order",
        lambda _: at_the_start(PlacementRolled((3, 4)), victory="declare"),
        {"type": "victory_declared", "seat": 1},
    ),
    ("setup.dice", lambda _: at_the_start(PlacementRolled((3, 4))), {"type": "planet_placed", "seat": 1, "at": [3, 3]}),
    (
        "setup.dice",
        lambda _: at_the_start(PlacementRolled((3, 4))),
        {"type": "planet_placed", "seat": 1, "at": [12, 4]},
    ),
    (
        "setup.apart",
        lambda _: at_the_start(
            *(
                one
                for seat, quadrant in ((1, (7, 8)), (2, (16, 8)), (3, (16, 17)), (4, (7, 17)))
                for one in (PlacementRolled((7, 8)), PlanetPlaced(seat, quadrant))
            ),
            PlacementRolled((6, 8)),
        ),
        {"type": "planet_placed", "seat": 1, "at": [6, 8]},
    ),
    ("turn.pass", lambda g: g(pass_allowed=False), {"type": "passed", "seat": 1}),
    ("ship.own", lambda g: g(ships={"2b1": "5,5"}), {**move("E1"), "ship": "2b1"}),
    ("ship.own", lambda g: g(ships={"1b2": "5,5"}), move("E1")),
    ("ship.own", lambda g: g(), {"type": "planet_attacked", "seat": 1, "ship": "nonsense"}),
    ("move.path", lambda g: g(ships={"1b1": "5,5"}), move("e1")),
    ("move.path", lambda g: g(ships={"1b1": "5,5"}), move("E0")),
    ("move.path", lambda g: g(ships={"1b1": "5,5 2"}), move("E1E1")),
    ("move.path", lambda g: g(ships={"1b1": "5,5"}), move("E1 ")),
    ("move.path", lambda g: g(ships={"1b1": "5,5"}), move("E\u0661")),
    ("move.exact", lambda g: g(ships={"1b1": "5,5 3"}), move("E2")),
    ("move.exact", lambda g: g(ships={"1b1": "5,5 3"}), move("E4")),
    ("move.turns", lambda g: g(ships={"1b1": "5,5 3"}), move("E2N1")),
    ("move.turns", lambda g: g(ships={"1b1": "5,5 3"}, techs={1: ["steering"]}), move("E1N1E1")),
    ("move.turns", lambda g: g(ships={"1b1": "5,5 4"}, techs={1: ["steering", "swerving"]}), move("E1N1E1N1")),
    ("move.reversal", lambda g: g(ships={"1b1": "5,5 3"}, techs={1: ["steering"]}), move("E2W1")),
    ("move.edge", lambda g: g(ships={"1b1": "1,1 2"}), move("N2")),
    ("move.edge", lambda g: g(ships={"1m1": "9,9 12"}), {**move("N12"), "ship": "1m1"}),
    ("move.edge", lambda g: g(ships={"1b1": "1,1 5"}, techs={1: ["steering", "swerving"]}), move("N2E1S2")),
    ("move.friendly", lambda g: g(ships={"1b1": "5,5", "1c1": "6,5"}), move("E1")),
    ("move.peace", lambda g: g(ships={"1b1": "5,5", "2c1": "6,5"}, techs={2: ["peace_negotiation"]}), move("E1")),
    ("move.peace", lambda g: g(ships={"1b1": "5,5", "2c1": "6,5"}, techs={1: ["peace_negotiation"]}), move("E1")),
    ("accelerate.card", lambda g: g(ships={"1b1": "5,5"}), move("E1", speed=2)),
    ("accelerate.range", lambda g: g(ships={"1b1": "5,5"}, techs={1: ["accelerator"]}), move("E1", speed=3)),
    ("accelerate.range", lambda g: g(ships={"1b1": "5,5"}, techs={1: ["accelerator"]}), move("E1", speed=1)),
    ("accelerate.range", lambda g: g(ships={"1b1": "5,5 8"}, techs={1: ["accelerator"]}), move("E8", speed=9)),
    (
        "accelerate.battle",
        lambda g: g(ships={"1b1": "5,5", "2c1": "6,5"}, techs={1: ["accelerator"]}),
        move("E1", speed=2),
    ),
    ("move.reset", lambda g: g(ships={"1d1": "9,9 10"}), {"type": "speed_reset", "seat": 1, "ship": "1d1"}),
    (
        "move.reset",
        lambda g: g(ships={"1d1": "8,9 10"}, stuck_ship_reset="option"),
        {"type": "speed_reset", "seat": 1, "ship": "1d1"},
    ),
    ("battle.dice", fighting, {"type": "battle_rolled", "attacker": 9, "defender": 1}),
    ("battle.dice", fighting, {"type": "battle_rolled", "attacker": 8, "defender": 5}),
    ("attack.planet", lambda g: g(ships={"1b1": "5,5"}), {"type": "planet_attacked", "seat": 1, "ship": "1b1"}),
    ("attack.planet", lambda g: g(ships={"1b1": "1,1"}), {"type": "planet_attacked", "seat": 1, "ship": "1b1"}),
    (
        "attack.planet",
        lambda g: g(planets={"5,5": ""}, ships={"1b1": "5,5"}),
        {"type": "planet_attacked", "seat": 1, "ship": "1b1"},
    ),
    ("attack.since", lambda g: g(ships={"1b1": "15,2 1 9"}), {"type": "planet_attacked", "seat": 1, "ship": "1b1"}),
    (
        "attack.die",
        lambda g: RULES.step(
            g(ships={"1b1": "15,2"}), RULES.event({"type": "planet_attacked", "seat": 1, "ship": "1b1"})
        ),
        {"type": "attack_rolled", "roll": 9},
    ),
    ("attack.repel", repelled, {"type": "ship_repelled", "seat": 1, "to": [5, 4]}),
    ("attack.repel", repelled, {"type": "ship_repelled", "seat": 1, "to": [6, 6]}),
    ("attack.repel", repelled, {"type": "researched", "seat": 1}),
    ("attack.repel", lambda g: repelled(g, victory="declare"), {"type": "victory_declared", "seat": 1}),
    ("attack.repel", lambda g: g(ships={"1b1": "15,2"}), {"type": "ship_repelled", "seat": 1, "to": [15, 1]}),
    ("colonize.planet", lambda g: g(ships={"1b1": "5,5"}), {"type": "planet_colonized", "seat": 1, "ship": "1b1"}),
    ("colonize.planet", lambda g: g(ships={"1b1": "1,1"}), {"type": "planet_colonized", "seat": 1, "ship": "1b1"}),
    (
        "colonize.since",
        lambda g: g(planets={"5,5": ""}, ships={"1b1": "5,5 1 9"}),
        {"type": "planet_colonized", "seat": 1, "ship": "1b1"},
    ),
    (
        "colonize.marker",
        lambda g: g(planets={"5,5": "", "3,3": "white 1 1"}, ships={"1b1": "5,5"}, colony_markers=1),
        {"type": "planet_colonized", "seat": 1, "ship": "1b1"},
    ),
    (
        "colonize.bag",
        lambda g: drawing(g, "white", "white", "white", "white", version="1.0-literal"),
        {"type": "color_drawn", "color": "white"},
    ),
    ("colonize.quota", lambda g: drawing(g, "white", "white"), {"type": "color_drawn", "color": "white"}),
    ("improve.own", lambda g: g(), {"type": "defense_improved", "seat": 1, "at": [15, 2]}),
    ("improve.own", lambda g: g(planets={"5,5": ""}), {"type": "defense_improved", "seat": 1, "at": [5, 5]}),
    ("improve.own", lambda g: g(), {"type": "defense_improved", "seat": 1, "at": [0, 0]}),
    ("improve.limit", lambda g: g(), {"type": "defense_improved", "seat": 1, "at": [1, 1]}),
    (
        "improve.siege",
        lambda g: g(planets={"5,5": "white 1 1"}, ships={"2b1": "5,5"}, improve_under_siege=False),
        {"type": "defense_improved", "seat": 1, "at": [5, 5]},
    ),
    ("build.one", lambda g: g(yards={1: "1c1 1"}), {"type": "build_begun", "seat": 1, "kind": "cruiser"}),
    (
        "build.stock",
        lambda g: g(ships={f"1m{number}": f"{number},9" for number in (1, 2, 3, 4)}),
        {"type": "build_begun", "seat": 1, "kind": "monitor"},
    ),
    ("build.yard", lambda g: g(), {"type": "build_continued", "seat": 1}),
    ("build.yard", lambda g: g(), {"type": "build_completed", "seat": 1, "at": [1, 1]}),
    ("build.full", lambda g: g(yards={1: "1c1 4 1"}), {"type": "build_continued", "seat": 1}),
    ("build.left_over", lambda g: g(yards={1: "1c1 3"}), {"type": "build_continued", "seat": 1, "at": [1, 1]}),
    (
        "build.left_over",
        lambda g: g(yards={1: "1c1 2"}, techs={1: ["fast_workers"]}),
        {"type": "build_continued", "seat": 1, "at": [1, 1]},
    ),
    ("build.ready", lambda g: g(yards={1: "1c1 3"}), {"type": "build_completed", "seat": 1, "at": [1, 1]}),
    ("build.ready", lambda g: g(yards={1: "1c1 4 9"}), {"type": "build_completed", "seat": 1, "at": [1, 1]}),
    (
        "build.first",
        lambda g: g(yards={1: "1c1 4 1"}, techs={1: ["go_getter"]}, left=1, complete_costs_option=False),
        {"type": "build_completed", "seat": 1, "at": [1, 1]},
    ),
    ("build.own", lambda g: g(yards={1: "1c1 4 1"}), {"type": "build_completed", "seat": 1, "at": [15, 2]}),
    ("build.own", lambda g: g(yards={1: "1c1 4 1"}), {"type": "build_completed", "seat": 1, "at": [5, 5]}),
    (
        "build.vacant",
        lambda g: g(yards={1: "1c1 4 1"}, ships={"1b1": "1,1"}),
        {"type": "build_completed", "seat": 1, "at": [1, 1]},
    ),
    (
        "build.vacant",
        lambda g: g(yards={1: "1c1 3"}, ships={"2b1": "1,1"}, techs={1: ["fast_workers"]}),
        {"type": "build_continued", "seat": 1, "at": [1, 1]},
    ),
    ("research.bank", lambda g: g(chips={1: 2, 3: 4}, chip_supply=6), {"type": "researched", "seat": 1}),
    (
        "buy.owned",
        lambda g: g(techs={1: ["warp"]}, chips={1: 50}),
        {"type": "tech_bought", "seat": 1, "tech": "warp"},
    ),
    ("buy.needs", lambda g: g(chips={1: 50}), {"type": "tech_bought", "seat": 1, "tech": "swerving"}),
    ("buy.chips", lambda g: g(chips={1: 9}), {"type": "tech_bought", "seat": 1, "tech": "warp"}),
    ("win.declare", lambda g: g(), {"type": "victory_declared", "seat": 1}),
    ("win.points", lambda g: g(victory="declare"), {"type": "victory_declared", "seat": 1}),
]


@pytest.mark.parametrize(("rule", "position", "raw"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_the_rule_refuses(galaxy: Build, rule: str, position: Callable[[Build], State], raw: dict[str, Any]) -> None:
    """The event breaks this rule, the message says who or what, and the event is no option."""
    state = position(galaxy)
    assert RULES.sound(state) == ()
    event = RULES.event(raw)
    with pytest.raises(Illegal) as caught:
        RULES.check(state, event)
    assert caught.value.rule == rule
    assert event not in RULES.options(state)
    assert "@" in str(caught.value) or rule in {"play.chance", "play.over"}


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
    ("position", "raw", "message"),
    [
        (
            lambda g: g(ships={"1b1": "5,5 3"}),
            move("E2"),
            "@1's 1b1 has to move exactly 3 steps, E2 has 2; legal ends: 5,2 8,5 5,8 2,5",
        ),
        (
            lambda g: g(chips={1: 9}, techs={1: ["steering"]}),
            {"type": "tech_bought", "seat": 1, "tech": "planet_busting"},
            (
                "@1 needs 19 chips for planet_busting (20 less 1 of virtual value) and has 9; it can buy: "
                "first_strike, accelerator, swerving, bad_ass, peace_negotiation, warp"
            ),
        ),
        (
            lambda g: g(yards={1: "1c1 4 1"}, ships={"1b1": "1,1"}),
            {"type": "build_completed", "seat": 1, "at": [1, 1]},
            "@1 cannot launch a ship at 1,1, where 1b1 stands; legal: none",
        ),
        (
            lambda g: g(planets={"5,5": "white 2 1"}, ships={"1b1": "5,5 1 9", "1c1": "15,2", "1c2": "3,3"}),
            {"type": "planet_attacked", "seat": 1, "ship": "1b1"},
            (
                "@1's 1b1 came to 5,5 in this turn and can attack @2's planet from its next turn on; "
                "ships that can attack: 1c1"
            ),
        ),
        (
            lambda g: g(planets={"5,5": "", "7,7": "white 1 6"}, ships={"1b1": "5,5", "1c1": "3,3"}),
            {"type": "planet_colonized", "seat": 1, "ship": "1c1"},
            ("@1's 1c1 needs an unclaimed planet below it; at 3,3 is no planet; ships that can colonise: 1b1"),
        ),
        (
            lambda g: g(planets={"5,5": "", "7,7": "white 1 6"}, ships={"1b1": "5,5"}, colony_markers=1),
            {"type": "planet_colonized", "seat": 1, "ship": "1b1"},
            (
                "@1 needs a colony marker to colonise 5,5, and has none left of 1; planets of others can still be "
                "captured"
            ),
        ),
        (
            lambda g: g(planets={"5,5": "white 1 3", "7,7": "white 1 6", "11,5": "orange 1 1"}, ships={"2b1": "5,5"}),
            {"type": "defense_improved", "seat": 1, "at": [7, 7]},
            "@1's planet at 7,7 has defense 6, no planet is improved beyond 6; legal: 5,5 11,5",
        ),
        (
            lambda g: g(ships={"1b1": "5,5 3"}, techs={1: ["steering"]}),
            move("E1N1E1"),
            (
                "@1's 1b1 may turn once inside a move with steering, E1N1E1 turns 2 times; "
                "legal ends: 5,2 8,5 5,8 2,5 7,4 3,4 6,3 4,3 and 4 more"
            ),
        ),
        (
            lambda g: g(ships={"1b1": "5,5 2"}),
            move("E1N1"),
            ("@1's 1b1 may not turn inside a move without steering, E1N1 turns once; legal ends: 5,3 7,5 5,7 3,5"),
        ),
        (
            repelled,
            {"type": "ship_repelled", "seat": 1, "to": [5, 4]},
            (
                "ship_repelled by @1: 1b1 is repelled from 5,5 to one of the empty points beside it, 5,4 is none; "
                "legal: 6,5 5,6 4,5"
            ),
        ),
    ],
)
def test_messages_say_who_what_and_what_would_be_legal(
    galaxy: Build, position: Callable[[Build], State], raw: dict[str, Any], message: str
) -> None:
    """A refusal names the seat, what was needed, what was there, and what would be legal."""
    with pytest.raises(Illegal) as caught:
        RULES.check(position(galaxy), RULES.event(raw))
    assert str(caught.value) == message


def test_dice_that_fit_are_taken(galaxy: Build) -> None:
    """The dice of a battle and of an attack are refused for what they show, not for coming."""
    state = RULES.step(fighting(galaxy), RULES.event({"type": "battle_rolled", "attacker": 8, "defender": 4}))
    assert list(state.ships) == ["1b1"]
    attack = RULES.step(
        galaxy(ships={"1b1": "15,2"}), RULES.event({"type": "planet_attacked", "seat": 1, "ship": "1b1"})
    )
    assert RULES.step(attack, AttackRolled(8)).planets["15,2"].defense == 4
