"""The order of turns: clockwise among the seats that still play, in rounds that begin at the first seat's place."""

from __future__ import annotations

from collections.abc import Callable


def following(seats: int, first: int, seat: int, plays: Callable[[int], bool]) -> tuple[int, int]:
    """Gives the next seat that plays, the same one when no other does, and 1 when a new round begins with it, else 0.

    Args:
        seats: how many there are.
        first: the seat with the first turn; a round ends before its place comes again, whether it still plays or not.
        seat: whose turn ends.
        plays: whether a seat is still in the game.
    """
    place = (seat - first) % seats
    for step in range(1, seats):
        candidate = (seat - 1 + step) % seats + 1
        if plays(candidate):
            return candidate, int(place + step >= seats)
    return seat, 1
