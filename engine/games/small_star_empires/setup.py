"""The set-up: the starting seat, shuffled sectors, free overlays, unexplored systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import msgspec

from playfold.engine.events import Chance, Decision, Seat
from playfold.errors import Illegal, UnknownRulesError

from .ending import closing, settle
from .galaxy import SEAT_KEYS, key, map_of, overlay_name, sector_name
from .rules import Rules
from .sectors import SLOTS
from .state import Player, Point, State, empty_systems, galaxy, listed, seats_of
from .turns import opening
from .unexplored import hidden_number

SectorId = Literal["S1", "S2", "S3", "S4", "S5", "S6", "S7"]
SideLetter = Literal["A", "B"]
OverlayKind = Literal["wormhole", "black_hole"]
OVERLAYS: tuple[OverlayKind, ...] = ("wormhole", "black_hole")


def start(rules: Rules, seats: int) -> State:
    """Gives the map with every ship at home, before the first event.

    Raises:
        UnknownRulesError: the parameters cannot be played by so many.
    """
    rules = msgspec.structs.replace(rules, players=seats)
    if reason := rules.refuse():
        raise UnknownRulesError(f"small-star-empires: {reason}", hint="choose a map for this number of seats")
    homes = [key(home) for home, _ in map_of(rules).homes]
    ships = {f"{seat}s{number}": home for seat, home in enumerate(homes, 1) for number in range(1, rules.ships + 1)}
    supply = Player(rules.colonies - rules.home_uses_colony, rules.stations)
    players = {SEAT_KEYS[seat]: supply for seat in range(1, seats + 1)}
    return next_step(State(rules, "first_seat", 0, int(rules.first_player == "seat1"), 0, ships, {}, players))


def next_step(state: State) -> State:
    """Gives the state that waits for the next part of the set-up, or for the first move."""
    rules, first = state.rules, state.first
    if not first:
        return state
    if rules.shuffle_sectors and len(state.sectors) < len(SLOTS):
        return msgspec.structs.replace(state, phase="sectors", active=first)
    if rules.overlays == "free" and any(overlays_left(state).values()) and empty_systems(state):
        layer = (first - 1 + len(state.overlays)) % rules.players + 1
        return msgspec.structs.replace(state, phase="overlays", active=layer)
    if not state.tiles and hidden_number(state):
        return msgspec.structs.replace(state, phase="unexplored", active=first)
    return settle(msgspec.structs.replace(state, phase="move", active=first, turn=1), first)


def overlays_left(state: State) -> dict[OverlayKind, int]:
    """Counts the overlays that are not laid yet, by kind."""
    laid = [name.split()[0] for name in state.overlays]
    supply = state.rules.overlay_supply
    return {
        "wormhole": supply.wormhole - laid.count("wormhole"),
        "black_hole": supply.black_hole - laid.count("black_hole"),
    }


def begins(before: State, after: State) -> str:
    """Tells who has the first turn, when the set-up is over, and who cannot even move."""
    return closing(before, after) if after.phase in {"move", "over"} else ""


class FirstSeatChosen(Chance[State], frozen=True, gc=False):
    """Who begins: at the table the one who was emperor of the stars in an earlier life."""

    seat: Seat

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat is one of the game."""
        if self.seat not in seats_of(state):
            raise Illegal("setup.first", f"seat {self.seat} cannot begin, there are seats 1 to {state.rules.players}")

    def apply(self, state: State) -> State:
        """Keeps the starting seat."""
        return next_step(msgspec.structs.replace(state, first=self.seat))

    def tell(self, before: State, after: State) -> str:
        """Tells who begins."""
        follows = begins(before, after)
        if follows in {"", f"; @{self.seat} begins"}:
            follows = " and begins"
        return f"@{self.seat} was emperor of the stars in an earlier life{follows}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the seats."""
        return [(cls(seat), 1) for seat in seats_of(state)]


class SectorPlaced(Chance[State], frozen=True, gc=False):
    """The tile, its side and its rotation in the next slot of a shuffled map. House rule."""

    sector: SectorId
    side: SideLetter
    slot: Annotated[int, msgspec.Meta(ge=0, le=6)]
    rotation: Annotated[int, msgspec.Meta(ge=0, le=5)]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless it is this slot's turn and the tile is not laid yet."""
        if self.slot != len(state.sectors):
            raise Illegal(
                "sector.slot", f"next is slot {len(state.sectors)}, not {self.slot}: sectors are laid from slot 0 to 6"
            )
        if self.sector not in _tiles_left(state):
            raise Illegal("sector.once", f"sector {self.sector} is laid already; legal: {' '.join(_tiles_left(state))}")

    def apply(self, state: State) -> State:
        """Lays the sector."""
        name = sector_name(self.sector, self.side, self.rotation)
        return next_step(msgspec.structs.replace(state, sectors=(*state.sectors, name)))

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's."""
        del state, field
        return 0

    def tell(self, before: State, after: State) -> str:
        """Tells which tile lies where."""
        turned = f", turned {self.rotation * 60} degrees clockwise" if self.rotation else ""
        where = f"around {key(SLOTS[self.slot])}"
        return f"Sector {self.sector} lies with side {self.side} up {where}{turned}{begins(before, after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists tiles, sides and rotations."""
        slot = len(state.sectors)
        sides: tuple[SideLetter, ...] = ("A", "B")
        return [
            (cls(sector, side, slot, rotation), 1)
            for sector in _tiles_left(state)
            for side in sides
            for rotation in range(6)
        ]


def _tiles_left(state: State) -> list[SectorId]:
    tiles: tuple[SectorId, ...] = ("S1", "S2", "S3", "S4", "S5", "S6", "S7")
    laid = {name[:2] for name in state.sectors}
    return [tile for tile in tiles if tile not in laid]


class OverlayPlaced(Decision[State], frozen=True, gc=False):
    """A seat lays a wormhole or a black hole on an empty system. House rule (A25)."""

    at: Annotated[Point, msgspec.Meta(examples=[(1, -3)])]
    kind: OverlayKind

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the system is empty and a tile of the kind is left."""
        opening(state, self.seat, "overlay_placed", "overlays")
        free = empty_systems(state)
        if key(self.at) not in free:
            points = galaxy(state).points
            raise Illegal(
                "overlay.empty",
                f"@{self.seat} cannot lay a tile on {key(self.at)}, it is no empty system without a tile; "
                f"legal: {listed([points[each] for each in free])}",
            )
        left = overlays_left(state)
        if not left[self.kind]:
            others = " or ".join(kind for kind in OVERLAYS if left[kind])
            raise Illegal("overlay.supply", f"@{self.seat} cannot lay a {self.kind}, none is left; legal: {others}")

    def apply(self, state: State) -> State:
        """Lays the tile; the next seat follows, or the set-up goes on."""
        return next_step(msgspec.structs.replace(state, overlays=(*state.overlays, overlay_name(self.kind, self.at))))

    def tell(self, before: State, after: State) -> str:
        """Tells who lays what where, and who is next."""
        follows = f"; @{after.active} lays the next tile" if after.phase == "overlays" else begins(before, after)
        what = "opens a wormhole at" if self.kind == "wormhole" else "puts a black hole on"
        return f"@{self.seat} {what} {key(self.at)}{follows}."
