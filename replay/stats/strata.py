"""The difference of two shares where each group was counted in several strata."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import acos, copysign, cos, pi, sqrt

from ..intervals import Z
from .exact import Interval

Stratum = tuple[int, int, int, int]
"""What was counted in a stratum: k of n in the one group, j of m in the other."""

_STEPS = 2
"""Steps by Newton: each doubles the digits, and the closed form has 8 or more."""
_CLOSE = 1e-11
"""Bounds are as sure as this: outputs show less."""


def stratified(strata: Sequence[Stratum]) -> Interval:
    """Gives the difference of two shares with the stratum held fixed, at 95 %; a stratum is (k, n, other k, other n).

    The bounds hold for few cases, too, and where all of a group won or all lost: they lie between -1 and 1, on both
    sides of the difference, and never together. A stratum where a group is empty says nothing; None where all do.

    Cost: some 25 cubic equations a stratum, whatever its size.

    Source: the Mantel-Haenszel risk difference; its score interval from O. Miettinen and M. Nurminen, Comparative
    analysis of two rates, Statistics in Medicine 4 (1985), 213-226, with the weights of Mantel and Haenszel.
    """
    used = [each for each in strata if each[1] and each[3]]
    if not used:
        return Interval(None, None, None)
    weights = [n * m / (n + m) for _, n, _, m in used]
    shares = [weight / sum(weights) for weight in weights]
    difference = sum(share * (k / n - j / m) for share, (k, n, j, m) in zip(shares, used, strict=True))
    difference = min(1.0, max(-1.0, difference))

    def beyond(supposed: float) -> float:
        """Gives by how much a difference is farther off than 95 % of what is found where it is the true one."""
        spread = sum(share * share * _variance(*each, supposed) for share, each in zip(shares, used, strict=True))
        return abs(supposed - difference) - Z * sqrt(spread)

    return Interval(difference, _limit(beyond, difference, -1.0), _limit(beyond, difference, 1.0))


def _limit(beyond: Callable[[float], float], inner: float, outer: float) -> float:
    """Finds where from a value that is not beyond to an end a function turns positive: by secants, else by halves."""
    under, over = beyond(inner), beyond(outer)
    step = stayed = 0
    while abs(outer - inner) > _CLOSE:
        step += 1
        part = under / (under - over) if step % 4 and under < 0 < over else 0.5
        edge = _CLOSE / 2 / abs(outer - inner)
        middle = inner + (outer - inner) * min(1 - edge, max(edge, part))
        found = beyond(middle)
        # An end that stays twice has its value halved (the Illinois rule), so that both ends close in.
        if found > 0:
            outer, over, under = middle, found, under / 2 if stayed < 0 else under
            stayed = -1
        else:
            inner, under, over = middle, found, over / 2 if stayed > 0 else over
            stayed = 1
    return outer


def _variance(k: int, n: int, j: int, m: int, difference: float) -> float:
    """Gives the variance of k/n - j/m where the true shares differ by so much and are else the likeliest ones."""
    other = likeliest(k, n, j, m, difference)
    one = min(1.0, max(0.0, other + difference))
    return (one * (1 - one) / n + other * (1 - other) / m) * (n + m) / (n + m - 1)


def likeliest(k: int, n: int, j: int, m: int, difference: float) -> float:
    """Gives the likeliest share of the other group, of j in m, where that of k in n is larger by so much.

    Source: Miettinen and Nurminen, appendix I: the root of a cubic equation that lies where shares can. It loses half
    of its digits where two roots are close; steps by Newton on the slope of the log-likelihood bring them back.
    """
    least, most = max(0.0, -difference), min(1.0, 1 - difference)
    size, made = n + m, k + j
    b = ((n + 2 * m) * difference - size - made) / size
    c = ((m * difference - size - 2 * j) * difference + made) / size
    d = j * difference * (1 - difference) / size
    q = (b / 3) ** 3 - b * c / 6 + d / 2
    p = copysign(sqrt(max(0.0, (b / 3) ** 2 - c / 3)), q)
    angle = (pi + acos(min(1.0, max(-1.0, q / p**3)))) / 3 if p**3 else pi / 2
    other = 2 * p * cos(angle) - b / 3
    for _ in range(_STEPS):
        one = other + difference
        if not (0 < other < 1 and 0 < one < 1):
            break
        slope = bend = 0.0
        for count, share in ((k, one), (j, other), (n - k, one - 1), (m - j, other - 1)):
            if count:
                part = count / share
                slope += part
                bend += part * part / count
        other += slope / bend
    return min(most, max(least, other))
