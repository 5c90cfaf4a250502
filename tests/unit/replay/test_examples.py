"""Examples of events come from a play: they are legal somewhere, and the same every time."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from playfold.engine import bots, notation
from playfold.engine.dice import Dice
from playfold.engine.installed import names, ruleset
from playfold.engine.rulesets import ToAct
from playfold.errors import Illegal
from playfold.replay.examples import examples, typed


@pytest.mark.parametrize("name", names())
def test_examples_were_legal_where_they_came(name: str) -> None:
    """Each example is an event that the rules took, or offered, at a point of the play; most events have one."""
    rules = ruleset(name)
    found = examples(rules, rules.params())
    assert found == examples(rules, rules.params())
    seats = next(seats for seats in rules.seats if seats > 1)
    left: dict[type[Any], str] = dict(found)
    state = start = rules.start(rules.params(), seats)
    for step in range(400):
        act = rules.to_act(state)
        for kind, text in list(left.items()):
            event = notation.read(rules, act, text)
            try:
                rules.check(state, event)
            except Illegal:
                continue
            del left[kind]
        if not act.seats and not act.chance:
            state = start
            continue
        dice = Dice("examples", step + 1)
        chance = bool(act.chance)
        event = act.chance[0].draw(state, dice) if chance else bots.random(rules, state, rules.options(state), dice)
        state = rules.step(state, event)
    assert left == {}
    assert found


def test_an_example_of_space_monkeys_is_a_planet_that_was_rolled() -> None:
    """The planet of the example stands where the dice of the example before it fell."""
    rules = ruleset("space-monkeys")
    found = {kind.__struct_config__.tag: text for kind, text in examples(rules, rules.params()).items()}
    assert found["planet_placed"].split()[-1] == found["placement_rolled"].split()[-1]


def test_a_fault_of_a_rule_set_costs_its_examples_alone() -> None:
    """Where the play cannot go on, what came before is given."""

    def fails(_state: Any) -> Any:
        raise ZeroDivisionError

    assert examples(dataclasses.replace(ruleset("tic-tac-toe"), options=fails), ruleset("tic-tac-toe").params()) == {}


@pytest.mark.parametrize("name", names())
def test_every_event_has_an_example_that_is_read(name: str) -> None:
    """A play gives it, else a bundled game, else the types of its fields; it reads back as an event of its kind."""
    rules = ruleset(name)
    found = typed(rules, rules.params())
    assert list(found) == list(rules.events)
    for kind, text in found.items():
        assert type(notation.read(rules, ToAct(), text)) is kind


def test_bundled_games_give_what_a_short_play_does_not_reach() -> None:
    """In the examples of The Silver River a battle is fought with ships that are there."""
    rules = ruleset("silver-river")
    found = {kind.__struct_config__.tag: text for kind, text in typed(rules, rules.params()).items()}
    assert not [text for text in found.values() if any(word.isalpha() and word.isupper() for word in text.split())]
    assert ":" in found["targets_chosen"]
    assert not [text for text in found.values() if "[]" in text]
