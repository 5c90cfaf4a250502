"""The difference of two shares with the stratum held fixed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playfold.replay.stats.exact import newcombe
from playfold.replay.stats.strata import stratified

APPROX: Any = pytest.approx


def test_a_stratified_difference_is_not_fooled() -> None:
    """Where a choice goes with the better seat alone, the difference within seats is none; and intervals hold 95 %."""
    found = stratified([(80, 100, 8, 10), (2, 10, 20, 100)])
    assert found.value == APPROX(0, abs=1e-12)
    assert found.low is not None
    assert found.high is not None
    assert found.low < -0.1
    assert found.high > 0.1
    assert stratified([(9, 10, 3, 10), (0, 0, 5, 9)]) == newcombe(9, 10, 3, 10)
    assert stratified([(1, 2, 0, 0)]) == (None, None, None)
    random = Random(3)  # noqa: S311 - as above
    inside = 0
    for _ in range(400):
        strata = []
        for share, n, m in ((0.2, 30, 50), (0.5, 40, 20), (0.7, 25, 60)):
            strata.append(
                (
                    sum(random.random() < share + 0.15 for _ in range(n)),
                    n,
                    sum(random.random() < share for _ in range(m)),
                    m,
                )
            )
        bounds = stratified(strata)
        inside += (bounds.low or 0) <= 0.15 <= (bounds.high or 0)
    assert 0.91 <= inside / 400 <= 0.98
