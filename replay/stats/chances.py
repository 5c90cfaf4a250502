"""Dice and luck: whether dice are fair, and whom they were kind to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from playfold.errors import ArchiveRefusedError

from ..archive_play import MOST_TRIED
from .exact import Tested, chi_square, distance, fit, holm, mean, smallest_edge
from .selection import Answer, Asked, rounded

_ENOUGH = 5.0
_SINGULAR = 1e-9

_ROLLED = """SELECT label, die, type || '.' || part, source, name, outcome::INTEGER, n FROM (SELECT label, die, c.type,
part, c.source, s.name, outcome, count(*) AS n FROM chance AS c JOIN picked USING (game)
LEFT JOIN seats AS s USING (game, seat) WHERE on_main AND die <> 'deck' GROUP BY ALL) ORDER BY ALL"""
_MOST_ODDS = 4000
_DECKS = f"""SELECT label, what, odds, outcomes, n, total FROM (SELECT label, c.type || '.' || part AS what,
odds::VARCHAR AS odds, map_from_entries(list((outcome, n))) AS outcomes, sum(n)::BIGINT AS n,
sum(sum(n)) OVER (PARTITION BY label, what)::BIGINT AS total,
row_number() OVER (PARTITION BY label, what ORDER BY sum(n) DESC, odds::VARCHAR) AS place
FROM (SELECT label, c.type, part, odds, outcome, count(*) AS n FROM chance AS c JOIN picked USING (game)
WHERE on_main AND die = 'deck' AND odds IS NOT NULL GROUP BY ALL) AS c GROUP BY label, what, odds)
WHERE place <= {_MOST_ODDS} ORDER BY label, what, place"""  # noqa: S608 - a number of this module
"""Odds change from draw to draw: of a deck with more of them, the most frequent ones are looked at."""


def dice(asked: Asked) -> Answer:
    """Whether dice and decks are fair: each die whole, by part of the event, by source and by player."""
    rolled: dict[str, dict[tuple[str, str, str], Counter[int]]] = {by: {} for by in ("die", "part", "source", "player")}
    for label, die, part, source, name, outcome, count in asked(_ROLLED):
        for by, of in (("die", ""), ("part", part), ("source", source), ("player", name)):
            if of is not None:  # nobody's roll is no player's
                rolled[by].setdefault((label, die, of), Counter())[outcome] += count
    rows = [
        _fair(label, die, by, of, [counts[side] for side in range(1, int(die[1:]) + 1)])
        for by, each in rolled.items()
        for (label, die, of), counts in sorted(each.items())
    ]
    decks: dict[tuple[str, str], list[tuple[dict[str, int], dict[str, int], int]]] = {}
    whole: dict[tuple[str, str], int] = {}
    for label, what, odds, outcomes, n, total in asked(_DECKS):
        whole[label, what] = total
        decks.setdefault((label, what), []).append((msgspec.json.decode(odds), outcomes, n))
    for (label, what), draws in decks.items():
        n, value, degrees = _deck(draws)
        tested = Tested(chi_square(value, degrees), "chi-square") if degrees else Tested(None, "too few")
        rows.append([label, "deck", "part", what, n, None, None, value if degrees else None, *tested, None])
    for row, corrected in zip(rows, holm([row[8] for row in rows]), strict=True):
        row.append(corrected)
    columns = (
        *("rules", "die", "by", "of", "n", "off_most", "most_off", "chi_square", "p", "test", "bias", "p_corrected"),
    )
    notes = [
        "p_corrected allows for all tests of this table (Holm); most_off: how far the side off_most lies off its share",
        "bias is what so many rolls show in 8 of 10 cases: so much more often than its share one side has to come",
    ]
    notes += [
        f"of {total} draws of {what} ({label}) those with the {_MOST_ODDS} most frequent odds were looked at"
        for (label, what), total in whole.items()
        if total > sum(n for _, _, n in decks[label, what])
    ]
    return Answer(columns, [rounded(row) for row in rows], notes if rows else ["no dice were thrown in these games"])


def _fair(label: str, die: str, by: str, of: str, counts: list[int]) -> list[Any]:
    n, sides = sum(counts), len(counts)
    share = 1 / sides
    off = [count / n - share for count in counts]
    worst = max(range(sides), key=lambda side: abs(off[side]))
    tested = fit(counts, [share] * sides)
    value = distance(counts, [n * share] * sides)
    return [label, die, by, of, n, worst + 1, off[worst], value, *tested, smallest_edge(n, share, sides)]


def _deck(draws: Sequence[tuple[dict[str, int], dict[str, int], int]]) -> tuple[int, float, int]:
    """Compares what came from decks whose odds change from draw to draw: number, chi-square, degrees of freedom.

    The sum of (came - odds) over draws has mean 0 and as covariance the sum of those of the draws; its quadratic form
    is a chi-square for many draws. Outcomes that expect fewer than 5 are taken together.
    """
    expected: dict[str, float] = {}
    came: dict[str, int] = {}
    for odds, outcomes, n in draws:
        total = sum(odds.values())
        for outcome, weight in odds.items():
            expected[outcome] = expected.get(outcome, 0.0) + n * weight / total
        for outcome, count in outcomes.items():
            came[outcome] = came.get(outcome, 0) + count
    count_all = sum(came.values())
    kept = [outcome for outcome in sorted(expected) if expected[outcome] >= _ENOUGH]
    place = {outcome: number for number, outcome in enumerate(kept)}
    rest = len(kept)
    size = rest + (len(expected) > rest)
    difference = [0.0] * size
    covariance = [[0.0] * size for _ in range(size)]
    for odds, outcomes, n in draws:
        total = sum(odds.values())
        shares = [0.0] * size
        for outcome, weight in odds.items():
            shares[place.get(outcome, rest)] += weight / total
        for outcome, count in outcomes.items():
            difference[place.get(outcome, rest)] += count
        there = [number for number, share in enumerate(shares) if share]
        for one in there:
            difference[one] -= n * shares[one]
            covariance[one][one] += n * shares[one]
            row, mass = covariance[one], n * shares[one]
            for other in there:
                row[other] -= mass * shares[other]
    return count_all, *_quadratic(covariance, difference)


def _quadratic(matrix: list[list[float]], vector: list[float]) -> tuple[float, int]:
    """Gives v' M^- v and the rank of a positive matrix, by elimination; what has no variance of its own is left out."""
    size, rank, value = len(vector), 0, 0.0
    rows = [[*row, number] for row, number in zip(matrix, vector, strict=True)]
    scale = [row[place] for place, row in enumerate(rows)]
    for place in range(size):
        pivot = rows[place][place]
        if pivot <= _SINGULAR * max(scale[place], 1.0):
            continue
        rank += 1
        value += rows[place][size] ** 2 / pivot
        for other in range(place + 1, size):
            factor = rows[other][place] / pivot
            if factor:
                for column in range(place, size + 1):
                    rows[other][column] -= factor * rows[place][column]
    return value, rank


_LUCK = """WITH deep AS (SELECT * FROM picked WHERE deep), whole AS (SELECT label, p.players, p.seats, seat, game
FROM deep AS p JOIN seats USING (game)), names AS (SELECT DISTINCT label, name FROM luck JOIN deep USING (game)),
sums AS (SELECT game, seat, name, sum(gain) AS gain, count(*) AS chances FROM luck GROUP BY ALL)
SELECT w.label, w.players, w.seats, w.seat, n.name, count(*), sum(coalesce(chances, 0))::BIGINT, avg(coalesce(gain, 0)),
stddev_samp(coalesce(gain, 0)), min(coalesce(gain, 0)), max(coalesce(gain, 0)) FROM whole AS w
JOIN names AS n USING (label)
LEFT JOIN sums AS s ON s.game = w.game AND s.seat = w.seat AND s.name = n.name GROUP BY ALL ORDER BY ALL"""


def luck(asked: Asked) -> Answer:
    """What chance gave each seat above its expectation, by standing, in the mean of games.

    Raises:
        ArchiveRefusedError: no game of the selection was archived with `--deep`.
    """
    if not asked("SELECT count(*) FROM picked WHERE deep")[0][0]:
        raise ArchiveRefusedError(
            "luck was not reckoned for these games", hint="playfold archive ARCHIVE PATH ... --deep does it"
        )
    rows = [
        rounded((label, kind, number, seat, name, n, chances, *mean(n, value, deviation), least, most))
        for label, kind, number, seat, name, n, chances, value, deviation, least, most in asked(_LUCK)
    ]
    columns = ("rules", "players", "seats", "seat", "standing", "n", "chances", "mean", "low", "high", "least", "most")
    note = (
        "gain right at a chance over its exact expectation, summed over a game; chances with over "
        f"{MOST_TRIED} outcomes are left out"
    )
    return Answer(columns, rows, [note])
