"""The board of 19 by 19 intersections: names of points, quadrants, and the paths of ships over it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

SIZE = 19
"""Columns and rows are numbered from 0 to 18, from the top left."""

Coordinate = Annotated[int, msgspec.Meta(ge=0, le=SIZE - 1)]
Point = tuple[Coordinate, Coordinate]
"""Column and row, as events hold them."""

Quadrant = Literal["TL", "TR", "BR", "BL"]
QUADRANTS: tuple[Quadrant, ...] = ("TL", "TR", "BR", "BL")
QUADRANT_NAMES = {"TL": "top left", "TR": "top right", "BR": "bottom right", "BL": "bottom left"}

_ORIGINS = {"TL": (0, 0), "TR": (9, 0), "BR": (9, 9), "BL": (0, 9)}
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
_PATH = re.compile(r"(?:[NESW][1-9][0-9]?)+")
_LEG = re.compile(r"([NESW])([0-9]+)")


def key(point: tuple[int, int]) -> str:
    """Gives the name of a point, by which states know it: `(5, 2)` is `5,2`."""
    return f"{point[0]},{point[1]}"


POINTS: dict[str, tuple[int, int]] = {key((col, row)): (col, row) for col in range(SIZE) for row in range(SIZE)}
"""Every point by its name."""


def _quadrant(point: tuple[int, int]) -> Quadrant | None:
    col, row = point
    if col in {0, 9, 18} or row in {0, 9, 18}:
        return None
    if row < SIZE // 2:
        return "TL" if col < SIZE // 2 else "TR"
    return "BL" if col < SIZE // 2 else "BR"


QUADRANT_OF: dict[str, Quadrant | None] = {name: _quadrant(point) for name, point in POINTS.items()}
"""The quadrant of every point; None on the edges and on the middle lines, which belong to none."""


def in_quadrant(quadrant: Quadrant, col: int, row: int) -> tuple[int, int]:
    """Gives the point of a quadrant's own coordinates, both from 1 to 8."""
    left, top = _ORIGINS[quadrant]
    return left + col, top + row


def _neighbours(point: tuple[int, int]) -> tuple[str, ...]:
    around = ((point[0] + dx, point[1] + dy) for dx, dy in _STEPS.values())
    return tuple(key(each) for each in around if key(each) in POINTS)


NEIGHBOURS: dict[str, tuple[str, ...]] = {name: _neighbours(point) for name, point in POINTS.items()}
"""The orthogonal neighbours of every point, in the order north, east, south, west."""


def _surroundings(point: tuple[int, int]) -> tuple[str, ...]:
    col, row = point
    around = [(col + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return tuple(key(each) for each in around if key(each) in POINTS)


SURROUNDINGS: dict[str, tuple[str, ...]] = {name: _surroundings(point) for name, point in POINTS.items()}
"""Every point with those that touch it, diagonally too: where a second planet may not stand."""


class Route(msgspec.Struct, frozen=True, gc=False):
    """A path taken apart: legs as (direction, steps), all steps, turns, and whether one turn goes straight back."""

    legs: tuple[tuple[str, int], ...]
    steps: int
    turns: int
    reverses: bool


@lru_cache(maxsize=16384)
def route(path: str) -> Route | None:
    """Reads a path such as `N1W2`; None when it is none: counts are at least 1, neighbouring letters differ."""
    if not _PATH.fullmatch(path):
        return None
    legs = tuple((letter, int(count)) for letter, count in _LEG.findall(path))
    pairs = [(legs[i][0], legs[i + 1][0]) for i in range(len(legs) - 1)]
    if any(one == other for one, other in pairs):
        return None
    reverses = any(_OPPOSITE[one] == other for one, other in pairs)
    return Route(legs, sum(count for _, count in legs), len(pairs), reverses)


@lru_cache(maxsize=16384)
def arrival(at: str, path: str, warp: bool) -> str | None:
    """Gives the point where a well-formed path ends; None when it leaves the board, which needs `warp`."""
    col, row = POINTS[at]
    found = route(path)
    if found is None:
        return None
    for letter, count in found.legs:
        dx, dy = _STEPS[letter]
        col, row = col + dx * count, row + dy * count
        if warp:
            col, row = col % SIZE, row % SIZE
        elif not (0 <= col < SIZE and 0 <= row < SIZE):
            return None
    return key((col, row))


Box = tuple[int, int, int, int]
"""What a path covers, relative to its start: least and greatest column, least and greatest row."""


@lru_cache(maxsize=256)
def _paths(steps: int, turns: int, reversal: bool) -> tuple[tuple[str, int, int, Box], ...]:
    """Lists paths of exactly so many steps with their displacement and box, those with the fewest turns first.

    A path is left out when one before it comes to the same point and fits wherever this one does.
    """
    found: list[tuple[str, int, int, Box]] = []
    boxes: dict[tuple[int, int], list[Box]] = {}
    for bends in range(turns + 1):
        for legs in _bent("", steps, bends, reversal):
            path = "".join(legs)
            col, row, box = _walked(path)
            earlier = boxes.setdefault((col, row), [])
            if not any(_inside(other, box) for other in earlier):
                earlier.append(box)
                found.append((path, col, row, box))
    return tuple(found)


def _walked(path: str) -> tuple[int, int, Box]:
    col = row = 0
    cols, rows = [0], [0]
    for letter, count in _LEG.findall(path):
        dx, dy = _STEPS[letter]
        col, row = col + dx * int(count), row + dy * int(count)
        cols.append(col)
        rows.append(row)
    return col, row, (min(cols), max(cols), min(rows), max(rows))


def _inside(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] <= other[1] and box[2] >= other[2] and box[3] <= other[3]


def _bent(last: str, steps: int, bends: int, reversal: bool) -> list[tuple[str, ...]]:
    letters = [d for d in _STEPS if d != last and (reversal or not last or _OPPOSITE[last] != d)]
    if not bends:
        return [(f"{letter}{steps}",) for letter in letters]
    return [
        (f"{letter}{first}", *rest)
        for letter in letters
        for first in range(1, steps - bends + 1)
        for rest in _bent(letter, steps - first, bends - 1, reversal)
    ]


@lru_cache(maxsize=4096)
def reach(at: str, steps: int, turns: int, warp: bool, reversal: bool) -> tuple[tuple[str, str], ...]:
    """Lists the points where a ship can end with one path to each, the one with the fewest turns: (point, path).

    Ships in the way are not looked at: whatever is passed over does not matter. Cost: up to 0.2 ms, then remembered.
    """
    col, row = POINTS[at]
    last = SIZE - 1
    ends: dict[str, str] = {}
    for path, dx, dy, (west, east, north, south) in _paths(steps, turns, reversal):
        if warp:
            ends.setdefault(key(((col + dx) % SIZE, (row + dy) % SIZE)), path)
        elif col + west >= 0 and col + east <= last and row + north >= 0 and row + south <= last:
            ends.setdefault(key((col + dx, row + dy)), path)
    return tuple(ends.items())
