"""Events of a rule set as they are typed, taken from a play of it: each was legal where it came."""

from __future__ import annotations

import contextlib
from typing import Any

from playfold.engine import bots, notation
from playfold.engine.dice import Dice
from playfold.engine.events import Event
from playfold.engine.parameters import Parameters
from playfold.engine.rulesets import RuleSet

_STEPS = 400
"""What a play may take: enough for most events, and a moment in which nobody waits."""
_SEED = "examples"


def examples(rules: RuleSet[Any], parameters: Parameters) -> dict[type[Event[Any]], str]:
    """Gives the first event of each kind that a short play at random made or could have made, as it is typed.

    The play is the same every time. What did not come up is not there, nor what a fault of the rules keeps from coming.
    Cost: at most some hundred looks at the options.
    """
    found: dict[type[Event[Any]], str] = {}
    with contextlib.suppress(Exception):
        _play(rules, parameters, found)
    return found


def _play(rules: RuleSet[Any], parameters: Parameters, found: dict[type[Event[Any]], str]) -> None:
    seats = next((seats for seats in rules.seats if seats > 1), rules.seats[0])
    start = state = rules.start(parameters, seats)
    for step in range(_STEPS):
        act = rules.to_act(state)
        dice = Dice(_SEED, step + 1)
        if act.chance:
            event: Event[Any] = act.chance[0].draw(state, dice)
            found.setdefault(type(event), notation.write(event))
        elif act.seats:
            options = rules.options(state)
            for option in options:
                if type(option) not in found:
                    found[type(option)] = notation.write(option)
            event = bots.random(rules, state, options, dice)
        else:
            state = start
            continue
        if len(found) == len(rules.events):
            return
        state = event.apply(state)
