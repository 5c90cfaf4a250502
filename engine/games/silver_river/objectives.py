"""Objectives: public ones are marked by themselves, immediate halves of personal ones become ready to be claimed."""

from __future__ import annotations

from .conditions import holds, value
from .lookup import content_of
from .state import HIDDEN, KEYS, seats_of
from .table import Table

CLOSED = -1
"""In `Player.ready`: the half is true, and may no longer be claimed for having become so."""


def mark_public(table: Table) -> None:
    """Marks the levels of public objectives that seats have reached; levels never fall (A49, A59)."""
    for card in content_of(table).public.values():
        for seat in seats_of(table):
            count = value(table, seat, card.counts)
            level = sum(count >= tier.least for tier in card.tiers)
            marked = table.player(seat).public
            if level > marked.get(card.id, 0):
                table.player(seat, public=dict(sorted({**marked, card.id: level}.items())))


def mark_ready(table: Table, *, keeps_windows: bool) -> None:
    """Notes which immediate halves have become true, and closes windows of earlier turns and phases (A50).

    What became true with an event is open from then on, up to the first event after the turn or phase of that event
    that is no claim itself. What came true outside the action phase opens with the first event of the next one.
    """
    if table.phase != "action":
        return
    clock = table.before.clock
    for seat in seats_of(table):
        player = table.player(seat)
        ready = {name: at for name, at in player.ready.items() if name not in player.claimed}
        for name in player.objectives:
            if name in player.claimed or name == HIDDEN:
                continue
            true = holds(table, seat, content_of(table).personal[name].immediate.when)
            if name in ready and ready[name] < clock and not keeps_windows:
                ready[name] = CLOSED
            if true:
                ready.setdefault(name, clock)
            elif ready.get(name) == CLOSED or table.rules.objective_window == "while_true":
                ready.pop(name, None)
        if ready != player.ready:
            table.player(seat, ready=dict(sorted(ready.items())))


def claim_last(table: Table) -> None:
    """Claims the immediate halves that became true with the last event of the game, which count as shown."""
    for seat in seats_of(table):
        player, before = table.player(seat), table.before.players[KEYS[seat]]
        new = tuple(name for name in player.objectives if name in player.ready and name not in before.ready)
        if new:
            ready = {name: at for name, at in player.ready.items() if name not in new}
            table.player(seat, claimed=(*player.claimed, *new), ready=ready)
