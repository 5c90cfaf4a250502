"""Quartiles with the bounds of the median: of sorted values, of which few are looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import NamedTuple

from .exact import Sorted, median


class Quartiles(NamedTuple):
    """Quartiles of some values, and the bounds of their median at 95 %; those are None below 6 values."""

    quarter: float
    median: float
    low: float | None
    high: float | None
    three_quarters: float


class Looked:
    """Sorted values that are not all there: `n` of them, and `at` gives one by its place from 0."""

    def __init__(self, n: int, at: Callable[[int], float]) -> None:
        self._n, self._at = n, at

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, place: int, /) -> float:
        return self._at(place)


def quartiles(values: Sorted) -> Quartiles:
    """Gives the quartiles of sorted values, at least one; between two values they lie as far as their share says."""
    middle = median(values)
    quarter, half, three_quarters = (_between(values, share) for share in (0.25, 0.5, 0.75))
    return Quartiles(quarter, half, middle.low, middle.high, three_quarters)


def _between(values: Sorted, share: float) -> float:
    place = (len(values) - 1) * share
    below = int(place)
    value = values[below]
    return value if place == below else value + (values[below + 1] - value) * (place - below)


def places(n: int) -> list[int]:
    """Lists the places, from 0, at which `quartiles` looks at n values."""
    found: set[int] = set()

    def at(place: int) -> float:
        found.add(place)
        return 0.0

    quartiles(Looked(n, at))
    return sorted(found)


def of_counts(counts: Mapping[float, int]) -> Quartiles:
    """Gives the quartiles of values of which is known how often each of them came; one at least did."""
    values = sorted(counts)
    ends = list(accumulate(counts[value] for value in values))
    return quartiles(Looked(ends[-1], lambda place: float(values[bisect_right(ends, place)])))
