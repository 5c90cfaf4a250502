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
