"""What each seat holds: its systems, territories, planets, nebulae and trade, counted piece by piece.

Pieces are only ever added, and points are asked after every turn of every game in an archive: so a count goes on from
the one before it where it can. A set of systems is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .galaxy import Galaxy
from .rules import Rules
from .state import Control, State, galaxy

PLANETS = {"planet1": 1, "planet2": 2, "planet3": 3}
NEBULAE = ("nebula_red", "nebula_green", "nebula_blue")


class Sets(NamedTuple):
    """A map as sets.

    Args:
        of: the set of one system, by its name.
        around: the neighbours of a system, by its name.
        joined: what lies beside a system in a territory, by its name.
        homes: the homes of seats 1, 2, ...
        planets: how many planets a system has, by its name.
        nebulae: the colour of a nebula as its place in `NEBULAE`, by its name.
    """

    of: Mapping[str, int]
    around: Mapping[str, int]
    joined: Mapping[str, int]
    homes: tuple[int, ...]
    planets: Mapping[str, int]
    nebulae: Mapping[str, int]

    def together(self, names: Iterable[str]) -> int:
        """Gives the set of some systems."""
        return sum(self.of[name] for name in names)


@lru_cache(maxsize=256)
def sets_of(stars: Galaxy, wormholes: bool, same: bool) -> Sets:
    """Gives a map as sets; with `wormholes` they join a territory, with `same` also through one and the same."""
    of = {name: 1 << number for number, name in enumerate(stars.points)}
    around = {name: sum(of[each] for each in beside) for name, beside in stars.around.items()}
    joined = around
    if wormholes:
        links = stars.links(same)
        joined = {name: beside | sum(of[each] for each in links[name]) for name, beside in around.items()}
    return Sets(
        of,
        around,
        joined,
        tuple(of[home] for home in stars.home.values()),
        {name: PLANETS.get(kind, 0) for name, kind in stars.types.items()},
        {name: NEBULAE.index(kind) for name, kind in stars.types.items() if kind in NEBULAE},
    )


class Holding(NamedTuple):
    """What a seat holds, whatever the tiles on unexplored systems are.

    Args:
        systems: the set of those on which its pieces stand.
        stations: the set of those with a trade station.
        territories: the connected ones, a set each, with its home where that counts.
        largest: systems of the largest territory.
        planets: planets on its systems.
        nebulae: how many of each colour.
        trade: what its stations score.
        worth: what its nebulae score, without prisms.
        controlled: how many systems it has.
    """

    systems: int = 0
    stations: int = 0
    territories: tuple[int, ...] = ()
    largest: int = 0
    planets: int = 0
    nebulae: tuple[int, ...] = (0, 0, 0)
    trade: int = 0
    worth: int = 0
    controlled: int = 0


def worth_of(scale: tuple[int, ...], colors: Iterable[int]) -> int:
    """Gives the points of nebulae: so many of each colour."""
    return sum([scale[min(count, len(scale) - 1)] for count in colors])


class Count(NamedTuple):
    """A count, and of what."""

    rules: Rules
    stars: Galaxy
    sets: Sets
    pieces: dict[str, Control]
    seats: list[Holding]


_LAST: list[Count] = []


def holdings(state: State) -> tuple[Sets, list[Holding]]:
    """Counts what seats 1, 2, ... hold.

    Cost: some us after a count of the position before, else 2 us a piece.
    """
    rules, stars, pieces = state.rules, galaxy(state), state.pieces
    if _LAST:
        before = _LAST[0]
        if before.stars is stars and before.rules is rules:
            rest, added = pieces.copy(), []
            while len(rest) > len(before.pieces):
                added.append(rest.popitem())
            if rest == before.pieces:
                return _counted(before, pieces, added)
    sets = sets_of(stars, rules.wormholes_connect, rules.wormhole_same_ok)
    homes = sets.homes if rules.home_in_territory else ()
    seats = [Holding(territories=(home,), largest=1) for home in homes] or [Holding()] * rules.players
    return _counted(Count(rules, stars, sets, {}, seats), pieces, list(pieces.items()))


def _counted(before: Count, pieces: dict[str, Control], added: list[tuple[str, Control]]) -> tuple[Sets, list[Holding]]:
    rules, stars, sets, _, seats = before
    seats = seats.copy()
    for name, piece in added:
        _add(rules, sets, seats, name, piece)
    _LAST[:] = [Count(rules, stars, sets, pieces, seats)]
    return sets, seats


def strangers(rules: Rules, sets: Sets, seats: list[Holding], place: int) -> int:
    """Gives the systems of the others than seat `place` + 1; their homes count by the parameters (A1)."""
    found = 0
    for other, holding in enumerate(seats):
        if other != place:
            found |= holding.systems | sets.homes[other] if rules.home_counts_for_trade else holding.systems
    return found & ~seats[place].systems


def _add(rules: Rules, sets: Sets, seats: list[Holding], name: str, piece: Control) -> None:
    place, here, around = int(piece[0]) - 1, sets.of[name], sets.around[name]
    for other, each in enumerate(seats):
        # Beside a station of another seat the new piece scores for it.
        if around & each.stations and other != place:
            more = (around & each.stations).bit_count()
            seats[other] = Holding(*each[:6], each.trade + more, *each[7:])
    systems, stations, territories, largest, planets, nebulae, trade, worth, controlled = seats[place]
    if piece.endswith("station"):
        trade += (around & strangers(rules, sets, seats, place)).bit_count()
        stations |= here
    beside, joined, apart = sets.joined[name], here, []
    for territory in territories:
        if territory & beside:
            joined |= territory
        else:
            apart.append(territory)
    color = sets.nebulae.get(name)
    if color is not None:
        nebulae = tuple([count + (at == color) for at, count in enumerate(nebulae)])
        worth = worth_of(rules.nebula_points, nebulae)
    size = joined.bit_count()
    seats[place] = Holding(
        systems | here,
        stations,
        (joined, *apart),
        max(largest, size),
        planets + sets.planets[name],
        nebulae,
        trade,
        worth,
        controlled + 1,
    )
