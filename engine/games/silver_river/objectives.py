"""Objectives: public ones are marked by themselves, immediate halves of personal ones become ready to be claimed."""

from __future__ import annotations

from .conditions import holds, value
from .lookup import content_of
from .seats import HIDDEN, KEYS, seats_of
from .table import Table

CLOSED = -1
"""In `Player.ready`: the half is true, and may no longer be claimed for having become so."""


def mark_public(table: Table) -> None:
    """Marks the levels of public objectives that seats have reached; levels never fall (A49, A59)."""
    seats = seats_of(table)
    for card in content_of(table).public.values():
        least = card.tiers[0].least
        for seat in seats:
            there = value(table, seat, card.counts)
            if there < least:
                continue
            level = len([tier for tier in card.tiers if there >= tier.least])
            marked = table.players[KEYS[seat]].public
            if level > marked.get(card.id, 0):
                table.player(seat, public=dict(sorted({**marked, card.id: level}.items())))


def mark_ready(table: Table, *, keeps_windows: bool) -> None:
    """Notes which immediate halves have become true, and closes windows of earlier turns and phases (A50).

    What became true with an event is open from then on, up to the first event after the turn or phase of that event
    that is no claim itself. The set-up is one such phase: what it brings may be claimed when the first age begins.
    """
    clock, cards = table.before.clock, content_of(table).personal
    while_true = table.rules.objective_window == "while_true"
    for seat in seats_of(table):
        player = table.players[KEYS[seat]]
        ready = {name: at for name, at in player.ready.items() if name not in player.claimed}
        for name in player.objectives:
            if name in player.claimed or name == HIDDEN:
                continue
            if name in ready and ready[name] < clock and not keeps_windows:
                ready[name] = CLOSED
            if holds(table, seat, cards[name].immediate.when):
                ready.setdefault(name, clock)
            elif name in ready and (while_true or ready[name] == CLOSED):
                del ready[name]
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
