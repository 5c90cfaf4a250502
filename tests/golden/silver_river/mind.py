"""How a player of the golden games looks at an option."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from playfold.engine.events import Decision
from playfold.engine.games.silver_river.state import State

from .styles import Style


class Mind(NamedTuple):
    """A seat's view of an option: the state, its style, and chance for what is alike."""

    state: State
    style: Style
    chance: Random


def name_of(option: Decision[Any]) -> str:
    """Gives the name of an option."""
    name = type(option).__struct_config__.tag
    assert isinstance(name, str)
    return name
