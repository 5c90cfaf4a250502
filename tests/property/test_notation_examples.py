"""The law of examples: what is shown as an example of an event is read as an event of that kind."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.engine import installed
from playfold.engine.events import Event
from playfold.engine.notation import example, read
from playfold.engine.rulesets import RuleSet, ToAct
from playfold.replay.examples import examples

KINDS = [(installed.ruleset(name), kind) for name in installed.names() for kind in installed.ruleset(name).events]
ACTS = (ToAct(), ToAct(seats=(1,)), ToAct(seats=(2,)), ToAct(seats=(1, 2)))


@pytest.mark.parametrize(("rules", "kind"), KINDS, ids=[f"{rules.id}-{kind.__name__}" for rules, kind in KINDS])
def test_a_made_up_example_is_read(rules: RuleSet[Any], kind: type[Event[Any]]) -> None:
    """Made up from the types alone, for whoever may act, it is an event of its kind."""
    for act in ACTS:
        assert type(read(rules, act, example(kind, act))) is kind


@pytest.mark.parametrize("name", installed.names())
def test_played_examples_are_read(name: str) -> None:
    """What a play made or could have made reads back, too, and nothing in it stands for a word."""
    rules = installed.ruleset(name)
    for kind, text in examples(rules, rules.params("")).items():
        assert type(read(rules, ToAct(), text)) is kind
        assert "{}" not in text.split(), text
