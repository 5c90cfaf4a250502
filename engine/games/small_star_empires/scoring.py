"""The five kinds of points, counted from the board at any moment."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from .galaxy import SEAT_KEYS, Galaxy
from .rules import Rules
from .state import State, galaxy, seats_of
from .tiles import RUINS_POINTS, TILES

PLANETS = {"planet1": 1, "planet2": 2, "planet3": 3}
NEBULAE = ("nebula_red", "nebula_green", "nebula_blue")
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


def nebula_points(rules: Rules, colors: list[int], prisms: int) -> tuple[int, int]:
    """Counts nebulae: the points without prisms, and what the prisms add, each a nebula of the best colour (A24)."""
    scale = rules.nebula_points

    def worth(counts: list[int]) -> int:
        return sum(scale[min(count, len(scale) - 1)] for count in counts)

    plain = worth(colors)
    places = range(len(colors))
    best = max(
        worth([colors[place] + chosen.count(place) for place in places]) for chosen in product(places, repeat=prisms)
    )
    return plain, best - plain


def trade_of(state: State, stars: Galaxy, seat: int, name: str) -> int:
    """Counts the systems beside a station that belong to other seats, homes by the parameters (A1)."""
    digit, pieces, points = SEAT_KEYS[seat], state.pieces, 0
    for each in stars.around[name]:
        piece = pieces.get(each)
        if piece is not None:
            points += piece[0] != digit
        elif state.rules.home_counts_for_trade:
            points += stars.owner.get(each, digit) != digit
    return points


def largest_territory(state: State, stars: Galaxy, seat: int) -> int:
    """Counts the systems of a seat's largest connected territory."""
    digit, rules = SEAT_KEYS[seat], state.rules
    left = {name: None for name, piece in state.pieces.items() if piece[0] == digit}
    if rules.home_in_territory:
        left[stars.home[digit]] = None
    most = 0
    while left:
        found = [left.popitem()[0]]
        for name in found:
            beside = stars.around[name]
            if rules.wormholes_connect:
                beside = (*beside, *stars.links(rules.wormhole_same_ok)[name])
            for each in beside:
                if each in left:
                    del left[each]
                    found.append(each)
        most = max(most, len(found))
    return most


def _bonuses(rules: Rules, sizes: list[int]) -> list[int]:
    """Shares the bonus for the largest territory out; a seat without any system has no territory."""
    most = max(sizes)
    tied = sizes.count(most)
    each = rules.territory_bonus
    if tied > 1:
        each = {"each": each, "none": 0, "split": each // tied}[rules.territory_tie]
    return [each if most and size == most else 0 for size in sizes]


def scores(state: State) -> list[Score]:
    """Counts the points of seats 1, 2, ... Cost: 0.1 ms."""
    stars = galaxy(state)
    seats = seats_of(state)
    sizes = [largest_territory(state, stars, seat) for seat in seats]
    bonuses = _bonuses(state.rules, sizes)
    return [_score(state, stars, seat, size, bonus) for seat, size, bonus in zip(seats, sizes, bonuses, strict=True)]


def _score(state: State, stars: Galaxy, seat: int, size: int, territory: int) -> Score:
    digit = SEAT_KEYS[seat]
    systems = trade = bonus = planets = controlled = prisms = 0
    colors = [0, 0, 0]
    for name, piece in state.pieces.items():
        if piece[0] != digit:
            continue
        controlled += 1
        kind, tile = stars.types[name], state.tiles.get(name, "")
        if piece == f"{digit} trade_station":
            trade += trade_of(state, stars, seat, name)
        if tile:
            here = TILES[tile].planets
            bonus += RUINS_POINTS if tile == "u_ruins" else 0
            bonus += trade_of(state, stars, seat, name) if tile == "u_station" else 0
            prisms += tile == "u_prism"
        else:
            here = PLANETS.get(kind, 0)
        planets += here
        if here < _FOUR:
            systems += here
        else:
            bonus += here
        if kind in NEBULAE:
            colors[NEBULAE.index(kind)] += 1
    nebulae, more = nebula_points(state.rules, colors, prisms)
    return Score(systems, nebulae, trade, territory, bonus + more, size, controlled, planets)


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives the total and the five kinds of points of each seat, then what breaks ties, and the pieces left."""
    table = scores(state)
    left = [state.players[SEAT_KEYS[seat]] for seat in seats_of(state)]
    return {
        "points": tuple(score.total for score in table),
        "systems": tuple(score.systems for score in table),
        "nebulae": tuple(score.nebulae for score in table),
        "trade": tuple(score.trade for score in table),
        "territory": tuple(score.territory for score in table),
        "bonus": tuple(score.bonus for score in table),
        "largest_territory": tuple(score.largest for score in table),
        "controlled": tuple(score.controlled for score in table),
        "planets": tuple(score.planets for score in table),
        "pieces_left": tuple(player.colonies + player.stations for player in left),
    }
