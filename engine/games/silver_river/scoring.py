"""Scoring: the points of each seat by source, tie-breaks, and the series that statistics use."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from playfold.engine.rulesets import Outcome, Rule

from .conditions import holds
from .lookup import Standing, content_of, own_planets, population, wonder_operations, wonders_controlled
from .operations import Operation
from .operations_at_once import KeepForVp, Vp
from .quests import quest_of
from .rules import ERRATA, OBJECTIVES, SCORING, TIES, WONDERS
from .seats import HIDDEN, KEYS, seats_of
from .state import State

INDEX = (
    Rule(
        "score.cards",
        "Quests that are done, cards that are kept, rewards and bonuses count, and own wonders that are worth points.",
        f"rulebook, {SCORING}",
        consequence=True,
    ),
    Rule(
        "score.objectives",
        "Of public objectives the level marked counts, of personal ones the half that was claimed, and the other at "
        "the end.",
        f"rulebook, {OBJECTIVES}, {SCORING}; A49, A59",
        consequence=True,
    ),
    Rule(
        "score.wonders",
        "Wonders count by how many a seat controls: with the most population on the planet, racial ones as builder.",
        f"rulebook, {WONDERS}, {SCORING}, {ERRATA}; A21, A30",
        consequence=True,
    ),
    Rule(
        "score.leftovers",
        "Production that is left counts, all types together.",
        f"rulebook, {SCORING}",
        consequence=True,
    ),
    Rule(
        "score.domestic",
        "Of domestic tracks the icon counts, being highest, and the level of the lowest one.",
        f"rulebook, {SCORING}; A11, A51",
        consequence=True,
    ),
    Rule(
        "score.ties",
        "Among equal points titles decide, then population, planets and ships; after that the victory is shared.",
        f"rulebook, {TIES}",
        consequence=True,
    ),
)


class Score(msgspec.Struct, frozen=True):
    """The points of a seat by source.

    Args:
        quests: completed quests.
        cards: kept explore cards.
        bonuses: rewards of monsters, last steps of domestic tracks, own wonders that are worth points.
        public: public objectives.
        immediate: immediate halves of personal objectives that were claimed.
        end_game: their other halves, once the game is over.
        wonders: for the number of wonders controlled.
        leftovers: for production that is left.
        domestic: for the domestic tracks.
    """

    quests: int = 0
    cards: int = 0
    bonuses: int = 0
    public: int = 0
    immediate: int = 0
    end_game: int = 0
    wonders: int = 0
    leftovers: int = 0
    domestic: int = 0

    @property
    def total(self) -> int:
        """All points."""
        return sum(points for _, points in self.parts())

    def parts(self) -> Iterator[tuple[str, int]]:
        """Gives the points by source."""
        for name in self.__struct_fields__:
            yield name, getattr(self, name)


def score(state: Standing, seat: int) -> Score:
    """Gives the points of a seat, as if the game ended now; end-game halves count once it is over."""
    player = state.players[KEYS[seat]]
    pack = content_of(state)
    return Score(
        quests=sum(quest_of(state, card).reward_vp for card in player.completed),
        cards=sum(_worth(pack.discoveries[card].effects) for card in player.kept),
        bonuses=player.vp + _of_own_wonders(state, seat),
        public=_public(state, seat),
        immediate=sum(pack.personal[name].immediate.vp for name in player.claimed),
        end_game=_end_game(state, seat) if state.phase == "over" else 0,
        wonders=wonder_points(state, wonders_controlled(state, seat)),
        leftovers=leftover_points(state, player.cubes.total + player.raw),
        domestic=domestic_points(state, seat),
    )


def _worth(effects: tuple[Operation, ...]) -> int:
    return sum(each.n for each in effects if isinstance(each, Vp | KeepForVp))


def _of_own_wonders(state: Standing, seat: int) -> int:
    return sum(
        _worth(wonder_operations(state, planet))
        for planet in state.planets.values()
        if planet.wonder is not None and planet.wonder.seat == seat
    )


def _public(state: Standing, seat: int) -> int:
    points = 0
    for name, level in state.players[KEYS[seat]].public.items():
        tiers = content_of(state).public[name].tiers[:level]
        points += sum(tier.vp for tier in (tiers if state.rules.public_tiers == "each" else tiers[-1:]))
    return points


def _end_game(state: Standing, seat: int) -> int:
    halves = [
        content_of(state).personal[name].end_game for name in state.players[KEYS[seat]].objectives if name != HIDDEN
    ]
    return sum(half.vp for half in halves if holds(state, seat, half.when))


def wonder_points(state: Standing, number: int) -> int:
    """Gives the points for a number of wonders controlled; beyond the table each one brings as much more."""
    table: tuple[int, ...] = state.rules.wonder_vp
    most = len(table) - 1
    beyond: int = max(0, number - most) * content_of(state).board.wonder_vp_beyond
    return table[min(number, most)] + beyond


def leftover_points(state: Standing, cubes: int) -> int:
    """Gives the points for production cubes that are left, of all types together."""
    return max((tier.vp for tier in content_of(state).board.leftovers if cubes >= tier.least), default=0)


def domestic_points(state: Standing, seat: int) -> int:
    """Gives the points of the domestic tracks: icon passed, highest or tied, the lowest track (A11, A51)."""
    levels = {each: state.players[KEYS[each]].domestic for each in seats_of(state)}
    own = levels[seat]
    if not own:
        return 0
    board = content_of(state).board.domestic
    icons: int = sum(level >= board.icon_at for level in own) * board.icon_vp
    highest = lowest = 0
    for track, level in enumerate(own):
        others = [each[track] for each in levels.values()]
        highest += level == max(others) and level >= state.rules.domestic_highest_min
        lowest += level if level == min(others) else 0
    by_tracks = state.rules.domestic_lowest == "tracks_where_lowest"
    points: int = icons + highest * board.highest_vp + (lowest if by_tracks else min(own))
    return points


def _power(state: State, seat: int) -> tuple[int, ...]:
    """Gives what ranks a seat: points, then the tie-breaks in their order."""
    numbers = {
        "population": population(state, seat),
        "colonized_planets": len(own_planets(state, seat)),
        "ships": state.players[KEYS[seat]].ships.total,
    }
    ties = content_of(state).board.tie_break
    return (
        score(state, seat).total,
        *(numbers[name] if name in numbers else int(state.titles.get(name) == seat) for name in ties),
    )


def outcome(state: State) -> Outcome | None:
    """Gives winners and ranking: points, then titles, population, planets and ships; equal seats share a rank.

    None while the game goes on.
    """
    if state.phase != "over":
        return None
    power = {seat: _power(state, seat) for seat in seats_of(state)}
    levels = sorted(set(power.values()), reverse=True)
    ranks = tuple(tuple(seat for seat in power if power[seat] == level) for level in levels)
    return Outcome(ranks[0], ranks, "last_age")


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives points and their sources, and what each seat has: population, planets, ships, technologies and the like."""
    seats = seats_of(state)
    scores = [score(state, seat) for seat in seats]
    players = [state.players[KEYS[seat]] for seat in seats]
    found = {"vp": tuple(each.total for each in scores)}
    found |= {f"{name}_vp": tuple(getattr(each, name) for each in scores) for name in Score.__struct_fields__}
    return found | {
        "production": tuple(player.cubes.total + player.raw for player in players),
        "population": tuple(population(state, seat) for seat in seats),
        "planets": tuple(len(own_planets(state, seat)) for seat in seats),
        "ships": tuple(player.ships.total for player in players),
        "stations": tuple(list(state.stations.values()).count(seat) for seat in seats),
        "technologies": tuple(sum(map(len, player.slots.values())) for player in players),
        "titles": tuple(list(state.titles.values()).count(seat) for seat in seats),
        "wonders": tuple(wonders_controlled(state, seat) for seat in seats),
        "explored": tuple(len(player.explored) for player in players),
        "battles_won": tuple(player.battles for player in players),
        "monsters": tuple(player.hunted for player in players),
        "domestic": tuple(sum(player.domestic) for player in players),
    }
