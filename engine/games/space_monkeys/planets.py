"""Colonising planets and improving their defense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from playfold.engine.events import Chance
from playfold.errors import Illegal

from .ending import TurnOption, closing, spend, waiting
from .movement import ShipId, described, listed, own_ship
from .points import POINTS, QUADRANT_NAMES, QUADRANT_OF, Point, key
from .state import COLORS, QUOTA, Color, Planet, Ship, State, bag, besieger, markers_left, points_worth, seat_of


class PlanetColonized(TurnOption, frozen=True, gc=False):
    """A seat colonises the unclaimed planet below one of its ships, before it knows the colour."""

    ship: ShipId

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the ship came earlier, the planet is unclaimed and a marker is left."""
        self.opening(state)
        ship = own_ship(state, self.seat, self.ship)
        planet = state.planets.get(ship.at)
        if planet is None or planet.owner:
            there = "no planet" if planet is None else f"a planet of @{planet.owner}"
            raise Illegal(
                "colonize.planet",
                f"@{self.seat}'s {self.ship} needs an unclaimed planet below it; at {ship.at} is {there}; "
                f"ships that can colonise: {listed(colonisers(state, self.seat))}",
            )
        if not _came_earlier(state, ship):
            raise Illegal(
                "colonize.since",
                f"@{self.seat}'s {self.ship} came to {ship.at} in this turn and can colonise it from its next turn on; "
                f"ships that can colonise: {listed(colonisers(state, self.seat))}",
            )
        if markers_left(state, self.seat) < 1:
            raise Illegal(
                "colonize.marker",
                f"@{self.seat} needs a colony marker to colonise {ship.at}, and has none left of "
                f"{state.rules.colony_markers}; planets of others can still be captured",
            )

    def apply(self, state: State) -> State:
        """Waits for the colour."""
        return waiting(state, "color", self.ship)

    def tell(self, before: State, after: State) -> str:
        """Tells the landing."""
        del after
        return f"@{self.seat}'s {described(self.ship)} colonises the planet at {before.ships[self.ship].at}."


def _came_earlier(state: State, ship: Ship) -> bool:
    return ship.since != state.turn or state.rules.colonize_min_gap == "option"


def colonisers(state: State, seat: int) -> list[str]:
    """Lists the ids of a seat's ships that can colonise the planet below them, sorted."""
    if markers_left(state, seat) < 1:
        return []
    found = []
    for name, ship in state.ships.items():
        planet = state.planets.get(ship.at) if seat_of(name) == seat else None
        if planet is not None and not planet.owner and _came_earlier(state, ship):
            found.append(name)
    return sorted(found)


class ColorDrawn(Chance[State], frozen=True, gc=False):
    """The planet die that was accepted from the bag."""

    color: Color

    def check(self, state: State) -> None:
        """Raises `Illegal` when no such die is in the bag or the quadrant is full of the colour."""
        if bag(state)[self.color] < 1:
            left = ", ".join(f"{number} {color}" for color, number in bag(state).items())
            raise Illegal("colonize.bag", f"no {self.color} die is left for @{state.active}; in the bag: {left}")
        if not _allowed(state, self.color):
            quadrant = QUADRANT_OF[state.ships[state.ship].at] or "TL"
            open_colors = " or ".join(color for color, number in _open(state).items() if number)
            raise Illegal(
                "colonize.quota",
                f"the {QUADRANT_NAMES[quadrant]} quadrant has all {QUOTA[self.color]} of its {self.color} planets, "
                f"@{state.active} draws again until it is {open_colors}",
            )

    def apply(self, state: State) -> State:
        """Gives the planet its colour, its owner and a defense of 1."""
        at = state.ships[state.ship].at
        return spend(state, planets={**state.planets, at: Planet(self.color, state.active, 1)})

    def tell(self, before: State, after: State) -> str:
        """Tells colour and points."""
        worth = points_worth(self.color)
        return (
            f"The planet at {before.ships[before.ship].at} is {self.color}: {worth} for @{before.active}"
            f"{closing(before, after)}."
        )

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the colours by their dice in the bag, those that the quadrant can still take."""
        return [(cls(color), number) for color, number in _open(state).items() if number]


def _allowed(state: State, color: Color) -> bool:
    """Says whether the quadrant of the planet that is colonised can take one more of the colour."""
    if not state.rules.quota:
        return True
    quadrant = QUADRANT_OF[state.ships[state.ship].at]
    colors = [planet.color for at, planet in state.planets.items() if QUADRANT_OF[at] == quadrant]
    return colors.count(color) < QUOTA[color]


def _open(state: State) -> dict[Color, int]:
    """Counts the dice in the bag of the colours that can be accepted."""
    inside = bag(state)
    return {color: inside[color] if _allowed(state, color) else 0 for color in COLORS}


def _siege(state: State, at: str, seat: int) -> str:
    """Gives the ship that keeps a seat from improving its planet; "" when none does."""
    return "" if state.rules.improve_under_siege else besieger(state, at, seat)


def improvable(state: State, seat: int) -> list[tuple[int, int]]:
    """Lists a seat's planets whose defense it can improve, sorted by column and row."""
    return sorted(
        POINTS[at]
        for at, planet in state.planets.items()
        if planet.owner == seat and planet.defense < state.rules.defense_max and not _siege(state, at, seat)
    )


class DefenseImproved(TurnOption, frozen=True, gc=False):
    """A seat raises the defense of a planet of its own by one."""

    at: Point

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the planet is the seat's own and can be improved."""
        self.opening(state)
        at = key(self.at)
        planet = state.planets.get(at)
        if planet is None or planet.owner != self.seat:
            there = "no planet" if planet is None else f"@{planet.owner}'s" if planet.owner else "an unclaimed one"
            raise Illegal(
                "improve.own",
                f"@{self.seat} can improve a planet of its own, at {at} is {there}; {self._legal(state)}",
            )
        if planet.defense >= state.rules.defense_max:
            raise Illegal(
                "improve.limit",
                f"@{self.seat}'s planet at {at} has defense {planet.defense}, no planet is improved beyond "
                f"{state.rules.defense_max}; {self._legal(state)}",
            )
        if enemy := _siege(state, at, self.seat):
            raise Illegal(
                "improve.siege",
                f"@{self.seat} cannot improve {at} while @{seat_of(enemy)}'s {enemy} stands on it; "
                f"{self._legal(state)}",
            )

    def _legal(self, state: State) -> str:
        return f"legal: {' '.join(map(key, improvable(state, self.seat))) or 'none'}"

    def apply(self, state: State) -> State:
        """Turns the die of the planet up by one."""
        at = key(self.at)
        planet = state.planets[at]
        return spend(state, planets={**state.planets, at: Planet(planet.color, planet.owner, planet.defense + 1)})

    def tell(self, before: State, after: State) -> str:
        """Tells the new defense."""
        at = key(self.at)
        return f"@{self.seat} fortifies {at} to defense {after.planets[at].defense}{closing(before, after)}."
