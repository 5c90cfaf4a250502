"""How a line ended: by the rules of its game, by a resignation, or because the table stopped."""

from __future__ import annotations

from typing import Any

from playfold.engine.rulesets import Outcome, RuleSet
from playfold.records.journal import Resigned, Stopped

_PAIR = 2


def outcome_at(rules: RuleSet[Any], state: Any, ended: Resigned | Stopped | None, seats: int) -> Outcome | None:
    """Gives the outcome of a line with this state at its tip; None while it goes on.

    Of two seats the one that did not resign wins; of more nobody does.
    """
    if ended is None:
        return rules.outcome(state)
    everybody = (tuple(range(1, seats + 1)),)
    if isinstance(ended, Stopped):
        return Outcome((), everybody, "stopped")
    if seats == _PAIR:
        other = 3 - ended.seat
        return Outcome((other,), ((other,), (ended.seat,)), "resigned")
    return Outcome((), everybody, "resigned")


def over(ended: Resigned | Stopped) -> str:
    """Says why a line cannot go on although its rules would let it."""
    what = f"@{ended.seat} resigned" if isinstance(ended, Resigned) else "the game was stopped"
    return f"{what}; take that back to go on"


def ending(end: Outcome) -> str:
    """Says why a game is over, who won and who came where; seats as `@1`."""
    winners = " and ".join(f"@{seat}" for seat in end.winners)
    won = f"{winners} {'win' if len(end.winners) > 1 else 'wins'}" if winners else "nobody wins"
    ranks = ", ".join(
        f"{place}. {' and '.join(f'@{seat}' for seat in rank)}"
        for place, rank in zip(_ranks(end.ranking), end.ranking, strict=True)
    )
    return f"Over ({end.reason}): {won}" + (f" ({ranks})." if len(end.ranking) > 1 else ".")


def _ranks(ranking: tuple[tuple[int, ...], ...]) -> list[int]:
    """Counts ranks as sports do: two on the first place make the next one the third."""
    ranks, place = [], 1
    for rank in ranking:
        ranks.append(place)
        place += len(rank)
    return ranks
