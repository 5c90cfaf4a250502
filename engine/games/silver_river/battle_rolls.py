"""Dice of a battle: of fleets, stations and bombing ships, and those rolled again."""

from __future__ import annotations

from .content import Face
from .event import Luck


class CombatRolled(Luck, frozen=True, gc=False):
    """The dice of a unit."""

    unit: str
    faces: tuple[Face, ...]


class BombardmentRolled(Luck, frozen=True, gc=False):
    """The dice of all bombing ships of a seat."""

    faces: tuple[Face, ...]


class CombatRerolled(Luck, frozen=True, gc=False):
    """Dice that a card has rolled again."""

    settles = False

    faces: tuple[Face, ...]
