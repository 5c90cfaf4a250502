"""How games go: their length, their endings, their pace."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, groupby
from typing import Any

from playfold.errors import ArchiveRefusedError

from ..intervals import wilson
from .exact import median
from .selection import IMPORTED, Answer, Asked, heading, rounded, some

_BINS = 20


def length(asked: Asked) -> Answer:
    """How long games are: turns, entries and minutes, their quartiles and the bounds of the median."""
    found = asked(
        """SELECT label, players, seats, measure, list(value ORDER BY value) FROM (SELECT label, players, seats,
        turns, entries, minutes FROM picked WHERE reason IS NOT NULL) UNPIVOT (value FOR measure IN
        (turns::DOUBLE AS turns, entries::DOUBLE AS entries, minutes AS minutes)) GROUP BY ALL ORDER BY ALL"""
    )
    rows: list[tuple[Any, ...]] = []
    for label, kind, number, measure, values in found:
        n = len(values)
        low, middle, high = (_between(values.__getitem__, n, share) for share in (0.25, 0.5, 0.75))
        bounds = median(values)
        rows.append(
            rounded(
                (label, kind, number, measure, n, values[0], low, middle, bounds.low, bounds.high, high, values[-1])
            )
        )
    columns = (
        "rules",
        "players",
        "seats",
        "measure",
        "n",
        "least",
        "quarter",
        "median",
        "low",
        "high",
        "three_quarters",
    )
    return Answer((*columns, "most"), rows, ["low and high are the bounds of the median; they need 6 games"])


def _between(at: Callable[[int], float], n: int, share: float) -> float:
    """Gives a quantile of n sorted values; `at` gives one by its place, from 0."""
    place = (n - 1) * share
    below = int(place)
    return at(below) + (at(min(below + 1, n - 1)) - at(below)) * (place - below)


def endings(asked: Asked) -> Answer:
    """Why games end: the share of each reason."""
    found = asked(
        """SELECT label, players, seats, logged, coalesce(reason, 'goes on'), count(*) AS games,
        (sum(count(*)) OVER (PARTITION BY label, players, seats, logged))::BIGINT
        FROM picked GROUP BY label, players, seats, logged, reason
        ORDER BY label, players, seats, logged DESC, games DESC, reason"""
    )
    rows = [
        rounded(
            (label, kind, number, reason if logged else f"{IMPORTED}{reason}", games, n, games / n, *wilson(games, n))
        )
        for label, kind, number, logged, reason, games, n in found
    ]
    notes = []
    if not all(row[3] for row in found):
        notes.append(f"{IMPORTED}... are imported results, with an n of their own: they say who won, not why it ended")
    return Answer(("rules", "players", "seats", "reason", "games", "n", "rate", "low", "high"), rows, notes)


_COUNTED = f"""WITH widths AS (SELECT label, players, seats, greatest(1, ceil(max(turns) / {_BINS}))::INTEGER AS width
FROM picked GROUP BY ALL), counted AS (SELECT p.label, p.players, p.seats, game, width
FROM picked AS p JOIN widths USING (label, players, seats))"""  # noqa: S608 - a number of this module

_OPTIONS = f"""{_COUNTED} SELECT label, players, seats, turn // width * width AS first, options, count(*) AS n
FROM decisions JOIN counted USING (game) WHERE on_main AND options IS NOT NULL GROUP BY ALL ORDER BY ALL"""  # noqa: S608 - as above

_SECONDS = f"""{_COUNTED} SELECT label, players, seats, 'seconds', NULL, first, n, q[1], q[2], q[3] FROM (
SELECT label, players, seats, turn // width * width AS first, count(*) AS n,
quantile_cont(seconds, [0.25, 0.5, 0.75]) AS q FROM decisions JOIN counted USING (game)
WHERE on_main AND seconds IS NOT NULL GROUP BY label, players, seats, first) ORDER BY ALL"""  # noqa: S608 - as above

_WAITING = """SELECT label, players, seats, 'wait', NULL, NULL, n, q[1], q[2], q[3] FROM (
SELECT label, p.players, p.seats, count(*) AS n, quantile_cont(waited, [0.25, 0.5, 0.75]) AS q
FROM decisions JOIN picked AS p USING (game) WHERE on_main AND waited IS NOT NULL GROUP BY ALL) ORDER BY ALL"""

_LEADS = """CREATE TEMPORARY TABLE led AS SELECT label, players, seats, name, changes,
leaders = list_sort(winners) AS won, CASE WHEN len(winners) = 1 AND won THEN since END AS first,
first / greatest(1, turns) AS share FROM leads JOIN picked USING (game) WHERE logged"""

_CHOSEN = """CREATE TEMPORARY TABLE chosen AS SELECT label, players, seats, name FROM led
WHERE $1 = '' OR name = $1 GROUP BY label, players, seats, name HAVING $1 <> '' OR bool_or(won)
QUALIFY row_number() OVER (PARTITION BY label, players, seats ORDER BY count(*) FILTER (won) DESC, name) = 1"""

_LEFT_OUT = """SELECT label, players, seats, list(DISTINCT name ORDER BY name) FROM led ANTI JOIN chosen
USING (label, players, seats) GROUP BY ALL ORDER BY ALL"""

_LEAD = """SELECT label, players, seats, measure, name, NULL, n, q[1], q[2], q[3] FROM (
SELECT label, players, seats, measure, name, count(*) AS n, quantile_cont(value, [0.25, 0.5, 0.75]) AS q FROM (
SELECT * FROM led JOIN chosen USING (label, players, seats, name)) UNPIVOT (value FOR measure IN
(changes::DOUBLE AS "lead changes", first::DOUBLE AS "led from turn", share AS "led from share")) GROUP BY ALL)
ORDER BY ALL"""


def pacing(asked: Asked) -> Answer:
    """The pace: options and seconds per decision by turn, waiting, changes of the lead, and since when winners led.

    Raises:
        ArchiveRefusedError: the standing that is to say who leads is not there.
    """
    rows = [*_options(asked), *asked(_SECONDS), *asked(_WAITING)]
    standing = asked.options.standing
    asked(_LEADS)
    names = [name for (name,) in asked("SELECT DISTINCT name FROM led ORDER BY name")]
    if standing and standing not in names:
        raise ArchiveRefusedError(f"there is no standing {standing!r}", hint=f"there are {', '.join(names) or 'none'}")
    notes = ["turn is the first of as many as a row counts; options need games archived with --deep, times a clock"]
    asked(_CHOSEN, standing)
    leads = asked(_LEAD)
    if leads:
        rows += leads
        notes.append(
            "who has most of the standing leads (--standing NAME: of another); "
            "led from: the turn since when the winner led"
        )
    why = f"there is no {standing}" if standing else "winners come first in none (--standing NAME)"
    left_out = [
        f"{heading({'rules': label, 'players': kind, 'seats': number})} (there are {some(there)})"
        for label, kind, number, there in asked(_LEFT_OUT)
    ]
    if left_out:
        notes.append(f"nobody is said to lead where {why}: {some(left_out, '; ')}")
    columns = ("rules", "players", "seats", "measure", "standing", "turn", "n", "quarter", "median", "three_quarters")
    return Answer(columns, [rounded(row) for row in sorted(rows, key=_order)], notes)


def _options(asked: Asked) -> Iterator[tuple[Any, ...]]:
    """Gives the quartiles of options by turn from how often each number of them came: they are few."""
    for (label, kind, number, first), rows in groupby(asked(_OPTIONS), key=lambda row: row[:4]):
        each = [(value, n) for *_, value, n in rows]
        values, ends = [value for value, _ in each], list(accumulate(n for _, n in each))
        n = ends[-1]

        def at(place: int, values: list[int] = values, ends: list[int] = ends) -> float:
            return float(values[bisect_right(ends, place)])

        yield label, kind, number, "options", None, first, n, *(_between(at, n, share) for share in (0.25, 0.5, 0.75))


def _order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row[:4], row[5] or 0)
