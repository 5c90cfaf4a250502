"""What always holds in a state; it judges rulings."""

from __future__ import annotations
from .state import State


def sound(state: State) -> tuple[str, ...]:
    """Says."""
    return ()
