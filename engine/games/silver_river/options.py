"""The legal decisions of a state: what is due first, then what any seat may do in between."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.events import Decision

from . import (
    conversion,
    effect_events,
    governing,
    politics,
    setup,
    tactics,
    turns,
    voting,
)
from .battle_losses import settled
from .due import chance_due
from .event import Choice
from .state import State

CHAPTERS = (setup, governing, effect_events, voting, politics, turns)
"""The modules whose `options` say what the seats that are waited for may do."""
BETWEEN = (conversion, tactics)
"""The modules whose `options` say what any seat may do between two events of the action phase."""


def options(state: State) -> list[Decision[State]]:
    """Gives the legal decisions; where there are very many, a part of them: `check` is the authority."""
    return list(_all(state))


def _all(state: State) -> Iterator[Choice]:
    if chance_due(state) or state.phase == "over":
        return
    after = settled(state)
    if not chance_due(after):
        for chapter in CHAPTERS:
            yield from chapter.options(after)
    if state.phase == "action":
        for chapter in BETWEEN:
            yield from chapter.options(state)
