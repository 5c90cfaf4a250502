"""The state of a game: who has what, where the ships are, the dice, and what is still open."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from .planets import PLANETS, SPOTS, Face
from .rules import Rules

Phase = Literal["row", "missions", "keep", "first", "roll", "turn", "reroll", "planet", "rogue", "over"]
"""What is waited for: planets, missions, their choice, the first seat, the dice of a turn, a decision in a turn, a
reroll, a planet for an empty slot, a die or a decision in the rogue's turn; or nothing more."""

Status = Literal["inactive", "activated", "spent"]
"""Of a die: not used yet, in the activation bay, or in the converter or discarded."""

Stage = Literal["", "roll", "bonus", "shown", "target", "acted", "follow", "followed"]
"""Where the rogue's turn stands: a die comes, a bonus die comes, the die that lies there may be rolled again, a target
is chosen, it has acted, the seat may follow, or has followed. "" when it is not the rogue's turn."""

Reason = Literal["", "points", "rogue_points", "skull"]

ROGUE = 0
"""The number of the rogue where a player is named."""
MOST_SEATS = 5
SEAT_KEYS = tuple(str(seat) for seat in range(MOST_SEATS + 1))
"""The key of a seat in mappings, by its number; "0" is the rogue."""
SHIPS = tuple(tuple(f"{seat}s{number}" for number in range(1, 5)) for seat in range(MOST_SEATS + 1))
"""The ships by seat."""
HIDDEN = "?"
"""Stands for a mission in what another seat sees."""
ROGUE_LEVELS = 5
"""The levels of a rogue; the next step is the skull."""


class Question(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that is open in a turn.

    Args:
        kind: `follow`: the die may be followed; `free`: a Zavodnick action may be followed without paying; `step`:
            ships may step forward for Terra-Bettia; `move`: the second move of Nagato is due; `use`: the active seat
            names the action of the die, once the others have followed.
        seat: whose it is.
        face: that is followed.
        left: the seats that may still answer, in their order.
        ships: that may not move.
        follow: whether it came up in a follow.
    """

    kind: Literal["follow", "free", "step", "move", "use"]
    seat: int
    face: Face | None = None
    left: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    follow: bool = False


class RogueTurn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The rogue's turn.

    Args:
        stage: where it stands.
        dice: still to come, the one that lies there included.
        bonus: bonus dice still to come, the one that lies there included; 0 before them.
        level: the level that counts for its dice.
        face: of the die that lies there.
        again: whether an unusable die has been rolled once more.
        step: which operation of the colony action waits for a target, from 0.
    """

    stage: Stage = ""
    dice: int = 0
    bonus: int = 0
    level: int = 1
    face: Face | None = None
    again: bool = False
    step: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment.

    Args:
        rules: the parameters.
        phase: what is waited for.
        turn: turns begun, the rogue's included; 0 during the set-up.
        active: the seat whose turn it is; during the set-up the one that is dealt to.
        first: the seat with the first turn; 0 until it is known.
        row: the planets by slot from the left; "" is an empty slot.
        under: planets put under the deck, the first one comes first.
        discards: planets that are out of the game.
        level: of the empires by seat, "0" the rogue's.
        energy: by seat.
        culture: by seat.
        colonies: planets of each seat in the order in which they were colonized.
        ships: where each unlocked ship is: `mat`, `jakks` on its surface, `jakks:0` on space 0 of its orbit.
        offers: missions of which a seat has still to keep one.
        missions: the mission kept by each seat.
        faces: of the dice, number 1 first.
        dice: whether each is inactive, activated or spent.
        rolling: numbers of the dice that are rerolled now.
        rerolls: bought or free rerolls of this turn.
        converted: uses of the converter in this turn.
        price: of following, in culture.
        bonus: what the active seat gains for each follow, by resource.
        used: planets with a once-per-turn action that were used in this turn, by seat.
        die: the die activated last in this turn; 0 for none.
        repeaters: dice with which another was repeated in this turn.
        open: what is open, the innermost last.
        elder: the seat that triggered the end; 0 for none.
        fewer: dice that the seat of a solo game rolls less in its next turn.
        rogue: the rogue's turn.
        reason: why the game is over.
    """

    rules: Rules
    phase: Phase
    turn: int
    active: int
    first: int
    row: tuple[str, ...]
    level: dict[str, int]
    energy: dict[str, int]
    culture: dict[str, int]
    colonies: dict[str, tuple[str, ...]]
    ships: dict[str, str]
    under: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    offers: dict[str, tuple[str, ...]] = {}
    missions: dict[str, str] = {}
    faces: tuple[Face, ...] = ()
    dice: tuple[Status, ...] = ()
    rolling: tuple[int, ...] = ()
    rerolls: int = 0
    converted: int = 0
    price: int = 1
    bonus: dict[str, int] = {}
    used: dict[str, tuple[str, ...]] = {}
    die: int = 0
    repeaters: tuple[int, ...] = ()
    open: tuple[Question, ...] = ()
    elder: int = 0
    fewer: int = 0
    rogue: RogueTurn = RogueTurn()
    reason: Reason = ""


Standing: TypeAlias = Any
"""What points are counted from: a state, or the table while an event is played."""


def seats_of(state: State) -> range:
    """Gives the seats of a game."""
    return range(1, len(state.level) + ("0" not in state.level))


def has_rogue(state: State) -> bool:
    """Says whether this is a solo game."""
    return "0" in state.level


_CLOCKWISE = tuple(
    tuple((*range(seat + 1, seats + 1), *range(1, seat)) for seat in range(seats + 1))
    for seats in range(MOST_SEATS + 1)
)


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """Gives the other seats, clockwise from a seat's left; none in the solo game."""
    return () if "0" in state.level else _CLOCKWISE[len(state.level)][seat]


@lru_cache(maxsize=256)
def window(seat: int, face: Face, left: tuple[int, ...]) -> Question:
    """Gives the window in which a die is followed."""
    return Question("follow", seat, face=face, left=left)


def colony_points(state: Standing, key: str) -> int:
    """Gives the points of a seat's colonies."""
    return sum([PLANETS[planet].vp for planet in state.colonies[key]])


def empire_points(state: Standing, key: str) -> int:
    """Gives the points of a seat's level, or of the rogue's."""
    level: int = state.level[key]
    rules: Rules = state.rules
    if key == "0":
        return rules.rogue_vp[min(level, ROGUE_LEVELS) - 1]
    return rules.empire_vp[level - 1]


def points(state: Standing, key: str) -> int:
    """Gives the points that end the game: colonies and empire, no mission."""
    return colony_points(state, key) + empire_points(state, key)


def unseen(state: State) -> list[str]:
    """Lists the planets of the deck that nobody has seen, in the order of the table."""
    gone = {*state.row, *state.under, *state.discards, *(each for own in state.colonies.values() for each in own)}
    return [planet for planet in PLANETS if planet not in gone]


def inactive(state: State) -> tuple[int, ...]:
    """Gives the numbers of the dice that are not used yet."""
    return tuple(number for number, status in enumerate(state.dice, 1) if status == "inactive")


def orbiting(ships: dict[str, str], seat: int) -> list[str]:
    """Lists the ships of a seat, or of the rogue, that orbit a planet."""
    return [ship for ship in SHIPS[seat] if ships.get(ship, "").find(":") > 0]


def where(ships: dict[str, str], ship: str) -> tuple[str, int]:
    """Gives the planet and the space of a ship; the surface is -1, at home the planet is ""."""
    return SPOTS[ships[ship]]


def whose(number: int) -> str:
    """Writes a player for people."""
    return f"@{number}" if number else "the rogue"


def count(number: int, noun: str) -> str:
    """Writes a number with its noun: `1 ship`, `2 ships`; dice, energy and culture stay what they are."""
    if noun in {"energy", "culture"}:
        return f"{number} {noun}"
    if noun == "die":
        return "1 die" if number == 1 else f"{number} dice"
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
