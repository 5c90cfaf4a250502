"""Wilson's score interval: how sure a share is, from how many games."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""The normal quantile for 95 %."""


def wilson(k: int, n: int) -> tuple[float, float]:
    """Gives the bounds of a share of k in n at 95 %, both from 0 to 1; (0, 1) when n is 0.

    The same figures as the macros `wilson_low` and `wilson_high` of an archive.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209-212.
    """
    if n <= 0:
        return 0.0, 1.0
    share, square = k / n, Z * Z
    centre = share + square / (2 * n)
    spread = Z * sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = ((centre + sign * spread) / (1 + square / n) for sign in (-1, 1))
    # At the ends the interval touches 0 and 1: floats would miss them by a little.
    return 0.0 if k == 0 else low, 1.0 if k == n else high
