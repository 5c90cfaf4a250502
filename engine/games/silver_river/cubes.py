"""Production cubes of the four types, and ships by the number of their fleet, as logs write them: zeros left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

Type = Literal["civilization", "military", "technology", "politics"]
TYPES: tuple[Type, ...] = ("civilization", "military", "technology", "politics")
"""The types of production, in the order of the board."""

Few = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Cubes(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Cubes by type."""

    civilization: Few = 0
    military: Few = 0
    technology: Few = 0
    politics: Few = 0

    @property
    def total(self) -> int:
        """The cubes of all types."""
        return self.civilization + self.military + self.technology + self.politics

    def of(self, kind: Type) -> int:
        """Gives the cubes of a type."""
        number: int = getattr(self, kind)
        return number

    def plus(self, other: Cubes) -> Cubes:
        """Adds cubes."""
        return Cubes(
            self.civilization + other.civilization,
            self.military + other.military,
            self.technology + other.technology,
            self.politics + other.politics,
        )

    def minus(self, other: Cubes) -> Cubes:
        """Takes cubes away; those that are there, see `holds`."""
        return Cubes(
            self.civilization - other.civilization,
            self.military - other.military,
            self.technology - other.technology,
            self.politics - other.politics,
        )

    def holds(self, other: Cubes) -> bool:
        """Says whether the other cubes are among these."""
        return (
            self.civilization >= other.civilization
            and self.military >= other.military
            and self.technology >= other.technology
            and self.politics >= other.politics
        )

    def written(self) -> str:
        """Writes them for people: `3 military, 1 politics`; `nothing` without any."""
        return ", ".join(f"{self.of(kind)} {kind}" for kind in TYPES if self.of(kind)) or "nothing"


def one_type(kind: Type, number: int) -> Cubes:
    """Gives cubes of one type."""
    return Cubes(**{kind: number})


class Ships(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Ships by the number of a seat's fleet."""

    one: Few = msgspec.field(default=0, name="1")
    two: Few = msgspec.field(default=0, name="2")
    three: Few = msgspec.field(default=0, name="3")
    four: Few = msgspec.field(default=0, name="4")

    @property
    def total(self) -> int:
        """The ships of all fleets."""
        return self.one + self.two + self.three + self.four

    def of(self, number: int) -> int:
        """Gives the ships of a fleet, by its number from 1."""
        return (self.one, self.two, self.three, self.four)[number - 1]

    def items(self) -> Iterator[tuple[int, int]]:
        """Gives number and ships of each fleet that has any."""
        for number, ships in enumerate((self.one, self.two, self.three, self.four), 1):
            if ships:
                yield number, ships

    def changed(self, number: int, by: int) -> Ships:
        """Gives them with one fleet larger or smaller."""
        ships = [self.one, self.two, self.three, self.four]
        ships[number - 1] += by
        return Ships(*ships)

    def written(self) -> str:
        """Writes them for people: `2 to fleet 1, 1 to fleet 3`."""
        return ", ".join(f"{ships} to fleet {number}" for number, ships in self.items()) or "none"
