"""The state of a game: planets, ships and players as frozen structs, and what can be read off them."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from .points import NEIGHBOURS, QUADRANT_OF, QUADRANTS, Quadrant
from .rules import Rules, Tech

Kind = Literal["cruiser", "battlestar", "dreadnought", "monitor"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SIDES: dict[str, int] = {"c": 4, "b": 8, "d": 10, "m": 12}
"""The sides of a ship's die by the letter in its id: build cost, battle die and highest speed at once."""
KIND_OF: dict[str, Kind] = {kind[0]: kind for kind in KINDS}
SHIPS_PER_KIND = 4

Color = Literal["white", "purple", "orange"]
COLORS: tuple[Color, ...] = get_args(Color)
HOME: Literal["black"] = "black"
HOME_DEFENSE = 6
POINTS_FOR: dict[str, int] = {"": 0, "white": 1, "purple": 2, "orange": 3, HOME: 5}
QUOTA: dict[Color, int] = {"white": 2, "purple": 2, "orange": 1}
"""Planets of each colour in one quadrant."""

Phase = Literal["roll", "place", "turn", "battle", "attack", "repel", "color", "over"]
"""What the game waits for: the roll or the choice for a planet of the set-up, an option of a turn, the dice of a battle
or of an attack, the point for a repelled ship, a colour; or nothing more."""

Reason = Literal["", "victory_points", "last_seat", "round_limit"]

SEAT_QUADRANTS: dict[int, tuple[Quadrant, ...]] = {2: ("TL", "BR"), 3: ("TL", "TR", "BR"), 4: QUADRANTS}
"""The quadrants of seats 1, 2, ... by the number of players: four from the rulebook, two and three house rules."""


class Planet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A planet. Unclaimed it has no colour, owner or defense; a home planet is black."""

    color: Literal["", "white", "purple", "orange", "black"] = ""
    owner: int = 0
    defense: int = 0


class Ship(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A ship on the board.

    Args:
        at: the point, as `5,2`.
        speed: the number that its die shows.
        since: the turn in which it came to its point.
        shown: the number with which it began the turn `since`, kept when moves of that turn use it; else 0.
    """

    at: str
    speed: int = 1
    since: int = 0
    shown: int = 0


class Yard(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A ship in construction: its id, how far it is, and the turn in which its die came to its highest number."""

    ship: str
    progress: int
    full: int = 0


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat has beside the board: chips, technologies in the order of purchase, and its yard."""

    chips: int = 0
    techs: tuple[Tech, ...] = ()
    yard: Yard | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment.

    Args:
        rules: the parameters.
        phase: what the game waits for.
        turn: turns begun; 0 during the set-up.
        round: rounds begun; 0 during the set-up.
        active: the seat whose turn it is, or that places a planet; after a victory by points, the winner.
        left: options left to it, the one under way included.
        planets: by point.
        ships: those on the board, by id.
        players: by seat.
        ship: the ship that attacks, is repelled or colonises while its dice or its point are waited for.
        dice: the roll for the planet that is to be placed.
        speed: the speed that the attacker of a battle takes if it wins, when that is not 1.
        late: the seat whose turn has just ended and that may still declare its victory.
        reason: why the game is over.
    """

    rules: Rules
    phase: Phase
    turn: int
    round: int
    active: int
    left: int
    planets: dict[str, Planet]
    ships: dict[str, Ship]
    players: dict[str, Player]
    ship: str = ""
    dice: tuple[int, ...] = ()
    speed: int = 0
    late: int = 0
    reason: Reason = ""


SEAT_KEYS = tuple(str(seat) for seat in range(5))
"""The key of a seat in `State.players`, by its number."""


def seat_of(ship: str) -> int:
    """Gives the owner of a ship by its id."""
    return ord(ship[0]) - 48


def planet_of(color: str) -> str:
    """Names a planet by its colour for people: `orange planet`, and `home planet` for a black one."""
    return "home planet" if color == HOME else f"{color} planet"


def points_worth(color: str) -> str:
    """Writes what a planet of a colour is worth: `2 points`."""
    points = POINTS_FOR[color]
    return f"{points} point" if points == 1 else f"{points} points"


Counted = tuple[dict[str, Planet], tuple[int, ...], tuple[int, ...]]
_COUNTED: list[Counted] = [({}, (), ())]


def counted(planets: dict[str, Planet]) -> Counted:
    """Gives these planets, victory points by seat and planets by seat, from seat 0, which is nobody.

    Every turn ends with it, and most turns leave the planets as they are: the last count is kept.
    """
    last = _COUNTED[0]
    if last[0] is not planets:
        points, owned = [0] * len(SEAT_KEYS), [0] * len(SEAT_KEYS)
        for planet in planets.values():
            if owner := planet.owner:
                points[owner] += POINTS_FOR[planet.color]
                owned[owner] += 1
        last = _COUNTED[0] = (planets, tuple(points), tuple(owned))
    return last


def points_of(planets: dict[str, Planet], seat: int) -> int:
    """Counts the victory points of a seat."""
    return counted(planets)[1][seat]


def lives(planets: dict[str, Planet], ships: dict[str, Ship], seat: int) -> bool:
    """Says whether a seat has a ship on the board or a planet."""
    digit = SEAT_KEYS[seat]
    for ship in ships:
        if ship[0] == digit:
            return True
    for planet in planets.values():  # noqa: SIM110 - `any` takes three times as long, and every turn ends here
        if planet.owner == seat:
            return True
    return False


def ship_at(ships: dict[str, Ship], at: str, beside: str = "") -> str:
    """Gives the id of the ship on a point, "" when there is none; the ship `beside` is not looked at."""
    for name, ship in ships.items():
        if ship.at == at and name != beside:
            return name
    return ""


def besieger(state: State, at: str, owner: int) -> str:
    """Gives the id of the ship of another seat than the owner that stands on a planet; "" when there is none."""
    there = ship_at(state.ships, at)
    return there if there and seat_of(there) != owner else ""


def free_around(state: State, at: str) -> list[str]:
    """Lists the orthogonal neighbours of a point that hold no ship, in the order north, east, south, west."""
    taken = {ship.at for ship in state.ships.values()}
    return [point for point in NEIGHBOURS[at] if point not in taken]


def stock(state: State, seat: int, kind: str) -> list[str]:
    """Lists the ids of a seat's ships of a kind that are in its stockpile, lowest first."""
    yard = state.players[SEAT_KEYS[seat]].yard
    building = yard.ship if yard else ""
    names = [f"{seat}{kind[0]}{number}" for number in range(1, SHIPS_PER_KIND + 1)]
    return [name for name in names if name not in state.ships and name != building]


def markers_left(state: State, seat: int) -> int:
    """Counts the colony markers that a seat has left. The planet that began as its home carries none."""
    own = SEAT_QUADRANTS[state.rules.players][seat - 1]
    used = 0
    for at, planet in state.planets.items():
        if planet.owner == seat and not (planet.color == HOME and QUADRANT_OF[at] == own):
            used += 1
    return state.rules.colony_markers - used


def whole_bag(rules: Rules) -> dict[Color, int]:
    """Counts the dice of each colour that the bag holds before the first draw."""
    if rules.bag == "literal":
        return {"white": 4, "purple": 8, "orange": 8}
    quadrants = rules.players if rules.unused_quadrants == "leave_empty" else len(QUADRANTS)
    return {color: QUOTA[color] * quadrants for color in COLORS}


def bag(state: State) -> dict[Color, int]:
    """Counts the dice of each colour that are still in the bag: all but those on planets."""
    colors = [planet.color for planet in state.planets.values()]
    return {color: number - colors.count(color) for color, number in whole_bag(state.rules).items()}
