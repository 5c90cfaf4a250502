"""The difference of two shares in strata: known values, what bounds never do, and how often they hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log, sqrt
from random import Random
from typing import Any

import pytest
from scipy import optimize
from scipy import stats as scipy

from playfold.replay.intervals import Z
from playfold.replay.stats.exact import Interval
from playfold.replay.stats.strata import Stratum, likeliest, stratified

APPROX: Any = pytest.approx


def bounds(*strata: Stratum) -> tuple[float, float, float]:
    """Gives the difference and its bounds, where there are any."""
    value, low, high = stratified(strata)
    assert value is not None
    assert low is not None
    assert high is not None
    return value, low, high


def uneven(number: int) -> Iterator[Stratum]:
    """Gives strata of one case up to millions, many of them where all or nearly all of a group won or lost."""
    random = Random(4)  # noqa: S311 - the same strata every time
    for _ in range(number):
        n, m = (int(10 ** random.uniform(0, 6.5)) for _ in range(2))
        k, j = (random.choice((0, of, random.randint(0, of), min(of, 3), max(0, of - 2))) for of in (n, m))
        yield k, n, j, m


@pytest.mark.parametrize(
    ("k", "n", "j", "m", "low", "high"),
    [
        (56, 70, 48, 80, 0.0528, 0.3382),
        (9, 10, 3, 10, 0.1700, 0.8406),
        (6, 7, 2, 7, 0.0342, 0.8534),
        (5, 56, 0, 29, -0.0326, 0.1933),
        (0, 10, 0, 20, -0.1658, 0.2844),
        (0, 10, 0, 10, -0.2879, 0.2879),
        (10, 10, 0, 20, 0.7156, 1.0),
        (10, 10, 0, 10, 0.6636, 1.0),
    ],
)
def test_one_stratum_is_that_of_miettinen_and_nurminen(k: int, n: int, j: int, m: int, low: float, high: float) -> None:
    """The examples of table II in Newcombe, Statistics in Medicine 17 (1998), 873-890, method 6."""
    assert bounds((k, n, j, m)) == APPROX((k / n - j / m, low, high), abs=5e-5)


@pytest.mark.parametrize("difference", [-0.9, -0.3, -0.01, 0.0, 0.02, 0.4, 0.95])
@pytest.mark.parametrize("stratum", [(1, 1, 0, 1), (0, 3, 12, 20), (4, 4, 210, 300), (5, 5, 9, 9), (300, 900, 41, 77)])
def test_shares_are_the_likeliest_ones(stratum: Stratum, difference: float) -> None:
    """The closed form finds what a search finds among all pairs of shares with this difference."""
    k, n, j, m = stratum
    least, most = max(0.0, -difference), min(1.0, 1 - difference)

    def unlikely(other: float) -> float:
        one = other + difference
        terms = ((k, one), (n - k, 1 - one), (j, other), (m - j, 1 - other))
        return -sum(count * log(max(share, 1e-300)) for count, share in terms if count)

    found = optimize.minimize_scalar(unlikely, bounds=(least, most), method="bounded", options={"xatol": 1e-9})
    assert likeliest(*stratum, difference) == APPROX(found.x, abs=1e-6)


def test_shares_at_the_edge_are_shares() -> None:
    """Whatever difference is supposed, to the last digit of floats, both shares stay from 0 to 1."""
    random = Random(5)  # noqa: S311 - as above
    for k, n, j, m in uneven(1000):
        for difference in (-1.0, 0.0, 1.0, round(random.uniform(-1, 1), 1), 10 ** random.uniform(-320, 0)):
            for supposed in (difference, difference - 1 if difference > 0 else -difference):
                assert max(0.0, -supposed) <= likeliest(k, n, j, m, supposed) <= min(1.0, 1 - supposed)


def test_bounds_hold_the_statistic_at_its_quantile() -> None:
    """At each bound of several strata the score statistic, reckoned anew, is the normal quantile."""
    strata = ((3, 4, 150, 300), (1, 2, 40, 90), (5, 5, 61, 70))
    value, low, high = bounds(*strata)
    weights = [n * m / (n + m) for _, n, _, m in strata]
    assert value == APPROX(
        sum(w * (k / n - j / m) for w, (k, n, j, m) in zip(weights, strata, strict=True)) / sum(weights)
    )
    for bound, sign in ((low, 1), (high, -1)):
        spread = 0.0
        for weight, (k, n, j, m) in zip(weights, strata, strict=True):
            other = likeliest(k, n, j, m, bound)
            one = other + bound
            variance = (one * (1 - one) / n + other * (1 - other) / m) * (n + m) / (n + m - 1)
            spread += weight * weight * variance
        assert sum(weights) * (value - bound) / sqrt(spread) == APPROX(sign * Z, rel=1e-6)


def test_few_cases_are_never_certain() -> None:
    """Where all of one group won and all of the other lost, with one case each, nearly everything stays possible."""
    value, low, high = bounds((1, 1, 0, 1), (1, 1, 0, 1))
    assert (value, high) == (1, 1)
    assert low < 0


def test_bounds_lie_around_the_difference() -> None:
    """For cells of any size bounds lie within -1 and 1, on both sides of the difference, never together."""
    strata = list(uneven(800))
    for number, stratum in enumerate(strata):
        for several in ((stratum,), tuple(strata[number : number + 3])):
            value, low, high = bounds(*several)
            assert -1 <= low <= value <= high <= 1
            assert low < high


def test_groups_that_are_swapped_negate_the_difference() -> None:
    """The difference of the one to the other is that of the other to the one, negated, and so are its bounds."""
    for k, n, j, m in uneven(500):
        value, low, high = bounds((k, n, j, m), (1, 3, 2, 9))
        assert bounds((j, m, k, n), (2, 9, 1, 3)) == APPROX((-value, -high, -low), abs=1e-9)


def test_a_stratum_without_a_group_says_nothing() -> None:
    """A stratum where nobody, or everybody, made the choice has no weight; without others there is nothing."""
    assert stratified([(9, 10, 3, 10), (0, 0, 5, 9), (7, 8, 0, 0)]) == stratified([(9, 10, 3, 10)])
    assert stratified([(1, 2, 0, 0), (0, 0, 0, 0)]) == stratified([]) == Interval(None, None, None)


def test_a_stratified_difference_is_not_fooled() -> None:
    """Where a choice goes with the better seat alone, the difference within seats is none."""
    value, low, high = bounds((80, 100, 8, 10), (2, 10, 20, 100))
    assert value == APPROX(0, abs=1e-12)
    assert low < -0.1
    assert high > 0.1


@pytest.mark.parametrize("size", [5, 500])
def test_many_cases_give_what_sato_gives(size: int) -> None:
    """Of many cases the bounds are those of T. Sato's variance, Biometrics 45 (1989), 1323-1324, to one per cent."""
    strata = [
        (700 * size, 1000 * size, 6400 * size, 10000 * size),
        (330 * size, 900 * size, 600 * size, 2000 * size),
        (450 * size, 500 * size, 2520 * size, 3000 * size),
    ]
    value, low, high = bounds(*strata)
    weight = sum(n * m / (n + m) for _, n, _, m in strata)
    p = sum((n * n * j - m * m * k + n * m * (m - n) / 2) / (n + m) ** 2 for k, n, j, m in strata)
    q = sum((k * (m - j) + j * (n - k)) / (2 * (n + m)) for k, n, j, m in strata)
    spread = Z * sqrt(value * p + q) / weight
    assert (value - low, high - value) == APPROX((spread, spread), rel=0.01)


@cache
def _bounds(*strata: Stratum) -> tuple[float, float, float]:
    return bounds(*strata)


def coverage(*strata: tuple[int, float, int, float]) -> float:
    """Gives how often bounds hold the true difference, over all outcomes of n and m cases with their shares."""
    (_, one, _, other), total = strata[0], 0.0
    chances = [scipy.binom.pmf(range(of + 1), of, share) for n, p, m, q in strata for of, share in ((n, p), (m, q))]
    for found in product(*(range(len(each)) for each in chances)):
        chance = 1.0
        for count, each in zip(found, chances, strict=True):
            chance *= each[count]
        if chance > 1e-9:
            pairs = zip(found[::2], found[1::2], sizes(strata), strict=True)
            _, low, high = _bounds(*((k, n, j, m) for k, j, (n, m) in pairs))
            total += chance if low <= one - other <= high else 0.0
    return total


def sizes(strata: tuple[tuple[int, float, int, float], ...]) -> list[tuple[int, int]]:
    """Gives the sizes of the groups."""
    return [(n, m) for n, _, m, _ in strata]


@pytest.mark.parametrize(
    ("n", "m", "one", "other"),
    [
        (3, 20, 0.9, 0.9),
        (3, 20, 0.95, 0.7),
        (3, 20, 0.2, 0.1),
        (4, 300, 0.9, 0.9),
        (4, 300, 0.95, 0.7),
        (4, 300, 0.7, 0.95),
        (5, 5, 0.95, 0.7),
        (10, 40, 0.5, 0.5),
    ],
)
def test_few_cases_are_held(n: int, m: int, one: float, other: float) -> None:
    """Over all outcomes of a few cases against some or many, the bounds hold the true difference as they say."""
    assert coverage((n, one, m, other)) > 0.93


@pytest.mark.parametrize(("n", "m"), [(3, 20), (5, 5), (10, 40)])
def test_few_cases_are_held_on_the_whole(n: int, m: int) -> None:
    """Over true shares of 5 to 95 % bounds hold 95 % in the mean, and nowhere much less, whatever the shares."""
    shares = [step / 10 for step in range(1, 10)] + [0.05, 0.95]
    held = [coverage((n, one, m, other)) for one, other in product(shares, shares)]
    assert sum(held) / len(held) > 0.95
    assert min(held) > 0.88


@pytest.mark.parametrize(
    "strata",
    [
        ((2, 0.9, 8, 0.7), (3, 0.8, 6, 0.6)),
        ((1, 0.9, 10, 0.9), (2, 0.9, 9, 0.9)),
        ((2, 0.95, 10, 0.75), (2, 0.9, 10, 0.7)),
    ],
)
def test_few_cases_of_two_strata_are_held(strata: tuple[tuple[int, float, int, float], ...]) -> None:
    """Two strata with a few cases each hold their common difference as they say."""
    assert coverage(*strata) > 0.93
