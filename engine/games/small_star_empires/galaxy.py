"""The map of one game: its systems, and which straight lines and wormholes lead from where to where.

It follows from the parameters and from what the log says of sectors and overlays; states hold only these, and the map
is made once for each of them. Pieces are not part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from typing import Generic, NamedTuple, TypeVar

from playfold.engine.hexes import DIRECTIONS, Hex, neighbours, ray, rotated

from .rules import Rules
from .sectors import HOME_TILE, MAPS, RING, SIDES, SLOTS, TERRAINS, Map, Terrain

V = TypeVar("V")

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


class _Lay(NamedTuple):
    """Which systems lie beside and behind each other, whatever they hold: the same for all maps of one outline."""

    around: dict[str, tuple[str, ...]]
    rays: dict[str, tuple[Way, ...]]


@lru_cache(maxsize=32)
def _lay_of(places: tuple[Hex, ...]) -> _Lay:
    names = {place: key(place) for place in places}
    around = {name: tuple(names[each] for each in neighbours(place) if each in names) for place, name in names.items()}
    rays = {
        name: tuple(tuple(names[each] for each in ray(place, direction, names)) for direction in DIRECTIONS)
        for place, name in names.items()
    }
    return _Lay(around, rays)


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
    def _lay(self) -> _Lay:
        return _lay_of(tuple(self.points.values()))

    @property
    def around(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of every system on the map."""
        return self._lay.around

    @cached_property
    def wormholes(self) -> dict[str, tuple[str, ...]]:
        """The wormholes beside every system."""
        return {
            name: tuple(each for each in around if self.types[each] == "wormhole")
            for name, around in self.around.items()
        }

    @cached_property
    def rays(self) -> Mapping[str, Mapping[str, tuple[Way, ...]]]:
        """For a seat's key and a system: the systems on which a line may end, direction by direction, nearest first."""
        return {seat: _Made(partial(self._landings, seat)) for seat in self.home}

    @cached_property
    def lines(self) -> Mapping[str, Mapping[str, Mapping[str, Way]]]:
        """For a seat's key, a system and an end: the systems between; ends that no piece could open are not there."""
        return {seat: _Made(partial(_by_end, rays)) for seat, rays in self.rays.items()}

    @cached_property
    def homeward(self) -> Mapping[str, Mapping[str, Way | None]]:
        """For a seat's key and a system: the systems between it and the seat's home; None where no line leads there."""
        return {seat: _Made(partial(self._homeward, seat)) for seat in self.home}

    def _landings(self, seat: str, name: str) -> tuple[Way, ...]:
        return self._rays(seat, name)[0]

    def _homeward(self, seat: str, name: str) -> Way | None:
        return self._rays(seat, name)[1]

    def _rays(self, seat: str, name: str) -> tuple[tuple[Way, ...], Way | None]:
        """Gives the rays from a system that are not empty, and the way to the seat's home."""
        rays: list[Way] = []
        homeward: Way | None = None
        for line in self._lay.rays[name]:
            found: list[str] = []
            for end in line:
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

    def links(self, same: bool) -> Mapping[str, tuple[str, ...]]:
        """For a system: the others, homes too, beside another wormhole than one beside it, with `same` beside any."""
        return self._links_same if same else self._links

    def jumps(self, same: bool) -> Mapping[str, tuple[str, ...]]:
        """The same without homes: where a wormhole can take a ship."""
        return self._jumps_same if same else self._jumps

    @cached_property
    def _links(self) -> Mapping[str, tuple[str, ...]]:
        return _Made(lambda name: self._linked(name, same=False))

    @cached_property
    def _links_same(self) -> Mapping[str, tuple[str, ...]]:
        return _Made(lambda name: self._linked(name, same=True))

    @cached_property
    def _jumps(self) -> Mapping[str, tuple[str, ...]]:
        return _Made(lambda name: tuple(end for end in self._links[name] if end not in self.owner))

    @cached_property
    def _jumps_same(self) -> Mapping[str, tuple[str, ...]]:
        return _Made(lambda name: tuple(end for end in self._links_same[name] if end not in self.owner))

    @cached_property
    def _gates(self) -> tuple[str, ...]:
        """The systems beside a wormhole where a ship may stand, homes included."""
        return tuple(
            name
            for name, wormholes in self.wormholes.items()
            if wormholes and self.types[name] not in {"wormhole", "black_hole"}
        )

    def _linked(self, name: str, *, same: bool) -> tuple[str, ...]:
        here = self.wormholes[name]
        return tuple(
            end
            for end in (self._gates if here else ())
            if end != name and any(same or one != other for one in here for other in self.wormholes[end])
        )


def _by_end(rays: Mapping[str, tuple[Way, ...]], name: str) -> dict[str, Way]:
    return {end: ray[:place] for ray in rays[name] for place, end in enumerate(ray)}


class _Made(dict[str, V], Generic[V]):
    """A mapping whose values are made when they are first asked for: a shuffled map is used for one game."""

    def __init__(self, make: Callable[[str], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> V:
        value = self[name] = self._make(name)
        return value


def map_name(rules: Rules) -> str:
    """Gives the name of the map: `auto` stands for one that goes by the number of seats."""
    return f"flower_a_{rules.players}p" if rules.map == "auto" else rules.map


def map_of(rules: Rules) -> Map:
    """Gives the map that the parameters name."""
    return MAPS[map_name(rules)]


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
