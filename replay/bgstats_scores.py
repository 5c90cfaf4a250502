"""Points, places and ranks of the players of a play, as far as they are known for sure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .bgstats_file import Score

_SUM = re.compile(r"\s*[+-]?\s*\d+(\s*[+-]\s*\d+)*\s*", re.ASCII)
_TERM = re.compile(r"([+-]?)\s*(\d+)", re.ASCII)
_LONGEST = 200
_MOST = 2**53

IMPOSSIBLE = "ranks that cannot be"
CONTRARY = "ranks of plays whose points or ranks do not agree with the winners"


def in_order(scores: list[Score]) -> tuple[list[Score], str]:
    """Orders players by their places; says of how many the place is known: `all`, the `first`, or none."""
    orders = [score.seat_order or 0 for score in scores]
    if len(set(orders)) == len(scores) > 1:
        return [scores[place] for place in sorted(range(len(scores)), key=orders.__getitem__)], "all"
    first = [score for score in scores if score.start_player]
    if len(first) == 1:
        return [*first, *(score for score in scores if score is not first[0])], "first"
    return scores, ""


def points(score: Any) -> int | None:
    """Adds up a score: `38`, `87+77`, `15+16+8-30`; None for none, and for what is no sum of integers."""
    if isinstance(score, int | float) and not isinstance(score, bool):
        return int(score) if abs(score) < _MOST and score == int(score) else None
    if not isinstance(score, str) or len(score) > _LONGEST or not _SUM.fullmatch(score):
        return None
    total = sum(-int(digits) if sign == "-" else int(digits) for sign, digits in _TERM.findall(score))
    return total if abs(total) < _MOST else None


def ranks(scores: Sequence[Score], known: Sequence[int | None] | None) -> tuple[list[int | None], str]:
    """Gives the rank of each player, None where it is not known for sure, and what of them was not taken ("": nothing).

    Ranks that were kept count, else those that follow from winners and points. Who did not win stands below all who
    did, also where their points or the ranks that were kept are equal: something else decided.

    Args:
        scores: the players.
        known: points by which they rank, more are better, None for one whose points are not known; None when points
            do not rank the players at all.
    """
    kept = [score.rank if type(score.rank) is int and 0 < score.rank <= len(scores) else None for score in scores]
    odd = any(score.rank and rank is None for score, rank in zip(scores, kept, strict=True))
    found = list(kept) if any(kept) else [] if known is None else [None if each is None else -each for each in known]
    if not found:
        return [None] * len(scores), IMPOSSIBLE if odd else ""
    won = [score.winner for score in scores]
    best = [value for value, winner in zip(found, won, strict=True) if winner and value is not None]
    rest = [value for value, winner in zip(found, won, strict=True) if not winner and value is not None]
    if any(kept) and any(won) and not best:
        best = [1]
    if (best and rest and min(rest) < max(best)) or (not any(kept) and len(set(best)) > 1):
        return [None] * len(scores), CONTRARY
    if any(kept) and not (best and rest and min(rest) == max(best)):
        return kept, IMPOSSIBLE if odd else ""
    return _ordered(found, won), IMPOSSIBLE if odd else ""


def _ordered(values: Sequence[int | None], won: Sequence[bool]) -> list[int | None]:
    """Ranks by values, less is better, winners before all others; None where the value of another one is needed."""
    winners = sum(won)
    others = [value for value, winner in zip(values, won, strict=True) if not winner]
    given: list[int | None] = []
    for value, winner in zip(values, won, strict=True):
        if winner:
            given.append(1)
        elif len(others) == 1:
            given.append(winners + 1)
        elif value is None or None in others:
            given.append(None)
        else:
            given.append(winners + 1 + sum(other is not None and other < value for other in others))
    return given
