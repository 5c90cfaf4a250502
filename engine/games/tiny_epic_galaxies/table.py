"""The table while an event is played: a working copy of what it changes, and the moves of tokens on it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from playfold.errors import Illegal

from .planets import MAT, ORBITS, PLANETS, SPOTS, Resource
from .state import SEAT_KEYS, SHIPS, Question, State


class Who:
    """Who acts, and how.

    Args:
        seat: the seat.
        follow: whether it follows.
        chain: the numbers of the dice that it uses: the die itself, then those that it repeats with it.
        depth: how many actions around use this one.
        lander: the ship that has just landed to use the action.
    """

    __slots__ = ("chain", "depth", "follow", "key", "lander", "seat")

    def __init__(self, seat: int, follow: bool, chain: tuple[int, ...], depth: int = 0, lander: str = "") -> None:
        self.seat, self.key, self.follow, self.chain = seat, SEAT_KEYS[seat], follow, chain
        self.depth, self.lander = depth, lander

    def deeper(self, die: int = 0) -> Who:
        """Gives who acts one level of nesting further in, with another die where one is repeated."""
        return Who(self.seat, self.follow, (*self.chain, die) if die else self.chain, self.depth + 1)

    def landed(self, ship: str) -> Who:
        """Gives who acts with the action of the planet where a ship has landed."""
        return Who(self.seat, self.follow, self.chain, self.depth, ship)


_PARTS = (
    "row",
    "level",
    "energy",
    "culture",
    "colonies",
    "ships",
    "under",
    "discards",
    "faces",
    "dice",
    "rolling",
    "price",
    "bonus",
    "used",
    "repeaters",
)


class Table:
    """A working copy of the parts of a state that actions change; a mapping is copied before it is changed first.

    `asked` and `free` collect the questions and the free follows that the event opens, `scored` the keys of seats
    whose points grew.
    """

    __slots__ = (*_PARTS, "asked", "free", "own", "rules", "scored", "state")

    row: tuple[str, ...]
    level: dict[str, int]
    energy: dict[str, int]
    culture: dict[str, int]
    colonies: dict[str, tuple[str, ...]]
    ships: dict[str, str]
    under: tuple[str, ...]
    discards: tuple[str, ...]
    faces: tuple[Any, ...]
    dice: tuple[Any, ...]
    rolling: tuple[int, ...]
    price: int
    bonus: dict[str, int]
    used: dict[str, tuple[str, ...]]
    repeaters: tuple[int, ...]

    def __init__(self, state: State) -> None:
        self.state, self.rules = state, state.rules
        self.own: dict[str, Any] = {}
        self.asked: list[Question] = []
        self.free: list[Question] = []
        self.scored: tuple[str, ...] = ()
        # Only what most actions touch; the rest is taken from the state when it is asked for.
        self.row, self.level, self.energy, self.culture = state.row, state.level, state.energy, state.culture
        self.colonies, self.ships, self.dice = state.colonies, state.ships, state.dice

    def __getattr__(self, name: str) -> Any:
        if name not in _PARTS:
            raise AttributeError(name)
        return getattr(self.state, name)

    def fork(self) -> Table:
        """Gives a table on which something can be tried."""
        other = Table.__new__(Table)
        for name in _PARTS:
            setattr(other, name, getattr(self, name))
        other.state, other.rules, other.own = self.state, self.rules, {}
        other.asked, other.free, other.scored = [*self.asked], [*self.free], self.scored
        return other

    def mine(self, name: str) -> dict[str, Any]:
        """Gives a mapping that may be changed."""
        part: dict[str, Any] | None = self.own.get(name)
        if part is None:
            part = self.own[name] = getattr(self, name).copy()
            setattr(self, name, part)
        return part

    def set(self, name: str, value: Any) -> None:
        """Sets a part that is no mapping."""
        setattr(self, name, value)
        self.own[name] = value

    def done(self, **more: Any) -> State:
        """Gives the state with everything that has changed."""
        self.own.update(more)
        return replace(self.state, **self.own)

    # Resources

    def limit(self, key: str) -> int:
        """Gives the most of a resource that somebody may hold."""
        return self.rules.rogue_resource_max if key == "0" else self.rules.resource_max

    def gain(self, key: str, resource: str, number: int) -> None:
        """Gives a resource; what is beyond the maximum is lost."""
        held = self.mine(resource)
        room = self.limit(key) - held[key]
        if room > 0:
            held[key] += min(number, room)

    def lose(self, key: str, resource: str, number: int) -> None:
        """Takes a resource, down to nothing."""
        held = self.mine(resource)
        held[key] = max(0, held[key] - number)

    def pay(self, who: Who, resource: Resource, number: int, rule: str, what: str) -> None:
        """Pays, or raises `Illegal` by the rule."""
        held = getattr(self, resource)[who.key]
        if held < number:
            raise Illegal(rule, f"@{who.seat} has {held} {resource}, {what} costs {number}")
        if number:
            self.mine(resource)[who.key] = held - number

    # Ships

    def place(self, ship: str, spot: str) -> None:
        """Puts a ship somewhere."""
        self.mine("ships")[ship] = spot

    def spots(self, seat: int) -> list[str | None]:
        """Lists where the ships of a seat are; None for those that are locked."""
        return list(map(self.ships.get, SHIPS[seat]))

    def home(self, seat: int) -> int:
        """Counts the ships of a seat on its own mat."""
        return self.spots(seat).count(MAT)

    def orbits(self, seat: int, planet: str) -> bool:
        """Says whether a ship of the seat orbits a planet."""
        return not ORBITS[planet].isdisjoint(self.spots(seat))

    def lands(self, seat: int, planet: str) -> bool:
        """Says whether a ship of the seat stands on a planet."""
        return planet in self.spots(seat)

    def advance(self, ship: str, steps: int) -> None:
        """Moves an orbiting ship forward; at the symbol it colonizes the planet."""
        planet, space = SPOTS[self.ships[ship]]
        self.reach(ship, planet, space + steps)

    def reach(self, ship: str, planet: str, space: int) -> None:
        """Puts a ship on a space of an orbit, or colonizes when this is the symbol or beyond."""
        if space < PLANETS[planet].steps:
            self.place(ship, f"{planet}:{space}")
            return
        ships = self.mine("ships")
        for each, spot in ships.items():
            if SPOTS[spot][0] == planet:
                ships[each] = MAT
        ships[ship] = MAT
        key = ship[0]
        colonies = self.mine("colonies")
        colonies[key] = (*colonies[key], planet)
        self.set("row", tuple("" if each == planet else each for each in self.row))
        self.scored = (*self.scored, key)

    def regress(self, ship: str, steps: int) -> None:
        """Moves an orbiting ship back, not below the start of the orbit."""
        planet, space = SPOTS[self.ships[ship]]
        self.place(ship, f"{planet}:{max(0, space - steps)}")

    # Empire and deck

    def upgrade(self, key: str) -> None:
        """Raises an empire by a level; new ships stand on the mat."""
        level = self.mine("level")
        old, new = self.rules.ships[level[key] - 1], self.rules.ships[level[key]]
        level[key] += 1
        for ship in SHIPS[int(key)][old:new]:
            self.place(ship, MAT)
        self.scored = (*self.scored, key)

    def deck(self) -> int:
        """Counts the planets in the deck, those put under it included."""
        out = len(self.discards) + len(self.row) - self.row.count("")
        for own in self.colonies.values():
            out += len(own)
        return len(PLANETS) - out

    def mark(self, who: Who, planet: str) -> None:
        """Notes that a seat has used a planet in this turn."""
        used = self.mine("used")
        used[who.key] = (*used.get(who.key, ()), planet)


def listed(values: Any, none: str = "none") -> str:
    """Writes what would be legal."""
    return " ".join(str(value) for value in values) or none


def ascending(who: Who, values: tuple[Any, ...], what: str) -> None:
    """Raises `Illegal` unless values are named in ascending order, each once."""
    if any(one >= other for one, other in pairwise(values)):
        raise Illegal("write.order", f"@{who.seat} names {what} in ascending order, each once, not {listed(values)}")
