"""Intervals and tests, in plain Python: exact where that is possible, else by the formulas that are cited.

A statistics library would say the same (the tests compare with scipy) and takes most of a second to load.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, exp, floor, inf, isclose, lgamma, log, pi, sqrt, tan
from typing import NamedTuple, Protocol

from ..intervals import Z, wilson

ALPHA = 0.05
ENOUGH = 5.0
"""How often each outcome has to be expected for a chi-square."""

SAMPLES = 9999
"""How many tables a Monte-Carlo test draws; its seed is fixed, so that the same counts give the same p."""

_LARGE = 20_000
_TINY = 1e-300
_SAME = 1e-13
_STEPS = 500
_SLICES = 200


class Interval(NamedTuple):
    """A value with its bounds at 95 %; None where there is too little to say."""

    value: float | None
    low: float | None
    high: float | None


class Tested(NamedTuple):
    """A p-value and how it was found; None when there is nothing to test."""

    p: float | None
    method: str


def newcombe(k: int, n: int, other_k: int, other_n: int) -> Interval:
    """Gives the difference of two independent shares, k/n less the other, at 95 %.

    Source: R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in
    Medicine 17 (1998), 873-890, method 10: Wilson's intervals joined.
    """
    if not n or not other_n:
        return Interval(None, None, None)
    one, other = k / n, other_k / other_n
    (low, high), (other_low, other_high) = wilson(k, n), wilson(other_k, other_n)
    difference = one - other
    return Interval(
        difference,
        difference - sqrt((one - low) ** 2 + (other_high - other) ** 2),
        difference + sqrt((high - one) ** 2 + (other - other_low) ** 2),
    )


def binomial(k: int, n: int, p: float) -> float:
    """Gives the exact two-sided p of k in n: what is no likelier than k (R. A. Fisher's rule). Cost: n."""
    if not n or not 0 < p < 1:
        return 1.0

    def chance(x: int) -> float:
        return lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1) + x * log(p) + (n - x) * log(1 - p)

    limit = chance(k) + 1e-7  # as far as floats tell them apart
    return min(1.0, sum(exp(found) for x in range(n + 1) if (found := chance(x)) <= limit))


def chi_square(x: float, degrees: int) -> float:
    """Gives the chance of a chi-square of at least x.

    Source: the incomplete gamma function by series and continued fraction, Abramowitz and Stegun, 6.5.29 and 6.5.31.
    """
    if degrees < 1 or x <= 0:
        return 1.0
    a, x = degrees / 2, x / 2
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, _STEPS):
            term *= x / (a + step)
            total += term
            if term < total * 1e-16:
                break
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for step in range(1, _STEPS):
        an = -step * (step - a)
        b += 2
        d = 1 / (an * d + b or _TINY)
        c = b + an / c or _TINY
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:  # noqa: PLR2004 - what a float can tell
            break
    return min(1.0, scale * fraction)


def fit(counts: Sequence[int], shares: Sequence[float]) -> Tested:
    """Tests whether counts come from these shares: exact of two, chi-square where all expect 5, else Monte-Carlo.

    Source: the rule of five, W. G. Cochran, Biometrics 10 (1954), 417-451; the p of a Monte-Carlo test is (b + 1) /
    (samples + 1), A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application (1997), 4.2.
    """
    n = sum(counts)
    if not n or len(counts) < 2:  # noqa: PLR2004 - one outcome alone cannot differ
        return Tested(None, "")
    if len(counts) == 2 and n <= _LARGE:  # noqa: PLR2004 - two outcomes are binomial
        return Tested(binomial(counts[0], n, shares[0]), "exact")
    expected = [n * share for share in shares]
    found = distance(counts, expected)
    if min(expected) >= ENOUGH:
        return Tested(chi_square(found, len(counts) - 1), "chi-square")
    return Tested(_monte_carlo(tuple(counts), tuple(shares)), "Monte-Carlo")


def distance(counts: Sequence[int], expected: Sequence[float]) -> float:
    """Gives K. Pearson's chi-square of counts."""
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True) if mean)


def _monte_carlo(counts: tuple[int, ...], shares: tuple[float, ...]) -> float:
    n = sum(counts)
    found = distance(counts, [n * share for share in shares]) - 1e-9
    beyond = SAMPLES - bisect_left(drawn(n, shares), found)
    return (beyond + 1) / (SAMPLES + 1)


@lru_cache(64)
def drawn(n: int, shares: tuple[float, ...]) -> list[float]:
    """Gives the distances of tables of n cases that are drawn from these shares, in order; the same each time."""
    places = range(len(shares))
    expected = [n * share for share in shares]
    draw = random.Random(0).choices  # noqa: S311 - a test, not a secret
    found = []
    for _ in range(SAMPLES):
        table = [0] * len(shares)
        for place in draw(places, shares, k=n):
            table[place] += 1
        found.append(distance(table, expected))
    return sorted(found)


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Corrects p-values for their number (S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70)."""
    order = sorted((p, place) for place, p in enumerate(values) if p is not None)
    corrected: list[float | None] = [None] * len(values)
    worst = 0.0
    for rank, (p, place) in enumerate(order):
        worst = max(worst, min(1.0, p * (len(order) - rank)))
        corrected[place] = worst
    return corrected


class Sorted(Protocol):
    """Sorted values: how many there are, and each by its place from 0."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> float: ...


def median(values: Sorted) -> Interval:
    """Gives the median of sorted values with bounds at 95 % from their order alone; none below 6 values.

    Source: W. J. Conover, Practical Nonparametric Statistics, 1999, 3.2.
    """
    n = len(values)
    if not n:
        return Interval(None, None, None)
    middle = (values[(n - 1) // 2] + values[n // 2]) / 2
    rank = _rank(n)
    return Interval(middle, values[rank - 1], values[n - rank]) if rank else Interval(middle, None, None)


@cache
def _rank(n: int) -> int:
    """Gives the greatest r so that the r-th least and the r-th greatest of n hold the median at 95 % or more.

    Of over 2,000 by the normal approximation: a binomial of halves has lighter tails, so that it errs, seldom and by
    one rank, on the wide side.
    """
    if n > 2000:  # noqa: PLR2004 - the exact sum takes long by then
        return floor((n + 1) / 2 - Z * sqrt(n) / 2)
    below, rank = 0.0, 0
    for x in range(n // 2):
        below += exp(lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1) - n * log(2))
        if below > ALPHA / 2:
            break
        rank = x + 1
    return rank


def mean(n: int, value: float | None, deviation: float | None, *, least: float = -inf, most: float = inf) -> Interval:
    """Gives a mean with bounds at 95 % by Student's t; `deviation` is that of the sample.

    There are no bounds below 2 values, and none where all values are equal: how far others may lie off, they do not
    tell. The bounds stay between the `least` and the `most` that a value can be.
    """
    if value is None or n < 2 or not deviation:  # noqa: PLR2004 - one value has no deviation
        return Interval(value, None, None)
    spread = student(n - 1) * deviation / sqrt(n)
    return Interval(value, max(least, value - spread), min(most, value + spread))


def welch(one: tuple[int, float | None, float | None], other: tuple[int, float | None, float | None]) -> Interval:
    """Gives the difference of two means (n, mean, deviation) at 95 % (B. L. Welch, Biometrika 34 (1947), 28-35).

    There are no bounds where one of them has none.
    """
    (n, value, deviation), (m, other_value, other_deviation) = one, other
    if value is None or other_value is None:
        return Interval(None, None, None)
    # Equal means may have been rounded apart: they differ by nothing.
    difference = 0.0 if isclose(value, other_value, rel_tol=_SAME) else value - other_value
    if n < 2 or m < 2 or not deviation or not other_deviation:  # noqa: PLR2004 - as above
        return Interval(difference, None, None)
    a, b = deviation**2 / n, other_deviation**2 / m
    degrees = (a + b) ** 2 / (a * a / (n - 1) + b * b / (m - 1))
    spread = student(degrees) * sqrt(a + b)
    return Interval(difference, difference - spread, difference + spread)


@cache
def student(degrees: float) -> float:
    """Gives the quantile of Student's t for two-sided 95 %, of one degree or more, to 8 digits (6 below two degrees).

    Source: the expansion of Cornish and Fisher, Abramowitz and Stegun, 26.7.5; up to 40 degrees the integral itself,
    26.7.1, with t the tangent of an angle times the root of the degrees, by Simpson's rule.
    """
    if degrees > 40:  # noqa: PLR2004 - the expansion is right by then
        return _expanded(degrees)
    wanted = (1 - ALPHA) * sqrt(pi) / 2 * exp(lgamma(degrees / 2) - lgamma((degrees + 1) / 2))
    low, high = 0.0, pi / 2
    for _ in range(50):
        angle = (low + high) / 2
        step = angle / _SLICES
        inside = sum((2 + 2 * (k % 2)) * cos(k * step) ** (degrees - 1) for k in range(1, _SLICES))
        area = (1 + inside + cos(angle) ** (degrees - 1)) * step / 3
        low, high = (angle, high) if area < wanted else (low, angle)
    return sqrt(degrees) * tan(high)


def _expanded(degrees: float) -> float:
    z = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / degrees ** (place + 1) for place, term in enumerate(terms))
