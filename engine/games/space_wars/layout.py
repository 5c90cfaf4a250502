"""Where planets and territories lie on the board: in cells of a terminal, from which the places of the SVG follow."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from types import MappingProxyType
from typing import NamedTuple

COLUMNS, LINES = 5, 2.5
"""Characters of a terminal to one unit of x, and lines to one unit of y: a cell is half as wide as it is high."""

WIDTH, HEIGHT = 16.0, 11.6
"""The board, in units: 80 characters and 29 lines."""


class Disc(NamedTuple):
    """A planet, or the moon: its centre in columns and lines, its radius in units, and the line of its name."""

    column: float
    line: float
    radius: float
    name: int


DISCS = MappingProxyType(
    {
        "kander_dag5": Disc(12, 8, 2.45, 1),
        "tariel7": Disc(37, 8, 2.25, 1),
        "raendezh2": Disc(64, 9, 2.9, 1),
        "gaba2": Disc(16, 21.5, 1.75, 26),
        "tron3": Disc(38, 21.5, 2.1, 27),
        "yagdez5": Disc(61, 22, 1.6, 26),
        "moon": Disc(75, 22.5, 0.8, 25),
    }
)

CELLS: MappingProxyType[str, tuple[int, int]] = MappingProxyType(
    {
        "kan1": (6, 5),
        "kan2": (12, 4),
        "kan3": (18, 5),
        "kan4": (5, 8),
        "kan5": (12, 8),
        "kan6": (20, 8),
        "kan7": (8, 11),
        "kan8": (16, 11),
        "kan9": (12, 13),
        "tar1": (30, 6),
        "tar2": (37, 4),
        "tar3": (45, 6),
        "tar4": (30, 9),
        "tar5": (37, 8),
        "tar6": (33, 12),
        "tar7": (41, 12),
        "rae1": (55, 7),
        "rae2": (61, 4),
        "rae3": (68, 4),
        "rae4": (74, 7),
        "rae5": (67, 7),
        "rae6": (66, 10),
        "rae7": (75, 11),
        "rae8": (53, 10),
        "rae9": (60, 10),
        "rae10": (56, 14),
        "rae11": (63, 14),
        "rae12": (70, 14),
        "gab1": (15, 19),
        "gab2": (11, 22),
        "gab3": (21, 21),
        "gab4": (16, 24),
        "tro1": (33, 19),
        "tro2": (41, 18),
        "tro3": (43, 21),
        "tro4": (33, 23),
        "tro5": (37, 25),
        "tro6": (43, 24),
        "yag1": (58, 21),
        "yag2": (65, 21),
        "yag3": (61, 24),
        "luv1": (75, 23),
    }
)
"""The column and line in the middle of each territory; its id stands one line above."""


def x_of(column: float) -> float:
    """Gives the place of the middle of a column, in units."""
    return (column + 0.5) / COLUMNS


def y_of(line: float) -> float:
    """Gives the place of the middle of a line, in units."""
    return (line + 0.5) / LINES


def written(text: str, column: int, line: int) -> Iterator[tuple[float, float, str]]:
    """Cuts a text, centred at a column, into marks that a terminal takes, with their places."""
    start = column - len(text) // 2
    for place in range(0, len(text), COLUMNS):
        part = text[place : place + COLUMNS]
        yield (start + place + len(part) / 2) / COLUMNS, y_of(line), part


def rim(disc: Disc) -> list[tuple[int, int, int]]:
    """Lists the cells of a terminal through which the edge of a disc goes: line, first column, and how many follow."""
    cells = set()
    for step in range(240):
        angle = 2 * pi * step / 240
        column = disc.column + cos(angle) * disc.radius * COLUMNS
        cells.add((round(disc.line + sin(angle) * disc.radius * LINES), round(column)))
    runs: list[tuple[int, int, int]] = []
    for line, column in sorted(cells):
        if runs and runs[-1][0] == line and sum(runs[-1][1:]) == column and runs[-1][2] < COLUMNS:
            runs[-1] = (line, runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((line, column, 1))
    return runs


def crossed(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int, str]]:
    """Lists the cells between two others on a straight way, with the character that shows its slope."""
    columns, lines = end[0] - start[0], end[1] - start[1]
    steps = max(abs(columns) // 2, abs(lines))
    if abs(columns) > abs(lines) * 6:
        char = "-"
    elif abs(lines) * 2 > abs(columns) * 3:
        char = "|"
    else:
        char = "\\" if columns * lines > 0 else "/"
    found: dict[tuple[int, int], None] = {}
    for step in range(1, steps):
        found[round(start[0] + columns * step / steps), round(start[1] + lines * step / steps)] = None
    return [(column, line, char) for column, line in found]
