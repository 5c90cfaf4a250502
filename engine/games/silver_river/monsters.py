"""Monsters: a fleet fights one, and others come."""

from __future__ import annotations

from .event import Choice, Luck


class MonsterFought(Choice, frozen=True, gc=False):
    """The active seat fights the monster where its activated fleet is."""


class MonsterDrawn(Luck, frozen=True, gc=False):
    """A monster comes: a successor, or one found by exploring."""

    monster: str
