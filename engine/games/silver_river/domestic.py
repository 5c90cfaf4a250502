"""The domestic board: steps up the tracks and the bonus of each."""

from __future__ import annotations

from .effects import begin
from .lookup import content_of
from .pending import Ask
from .printed import Track
from .seats import KEYS
from .state import State
from .table import Table


def tracks_left(state: State, seat: int) -> list[Track]:
    """Lists the tracks on which a seat has a step left."""
    steps = zip(content_of(state).board.domestic.tracks, state.players[KEYS[seat]].domestic, strict=True)
    return [track for track, step in steps if step < len(track.bonuses)]


def step(table: Table, seat: int, name: str) -> None:
    """Moves a seat's cube up a track, and begins the bonus of that step; one that cannot be used is lost (A57)."""
    tracks = content_of(table).board.domestic.tracks
    place = next(at for at, track in enumerate(tracks) if track.id == name)
    steps = list(table.player(seat).domestic)
    bonus = tracks[place].bonuses[steps[place]]
    steps[place] += 1
    table.player(seat, domestic=tuple(steps))
    begin(table, Ask(seat, bonus, name))
