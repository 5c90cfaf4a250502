"""The sector tiles, the home tile and the maps, as data with their provenance.

A sector is written as its centre and its ring (0,-1), (1,-1), (1,0), (0,1), (-1,1), (-1,0): planets 0 to 3, or a nebula
with the letter of its colour. Facts are public, those of `HOUSE` are this project's invention.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from playfold.engine.hexes import Hex

Terrain = Literal[
    "empty",
    "planet1",
    "planet2",
    "planet3",
    "nebula_red",
    "nebula_green",
    "nebula_blue",
    "home",
    "wormhole",
    "black_hole",
]

TERRAINS: dict[str, Terrain] = {
    "0": "empty",
    "1": "planet1",
    "2": "planet2",
    "3": "planet3",
    "Nr": "nebula_red",
    "Ng": "nebula_green",
    "Nb": "nebula_blue",
}
"""The letters of the tables below."""

RING: tuple[Hex, ...] = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The hexes of a sector as it lies unturned, from its centre, in the order of the tables."""

PICTURES = "public: a fan's program, from pictures (Arnauld/small_star_empires)"
FAN_MAP = (
    "public: a fan's two-player map (joaosilva22/small-star-empires), taken apart here; overlays taken off, nebulae red"
)
HOUSE = "house content"


class Side(NamedTuple):
    """One side of a sector tile: its seven systems, and where they are from."""

    systems: str
    source: str


SIDES = {
    "S1A": Side("0 Nr 1 3 1 Ng 2", PICTURES),
    "S2A": Side("0 Nb 1 2 1 3 1", PICTURES),
    "S3A": Side("0 Nr 1 2 0 1 2", HOUSE),
    "S4A": Side("0 Ng 1 0 3 2 1", HOUSE),
    "S5A": Side("0 Nb 2 1 0 1 3", HOUSE),
    "S6A": Side("0 Nr 1 Ng 1 2 0", HOUSE),
    "S7A": Side("0 Nb 1 3 0 1 1", HOUSE),
    "S1B": Side("Nr 1 2 1 2 1 1", FAN_MAP),
    "S2B": Side("0 2 0 1 Nr 3 1", FAN_MAP),
    "S3B": Side("0 2 1 0 1 1 3", FAN_MAP),
    "S4B": Side("0 1 0 3 2 1 1", FAN_MAP),
    "S5B": Side("0 3 1 1 0 1 Nr", FAN_MAP),
    "S6B": Side("0 0 1 2 0 1 3", FAN_MAP),
    "S7B": Side("0 0 1 2 1 3 1", FAN_MAP),
}

SLOTS: tuple[Hex, ...] = ((0, 0), (1, -3), (3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1))
"""The centres of the seven sectors of a map: a flower of flowers."""

HOME_TILE: dict[Hex, Terrain] = {(0, 0): "home", (-1, 0): "empty", (0, -1): "planet1", (-1, 1): "planet1"}
"""The four hexes of a home tile (public: a fan's program), seen from its home."""

_NOTCHES: tuple[tuple[Hex, int], ...] = (((-1, -4), 4), ((4, -5), 5), ((5, -1), 0), ((1, 4), 1), ((-4, 5), 2))
"""Where homes lie in the notches of the rim, 60 degrees apart and clockwise, and the rotation of their tiles."""


class Map(NamedTuple):
    """A map.

    Args:
        sides: the side that lies in each slot.
        homes: place and rotation of the home tile of seats 1, 2, ...
        overlays: wormholes and black holes that belong to it.
        source: where it is from.
    """

    sides: tuple[str, ...]
    homes: tuple[tuple[Hex, int], ...]
    overlays: tuple[tuple[Hex, Terrain], ...]
    source: str

    @property
    def players(self) -> int:
        """The number of players that it is for."""
        return len(self.homes)


_HOMES = {2: (_NOTCHES[0], _NOTCHES[3]), 3: (_NOTCHES[0], _NOTCHES[2], _NOTCHES[4]), 4: _NOTCHES[:2] + _NOTCHES[3:]}


def _flower(side: str, players: int) -> Map:
    return Map(tuple(f"S{number}{side}" for number in range(1, 8)), _HOMES[players], (), f"{HOUSE}: the arrangement")


MAPS: dict[str, Map] = {
    **{f"flower_{side.lower()}_{players}p": _flower(side, players) for side in "AB" for players in (2, 3, 4)},
    "fan_2p_wormholes": Map(
        tuple(f"S{number}B" for number in range(1, 8)),
        _HOMES[2],
        (
            ((1, -3), "black_hole"),
            ((3, -2), "wormhole"),
            ((2, 1), "wormhole"),
            ((-1, 3), "wormhole"),
            ((-3, 2), "black_hole"),
            ((-2, -1), "wormhole"),
        ),
        FAN_MAP,
    ),
}
"""The maps by name."""
