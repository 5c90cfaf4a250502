"""Whole games: every number of seats and every mode comes to an end, and keeps the laws of rule sets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from playfold.engine import bots
from playfold.engine.dice import Dice
from playfold.engine.games.space_wars import RULES

GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    *((seats, {"mode": mode}) for seats in range(3, 7) for mode in ("objectives", "galaxy")),
]


@pytest.mark.parametrize(("seats", "overrides"), GAMES, ids=str)
def test_random_games_end(seats: int, overrides: dict[str, Any]) -> None:
    """Random games end by the round limit at the latest, every state sound, no card lost."""
    for seed in ("a", "b"):
        state = RULES.start(RULES.params("1.0", max_rounds=25, **overrides), seats)
        events: Counter[str] = Counter()
        for number in range(5000):
            act = RULES.to_act(state)
            if act.chance:
                event: Any = act.chance[0].draw(state, Dice(f"{seed}/draw", number + 1))
            elif act.seats:
                event = bots.random(RULES, state, RULES.options(state), Dice(f"{seed}/bot", number + 1))
            else:
                break
            state = RULES.step(state, event)
            events[type(event).__name__] += 1
            assert RULES.sound(state) == (), event
        outcome = RULES.outcome(state)
        assert outcome is not None
        assert outcome.winners
        assert events["AttackRolled"] > 5
