"""What lies on the map: fleets, planets, wonders and monsters."""

from __future__ import annotations

import msgspec

from playfold.engine.hexes import Hex

LETTERS = "abcd"
"""The letters of a seat's fleet markers."""


class Fleet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fleet marker.

    Args:
        number: of the fleet below it; 0 is hidden.
        at: its sector; None off the board, while the fleet has no ships.
    """

    number: int
    at: Hex | None = None


class Built(msgspec.Struct, frozen=True, gc=False):
    """A wonder on a planet: `pleasure_dome`, `orbital_shipyard` or `racial`, and its builder."""

    wonder: str
    seat: int


class Planet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A planet: where, the printed capacity, the cubes by seat, the highest modifier ever brought, its wonder."""

    at: Hex
    capacity: int
    uninhabitable: bool = False
    population: dict[str, int] = {}
    terraform: int = 0
    wonder: Built | None = None


class Beast(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A monster on the map, and the hits on it."""

    monster: str
    hits: int = 0


def place(at: Hex) -> str:
    """Gives the key of a sector: `q,r`."""
    return f"{at[0]},{at[1]}"


def owner(unit: str) -> int:
    """Gives the seat of a marker or of a station in battle: `1a`, `1s`."""
    return int(unit[0])
