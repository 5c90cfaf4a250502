"""Events of a rule set as they are typed, taken from a play of it or from games that were played."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any

import msgspec

from playfold.engine import bots, notation
from playfold.engine.dice import Dice
from playfold.engine.events import Event
from playfold.engine.parameters import Parameters
from playfold.engine.rulesets import RuleSet
from playfold.errors import MalformedEventError

from .bundled import bundled

_STEPS = 400
"""What a play may take: enough for most events, and a moment in which nobody waits."""
_SEED = "examples"
EMPTY = "[]"
"""A list with nothing in it shows nobody how it is written."""


def examples(rules: RuleSet[Any], parameters: Parameters) -> dict[type[Event[Any]], str]:
    """Gives the first event of each kind that a short play at random made or could have made, as it is typed.

    The play is the same every time. What did not come up is not there, nor what a fault of the rules keeps from coming.
    Cost: at most some hundred looks at the options.
    """
    found: dict[type[Event[Any]], str] = {}
    with contextlib.suppress(Exception):
        _play(rules, parameters, found)
    return found


def typed(rules: RuleSet[Any], parameters: Parameters) -> dict[type[Event[Any]], str]:
    """Gives an example of each kind of event: of a play, else of a bundled game, else one of the right form."""
    found = examples(rules, parameters)
    found |= _recorded(rules, [kind for kind in rules.events if kind not in found])
    return {kind: found.get(kind) or notation.example(kind) for kind in rules.events}


def _recorded(rules: RuleSet[Any], missing: Collection[type[Event[Any]]]) -> dict[type[Event[Any]], str]:
    """Gives the first event of some kinds in the bundled logs of a rule set, if there is one with no empty list.

    Cost: reads their text once.
    """
    marks = {f'"event":{{"type":"{kind.__struct_config__.tag}",'.encode(): kind for kind in missing}
    found: dict[type[Event[Any]], str] = {}
    for log in bundled():
        if not marks:
            break
        if not log.name.startswith(f"{rules.id}-"):
            continue
        for line in log.read_bytes().splitlines():
            mark = next((mark for mark in marks if mark in line), None)
            if mark is not None:
                with contextlib.suppress(MalformedEventError):  # an older layout than today's
                    text = notation.write(rules.event(msgspec.json.decode(line)["event"]))
                    found[marks[mark]] = text
                    if EMPTY not in text:
                        del marks[mark]
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
