"""Intervals and tests against known values, and against scipy."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest
from scipy import stats as scipy

from playfold.replay.stats.exact import (
    binomial,
    chi_square,
    fit,
    holm,
    mean,
    median,
    newcombe,
    student,
    welch,
)

APPROX: Any = pytest.approx


@pytest.mark.parametrize(
    ("k", "n", "j", "m", "low", "high"),
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (10, 10, 0, 20, 0.6791, 1.0),
        (0, 10, 0, 20, -0.1611, 0.2775),
    ],
)
def test_differences_are_newcombes(k: int, n: int, j: int, m: int, low: float, high: float) -> None:
    """The examples of Newcombe's table II, method 10."""
    found = newcombe(k, n, j, m)
    assert found == APPROX((k / n - j / m, low, high), abs=5e-5)


@pytest.mark.parametrize(("k", "n", "p"), [(3, 20, 0.25), (0, 7, 0.5), (7, 7, 0.5), (40, 100, 0.3), (510, 1000, 0.5)])
def test_binomial_is_exact(k: int, n: int, p: float) -> None:
    """The two-sided binomial test is scipy's."""
    assert binomial(k, n, p) == APPROX(scipy.binomtest(k, n, p).pvalue, abs=1e-9)


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 40, 119])
@pytest.mark.parametrize("x", [0.01, 1.0, 6.6, 30.0, 150.0])
def test_chi_square_is_the_tail(x: float, degrees: int) -> None:
    """The chance of a chi-square is scipy's, far out, too."""
    assert chi_square(x, degrees) == APPROX(scipy.chi2.sf(x, degrees), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("degrees", [1, 1.2, 2, 2.7, 3, 3.5, 4, 4.9, 5, 5.1, 6, 10.5, 30, 39.9, 40.1, 1000])
def test_students_quantile(degrees: float) -> None:
    """The quantile of t is right to 8 digits, to 6 below two degrees, between whole degrees, too."""
    assert student(degrees) == APPROX(scipy.t.ppf(0.975, degrees), rel=1e-8 if degrees >= 2 else 1e-6)


def test_fit_takes_the_test_that_fits() -> None:
    """Two outcomes are tested exactly, many by chi-square, few by drawing tables; the same counts give the same p."""
    assert tuple(fit([8, 2], [0.5, 0.5])) == (APPROX(0.109375), "exact")
    assert tuple(fit([10, 20, 30], [1 / 3] * 3)) == (APPROX(scipy.chisquare([10, 20, 30]).pvalue), "chi-square")
    few = fit([5, 0, 1, 0], [0.25] * 4)
    assert few.method == "Monte-Carlo"
    assert few == fit([5, 0, 1, 0], [0.25] * 4)
    exact = sum(
        scipy.multinomial.pmf([a, b, c, 6 - a - b - c], 6, [0.25] * 4)
        for a in range(7)
        for b in range(7 - a)
        for c in range(7 - a - b)
        if sum((x - 1.5) ** 2 for x in (a, b, c, 6 - a - b - c)) >= sum((x - 1.5) ** 2 for x in (5, 0, 1, 0))
    )
    assert few.p == APPROX(exact, abs=0.01)
    assert fit([], []) == (None, "")


def test_fair_dice_are_rarely_called_loaded() -> None:
    """Of 400 fair dice about one in twenty has p below 0.05, of loaded ones nearly all."""
    random = Random(1)  # noqa: S311 - the same dice every time
    fair = loaded = 0
    for _ in range(400):
        rolls = random.choices(range(6), k=300)
        counts = [rolls.count(side) for side in range(6)]
        fair += (fit(counts, [1 / 6] * 6).p or 0) < 0.05
        rolls = random.choices(range(6), [2, 1, 1, 1, 1, 1], k=300)
        loaded += (fit([rolls.count(side) for side in range(6)], [1 / 6] * 6).p or 0) < 0.05
    assert 8 <= fair <= 34
    assert loaded > 360


def test_holm_corrects_for_many() -> None:
    """Holm's example: each p by the number of those that are not smaller, never falling; none stays none."""
    assert holm([0.01, None, 0.04, 0.03, 0.005]) == APPROX([0.03, None, 0.06, 0.06, 0.02])


def test_medians_hold_by_order_alone() -> None:
    """The bounds of the median are ranks of a binomial, scipy's, and a small sample has none."""
    for n in (6, 10, 99, 1000, 5000):
        values = [float(value) for value in range(1, n + 1)]
        rank = int(scipy.binom.ppf(0.025, n, 0.5))
        found = median(values)
        assert found.low == APPROX(rank, abs=1)
        assert found.high == n + 1 - (found.low or 0)
        assert found.value == (n + 1) / 2
    assert median([1.0, 2.0, 3.0, 4.0, 5.0]) == (3.0, None, None)
    assert median([]) == (None, None, None)


@pytest.mark.parametrize("n", [6, 7, 20, 99, 1000, 2000, 2001, 2002, 3000, 5000, 5001, 8735, 10000, 12345, 20000])
def test_the_bounds_of_a_median_hold_what_they_promise(n: int) -> None:
    """The exact binomial tails beyond the bounds are at most 5 %, and one rank nearer they would be more."""
    low = int(median(range(1, n + 1)).low or 0)
    assert 2 * scipy.binom.cdf(low - 1, n, 0.5) <= 0.05
    assert 2 * scipy.binom.cdf(low, n, 0.5) > 0.05


def test_the_bounds_of_a_median_err_on_the_wide_side() -> None:
    """Of all numbers from 2,001 to 20,000 none has bounds that hold less than 95 %, none two ranks to spare."""
    for n in range(2001, 20001):
        low = int(median(range(1, n + 1)).low or 0)
        assert 0 <= int(scipy.binom.ppf(0.025, n, 0.5)) - low <= 1


def test_means_and_their_differences() -> None:
    """Means go by Student, differences by Welch."""
    one, other = [3.0, 4.0, 8.0, 9.0, 1.0, 7.0], [1.0, 2.0, 2.0, 3.0, 1.5]

    def of(values: list[float]) -> tuple[int, float, float]:
        middle = sum(values) / len(values)
        return len(values), middle, sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))

    assert mean(*of(one))[1:] == APPROX(scipy.t.interval(0.95, 5, loc=of(one)[1], scale=of(one)[2] / sqrt(6)), rel=1e-8)
    bounds = scipy.ttest_ind(one, other, equal_var=False).confidence_interval()
    assert welch(of(one), of(other))[1:] == APPROX((bounds.low, bounds.high), rel=1e-8)
    assert mean(1, 3.0, None) == (3.0, None, None)
    assert mean(2, 4.5, 0.7, least=1, most=5) == (4.5, 1, 5)
    assert welch((1, 3.0, None), (2, 1.0, 0.5)) == (2.0, None, None)
    # Values that are all equal do not tell how far others may lie off.
    assert mean(7, 2.0, 0.0) == (2.0, None, None)
    assert welch((3, 3.0, 0.0), (3, 1.0, 0.0)) == (2.0, None, None)
    assert welch((3, 3.0, 0.0), (3, 1.0, 0.5)) == (2.0, None, None)
