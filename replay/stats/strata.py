"""The difference of two shares where each group was counted in several strata."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ..intervals import Z
from .exact import Interval, newcombe


def stratified(strata: Sequence[tuple[int, int, int, int]]) -> Interval:
    """Gives the difference of two shares with the stratum held fixed, at 95 %; a stratum is (k, n, other k, other n).

    Source: the Mantel-Haenszel risk difference; its variance from T. Sato, On the variance estimator for the
    Mantel-Haenszel risk difference, Biometrics 45 (1989), 1323-1324. One stratum alone goes by Newcombe.
    """
    used = [each for each in strata if each[1] and each[3]]
    if not used:
        return Interval(None, None, None)
    if len(used) == 1:
        return newcombe(*used[0])
    weight = sum(n * m / (n + m) for _, n, _, m in used)
    difference = sum((k * m - j * n) / (n + m) for k, n, j, m in used) / weight
    p = sum((n * n * j - m * m * k + n * m * (m - n) / 2) / (n + m) ** 2 for k, n, j, m in used)
    q = sum((k * (m - j) + j * (n - k)) / (2 * (n + m)) for k, n, j, m in used)
    spread = Z * sqrt(max(0.0, difference * p + q)) / weight
    return Interval(difference, max(-1.0, difference - spread), min(1.0, difference + spread))
