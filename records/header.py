"""The first line of a log: which game, by which rules, who played, and how dice came."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from playfold.errors import MalformedEventError

from .plain import Positive, Seat, check_plain
from .text import Digits, Name

FORMAT = "playfold/1"

Player = Annotated[str, msgspec.Meta(min_length=1)]


class Commitment(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Drawn dice: the sha256 of the seed's text, made known before the game."""

    commit: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Origin(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where an extracted log comes from: game, line, last entry and its hash."""

    game: Name
    line: Name
    n: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
    hash: Digits


class Header(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What holds for the whole game. The members stand in the file in this order, those at their default left out.

    Args:
        format: `playfold/1`.
        game: the game's own name, a UUID.
        rules: the normalised rules reference.
        set: every parameter of the rules, resolved.
        schema: the layout of events and states, from 1.
        engine: the version of the program that began the log.
        seats: the players' names, seat 1 first; 1 to 99.
        bots: the seats that programs play, ascending.
        dice: `table`, or the commitment to a seed.
        time: UTC, as `2026-11-29T18:03:22.120Z`.
        tags: anything else, as text.
        origin: of an extracted log, where it comes from.
        hash: as in `Entry`.

    Raises:
        MalformedEventError: `set` or `bots` cannot be, when made in Python.
    """

    format: Literal["playfold/1"]
    game: Name
    rules: Annotated[str, msgspec.Meta(min_length=1)]
    set: dict[str, Any]
    schema: Positive
    engine: str
    seats: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1, max_length=99)]
    bots: tuple[Seat, ...] = ()
    dice: Literal["table"] | Commitment
    time: str = ""
    tags: dict[str, str] = {}
    origin: Origin | None = None
    hash: str = ""

    def __post_init__(self) -> None:
        check_plain(self.set)
        if list(self.bots) != sorted(set(self.bots)) or (self.bots and self.bots[-1] > len(self.seats)):
            raise MalformedEventError(f"bots {list(self.bots)} are no ascending seats of {len(self.seats)}")
