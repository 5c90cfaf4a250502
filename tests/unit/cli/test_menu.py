"""The numbered menu of what may be done."""

from __future__ import annotations

import msgspec

from playfold.cli.menu import NOTHING, Menu
from playfold.engine.events import Decision
from playfold.engine.rulesets import ToAct


class Fed(Decision[msgspec.Struct], frozen=True, gc=False):
    """An animal is fed, or none."""

    animal: str = ""


class Slept(Decision[msgspec.Struct], frozen=True, gc=False):
    """Nothing to choose."""


def test_a_way_without_words_has_a_label() -> None:
    """Of several ways the one that fills no field can be seen, in the menu and in the list of its group."""
    menu = Menu([Fed(1, "cat"), Fed(1), Slept(1)], ToAct((1,)))
    assert menu.lines(80) == [f" 1  fed    2 ways  (cat, {NOTHING})", " 2  slept"]
    assert menu.listed(menu.groups["fed"], 80) == [f"  1 cat              2 {NOTHING}"]


def test_ways_are_counted_by_seat() -> None:
    """Another seat's ways are none of one's own."""
    menu = Menu([Fed(1, "cat"), Fed(1), Fed(2)], ToAct((1, 2)))
    assert [menu.ways(Fed(seat)) for seat in (1, 2, 3)] == [2, 1, 0]
    assert menu.ways(Slept(1)) == 0
