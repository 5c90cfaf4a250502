"""Draws against odds that change: what p says, few and many, with rare outcomes, with and without replacement."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest
from scipy import stats as scipy

from playfold.replay.stats.odds import Draws, fits

APPROX: Any = pytest.approx


def without_replacement(random: Random, cards: list[int], each: int, n: int) -> Draws:
    """Draws n cards, so many from each deck of these cards, and keeps the odds of each draw as an archive does."""
    found: dict[tuple[int, ...], Counter[str]] = {}
    left: list[int] = []
    for number in range(n):
        if number % each == 0:
            left = list(cards)
        kind = random.choices(range(len(left)), left)[0]
        found.setdefault(tuple(left), Counter())["abcdefgh"[kind]] += 1
        left[kind] -= 1
    return [
        ({"abcdefgh"[kind]: count for kind, count in enumerate(odds) if count}, dict(came), came.total())
        for odds, came in sorted(found.items())
    ]


@pytest.mark.parametrize(("weight", "n", "rare"), [(999, 50, 1), (99, 10, 2), (99, 10, 1), (49, 40, 3), (49, 40, 0)])
def test_rare_outcomes_have_their_true_p(weight: int, n: int, rare: int) -> None:
    """Where one of two outcomes expects far fewer than 5, p is that of the exact binomial, not of a chi-square."""
    came = {"usual": n - rare, **({"rare": rare} if rare else {})}
    _, _, tested = fits([({"usual": weight, "rare": 1}, came, n)])
    share = 1 / (weight + 1)
    exact = sum(scipy.binom.pmf(k, n, share) for k in range(n + 1) if _off(k, n, share) >= _off(rare, n, share) - 1e-9)
    assert tested.method == "Monte-Carlo"
    assert tested.p == APPROX(exact, rel=0.2)


def _off(k: int, n: int, share: float) -> float:
    """The distance of k in n with its own covariance."""
    covariance = (2 * n * share * (1 - share) + k * (1 - share) ** 2 + (n - k) * share**2) / 3
    return float((k - n * share) ** 2 / covariance)


@pytest.mark.parametrize(("cards", "each", "n"), [([10, 7, 6, 5, 5], 32, 120), ([4] * 5, 19, 120)])
def test_fair_decks_are_rarely_called_odd(cards: list[int], each: int, n: int) -> None:
    """Of 1,000 fair decks without replacement not more than twice as many as should have a p below 5, 1, 0.1 %."""
    random = Random(5)  # noqa: S311 - the same decks every time
    values = [fits(without_replacement(random, cards, each, n))[2].p or 0.0 for _ in range(1000)]
    for level, least in ((0.05, 25), (0.01, 2), (0.001, 0)):
        assert least <= sum(p < level for p in values) <= 2 * level * 1000


def test_few_draws_of_fair_decks_are_rarely_called_odd() -> None:
    """Of 100 fair decks with a Monte-Carlo test not clearly more than should have a p below 5 %, and below 1 %."""
    random = Random(6)  # noqa: S311 - as above
    tests = [fits(without_replacement(random, [20, 10, 5, 3, 2], 39, 30))[2] for _ in range(100)]
    assert {test.method for test in tests} >= {"Monte-Carlo"}
    assert sum((test.p or 0.0) < 0.05 for test in tests) <= 11
    assert sum((test.p or 0.0) < 0.01 for test in tests) <= 4


def test_a_stacked_deck_is_found() -> None:
    """A deck that is ordered, one kind after the other, is found out."""
    cards = {"a": 4, "b": 4, "c": 4}
    draws: Draws = []
    for taken in range(4):
        draws.append((dict(cards, a=4 - taken), {"a": 10}, 10))
    number, value, tested = fits(draws)
    assert (number, tested.method) == (40, "chi-square")
    assert value is not None
    assert (tested.p or 1.0) < 1e-6


def test_many_draws_with_rare_outcomes_take_no_long() -> None:
    """Of very many draws rare outcomes are taken with the least of the others; with one other they stay apart."""
    odds = {"a": 50_000, "b": 49_990, "rare": 10}
    number, _, tested = fits([(odds, {"a": 15_000, "b": 14_995, "rare": 5}, 30_000)])
    assert (number, tested.method) == (30_000, "chi-square")
    assert tested.p == APPROX(scipy.chi2.sf(0.0, 1), abs=0.05)
    _, _, tested = fits([({"usual": 9999, "rare": 1}, {"usual": 29_990, "rare": 10}, 30_000)])
    assert tested.method == "chi-square"
    assert scipy.poisson.sf(9, 3) < (tested.p or 0.0) < 0.01


def test_what_cannot_be_told_is_not() -> None:
    """No draws, and few among many outcomes, have no p."""
    assert fits([]) == (0, None, (None, "too few"))
    assert fits([(dict.fromkeys("abcdefgh", 1), {"a": 3}, 3)]) == (3, None, (None, "too few"))


def test_p_is_the_same_whatever_the_hash_seed() -> None:
    """The same draws give the same p, digit by digit, in every process."""
    code = (
        "from playfold.replay.stats.odds import fits\n"
        "print(fits([({'a': 5, 'b': 4, 'c': 1}, {'a': 9, 'b': 4, 'c': 2}, 15), ({'a': 2, 'c': 1}, {'a': 7}, 7)]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(said) == 1
    assert b"Monte-Carlo" in said.pop()
