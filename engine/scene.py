"""A board as shapes: a rule set gives one scene, and the terminal and SVG draw the same one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

Tone = Literal[
    "ink",
    "muted",
    "paper",
    "board",
    "line",
    "good",
    "bad",
    "white",
    "purple",
    "orange",
    "black",
    "blue",
    "green",
    "yellow",
    "red",
    "gray",
    "seat",
]
"""A colour by its role. `seat` is the colour of the shape's seat."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the board, in the scene's units (x to the right, y down).

    Args:
        kind: `circle` (size is its radius), `square` (size is half its side), `polygon` and `line` (points), `label`.
        x: the centre.
        y: the centre.
        size: radius, half side, or height of the text.
        points: corners of a polygon or of a line, relative to x and y.
        fill: the colour inside, of a label the colour of its text; "" for none.
        stroke: the colour of the border; "" for none.
        seat: the seat that it belongs to, 0 for none; its colour and its second mark come from it.
        text: what is written in its middle, in SVG.
        mark: what stands for it in a terminal, 1 to `Scene.columns` characters; "" for nothing. Of marks at one place
            the last one is shown.
        hint: what it is, for screen readers and tooltips.
    """

    kind: Literal["circle", "square", "polygon", "line", "label"]
    x: float
    y: float
    size: float = 0.4
    points: tuple[tuple[float, float], ...] = ()
    fill: Tone | Literal[""] = ""
    stroke: Tone | Literal[""] = ""
    seat: int = 0
    text: str = ""
    mark: str = ""
    hint: str = ""


class Table(msgspec.Struct, frozen=True):
    """Facts beside the board: a title, the names of the columns, rows of texts; `@2` stands for seat 2."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A board.

    Args:
        title: what it shows, one line.
        width: in units.
        height: in units.
        shapes: from back to front.
        tables: beside or below the board.
        columns: characters of a terminal to one unit of x; 0 when the shapes are for SVG only.
        rows: lines of a terminal to one unit of y.
        waits: for whom the game waits or that it is over, the first line below the board; `@2` stands for seat 2. It is
            left out where the players ended the game, which no state knows.
        notes: more lines below the board, as what is left; `@2` stands for seat 2.
        legend: lines below the notes: what the marks mean, the same at every turn. A prompt shows them once.
        key: what the shapes mean, for drawings in place of the legend; None where the legend fits them too.
        banded: whether blank lines part bands with columns of their own, which a narrow terminal may cut one by one.
    """

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    tables: tuple[Table, ...] = ()
    columns: float = 4
    rows: float = 1
    waits: str = ""
    notes: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    key: tuple[str, ...] | None = None
    banded: bool = False

    @property
    def below(self) -> tuple[str, ...]:
        """The lines below the board, without the legend."""
        return (self.waits, *self.notes) if self.waits else self.notes


def squares(
    title: str, cells: Sequence[tuple[str, int]], across: int, notes: tuple[str, ...] = (), *, waits: str = ""
) -> Scene:
    """Draws a board of squares.

    Args:
        title: what it shows.
        cells: row by row from the top left, what stands in each ("" for nothing) and the seat that it belongs to; what
            belongs to none (0) is small and grey, as the number of a free cell.
        across: how many cells a row has.
        notes: lines below the board.
        waits: for whom the game waits, above the notes.
    """
    down = -(-len(cells) // across)
    shapes = []
    for place, (text, seat) in enumerate(cells):
        x, y = place % across + 0.5, place // across + 0.5
        shapes.append(Shape(kind="square", x=x, y=y, size=0.48, fill="board", stroke="line"))
        if seat:
            hint = f"{text}, of @{seat}, in row {place // across + 1}, column {place % across + 1}"
            shapes.append(
                Shape(kind="circle", x=x, y=y, size=0.38, fill="seat", seat=seat, text=text, mark=text, hint=hint)
            )
        elif text:
            shapes.append(Shape(kind="label", x=x, y=y, size=0.25, fill="muted", text=text, mark=text))
    columns = max(4, *(len(text) + 1 for text, _ in cells))
    return Scene(
        title=title, width=across, height=down, shapes=tuple(shapes), columns=columns, waits=waits, notes=notes
    )


def fields(state: Any) -> Scene:
    """Draws a state as a table of its fields, without the rules: what a rule set shows that has no board yet."""
    plain = msgspec.to_builtins(state)
    rows = tuple((name, msgspec.json.encode(value).decode()) for name, value in plain.items() if name != "rules")
    return Scene(title="State", width=0, height=0, shapes=(), tables=(Table("", ("field", "value"), rows),))
