"""Building ships: begin, continue, complete; one ship of a seat at a time."""

from __future__ import annotations

import msgspec

from playfold.errors import Illegal

from .ending import TurnOption, closing, spend
from .movement import described
from .points import Point, key
from .state import KIND_OF, SEAT_KEYS, SHIPS_PER_KIND, SIDES, Kind, Player, Ship, State, Yard, ship_at, stock


def pace(player: Player) -> int:
    """Gives the points that one option of building is worth to a seat."""
    return 2 if "fast_workers" in player.techs else 1


def vacant(state: State, seat: int) -> list[str]:
    """Lists a seat's planets on which no ship stands, sorted."""
    taken = {ship.at for ship in state.ships.values()}
    return sorted(at for at, planet in state.planets.items() if planet.owner == seat and at not in taken)


def leaves_over(player: Player) -> bool:
    """Says whether going on with the ship would leave a point over."""
    yard = player.yard
    return yard is not None and yard.progress < SIDES[yard.ship[1]] < yard.progress + pace(player)


def is_ready(state: State, player: Player) -> bool:
    """Says whether a seat may complete its ship: finished before this turn, and no option used yet where it is free."""
    yard = player.yard
    if yard is None or not yard.full or yard.full >= state.turn:
        return False
    return state.rules.complete_costs_option or _untouched(state, player)


def _untouched(state: State, player: Player) -> bool:
    return state.left == (2 if "go_getter" in player.techs else 1)


def _check_place(state: State, seat: int, at: str) -> None:
    planet = state.planets.get(at)
    free = " ".join(vacant(state, seat)) or "none"
    if planet is None or planet.owner != seat:
        there = (
            "no planet" if planet is None else f"@{planet.owner}'s planet" if planet.owner else "an unclaimed planet"
        )
        raise Illegal(
            "build.own", f"@{seat} launches a ship from a planet of its own, at {at} is {there}; legal: {free}"
        )
    if there := ship_at(state.ships, at):
        raise Illegal("build.vacant", f"@{seat} cannot launch a ship at {at}, where {there} stands; legal: {free}")


def _launch(state: State, seat: int, at: str) -> tuple[dict[str, Ship], dict[str, Player]]:
    player = state.players[SEAT_KEYS[seat]]
    name = player.yard.ship if player.yard else ""
    ships = dict(sorted({**state.ships, name: Ship(at, 1, state.turn)}.items()))
    return ships, {**state.players, SEAT_KEYS[seat]: Player(player.chips, player.techs)}


class BuildBegun(TurnOption, frozen=True, gc=False):
    """A seat takes a ship from its stockpile and begins to build it."""

    kind: Kind

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the yard is empty and the stockpile has such a ship."""
        self.opening(state)
        yard = state.players[SEAT_KEYS[self.seat]].yard
        if yard is not None:
            raise Illegal(
                "build.one",
                f"@{self.seat} needs an empty yard to begin a {self.kind}, and has {described(yard.ship)} at "
                f"{yard.progress} of {SIDES[yard.ship[1]]} in it",
            )
        if not stock(state, self.seat, self.kind):
            others = [kind for kind in KIND_OF.values() if stock(state, self.seat, kind)]
            raise Illegal(
                "build.stock",
                f"@{self.seat} has all {SHIPS_PER_KIND} ships of the kind {self.kind} in play; in its stockpile: "
                f"{', '.join(others) or 'nothing'}",
            )

    def apply(self, state: State) -> State:
        """Puts the ship into the yard."""
        player = state.players[SEAT_KEYS[self.seat]]
        yard = Yard(stock(state, self.seat, self.kind)[0], pace(player))
        players = {**state.players, SEAT_KEYS[self.seat]: Player(player.chips, player.techs, yard)}
        return spend(state, players=players)

    def tell(self, before: State, after: State) -> str:
        """Tells the ship and how far it is."""
        player = before.players[SEAT_KEYS[self.seat]]
        name = stock(before, self.seat, self.kind)[0]
        return f"@{self.seat} begins {described(name)}, {pace(player)} of {SIDES[name[1]]}{closing(before, after)}."


class BuildContinued(TurnOption, frozen=True, gc=False):
    """A seat goes on with its ship; with the point that fast workers leave over it may launch it at once."""

    at: Point | None = None

    def check(self, state: State) -> None:
        """Raises `Illegal` unless there is an unfinished ship, and a left-over point for a launch."""
        self.opening(state)
        player = state.players[SEAT_KEYS[self.seat]]
        yard = player.yard
        if yard is None:
            raise Illegal("build.yard", f"@{self.seat} has no ship in construction; legal is build_begun")
        sides = SIDES[yard.ship[1]]
        if yard.progress >= sides:
            raise Illegal(
                "build.full",
                f"@{self.seat}'s {described(yard.ship)} shows {sides} of {sides} already; legal is build_completed, in "
                "a turn that began so",
            )
        if self.at is None:
            return
        if not leaves_over(player):
            raise Illegal(
                "build.left_over",
                f"@{self.seat} can launch {described(yard.ship)} at once only with a point left over: it is at "
                f"{yard.progress} of {sides} and adds {pace(player)}; leave at out",
            )
        _check_place(state, self.seat, key(self.at))

    def apply(self, state: State) -> State:
        """Adds the points; a finished ship waits for a later turn unless it is launched."""
        seat = SEAT_KEYS[self.seat]
        if self.at is not None:
            ships, players = _launch(state, self.seat, key(self.at))
            return spend(state, ships=ships, players=players)
        player = state.players[seat]
        name, progress = (player.yard.ship, player.yard.progress) if player.yard else ("", 0)
        progress = min(progress + pace(player), SIDES[name[1]])
        yard = Yard(name, progress, state.turn if progress == SIDES[name[1]] else 0)
        return spend(state, players={**state.players, seat: Player(player.chips, player.techs, yard)})

    def tell(self, before: State, after: State) -> str:
        """Tells how far the ship is, or its launch, or the point that is lost."""
        player = before.players[SEAT_KEYS[self.seat]]
        name = player.yard.ship if player.yard else ""
        if self.at is not None:
            return (
                f"@{self.seat}'s fast workers finish {described(name)} and launch it at {key(self.at)} at once"
                f"{closing(before, after)}."
            )
        yard = after.players[SEAT_KEYS[self.seat]].yard
        progress = yard.progress if yard else 0
        lost = ", and a point is lost" if leaves_over(player) else ""
        return f"@{self.seat} builds {described(name)}, {progress} of {SIDES[name[1]]}{lost}{closing(before, after)}."


class BuildCompleted(TurnOption, frozen=True, gc=False):
    """A seat launches its finished ship from one of its planets."""

    at: Point

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the ship was finished at the start of the turn and the planet is own and vacant."""
        self.opening(state)
        player = state.players[SEAT_KEYS[self.seat]]
        yard = player.yard
        if yard is None:
            raise Illegal("build.yard", f"@{self.seat} has no ship in construction; legal is build_begun")
        if not is_ready(state, player):
            sides = SIDES[yard.ship[1]]
            if yard.full and yard.full < state.turn:
                raise Illegal(
                    "build.first",
                    f"@{self.seat} completes {described(yard.ship)} free of charge before its first option of a turn, "
                    "and has used one",
                )
            began = "came to it in this turn" if yard.progress == sides else f"shows {yard.progress}"
            raise Illegal(
                "build.ready",
                f"@{self.seat} completes {described(yard.ship)} in a turn that it begins at {sides} of {sides}; "
                f"it {began}",
            )
        _check_place(state, self.seat, key(self.at))

    def apply(self, state: State) -> State:
        """Puts the ship on the planet with speed 1."""
        ships, players = _launch(state, self.seat, key(self.at))
        if state.rules.complete_costs_option:
            return spend(state, ships=ships, players=players)
        return msgspec.structs.replace(state, ships=ships, players=players, late=0)

    def tell(self, before: State, after: State) -> str:
        """Tells the launch."""
        yard = before.players[SEAT_KEYS[self.seat]].yard
        name = yard.ship if yard else ""
        return f"@{self.seat} launches {described(name)} at {key(self.at)}{closing(before, after)}."
