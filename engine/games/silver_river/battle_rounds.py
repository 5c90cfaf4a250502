"""Between the rounds of a battle: seats attack, hold or retreat."""

from __future__ import annotations

from typing import Literal

from playfold.engine.hexes import Hex

from .event import Choice


class CombatContinued(Choice, frozen=True, gc=False):
    """The seat attacks in the next round, or stays without firing."""

    choice: Literal["attack", "hold"]


class Retreated(Choice, frozen=True, gc=False):
    """The seat retreats with all its fleets."""

    to: Hex
