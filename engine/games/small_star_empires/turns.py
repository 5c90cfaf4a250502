"""A turn: a ship moves, and a colony or a trade station is placed where it has come to."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from playfold.engine.events import Decision
from playfold.engine.hexes import DIRECTIONS, NAMES, direction, distance
from playfold.errors import Illegal

from .ending import closing, end_turn
from .galaxy import SEAT_KEYS, Galaxy, key
from .movement import Kind, ends, is_hidden, obstacle, way
from .state import CONTROLS, Control, PieceKind, Player, Point, State, galaxy, listed
from .telling import DEEDS, PIECE_NAMES, gains, system

ShipId = Annotated[str, msgspec.Meta(min_length=1, max_length=8, examples=["1s1"])]
Target = Annotated[Point, msgspec.Meta(examples=[(0, -4)])]


_REFUSED_KINDS: dict[str, dict[str, str]] = {
    "black_hole": {"move.black_hole": "nothing comes back from a black hole"},
    "wormhole": {"move.wormhole": "a wormhole is crossed, nothing lands there"},
    "home": {"move.home": "ships land at home only to be repaired, and only at their own"},
}


def opening(state: State, seat: int, name: str, *phases: str) -> None:
    """Raises `Illegal` unless the game waits for a decision of this kind."""
    if state.phase in phases:
        return
    if state.phase == "overlays":
        raise Illegal("setup.order", f"{name} by @{seat}: the set-up is not over, @{seat} has to lay an overlay first")
    if state.phase == "place":
        raise Illegal(
            "piece.tile",
            f"{name} by @{seat}: first a piece has to be placed on {state.ships[state.ship]}, beside the revealed tile",
        )
    if name == "overlay_placed":
        raise Illegal(
            "setup.order", f"{name} by @{seat}: overlays are laid before the first move, and moves have begun"
        )
    raise Illegal(
        "piece.tile", f"{name} by @{seat}: a piece by itself is placed after a tile was revealed; move a ship"
    )


def check_piece(state: State, seat: int, piece: PieceKind) -> None:
    """Raises `Illegal` unless a seat has a piece of this kind left."""
    player = state.players[SEAT_KEYS[seat]]
    if player.colonies if piece == "colony" else player.stations:
        return
    other = "colony" if piece == "trade_station" else "trade_station"
    left = player.stations if piece == "colony" else player.colonies
    raise Illegal(
        "piece.supply",
        f"@{seat} has no {PIECE_NAMES[piece]} left; legal: {other} ({left} left)",
    )


def placed(state: State, seat: int, name: str, piece: PieceKind) -> tuple[dict[str, Control], dict[str, Player]]:
    """Gives pieces and players after a seat has placed a piece from its supply on a system."""
    pieces = state.pieces.copy()
    pieces[name] = CONTROLS[seat, piece]
    players = state.players.copy()
    player = players[SEAT_KEYS[seat]]
    if piece == "colony":
        players[SEAT_KEYS[seat]] = Player(player.colonies - 1, player.stations)
    else:
        players[SEAT_KEYS[seat]] = Player(player.colonies, player.stations - 1)
    return pieces, players


def _why_not_straight(stars: Galaxy, at: str, end: str) -> tuple[str, str]:
    """Gives the rule and the reason why neither a line nor a jump leads from one system to another."""
    beside = ", ".join(stars.wormholes[at])
    if beside and stars.wormholes[end]:
        return "move.jump", f"a jump has to leave through another wormhole than {beside}"
    more = f", and beside no other wormhole than {beside}" if beside else ""
    return "move.straight", f"it lies in none of the six directions{more}"


class ShipMoved(Decision[State], frozen=True, gc=False):
    """A seat moves a ship and places a piece there; none on a system whose tile lies face down, and none at home."""

    ship: ShipId
    to: Target
    piece: Literal["", "colony", "trade_station"] = ""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the ship can come there and the piece is one that is due and left."""
        if state.phase not in {"move", "drift"}:
            opening(state, self.seat, "ship_moved", "move", "drift")
        if self.ship not in state.ships or self.ship[0] != SEAT_KEYS[self.seat]:
            raise Illegal("ship.own", self._not_own(state))
        if state.ship and self.ship != state.ship:
            raise Illegal("ship.drift", f"@{self.seat}'s {state.ship} is adrift and moves again, not {self.ship}")
        end = key(self.to)
        kind = way(state, galaxy(state), self.ship, end)
        if not kind:
            raise self._refusal(state, end)
        if self.piece and kind != "repair" and not is_hidden(state, end):
            check_piece(state, self.seat, self.piece)
        elif kind == "repair" or is_hidden(state, end):
            self._check_none(end, kind)
        else:
            raise Illegal(
                "piece.due",
                f"@{self.seat} has to place a piece where {self.ship} lands, on {end}; legal: {self._left(state)}",
            )

    def _not_own(self, state: State) -> str:
        own = ", ".join(f"{self.seat}s{number}" for number in range(1, state.rules.ships + 1))
        there = f"is a ship of @{self.ship[0]}" if self.ship in state.ships else "is no ship of this game"
        return f"@{self.seat} needs a ship of its own, {self.ship} {there}; its ships: {own}"

    def _left(self, state: State) -> str:
        player = state.players[SEAT_KEYS[self.seat]]
        return " or ".join(["colony"] * (player.colonies > 0) + ["trade_station"] * (player.stations > 0))

    def _check_none(self, end: str, kind: Kind) -> None:
        if not self.piece:
            return
        if kind == "repair":
            raise Illegal(
                "piece.none", f"@{self.seat} places nothing where {self.ship} is repaired, at home; leave piece out"
            )
        raise Illegal(
            "piece.none",
            f"@{self.seat} chooses the piece for {end} when its tile has been revealed; leave piece out",
        )

    def _refusal(self, state: State, end: str) -> Illegal:
        """Says which rule keeps the ship from a system."""
        rule, why = self._why(state, galaxy(state), end)
        stars = galaxy(state)
        there = state.ships[self.ship]
        found = listed([stars.points[each] for each, _ in ends(state, self.ship)])
        return Illegal(rule, f"@{self.seat}'s {self.ship} cannot go from {there} to {end}: {why}; legal: {found}")

    def _why(self, state: State, stars: Galaxy, end: str) -> tuple[str, str]:
        """Gives the rule and the reason: of the system itself, then of the way to it."""
        at, seat = state.ships[self.ship], SEAT_KEYS[self.seat]
        hurt = self.ship in state.damaged
        owner = state.pieces.get(end, "0")[0]
        reasons = {
            "move.map": "no system of the map is there" if end not in stars.points else "",
            "move.straight": "a move is one hex at least" if end == at else "",
            "move.free": f"@{owner} controls that system" if owner != "0" else "",
            **_REFUSED_KINDS.get(stars.types.get(end, ""), {}),
            "move.damaged": "a damaged ship does not enter an unexplored system"
            if hurt and is_hidden(state, end)
            else "",
        }
        if hurt and end == stars.home[seat]:
            del reasons["move.home"]
        for rule, why in reasons.items():
            if why:
                return rule, why
        if direction(stars.points[at], stars.points[end]) is None:
            return _why_not_straight(stars, at, end)
        return self._why_stopped(state, stars, at, end)

    def _why_stopped(self, state: State, stars: Galaxy, at: str, end: str) -> tuple[str, str]:
        """Gives the rule and the reason why the ship does not come to the end of a straight line."""
        name, why = obstacle(state, self.ship, end)
        steps = distance(stars.points[at], stars.points[end])
        return {
            "": ("move.damaged", f"a damaged ship moves {state.rules.damaged_range} at most, not {steps}"),
            "black_hole": ("move.black_hole", f"the black hole {name} lies on the line"),
            "unexplored": ("move.unexplored", f"the tile on {name} lies face down and may not be crossed"),
            "damaged": ("move.damaged", f"a damaged ship does not cross the unexplored system {name}"),
        }.get(why) or ("move.blocked", f"@{why} controls {name} on the line")

    def apply(self, state: State) -> State:
        """Moves the ship and places the piece, or waits for the tile below the ship."""
        end = key(self.to)
        ships = state.ships.copy()
        ships[self.ship] = end
        pieces, players, damaged = state.pieces, state.players, state.damaged
        if self.piece:
            pieces, players = placed(state, self.seat, end, self.piece)
        elif end in state.tiles:
            return msgspec.structs.replace(state, phase="reveal", ship=self.ship, ships=ships)
        else:
            damaged = tuple(ship for ship in damaged if ship != self.ship)
        return end_turn(state, ships, pieces, players, damaged)

    def tell(self, before: State, after: State) -> str:
        """Tells the way, the system, the piece and whose points change."""
        end = key(self.to)
        flies = f"@{self.seat}'s {self.ship} {self._flight(before, end)} to"
        if after.phase == "reveal":
            return f"{flies} {system(before, end)}; its tile is turned up."
        if not self.piece:
            return f"{flies} its home system {end} and is repaired{closing(before, after)}."
        deed = f"{flies} {system(before, end)} and {DEEDS[self.piece]}"
        return f"{deed}{gains(before, after)}{closing(before, after)}."

    def _flight(self, state: State, end: str) -> str:
        stars = galaxy(state)
        one, other = stars.points[state.ships[self.ship]], stars.points[end]
        step = direction(one, other)
        kind = way(state, stars, self.ship, end)
        if kind == "wormhole" or step is None:
            return "jumps through the wormholes"
        again = "drifts on" if state.phase == "drift" else "flies"
        return f"{again} {distance(one, other)} {NAMES[DIRECTIONS.index(step)]}"


class PiecePlaced(Decision[State], frozen=True, gc=False):
    """A seat places a piece beside the tile that its ship has revealed."""

    piece: PieceKind

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a tile was just revealed and the piece is left."""
        opening(state, self.seat, "piece_placed", "place")
        check_piece(state, self.seat, self.piece)

    def apply(self, state: State) -> State:
        """Places the piece; a ship on the drift moves again if it can, else the turn ends."""
        end = state.ships[state.ship]
        pieces, players = placed(state, self.seat, end, self.piece)
        after = msgspec.structs.replace(state, phase="drift", pieces=pieces, players=players)
        player = players[SEAT_KEYS[self.seat]]
        if state.tiles[end] == "u_drift" and (player.colonies or player.stations) and ends(after, state.ship):
            return after
        return end_turn(state, state.ships, pieces, players, state.damaged)

    def tell(self, before: State, after: State) -> str:
        """Tells the piece, the system, whose points change and whether the ship drifts on."""
        end = before.ships[before.ship]
        deed = f"@{self.seat} {DEEDS[self.piece]} on {system(before, end)}{gains(before, after)}"
        if after.phase == "drift":
            return f"{deed}; the drift carries {before.ship} on, it moves again."
        return f"{deed}{closing(before, after)}."
