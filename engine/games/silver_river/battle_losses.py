"""The losses of a round of battle."""

from __future__ import annotations

from .state import State


def settled(state: State) -> State:
    """Gives the state with the losses of a round that has been rolled; the same state when none is due."""
    return state
