"""What the action of a planet does, in words: as printed, but for what a parameter changes."""

from __future__ import annotations

from .planets import Planet
from .rules import Rules


def action(planet: Planet, rules: Rules) -> str:
    """Gives what the action of a planet does under these parameters."""
    if planet.id == "nibiru":
        return f"following costs {rules.nibiru_cost} this turn"
    if planet.id == "brumbaugh" and rules.brumbaugh_min_targets == 1:
        return "pay 2 energy: one or two enemy ships -1 each"
    return planet.says
