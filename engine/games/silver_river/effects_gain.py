"""Effects that bring something at once: cubes, ships, points, free elections, and those that only last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .building import build, buildable, check_build
from .conversion import unlocked_cubes
from .cubes import Cubes, Ships
from .effects import Effect, Use, begin, effect
from .governing import splits
from .lookup import ships_of
from .operations import (
    AddShips,
    AddShipsAtProduction,
    BuildShipsFree,
    FreeElection,
    Gain,
    KeepForVp,
    LookAtMarkers,
    OpponentLoses,
    Vp,
)
from .rules import MILITARY, PRODUCTION
from .state import KEYS, LETTERS, Ask, State, seats_of
from .table import Table

INDEX = (
    Rule("effect.cubes", "A seat names as many cubes as an effect brings it or takes from it.", "content pack"),
    Rule("effect.opponent", "A card that takes something names another seat.", "content pack"),
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
    Rule("effect.markers", "A card shows markers of other seats that are on the board.", "content pack"),
)


@effect(Gain)
class GainEffect(Effect):
    """Typed cubes, or cubes that the seat splits over the types."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Asks for the split, if there is one to make."""
        del state
        return ("cubes",) if isinstance(ask.op, Gain) and ask.op.raw_any_type else ()

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless as many cubes are named as come."""
        del state
        if isinstance(ask.op, Gain) and use.cubes is not None and use.cubes.total != ask.op.raw_any_type:
            raise Illegal(
                "effect.cubes",
                f"{ask.source} for @{ask.seat}: brings {ask.op.raw_any_type} cubes, named are {use.cubes.written()}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Gives the cubes."""
        if isinstance(ask.op, Gain):
            table.gain(ask.seat, ask.op.typed.plus(use.cubes or Cubes()))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives splits."""
        del state
        if isinstance(ask.op, Gain):
            yield from (Use(cubes=each) for each in splits(ask.op.raw_any_type))


@effect(Vp)
class VpEffect(Effect):
    """Points."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Gives them."""
        del use
        if isinstance(ask.op, Vp):
            table.player(ask.seat, vp=table.player(ask.seat).vp + ask.op.n)


@effect(KeepForVp)
class KeepForVpEffect(Effect):
    """A card that is kept for its points."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Keeps the card."""
        del use
        table.player(ask.seat, kept=(*table.player(ask.seat).kept, ask.source))


@effect(FreeElection)
class FreeElectionEffect(Effect):
    """Titles that the seat calls a vote for without cost."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Notes them."""
        del use
        if isinstance(ask.op, FreeElection):
            table.player(ask.seat, free_elections=table.player(ask.seat).free_elections + ask.op.n)


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


@effect(OpponentLoses)
class OpponentLosesEffect(Effect):
    """Another seat discards cubes of its choice; all of them, without a choice, when it has no more."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Asks the seat for the opponent, then the opponent for the cubes."""
        del state
        return ("cubes",) if ask.loser else ("opponent",)

    def prepare(self, table: Table, ask: Ask) -> bool:
        """Takes all cubes of an opponent who has no more than it loses; conversions may have brought it there."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        there = unlocked_cubes(table, ask.seat)
        if not ask.loser or there.total > ask.op.n:
            return False
        table.close()
        table.player(ask.seat, cubes=table.player(ask.seat).cubes.minus(there))
        return True

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless another seat is named, or cubes that the seat has."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if not ask.loser:
            if use.opponent == ask.seat or use.opponent not in seats_of(state):
                raise Illegal(
                    "effect.opponent", f"{ask.source} by @{ask.seat}: names another seat, not @{use.opponent}"
                )
            return
        cubes, there = use.cubes or Cubes(), unlocked_cubes(state, ask.seat)
        if cubes.total != ask.op.n or not there.holds(cubes):
            raise Illegal(
                "effect.cubes",
                f"{ask.source}: @{ask.seat} discards {ask.op.n} of {there.written()}; named are {cubes.written()}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Takes the cubes, or asks the opponent which."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if ask.loser:
            table.player(ask.seat, cubes=table.player(ask.seat).cubes.minus(use.cubes or Cubes()))
            return
        begin(table, Ask(use.opponent, ask.op, ask.source, loser=True))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives the other seats, or the cubes that may go."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if not ask.loser:
            yield from (Use(opponent=seat) for seat in seats_of(state) if seat != ask.seat)
            return
        there = unlocked_cubes(state, ask.seat)
        yield from (Use(cubes=each) for each in splits(ask.op.n) if there.holds(each))


@effect(LookAtMarkers)
class LookAtMarkersEffect(Effect):
    """Markers whose numbers the seat sees until the end of the turn."""

    fields = ("markers",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether another seat has a marker on the board."""
        return bool(foreign_markers(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless up to so many markers of others are named, ascending."""
        assert isinstance(ask.op, LookAtMarkers)  # noqa: S101 - registered for it alone
        there = foreign_markers(state, ask.seat)
        named = list(use.markers or ())
        if not 1 <= len(named) <= ask.op.n or not set(named) <= set(there):
            raise Illegal(
                "effect.markers",
                f"{ask.source} by @{ask.seat}: shows 1 to {ask.op.n} of {', '.join(there)}; there is "
                f"{', '.join(named) or 'none'}",
            )
        if isinstance(use.markers, dict) or named != sorted(set(named)):
            raise Illegal("write.order", f"{ask.source} by @{ask.seat}: the markers are a list, ascending, each once")

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Shows them."""
        seen = {*table.player(ask.seat).seen, *(use.markers or ())}
        table.player(ask.seat, seen=tuple(sorted(seen)))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives single markers, and each with the next ones."""
        assert isinstance(ask.op, LookAtMarkers)  # noqa: S101 - registered for it alone
        there = foreign_markers(state, ask.seat)
        for number in range(1, ask.op.n + 1):
            for first in range(len(there) - number + 1):
                yield Use(markers=tuple(there[first : first + number]))


def foreign_markers(state: Any, seat: int) -> list[str]:
    """Lists the markers of other seats on the board."""
    return [
        marker for marker, fleet in sorted(state.fleets.items()) if marker[0] != KEYS[seat] and fleet.at is not None
    ]
