"""What choices are worth: how often they are made, and how often those win who make them."""

from __future__ import annotations

from typing import Any

from playfold.errors import ArchiveRefusedError

from ..intervals import wilson
from .selection import Answer, Asked, rounded
from .strata import stratified
from .values import LEFT_OUT, default, labels, pointer

_MOST = 200
_MANY = 20
"""Of so many intervals at 95 % one misses in the mean."""

_DECIDED = (
    """CREATE TEMPORARY TABLE decided AS SELECT DISTINCT rule_set, type FROM decisions JOIN picked USING (game)"""
)
"""Which events are decisions in which rule set: another one may have a chance of the same name."""
_RULE_SETS = "SELECT rule_set FROM decided WHERE type = $1 ORDER BY rule_set"
_KINDS = """CREATE TEMPORARY TABLE made AS SELECT number, t.seat, type AS choice FROM tallies AS t
JOIN picked USING (game) JOIN decided USING (rule_set, type) WHERE times > 0 AND t.seat IS NOT NULL
AND ($1 = '' OR type = $1)"""
_VALUES = f"""CREATE TEMPORARY TABLE made AS SELECT DISTINCT number, rule_set, e.seat,
coalesce(json_extract(payload, $2)::VARCHAR, list_extract($4::VARCHAR[], list_position($3::VARCHAR[], rule_set)),
'{LEFT_OUT}') AS choice
FROM events AS e JOIN picked USING (game) JOIN decided USING (rule_set, type)
WHERE on_main AND e.seat IS NOT NULL AND turn IS NOT NULL AND type = $1"""  # noqa: S608 - a text of this program
"""Values as JSON; one that is left out is the default of its rule set, where that is known."""
_HAVE = f"SELECT rule_set FROM made WHERE choice <> '{LEFT_OUT}'"  # noqa: S608 - as above
_STRANGE = f"DELETE FROM made WHERE rule_set NOT IN ({_HAVE}) AND EXISTS ({_HAVE})"  # noqa: S608 - a text of this module
"""Takes out rule sets whose event of that name has no such field, where others have one."""
_TABLE = """WITH everyone AS (SELECT label, p.players, p.seats, number, seat, won FROM picked AS p
JOIN seats USING (game) WHERE won IS NOT NULL AND logged),
chosen AS (SELECT label, players, seats, seat, choice, count(*) AS n, count(*) FILTER (won) AS k
FROM everyone JOIN made USING (number, seat) GROUP BY ALL),
total AS (SELECT label, players, seats, seat, count(*) AS n, count(*) FILTER (won) AS k FROM everyone GROUP BY ALL),
named AS (SELECT DISTINCT label, players, seats, choice FROM chosen)
SELECT label, players, seats, choice, list((coalesce(c.k, 0), coalesce(c.n, 0), t.k - coalesce(c.k, 0),
t.n - coalesce(c.n, 0)) ORDER BY seat) FROM named JOIN total AS t USING (label, players, seats)
LEFT JOIN chosen AS c USING (label, players, seats, seat, choice) GROUP BY ALL ORDER BY ALL"""


def choices(asked: Asked) -> Answer:
    """What choices go with winning: of each value of a field (or each kind of event) with, without, and difference.

    Raises:
        ArchiveRefusedError: the event or the field does not come in these games.
    """
    event, field = asked.options.event, asked.options.field
    asked(_DECIDED)
    if event:
        _check(asked, event)
    if field:
        found = ((name, default(name, event, field)) for (name,) in asked(_RULE_SETS, event))
        known = {name: value for name, value in found if value is not None}
        asked(_VALUES, event, pointer(field), list(known), list(known.values()))
        _check_field(asked, event, field)
        asked(_STRANGE)
    else:
        asked(_KINDS, event)
    counted = asked(_TABLE)
    named = labels(choice for *_, choice, _ in counted) if field else {}
    rows: list[tuple[Any, ...]] = []
    for label, kind, number, choice, strata in counted:
        made, n, left, m = (sum(stratum[place] for stratum in strata) for place in range(4))
        rate, other = made / n, (left / m if m else None)
        row = (rate, *wilson(made, n), m, other, *(wilson(left, m) if m else (None, None)), *stratified(strata))
        rows.append(rounded((label, kind, number, named.get(choice, choice), n, n / (n + m), *row)))
    rows.sort(key=lambda row: (*row[:3], -row[4], row[3]))
    notes = [
        "a seat counts once a game; the difference holds the seat fixed (Mantel-Haenszel); who wins also lives longer"
    ]
    if len(rows) > _MOST:
        notes.append(f"of {len(rows)} choices the {_MOST} most frequent ones of each group come out")
        rows = _cut(rows)
    compared = sum(row[-1] is not None for row in rows)
    if compared < len(rows):
        notes.append(
            "no difference where each seat made the choice in all of its games or in none: nothing is left to compare"
        )
    if compared >= _MANY:
        notes.append(f"of {compared} differences about {round(compared / 20)} lie outside of their bounds by chance")
    columns = (
        *("rules", "players", "seats", "choice", "n", "share", "rate", "low", "high", "n_without", "without"),
        *("low_without", "high_without", "difference", "difference_low", "difference_high"),
    )
    return Answer(columns, rows, notes)


def _cut(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    seen: dict[tuple[Any, ...], int] = {}
    kept = []
    for row in rows:
        seen[row[:3]] = seen.get(row[:3], 0) + 1
        if seen[row[:3]] <= _MOST:
            kept.append(row)
    return kept


def _check(asked: Asked, event: str) -> None:
    found = asked(
        """SELECT DISTINCT type FROM tallies AS t JOIN picked USING (game) JOIN decided USING (rule_set, type)
        WHERE times > 0 AND t.seat IS NOT NULL ORDER BY type"""
    )
    there = [kind for (kind,) in found]
    if event not in there:
        raise ArchiveRefusedError(
            f"no decision {event!r} comes in these games", hint=f"there are {', '.join(there) or 'none'}"
        )


def _check_field(asked: Asked, event: str, field: str) -> None:
    """Refuses a field that the event never has; one that is always left out is there where its default is known."""
    if field not in ("type", "seat") and asked(f"{_HAVE} LIMIT 1"):
        return
    found = asked(
        """SELECT list_distinct(flatten(list(json_keys(payload)))) FROM events AS e JOIN picked USING (game)
        JOIN decided USING (rule_set, type) WHERE on_main AND e.seat IS NOT NULL AND turn IS NOT NULL AND type = $1""",
        event,
    )
    names = sorted(set(found[0][0] or ()) - {"type", "seat"})
    raise ArchiveRefusedError(
        f"{event} has no field {field!r} in these games", hint=f"it has {', '.join(names) or 'none'}"
    )
