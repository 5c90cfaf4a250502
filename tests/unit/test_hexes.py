"""Hexagons: steps, rays, rotations and places on paper."""

from __future__ import annotations

from math import hypot, isclose

from playfold.engine.hexes import (
    CORNERS,
    DIRECTIONS,
    NAMES,
    RADIUS,
    between,
    centre,
    direction,
    distance,
    neighbours,
    ray,
    rotated,
)

DISC = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]


def test_six_neighbours_at_distance_one() -> None:
    """The six neighbours of a hexagon are all that are one step away, and one unit away on paper."""
    assert set(neighbours((0, 0))) == {place for place in DISC if distance((0, 0), place) == 1}
    for place in neighbours((2, -3)):
        x, y = centre(place)
        assert isclose(hypot(x - centre((2, -3))[0], y - centre((2, -3))[1]), 1)


def test_distance_is_the_least_number_of_steps() -> None:
    """Spreading step by step from a hexagon reaches each one after its distance."""
    reached, border = {(0, 0): 0}, [(0, 0)]
    for steps in range(1, 4):
        border = [near for place in border for near in neighbours(place) if near not in reached]
        reached |= dict.fromkeys(border, steps)
    assert {place: distance((0, 0), place) for place in DISC} == {place: reached[place] for place in DISC}


def test_rays_stop_at_the_edge() -> None:
    """A ray gives the hexagons of a direction in order, and ends where the field does, gaps included."""
    assert list(ray((0, 0), (1, -1), DISC)) == [(1, -1), (2, -2), (3, -3)]
    assert list(ray((0, 0), (1, -1), [place for place in DISC if place != (2, -2)])) == [(1, -1)]


def test_straight_lines_are_the_rays() -> None:
    """A direction leads to exactly the hexagons on its ray; between lists what lies before."""
    for step in DIRECTIONS:
        line = list(ray((0, 0), step, DISC))
        assert [direction((0, 0), place) for place in line] == [step] * 3
        assert between((0, 0), line[2]) == tuple(line[:2])
    on_rays = {place for step in DIRECTIONS for place in ray((0, 0), step, DISC)}
    assert all(direction((0, 0), place) is None for place in DISC if place not in on_rays)
    assert between((0, 0), (2, -1)) == ()


def test_a_rotation_takes_each_direction_to_the_next() -> None:
    """One step takes (q, r) to (-r, q+r), clockwise on paper; six bring everything back; distances stay."""
    assert rotated((1, 0), 1) == (0, 1)
    assert [rotated((1, -3), steps) for steps in range(7)][::6] == [(1, -3), (1, -3)]
    for place in DISC:
        assert distance((0, 0), rotated(place, 4)) == distance((0, 0), place)


def test_names_fit_the_paper() -> None:
    """East lies to the right, north-west up and to the left; the corners lie on one circle."""
    where = {name: centre(step) for name, step in zip(NAMES, DIRECTIONS, strict=True)}
    assert where["east"] == (1, 0)
    assert where["north-west"][0] < 0
    assert where["north-west"][1] < 0
    assert where["south-east"][0] > 0
    assert where["south-east"][1] > 0
    assert all(isclose(hypot(*corner), RADIUS) for corner in CORNERS)
