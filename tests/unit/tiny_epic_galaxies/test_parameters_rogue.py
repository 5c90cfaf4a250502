"""Parameters of the rogue: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Window = Callable[..., dict[str, Any]]
Parts = dict[str, Any]


@pytest.mark.parametrize(("name", "lost"), [("artemis", 1), ("hades", 0)])
def test_rogue(table: Build, do: Do, rogue: Window, name: str, lost: int) -> None:
    """Each rogue has its own colony dice."""
    at = table(**rogue(), culture={1: 0}, rules={"rogue": name})
    assert do(at, "rogue_die_rolled", face="colony").energy["1"] == 2 - lost


def test_rogue_resource_max(table: Build, do: Do, rogue: Window) -> None:
    """The rogue's level rises at its maximum."""
    at = table(**rogue(dice=1), culture={1: 0}, energy={0: 4}, rules={"rogue_resource_max": 6})
    assert do(at, "rogue_die_rolled", face="energy").level["0"] == 2


def test_rogue_vp(table: Build) -> None:
    """Levels of the rogue are worth what the list says."""
    at = table(seats=1, level={0: 2}, rules={"rogue_vp": (0, 4, 5, 6, 7)})
    assert RULES.standings(at)["rogue_vp"] == (4,)


def test_rogue_dice(table: Build, do: Do) -> None:
    """The rogue rolls so many dice at each level."""
    assert do(table(seats=1, rules={"rogue_dice": (3, 5, 6, 6, 7)}), "turn_ended", seat=1).rogue.dice == 3


@pytest.mark.parametrize(("again", "dice"), [(False, 4), (True, 5)])
def test_rogue_reroll_unusable(table: Build, do: Do, rogue: Window, again: bool, dice: int) -> None:
    """An unusable die is discarded, or rolled once more."""
    at = table(**rogue(), rules={"rogue_reroll_unusable": again})
    assert do(at, "rogue_die_rolled", face="diplomacy").rogue.dice == dice


@pytest.mark.parametrize(("unusable", "stage"), [(True, "roll"), (False, "shown")])
def test_rogue_full_unusable(table: Build, do: Do, rogue: Window, unusable: bool, stage: str) -> None:
    """At its maximum an energy die is discarded, or may be rolled again and acts for nothing."""
    at = table(**rogue(), energy={0: 7}, rules={"rogue_full_unusable": unusable})
    assert do(at, "rogue_die_rolled", face="energy").rogue.stage == stage


@pytest.mark.parametrize(("may", "stage"), [(True, "shown"), (False, "bonus")])
def test_rogue_bonus_reroll(table: Build, do: Do, rogue: Window, may: bool, stage: str) -> None:
    """Bonus dice may be rolled again, or not."""
    at = table(**rogue("bonus", bonus=3), culture={0: 7}, rules={"rogue_bonus_reroll": may})
    assert do(at, "rogue_bonus_rolled", face="energy").rogue.stage == stage


@pytest.mark.parametrize(("who", "stage"), [("human", "target"), ("most_advanced", "roll")])
def test_rogue_targets(table: Build, do: Do, rogue: Window, who: str, stage: str) -> None:
    """The seat chooses which ship steps back, or the rogue's own rule does."""
    parts: Parts = {**rogue(level=4), "level": {0: 4}, "ships": {"1s1": "jakks:1", "1s2": "piedes:3"}}
    at = table(**parts, energy={1: 0}, culture={1: 0}, rules={"rogue_targets": who})
    assert do(at, "rogue_die_rolled", face="colony").rogue.stage == stage
