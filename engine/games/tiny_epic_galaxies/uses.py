"""The words of decisions: how a die is used, and what a planet's action is told; normative for logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeAlias, Union

import msgspec

from playfold.engine.field_types import Unordered

from .planets import PLANETS, Face, Resource

Ship: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-5]s[1-4]$", examples=["1s2"])]
"""A ship: seat, s, number; 0 is the rogue."""
PlanetId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]{1,40}$", examples=["jakks"])]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Seatlike: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""A seat, or 0 for the rogue."""


class _Part(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag=str.lower
):
    """A part of an event; `do` tells its kind."""


class Choice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a planet's action is told: of these fields those that it asks for."""

    bare: ClassVar[str] = "use"
    """The word that opens it where it may be left out: `land 1s2 jakks use`."""

    ship: Ship = ""
    back: Ship = ""
    ships: Annotated[tuple[Ship, ...], Unordered()] = ()
    planet: PlanetId = ""
    player: Seatlike | None = None
    dice: Annotated[tuple[Number, ...], Unordered()] = ()
    die: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    face: Face | None = None
    pay: Resource | None = None
    energy: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    culture: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    amount: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    use: Use | None = None
    choice: Choice | None = None

    @staticmethod
    def asked(around: Mapping[str, Any]) -> tuple[str, ...]:
        """Gives the fields that words fill, in their order: those that the action of the planet before asks for."""
        planet = PLANETS.get(str(around.get("planet", "")))
        return planet.asks if planet else ()


class Land(_Part, frozen=True, gc=False):
    """A ship moves to the surface of a planet; with a choice the planet's action is used."""

    ship: Ship
    planet: PlanetId
    choice: Choice | None = None


class Orbit(_Part, frozen=True, gc=False):
    """A ship moves to the start of a planet's orbit."""

    ship: Ship
    planet: PlanetId


class Return(_Part, frozen=True, gc=False):
    """A ship moves home."""

    ship: Ship


class Acquire(_Part, frozen=True, gc=False):
    """Energy or culture for each ship that counts."""


class Advance(_Part, frozen=True, gc=False):
    """A ship steps forward on its orbit."""

    ship: Ship


class Upgrade(_Part, frozen=True, gc=False):
    """The empire rises a level, all paid in one resource."""

    pay: Resource


class Colony(_Part, frozen=True, gc=False):
    """The action of an own colony."""

    planet: PlanetId
    choice: Choice


class Nothing(_Part, frozen=True, gc=False):
    """A die whose action is impossible is activated for nothing."""


Use: TypeAlias = Union[Land, Orbit, Return, Acquire, Advance, Upgrade, Colony, Nothing]  # noqa: UP007 - msgspec reads it by name
"""How a die is used."""

Move: TypeAlias = Union[Land, Orbit, Return]  # noqa: UP007 - as above
"""A move of a ship."""

MOVES = (Land, Orbit, Return)
EMPTY = Choice()
FITS: dict[str, tuple[type[_Part], ...]] = {
    "move": MOVES,
    "energy": (Acquire,),
    "culture": (Acquire,),
    "diplomacy": (Advance,),
    "economy": (Advance,),
    "colony": (Upgrade, Colony),
}
"""The uses that fit each face."""
