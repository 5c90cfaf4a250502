"""How games go: their length, their endings, their pace."""

from __future__ import annotations

from typing import Any

from playfold.errors import ArchiveRefusedError

from ..intervals import wilson
from .exact import median
from .selection import Answer, Asked, rounded

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
        low, middle, high = (_quantile(values, share) for share in (0.25, 0.5, 0.75))
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


def _quantile(values: list[float], share: float) -> float:
    place = (len(values) - 1) * share
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (place - below)


def endings(asked: Asked) -> Answer:
    """Why games end: the share of each reason."""
    found = asked(
        """SELECT label, players, seats, coalesce(reason, 'goes on'), count(*) AS games,
        (sum(count(*)) OVER (PARTITION BY label, players, seats))::BIGINT
        FROM picked GROUP BY label, players, seats, reason ORDER BY label, players, seats, games DESC, reason"""
    )
    rows = [
        rounded((label, kind, number, reason, games, n, games / n, *wilson(games, n)))
        for label, kind, number, reason, games, n in found
    ]
    return Answer(("rules", "players", "seats", "reason", "games", "n", "rate", "low", "high"), rows)


_BY_TURN = """SELECT label, players, seats, measure, turn // width * width AS first, count(value),
quantile_cont(value, 0.25), quantile_cont(value, 0.5), quantile_cont(value, 0.75) FROM (
    SELECT label, p.players, p.seats, turn, unnest(['options', 'seconds']) AS measure,
    unnest([options::DOUBLE, seconds]) AS value, greatest(1, ceil(max(turn) OVER
    (PARTITION BY label, p.players, p.seats) / {bins}))::INTEGER AS width
    FROM decisions JOIN picked AS p USING (game) WHERE on_main)
WHERE value IS NOT NULL GROUP BY ALL ORDER BY ALL"""

_WAITING = """SELECT label, players, seats, 'wait', NULL, count(wait), quantile_cont(wait, 0.25),
quantile_cont(wait, 0.5), quantile_cont(wait, 0.75) FROM (SELECT *, others - coalesce(lag(others) OVER
(PARTITION BY game, seat ORDER BY n), 0) AS wait, lag(seat) OVER (PARTITION BY game ORDER BY n) AS before FROM (
    SELECT game, n, seat, label, p.players, p.seats, sum(seconds) OVER (PARTITION BY game ORDER BY n)
    - sum(seconds) OVER (PARTITION BY game, seat ORDER BY n) AS others
    FROM decisions JOIN picked AS p USING (game) WHERE on_main AND seconds IS NOT NULL))
WHERE before <> seat GROUP BY ALL ORDER BY ALL"""

# The best value with the highest seat that has it, and with the lowest one, as one integer each: where both name the
# same seat, it leads alone. Sorting lists of seats takes ten times as long.
_LEADERS = """CREATE TEMPORARY TABLE leaders AS SELECT number, turn, CASE WHEN high = low THEN high END AS head FROM
(SELECT number, turn, (max(100 * value + s.seat) % 100 + 100) % 100 AS high,
99 - (max(100 * value + 99 - s.seat) % 100 + 100) % 100 AS low
FROM standings AS s JOIN picked USING (game) WHERE s.name = $1 GROUP BY number, turn)"""

_LEAD = """WITH changes AS (SELECT number, count(*) FILTER (head <> before) AS changes FROM (SELECT number, head,
lag(head) OVER (PARTITION BY number ORDER BY turn) AS before FROM leaders WHERE head IS NOT NULL) GROUP BY number),
safe AS (SELECT number, coalesce(max(turn) FILTER (head IS DISTINCT FROM winners[1]) + 1, min(turn)) AS since,
any_value(turns) AS turns, arg_max(head IS NOT DISTINCT FROM winners[1], turn) AS last
FROM leaders JOIN picked USING (number) WHERE len(winners) = 1 GROUP BY number)
SELECT label, players, p.seats, measure, NULL, count(value), quantile_cont(value, 0.25), quantile_cont(value, 0.5),
quantile_cont(value, 0.75) FROM (SELECT number, 'lead changes' AS measure, changes::DOUBLE AS value FROM changes
UNION ALL SELECT number, 'led from turn', since FROM safe WHERE last
UNION ALL SELECT number, 'led from share', since / greatest(1, turns) FROM safe WHERE last)
JOIN picked AS p USING (number) GROUP BY ALL ORDER BY ALL"""

_FINAL = "CREATE TEMPORARY TABLE finals AS SELECT f.* FROM final_standings AS f JOIN picked USING (game)"
_USUAL = """SELECT name, count(*) AS won FROM (SELECT f.game, f.name FROM (SELECT *, max(value) OVER
(PARTITION BY game, name) AS most FROM finals) AS f JOIN picked USING (game) WHERE value = most
GROUP BY f.game, f.name HAVING list(seat) = any_value(winners)) GROUP BY name ORDER BY won DESC, name LIMIT 1"""


def pacing(asked: Asked) -> Answer:
    """The pace: options and seconds per decision by turn, waiting, changes of the lead, and since when winners led.

    Raises:
        ArchiveRefusedError: the standing that is to say who leads is not there.
    """
    rows = asked(_BY_TURN.format(bins=_BINS)) + asked(_WAITING)
    standing = asked.options.standing
    asked(_FINAL)
    names = [name for (name,) in asked("SELECT DISTINCT name FROM finals ORDER BY name")]
    if standing and standing not in names:
        raise ArchiveRefusedError(f"there is no standing {standing!r}", hint=f"there are {', '.join(names) or 'none'}")
    notes = ["turn is the first of as many as a row counts; options need games archived with --deep, times a clock"]
    usual = asked(_USUAL) if names and not standing else []
    standing = standing or (usual[0][0] if usual else "")
    if standing:
        asked(_LEADERS, standing)
        rows += asked(_LEAD)
        notes.append(
            f"who has most {standing} leads (--standing NAME for another); led from: the turn since when the winner led"
        )
    columns = ("rules", "players", "seats", "measure", "turn", "n", "quarter", "median", "three_quarters")
    return Answer(columns, [rounded(row) for row in sorted(rows, key=_order)], notes)


def _order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row[:4], row[4] or 0)
