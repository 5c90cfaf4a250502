"""How games go: their length, their endings, their pace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from playfold.errors import ArchiveRefusedError

from ..intervals import wilson
from .quartiles import Looked, of_counts, places, quartiles
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
        each = quartiles(values)
        rows.append(rounded((label, kind, number, measure, n, values[0], *each, values[-1])))
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


_KINDS = f"""CREATE TEMPORARY TABLE kinds AS SELECT row_number() OVER ()::INTEGER AS kind, * FROM (
SELECT label, players, seats, greatest(1, ceil(max(turns) / {_BINS}))::INTEGER AS width FROM picked
GROUP BY label, players, seats)"""  # noqa: S608 - a number of this module

_PACED = """CREATE TEMPORARY TABLE paced AS SELECT kind, turn // width * width AS first, options, seconds, waited
FROM decisions JOIN (SELECT game, kind, width FROM picked JOIN kinds USING (label, players, seats)) USING (game)
WHERE on_main AND coalesce(options, seconds, waited) IS NOT NULL"""
"""Decisions are read once: to find whose games they are takes longer than to sort them."""

_OPTIONS = """SELECT label, players, seats, first, options, n FROM (
SELECT kind, first, options, count(*) AS n FROM paced
WHERE options IS NOT NULL GROUP BY kind, first, options) JOIN kinds USING (kind) ORDER BY ALL"""

_SECONDS = """SELECT label, players, seats, 'seconds' AS measure, NULL AS name, first, found FROM (SELECT kind, first,
list_sort(list(seconds)) AS found FROM paced WHERE seconds IS NOT NULL GROUP BY kind, first) JOIN kinds USING (kind)"""

_WAITS = "SELECT DISTINCT count(waited) FROM paced WHERE waited IS NOT NULL GROUP BY kind"
_WAITING = """SELECT label, players, seats, n, found FROM (
SELECT kind, count(*) AS n, quantile_disc(waited, $1::DOUBLE[]) AS found FROM paced WHERE waited IS NOT NULL
GROUP BY kind) JOIN kinds USING (kind)"""

_LEADS = """CREATE TEMPORARY TABLE led AS SELECT label, players, seats, name, changes,
leaders = list_sort(winners) AS won, CASE WHEN len(winners) = 1 AND won THEN since END AS first,
first / greatest(1, turns) AS share FROM leads JOIN picked USING (game) WHERE logged"""

_CHOSEN = """CREATE TEMPORARY TABLE chosen AS SELECT label, players, seats, name FROM led
WHERE $1 = '' OR name = $1 GROUP BY label, players, seats, name HAVING $1 <> '' OR bool_or(won)
QUALIFY row_number() OVER (PARTITION BY label, players, seats ORDER BY count(*) FILTER (won) DESC, name) = 1"""

_LEFT_OUT = """SELECT label, players, seats, list(DISTINCT name ORDER BY name) FROM led ANTI JOIN chosen
USING (label, players, seats) GROUP BY ALL ORDER BY ALL"""

_LEAD = """SELECT label, players, seats, measure, name, NULL AS first, list_sort(list(value)) AS found FROM (
SELECT * FROM led JOIN chosen USING (label, players, seats, name)) UNPIVOT (value FOR measure IN
(changes::DOUBLE AS "lead changes", first::DOUBLE AS "led from turn", share AS "led from share"))
GROUP BY label, players, seats, measure, name"""

_DEEP = "SELECT count(*) FILTER (deep), count(*) FROM picked WHERE logged"

_NOBODY = """SELECT count(*) FILTER (changes IS NULL), count(*) FROM led
JOIN chosen USING (label, players, seats, name)"""

_SORTED = "CREATE OR REPLACE TEMPORARY TABLE sorted AS {}"
_LENGTHS = "SELECT DISTINCT len(found) FROM sorted"
_LOOKED = """SELECT label, players, seats, measure, name, first, len(found),
list_select(found, map($1::BIGINT[], $2::BIGINT[][])[len(found)]) FROM sorted ORDER BY ALL"""


def pacing(asked: Asked) -> Answer:
    """The pace: options and seconds per decision by turn, waiting, changes of the lead, and since when winners led.

    Raises:
        ArchiveRefusedError: the standing that is to say who leads is not there.
    """
    asked(_KINDS)
    asked(_PACED)
    rows = [*_options(asked), *_quartiles(asked, _SECONDS), *_waiting(asked)]
    standing = asked.options.standing
    asked(_LEADS)
    names = [name for (name,) in asked("SELECT DISTINCT name FROM led ORDER BY name")]
    if standing and standing not in names:
        raise ArchiveRefusedError(f"there is no standing {standing!r}", hint=f"there are {', '.join(names) or 'none'}")
    notes = [
        "turn is the first of as many as a row counts; options need games archived with --deep, times a clock",
        "low and high are the bounds of the median; they need 6 cases",
    ]
    ((deep, logged),) = asked(_DEEP)
    if 0 < deep < logged:
        notes.append(f"options were counted for {deep} of {logged} games: those that were archived with --deep")
    asked(_CHOSEN, standing)
    leads = [*_quartiles(asked, _LEAD)]
    if leads:
        rows += leads
        notes.append(
            "who has most of the standing leads (--standing NAME: of another); "
            "led from: the turn since when the winner led"
        )
    ((nobody, games),) = asked(_NOBODY)
    if nobody:
        notes.append(f"lead changes leave out {nobody} of {games} games: nobody ever led alone in these")
    why = f"there is no {standing}" if standing else "winners come first in none (--standing NAME)"
    left_out = [
        f"{heading({'rules': label, 'players': kind, 'seats': number})} (there are {some(there)})"
        for label, kind, number, there in asked(_LEFT_OUT)
    ]
    if left_out:
        notes.append(f"nobody is said to lead where {why}: {some(left_out, '; ')}")
    columns = (
        *("rules", "players", "seats", "measure", "standing", "turn", "n", "quarter", "median", "low", "high"),
        "three_quarters",
    )
    return Answer(columns, [rounded(row) for row in sorted(rows, key=_order)], notes)


def _options(asked: Asked) -> Iterator[tuple[Any, ...]]:
    """Gives the quartiles of options by turn from how often each number of them came: they are few."""
    for (label, kind, number, first), rows in groupby(asked(_OPTIONS), key=lambda row: row[:4]):
        counts = {value: n for *_, value, n in rows}
        yield label, kind, number, "options", None, first, sum(counts.values()), *of_counts(counts)


def _quartiles(asked: Asked, sql: str) -> Iterator[tuple[Any, ...]]:
    """Gives the quartiles of the values that are `found`: many, so that the database sorts them and gives a few."""
    asked(_SORTED.format(sql))
    sizes = [n for (n,) in asked(_LENGTHS)]
    at = {n: places(n) for n in sizes}
    for *head, n, values in asked(_LOOKED, sizes, [[place + 1 for place in at[n]] for n in sizes]):
        yield *head, n, *quartiles(Looked(n, dict(zip(at[n], values, strict=True)).__getitem__))


def _waiting(asked: Asked) -> Iterator[tuple[Any, ...]]:
    """Gives the quartiles of waiting, which are of few groups: to pick some of many values is quicker than to sort."""
    shares = sorted({(place + 0.5) / n for (n,) in asked(_WAITS) for place in places(n)})
    if not shares:
        return
    for label, kind, number, n, values in asked(_WAITING, shares):
        found = dict(zip(shares, values, strict=True))
        looked = {place: found[(place + 0.5) / n] for place in places(n)}
        yield label, kind, number, "wait", None, None, n, *quartiles(Looked(n, looked.__getitem__))


def _order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row[:4], row[5] or 0)
