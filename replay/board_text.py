"""Draws a scene for a terminal: the marks of its shapes on a grid, its tables beside or below, its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest
from math import ceil, floor
from operator import itemgetter

from playfold.engine.scene import Scene, Shape

from . import board_table
from .cells import width as cells
from .cells import wrap
from .palette import TONES, shade_of
from .telling import named, visible

_BESIDE = 3
_GAP = (" ", "gap")
"""A cell that no mark has; a space inside of a mark is none."""
_RESET = "\x1b[0m"

Spot = tuple[str, str]
"""One cell of a line: its character (empty where a wide one goes on) and the ANSI code of its style."""


def text(
    scene: Scene,
    names: Sequence[str],
    width: int = 80,
    color: bool = False,
    *,
    brief: bool = False,
    fold: bool = False,
) -> str:
    """Draws a scene as text, without an end of line.

    Args:
        scene: the board.
        names: of the players, by seat; untrusted.
        width: the cells of a line. A board that is wider stays as it is, all else is wrapped.
        color: whether to use ANSI colours; the marks tell the seats apart without them.
        brief: without the legend and blank lines, as before each turn.
        fold: a board that is wider is cut into parts, one below the other.
    """
    grid = _grid(scene)
    if fold:
        cell = ceil(scene.columns)
        folded = _bands(grid, width) if scene.banded else _folded(grid, width) or _apart(grid, width, cell)
        grid = folded or grid
    board, plain = [_line(line, color) for line in grid], [_line(line, False) for line in grid]
    board_cells = max(map(cells, plain), default=0)
    found = [_bold(line, color) for line in wrap(named(scene.title, names), width) if line]
    tables = [board_table.lines(table, names, width) for table in scene.tables]
    side = max((cells(line) for table in tables for line in table), default=0)
    headed = [[_bold(table[0], color), *table[1:]] for table in tables if table]
    if board and tables and board_cells + _BESIDE + side <= width:
        column = [line for table in headed for line in (*table, "")][:-1]
        for left, bare, beside in zip_longest(board, plain, column, fillvalue=""):
            found.append((left + " " * (board_cells - cells(bare) + _BESIDE) + beside) if beside else left)
    else:
        found += board
        for table in headed:
            found += table if brief else ["", *table]
    notes = scene.below if brief else (*scene.below, *scene.legend)
    if notes:
        found += [] if brief else [""]
        found += [line for note in notes for line in wrap(named(note, names), width)]
    return "\n".join(found)


def _bands(grid: list[list[Spot]], width: int) -> list[list[Spot]]:
    """Cuts what is wider, each band between blank lines by itself, so that what belongs together stays near."""
    found: list[list[Spot]] = []
    for empty, lines in groupby(grid, key=_empty):
        band = list(lines)
        found += band if empty else _folded(band, width, apart=False) or band
    return found


def _empty(line: list[Spot]) -> bool:
    return all(char == " " for char, _ in line)


def _folded(grid: list[list[Spot]], width: int, *, apart: bool = True) -> list[list[Spot]]:
    """Cuts a grid between marks into parts that fit, one below the other; gives nothing when it cannot be cut so.

    A blank line stands between the parts, unless a single line was cut that need not be set `apart` so. A first column
    that numbers the rows stands in each part.
    """
    total = max(map(len, grid), default=0)
    if total <= width:
        return grid
    blank = [all(place >= len(line) or line[place] == _GAP for line in grid) for place in range(total)]
    head = _numbering(grid, blank)
    parts: list[list[Spot]] = []
    start = 0
    while total - start > width - (head if start else 0):
        end = start + width - (head if start else 0)
        # A board that can only be cut into a strip and the rest is better cut in another way.
        least = start + width // 2 if apart else max(start, head)
        cut = next((place for place in range(end, least, -1) if blank[place - 1]), 0)
        if not cut:
            return []
        parts += [_part(line, start, cut, head) for line in grid]
        if apart or len(grid) > 1:
            parts.append([])
        start = cut
    rest = [_part(line, start, total, head) for line in grid]
    while rest and _empty(rest[-1]):
        rest.pop()
    return [*parts, *rest]


def _apart(grid: list[list[Spot]], width: int, cell: int) -> list[list[Spot]]:
    """Cuts a grid whose lines stand staggered, as those of hexes: each cell whole, in one of the parts.

    What begins within a cell's width from the first mark of a line belongs to one cell, and so on along the line.
    Gives nothing where a cell is wider than a line.
    """
    cells_of = [list(_cells_in(line, cell)) for line in grid]
    parts: list[list[Spot]] = []
    while starts := [start for line in cells_of for start, _ in line]:
        left = min(starts)
        part: list[list[Spot]] = []
        for line in cells_of:
            row: list[Spot] = []
            while line and line[0][0] + cell <= left + width:
                start, spots = line.pop(0)
                row += [_GAP] * (start - left - len(row)) + spots
            part.append(row)
        if not any(part):
            return []
        while part and _empty(part[-1]):
            part.pop()
        while part and _empty(part[0]):
            part.pop(0)
        parts += [[], *part] if parts and part else part
    return parts


def _cells_in(line: list[Spot], cell: int) -> Iterator[tuple[int, list[Spot]]]:
    """Gives the cells of a line, each from its first mark on, with where it begins."""
    place = 0
    while place < len(line):
        if line[place] == _GAP:
            place += 1
            continue
        yield place, line[place : place + cell]
        place += cell


def _part(line: list[Spot], start: int, end: int, head: int) -> list[Spot]:
    """Gives the cells of a line from start to end, the numbering of the rows before them."""
    cut = line[start:end]
    return [*line[:head], *[_GAP] * (head - len(line)), *cut] if start and head and cut else cut


def _numbering(grid: list[list[Spot]], blank: list[bool]) -> int:
    """Gives the width of a first column that counts the rows, with the gap behind it; 0 when there is none."""
    marks = next((place for place, empty in enumerate(blank) if not empty), 0)
    gap = next((place for place in range(marks, len(blank)) if blank[place]), 0)
    column = ["".join(char for char, _ in line[:gap]).strip() for line in grid]
    numbers = [int(mark) for mark in column if mark.isascii() and mark.isdigit()]
    counted = len(numbers) > 1 and len(numbers) == len([mark for mark in column if mark])
    counted = counted and all(one + 1 == other for one, other in pairwise(numbers))
    return next((place for place in range(gap, len(blank)) if not blank[place]), 0) if counted else 0


def _bold(line: str, color: bool) -> str:
    return f"\x1b[1m{line}{_RESET}" if color and line else line


def _grid(scene: Scene) -> list[list[Spot]]:
    """Places the marks: centred, rather left so that most end with a gap; of those at one place the last."""
    if not scene.columns:
        return []
    marks: dict[tuple[int, float], tuple[str, int, str]] = {}
    for shape in scene.shapes:
        if shape.mark:
            row, centre = floor(shape.y * scene.rows), round(shape.x * scene.columns, 3)
            mark = visible(shape.mark)
            # Drawn later than what it covers, even at the place of an earlier mark.
            marks.pop((row, centre), None)
            marks[row, centre] = (mark, floor(centre - cells(mark) / 2), _style(shape))
    if not marks:
        return []
    top = min(0, *(row for row, _ in marks))
    left = min(0, *(start for _, start, _ in marks.values()))
    height = max(ceil(scene.height * scene.rows), *(row + 1 for row, _ in marks)) - top
    lines: list[list[Spot]] = [[] for _ in range(height)]
    for (row, _), (mark, start, style) in marks.items():
        _put(lines[row - top], start - left, mark, style)
    return lines


def _put(line: list[Spot], start: int, mark: str, style: str) -> None:
    line += [_GAP] * (start + cells(mark) - len(line))
    place = start
    for char in mark:
        size = cells(char)
        if not size:
            line[place - 1] = (line[place - 1][0] + char, style)
            continue
        # Half of a wide character that is covered leaves a space.
        if not line[place][0] and place:
            line[place - 1] = (" ", "")
        if place + size < len(line) and not line[place + size][0]:
            line[place + size] = (" ", "")
        line[place : place + size] = [(char, style), *[("", style)] * (size - 1)]
        place += size


def _line(spots: list[Spot], color: bool) -> str:
    if not color:
        return "".join(char for char, _ in spots).rstrip()
    found = ""
    for style, group in groupby(spots, key=itemgetter(1)):
        run = "".join(char for char, _ in group)
        found += f"\x1b[{style}m{run}{_RESET}" if style and run.strip() else run
    return found.rstrip()


def _style(shape: Shape) -> str:
    tone = "seat" if shape.seat else shape.fill or shape.stroke
    if not tone:
        return ""
    number = TONES[shade_of(tone, shape.seat)].ansi
    bold = "1;" if shape.seat else ""
    return f"{bold}38;5;{number}" if number else ""
