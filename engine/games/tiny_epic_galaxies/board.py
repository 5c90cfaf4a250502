"""The board."""

from __future__ import annotations
from playfold.engine.scene import Scene
from .state import State


def scene(state: State) -> Scene:
    """Gives."""
    return Scene(title="Tiny Epic Galaxies", width=1, height=1, shapes=())
