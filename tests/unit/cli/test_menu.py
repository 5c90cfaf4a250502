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


def test_rows_break_at_the_width() -> None:
    """A row whose first way is longer than the terminal goes on below, indented; so do ways in a list."""
    animals = [Fed(1, f"{letter * 30},{letter * 20}") for letter in "ab"]
    menu = Menu(animals, ToAct((1,)))
    assert all(len(row) <= 40 for row in (*menu.lines(40), *menu.listed(animals, 40)))
    assert [len(row) - len(row.lstrip()) for row in menu.listed(animals, 40)] == [2, 4, 2, 4]


def test_a_sample_is_called_one() -> None:
    """Where there are other ways the row and the list say so; what was shown of a group is known."""
    animals = [Fed(1, letter * 9) for letter in "abcdef"]
    menu = Menu(animals, ToAct((1,)), lambda group: [Fed(1, "fox")] if len(group) > 1 else [])
    assert menu.lines(60) == [" 1  fed  6 ways, among others  (aaaaaaaaa, bbbbbbbbb, ...)"]
    assert menu.seen("fed") == 2
    assert menu.listed(menu.groups["fed"], 100)[-1] == "  among others: type fed and what else is legal"
    assert menu.seen("fed") == 6
    assert menu.others("fed") == [Fed(1, "fox")]
    assert menu.others("slept") == []
