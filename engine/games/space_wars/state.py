"""The state of a game: territories, ships, hands and objectives, and what can be read off them."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cards import deck
from .galaxy import NEIGHBOURS, PLANETS, TERRITORIES
from .objectives import holds
from .rules import Mode, Rules

Phase = Literal[
    "objectives",
    "deal",
    "placement",
    "first",
    "reinforce",
    "conquer",
    "defend",
    "roll",
    "move_in",
    "card",
    "spoils",
    "over",
]
"""What the game waits for: objectives, the deal, ships of the start, the first seat; new ships and exchanges before the
first attack of a turn; attacks, the transfer or the end of the turn; the defender's dice, the roll, the number that
moves in, a card; the exchange of a hand that an elimination has filled; or nothing more."""

Reason = Literal["", "objective", "galaxy", "opponent", "last_seat", "round_limit"]

Force = Literal["", "ally"]
"""Whose ships: the seat's own, or the ally's."""

NOBODY = 0
"""The owner of the ally's territories."""


class Attack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack under way: from where, to where, how many ships are thrown in, whose, and the defender's dice."""

    from_: str = msgspec.field(name="from")
    to: str = ""
    dice: int = 1
    force: Force = ""
    defense: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment.

    Args:
        rules: the parameters.
        phase: what the game waits for.
        turn: turns begun; 0 during the set-up.
        round: rounds begun; 0 during the set-up.
        active: the seat whose turn it is, or that is dealt to or places; after a victory the winner.
        first: the seat with the first turn; 0 until it is known.
        pending: ships that the active seat has still to place.
        gained: new ships of the active seat in this turn so far; half of them are the ally's.
        exchanges: sets exchanged in the game.
        captures: territories that the active seat has captured in this turn.
        owner: the seat that holds a territory, 0 the ally; only those that are dealt.
        ships: on each of these territories.
        hands: the cards of each seat, in the order of the data.
        discards: cards that lie open: exchanged ones, during the deal those dealt. All others are the draw pile.
        objectives: by seat, in the mode that has them.
        known: cards in other hands that a seat knows, since they were its own.
        ally_pending: ships of the ally that a seat has to place in its turn; empty without an ally.
        sealed: ships of the start that are hidden until all seats have placed, by seat.
        attack: the attack under way.
        reason: why the game is over.
    """

    rules: Rules
    phase: Phase
    turn: int
    round: int
    active: int
    first: int
    pending: int
    gained: int
    exchanges: int
    captures: int
    owner: dict[str, int]
    ships: dict[str, int]
    hands: dict[str, tuple[str, ...]]
    discards: tuple[str, ...] = ()
    objectives: dict[str, str] = {}
    known: dict[str, tuple[str, ...]] = {}
    ally_pending: dict[str, int] = {}
    sealed: dict[str, dict[str, int]] = {}
    attack: Attack | None = None
    reason: Reason = ""


MOST_SEATS = 6
SEAT_KEYS = tuple(str(seat) for seat in range(MOST_SEATS + 1))
"""The key of a seat in mappings, by its number."""


def seats_of(state: State) -> range:
    """Gives the seats of a game."""
    return range(1, len(state.hands) + 1)


def mode_of(rules: Rules, seats: int) -> Mode:
    """Gives what is played for."""
    if rules.mode == "auto":
        return "ally2" if seats == 2 else "objectives"  # noqa: PLR2004 - two seats
    return rules.mode


def has_ally(state: State) -> bool:
    """Says whether there is an ally: exactly with two seats."""
    return len(state.hands) == 2  # noqa: PLR2004 - two seats


def other(seat: int) -> int:
    """Gives the opponent of one of two seats."""
    return 3 - seat


def lives(state: State, seat: int) -> bool:
    """Says whether a seat has a territory."""
    return seat in state.owner.values()


def living(state: State) -> list[int]:
    """Lists the seats that have a territory."""
    owners = set(state.owner.values())
    return [seat for seat in seats_of(state) if seat in owners]


def lands(state: State, seat: int) -> list[str]:
    """Lists the territories of a seat, of the ally for 0, in the order of the map."""
    owner = state.owner
    return [at for at in TERRITORIES if owner.get(at) == seat]


def strength(state: State, seat: int) -> int:
    """Counts the ships of a seat."""
    ships = state.ships
    return sum(ships[at] for at, whose in state.owner.items() if whose == seat)


def planets(state: State, seat: int) -> list[str]:
    """Lists the planets that a seat holds whole."""
    return [planet for planet in PLANETS if holds(state.owner, seat, planet)]


def around(state: State, at: str) -> tuple[str, ...]:
    """Gives the neighbours of a territory."""
    return NEIGHBOURS[state.rules.wrap_edges][at]


def pile(state: State) -> tuple[str, ...]:
    """Gives the cards that may come next: all that are in no hand and not open; when there are none, the open ones."""
    held = {card for hand in state.hands.values() for card in hand}
    gone = held.union(state.discards)
    rest = tuple(card for card in deck(len(state.hands)) if card not in gone)
    return rest or state.discards


def cards_left(state: State) -> int:
    """Counts the cards of the draw pile and the open ones."""
    return len(deck(len(state.hands))) - sum(map(len, state.hands.values()))


def whose(seat: int) -> str:
    """Writes an owner for people."""
    return f"@{seat}" if seat else "the ally"


def count(number: int, noun: str) -> str:
    """Writes a number with its noun: `1 ship`, `2 ships`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
