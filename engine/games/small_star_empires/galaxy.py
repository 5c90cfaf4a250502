"""The map of one game: its systems, and which straight lines and wormholes lead from where to where.

It follows from the parameters and from what the log says of sectors and overlays; states hold only these, and the map
is made once for each of them. Pieces are not part of it.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from playfold.engine.hexes import DIRECTIONS, Hex, neighbours, ray, rotated

from .rules import Rules
from .sectors import HOME_TILE, MAPS, RING, SIDES, SLOTS, TERRAINS, Map, Terrain

SEAT_KEYS = tuple(str(seat) for seat in range(5))
"""The key of a seat in mappings, by its number; also the first letter of its ships and of what it controls."""

Way = tuple[str, ...]
"""The systems between two ends of a straight line that may be in the way: wormholes and the own home are left out."""


def key(place: Hex) -> str:
    """Gives the name of a hex, by which states know it: `(0, -3)` is `0,-3`."""
    return f"{place[0]},{place[1]}"


def sector_name(sector: str, side: str, rotation: int) -> str:
    """Writes a placed sector as states hold it: `S3B 2`."""
    return f"{sector}{side} {rotation}"


def overlay_name(kind: str, place: Hex) -> str:
    """Writes a laid overlay as states hold it: `wormhole 0,-3`."""
    return f"{kind} {key(place)}"


class Galaxy:
    """A map.

    Args:
        types: the kind of every system.
        homes: the home of seats 1, 2, ...

    Attributes:
        points: the coordinates of every system by its name, by q, then r.
        types: the kind of every system by its name, in the same order.
        order: the place of every name in this order.
        home: the home of every seat, by the seat's key.
        owner: the seat's key by its home.
    """

    def __init__(self, types: dict[Hex, Terrain], homes: tuple[Hex, ...]) -> None:
        self.points: dict[str, Hex] = {key(place): place for place in sorted(types)}
        self.types: dict[str, Terrain] = {name: types[place] for name, place in self.points.items()}
        self.order = {name: number for number, name in enumerate(self.points)}
        self.home = {SEAT_KEYS[seat]: key(place) for seat, place in enumerate(homes, 1)}
        self.owner = {name: seat for seat, name in self.home.items()}

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of every system on the map."""
        return {
            name: tuple(key(each) for each in neighbours(place) if key(each) in self.points)
            for name, place in self.points.items()
        }

    @cached_property
    def wormholes(self) -> dict[str, tuple[str, ...]]:
        """The wormholes beside every system."""
        return {
            name: tuple(each for each in around if self.types[each] == "wormhole")
            for name, around in self.around.items()
        }

    @cached_property
    def rays(self) -> dict[str, dict[str, tuple[Way, ...]]]:
        """For a seat's key and a system: the systems on which a line may end, direction by direction, nearest first."""
        return {seat: {name: self._rays(seat, name)[0] for name in self.points} for seat in self.home}

    @cached_property
    def lines(self) -> dict[str, dict[str, dict[str, Way]]]:
        """For a seat's key, a system and an end: the systems between; ends that no piece could open are not there."""
        return {
            seat: {
                name: {end: each[:place] for each in ways for place, end in enumerate(each)}
                for name, ways in rays.items()
            }
            for seat, rays in self.rays.items()
        }

    @cached_property
    def homeward(self) -> dict[str, dict[str, Way]]:
        """For a seat's key and a system: the systems between it and the seat's home, where a line leads there."""
        found: dict[str, dict[str, Way]] = {}
        for seat in self.home:
            ways = {name: self._rays(seat, name)[1] for name in self.points}
            found[seat] = {name: way for name, way in ways.items() if way is not None}
        return found

    def _rays(self, seat: str, name: str) -> tuple[tuple[Way, ...], Way | None]:
        """Gives the rays from a system that are not empty, and the way to the seat's home."""
        rays: list[Way] = []
        homeward: Way | None = None
        inside = self._places
        for direction in DIRECTIONS:
            found: list[str] = []
            for place in ray(self.points[name], direction, inside):
                end = key(place)
                kind = self.types[end]
                if kind == "black_hole" or (kind == "home" and self.owner[end] != seat):
                    break
                if kind == "home":
                    homeward = tuple(found)
                elif kind != "wormhole":
                    found.append(end)
            if found:
                rays.append(tuple(found))
        return tuple(rays), homeward

    @cached_property
    def _places(self) -> frozenset[Hex]:
        return frozenset(self.points.values())

    def links(self, same: bool) -> dict[str, dict[str, None]]:
        """For a system: the others, homes too, beside another wormhole than one beside it, with `same` beside any."""
        return self._links_same if same else self._links

    def jumps(self, same: bool) -> dict[str, dict[str, None]]:
        """The same without homes: where a wormhole can take a ship."""
        return self._jumps_same if same else self._jumps

    @cached_property
    def _links(self) -> dict[str, dict[str, None]]:
        return self._linked(same=False)

    @cached_property
    def _links_same(self) -> dict[str, dict[str, None]]:
        return self._linked(same=True)

    @cached_property
    def _jumps(self) -> dict[str, dict[str, None]]:
        return self._without_homes(self._links)

    @cached_property
    def _jumps_same(self) -> dict[str, dict[str, None]]:
        return self._without_homes(self._links_same)

    def _without_homes(self, links: dict[str, dict[str, None]]) -> dict[str, dict[str, None]]:
        return {name: dict.fromkeys(end for end in ends if self.types[end] != "home") for name, ends in links.items()}

    def _linked(self, *, same: bool) -> dict[str, dict[str, None]]:
        beside = [
            name
            for name, wormholes in self.wormholes.items()
            if wormholes and self.types[name] not in {"wormhole", "black_hole"}
        ]
        return {
            name: dict.fromkeys(
                end
                for end in beside
                if end != name
                and any(same or one != other for one in self.wormholes[name] for other in self.wormholes[end])
            )
            for name in self.points
        }


def map_of(rules: Rules) -> Map:
    """Gives the map that the parameters name."""
    return MAPS[f"flower_a_{rules.players}p" if rules.map == "auto" else rules.map]


def galaxy_of(rules: Rules, sectors: tuple[str, ...], overlays: tuple[str, ...]) -> Galaxy:
    """Gives the map of a game: the one of the parameters, with sectors and overlays as they were laid.

    Cost: 0.2 us for a map that was used lately, else some milliseconds.
    """
    return _galaxy(rules.map, rules.players, rules.overlays, sectors if rules.shuffle_sectors else None, overlays)


@lru_cache(maxsize=128)
def _galaxy(name: str, players: int, overlays: str, sectors: tuple[str, ...] | None, laid: tuple[str, ...]) -> Galaxy:
    layout = MAPS[f"flower_a_{players}p" if name == "auto" else name]
    placed = tuple(f"{side} 0" for side in layout.sides) if sectors is None else sectors
    types: dict[Hex, Terrain] = {}
    for slot, sector in enumerate(placed):
        side, rotation = sector.split()
        for place, system in zip(RING, SIDES[side].systems.split(), strict=True):
            types[_moved(rotated(place, int(rotation)), SLOTS[slot])] = TERRAINS[system]
    for home, rotation_of_home in layout.homes:
        for place, kind in HOME_TILE.items():
            types[_moved(rotated(place, rotation_of_home), home)] = kind
    if overlays == "map":
        types.update(layout.overlays)
    for overlay in laid:
        kind_of_overlay, at = overlay.split()
        q, r = at.split(",")
        types[int(q), int(r)] = "wormhole" if kind_of_overlay == "wormhole" else "black_hole"
    return Galaxy(types, tuple(home for home, _ in layout.homes))


def _moved(place: Hex, centre: Hex) -> Hex:
    return place[0] + centre[0], place[1] + centre[1]
