"""The state of a game: ships, pieces and players as frozen structs, and what can be read off them."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from playfold.engine.hexes import Hex

from .galaxy import SEAT_KEYS, Galaxy, galaxy_of
from .rules import Rules
from .tiles import TileId

Coordinate = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Point = tuple[Coordinate, Coordinate]
"""A hex as events hold it: axial coordinates q and r."""

PieceKind = Literal["colony", "trade_station"]
PIECES: tuple[PieceKind, ...] = get_args(PieceKind)

Control = Literal[
    "1 colony",
    "2 colony",
    "3 colony",
    "4 colony",
    "1 trade_station",
    "2 trade_station",
    "3 trade_station",
    "4 trade_station",
]
"""What stands on a controlled system: the seat and its piece."""
CONTROLS: dict[tuple[int, str], Control] = {(int(each[0]), each[2:]): each for each in get_args(Control)}

Phase = Literal["first_seat", "sectors", "overlays", "unexplored", "move", "reveal", "place", "drift", "over"]
"""What the game waits for: the starting seat, a sector, an overlay, the unexplored systems; then a move, the tile below
the ship that has landed, the piece beside it, the further move of a ship adrift; or nothing more."""

SectorName = Annotated[str, msgspec.Meta(pattern="^S[1-7][AB] [0-5]$")]
OverlayName = Annotated[str, msgspec.Meta(pattern="^(wormhole|black_hole) -?[0-9],-?[0-9]$")]


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's supply, and whether it has passed for good."""

    colonies: int = 0
    stations: int = 0
    passed: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment. Systems are named by their coordinates, `0,-3`.

    Args:
        rules: the parameters.
        phase: what the game waits for.
        turn: turns begun; 0 during the set-up.
        first: the starting seat; 0 before it is known.
        active: the seat whose turn it is, or that lays an overlay; 0 before the starting seat is known; at the end the
            seat that moved last, the starting one if none did.
        ships: the system of every ship, by id.
        pieces: what stands on every controlled system, by system; homes are not among them.
        players: by seat.
        ship: the ship that reveals a tile, places beside it, or is adrift; else "".
        damaged: the damaged ships, ascending.
        tiles: unexplored systems: "" while the tile lies face down, else the tile.
        sectors: shuffled sectors by slot, `S3B 2` is side B of S3, rotated twice.
        overlays: freely laid ones in their order, `wormhole 0,-3`.
    """

    rules: Rules
    phase: Phase
    turn: int
    first: int
    active: int
    ships: dict[str, str]
    pieces: dict[str, Control]
    players: dict[str, Player]
    ship: str = ""
    damaged: tuple[str, ...] = ()
    tiles: dict[str, TileId | Literal[""]] = {}
    sectors: tuple[SectorName, ...] = ()
    overlays: tuple[OverlayName, ...] = ()


def galaxy(state: State) -> Galaxy:
    """Gives the map of a state. Cost: 0.3 us."""
    return galaxy_of(state.rules, state.sectors, state.overlays)


def seats_of(state: State) -> range:
    """Gives the seats of the game."""
    return range(1, state.rules.players + 1)


def listed(places: list[Hex]) -> str:
    """Writes systems for people: `0,-4 1,-4`, at most twelve."""
    most = 12
    more = f" and {len(places) - most} more" if len(places) > most else ""
    return " ".join(f"{q},{r}" for q, r in places[:most]) + more if places else "none"


def controller(state: State, name: str) -> int:
    """Gives the seat that controls a system, its home included; 0 for none."""
    piece = state.pieces.get(name)
    if piece is not None:
        return int(piece[0])
    return int(galaxy(state).owner.get(name, "0"))


def systems_of(state: State, seat: int) -> list[str]:
    """Lists the systems on which a seat's pieces stand, by q, then r; not its home."""
    digit, order = SEAT_KEYS[seat], galaxy(state).order
    return sorted((name for name, piece in state.pieces.items() if piece[0] == digit), key=order.__getitem__)


def empty_systems(state: State) -> list[str]:
    """Lists the empty systems on which neither an overlay nor an unexplored tile lies, by q, then r."""
    return [name for name, kind in galaxy(state).types.items() if kind == "empty" and name not in state.tiles]
