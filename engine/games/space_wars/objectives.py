"""The eleven secret objectives, and when one is reached."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from .galaxy import PLANETS

Objective = Annotated[str, msgspec.Meta(max_length=20, examples=["obj01"])]
"""The id of an objective: `obj01` to `obj11`; `hidden` where a seat may not know it."""


class Aim(msgspec.Struct, frozen=True):
    """What an objective asks for.

    Args:
        planets: these whole.
        more: so many further whole planets, any.
        territories: so many territories, any; 0 when planets are asked for.
        ships: on each of these at least so many ships.
        provenance: where it comes from.
    """

    planets: tuple[str, ...] = ()
    more: int = 0
    territories: int = 0
    ships: int = 1
    provenance: str = "house content, after the missions of this family of games"


_SEED = "the rulebook's example; certain"

OBJECTIVES: MappingProxyType[str, Aim] = MappingProxyType(
    {
        "obj01": Aim(("tariel7", "tron3"), provenance=_SEED),
        "obj02": Aim(territories=24, provenance=_SEED),
        "obj03": Aim(territories=18, ships=2),
        "obj04": Aim(("raendezh2", "gaba2")),
        "obj05": Aim(("raendezh2", "tron3")),
        "obj06": Aim(("kander_dag5", "tron3")),
        "obj07": Aim(("kander_dag5", "yagdez5")),
        "obj08": Aim(("tariel7", "gaba2"), more=1),
        "obj09": Aim(("tariel7", "yagdez5"), more=1),
        "obj10": Aim(("kander_dag5", "gaba2")),
        "obj11": Aim(("raendezh2", "yagdez5")),
    }
)
"""The objectives by id: their number is the rulebook's, the content as `provenance` says."""


_LANDS = {planet.id: planet.territories for planet in PLANETS.values()}


def holds(owner: Mapping[str, int], seat: int, planet: str) -> bool:
    """Says whether a seat has a whole planet, of Yagdez-5 the moon too."""
    for territory in _LANDS[planet]:  # noqa: SIM110 - called for every planet of every turn, a generator costs more
        if owner.get(territory) != seat:
            return False
    return True


def is_reached(objective: str, owner: Mapping[str, int], ships: Mapping[str, int], seat: int) -> bool:
    """Says whether a seat has what an objective asks for; one that is hidden is never reached."""
    aim = OBJECTIVES.get(objective)
    if aim is None:
        return False
    if aim.territories:
        return sum(whose == seat and ships[at] >= aim.ships for at, whose in owner.items()) >= aim.territories
    if not all(holds(owner, seat, planet) for planet in aim.planets):
        return False
    others = [planet for planet in PLANETS if planet not in aim.planets]
    return sum(holds(owner, seat, planet) for planet in others) >= aim.more if aim.more else True


def described(objective: str) -> str:
    """Says what an objective asks for: `Tariel-7 and Tron-3 whole`."""
    aim = OBJECTIVES.get(objective)
    if aim is None:
        return "a hidden objective"
    if aim.territories:
        each = f" with at least {aim.ships} ships each" if aim.ships > 1 else ""
        return f"{aim.territories} territories{each}"
    names = " and ".join(PLANETS[planet].en for planet in aim.planets)
    return f"{names} whole" + (" and any third planet" if aim.more else "")
