"""A table of a scene as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from playfold.engine.scene import Table

from .cells import pad, width, wrap
from .telling import named

_GAP = 2
_WORD = 12

_Column = tuple[str, ...]


def lines(table: Table, names: Sequence[str], limit: int) -> list[str]:
    """Gives the title, the heads and the rows: numbers to the right, cells wrapped to keep within `limit`.

    Columns that do not fit beside each other stand below, each time after the first column.
    """
    texts = [[named(cell, names) for cell in row] for row in (table.columns, *table.rows)]
    count = max((len(row) for row in texts), default=0)
    columns = [tuple(row[place] if place < len(row) else "" for row in texts) for place in range(count)]
    found = wrap(named(table.title, names), limit) if table.title else []
    for part in _parts(columns, limit):
        found += _part(part, limit)
    return found


def _parts(columns: list[_Column], limit: int) -> list[list[_Column]]:
    """Cuts columns, so that each part fits without cutting short words; a part has the first column and one more."""
    first, parts, left = columns[:1], [], columns[1:]
    while left:
        fitting = [count for count in range(1, len(left) + 1) if _fits([*first, *left[:count]], limit)]
        count = fitting[-1] if fitting else 1
        parts.append([*first, *left[:count]])
        left = left[count:]
    return parts or [first]


def _fits(columns: list[_Column], limit: int) -> bool:
    return sum(_least(columns)) + _GAP * (len(columns) - 1) <= limit


def _least(columns: list[_Column]) -> list[int]:
    """Gives what columns need: the width of the longest word, in the first of the longest cell; of long ones less."""
    words = [[word for text in column for word in text.split()] for column in columns[1:]]
    return [max(1, min(_WORD, max(map(width, texts), default=0))) for texts in (*columns[:1], *words)]


def _part(columns: list[_Column], limit: int) -> list[str]:
    right = [all(map(_number, column[1:])) and len(column) > 1 for column in columns]
    widths = _widths(columns, limit)
    found = []
    for row in zip(*columns, strict=True):
        if not any(row):
            continue
        for line in zip_longest(*(wrap(cell, each) for cell, each in zip(row, widths, strict=True)), fillvalue=""):
            cells = [pad(cell, each, right=side) for cell, each, side in zip(line, widths, right, strict=True)]
            found.append((" " * _GAP).join(cells).rstrip())
    return found


def _number(text: str) -> bool:
    return not text.strip("+-0123456789/") or text == "-"


def _widths(columns: list[_Column], limit: int) -> list[int]:
    """Takes cells from the widest column that has some to spare until all fit, or none has."""
    widths = [max(1, *map(width, column)) for column in columns]
    least = _least(columns)
    while sum(widths) + _GAP * (len(widths) - 1) > limit and widths != least:
        spare = [each if each > floor else 0 for each, floor in zip(widths, least, strict=True)]
        widths[spare.index(max(spare))] -= 1
    return widths
