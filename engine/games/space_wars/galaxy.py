"""The planisphere: six planets, their 42 territories, and the ways between them."""

from __future__ import annotations

from types import MappingProxyType

import msgspec

PROVENANCE = MappingProxyType(
    {
        "planets, their names and ships": "the rulebook; certain",
        "42 territories": "the rulebook; certain",
        "how many territories each planet has": "house content: the only classical split, it orders as the ships do",
        "names of territories": "house content: the rulebook names none but the moon",
        "surface, moon and space edges": "house content: the 83 edges of the classical map of this family of games",
        "wrap edges": "house content: which territories meet where the edges of a disc do; that they do, the rulebook",
    }
)
"""Where the content of this module comes from, and how sure it is."""


class Planet(msgspec.Struct, frozen=True):
    """A planet: id, name in English and in Russian, the ships for its holder by the rulebook, its territories."""

    id: str
    en: str
    ru: str
    bonus: int
    territories: tuple[str, ...]


def _numbered(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{number}" for number in range(1, count + 1))


MOON = "luv1"
"""Luver, the moon of Yagdez-5: a territory of that planet."""

_ALL = (
    Planet("gaba2", "Gaba-2", "Габа-2", 2, _numbered("gab", 4)),
    Planet("yagdez5", "Yagdez-5", "Ягдез-5", 2, (*_numbered("yag", 3), MOON)),
    Planet("tron3", "Tron-3", "Трон-3", 3, _numbered("tro", 6)),
    Planet("tariel7", "Tariel-7", "Тариэль-7", 4, _numbered("tar", 7)),
    Planet("kander_dag5", 'Kander-Dag "5"', "Кандер-Даг «5»", 5, _numbered("kan", 9)),
    Planet("raendezh2", 'Raendezh "2"', "Раендеж «2»", 7, _numbered("rae", 12)),
)
PLANETS: MappingProxyType[str, Planet] = MappingProxyType({planet.id: planet for planet in _ALL})
"""The planets by id."""

TERRITORIES = tuple(territory for planet in _ALL for territory in planet.territories)
"""The ids of all territories, in the order in which events name them."""

PLACE = MappingProxyType({territory: place for place, territory in enumerate(TERRITORIES)})
"""The place of a territory in that order."""

PLANET_OF = MappingProxyType({territory: planet for planet in _ALL for territory in planet.territories})

_SURFACE = """
gab1-gab2 gab1-gab3 gab2-gab3 gab2-gab4 gab3-gab4
yag1-yag2 yag1-yag3 yag2-yag3
tro1-tro2 tro1-tro3 tro1-tro4 tro2-tro3 tro3-tro4 tro3-tro5 tro3-tro6 tro4-tro5 tro5-tro6
tar1-tar4 tar1-tar2 tar4-tar2 tar4-tar5 tar4-tar6 tar2-tar5 tar2-tar3 tar5-tar6 tar5-tar7 tar5-tar3 tar6-tar7 tar7-tar3
kan1-kan2 kan1-kan4 kan2-kan4 kan2-kan5 kan2-kan3 kan4-kan5 kan4-kan7 kan5-kan3 kan5-kan6 kan5-kan7 kan5-kan8 kan6-kan3
kan6-kan8 kan7-kan8 kan7-kan9 kan8-kan9
rae1-rae2 rae1-rae8 rae1-rae9 rae2-rae3 rae2-rae5 rae2-rae6 rae2-rae9 rae3-rae5 rae3-rae4 rae5-rae4 rae5-rae6 rae4-rae6
rae4-rae7 rae6-rae7 rae6-rae9 rae9-rae8 rae9-rae11 rae9-rae12 rae8-rae10 rae8-rae11 rae10-rae11 rae11-rae12
"""
_MOON = "yag2-luv1 yag3-luv1"
_SPACE = """
kan1-rae4 kan3-tar1 kan9-gab1 gab3-tro1 tro1-tar6 tro1-tar7 tro2-tar7 tro2-rae10 tro3-rae10 tar7-rae10 tar3-rae10
tar3-rae8 tar3-rae1 rae12-yag1
"""
_WRAP = "kan1-kan3 kan4-kan6 gab1-gab4 tar1-tar3 tro4-tro6 rae1-rae4 rae10-rae12"


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, _, other in (edge.partition("-") for edge in text.split()))


EDGES = MappingProxyType(
    {"surface": _pairs(_SURFACE), "moon": _pairs(_MOON), "space": _pairs(_SPACE), "wrap": _pairs(_WRAP)}
)
"""The edges by kind: common borders, to the moon, from a near side to another planet, over the edge of a disc."""


def _neighbours(wrap: bool) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {territory: [] for territory in TERRITORIES}
    for kind, pairs in EDGES.items():
        for one, other in pairs if wrap or kind != "wrap" else ():
            found[one].append(other)
            found[other].append(one)
    return {territory: tuple(sorted(near, key=PLACE.__getitem__)) for territory, near in found.items()}


NEIGHBOURS = MappingProxyType({wrap: MappingProxyType(_neighbours(wrap)) for wrap in (True, False)})
"""The neighbours of each territory in the order of the territories, with wrap edges (True) and without."""


def english(territory: str) -> str:
    """Gives the English name of a territory: `Gaba-2 sector 1`."""
    return "Luver (moon)" if territory == MOON else f"{PLANET_OF[territory].en} sector {territory[3:]}"


def russian(territory: str) -> str:
    """Gives the Russian name of a territory."""
    return "Лувер (спутник)" if territory == MOON else f"{PLANET_OF[territory].ru} — участок {territory[3:]}"
