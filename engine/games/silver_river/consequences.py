"""What follows by itself after each event: terraforming, slots that open, quests, objectives, the next turn or age."""

from __future__ import annotations

from .course import go_on
from .effects import advance
from .objectives import claim_last, mark_public, mark_ready
from .quests import complete_quests
from .seats import Player
from .state import State
from .table import Table
from .technology_boards import open_slots, terraform

_JUDGED: list[State | None] = [None]
"""The last state of which is known that nothing follows from how it stands. Most events come right after it, and move
no more than cubes and cards: then nothing has to be judged anew. Any other state is judged, with the same result."""
_WITHOUT = frozenset(
    ("raw", "cubes", "assigned", "hand", "passed", "used", "free_elections", "seen", "tokens", "vp", "domestic", "kept")
)
"""What of a seat no condition, quest or technology asks for."""
_WITH = tuple(name for name in Player.__struct_fields__ if name not in _WITHOUT)


def follow(table: Table, *, keeps_windows: bool = False) -> State:
    """Does what follows by itself, and gives the new state. `keeps_windows`: see `event.Choice`."""
    if table.phase == "races":
        return table.state()
    # What comes in between may leave an open question without an answer.
    advance(table)
    judged = table.before is _JUDGED[0] and _stands(table)
    players, planets = table.players.copy(), table.planets.copy()
    if not judged:
        terraform(table)
        open_slots(table)
        complete_quests(table)
        mark_public(table)
    # Before the turn ends: what its last event made true may be claimed until the next one begins (A50).
    if not judged or any(player.ready for player in table.players.values()):
        mark_ready(table, keeps_windows=keeps_windows)
    # One thing may follow from another only after the next event.
    rests = table.phase == "action" and table.players == players and table.planets == planets
    go_on(table)
    if table.phase == "over":
        claim_last(table)
    state = table.state()
    _JUDGED[0] = state if rests else None
    return state


def _stands(table: Table) -> bool:
    """Says whether an event of the action phase has changed nothing that conditions, quests and slots ask for."""
    before = table.before
    if not table.phase == before.phase == "action" or not (
        table.planets == before.planets
        and table.fleets == before.fleets
        and table.stations == before.stations
        and table.titles == before.titles
    ):
        return False
    for key, player in table.players.items():
        old = before.players[key]
        if player is not old and any(getattr(player, name) != getattr(old, name) for name in _WITH):
            return False
    return True
