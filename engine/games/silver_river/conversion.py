"""Conversion: two cubes of any types into one of any type, by any seat at any time of the action phase."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import in_action_phase
from .cubes import TYPES, Cubes, Type, one_type
from .event import Choice
from .lookup import has_ability
from .rules import ACTION
from .state import KEYS, State, Vote, seats_of
from .table import Table
from .telling import told

INDEX = (
    Rule("convert.two", "A conversion spends two cubes; one, once an age, with that ability.", f"rulebook, {ACTION}"),
    Rule(
        "convert.cubes",
        "A conversion spends cubes that the seat has; committed votes are locked.",
        f"rulebook, {ACTION}",
    ),
)

PRICE = 2
"""Cubes that become one."""


def unlocked_cubes(state: Any, seat: int) -> Cubes:
    """Gives the cubes of a seat without those that it has committed to votes."""
    cubes: Cubes = state.players[KEYS[seat]].cubes
    for each in state.pending:
        if isinstance(each, Vote) and KEYS[seat] in each.ballots:
            cubes = cubes.minus(Cubes(politics=max(0, each.ballots[KEYS[seat]].amount)))
    return cubes


def converts_one(state: Any, seat: int) -> bool:
    """Says whether a seat may still convert a single cube in this age."""
    return has_ability(state, seat, "free_conversion") and not state.players[KEYS[seat]].used


class Converted(Choice, frozen=True, gc=False):
    """A seat converts cubes."""

    spent: Cubes
    gained: Type

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat has the two cubes, or the ability to convert one."""
        in_action_phase(state, self.seat, "converted")
        number = self.spent.total
        if number != PRICE and not (number == 1 and converts_one(state, self.seat)):
            raise Illegal(
                "convert.two",
                f"converted by @{self.seat}: spends 2 cubes for one, there are {number} ({self.spent.written()}); "
                "a single one once an age with the ability for it",
            )
        there = unlocked_cubes(state, self.seat)
        if not there.holds(self.spent):
            raise Illegal(
                "convert.cubes",
                f"converted by @{self.seat}: spends {self.spent.written()}, there is {there.written()}",
            )

    def play(self, table: Table) -> None:
        """Spends and gains."""
        player = table.player(self.seat)
        if self.spent.total == 1:
            table.player(self.seat, used=player.used + 1)
        table.player(self.seat, cubes=player.cubes.minus(self.spent).plus(one_type(self.gained, 1)))

    def tell(self, before: State, after: State) -> str:
        """Tells the cubes."""
        return f"@{self.seat} converts {self.spent.written()} into 1 {self.gained}{told(before, after)}."


def options(state: State) -> Iterator[Converted]:
    """Gives the conversions of all seats into types that are not spent in them."""
    for seat in seats_of(state):
        there = unlocked_cubes(state, seat)
        ways = list(combinations_with_replacement([kind for kind in TYPES if there.of(kind)], PRICE))
        singles = [(kind,) for kind in TYPES if there.of(kind)] if converts_one(state, seat) else []
        for kinds in [*ways, *singles]:
            spent = Cubes(**{kind: kinds.count(kind) for kind in kinds})
            if there.holds(spent):
                yield from (Converted(seat, spent, kind) for kind in TYPES if kind not in kinds)
