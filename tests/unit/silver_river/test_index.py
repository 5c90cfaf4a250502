"""The rule index and the register of The Silver River."""

from __future__ import annotations

import re
from pathlib import Path

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.ambiguities import REGISTER
from playfold.engine.parameters import describe


def test_every_rule_is_broken_by_a_test() -> None:
    """Each rule of the index stands in a test of this folder as what refuses an event."""
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [rule.id for rule in RULES.rules if f'"{rule.id}"' not in texts] == []


def test_every_rule_says_something_of_its_own() -> None:
    """Each rule has a sentence of its own and a citation."""
    says = [rule.says for rule in RULES.rules]
    assert len(set(says)) == len(says)
    assert all(rule.says.endswith(".") and rule.cite for rule in RULES.rules)


def test_the_register_is_complete_and_names_parameters() -> None:
    """A1 to A61 are there, and each parameter that an entry names exists."""
    assert [each.id for each in REGISTER] == [f"A{number}" for number in range(1, 62)]
    known = {each.name for each in describe(RULES.parameters)}
    assert {name for each in REGISTER for name in each.parameters} <= known


def test_parameters_and_register_cite_each_other() -> None:
    """A parameter cites exactly the entries that name it."""
    named = {
        each.name: {entry.id for entry in REGISTER if each.name in entry.parameters}
        for each in describe(RULES.parameters)
    }
    cited = {each.name: set(re.findall(r"\bA\d+\b", each.cite)) for each in describe(RULES.parameters)}
    assert {name: ids for name, ids in named.items() if ids != cited[name]} == {}
