"""The parameters: their citations, versions and ranges; each is shown to matter in a file of its subject."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

NAMES = [item.name for item in describe(RULES.parameters)]


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of prices, has a test in these files that bears its name."""
    files = Path(__file__).parent.glob("test_parameters*.py")
    tested = {name for path in files for name in re.findall(r"(?m)^def test_(\w+)\(", path.read_text("utf-8"))}
    assert {name.partition(".")[0] for name in NAMES} <= tested


def test_every_parameter_has_meaning_citation_and_rules() -> None:
    """Each parameter says what it means, where it comes from, and which rules of the index it touches."""
    for item in describe(RULES.parameters):
        assert item.meaning, item.name
        assert item.cite, item.name
        assert item.rules, item.name
        assert set(item.rules) <= set(RULES.index), item.name


def test_the_versions() -> None:
    """1.0 is the defaults and comes first; 1.0-literal is the list of components as printed, without the quota."""
    assert list(RULES.versions) == ["1.0", "1.0-literal"]
    assert RULES.params() == RULES.parameters()
    literal: Any = RULES.params("1.0-literal")
    assert (literal.bag, literal.quota) == ("literal", False)


@pytest.mark.parametrize(
    "values",
    [
        {"vp_to_win": 5},
        {"vp_to_win": 65},
        {"captured_defense": 7},
        {"planet_attack_threshold": 0},
        {"tech_costs": {"warp": 100}},
        {"virtual_values": {"warp": -1}},
        {"colony_markers": 25},
        {"max_rounds": -1},
        {"repel_chooser": "owner"},
        {"bag": "literal"},
        {"quota": 1},
        {"nonsense": 1},
    ],
)
def test_values_out_of_range_are_refused(values: dict[str, Any]) -> None:
    """A value beyond its range, or a combination that could not be played, gives no rules."""
    with pytest.raises(UnknownRulesError):
        RULES.params("1.0", **values)
