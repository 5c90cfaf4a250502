"""Bots: programs that choose among the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from .dice import Dice
from .events import Decision
from .rulesets import RuleSet

Bot = Callable[[RuleSet[Any], Any, Sequence[Decision[Any]], Dice], Decision[Any]]
"""Chooses one of the options of a state; draws from the dice alone, so that a seed gives the same game again."""

T = TypeVar("T")

Kinds = Mapping[type[Decision[Any]], Sequence[Decision[Any]]]


def random(rules: RuleSet[Any], state: Any, options: Sequence[Decision[Any]], dice: Dice) -> Decision[Any]:
    """Chooses a kind of event evenly, then one of its options evenly: many ways to move do not crowd out the rest."""
    del rules, state
    kinds = list(_kinds(options).values())
    return _any(_any(kinds, dice), dice)


class Curious:
    """Chooses a kind of event that it has chosen least in this game, then one of its options evenly.

    What is rarely possible is done whenever it is: its games have more of everything than those of `random`.
    """

    def __init__(self) -> None:
        self._times: Counter[type[Decision[Any]]] = Counter()

    def __call__(self, rules: RuleSet[Any], state: Any, options: Sequence[Decision[Any]], dice: Dice) -> Decision[Any]:
        """Chooses one of the options."""
        del rules, state
        kinds = _kinds(options)
        least = min(self._times[kind] for kind in kinds)
        kind = _any([kind for kind in kinds if self._times[kind] == least], dice)
        self._times[kind] += 1
        return _any(kinds[kind], dice)


def _kinds(options: Sequence[Decision[Any]]) -> Kinds:
    kinds: dict[type[Decision[Any]], list[Decision[Any]]] = {}
    for option in options:
        kinds.setdefault(type(option), []).append(option)
    return kinds


def _any(choices: Sequence[T], dice: Dice) -> T:
    return choices[dice.below(len(choices))]


def _random() -> Bot:
    return random


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random, "curious": Curious}
"""The bots by name: each gives one that plays one seat of one game."""
