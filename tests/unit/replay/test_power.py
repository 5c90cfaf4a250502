"""What so many cases can show: the edge that is named against the exact power of the test that is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import factorial, prod
from random import Random
from typing import Any

import pytest
from scipy import stats as scipy

from playfold.replay.stats.exact import binomial, fit
from playfold.replay.stats.power import smallest_edge

APPROX: Any = pytest.approx


@cache
def shown(counts: tuple[int, ...]) -> bool:
    """Says whether the test of equal shares has a p below 5 % for these counts, in any order."""
    return (fit(counts, [1 / len(counts)] * len(counts)).p or 0.0) < 0.05


def partitions(n: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Lists the ways to share so many cases among parts that are not told apart, none over the most."""
    if parts == 0:
        if n == 0:
            yield ()
        return
    for first in range(min(n, most), -1, -1):
        for rest in partitions(n - first, parts - 1, first):
            yield (first, *rest)


def power(n: int, sides: int, edge: float) -> float:
    """Gives how often the test shows that one side has this edge: all counts gone through."""
    one, other = 1 / sides + edge, (1 - 1 / sides - edge) / (sides - 1)
    total = 0.0
    for k in range(n + 1):
        for rest in partitions(n - k, sides - 1, n):
            if shown(tuple(sorted((k, *rest)))):
                alike = factorial(sides - 1) // prod(factorial(rest.count(each)) for each in set(rest))
                ways = alike * factorial(n) // prod(map(factorial, (k, *rest)))
                total += ways * one**k * other ** (n - k)
    return total


FEW = [
    *((n, 2) for n in (6, 7, 8, 10, 13, 57, 130)),
    *((n, 3) for n in (4, 6, 10, 14, 15, 40, 61)),
    *((n, 4) for n in (4, 6, 12, 24)),
    *((n, 6) for n in (5, 9, 31)),
    *((n, 8) for n in (3, 21)),
]


@pytest.mark.parametrize(("n", "sides"), FEW)
def test_the_edge_of_few_cases_is_shown_in_eight_of_ten(n: int, sides: int) -> None:
    """The exact power of the test that is made is 80 % at the edge that is named, and less below it."""
    edge = smallest_edge(n, 1 / sides, sides)
    assert edge is not None
    assert power(n, sides, edge) == APPROX(0.8, abs=1e-6 if sides == 2 else 0.012)
    assert power(n, sides, edge * 0.95) < 0.8


@pytest.mark.parametrize(("n", "sides"), [(1, 2), (5, 2), (3, 3), (3, 4), (2, 6), (2, 8), (1, 20)])
def test_too_few_cases_have_no_edge(n: int, sides: int) -> None:
    """Where even one side that always comes has a p of 5 % or more, nothing could be shown."""
    assert not shown((*[0] * (sides - 1), n))
    assert smallest_edge(n, 1 / sides, sides) is None


def test_two_sides_need_no_equal_shares() -> None:
    """A side with another share than half is tested in both directions, and only more of it is an edge."""
    edge = smallest_edge(12, 0.2)
    assert edge is not None
    seen = [k for k in range(13) if binomial(k, 12, 0.2) < 0.05]
    assert scipy.binom.pmf(seen, 12, 0.2 + edge).sum() == APPROX(0.8, abs=1e-6)
    assert smallest_edge(12, 0.9) is None


@pytest.mark.parametrize(("n", "sides"), [(160, 8), (400, 4), (1400, 6), (1600, 6), (800, 3), (999, 2), (1100, 2)])
def test_the_edge_of_many_cases_is_shown_in_eight_of_ten(n: int, sides: int) -> None:
    """Where the method changes the power stays near 80 %: of 4,000 tables that are drawn so many are shown."""
    edge = smallest_edge(n, 1 / sides, sides)
    assert edge is not None
    one = 1 / sides + edge
    drawn = scipy.multinomial(n, [one, *[(1 - one) / (sides - 1)] * (sides - 1)], seed=5).rvs(4000)
    seen = sum(shown(tuple(sorted(map(int, counts)))) for counts in drawn)
    assert 0.77 < seen / 4000 < 0.83


def test_the_edge_of_thousands_is_that_of_the_formulas() -> None:
    """Thousands of cases have the edges of the normal approximation and of the noncentral chi-square."""
    assert smallest_edge(3995, 1 / 3, 3) == APPROX(0.0232, abs=5e-5)
    assert smallest_edge(549005, 1 / 8, 8) == APPROX(0.0017, abs=5e-5)
    assert smallest_edge(8735, 0.5) == APPROX(0.0150, abs=5e-5)


def test_the_smallest_edge_is_seen_in_eight_of_ten() -> None:
    """With the edge that is named, the test finds a bias in about four of five samples."""
    edge = smallest_edge(200, 0.5) or 0.0
    assert edge == APPROX(0.1016, abs=0.0001)
    random = Random(2)  # noqa: S311 - as above
    seen = sum(binomial(sum(random.random() < 0.5 + edge for _ in range(200)), 200, 0.5) < 0.05 for _ in range(300))
    assert 0.7 < seen / 300 < 0.9
    assert smallest_edge(0, 0.5) is None
    assert smallest_edge(2, 0.9) is None
    assert smallest_edge(3, 1 / 3, 3) is None


@pytest.mark.parametrize("n", [100, 200, 400])
def test_the_edge_of_two_sides_is_that_of_one_test(n: int) -> None:
    """Two seats, or the sides of a coin, are one test: its exact power at the edge that is named is 80 %, not 87."""
    edge = smallest_edge(n, 0.5, 2) or 0.0
    seen = [k for k in range(n + 1) if binomial(k, n, 0.5) < 0.05]
    assert 0.755 < scipy.binom.pmf(seen, n, 0.5 + edge).sum() < 0.81


@pytest.mark.parametrize("n", [30, 60, 100, 150])
def test_the_edge_of_three_sides_is_that_of_their_test(n: int) -> None:
    """Of three seats one has the edge that is named: the exact power of the chi-square of all is 80 %."""
    edge = smallest_edge(n, 1 / 3, 3) or 0.0
    seen = [
        (a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)
        if (fit((a, b, n - a - b), [1 / 3] * 3).p or 0) < 0.05
    ]  # fmt: skip
    power = scipy.multinomial.pmf(seen, n, [1 / 3 + edge, 1 / 3 - edge / 2, 1 / 3 - edge / 2]).sum()
    assert 0.77 < power < 0.81


@pytest.mark.parametrize("sides", [3, 6, 8, 20, 100])
def test_the_power_of_a_chi_square_is_that_of_a_noncentral_one(sides: int) -> None:
    """What a side has to be off is such that scipy's noncentral chi-square passes 5 % in 80 %."""
    edge = smallest_edge(10**6, 1 / sides, sides) or 0.0
    off = 10**6 * edge**2 * (sides + sides / (sides - 1))
    assert scipy.ncx2.sf(scipy.chi2.ppf(0.95, sides - 1), sides - 1, off) == APPROX(0.8, abs=1e-6)
