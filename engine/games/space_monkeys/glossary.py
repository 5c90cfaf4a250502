"""The technologies of Space Monkeys in words."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from playfold.engine.glossary import Term

from .rules import NEEDS, TECHS, Rules, Tech

_DOES: MappingProxyType[Tech, str] = MappingProxyType(
    {
        "first_strike": "wins tied battles as the attacker",
        "accelerator": "after a move without a battle the speed of that ship may change by 1",
        "super_accelerator": "that change may be larger",
        "steering": "a move may have one turn",
        "swerving": "a move may have two turns",
        "bad_ass": "1 more in battles of ships",
        "big_bad_ass": "2 more in battles of ships",
        "super_bad_ass": "rolls in battles of ships count double",
        "peace_negotiation": "no battles of ships between its owner and others",
        "warp": "the edges of the board are joined",
        "improved_research": "research brings 2 chips",
        "go_getter": "two options in a turn, alike or different",
        "fast_workers": "ships are built two points at a time",
        "planet_busting": "{bonus} more in attacks on planets, for the test alone whether they succeed",
    }
)


def glossary(rules: Rules) -> Iterator[Term]:
    """Gives the technologies, with their prices and what they add under these parameters."""
    for tech in TECHS:
        cost, worth = getattr(rules.tech_costs, tech), getattr(rules.virtual_values, tech)
        needs = f", needs {NEEDS[tech]}" if tech in NEEDS else ""
        does = _DOES[tech].format(bonus=rules.planet_busting_bonus)
        yield Term("technology", tech, f"costs {cost}, takes {worth} off each later price{needs}: {does}")
