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
from .lookup import content_of, has_ability, researched
from .pending import Vote
from .rules import ACTION
from .seats import KEYS, seats_of
from .state import State
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
    """Gives a fair part of the conversions: those that bring the one cube that something lacks which the seat may do.

    Any other is legal as well; but whoever chooses evenly would soon have turned most cubes into nothing.
    """
    for seat in seats_of(state):
        gained = tuple(_wanted(state, seat))
        there = unlocked_cubes(state, seat)
        if not gained or not there.total:
            continue
        ways = list(combinations_with_replacement([kind for kind in TYPES if there.of(kind)], PRICE))
        singles = [(kind,) for kind in TYPES if there.of(kind)] if converts_one(state, seat) else []
        for kinds in [*ways, *singles]:
            spent = Cubes(**{kind: kinds.count(kind) for kind in kinds})
            if there.holds(spent):
                yield from (Converted(seat, spent, kind) for kind in gained if kind not in kinds)


def _wanted(state: State, seat: int) -> Iterator[Type]:
    """Gives the types of which one more cube pays for something that the seat may do now."""
    player = state.players[KEYS[seat]]
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, Vote) and KEYS[seat] not in top.ballots and not player.cubes.politics:
            yield "politics"
        return
    turn = state.turn
    if state.battle is not None or seat != turn.seat or player.passed or turn.over:
        return
    prices = _prices(state, seat)
    for kind in TYPES:
        may = turn.type in ("", kind) or (kind == "civilization" and turn.activation is not None)
        if may and player.cubes.of(kind) + 1 in prices[kind]:
            yield kind


def _prices(state: State, seat: int) -> dict[Type, set[int]]:
    """Gives the prices of actions by type."""
    player, rules, techs = state.players[KEYS[seat]], state.rules, content_of(state).techs
    owned = researched(state, seat)
    return {
        "civilization": {rules.colonize_base, rules.populate_base, rules.station_cost},
        "military": {rules.activation_cost, rules.ship_cost},
        "technology": {card.cost for card in techs.values() if card.id not in owned},
        "politics": {rules.election_cost, rules.tactics_cost, *([rules.wonder_cost] if player.wonders else [])},
    }
