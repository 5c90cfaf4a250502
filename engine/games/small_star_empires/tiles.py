"""The tiles of unexplored systems, as data. House content: public are only their number and some of their kinds."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

TileId = Literal["u_twin", "u_quad", "u_barren", "u_asteroids", "u_ruins", "u_station", "u_prism", "u_dock", "u_drift"]


class Tile(NamedTuple):
    """A kind of tile.

    Args:
        number: how many there are.
        title: what it is, for people.
        planets: what the system then counts as.
        text: what it does.
    """

    number: int
    title: str
    planets: int
    text: str


TILES: dict[TileId, Tile] = {
    "u_twin": Tile(2, "twin planets", 2, "it is a two-planet system"),
    "u_quad": Tile(1, "four planets", 4, "it is a four-planet system"),
    "u_barren": Tile(2, "nothing but dust", 0, "it is an empty system"),
    "u_asteroids": Tile(2, "asteroids", 0, "it is an empty system, and the ship is damaged"),
    "u_ruins": Tile(2, "ancient ruins", 0, "they are worth 3 points"),
    "u_station": Tile(1, "a trade hub", 0, "it scores as a trade station of its controller, besides what stands there"),
    "u_prism": Tile(2, "a prism nebula", 0, "it counts as one nebula of the colour that is worth most"),
    "u_dock": Tile(1, "a dry dock", 1, "it is a one-planet system, and every ship of its finder is repaired"),
    "u_drift": Tile(1, "a drift", 0, "after placing, the ship moves again if it can"),
}
"""The tiles by id, in the order in which they are counted off when one is drawn."""

TILE_IDS: tuple[TileId, ...] = get_args(TileId)
RUINS_POINTS = 3
"""What the ruins are worth."""
ALL_TILES = sum(tile.number for tile in TILES.values())
"""14, as the publisher says (A5)."""
