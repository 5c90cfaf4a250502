"""Technology boards: what opens locked slots, and what terraforming brings to planets."""

from __future__ import annotations

from .table import Table


def terraform(table: Table) -> None:
    """Brings the highest modifier of its people to each planet, where it stays (Civilization Actions)."""
    del table


def open_slots(table: Table) -> None:
    """Opens locked slots whose condition is met, for good (Technology Boards)."""
    del table
