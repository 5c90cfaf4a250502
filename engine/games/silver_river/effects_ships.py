"""Effects that bring ships at once: on fleets wherever they are, or under the rule of building."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .building import build, buildable, check_build
from .cubes import Ships
from .effects import Effect, Use, effect
from .lookup import ships_of
from .operations_at_once import AddShips, BuildShipsFree
from .operations_lasting import AddShipsAtProduction
from .pending import Ask
from .pieces import LETTERS
from .rules import MILITARY, PRODUCTION
from .seats import KEYS
from .state import State
from .table import Table

INDEX = (
    Rule(
        "effect.ships",
        "Ships that an effect brings go to own fleets below the most: all that have room.",
        f"rulebook, {PRODUCTION}; content pack",
    ),
    Rule(
        "effect.build",
        "A card that builds ships builds up to as many as it says, under the rule of building.",
        f"content pack; rulebook, {MILITARY}",
    ),
)


def free_places(state: Any, seat: int) -> dict[int, int]:
    """Gives how many ships each fleet of a seat has room for, by its number."""
    ships = state.players[KEYS[seat]].ships
    return {number: max(0, state.rules.fleet_max - ships.of(number)) for number in (1, 2, 3, 4)}


def spreads(room: dict[int, int], number: int) -> Iterator[Ships]:
    """Gives ways to put ships on fleets: all that fit on one, and one by one over several."""
    seen: dict[Ships, None] = {}
    fleets = [fleet for fleet, free in room.items() if free]
    for first in range(len(fleets)):
        order = fleets[first:] + fleets[:first]
        for most in range(1, number + 1):
            ships, left = Ships(), number
            while left and any(ships.of(fleet) < room[fleet] for fleet in order):
                for fleet in order:
                    more = min(most, left, room[fleet] - ships.of(fleet))
                    ships, left = ships.changed(fleet, more), left - more
            seen[ships] = None
    yield from seen


def add_ships(table: Table, seat: int, ships: Ships) -> None:
    """Puts ships on fleets by their numbers."""
    for letter in LETTERS:
        marker = f"{seat}{letter}"
        table.add_ships(marker, ships.of(table.fleets[marker].number))


@effect(AddShips, AddShipsAtProduction)
class AddShipsEffect(Effect):
    """Ships for the exploring fleet, or for any own fleets wherever they are."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Asks for the fleets, unless it is the exploring one."""
        del state
        return () if isinstance(ask.op, AddShips) and ask.op.fleet == "exploring" else ("ships",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a fleet has room."""
        return any(free_places(state, ask.seat).values())

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless all ships that have room are placed."""
        assert isinstance(ask.op, AddShips | AddShipsAtProduction)  # noqa: S101 - registered for these alone
        room = free_places(state, ask.seat)
        number = min(ask.op.n, sum(room.values()))
        ships = use.ships or Ships()
        if ships.total != number or any(more > room[fleet] for fleet, more in ships.items()):
            rule = "production.ships" if isinstance(ask.op, AddShipsAtProduction) else "effect.ships"
            free = Ships(*room.values())
            raise Illegal(
                rule,
                f"{ask.source} for @{ask.seat}: brings {number} ships; there is room for {free.written()}; named are "
                f"{ships.written()}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Places the ships."""
        if use.ships is not None:
            add_ships(table, ask.seat, use.ships)
        elif isinstance(ask.op, AddShips) and ask.marker in table.fleets:
            room = max(0, table.rules.fleet_max - ships_of(table, ask.marker))
            table.add_ships(ask.marker, min(ask.op.n, room))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives ways to place them."""
        assert isinstance(ask.op, AddShips | AddShipsAtProduction)  # noqa: S101 - registered for these alone
        yield from (Use(ships=each) for each in spreads(free_places(state, ask.seat), ask.op.n))


@effect(BuildShipsFree)
class BuildShipsFreeEffect(Effect):
    """Ships under the rule of building, without cost."""

    fields = ("ships",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a ship can be built."""
        return any(buildable(state, ask.seat, 1))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the ships may be built there."""
        assert isinstance(ask.op, BuildShipsFree)  # noqa: S101 - registered for it alone
        ships = use.ships or Ships()
        check_build(state, ask.seat, ships, ask.source)
        if ships.total > ask.op.n:
            raise Illegal("effect.build", f"{ask.source} of @{ask.seat} builds 1 to {ask.op.n}, not {ships.total}")

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Builds the ships."""
        build(table, ask.seat, use.ships or Ships())

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives ways to build them."""
        assert isinstance(ask.op, BuildShipsFree)  # noqa: S101 - registered for it alone
        yield from (Use(ships=each) for each in buildable(state, ask.seat, ask.op.n))
