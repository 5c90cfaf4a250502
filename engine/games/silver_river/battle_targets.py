"""Targets: what each fleet and station fires at in a round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Annotated

from msgspec.structs import replace

from playfold.engine.field_types import Unordered
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle_course import ask_rolls, battle_of, targets_of, units_of
from .due import said
from .event import Choice
from .pieces import owner
from .rules import COMBAT
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("targets.asked", "Seats announce targets clockwise from the initiator.", f"rulebook, {COMBAT}; A16"),
    Rule("targets.unit", "A seat announces targets for its own units there, one for each.", f"rulebook, {COMBAT}; A36"),
    Rule(
        "targets.target",
        "Targets are units there of seats that are not on the own side.",
        f"rulebook, {COMBAT}; A7, A38",
    ),
    Rule(
        "targets.station", "A station is a target only while its owner has no ships there.", f"rulebook, {COMBAT}; A37"
    ),
)

MANY_WAYS = 81
"""Up to so many ways to choose targets are all listed."""


class TargetsChosen(Choice, frozen=True, gc=False):
    """The seat announces what its units fire at; those left out do not fire."""

    targets: Annotated[dict[str, str], Unordered()]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked and its units may fire at these."""
        name = f"targets_chosen by @{self.seat}"
        battle = state.battle
        if state.pending or battle is None or battle.stage != "targets" or battle.queue[0] != self.seat:
            raise Illegal("targets.asked", f"{name}: waited for is {said(state)}")
        if list(self.targets) != sorted(self.targets):
            raise Illegal("write.order", f"{name}: units ascend, a to d, then s; there is {', '.join(self.targets)}")
        own, may = units_of(state, self.seat), targets_of(state, self.seat)
        for unit, target in self.targets.items():
            if unit not in own:
                raise Illegal("targets.unit", f"{name}: its units there are {', '.join(own)}; not {unit}")
            if target in may:
                continue
            if target[1:] == "s" and target in _behind(state, self.seat):
                raise Illegal(
                    "targets.station", f"{name}: @{owner(target)} still has ships there, {target} is no target"
                )
            raise Illegal("targets.target", f"{name}: {unit} may fire at {', '.join(may)}; not at {target}")

    def play(self, table: Table) -> None:
        """Announces them; the next seat is asked, or the dice are rolled."""
        battle = battle_of(table)
        table.battle = replace(battle, queue=battle.queue[1:], targets={**battle.targets, **self.targets})
        if not battle.queue[1:]:
            ask_rolls(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the targets."""
        aims = ", ".join(f"{unit} at {target}" for unit, target in self.targets.items())
        return f"@{self.seat} fires {aims or 'at nothing'}{told(before, after)}."


def _behind(state: State, seat: int) -> list[str]:
    return [unit for other in range(1, len(state.players) + 1) if other != seat for unit in units_of(state, other)]


def options(state: State, seat: int) -> Iterator[TargetsChosen]:
    """Gives the ways to choose targets: all where they are few, else all units at one target, spread, or none."""
    units, targets = units_of(state, seat), targets_of(state, seat)
    if prod([len(targets) + 1] * len(units)) <= MANY_WAYS:
        for aims in product((*targets, ""), repeat=len(units)):
            yield TargetsChosen(seat, {unit: aim for unit, aim in zip(units, aims, strict=True) if aim})
        return
    for target in targets:
        yield TargetsChosen(seat, dict.fromkeys(units, target))
    for shift in range(len(targets)):
        aims = tuple(targets[(place + shift) % len(targets)] for place in range(len(units)))
        if len(set(aims)) > 1:
            yield TargetsChosen(seat, dict(zip(units, aims, strict=True)))
    for unit in units:
        for target in targets:
            yield TargetsChosen(seat, {unit: target})
    yield TargetsChosen(seat, {})
