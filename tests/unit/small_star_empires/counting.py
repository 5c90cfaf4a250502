"""Counts legal moves and points a second time, hex by hex, from the words of the specification.

It shares nothing with the rule set but the tables of sectors and maps, and reads states as plain JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from playfold.engine.games.small_star_empires.sectors import HOME_TILE, MAPS, SIDES

Hex = tuple[int, int]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
RING = [(0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
CENTRES = [(0, 0), (1, -3), (3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1)]
LETTERS = {"0": "empty", "1": "1", "2": "2", "3": "3", "Nr": "red", "Ng": "green", "Nb": "blue"}
PLANETS = {"u_twin": 2, "u_quad": 4, "u_dock": 1}


def hexagon(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


def turned(place: Hex, steps: int) -> Hex:
    for _ in range(steps):
        place = (-place[1], place[0] + place[1])
    return place


class Table:
    """A position as it lies on a table, made from the JSON of a state."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.rules: dict[str, Any] = raw["rules"]
        players = self.rules["players"]
        name = self.rules["map"] if self.rules["map"] != "auto" else f"flower_a_{players}p"
        layout = MAPS[name]
        self.kinds: dict[Hex, str] = {}
        sides = [(side, 0) for side in layout.sides]
        if self.rules["shuffle_sectors"]:
            sides = [(text.split()[0], int(text.split()[1])) for text in raw["sectors"]]
        for (side, turns), (q, r) in zip(sides, CENTRES, strict=False):
            for place, letter in zip(RING, SIDES[side].systems.split(), strict=True):
                dq, dr = turned(place, turns)
                self.kinds[q + dq, r + dr] = LETTERS[letter]
        self.homes: dict[Hex, int] = {}
        for seat, ((q, r), turns) in enumerate(layout.homes, 1):
            for place, kind in HOME_TILE.items():
                dq, dr = turned(place, turns)
                self.kinds[q + dq, r + dr] = {"planet1": "1"}.get(kind, kind)
            self.homes[q, r] = seat
        if self.rules["overlays"] == "map":
            self.kinds.update(layout.overlays)
        for text in raw["overlays"]:
            kind, at = text.split()
            self.kinds[hexagon(at)] = kind
        self.owner = {hexagon(at): int(piece[0]) for at, piece in raw["pieces"].items()}
        self.stations = [hexagon(at) for at, piece in raw["pieces"].items() if piece.endswith("trade_station")]
        self.hidden = {hexagon(at) for at, tile in raw["tiles"].items() if tile == ""}
        self.tiles = {hexagon(at): tile for at, tile in raw["tiles"].items() if tile}
        self.raw = raw

    def beside(self, place: Hex) -> list[Hex]:
        """Lists the neighbours on the map."""
        return [(place[0] + dq, place[1] + dr) for dq, dr in STEPS if (place[0] + dq, place[1] + dr) in self.kinds]

    def landable(self, place: Hex) -> bool:
        """Says whether a ship may end there: uncontrolled, no wormhole, black hole or home."""
        return place not in self.owner and self.kinds.get(place, "off") not in {"off", "wormhole", "black_hole", "home"}

    def passable(self, place: Hex, seat: int) -> bool:
        """Says whether a seat's ship may go on from there."""
        if place not in self.kinds or self.kinds[place] == "black_hole":
            return False
        return self.owner.get(place, self.homes.get(place, seat)) == seat

    def ends(self, ship: str) -> dict[Hex, str]:
        """Finds where a ship may go, and whether it lands there (piece), reveals a tile, or is repaired."""
        seat, start = int(ship[0]), hexagon(self.raw["ships"][ship])
        hurt = ship in self.raw["damaged"]
        found: dict[Hex, str] = {}
        for dq, dr in STEPS:
            place, steps = (start[0] + dq, start[1] + dr), 1
            while not hurt or steps <= self.rules["damaged_range"]:
                self.land(found, place, seat, hurt)
                if not self.passable(place, seat):
                    break
                if place in self.hidden and (hurt or not self.rules["unexplored_passable"]):
                    break
                place, steps = (place[0] + dq, place[1] + dr), steps + 1
        wormholes = [near for near in self.beside(start) if self.kinds[near] == "wormhole"]
        every = [place for place, kind in self.kinds.items() if kind == "wormhole"]
        for one, other in product(wormholes, every):
            if one != other or self.rules["wormhole_same_ok"]:
                for place in self.beside(other):
                    if place != start:
                        self.land(found, place, seat, hurt)
        return found

    def land(self, found: dict[Hex, str], place: Hex, seat: int, hurt: bool) -> None:
        """Notes what happens if a ship ends there, if it may."""
        if hurt and self.homes.get(place) == seat:
            found[place] = "repair"
        elif self.landable(place) and place not in self.hidden:
            found[place] = "piece"
        elif self.landable(place) and not hurt:
            found[place] = "reveal"

    def kinds_left(self, seat: int) -> list[str]:
        """Lists the kinds of pieces in a seat's supply."""
        player = self.raw["players"][str(seat)]
        return ["colony"] * (player.get("colonies", 0) > 0) + ["trade_station"] * (player.get("stations", 0) > 0)

    def moves(self) -> Iterator[tuple[str, Hex, str]]:
        """Gives every legal move of the active seat: ship, destination, piece ("" where none is placed)."""
        seat = self.raw["active"]
        pieces = self.kinds_left(seat)
        for ship in sorted(self.raw["ships"]):
            if ship[0] != str(seat) or (self.raw["phase"] == "drift" and ship != self.raw["ship"]):
                continue
            for place, what in self.ends(ship).items():
                if pieces:
                    yield from ((ship, place, piece) for piece in (pieces if what == "piece" else [""]))

    def stuck(self, seat: int) -> bool:
        """Says whether a seat cannot move, were it its turn."""
        ships = [ship for ship in self.raw["ships"] if ship[0] == str(seat)]
        return not self.kinds_left(seat) or not any(self.ends(ship) for ship in ships)

    # Points

    def planets(self, place: Hex) -> int:
        """Counts the planets of a system."""
        if place in self.tiles:
            return PLANETS.get(self.tiles[place], 0)
        return int(self.kinds[place]) if self.kinds[place].isdigit() else 0

    def trade(self, seat: int, station: Hex) -> int:
        """Counts the systems of other seats beside a station."""
        homes = self.homes if self.rules["home_counts_for_trade"] else {}
        return sum({**homes, **self.owner}.get(place, seat) != seat for place in self.beside(station))

    def nebulae(self, counts: list[int]) -> int:
        """Gives the points of so many nebulae of each colour."""
        scale = self.rules["nebula_points"]
        return sum(scale[min(count, len(scale) - 1)] for count in counts)

    def territory(self, seat: int) -> int:
        """Counts the systems of a seat's largest territory."""
        own = {place for place, owner in self.owner.items() if owner == seat}
        if self.rules["home_in_territory"]:
            own |= {place for place, owner in self.homes.items() if owner == seat}
        most = 0
        while own:
            border, size = [own.pop()], 0
            while border:
                place, size = border.pop(), size + 1
                near = {other for other in own if self.joined(place, other)}
                own -= near
                border += near
            most = max(most, size)
        return most

    def joined(self, one: Hex, other: Hex) -> bool:
        """Says whether two systems are neighbours in a territory."""
        if (other[0] - one[0], other[1] - one[1]) in STEPS:
            return True
        if not self.rules["wormholes_connect"]:
            return False
        here = [place for place in self.beside(one) if self.kinds[place] == "wormhole"]
        there = [place for place in self.beside(other) if self.kinds[place] == "wormhole"]
        return any(a != b or self.rules["wormhole_same_ok"] for a in here for b in there)

    def points(self) -> dict[str, tuple[int, ...]]:
        """Counts the five kinds of points of every seat, and their sum."""
        seats = range(1, self.rules["players"] + 1)
        sizes = [self.territory(seat) for seat in seats]
        rows = [self.row(seat, sizes) for seat in seats]
        names = ("systems", "nebulae", "trade", "territory", "bonus")
        table = {name: tuple(row[place] for row in rows) for place, name in enumerate(names)}
        return {**table, "points": tuple(sum(row) for row in rows)}

    def row(self, seat: int, sizes: list[int]) -> list[int]:
        """Gives a seat's five kinds of points; sizes are the territories of all."""
        own = [place for place, owner in self.owner.items() if owner == seat]
        systems = sum(self.planets(place) for place in own if self.planets(place) <= 3)
        counts = [sum(self.kinds[place] == color for place in own) for color in ("red", "green", "blue")]
        trade = sum(self.trade(seat, place) for place in own if place in self.stations)
        best = self.nebulae(counts)
        prisms = [place for place in own if self.tiles.get(place) == "u_prism"]
        if prisms:
            best = max(
                self.nebulae([count + colors.count(place) for place, count in enumerate(counts)])
                for colors in product(range(3), repeat=len(prisms))
            )
        bonus = best - self.nebulae(counts)
        bonus += sum(4 for place in own if self.planets(place) == 4)
        bonus += sum(3 for place in own if self.tiles.get(place) == "u_ruins")
        bonus += sum(self.trade(seat, place) for place in own if self.tiles.get(place) == "u_station")
        territory = 0
        if sizes[seat - 1] == max(sizes) > 0:
            tied = sizes.count(max(sizes))
            each = self.rules["territory_bonus"]
            territory = (
                each if tied == 1 else {"each": each, "none": 0, "split": each // tied}[self.rules["territory_tie"]]
            )
        return [systems, self.nebulae(counts), trade, territory, bonus]
