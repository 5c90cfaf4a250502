"""Quests: taken when explored, done by their fleet."""

from __future__ import annotations

from .table import Table


def complete_quests(table: Table) -> None:
    """Completes quests whose goal their fleet has met."""
    del table
