"""The rows of an archive on their way into it, as they are staged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

Columns = dict[str, list[Any]]
"""Rows on their way into the archive, a list for each column."""


class Staged(msgspec.Struct, gc=False, omit_defaults=True, kw_only=True):
    """A row on its way into the archive. What is left out becomes NULL.

    Args:
        src: the number of its log in this run.
    """

    src: int


class Examined(msgspec.Struct):
    """What of an examined log decides whether its rows are taken.

    Args:
        game: the game's own name.
        sound: the log is in order, or at least neither damaged nor illegal.
        entries: how many of its entries are in order.
        problem: the first thing that is wrong with it; "" for nothing.
    """

    game: str
    sound: bool
    entries: int
    problem: str


class GameRow(Staged, kw_only=True):
    """The row of `games`, but for the path: a log of the same bytes may have given its name already."""

    digest: str
    rules: str
    rule_set: str
    version: str
    parameters: dict[str, Any]
    seats: int
    grade: str
    problem: str | None
    players: str
    reason: str | None
    winners: tuple[int, ...] | None
    entries: int
    turns: int | None
    started: str
    ended: str
    minutes: float | None
    tags: dict[str, str]
    dice: str
    origin: str | None
    ignored: bool
    deep: bool
    engine: str


class SeatRow(Staged, kw_only=True):
    """A row of `seats`."""

    seat: int
    name: str
    placed: bool
    bot: bool
    won: bool | None = None
    rank: int | None = None


class SeriesRow(Staged, kw_only=True):
    """What becomes rows of `series`: a standing by turn, a list of values for each seat."""

    name: str
    turns: Sequence[int]
    of_seats: list[tuple[int, ...]]


class FinalRow(Staged, kw_only=True):
    """What becomes rows of `final_standings`, a value for each seat."""

    name: str
    last: tuple[int, ...]


class LeadRow(Staged, kw_only=True):
    """A row of `leads`."""

    name: str
    leaders: tuple[int, ...]
    since: int | None
    changes: int | None


class LuckRow(Staged, kw_only=True):
    """What becomes many rows of `luck`: those of one chance, a list of seats by name."""

    n: int
    turn: int
    type: str
    named: dict[str, list[float]]


class NoteRow(Staged, kw_only=True):
    """A row of `notes`."""

    n: int
    about: int
    seat: int = 0
    mark: str
    text: str


class RatingRow(Staged, kw_only=True):
    """A row of `ratings`."""

    n: int
    seat: int
    fun: int
    text: str


class RefusalRow(Staged, kw_only=True):
    """A row of `refusals`."""

    n: int
    seat: int = 0
    type: str
    rule: str
    why: str
    payload: dict[str, Any]


class LineRow(Staged, kw_only=True):
    """A row of `lines`."""

    line: str
    opened: int
    origin: int
    tip: int
    why: str
