"""The governing phase: each seat assigns its raw production in secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .course import begin_actions
from .cubes import TYPES, Cubes
from .event import Choice
from .rules import GOVERNING
from .seats import KEYS, seats_of
from .setup_course import settle
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule(
        "govern.phase", "A seat with raw production assigns it once in each governing phase.", f"rulebook, {GOVERNING}"
    ),
    Rule("govern.all", "All raw production is assigned, and no more.", f"rulebook, {GOVERNING}; A1"),
)


class ProductionAssigned(Choice, frozen=True, gc=False):
    """A seat assigns all its raw cubes to the four types; they are shown when every seat has."""

    cubes: Cubes

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless all raw cubes of the seat are assigned now."""
        if state.phase != "governing" or self.seat not in state.queue:
            waits = " and ".join(f"@{seat}" for seat in state.queue if state.phase == "governing")
            raise Illegal(
                "govern.phase",
                f"production_assigned by @{self.seat}: belongs to the governing phase, once from each seat with raw "
                f"production; {f'it waits for {waits}' if waits else f'this is the phase {state.phase!r}'}",
            )
        raw = state.players[KEYS[self.seat]].raw
        if self.cubes.total != raw:
            raise Illegal(
                "govern.all",
                f"production_assigned by @{self.seat}: assigns all {raw} raw cubes; there are {self.cubes.total} "
                f"({self.cubes.written()})",
            )

    def play(self, table: Table) -> None:
        """Keeps the cubes behind the screen; the last seat's take the screens away."""
        table.player(self.seat, assigned=self.cubes)
        settle(table, self.seat)
        if table.queue:
            return
        for seat in seats_of(table):
            player = table.player(seat)
            if player.assigned is not None:
                table.player(seat, raw=0, assigned=None, cubes=player.cubes.plus(player.assigned))
        begin_actions(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the cubes to whom may know them."""
        known = self.cubes.total or not before.players[KEYS[self.seat]].raw
        return f"@{self.seat} assigns {self.cubes.written() if known else 'its production'}{told(before, after)}."


def options(state: State) -> Iterator[ProductionAssigned]:
    """Gives ways to assign: all to one type, even shares, and shares of two types."""
    if state.phase != "governing":
        return
    for seat in state.queue:
        yield from (ProductionAssigned(seat, each) for each in splits(state.players[KEYS[seat]].raw))


def splits(number: int) -> Iterator[Cubes]:
    """Gives ways to split cubes over the types: each different one of even shares with more or less weight on some."""
    seen: dict[Cubes, None] = {}
    for weights in _WEIGHTS:
        whole = sum(weights)
        parts = [number * weight // whole for weight in weights]
        for place in range(number - sum(parts)):
            places = [at for at, weight in enumerate(weights) if weight]
            parts[places[place % len(places)]] += 1
        seen[Cubes(**dict(zip(TYPES, parts, strict=True)))] = None
    yield from seen


_WEIGHTS = tuple(each for each in product((0, 1, 2), repeat=len(TYPES)) if any(each))
