"""What tests of windows share: what may be followed, and which questions are open."""

from __future__ import annotations

from playfold.engine.games.tiny_epic_galaxies.state import State

ACQUIRE = {"do": "acquire"}


def kinds(state: State) -> list[str]:
    """Gives the kinds of the questions that are open, the first one first."""
    return [question.kind for question in state.open]
