"""Moving one ship: exact steps, turns, the edges of the board, and the change of speed afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from playfold.errors import Illegal

from .ending import TurnOption, closing, spend, waiting
from .points import Route, arrival, reach, route
from .rules import Tech
from .state import KIND_OF, SEAT_KEYS, SIDES, Ship, State, seat_of, ship_at

ShipId = Annotated[str, msgspec.Meta(min_length=1, max_length=8, examples=["1b1"])]
Path = Annotated[str, msgspec.Meta(min_length=1, max_length=24, examples=["E1"])]
MANY = 8
"""Points that a message lists at most."""


def own_ship(state: State, seat: int, name: str) -> Ship:
    """Gives a seat's ship on the board.

    Raises:
        Illegal: there is none of this id, or it is another seat's.
    """
    ship = state.ships.get(name)
    if ship is not None and name[0] == SEAT_KEYS[seat]:
        return ship
    own = listed(sorted(each for each in state.ships if seat_of(each) == seat))
    there = f"is a ship of @{seat_of(name)}" if ship is not None else "is not on the board"
    raise Illegal("ship.own", f"@{seat} needs a ship of its own, {name} {there}; its ships: {own}")


def listed(names: Sequence[str]) -> str:
    """Writes ids, points or technologies for people: `1b1, 1c2`, or `none`."""
    return ", ".join(names) or "none"


def described(name: str) -> str:
    """Names a ship for people: `battlestar 1b1`."""
    return f"{KIND_OF[name[1]]} {name}"


def number_of(state: State, ship: Ship) -> int:
    """Gives the number of steps that binds a ship now."""
    if ship.shown and ship.since == state.turn:
        return ship.shown
    return ship.speed


def turns_of(techs: tuple[Tech, ...]) -> int:
    """Gives the number of turns that a seat's ships can make inside a move."""
    if "swerving" in techs:
        return 2
    return 1 if "steering" in techs else 0


def at_peace(state: State, mover: int, other: int) -> bool:
    """Says whether peace_negotiation forbids battles between two seats."""
    one = "peace_negotiation" in state.players[SEAT_KEYS[mover]].techs
    two = "peace_negotiation" in state.players[SEAT_KEYS[other]].techs
    return (one and two) if state.rules.peace_scope == "both_hold" else (one or two)


def speeds(state: State, seat: int, shown: int, sides: int) -> tuple[int, ...]:
    """Lists the speeds, ascending, that a ship may have after a move, by the number its die shows and its sides."""
    techs = state.players[SEAT_KEYS[seat]].techs
    if "super_accelerator" in techs:
        kind = state.rules.super_accelerator
        if kind == "exactly_2":
            return tuple(sorted({max(1, shown - 2), shown, min(sides, shown + 2)}))
        most = 3 if kind == "up_to_3" else 2
    elif "accelerator" in techs:
        most = 1
    else:
        return (shown,)
    return tuple(range(max(1, shown - most), min(sides, shown + most) + 1))


def ends(state: State, seat: int, name: str) -> list[tuple[str, str, str]]:
    """Lists where a ship may end its move, each with one path and the enemy ship there: (point, path, enemy)."""
    ship = state.ships[name]
    techs = state.players[SEAT_KEYS[seat]].techs
    taken = {other.at: each for each, other in state.ships.items() if each != name}
    # The points where a ship stands that this one may not meet, and those where it fights.
    fights = {at: each for at, each in taken.items() if not _barred(state, seat, each)}
    reversal = state.rules.allow_reversal
    reached = reach(ship.at, number_of(state, ship), turns_of(techs), "warp" in techs, reversal)
    return [(end, path, fights.get(end, "")) for end, path in reached if end not in taken or end in fights]


def _barred(state: State, seat: int, other: str) -> bool:
    return seat_of(other) == seat or at_peace(state, seat, seat_of(other))


class ShipMoved(TurnOption, frozen=True, gc=False):
    """A seat moves a ship; on another seat's ship it fights. `speed` is the new speed, left out when it stays."""

    ship: ShipId
    path: Path
    speed: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0

    def check(self, state: State) -> None:
        """Raises `Illegal` unless path, end point and new speed are allowed."""
        self.opening(state)
        ship = own_ship(state, self.seat, self.ship)
        found = route(self.path)
        if found is None:
            raise Illegal(
                "move.path",
                f"@{self.seat}'s {self.ship}: {self.path!r} is no path; needed are letters N, E, S, W with counts, "
                f"each letter unlike the one before, such as E3 or N1W2; {self._legal(state)}",
            )
        if found.steps != number_of(state, ship):
            raise Illegal(
                "move.exact",
                f"@{self.seat}'s {self.ship} has to move exactly {_steps(number_of(state, ship))}, {self.path} has "
                f"{found.steps}; {self._legal(state)}",
            )
        techs = state.players[SEAT_KEYS[self.seat]].techs
        if found.turns:
            self._check_turns(state, found, techs)
        end = arrival(ship.at, self.path, "warp" in techs)
        if end is None:
            raise Illegal(
                "move.edge",
                f"@{self.seat}'s {self.ship} would leave the board with {self.path} from {ship.at}, which needs warp; "
                f"{self._legal(state)}",
            )
        enemy = ship_at(state.ships, end, self.ship)
        if enemy:
            self._check_enemy(state, end, enemy)
        if self.speed:
            self._check_speed(state, ship, enemy)

    def _legal(self, state: State) -> str:
        found = [end for end, _, _ in ends(state, self.seat, self.ship)]
        if not found:
            return "it has no legal move"
        more = f" and {len(found) - MANY} more" if len(found) > MANY else ""
        return f"legal ends: {' '.join(found[:MANY])}{more}"

    def _check_turns(self, state: State, found: Route, techs: tuple[Tech, ...]) -> None:
        allowed = turns_of(techs)
        if found.turns > allowed:
            may = (
                "may not turn inside a move without steering",
                "may turn once inside a move with steering",
                "may turn twice inside a move with swerving",
            )[allowed]
            raise Illegal(
                "move.turns",
                f"@{self.seat}'s {self.ship} {may}, {self.path} turns {_times(found.turns)}; {self._legal(state)}",
            )
        if found.reverses and not state.rules.allow_reversal:
            raise Illegal(
                "move.reversal",
                f"@{self.seat}'s {self.ship} has to turn left or right, {self.path} goes straight back; "
                f"{self._legal(state)}",
            )

    def _check_enemy(self, state: State, end: str, enemy: str) -> None:
        other = seat_of(enemy)
        if other == self.seat:
            raise Illegal(
                "move.friendly",
                f"@{self.seat}'s {self.ship} cannot end on {end}, where its own {enemy} stands; {self._legal(state)}",
            )
        if at_peace(state, self.seat, other):
            raise Illegal(
                "move.peace",
                f"@{self.seat}'s {self.ship} cannot end on {end}: peace_negotiation forbids a battle with "
                f"@{other}'s {enemy}; {self._legal(state)}",
            )

    def _check_speed(self, state: State, ship: Ship, enemy: str) -> None:
        if enemy and not state.rules.accelerate_after_battle:
            raise Illegal(
                "accelerate.battle",
                f"@{self.seat}'s {self.ship} moves into a battle, after which the winner has speed 1; leave speed out",
            )
        techs = state.players[SEAT_KEYS[self.seat]].techs
        if "accelerator" not in techs and "super_accelerator" not in techs:
            raise Illegal(
                "accelerate.card",
                f"@{self.seat} needs accelerator to change the speed of {self.ship}, which stays {ship.speed}; "
                "leave speed out",
            )
        shows = 1 if enemy else ship.speed
        allowed = [each for each in speeds(state, self.seat, shows, SIDES[self.ship[1]]) if each != shows]
        if self.speed not in allowed:
            raise Illegal(
                "accelerate.range",
                f"@{self.seat}'s {self.ship} shows {shows} and cannot be set to {self.speed}; "
                f"legal: {', '.join(map(str, allowed)) or 'none'}, or leave speed out for {shows}",
            )

    def apply(self, state: State) -> State:
        """Moves the ship, and waits for the dice where it meets another one."""
        ship = state.ships[self.ship]
        end = arrival(ship.at, self.path, "warp" in state.players[SEAT_KEYS[self.seat]].techs)
        if end is None:
            raise ValueError(f"{self.path} from {ship.at} leads off the board")  # `check` refuses it: move.edge
        enemy = ship_at(state.ships, end, self.ship)
        shown = number_of(state, ship) if state.rules.go_getter_speed == "turn_start" else 0
        ships = state.ships.copy()
        if enemy:
            ships[self.ship] = Ship(end, ship.speed, state.turn, shown)
            return waiting(state, "battle", self.ship, ships=ships, speed=self.speed)
        ships[self.ship] = Ship(end, self.speed or ship.speed, state.turn, shown)
        return spend(state, ships=ships)

    def tell(self, before: State, after: State) -> str:
        """Tells where the ship comes to, whom it meets, and its new speed."""
        end = after.ships[self.ship].at
        moved = f"@{self.seat}'s {described(self.ship)} flies {self.path} to {end}"
        if after.phase == "battle":
            enemy = ship_at(after.ships, end, self.ship)
            return f"{moved} and attacks @{seat_of(enemy)}'s {described(enemy)}."
        planet = after.planets.get(end)
        if planet is not None and planet.owner not in {0, self.seat}:
            moved += f", above @{planet.owner}'s planet"
        elif planet is not None and not planet.owner:
            moved += ", above an unclaimed planet"
        speed = after.ships[self.ship].speed
        changed = f", and now shows {speed}" if speed != before.ships[self.ship].speed else ""
        return f"{moved}{changed}{closing(before, after)}."


class SpeedReset(TurnOption, frozen=True, gc=False):
    """A seat sets a ship that has no legal move back to speed 1 (house rule, `stuck_ship_reset`)."""

    ship: ShipId

    def check(self, state: State) -> None:
        """Raises `Illegal` unless resets are allowed and the ship has no legal move."""
        self.opening(state)
        own_ship(state, self.seat, self.ship)
        if state.rules.stuck_ship_reset != "option":
            raise Illegal(
                "move.reset",
                f"@{self.seat} cannot reset {self.ship}: a ship without a legal move stays as it is "
                "(stuck_ship_reset is none)",
            )
        if found := ends(state, self.seat, self.ship):
            raise Illegal(
                "move.reset",
                f"@{self.seat} can reset only a ship without a legal move, {self.ship} can move {found[0][1]} to "
                f"{found[0][0]}",
            )

    def apply(self, state: State) -> State:
        """Turns the die to 1."""
        ship = msgspec.structs.replace(state.ships[self.ship], speed=1, shown=0)
        return spend(state, ships={**state.ships, self.ship: ship})

    def tell(self, before: State, after: State) -> str:
        """Tells the reset."""
        return (
            f"@{self.seat}'s {described(self.ship)} is stuck at {before.ships[self.ship].at} and starts again "
            f"from speed 1{closing(before, after)}."
        )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _steps(number: int) -> str:
    return f"{number} step" if number == 1 else f"{number} steps"
