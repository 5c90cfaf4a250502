"""Where things stand on the drawn table: one grid of characters for the terminal and for SVG."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.scene import Shape, Tone

COLUMNS, LINES = 13, 6
"""Characters and lines of a terminal to one unit."""
CARD = 13
"""Columns from one card of the row to the next."""
CARD_LINES = 12
"""Lines of a card: its value, its name in two lines, the surface, up to six spaces of the orbit, the symbol."""
ACROSS = 80
WIDTH = ACROSS / COLUMNS

Grid = Iterator[Shape]


def x_of(column: float) -> float:
    """Gives the place of a column, in units."""
    return column / COLUMNS


def y_of(line: float) -> float:
    """Gives the place of the middle of a line, in units."""
    return (line + 0.5) / LINES


def marked(text: str, column: float, line: float, tone: Tone = "ink", seat: int = 0) -> Grid:
    """Writes a text into a terminal from a column on, in pieces that fit it."""
    for start in range(0, len(text), COLUMNS):
        part = text[start : start + COLUMNS]
        if part.strip():
            yield Shape(
                kind="label",
                x=x_of(column + start + len(part) / 2),
                y=y_of(line),
                fill="seat" if seat else tone,
                seat=seat,
                mark=part,
            )


def lettered(text: str, x: float, y: float, size: float, tone: Tone = "ink") -> Shape:
    """Writes a text into the SVG, centred at a place in units."""
    return Shape(kind="label", x=x, y=y, size=size, fill=tone, text=text)


def boxed(x: float, y: float, wide: float, high: float, fill: Tone, stroke: Tone, hint: str = "") -> Shape:
    """Draws a box from its upper left corner."""
    corners = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
    return Shape(kind="polygon", x=x, y=y, points=corners, fill=fill, stroke=stroke, hint=hint)
