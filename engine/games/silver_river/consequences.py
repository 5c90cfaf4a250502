"""What follows by itself after each event: terraforming, slots that open, quests, objectives."""

from __future__ import annotations

from .objectives import mark_public, mark_ready
from .quests import complete_quests
from .state import State
from .table import Table
from .technology_boards import open_slots, terraform


def follow(table: Table, *, keeps_windows: bool = False) -> State:
    """Does what follows by itself, and gives the new state. `keeps_windows`: see `event.Choice`."""
    terraform(table)
    open_slots(table)
    complete_quests(table)
    mark_public(table)
    mark_ready(table, keeps_windows=keeps_windows)
    return table.state()
