"""The course of the game: ages, their phases, whose turn it is, and the end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .lookup import content_of
from .production import produce
from .seats import KEYS, clockwise, seats_of
from .state import Turn
from .table import Table


def begin_age(table: Table) -> None:
    """Begins the next age with its production phase (Age Sequence)."""
    table.age += 1
    table.clock += 1
    table.phase = "production"
    table.opener = table.first
    table.voted = ()
    table.turn = Turn()
    for seat in seats_of(table):
        table.player(seat, passed=False, used=0, seen=())
    produce(table)
    go_on(table)


def go_on(table: Table) -> None:
    """Goes on where nothing is open: to governing once production asks nothing more, to the next turn after one."""
    if table.pending or table.battle is not None:
        return
    if table.phase == "production":
        _begin_governing(table)
    elif table.phase == "action" and table.turn.over:
        _next_turn(table)


def _begin_governing(table: Table) -> None:
    table.clock += 1
    table.phase = "governing"
    table.queue = tuple(seat for seat in seats_of(table) if table.player(seat).raw)
    if not table.queue:
        begin_actions(table)


def begin_actions(table: Table) -> None:
    """Begins the action phase with the first player's turn (Action Phase)."""
    table.phase = "action"
    _begin_turn(table, table.opener)


def _begin_turn(table: Table, seat: int) -> None:
    table.clock += 1
    table.turn = Turn(seat)
    table.counted = None
    for each in seats_of(table):
        if table.player(each).seen:
            table.player(each, seen=())


def _next_turn(table: Table) -> None:
    """Gives the turn to the next seat clockwise that may do anything in it; ends the age once all have passed."""
    if all(player.passed for player in table.players.values()):
        _end_age(table)
        return
    for seat in (*clockwise(table, table.turn.seat)[1:], table.turn.seat):
        if not table.player(seat).passed or can_step(table, seat):
            _begin_turn(table, seat)
            return


def can_step(table: Any, seat: int) -> bool:
    """Says whether a seat has a domestic track left to step up on (Pass; A57)."""
    tracks = content_of(table).board.domestic.tracks
    steps = zip(tracks, table.players[KEYS[seat]].domestic, strict=True)
    return bool(table.rules.pass_domestic) and any(step < len(track.bonuses) for track, step in steps)


def _end_age(table: Table) -> None:
    table.turn = Turn()
    table.counted = None
    for seat in seats_of(table):
        if table.player(seat).seen:
            table.player(seat, seen=())
    if table.age < table.rules.last_age:
        begin_age(table)
        return
    table.clock += 1
    table.phase = "over"


def end_turn(table: Table) -> None:
    """Ends the turn as soon as nothing is open in it."""
    table.turn = replace(table.turn, over=True, activation=None)
