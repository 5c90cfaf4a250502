"""Whether draws fit odds that change from draw to draw."""

from __future__ import annotations

import random
from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from .exact import ENOUGH, SAMPLES, Tested, chi_square

_SINGULAR = 1e-9
_PRECISE = 53
_FEWEST = 999
_STEPS = 5_000_000
"""How much a Monte-Carlo test may take: its samples by what one takes, about so many additions."""

_BEYOND = 200
"""A Monte-Carlo test is over when so many samples are at least as far off: more would only tell that nothing is."""

Draws = list[tuple[dict[str, int], dict[str, int], int]]
"""Draws by their odds: what they were, what came how often, how many they are."""

Matrix = list[list[float]]


class Classes(NamedTuple):
    """Outcomes, some taken together: the place of each, what to expect and what came; sums of odds.

    `squares` sums the products of the odds of a draw, `by` its odds by what came of it.
    """

    place: dict[str, int]
    expected: list[float]
    came: list[int]
    squares: Matrix
    by: Matrix


def fits(draws: Draws) -> tuple[int, float | None, Tested]:
    """Tests whether draws fit their odds: number, distance, p and method; "too few" where nothing can be told.

    The sum of (came - odds) over draws is a martingale. Its distance is a quadratic form, with a covariance of which
    two thirds are what the odds of each draw let expect, and one third is what came. With the first alone decks without
    replacement would be called odd too often: what came early leaves odds of less variance behind.

    Outcomes that expect fewer than 5 are taken together. Where these expect fewer even so, p is that of a Monte-Carlo
    test, which draws again by the odds of each draw, with a fixed seed; where that would take too long they are taken
    together with the outcome that is expected least, if there are two others.

    Source: for the covariance B. Delyon, Exponential inequalities for sums of weakly dependent variables, Electronic
    Journal of Probability 14 (2009), 752-779; for the end of a Monte-Carlo test J. Besag and P. Clifford, Sequential
    Monte Carlo p-values, Biometrika 78 (1991), 301-304.
    """
    n = sum(many for _, _, many in draws)
    alike: defaultdict[int, Draws] = defaultdict(list)
    for draw in draws:
        alike[sum(draw[0].values())].append(draw)
    each = _expected(alike)
    place, expected = _together(each)
    few = min(expected, default=0.0) < ENOUGH
    samples = min(SAMPLES, _STEPS // (n * (len(expected) + 4) + len(expected) ** 3 + 1))
    if few and samples < _FEWEST:
        (place, expected), few = _together(each, apart=False), False
    if len(expected) < 2:  # noqa: PLR2004 - one class alone always comes as expected
        return n, None, Tested(None, "too few")
    classes = _classes(alike, place, expected)
    value, degrees = _distance(classes, classes.came, classes.by)
    if not degrees:
        return n, None, Tested(None, "too few")
    if few:
        return n, value, Tested(_monte_carlo(draws, classes, value, samples), "Monte-Carlo")
    return n, value, Tested(chi_square(value, degrees), "chi-square")


def _together(each: dict[str, float], *, apart: bool = True) -> tuple[dict[str, int], list[float]]:
    """Takes outcomes together that expect too few: as a class of their own, or with the least of others, if many are.

    With one other alone they stay apart, since nothing would be left to compare. Gives the class of each outcome, and
    what classes expect.
    """
    kept = [outcome for outcome in sorted(each) if each[outcome] >= ENOUGH]
    rest = len(kept) if apart or len(kept) < 2 else min(range(len(kept)), key=lambda number: each[kept[number]])  # noqa: PLR2004
    place = dict.fromkeys(sorted(each), rest) | {outcome: number for number, outcome in enumerate(kept)}
    expected = [0.0] * (max(place.values(), default=-1) + 1)
    for outcome, number in place.items():
        expected[number] += each[outcome]
    return place, expected


def _expected(alike: Mapping[int, Draws]) -> dict[str, float]:
    """Gives how often each outcome is to be expected, of draws by their total weight."""
    each: defaultdict[str, float] = defaultdict(float)
    for total, group in alike.items():
        sums: defaultdict[str, int] = defaultdict(int)
        for odds, _, n in group:
            for outcome, weight in odds.items():
                sums[outcome] += weight * n
        for outcome, weights in sums.items():
            each[outcome] += weights / total
    return each


def _classes(alike: Mapping[int, Draws], place: dict[str, int], expected: list[float]) -> Classes:
    """Sums the products of two classes' odds over draws, the odds by the class of what came, and what came.

    All weights of a draw stand in one integer, each with room for the sum, so that one multiplication gives a row.
    Weights become odds, of draws with one total weight at once, in as many binary digits as a float has.
    """
    most = max(alike).bit_length()
    digits = _PRECISE + 2 * most
    room = digits + 2 * most + sum(n for group in alike.values() for _, _, n in group).bit_length()
    size = len(expected)
    shifts = [1 << room * number for number in range(size)]
    squares, by, came = [0] * size, [0] * size, [0] * size
    for total, group in alike.items():
        products, means = [0] * size, [0] * size
        for odds, outcomes, n in group:
            weights = [0] * size
            for outcome, weight in odds.items():
                weights[place[outcome]] += weight
            packed = sum(map(mul, weights, shifts))
            for number, weight in enumerate(weights):
                if weight:
                    products[number] += n * weight * packed
            for outcome, count in outcomes.items():
                came[place[outcome]] += count
                means[place[outcome]] += count * packed
        of_two, of_one = (1 << digits) // total**2, (1 << digits) // total
        squares = [so_far + of_two * row for so_far, row in zip(squares, products, strict=True)]
        by = [so_far + of_one * row for so_far, row in zip(by, means, strict=True)]
    mask, one = (1 << room) - 1, 1 << digits
    first, second = (
        [[(row >> room * number & mask) / one for number in range(size)] for row in rows] for rows in (squares, by)
    )
    return Classes(place, expected, came, first, second)


def _distance(classes: Classes, came: Sequence[int], by: Matrix) -> tuple[float, int]:
    """Gives the quadratic form of what came, and its degrees of freedom.

    Of a draw with odds p that came as x the covariance is diag(p) - pp', and what came (x - p)(x - p)'.
    """
    size = len(came)
    covariance = [
        [-(classes.squares[one][other] + by[one][other] + by[other][one]) / 3 for other in range(size)]
        for one in range(size)
    ]
    for number in range(size):
        covariance[number][number] += (2 * classes.expected[number] + came[number]) / 3
    return _quadratic(covariance, [count - mean for count, mean in zip(came, classes.expected, strict=True)])


def _monte_carlo(draws: Draws, classes: Classes, value: float, samples: int) -> float:
    """Draws again by the odds of each draw: the share of samples that are at least as far off, this one with them."""
    size = len(classes.expected)
    rows: defaultdict[tuple[float, ...], int] = defaultdict(int)
    for odds, _, n in draws:
        weights, total = [0] * size, sum(odds.values())
        for outcome, weight in odds.items():
            weights[classes.place[outcome]] += weight
        rows[tuple(weight / total for weight in weights)] += n
    bounds = [(shares, list(accumulate(shares))[:-1], n) for shares, n in sorted(rows.items())]
    below = random.Random(0).random  # noqa: S311 - a test, not a secret
    beyond = 0
    for sample in range(1, samples + 1):
        came, by = [0] * size, [[0.0] * size for _ in range(size)]
        for shares, limits, n in bounds:
            here = [0] * size
            for _ in range(n):
                here[bisect(limits, below())] += 1
            for number, count in enumerate(here):
                if count:
                    came[number] += count
                    by[number] = [so_far + count * share for so_far, share in zip(by[number], shares, strict=True)]
        beyond += _distance(classes, came, by)[0] >= value * (1 - 1e-9)
        if beyond == _BEYOND:
            return beyond / sample
    return (beyond + 1) / (samples + 1)


def _quadratic(matrix: Matrix, vector: list[float]) -> tuple[float, int]:
    """Gives v' M^- v and the rank of a positive matrix, by elimination; what has no variance of its own is left out."""
    size, rank, value = len(vector), 0, 0.0
    rows = [[*row, number] for row, number in zip(matrix, vector, strict=True)]
    scale = [row[place] for place, row in enumerate(rows)]
    for place in range(size):
        row = rows[place]
        pivot = row[place]
        if pivot <= _SINGULAR * max(scale[place], 1.0):
            continue
        rank += 1
        value += row[size] ** 2 / pivot
        for other in range(place + 1, size):
            factor = row[other] / pivot
            if factor:  # below the diagonal is what is above it
                rows[other][other:] = [
                    one - factor * more for one, more in zip(rows[other][other:], row[other:], strict=True)
                ]
    return value, rank
