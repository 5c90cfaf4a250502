"""The five kinds of points, counted from the board at any moment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from .holdings import Holding, Sets, holdings, strangers, worth_of
from .rules import Rules
from .state import State
from .tiles import RUINS_POINTS, TILES

_FOUR = 4


class Score(NamedTuple):
    """What a seat has.

    Args:
        systems: points of its one-, two- and three-planet systems.
        nebulae: points of its nebulae, colour by colour.
        trade: points of its trade stations.
        territory: the bonus for the largest territory.
        bonus: what unexplored tiles brought: ruins, four planets, the trade hub, and what prisms add.
        largest: systems of its largest territory.
        controlled: systems it controls, without its home.
        planets: planets on them.
    """

    systems: int
    nebulae: int
    trade: int
    territory: int
    bonus: int
    largest: int
    controlled: int
    planets: int

    @property
    def total(self) -> int:
        """The points of all five kinds."""
        return self.systems + self.nebulae + self.trade + self.territory + self.bonus


def prism_points(scale: tuple[int, ...], colors: tuple[int, ...], prisms: int) -> int:
    """Counts what prisms add, each a nebula of the best colour (A24)."""
    if not prisms:
        return 0
    places = range(len(colors))
    best = max(
        worth_of(scale, [colors[place] + chosen.count(place) for place in places])
        for chosen in product(places, repeat=prisms)
    )
    return best - worth_of(scale, colors)


def _bonuses(rules: Rules, sizes: Sequence[int]) -> list[int]:
    """Shares the bonus for the largest territory out; a seat without any system has no territory."""
    most = max(sizes)
    if not most:
        return [0] * len(sizes)
    tied = sizes.count(most)
    each = rules.territory_bonus
    if tied > 1:
        each = {"each": each, "none": 0, "split": each // tied}[rules.territory_tie]
    return [each if size == most else 0 for size in sizes]


class _Tiles(NamedTuple):
    """What the unexplored tiles of a seat change: points of systems, the bonus, planets, and the prisms among them."""

    systems: int
    bonus: int
    planets: int
    prisms: int


_NO_TILES = _Tiles(0, 0, 0, 0)


def _tiles(state: State, sets: Sets, seats: list[Holding], place: int) -> _Tiles:
    systems = bonus = planets = prisms = 0
    for name, tile in state.tiles.items():
        if not tile or not seats[place].systems & sets.of[name]:
            continue
        covered, here = sets.planets[name], TILES[tile].planets
        planets += here - covered
        systems += (here if here < _FOUR else 0) - covered
        bonus += here if here >= _FOUR else 0
        if tile == "u_ruins":
            bonus += RUINS_POINTS
        elif tile == "u_station":
            bonus += (sets.around[name] & strangers(state.rules, sets, seats, place)).bit_count()
        elif tile == "u_prism":
            prisms += 1
    return _Tiles(systems, bonus, planets, prisms)


def scores(state: State) -> list[Score]:
    """Counts the points of seats 1, 2, ... Cost: 10 us after a count of the position before, else 0.1 ms."""
    rules = state.rules
    sets, seats = holdings(state)
    bonuses = _bonuses(rules, [each.largest for each in seats])
    table = []
    tiles = _NO_TILES
    for place, here in enumerate(seats):
        if state.tiles:
            tiles = _tiles(state, sets, seats, place)
        table.append(
            Score(
                here.planets + tiles.systems,
                here.worth,
                here.trade,
                bonuses[place],
                tiles.bonus + prism_points(rules.nebula_points, here.nebulae, tiles.prisms),
                here.largest,
                here.controlled,
                here.planets + tiles.planets,
            )
        )
    return table


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives the total and the five kinds of points of each seat, then what breaks ties, and the pieces left."""
    if state.tiles:
        systems, nebulae, trade, territory, bonus, largest, controlled, planets = zip(*scores(state), strict=True)
    else:  # the same without tiles, in half the time: archives ask after every turn
        _, seats = holdings(state)
        _, _, _, largest, planets, _, trade, nebulae, controlled = zip(*seats, strict=True)
        territory = tuple(_bonuses(state.rules, largest))
        systems, bonus = planets, (0,) * len(seats)
    points = map(sum, zip(systems, nebulae, trade, territory, bonus, strict=True))
    left = [player.colonies + player.stations for player in state.players.values()]
    return {
        "points": tuple(points),
        "systems": systems,
        "nebulae": nebulae,
        "trade": trade,
        "territory": territory,
        "bonus": bonus,
        "largest_territory": largest,
        "controlled": controlled,
        "planets": planets,
        "pieces_left": tuple(left),
    }
