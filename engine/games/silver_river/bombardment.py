"""Planetary bombardment: ships against population and wonders."""

from __future__ import annotations

from .event import Choice


class BombardmentDeclared(Choice, frozen=True, gc=False):
    """The active seat bombards what another seat has on a planet."""

    planet: str
    against: int
    ships: int


class LossesChosen(Choice, frozen=True, gc=False):
    """The attacker says whether a hit takes the wonder."""

    wonder: bool = False
