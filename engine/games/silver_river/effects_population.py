"""Effects on population: cubes that are added, and cubes that move between planets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.hexes import distance
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .effects import Effect, Use, effect
from .lookup import own_planets, room
from .operations_at_once import AddPopulation, MovePopulation
from .pending import Ask
from .rules import CIVILIZATION
from .seats import KEYS
from .state import State
from .table import Table

INDEX = (
    Rule(
        "effect.planets",
        "Population that an effect brings goes to planets with own population and room: all that fits.",
        f"content pack; rulebook, {CIVILIZATION}",
    ),
    Rule(
        "effect.moves",
        "A card moves population between own planets that are near enough, where there is room.",
        f"content pack; rulebook, {CIVILIZATION}",
    ),
)


def room_on_planets(state: Any, seat: int) -> dict[str, int]:
    """Gives the planets with population of a seat that have room, and how much."""
    return {name: free for name in own_planets(state, seat) if (free := room(state, name, seat))}


@effect(AddPopulation)
class AddPopulationEffect(Effect):
    """Own cubes on planets with own population and room."""

    fields = ("planets",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a planet has room."""
        return bool(room_on_planets(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless all cubes that have room are placed."""
        assert isinstance(ask.op, AddPopulation)  # noqa: S101 - registered for it alone
        free, planets = room_on_planets(state, ask.seat), use.planets or {}
        number = min(ask.op.n, sum(free.values()))
        if sum(planets.values()) != number or any(not 1 <= more <= free.get(name, 0) for name, more in planets.items()):
            there = ", ".join(f"{name} ({more})" for name, more in free.items())
            raise Illegal(
                "effect.planets",
                f"{ask.source} for @{ask.seat}: brings {number} population; own planets with room: {there or 'none'}; "
                f"named are {', '.join(f'{more} on {name}' for name, more in planets.items()) or 'none'}",
            )
        if list(planets) != sorted(planets):
            raise Illegal("write.order", f"{ask.source} for @{ask.seat}: planets are named ascending")

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Adds the cubes."""
        for name, more in (use.planets or {}).items():
            table.populate(ask.seat, name, more)

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives each planet, filled up with the next ones where it has too little room."""
        assert isinstance(ask.op, AddPopulation)  # noqa: S101 - registered for it alone
        free = room_on_planets(state, ask.seat)
        names = sorted(free)
        for first in range(len(names)):
            planets, left = {}, ask.op.n
            for name in names[first:] + names[:first]:
                more = min(left, free[name])
                if more:
                    planets[name], left = more, left - more
            yield Use(planets=dict(sorted(planets.items())))


@effect(MovePopulation)
class MovePopulationEffect(Effect):
    """Own cubes between own planets that are near enough."""

    fields = ("moves",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a cube can move."""
        return next(self.uses(state, ask), None) is not None

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless each move, one after the other, is between own planets with room."""
        assert isinstance(ask.op, MovePopulation)  # noqa: S101 - registered for it alone
        moves, table = use.moves or (), Table(state)
        if not moves or sum(number for _, _, number in moves) > ask.op.n:
            raise Illegal("effect.moves", f"{ask.source} by @{ask.seat}: moves 1 to {ask.op.n} population")
        for one, other, number in moves:
            if number < 1 or one == other or not self._fits(table, ask, (one, other)):
                raise Illegal(
                    "effect.moves",
                    f"{ask.source} by @{ask.seat}: own planets at most {ask.op.distance} sectors apart are needed, "
                    f"not {number} from {one} to {other}",
                )
            people = table.planets[one].population.get(KEYS[ask.seat], 0)
            if number > min(people, room(table, other, ask.seat)):
                raise Illegal(
                    "effect.moves",
                    f"{ask.source} by @{ask.seat}: {one} has {people} own population, {other} room for "
                    f"{room(table, other, ask.seat)}; {number} cannot move",
                )
            table.populate(ask.seat, one, -number)
            table.populate(ask.seat, other, number)

    @staticmethod
    def _fits(state: Any, ask: Ask, way: tuple[str, str]) -> bool:
        assert isinstance(ask.op, MovePopulation)  # noqa: S101 - registered for it alone
        own = own_planets(state, ask.seat)
        return all(name in own for name in way) and (
            distance(state.planets[way[0]].at, state.planets[way[1]].at) <= ask.op.distance
        )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Moves the cubes."""
        for one, other, number in use.moves or ():
            table.populate(ask.seat, one, -number)
            table.populate(ask.seat, other, number)

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives single moves, of one cube or as many as may go."""
        assert isinstance(ask.op, MovePopulation)  # noqa: S101 - registered for it alone
        for one in own_planets(state, ask.seat):
            for other in own_planets(state, ask.seat):
                if one == other or not self._fits(state, ask, (one, other)):
                    continue
                people = state.planets[one].population[KEYS[ask.seat]]
                most = min(ask.op.n, people, room(state, other, ask.seat))
                yield from (Use(moves=((one, other, number),)) for number in range(1, most + 1))
