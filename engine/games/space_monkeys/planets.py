"""Planets: attacking, colonising and improving them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .battle import D12
from .ending import TurnOption, closing, spend, spend_after_loss
from .movement import ShipId, described, own_ship
from .points import QUADRANT_NAMES, QUADRANT_OF, Point, key
from .state import (
    COLORS,
    POINTS_FOR,
    QUOTA,
    SIDES,
    Color,
    Phase,
    Planet,
    Ship,
    State,
    bag,
    free_around,
    markers_left,
    seat_of,
    ship_at,
)

DESTROYED_UP_TO, REPELLED_UP_TO = 2, 5
"""The natural rolls of a failed attack: 1-2 destroy the ship, 3-5 repel it, more do nothing."""


def _waiting(state: State, phase: Phase, ship: str) -> State:
    """Gives the state that waits for the dice, the colour or the point of a ship's option."""
    return State(
        state.rules,
        phase,
        state.turn,
        state.round,
        state.active,
        state.left,
        state.planets,
        state.ships,
        state.players,
        ship,
    )


class PlanetAttacked(TurnOption, frozen=True, gc=False):
    """A seat attacks the planet below one of its ships."""

    ship: ShipId

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the ship came earlier and stands on another seat's planet."""
        self.opening(state)
        ship = own_ship(state, self.seat, self.ship)
        planet = state.planets.get(ship.at)
        if planet is None or planet.owner in {0, self.seat}:
            raise Illegal(
                "attack.planet",
                f"@{self.seat}'s {self.ship} needs a planet of another seat below it; at {ship.at} is "
                f"{_below(planet, self.seat)}",
            )
        if ship.since == state.turn and state.rules.attack_min_gap == "turn":
            raise Illegal(
                "attack.since",
                f"@{self.seat}'s {self.ship} came to {ship.at} in this turn and can attack @{planet.owner}'s planet "
                "from its next turn on",
            )

    def apply(self, state: State) -> State:
        """Waits for the die."""
        return _waiting(state, "attack", self.ship)

    def tell(self, before: State, after: State) -> str:
        """Tells the attack."""
        del after
        at = before.ships[self.ship].at
        planet = before.planets[at]
        return (
            f"@{self.seat}'s {described(self.ship)} attacks @{planet.owner}'s {planet.color} planet at {at} "
            f"(defense {planet.defense})."
        )


def _below(planet: Planet | None, seat: int) -> str:
    if planet is None:
        return "no planet"
    return "an unclaimed one" if not planet.owner else f"@{seat}'s own"


class AttackRolled(Chance[State], frozen=True, gc=False):
    """The die of an attack on a planet, as it lies."""

    roll: D12

    def check(self, state: State) -> None:
        """Raises `Illegal` when the die shows more than it has sides."""
        sides = SIDES[state.ship[1]]
        if self.roll > sides:
            raise Illegal(
                "attack.die", f"@{state.active}'s {described(state.ship)} rolls 1 to {sides}, not {self.roll}"
            )

    def _succeeds(self, state: State) -> bool:
        busting = "planet_busting" in state.players[str(state.active)].techs
        bonus = state.rules.planet_busting_bonus if busting else 0
        return self.roll + bonus >= state.rules.planet_attack_threshold

    def apply(self, state: State) -> State:
        """Takes defense away, or destroys or repels the ship, by the natural roll."""
        name = state.ship
        at = state.ships[name].at
        planet = state.planets[at]
        if self._succeeds(state):
            defense = planet.defense - state.rules.planet_attack_damage
            if defense >= 1:
                hit = Planet(planet.color, planet.owner, defense)
                return spend(state, planets={**state.planets, at: hit})
            taken = Planet(planet.color, state.active, state.rules.captured_defense)
            return spend_after_loss(state, planet.owner, {**state.planets, at: taken}, state.ships)
        if self.roll > REPELLED_UP_TO:
            return spend(state)
        if self.roll > DESTROYED_UP_TO and free_around(state, at):
            return _waiting(state, "repel", name)
        ships = state.ships.copy()
        del ships[name]
        return spend_after_loss(state, state.active, state.planets, ships)

    def tell(self, before: State, after: State) -> str:
        """Tells the roll and what it does to planet or ship."""
        name = before.ship
        at = before.ships[name].at
        planet = before.planets[at]
        ship = f"@{before.active}'s {described(name)}"
        rolled = f"{ship} rolls {self.roll}"
        if self._succeeds(before):
            now = after.planets[at]
            if now.owner != planet.owner:
                worth = POINTS_FOR[planet.color]
                return (
                    f"{rolled}: the {planet.color} planet at {at} is captured from @{planet.owner}, "
                    f"{worth} {'point' if worth == 1 else 'points'}{closing(before, after)}."
                )
            return (
                f"{rolled}: a hit, the defense of @{planet.owner}'s planet at {at} falls from {planet.defense} to "
                f"{now.defense}{closing(before, after)}."
            )
        if self.roll > REPELLED_UP_TO:
            return f"{rolled}: nothing happens at {at}{closing(before, after)}."
        if after.phase == "repel":
            return f"{rolled}: it is repelled from {at}."
        why = "is destroyed" if self.roll <= DESTROYED_UP_TO else "is repelled with no empty point around and destroyed"
        return f"{rolled}: the ship {why} at {at}{closing(before, after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the sides of the die."""
        return [(cls(roll), 1) for roll in range(1, SIDES[state.ship[1]] + 1)]

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls the die."""
        return cls(dice.roll(SIDES[state.ship[1]]))


def _check_repel(state: State, at: tuple[int, int], who: str) -> None:
    if state.phase != "repel":
        raise Illegal("attack.repel", f"{who}: no ship is being repelled")
    planet = state.ships[state.ship].at
    free = free_around(state, planet)
    if key(at) not in free:
        raise Illegal(
            "attack.repel",
            f"{who}: {state.ship} is repelled from {planet} to one of the empty points beside it, {key(at)} is none; "
            f"legal: {' '.join(free)}",
        )


def _repelled(state: State, at: tuple[int, int]) -> State:
    ship = state.ships[state.ship]
    # Being repelled changes neither the number on the die nor the one that binds a second move (A39).
    moved = Ship(key(at), ship.speed, state.turn, ship.shown if ship.since == state.turn else 0)
    return spend(state, ships={**state.ships, state.ship: moved})


class ShipRepelled(Decision[State], frozen=True, gc=False):
    """The seat that may choose puts a repelled ship beside the planet."""

    to: Point

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a ship is being repelled and the point is free and beside the planet."""
        _check_repel(state, self.to, f"ship_repelled by @{self.seat}")

    def apply(self, state: State) -> State:
        """Puts the ship there; its speed stays."""
        return _repelled(state, self.to)

    def tell(self, before: State, after: State) -> str:
        """Tells where the ship goes."""
        who = f"@{before.active}'s {described(before.ship)}"
        chosen = f", as @{self.seat} decides" if self.seat != before.active else ""
        at = before.ships[before.ship].at
        return f"{who} is thrown back from {at} to {key(self.to)}{chosen}{closing(before, after)}."


class RepelDrawn(Chance[State], frozen=True, gc=False):
    """Chance puts a repelled ship beside the planet (`repel_chooser=random`)."""

    to: Point

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the point is free and beside the planet."""
        _check_repel(state, self.to, "repel_drawn")

    def apply(self, state: State) -> State:
        """Puts the ship there; its speed stays."""
        return _repelled(state, self.to)

    def tell(self, before: State, after: State) -> str:
        """Tells where the ship goes."""
        who = f"@{before.active}'s {described(before.ship)}"
        return f"{who} is thrown back from {before.ships[before.ship].at} to {key(self.to)}{closing(before, after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the free points around the planet, all alike."""
        free = free_around(state, state.ships[state.ship].at)
        return [(cls((int(col), int(row))), 1) for col, row in (point.split(",") for point in free)]


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
                f"@{self.seat}'s {self.ship} needs an unclaimed planet below it; at {ship.at} is {there}",
            )
        if ship.since == state.turn and state.rules.colonize_min_gap == "turn":
            raise Illegal(
                "colonize.since",
                f"@{self.seat}'s {self.ship} came to {ship.at} in this turn and can colonise it from its next turn on",
            )
        if markers_left(state, self.seat) < 1:
            raise Illegal(
                "colonize.marker",
                f"@{self.seat} needs a colony marker to colonise {ship.at}, and all {state.rules.colony_markers} of its "
                "are on planets",
            )

    def apply(self, state: State) -> State:
        """Waits for the colour."""
        return _waiting(state, "color", self.ship)

    def tell(self, before: State, after: State) -> str:
        """Tells the landing."""
        del after
        return f"@{self.seat}'s {described(self.ship)} colonises the planet at {before.ships[self.ship].at}."


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
        worth = POINTS_FOR[self.color]
        return (
            f"The planet at {before.ships[before.ship].at} is {self.color}: {worth} {'point' if worth == 1 else 'points'} "
            f"for @{before.active}{closing(before, after)}."
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
            own = sorted(point for point, each in state.planets.items() if each.owner == self.seat)
            raise Illegal(
                "improve.own",
                f"@{self.seat} can improve a planet of its own, at {at} is {there}; its planets: "
                f"{' '.join(own) or 'none'}",
            )
        if planet.defense >= state.rules.defense_max:
            raise Illegal(
                "improve.limit",
                f"@{self.seat}'s planet at {at} has defense {planet.defense}, no planet is improved beyond "
                f"{state.rules.defense_max}",
            )
        if not state.rules.improve_under_siege:
            besieger = ship_at(state.ships, at)
            if besieger and seat_of(besieger) != self.seat:
                raise Illegal(
                    "improve.siege",
                    f"@{self.seat} cannot improve {at} while @{seat_of(besieger)}'s {besieger} stands on it",
                )

    def apply(self, state: State) -> State:
        """Turns the die of the planet up by one."""
        at = key(self.at)
        planet = state.planets[at]
        return spend(state, planets={**state.planets, at: Planet(planet.color, planet.owner, planet.defense + 1)})

    def tell(self, before: State, after: State) -> str:
        """Tells the new defense."""
        at = key(self.at)
        return f"@{self.seat} fortifies {at} to defense {after.planets[at].defense}{closing(before, after)}."
