"""What so many cases can show: the power of the tests of counts against equal shares."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import exp, floor, lgamma, log, sqrt
from statistics import NormalDist

from .exact import ALPHA, ENOUGH, SAMPLES, chi_square, drawn

POWER = 0.8

_EXACT = 1000
"""Up to so many cases of two sides their test is gone through; beyond, its steps hardly move the power."""

_DRAWN = 20.0
"""Up to so many cases a side it is drawn how the others share what one leaves; beyond, that is a chi-square."""

_GOOD = 250.0
"""From so many cases a side on the noncentral chi-square is as good: the power is 0.78 or more."""

_DRAWS = 400_000
_MOST, _LEAST = 10_000, 1000
_TERMS = 400


@cache
def smallest_edge(n: int, share: float, sides: int = 2) -> float | None:
    """Gives the least edge over its share of one of so many sides that `fit` shows in 8 of 10 cases; None for none.

    All sides are tested at once, at 5 %: two by one test of their difference, whatever the share of one, more by their
    distance from equal shares, the others losing alike what one has too much. For few cases it is the power of the very
    test that `fit` makes: exactly of two sides up to 1,000 cases; of more up to 250 cases a side, with how often one
    comes exactly, and how the others share what it leaves drawn with a fixed seed, right to one in a hundred, or, from
    20 cases a side on, by a chi-square. Cost: some hundred thousand draws at most for dice of usual size.

    Source: beyond, for two the normal approximation, J. L. Fleiss, Statistical Methods for Rates and Proportions, 1981,
    chapter 2; for more the noncentral chi-square, J. Cohen, Statistical Power Analysis, 1988, chapter 7.
    """
    if not n or not 0 < share < 1:
        return None
    if sides > 2:  # noqa: PLR2004 - two are one test
        if n * share < _GOOD:
            return _least(n, share, _shown(n, sides))
        edge = sqrt(_noncentrality(sides - 1) * share * (1 - share) / n)
        return edge if edge < (1 - share) * 0.999 else None
    if n <= _EXACT:
        return _least(n, share, [float(p < ALPHA) for p in _of_two(n, share)])
    alpha, beta = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(POWER)
    low, high = 0.0, 1 - share
    for _ in range(60):
        edge = (low + high) / 2
        needed = alpha * sqrt(share * (1 - share) / n) + beta * sqrt(max(0.0, (share + edge) * (1 - share - edge)) / n)
        low, high = (edge, high) if edge < needed else (low, edge)
    return high if high < (1 - share) * 0.999 else None


def _least(n: int, share: float, shown: Sequence[float]) -> float | None:
    """Finds the least edge with enough power; `shown` says for each number of one side how often the test then shows.

    A side that always comes is shown or not; where it is, less than always is enough.
    """
    if shown[n] < POWER:
        return None
    many = [(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1), k, often) for k, often in enumerate(shown) if often]

    def power(edge: float) -> float:
        one, other = log(share + edge), log(1 - share - edge)
        return sum(exp(ways + k * one + (n - k) * other) * often for ways, k, often in many)

    low, high = 0.0, 1 - share
    for _ in range(40):
        edge = (low + high) / 2
        low, high = (edge, high) if power(edge) < POWER else (low, edge)
    return high


def _of_two(n: int, share: float) -> list[float]:
    """Gives what `binomial` says of each number of one side."""
    chances = [
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log(1 - share)
        for k in range(n + 1)
    ]
    order = sorted(chances)
    below = [0.0, *accumulate(map(exp, order))]
    return [below[bisect_right(order, chance + 1e-7)] for chance in chances]


def _shown(n: int, sides: int) -> list[float]:
    """Gives for each number of one side how often the test of all shows, the others being alike.

    With equal shares the distance depends on the sum of squares alone. One run of throws of the others serves all
    numbers: they are what is left after each throw.
    """
    least = _least_squares(n, sides)
    if n / sides >= _DRAWN:
        return [_shared(least - k * k, n - k, sides - 1) for k in range(n + 1)]
    needed = [least - (n - others) ** 2 for others in range(n + 1)]
    times = max(_LEAST, min(_MOST, _DRAWS // n))
    below = random.Random(0).random  # noqa: S311 - a test, not a secret
    seen = [0] * (n + 1)
    for _ in range(times):
        counts, squares = [0] * (sides - 1), 0
        for others in range(1, n + 1):
            side = int(below() * (sides - 1))
            counts[side] += 1
            squares += 2 * counts[side] - 1
            seen[others] += squares >= needed[others]
    seen[0] = times * (needed[0] <= 0)
    return [count / times for count in reversed(seen)]


def _shared(squares: int, n: int, sides: int) -> float:
    """Gives how often equal sides share n cases so that the sum of squares is at least this, by a chi-square."""
    if not n:
        return float(squares <= 0)
    return chi_square((squares - n * n / sides) * sides / n, sides - 1)


def _least_squares(n: int, sides: int) -> int:
    """Gives the least sum of squares of counts that `fit` gives a p below 5 %."""
    if n / sides >= ENOUGH:
        return floor((_limit(sides - 1) + n) * n / sides) + 1
    last = drawn(n, (1 / sides,) * sides)[-int(ALPHA * (SAMPLES + 1)) + 1]  # what p is 5 % of
    return round((last + n) * n / sides) + 1


@cache
def _limit(degrees: int) -> float:
    return _root(lambda x: ALPHA - chi_square(x, degrees))


@cache
def _noncentrality(degrees: int) -> float:
    """Gives how far off a chi-square has to be to pass 5 % in 8 of 10 cases: central ones, mixed by Poisson."""
    limit = _limit(degrees)
    tails = [chi_square(limit, degrees + 2 * term) for term in range(_TERMS)]

    def power(off: float) -> float:
        return sum(exp(term * log(off / 2) - off / 2 - lgamma(term + 1)) * tail for term, tail in enumerate(tails))

    return _root(lambda off: power(off) - POWER)


def _root(rises: Callable[[float], float]) -> float:
    """Finds by bisection where a function that rises from below 0 on is 0."""
    low, high = 0.0, 1.0
    while rises(high) < 0:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return high
