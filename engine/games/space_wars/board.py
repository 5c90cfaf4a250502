"""The board as a scene."""

from __future__ import annotations

from playfold.engine.scene import Scene

from .state import State


def scene(state: State) -> Scene:
    """Gives the board."""
    return Scene(title=f"Space Wars, round {state.round}", width=1, height=1, shapes=())
