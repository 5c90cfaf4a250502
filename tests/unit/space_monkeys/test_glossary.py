"""What the prompt and the list of the rules say of technologies."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES


@pytest.mark.parametrize(
    ("values", "tech", "says"),
    [
        ({}, "planet_busting", "costs 20, takes 2 off each later price: 3 more in attacks on planets"),
        ({"planet_busting_bonus": 1}, "planet_busting", ": 1 more in attacks on planets"),
        ({"tech_costs": {"warp": 8}}, "warp", "costs 8, "),
        ({"virtual_values": {"warp": 5}}, "warp", "takes 5 off each later price"),
    ],
)
def test_a_technology_is_told_under_the_parameters(values: dict[str, Any], tech: str, says: str) -> None:
    """What a parameter says of a technology is said of it, not what the parameter is by default."""
    told = {term.id: term.says for term in RULES.glossary(RULES.params("1.0", **values))}
    assert says in told[tech]
