"""Bot games that were simulated with one seed under several rules: their dice are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .selection import Asked

_SOWN = """SELECT label, p.rules, p.seats, json_extract_string(tags, '$.seed') AS seed FROM picked AS p
JOIN games AS g USING (game) WHERE p.players = 'bots' AND seed IS NOT NULL"""
"""Games by the tag that `simulate` writes. Of one seed, rules and number of seats there is one game."""

_OF_BOTH = f"""SELECT count(*) FROM (SELECT seats, seed FROM ({_SOWN}) WHERE rules = $1 OR rules = $2
GROUP BY seats, seed HAVING count(DISTINCT rules) > 1)"""  # noqa: S608 - a text of this module
_POOLED = f"""SELECT label, sum(n)::BIGINT FROM (SELECT label, count(*) AS n FROM ({_SOWN}) GROUP BY label, seats, seed
HAVING count(DISTINCT rules) > 1) GROUP BY label ORDER BY label"""  # noqa: S608 - as above

_SHARED = "they share dice, and bounds and tests take them as independent (simulate --seed)"


def of_both(asked: Asked, one: str, other: str) -> list[str]:
    """Says how many games of two references share their dice."""
    ((n,),) = asked(_OF_BOTH, one, other)
    told = f"{n} game{'s' if n != 1 else ''}"
    return [f"{told} of {one} and as many of {other} were simulated with the same seeds: {_SHARED}"] if n else []


def pooled(asked: Asked) -> list[str]:
    """Says how many games that are taken together share their dice."""
    if not asked.selection.pool:
        return []
    return [
        f"{n} games of {label} were simulated with a seed that another reference has, too: {_SHARED}"
        for label, n in asked(_POOLED)
    ]
