"""What every chart of the page keeps to: whose games it shows, how much of an answer, and how it says numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from math import isfinite
from typing import Any, NamedTuple

from ..cells import shorten
from ..stats.selection import Answer, heading
from ..telling import NAME_CELLS, visible

MOST_CHARTS = 12
"""So many kinds of games have charts."""
MOST_ROWS = 12
"""So many rows has a chart."""

ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""Around names in what figures say; the page turns them into elements."""

Row = dict[str, Any]


class Figure(NamedTuple):
    """A chart: whose games it shows, what it says in words, with names between isolates, and its SVG."""

    about: str
    says: str
    svg: str


Figures = Callable[[Answer], Iterator[Figure]]


def rows_of(answer: Answer) -> list[Row]:
    """Gives the rows of an answer by the names of its columns."""
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def groups(answer: Answer) -> Iterator[tuple[str, list[Row]]]:
    """Gives the rows by rules, kind of players and number of seats, those of the first dozen."""
    for about, rows in islice(groupby(rows_of(answer), heading), MOST_CHARTS):
        yield about, list(rows)


def without_charts(answer: Answer) -> str:
    """Says how many groups have no charts, since there are so many."""
    number = len({heading(row) for row in rows_of(answer)})
    if number <= MOST_CHARTS:
        return ""
    return f"Charts show the first {MOST_CHARTS} of {number} kinds of games; the table has all."


def drawable(rows: Sequence[Row], *columns: str) -> list[Row]:
    """Gives the rows in which all of these columns have a number that can be drawn."""
    return [row for row in rows if all(_drawable(row[column]) for column in columns)]


def _drawable(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)


def some_of(rows: Sequence[Row], what: str) -> tuple[list[Row], str]:
    """Gives the first rows, as many as a chart takes, and a sentence on the others, if there are any.

    Args:
        rows: those that can be drawn, in the order of the table.
        what: they are, and by what they are the first: "12 of 40 players, those with most games".
    """
    if len(rows) <= MOST_ROWS:
        return list(rows), ""
    return list(rows[:MOST_ROWS]), f" These are {MOST_ROWS} of {len(rows)} {what}; the table has all."


def short(name: object) -> str:
    """Gives a name that is visible and not too long."""
    return shorten(visible(str(name)), NAME_CELLS)


def told(name: object) -> str:
    """Gives a name as what figures say has it: between isolates, since it may run from right to left."""
    return f"{ISOLATE}{short(name)}{POP}"


def percent(value: float) -> str:
    """Gives a share in words."""
    return f"{100 * value:.1f} %"


def between(row: Row, value: str = "rate", low: str = "low", high: str = "high") -> str:
    """Gives a share with its bounds in words."""
    return f"{percent(row[value])} ({percent(row[low])} to {percent(row[high])})"


def games_of(number: int, what: str = "game") -> str:
    """Gives a number of games in words: one game, or several."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def fair_for_all(rows: Sequence[Row]) -> tuple[float | None, list[float | None]]:
    """Gives the equal chance, if one holds for all of these rows; else that of each row which has one."""
    each = [float(row["fair"]) if _drawable(row["fair"]) else None for row in rows]
    return (each[0], []) if len(set(each)) == 1 else (None, each)
