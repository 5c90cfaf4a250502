"""The rows of an archive on their way into it, as they are staged: in files, by columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

Columns = dict[str, list[Any]]
"""Rows on their way into the archive, a list for each column, `src` among them: the numbers of their logs."""

_ENCODER = msgspec.json.Encoder()
_BLOCK = 500
_LONGEST = 8 << 20  # DuckDB reads lines of up to 16 MiB


class Staged(msgspec.Struct, gc=False, kw_only=True):
    """A row on its way into the archive.

    Args:
        src: the number of its log in this run.
    """

    src: int


def by_column(rows: Sequence[Staged]) -> Columns:
    """Gives rows of one kind as columns."""
    return {name: [getattr(row, name) for row in rows] for name in rows[0].__struct_fields__} if rows else {}


def lines(columns: Columns, size: int = _BLOCK) -> Iterator[bytes]:
    """Encodes columns in blocks, a JSON object a line, none of them too long."""
    for first in range(0, len(columns["src"]) if columns else 0, size):
        block: Columns = {name: values[first : first + size] for name, values in columns.items()}
        line = _ENCODER.encode(block)
        if len(line) > _LONGEST and size > 1:
            yield from lines(block, size // 2)
        else:
            yield line + b"\n"


class Examined(msgspec.Struct):
    """What of an examined log decides whether its rows are taken.

    Args:
        game: the game's own name.
        sound: the log is in order, or at least neither damaged nor illegal.
        entries: how many of its entries are in order.
        problem: the first thing that is wrong with it; "" for nothing.
        torn: what is said of a last line that was never acknowledged; "" for none.
    """

    game: str
    sound: bool
    entries: int
    problem: str
    torn: str


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
    entries: int | None
    turns: int | None
    started: str
    ended: str
    minutes: float | None
    tags: dict[str, str]
    dice: str | None
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
    """What becomes rows of `series`: a standing by turn, a list of values for each seat, None where unknown."""

    name: str
    turns: Sequence[int | None]
    of_seats: Sequence[tuple[int, ...] | None]


class FinalRow(Staged, kw_only=True):
    """What becomes rows of `final_standings`, a value for each seat, None where it is unknown."""

    name: str
    last: tuple[int | None, ...]


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

    n: int | None
    about: int
    seat: int | None = None
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
    seat: int | None
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
