"""Whole games: every number of seats and every mode comes to an end, and keeps the laws of rule sets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from playfold.engine import bots
from playfold.engine.conformance import LAWS, Sample
from playfold.engine.dice import Dice
from playfold.engine.games.space_wars import RULES

GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    *((seats, {"mode": mode}) for seats in range(3, 7) for mode in ("objectives", "galaxy")),
]
SAMPLES = [
    *(Sample(RULES, "1.0", seats, 1, 200, overrides, looks=20) for seats, overrides in GAMES),
    Sample(RULES, "1.0-classical", 4, 2, 300, looks=20),
    *(
        Sample(RULES, "1.0", seats, 3, 300, overrides, looks=20)
        for seats, overrides in (
            (2, {"ally_capture_owner": "active", "ally_rounding": "ceil", "defender_choice": True}),
            (2, {"initial_placement": "simultaneous", "initial_ships": "remainder", "advance": "at_least_last_dice"}),
            (
                3,
                {"initial_placement": "simultaneous", "exchange_on_elimination": "immediately", "joker_set": "any_two"},
            ),
        )
    ),
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


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_laws(sample: Sample) -> None:
    """Every law of rule sets holds."""
    for law in LAWS:
        law(sample)


def test_the_laws_meet_everything() -> None:
    """The plays that are judged contain every kind of event."""
    assert {type(event) for sample in SAMPLES for event in sample.events} == set(RULES.events)
