"""What may be open in a game: draws, questions, votes, and dice to be rolled again."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from playfold.engine.hexes import Hex

from .operations import Operation


class Draw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="draw"):
    """Cards are to be drawn.

    Args:
        deck: which.
        seat: for whom.
        n: how many.
        keep: how many of them are kept.
        level: of the monster.
        marker: the fleet that explores.
        at: the sector that is explored, or where the monster comes.
        ask: whether the monster was found, so that a fight is offered.
    """

    deck: Literal["tactics", "explore", "monster"]
    seat: int
    n: int = 1
    keep: int = 1
    level: int = 0
    marker: str = ""
    at: Hex | None = None
    ask: bool = False


class Keep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="keep"):
    """A seat is to keep some of the tactics cards that it drew."""

    seat: int
    cards: tuple[str, ...]
    keep: int = 1


class Ask(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="ask"):
    """An operation asks a seat.

    Args:
        seat: who answers.
        op: the operation.
        source: the card, title, wonder, track or monster that it comes from.
        marker: the fleet concerned.
        at: the sector concerned.
        cards: drawn explore cards, of which one is kept.
        loser: whether the seat is the opponent who loses cubes.
    """

    seat: int
    op: Operation
    source: str
    marker: str = ""
    at: Hex | None = None
    cards: tuple[str, ...] = ()
    loser: bool = False


class Ballot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Votes of a seat: how many cubes, for whom; amount -1 is hidden."""

    amount: int
    candidate: int = 0


class Vote(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="vote"):
    """A vote is open on the first of the titles.

    Args:
        seat: who called it.
        titles: still to be voted on.
        ballots: committed so far, by seat.
        extra: votes that cards gave, by candidate.
    """

    seat: int
    titles: tuple[str, ...]
    ballots: dict[str, Ballot] = {}
    extra: dict[str, int] = {}


class Reroll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="reroll"):
    """Dice of a roll of the battle are to be rolled again: which roll, from 0, and the places of the dice, from 1."""

    seat: int
    roll: int
    dice: tuple[int, ...]


Pending: TypeAlias = Draw | Keep | Ask | Vote | Reroll
"""What is open."""
