"""Hexagons in axial coordinates (q, r): neighbours, rays, distances, rotation, and where they lie on paper.

The third coordinate, -q-r, is left out; source: Red Blob Games, "Hexagonal Grids". Directions are those of hexagons
with a corner on top: q grows to the east, r to the south-east.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

Hex = tuple[int, int]
"""Axial coordinates."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps: east, then against the clock: north-east, north-west, west, south-west, south-east."""

NAMES = ("east", "north-east", "north-west", "west", "south-west", "south-east")
"""The directions in words, in the same order."""

WIDTH, ROW, RADIUS = 1.0, 3**0.5 / 2, 3**-0.5
"""With hexagons one unit wide: the distance between centres in a row, that between rows, and centre to corner."""

CORNERS = (
    (0.0, -RADIUS),
    (0.5, -RADIUS / 2),
    (0.5, RADIUS / 2),
    (0.0, RADIUS),
    (-0.5, RADIUS / 2),
    (-0.5, -RADIUS / 2),
)
"""The corners of such a hexagon, from its centre, clockwise from the top."""


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """Gives the six hexagons around one, in the order of `DIRECTIONS`."""
    q, r = place
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """Counts the steps between two hexagons."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def ray(place: Hex, direction: Hex, inside: Container[Hex]) -> Iterator[Hex]:
    """Gives the hexagons in one direction, the nearest first, up to the last one before the edge of `inside`."""
    q, r = place[0] + direction[0], place[1] + direction[1]
    while (q, r) in inside:
        yield q, r
        q, r = q + direction[0], r + direction[1]


def direction(one: Hex, other: Hex) -> Hex | None:
    """Gives the step by which a straight line leads from one hexagon to another; None where none does."""
    steps = distance(one, other)
    dq, dr = other[0] - one[0], other[1] - one[1]
    if steps and not (dq % steps or dr % steps):
        return dq // steps, dr // steps
    return None


def between(one: Hex, other: Hex) -> tuple[Hex, ...]:
    """Lists the hexagons of the straight line between two, without both; none where no straight line leads."""
    step = direction(one, other)
    if step is None:
        return ()
    return tuple((one[0] + step[0] * each, one[1] + step[1] * each) for each in range(1, distance(one, other)))


def rotated(place: Hex, steps: int) -> Hex:
    """Turns a hexagon about (0, 0) by steps of 60 degrees; one step takes (q, r) to (-r, q+r), clockwise on paper."""
    q, r = place
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r


def centre(place: Hex) -> tuple[float, float]:
    """Gives the centre on paper, x to the right and y down, for hexagons one unit wide with a corner on top."""
    q, r = place
    return q + r / 2, r * ROW
