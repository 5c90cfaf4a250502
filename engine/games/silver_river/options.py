"""The legal decisions of a state: what is due first, then what any seat may do in between."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.events import Decision

from . import (
    civilization,
    combat,
    conversion,
    effect_events,
    exploration,
    governing,
    head_start,
    objective_events,
    politics,
    reconfiguring,
    setup,
    tactics,
    technology,
    turns,
    voting,
)
from .battle_losses import settled
from .due import chance_due, seats_due
from .event import Choice
from .seats import KEYS
from .state import State


def options(state: State) -> list[Decision[State]]:
    """Gives the legal decisions; where there are very many, a part of them: `check` is the authority."""
    return list(_all(state))


def _all(state: State) -> Iterator[Choice]:
    if chance_due(state) or state.phase == "over":
        return
    after = settled(state)
    if not chance_due(after):
        yield from _due(after)
    if state.phase == "action":
        yield from _between(state, after)
    else:
        yield from objective_events.options(state)


def _due(state: State) -> Iterator[Choice]:
    """Gives what the seats that are waited for may decide."""
    if state.phase not in ("production", "action"):
        yield from setup.options(state)
        yield from head_start.options(state)
        yield from governing.options(state)
    elif any(is_foreign(state, seat) for seat in seats_due(state)[:1]):
        yield from voting.options(state)
    elif state.pending:
        yield from effect_events.options(state)
        yield from voting.options(state)
        yield from politics.keep_options(state)
    elif state.battle is not None or (state.turn.activation is not None and state.turn.activation.asked):
        yield from combat.asked_options(state)
    else:
        yield from _turn(state)


def is_foreign(state: State, seat: int) -> bool:
    """Says whether a state is what another seat sees: it hides fleets of this one, and so what it may choose."""
    return any(marker[0] == KEYS[seat] and not fleet.number for marker, fleet in state.fleets.items())


def _turn(state: State) -> Iterator[Choice]:
    seat = state.turn.seat
    if not state.players[KEYS[seat]].passed:
        yield from politics.action_options(state, seat)
        yield from technology.options(state)
        yield from combat.action_options(state)
        yield from civilization.options(state)
        yield from exploration.options(state)
    yield from turns.options(state)


def _between(state: State, after: State) -> Iterator[Choice]:
    """Gives what any seat may do between two events of the action phase; cards on dice come before the losses."""
    yield from tactics.options(state, after)
    if after.phase != "action" or chance_due(after):
        return
    yield from conversion.options(after)
    yield from objective_events.options(after)
    yield from reconfiguring.options(after)
