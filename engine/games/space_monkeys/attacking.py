"""Attacking a planet from the ship above it: hits, captures, and what a failed attack does to the ship."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .battle import D12, every_roll
from .ending import TurnOption, closing, spend, spend_after_loss, waiting
from .movement import ShipId, described, listed, own_ship
from .points import POINTS, Point, key
from .state import SEAT_KEYS, SIDES, Planet, Ship, State, free_around, planet_of, points_worth, seat_of

DESTROYED_UP_TO, REPELLED_UP_TO = 2, 5
"""The natural rolls of a failed attack: 1-2 destroy the ship, 3-5 repel it, a 6 does nothing.

House rule: nor does a higher one that fails, which takes a planet_attack_threshold above 7.
"""


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
                f"{_below(planet, self.seat)}; ships that can attack: {listed(attackers(state, self.seat))}",
            )
        if not _came_earlier(state, ship):
            raise Illegal(
                "attack.since",
                f"@{self.seat}'s {self.ship} came to {ship.at} in this turn and can attack @{planet.owner}'s planet "
                f"from its next turn on; ships that can attack: {listed(attackers(state, self.seat))}",
            )

    def apply(self, state: State) -> State:
        """Waits for the die."""
        return waiting(state, "attack", self.ship)

    def tell(self, before: State, after: State) -> str:
        """Tells the attack."""
        del after
        at = before.ships[self.ship].at
        planet = before.planets[at]
        return (
            f"@{self.seat}'s {described(self.ship)} attacks @{planet.owner}'s {planet_of(planet.color)} at {at} "
            f"(defense {planet.defense})."
        )


def _came_earlier(state: State, ship: Ship) -> bool:
    return ship.since != state.turn or state.rules.attack_min_gap == "option"


def attackers(state: State, seat: int) -> list[str]:
    """Lists the ids of a seat's ships that can attack the planet below them, sorted."""
    found = []
    for name, ship in state.ships.items():
        planet = state.planets.get(ship.at) if seat_of(name) == seat else None
        if planet is not None and planet.owner not in {0, seat} and _came_earlier(state, ship):
            found.append(name)
    return sorted(found)


def _below(planet: Planet | None, seat: int) -> str:
    if planet is None:
        return "no planet"
    return "an unclaimed one" if not planet.owner else f"@{seat}'s own"


class AttackRolled(Chance[State], frozen=True, gc=False):
    """The die of an attack on a planet, as it lies; a ten-sided die that shows 0 rolled 10."""

    roll: D12

    def check(self, state: State) -> None:
        """Raises `Illegal` when the die shows more than it has sides."""
        sides = SIDES[state.ship[1]]
        if self.roll > sides:
            raise Illegal(
                "attack.die", f"@{state.active}'s {described(state.ship)} rolls 1 to {sides}, not {self.roll}"
            )

    def _succeeds(self, state: State) -> bool:
        return self.roll + _bonus(state) >= state.rules.planet_attack_threshold

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
            return waiting(state, "repel", name)
        ships = state.ships.copy()
        del ships[name]
        return spend_after_loss(state, state.active, state.planets, ships)

    def tell(self, before: State, after: State) -> str:
        """Tells the roll and what it does to planet or ship."""
        name = before.ship
        at = before.ships[name].at
        planet = before.planets[at]
        ship = f"@{before.active}'s {described(name)}"
        bonus = _bonus(before)
        rolled = f"{ship} rolls {self.roll}" + (f" and adds {bonus} for planet_busting" if bonus else "")
        if self._succeeds(before):
            now = after.planets[at]
            if now.owner != planet.owner:
                return (
                    f"{rolled}: the {planet_of(planet.color)} at {at} is captured from @{planet.owner}, "
                    f"{points_worth(planet.color)}{closing(before, after)}."
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
        return every_roll(cls, SIDES[state.ship[1]])

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls the die."""
        return cls(dice.roll(SIDES[state.ship[1]]))


def _bonus(state: State) -> int:
    """Gives what the active seat adds to the roll of its attack: to succeed only, a failure goes by the roll (A16)."""
    busting = "planet_busting" in state.players[SEAT_KEYS[state.active]].techs
    return state.rules.planet_busting_bonus if busting else 0


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
        return [(cls(POINTS[point]), 1) for point in free]
