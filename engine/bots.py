"""Bots: programs that choose among the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .dice import Dice
from .events import Decision
from .rulesets import RuleSet

Bot = Callable[[RuleSet[Any], Any, Sequence[Decision[Any]], Dice], Decision[Any]]
"""Chooses one of the options of a state; draws from the dice alone, so that a seed gives the same game again."""


def random(rules: RuleSet[Any], state: Any, options: Sequence[Decision[Any]], dice: Dice) -> Decision[Any]:
    """Chooses a kind of event evenly, then one of its options evenly: many ways to move do not crowd out the rest."""
    del rules, state
    kinds: dict[type[Decision[Any]], list[Decision[Any]]] = {}
    for option in options:
        kinds.setdefault(type(option), []).append(option)
    chosen = list(kinds.values())[dice.below(len(kinds))]
    return chosen[dice.below(len(chosen))]


BOTS: Mapping[str, Bot] = {"random": random}
"""The bots by name."""
