"""The set-up: five rounds of planets and one of home planets, each placed by 2d8."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Annotated, Any, Self

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal, UnknownRulesError

from .points import QUADRANT_NAMES, QUADRANTS, SURROUNDINGS, Point, Quadrant, in_quadrant, key
from .rules import Rules
from .state import HOME, HOME_DEFENSE, SEAT_KEYS, SEAT_QUADRANTS, Planet, Player, Ship, State

D8 = Annotated[int, msgspec.Meta(ge=1, le=8)]
ROUNDS = 5
"""Planets of each quadrant before its home planet."""


@lru_cache(maxsize=16)
def schedule(players: int, unused_quadrants: str) -> tuple[tuple[int, Quadrant], ...]:
    """Lists who places into which quadrant, planet by planet; the last round is the home planets.

    House rule for fewer than four: the j-th quadrant without a player is served in round k by seat
    (k-1 + j-1) mod players + 1.
    """
    own = dict(zip(SEAT_QUADRANTS[players], range(1, players + 1), strict=True))
    unused = [quadrant for quadrant in QUADRANTS if quadrant not in own]
    places: list[tuple[int, Quadrant]] = []
    for number in range(ROUNDS):
        for quadrant in QUADRANTS:
            if quadrant in own:
                places.append((own[quadrant], quadrant))
            elif unused_quadrants == "place_planets":
                places.append(((number + unused.index(quadrant)) % players + 1, quadrant))
    places += [(seat, quadrant) for quadrant, seat in own.items()]
    return tuple(places)


def start(rules: Rules, seats: int) -> State:
    """Gives the empty board before the first roll.

    Raises:
        UnknownRulesError: the parameters cannot be played by so many.
    """
    rules = msgspec.structs.replace(rules, players=seats)
    if reason := rules.refuse():
        raise UnknownRulesError(f"space-monkeys: {reason}")
    players = {SEAT_KEYS[seat]: Player() for seat in range(1, seats + 1)}
    return State(rules, "roll", 0, 0, 1, 0, {}, {}, players)


def next_place(state: State) -> tuple[int, Quadrant, bool]:
    """Gives the seat that places next, its quadrant, and whether it is a home planet."""
    places = schedule(state.rules.players, state.rules.unused_quadrants)
    number = min(len(state.planets), len(places) - 1)
    seat, quadrant = places[number]
    return seat, quadrant, number >= len(places) - state.rules.players


def named_points(state: State, dice: Sequence[int]) -> list[tuple[int, int]]:
    """Lists the one or two points that a roll names in the quadrant whose turn it is."""
    _, quadrant, _ = next_place(state)
    first, second = dice
    points = [in_quadrant(quadrant, first, second), in_quadrant(quadrant, second, first)]
    return points[:1] if first == second else points


def legal_points(state: State, dice: Sequence[int]) -> list[tuple[int, int]]:
    """Lists those of the named points that touch no planet."""
    planets = state.planets
    return [
        point
        for point in named_points(state, dice)
        if not any(around in planets for around in SURROUNDINGS[key(point)])
    ]


def shown(points: Sequence[tuple[int, int]]) -> str:
    """Writes points for people: `7,8 or 8,7`."""
    return " or ".join(key(point) for point in points)


class PlacementRolled(Chance[State], frozen=True, gc=False):
    """Two d8 for the next planet. Rolled again, without a decision between, when they name no legal point."""

    dice: tuple[D8, D8]

    def apply(self, state: State) -> State:
        """Waits for the choice of the point, or for another roll."""
        if not legal_points(state, self.dice):
            return state
        return msgspec.structs.replace(state, phase="place", dice=self.dice)

    def tell(self, before: State, after: State) -> str:
        """Tells the roll and the points it allows."""
        seat, quadrant, home = next_place(before)
        what = "its home planet" if home else f"a planet in the {QUADRANT_NAMES[quadrant]}"
        rolled = f"@{seat} rolls {self.dice[0]} and {self.dice[1]} for {what}"
        if after.phase == "roll":
            return f"{rolled}: {shown(named_points(before, self.dice))} would touch another planet, so it rolls again."
        return f"{rolled}: {shown(legal_points(before, self.dice))}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat that places the planet."""
        del field
        return next_place(state)[0]

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the 64 rolls."""
        del state
        return _rolls(cls)

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls two dice."""
        del state
        return cls((dice.roll(8), dice.roll(8)))


@cache
def _rolls(kind: Any) -> tuple[tuple[Any, int], ...]:
    return tuple((kind(pair), 1) for pair in product(range(1, 9), repeat=2))


class PlanetPlaced(Decision[State], frozen=True, gc=False):
    """A seat puts a planet, in the last round its home planet, on one of the points that the dice name."""

    at: Point

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the dice name the point and no planet touches it."""
        if state.phase != "place":
            raise Illegal("setup.order", f"planet_placed by @{self.seat}: all planets have been placed")
        legal = legal_points(state, state.dice)
        if self.at in legal:
            return
        named = named_points(state, state.dice)
        _, quadrant, _ = next_place(state)
        rolled = f"{state.dice[0]} and {state.dice[1]} in the {QUADRANT_NAMES[quadrant]} quadrant"
        if self.at not in named:
            raise Illegal(
                "setup.dice",
                f"@{self.seat} rolled {rolled}, which does not name {key(self.at)}; legal: {shown(legal)}",
            )
        near = next(point for point in SURROUNDINGS[key(self.at)] if point in state.planets)
        raise Illegal(
            "setup.apart",
            f"@{self.seat} cannot place a planet on {key(self.at)}, it would touch the one on {near}; "
            f"legal: {shown(legal)}",
        )

    def apply(self, state: State) -> State:
        """Puts the planet, with a home planet its battlestar too, and goes on to the next roll or the first turn."""
        _, _, home = next_place(state)
        at = key(self.at)
        rules, ships = state.rules, state.ships
        planet = Planet(HOME, self.seat, HOME_DEFENSE) if home else Planet()
        if home:
            ships = {**ships, f"{self.seat}b1": Ship(at)}
        # Kept in order so that the digest has nothing left to sort.
        planets = dict(sorted({**state.planets, at: planet}.items()))
        places = schedule(rules.players, rules.unused_quadrants)
        if len(planets) < len(places):
            seat = places[len(planets)][0]
            return State(rules, "roll", 0, 0, seat, 0, planets, ships, state.players)
        return State(rules, "turn", 1, 1, rules.first_player, 1, planets, ships, state.players)

    def tell(self, before: State, after: State) -> str:
        """Tells the point, and who begins when it was the last one."""
        _, _, home = next_place(before)
        if not home:
            return f"@{self.seat} places a planet on {key(self.at)}."
        begins = f"; the board is set and @{after.active} begins" if after.phase == "turn" else ""
        return f"@{self.seat} makes its home on {key(self.at)}, with a battlestar above it{begins}."
