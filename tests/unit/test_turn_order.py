"""The order of turns."""

from __future__ import annotations

import pytest

from playfold.engine.turn_order import following


@pytest.mark.parametrize(
    ("seat", "first", "out", "expected"),
    [
        (1, 1, set(), (2, 0)),
        (4, 1, set(), (1, 1)),
        (4, 3, set(), (1, 0)),
        (2, 3, set(), (3, 1)),
        (1, 1, {2, 3}, (4, 0)),
        (4, 1, {1}, (2, 1)),
        (2, 1, {3, 4}, (1, 1)),
        (2, 3, {3}, (4, 1)),
        (3, 1, {1, 2, 4}, (3, 1)),
    ],
)
def test_the_next_seat_that_plays(seat: int, first: int, out: set[int], expected: tuple[int, int]) -> None:
    """Seats that are out are passed over; the first seat's place begins a round, whoever sits there."""
    assert following(4, first, seat, lambda each: each not in out) == expected
