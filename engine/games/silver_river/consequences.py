"""What follows by itself after each event: terraforming, slots that open, quests, objectives, the next turn or age."""

from __future__ import annotations

from .course import go_on
from .effects import advance
from .objectives import claim_last, mark_public, mark_ready
from .quests import complete_quests
from .state import State
from .table import Table
from .technology_boards import open_slots, terraform


def follow(table: Table, *, keeps_windows: bool = False) -> State:
    """Does what follows by itself, and gives the new state. `keeps_windows`: see `event.Choice`."""
    if table.phase != "races":
        # What comes in between may leave an open question without an answer.
        advance(table)
        terraform(table)
        open_slots(table)
        complete_quests(table)
        mark_public(table)
        # Before the turn ends: what its last event made true may be claimed until the next one begins (A50).
        mark_ready(table, keeps_windows=keeps_windows)
        go_on(table)
        if table.phase == "over":
            claim_last(table)
    return table.state()
