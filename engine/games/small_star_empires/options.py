"""Who may go on, and every legal decision, in an order that depends on nothing but the state."""

from __future__ import annotations

from typing import Any

from playfold.engine.events import Decision
from playfold.engine.rulesets import ToAct

from .galaxy import SEAT_KEYS
from .movement import Kind, ends, is_hidden, ships_of
from .setup import OVERLAYS, FirstSeatChosen, OverlayPlaced, SectorPlaced, overlays_left
from .state import PieceKind, State, empty_systems, galaxy
from .turns import PiecePlaced, ShipMoved
from .unexplored import TileRevealed, UnexploredLaid

_SEATS = tuple(ToAct((seat,)) for seat in range(5))
_CHANCE = {
    "first_seat": ToAct(chance=(FirstSeatChosen,)),
    "sectors": ToAct(chance=(SectorPlaced,)),
    "unexplored": ToAct(chance=(UnexploredLaid,)),
    "reveal": ToAct(chance=(TileRevealed,)),
    "over": ToAct(),
}


def to_act(state: State) -> ToAct:
    """Says who may go on: the active seat, or chance."""
    return _CHANCE.get(state.phase) or _SEATS[state.active]


def options(state: State) -> list[Decision[Any]]:
    """Lists the legal decisions, all of them: by ship, then by system (q, then r), a colony before a trade station."""
    if state.phase == "overlays":
        points, left = galaxy(state).points, overlays_left(state)
        kinds = [kind for kind in OVERLAYS if left[kind]]
        return [OverlayPlaced(state.active, points[name], kind) for name in empty_systems(state) for kind in kinds]
    if state.phase == "place":
        return [PiecePlaced(state.active, piece) for piece in pieces_left(state, state.active)]
    if state.phase not in {"move", "drift"}:
        return []
    seat, points = state.active, galaxy(state).points
    pieces = pieces_left(state, seat)
    found: list[Decision[Any]] = []
    same: dict[tuple[str, bool], list[tuple[str, Kind]]] = {}
    for ship in ships_of(state, seat):
        # At home several ships have the same choice.
        where = state.ships[ship], ship in state.damaged
        if where not in same:
            same[where] = ends(state, ship)
        for end, kind in same[where]:
            if kind == "repair" or is_hidden(state, end):
                found.append(ShipMoved(seat, ship, points[end]))
            else:
                found += [ShipMoved(seat, ship, points[end], piece) for piece in pieces]
    return found


def pieces_left(state: State, seat: int) -> list[PieceKind]:
    """Lists the kinds of pieces that a seat can still place."""
    player = state.players[SEAT_KEYS[seat]]
    kinds: list[PieceKind] = []
    if player.colonies:
        kinds.append("colony")
    if player.stations:
        kinds.append("trade_station")
    return kinds
