"""Building ships: what it costs, and which fleets may grow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, may_act
from .cubes import Ships
from .event import Choice
from .lookup import alone, has_ability, home, marker_of
from .rules import MILITARY
from .seats import KEYS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("build.none", "At least one ship is built.", f"rulebook, {MILITARY}"),
    Rule(
        "build.fleet",
        "A fleet grows where no fleet of another seat is, one off the board in its home sector.",
        f"rulebook, {MILITARY}; A56",
    ),
    Rule("build.most", "A fleet has no more than the most ships.", f"rulebook, {MILITARY}"),
    Rule("build.pay", "Each ship is paid for in military production.", f"rulebook, {MILITARY}"),
)

FREE_SHIPS = 2
"""The first ships that an ability gives in each age (race file of the pack)."""


def check_build(state: State, seat: int, ships: Ships, name: str) -> None:
    """Raises `Illegal` unless a seat may build these ships, apart from the price."""
    if not ships.total:
        raise Illegal("build.none", f"{name} by @{seat}: builds at least one ship, there is none")
    own = state.players[KEYS[seat]].ships
    for number, more in ships.items():
        if not may_grow(state, seat, number):
            raise Illegal(
                "build.fleet", f"{name} by @{seat}: another seat's fleet is where fleet {number} is or would return to"
            )
        if own.of(number) + more > state.rules.fleet_max:
            raise Illegal(
                "build.most",
                f"{name} by @{seat}: fleet {number} has {own.of(number)} of at most {state.rules.fleet_max} ships; "
                f"{more} more are too many",
            )


def may_grow(state: Any, seat: int, number: int) -> bool:
    """Says whether no other seat's fleet is in the sector of a fleet; of one off the board: in its home sector."""
    at = state.fleets[marker_of(state, seat, number)].at
    return alone(state, seat, home(state, seat) if at is None else at)


def build(table: Table, seat: int, ships: Ships) -> None:
    """Adds the ships; a fleet off the board returns to its home sector."""
    for number, more in ships.items():
        table.add_ships(marker_of(table, seat, number), more)


def price(state: Any, seat: int, number: int) -> int:
    """Gives what so many ships cost a seat now."""
    cost: int = state.rules.ship_cost
    return cost * (number - _free(state, seat, number))


def _free(state: Any, seat: int, number: int) -> int:
    if not has_ability(state, seat, "free_ships"):
        return 0
    used: int = state.players[KEYS[seat]].used
    return min(number, max(0, FREE_SHIPS - used))


def buildable(state: Any, seat: int, most: int) -> Iterator[Ships]:
    """Gives the ways to build up to so many ships: all splits of up to three, of more one fleet at a time."""
    own = state.players[KEYS[seat]].ships
    rooms = {
        number: min(most, state.rules.fleet_max - own.of(number))
        for number in range(1, 5)
        if may_grow(state, seat, number) and own.of(number) < state.rules.fleet_max
    }
    for total in range(1, most + 1):
        if total <= _ALL_WAYS:
            for fleets in combinations_with_replacement(rooms, total):
                counts = [fleets.count(number) for number in range(1, 5)]
                if all(counts[number - 1] <= room for number, room in rooms.items()):
                    yield Ships(*counts)
        else:
            yield from (Ships().changed(number, total) for number, room in rooms.items() if total <= room)


_ALL_WAYS = 3


class ShipsBuilt(Choice, frozen=True, gc=False):
    """The seat builds ships, split among its fleets at will."""

    ships: Ships

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's military turn, the fleets may grow, and it can pay."""
        may_act(state, self.seat, "ships_built", "military")
        check_build(state, self.seat, self.ships, "ships_built")
        can_pay(state, self.seat, "ships_built", "military", price(state, self.seat, self.ships.total), "build.pay")

    def play(self, table: Table) -> None:
        """Pays and builds."""
        free = _free(table, self.seat, self.ships.total)
        act(table, self.seat, "military", price(table, self.seat, self.ships.total))
        if free:
            table.player(self.seat, used=table.player(self.seat).used + free)
        build(table, self.seat, self.ships)

    def tell(self, before: State, after: State) -> str:
        """Tells the ships and the price."""
        paid = price(before, self.seat, self.ships.total)
        return f"@{self.seat} builds ships for {paid} military, {self.ships.written()}{told(before, after)}."


def options(state: State, seat: int) -> Iterator[ShipsBuilt]:
    """Gives the ships that a seat may build in its military turn."""
    military = state.players[KEYS[seat]].cubes.military
    most = 0
    while most < _BOUND and price(state, seat, most + 1) <= military:
        most += 1
    yield from (ShipsBuilt(seat, ships) for ships in buildable(state, seat, most))


_BOUND = 40
