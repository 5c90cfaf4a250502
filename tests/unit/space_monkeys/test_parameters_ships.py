"""Parameters of ships and technologies: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.movement import ends, speeds
from playfold.engine.games.space_monkeys.research import price
from playfold.engine.games.space_monkeys.rules import NEEDS, TECHS
from playfold.engine.games.space_monkeys.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def test_allow_reversal(galaxy: Build, refused: Refused) -> None:
    """Going straight back is no turn, or one, which may even end where it began."""
    for allowed, rule in ((False, "move.reversal"), (True, "")):
        state = galaxy(ships={"1b1": "5,5 2"}, techs={1: ["steering"]}, allow_reversal=allowed)
        assert refused(state, "ship_moved", seat=1, ship="1b1", path="E1W1") == rule
        assert ("5,5" in [end for end, _, _ in ends(state, 1, "1b1")]) == allowed


def test_stuck_ship_reset(galaxy: Build, do: Do, refused: Refused) -> None:
    """A ship without a legal move stays as it is, or an option sets it to speed 1."""
    ships = {"1d1": "9,9 10"}
    assert refused(galaxy(ships=ships), "speed_reset", seat=1, ship="1d1") == "move.reset"
    state = galaxy(ships=ships, stuck_ship_reset="option")
    assert "SpeedReset" in [type(one).__name__ for one in RULES.options(state)]
    state = do(state, "speed_reset", seat=1, ship="1d1")
    assert (state.ships["1d1"].speed, state.ships["1d1"].since, state.active) == (1, 0, 2)


def test_accelerate_after_battle(galaxy: Build, do: Do, refused: Refused) -> None:
    """The winner shows 1, or what the move chose, counted from 1; the loser's choice is lost."""
    fields = {"seat": 1, "ship": "1b1", "path": "E5", "speed": 2}
    for allowed, rule in ((False, "accelerate.battle"), (True, "")):
        state = galaxy(
            ships={"1b1": "5,5 5", "2b1": "10,5 4"}, techs={1: ["accelerator"]}, accelerate_after_battle=allowed
        )
        assert refused(state, "ship_moved", **fields) == rule
        assert refused(state, "ship_moved", **{**fields, "speed": 6}) != ""
    state = do(state, "ship_moved", **fields)
    assert RULES.step(state, BattleRolled(8, 1)).ships["1b1"].speed == 2
    assert RULES.step(state, BattleRolled(1, 8)).ships["2b1"].speed == 1


def test_super_accelerator(galaxy: Build) -> None:
    """The second accelerator allows a change by up to 2, by exactly 2, or by up to 3; each stops at the die's ends."""
    techs = {1: ["accelerator", "super_accelerator"]}
    for value, middle, low, high in (
        ("up_to_2", (3, 4, 5, 6, 7), (1, 2, 3), (6, 7, 8)),
        ("exactly_2", (3, 5, 7), (1, 3), (6, 8)),
        ("up_to_3", (2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4), (5, 6, 7, 8)),
    ):
        state = galaxy(techs=techs, super_accelerator=value)
        assert speeds(state, 1, 5, 8) == middle
        assert speeds(state, 1, 1, 8) == low
        assert speeds(state, 1, 8, 8) == high
    assert speeds(galaxy(techs={1: ["accelerator"]}), 1, 5, 8) == (4, 5, 6)
    assert speeds(galaxy(), 1, 5, 8) == (5,)


def test_go_getter_speed(galaxy: Build, do: Do, refused: Refused) -> None:
    """The second move of a ship in a turn goes by its new number, or by that of the turn's start."""
    for value, path in (("current", "E3"), ("turn_start", "E2")):
        state = galaxy(ships={"1b1": "3,5 2"}, techs={1: ["go_getter", "accelerator"]}, left=2, go_getter_speed=value)
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E2", speed=3)
        assert [refused(state, "ship_moved", seat=1, ship="1b1", path=each) == "" for each in ("E2", "E3")] == [
            path == "E2",
            path == "E3",
        ]
        state = do(state, "ship_moved", seat=1, ship="1b1", path=path)
        assert state.ships["1b1"].speed == 3


def test_go_getter_from(galaxy: Build, do: Do) -> None:
    """Bought, go_getter counts from the next turn on, or gives another option at once."""
    later = do(galaxy(chips={1: 20}), "tech_bought", seat=1, tech="go_getter")
    assert later.active == 2
    at_once = do(galaxy(chips={1: 20}, go_getter_from="at_once"), "tech_bought", seat=1, tech="go_getter")
    assert (at_once.active, at_once.left) == (1, 1)
    for state in (later, do(at_once, "passed", seat=1)):
        for seat in (2, 3, 4):
            state = do(state, "passed", seat=seat)  # noqa: PLW2901 - the game goes on
        assert (state.active, state.left) == (1, 2)


def test_bad_ass_stacking(galaxy: Build, do: Do) -> None:
    """The highest card replaces the others, or 1 and 2 are added before doubling."""
    cards = ["bad_ass", "big_bad_ass", "super_bad_ass"]
    for number, replaced, cumulated in ((1, 3, 3), (2, 4, 5), (3, 4, 10)):
        for value, total in (("replace", replaced), ("cumulative", cumulated)):
            state = galaxy(ships={"1b1": "5,5", "2m1": "6,5"}, techs={1: cards[:number]}, bad_ass_stacking=value)
            state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
            assert "1b1" in RULES.step(state, BattleRolled(2, total - 1)).ships
            assert "2m1" in RULES.step(state, BattleRolled(2, total)).ships


def test_peace_scope(galaxy: Build, refused: Refused) -> None:
    """One seat's peace_negotiation ends its battles with all, or only those with seats that hold it too."""
    fields = {"seat": 1, "ship": "1b1", "path": "E1"}
    ships = {"1b1": "5,5", "2b1": "6,5"}
    card = ["peace_negotiation"]
    for techs in ({1: card}, {2: card}):
        assert refused(galaxy(ships=ships, techs=techs), "ship_moved", **fields) == "move.peace"
        assert refused(galaxy(ships=ships, techs=techs, peace_scope="both_hold"), "ship_moved", **fields) == ""
    both = galaxy(ships=ships, techs={1: card, 2: card}, peace_scope="both_hold")
    assert refused(both, "ship_moved", **fields) == "move.peace"
    assert refused(galaxy(ships=ships, techs={3: card}), "ship_moved", **fields) == ""


def test_complete_costs_option(galaxy: Build, do: Do, refused: Refused) -> None:
    """A finished ship is launched for an option, or free of charge before the first one."""
    yard = {1: "1c1 4 1"}
    assert do(galaxy(yards=yard), "build_completed", seat=1, at=[1, 1]).active == 2
    free = do(galaxy(yards=yard, complete_costs_option=False), "build_completed", seat=1, at=[1, 1])
    assert (free.active, free.left, free.ships["1c1"].at) == (1, 1, "1,1")
    assert refused(free, "build_begun", seat=1, kind="cruiser") == ""
    used = galaxy(yards=yard, techs={1: ["go_getter"]}, left=2, complete_costs_option=False)
    used = do(used, "researched", seat=1)
    assert refused(used, "build_completed", seat=1, at=[1, 1]) == "build.first"


@pytest.mark.parametrize("tech", TECHS)
def test_tech_costs(galaxy: Build, refused: Refused, tech: Any) -> None:
    """Each technology has a price of its own."""
    needed = NEEDS.get(tech)
    owned = {1: [needed] if needed else []}
    usual = galaxy(techs=owned)
    assert price(usual.rules, usual.players["1"].techs, tech) > 3
    cheap = galaxy(techs=owned, chips={1: 3}, tech_costs={tech: 3}, virtual_values=dict.fromkeys(TECHS, 0))
    assert refused(cheap, "tech_bought", seat=1, tech=tech) == ""
    dear = galaxy(techs=owned, chips={1: 3}, tech_costs={tech: 4}, virtual_values=dict.fromkeys(TECHS, 0))
    assert refused(dear, "tech_bought", seat=1, tech=tech) == "buy.chips"


@pytest.mark.parametrize("tech", TECHS)
def test_virtual_values(galaxy: Build, tech: Any) -> None:
    """Each technology takes its own value off later prices, never below nothing."""
    wanted: Any = "warp" if tech != "warp" else "steering"
    for value, cost in ((0, 10), (4, 6), (30, 0)):
        state = galaxy(techs={1: [tech]}, virtual_values={tech: value})
        assert price(state.rules, state.players["1"].techs, wanted) == cost


def test_chip_supply(galaxy: Build, do: Do, refused: Refused) -> None:
    """The bank is endless, or research takes what is left in it and stops when it is empty."""
    chips = {1: 3, 2: 4}
    assert do(galaxy(chips=chips), "researched", seat=1).players["1"].chips == 4
    assert refused(galaxy(chips=chips, chip_supply=7), "researched", seat=1) == "research.bank"
    last = galaxy(chips=chips, chip_supply=8, techs={1: ["improved_research"]})
    assert do(last, "researched", seat=1).players["1"].chips == 4
