"""A table of a scene as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from playfold.engine.scene import Table

from .cells import pad, width, wrap
from .telling import named

_GAP = 2
_NARROW = 6


def lines(table: Table, names: Sequence[str], limit: int) -> list[str]:
    """Gives the title, the heads and the rows: numbers to the right, cells wrapped to keep within `limit`."""
    texts = [[named(cell, names) for cell in row] for row in (table.columns, *table.rows)]
    count = max((len(row) for row in texts), default=0)
    texts = [row + [""] * (count - len(row)) for row in texts]
    right = [all(_number(row[column]) for row in texts[1:]) and len(texts) > 1 for column in range(count)]
    widths = _widths([max(width(row[column]) for row in texts) for column in range(count)], limit)
    found = wrap(named(table.title, names), limit) if table.title else []
    for row in texts:
        if not any(row):
            continue
        for line in zip_longest(*(wrap(cell, each) for cell, each in zip(row, widths, strict=True)), fillvalue=""):
            cells = [pad(cell, each, right=side) for cell, each, side in zip(line, widths, right, strict=True)]
            found.append((" " * _GAP).join(cells).rstrip())
    return found


def _number(text: str) -> bool:
    return not text.strip("+-0123456789/") or text == "-"


def _widths(widths: list[int], limit: int) -> list[int]:
    """Takes cells from the widest column until all fit, or none is wide."""
    widths = [max(1, each) for each in widths]
    while widths and sum(widths) + _GAP * (len(widths) - 1) > limit and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    return widths
