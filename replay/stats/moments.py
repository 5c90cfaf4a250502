"""Mean and deviation that are the same in whatever order values come, and on however many threads they are counted."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, sqrt


def moments(counts: Mapping[float, int] | None) -> tuple[int, float | None, float | None]:
    """Gives number, mean and deviation of a sample from how often each value came; None for what is not known.

    Sums of floats depend on their order, in the last digits, and a database adds up in any order. So it counts, and
    here the sums are exact until they are rounded once.

    Args:
        counts: as `histogram` gives it in SQL; None when no value came.
    """
    if not counts:
        return 0, None, None
    n = sum(counts.values())
    if len(counts) == 1:
        (value,) = counts
        return n, value, 0.0 if n > 1 else None
    mean = fsum(value * count for value, count in counts.items()) / n
    return n, mean, sqrt(fsum((value - mean) ** 2 * count for value, count in counts.items()) / (n - 1))
