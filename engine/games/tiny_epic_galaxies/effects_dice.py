"""Operations on dice that are not used yet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from playfold.errors import Illegal

from .effect import Effect, operation
from .planets import FACES, named
from .table import Table, Who, ascending, listed
from .uses import Choice


def idle(table: Table) -> list[int]:
    """Lists the inactive dice."""
    return [number for number, status in enumerate(table.dice, 1) if status == "inactive"]


def refuse_dice(table: Table, who: Who, dice: tuple[int, ...], planet: str, needs: str) -> None:
    """Raises `Illegal` unless all these dice are inactive."""
    own = idle(table)
    if not dice or any(number not in own for number in dice):
        raise Illegal(
            "action.dice",
            f"@{who.seat} needs {needs} for {named(planet)}, not {listed(dice)}; inactive are {listed(own)}",
        )


def used(table: Table, die: int, status: str) -> None:
    """Changes what a die is."""
    table.set("dice", (*table.dice[: die - 1], status, *table.dice[die:]))


@operation("reroll")
class RerollDice(Effect):
    """You reroll any inactive dice."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Notes the dice; chance rolls them."""
        ascending(who, choice.dice, "dice")
        refuse_dice(table, who, choice.dice, planet, "inactive dice")
        table.set("rolling", choice.dice)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives every selection of inactive dice."""
        del who, planet, brief
        own = idle(table)
        for number in range(1, len(own) + 1):
            for dice in combinations(own, number):
                yield replace(so_far, dice=dice)


@operation("discard")
class DiscardDice(Effect):
    """You give up inactive dice."""

    def __init__(self, number: int) -> None:
        self.number = number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Spends them."""
        ascending(who, choice.dice, "dice")
        needs = f"{self.number} inactive dice"
        refuse_dice(table, who, choice.dice, planet, needs)
        if len(choice.dice) != self.number:
            raise Illegal("action.dice", f"@{who.seat} needs {needs} for {named(planet)}, not {len(choice.dice)}")
        for die in choice.dice:
            used(table, die, "spent")

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives every selection of so many."""
        del who, planet, brief
        for dice in combinations(idle(table), self.number):
            yield replace(so_far, dice=dice)


@operation("set_die")
class SetDie(Effect):
    """You turn an inactive die to any face."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Turns it."""
        refuse_dice(table, who, (choice.die,), planet, "one inactive die")
        table.set("faces", (*table.faces[: choice.die - 1], choice.face, *table.faces[choice.die :]))

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each inactive die with each face."""
        del who, planet, brief
        for die in idle(table):
            for face in FACES:
                yield replace(so_far, die=die, face=face)
