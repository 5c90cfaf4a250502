"""What the glossary and the board say of planets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.replay.board_text import text


@pytest.mark.parametrize(
    ("values", "planet", "says"),
    [
        ({}, "nibiru", "following costs 2 this turn"),
        ({"nibiru_cost": 3}, "nibiru", "following costs 3 this turn"),
        ({}, "brumbaugh", "two enemy ships -1 each"),
        ({"brumbaugh_min_targets": 1}, "brumbaugh", "one or two enemy ships -1 each"),
        ({"nibiru_cost": 3}, "jakks", "gain 1 culture"),
    ],
)
def test_a_planet_is_told_under_the_parameters(values: dict[str, Any], planet: str, says: str) -> None:
    """What a parameter changes of an action is said as it is in this game, in the glossary and on the board."""
    rules = RULES.params("1.0", **values)
    told = {term.id: term.says for term in RULES.glossary(rules)}
    assert told[planet].endswith(f": {says}") or told[planet].endswith(f": pay 2 energy: {says}")
    state = replace(RULES.start(rules, 3), row=(planet,))
    assert says in " ".join(text(RULES.scene(state), [], width=200).split())
