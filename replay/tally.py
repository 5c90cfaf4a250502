"""Counts what games would have become under another version: classes, rules that refuse, whom it would have hurt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from .intervals import wilson
from .rerun import CLASSES, Rerun


class Share(msgspec.Struct, frozen=True):
    """How many of the games are of one kind.

    Args:
        name: a class, or the id of a rule.
        games: how many.
        share: of all games that were played again, from 0 to 1.
        low: the lower bound of its Wilson interval at 95 %.
        high: the upper bound.
    """

    name: str
    games: int
    share: float
    low: float
    high: float


class SeatChange(msgspec.Struct, frozen=True):
    """What the change means for one seat, over the games that have an outcome under both versions.

    Args:
        seat: its number.
        games: those that have this seat.
        a: games that it wins under the first version, alone or with others.
        b: games that it wins under the second version.
        lost: those that it wins under the first version only.
        gained: those that it wins under the second version only.
    """

    seat: int
    games: int
    a: int
    b: int
    lost: int
    gained: int


class WinnerChange(msgspec.Struct, frozen=True):
    """A game that others win under the second version.

    Args:
        path: the log.
        game: the game's own name.
        names: the players, seat 1 first.
        a: the seats that win under the first version.
        b: those that win under the second one.
    """

    path: str
    game: str
    names: tuple[str, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]


class Summary(msgspec.Struct, frozen=True):
    """What became of many games.

    Args:
        games: how many were played again.
        classes: every class, also those of no game.
        rules: the rules that refuse an entry, the most frequent first.
        seats: every seat that some game has.
        winners: the games whose winners change, in the order of the games.
    """

    games: int
    classes: tuple[Share, ...]
    rules: tuple[Share, ...]
    seats: tuple[SeatChange, ...]
    winners: tuple[WinnerChange, ...]


def summary(reruns: Sequence[Rerun]) -> Summary:
    """Counts. Shares are of all these games, those that are not comparable included."""
    classes = Counter(each.became for each in reruns)
    rules = Counter(each.rule for each in reruns if each.became == "illegal")
    ordered = sorted(rules, key=lambda rule: (-rules[rule], rule))
    return Summary(
        len(reruns),
        tuple(_share(name, classes[name], len(reruns)) for name in CLASSES),
        tuple(_share(rule, rules[rule], len(reruns)) for rule in ordered),
        tuple(_seat(reruns, seat) for seat in range(1, max((len(each.names) for each in reruns), default=0) + 1)),
        tuple(_winners(reruns)),
    )


def _share(name: str, games: int, of: int) -> Share:
    low, high = wilson(games, of)
    return Share(name, games, games / of if of else 0.0, low, high)


def _seat(reruns: Sequence[Rerun], seat: int) -> SeatChange:
    won = [
        (seat in each.a.winners, seat in each.b.winners)
        for each in reruns
        if each.a is not None and each.b is not None and seat <= len(each.names)
    ]
    count = Counter(won)
    return SeatChange(
        seat,
        len(won),
        sum(a for a, _ in won),
        sum(b for _, b in won),
        count[True, False],
        count[False, True],
    )


def _winners(reruns: Sequence[Rerun]) -> list[WinnerChange]:
    return [
        WinnerChange(each.path, each.game, each.names, each.a.winners, each.b.winners)
        for each in reruns
        if each.a is not None and each.b is not None and set(each.a.winners) != set(each.b.winners)
    ]
