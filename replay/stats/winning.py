"""Who wins: seats, players, and two versions side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import inf
from typing import Any

from playfold.errors import UnknownRulesError

from ..intervals import wilson
from . import seeds
from .exact import fit, mean, newcombe, welch
from .moments import moments
from .power import smallest_edge
from .selection import Answer, Asked, normal, rounded, some

_TEAMS = "list_transform(range(1, seats + 1), lambda s: json_extract_string(tags, '$.\"team ' || s || '\"'))"
_COOPERATIVE = "json_extract_string(tags, '$.cooperative')"
_SHARES_OF_SEATS = f"""(SELECT game, CASE WHEN seats < 2 THEN NULL WHEN grade <> 'result' THEN len(winners) / seats
WHEN len(winners) = 0 OR (len(winners) = seats AND CASE {_COOPERATIVE} WHEN 'true' THEN true WHEN 'false' THEN false
    ELSE rule_set NOT IN (SELECT rule_set FROM games WHERE len(winners) BETWEEN 1 AND seats - 1) END) THEN NULL
WHEN list_count({_TEAMS}) = seats AND list_unique({_TEAMS}) > 1
    THEN list_unique(list_select({_TEAMS}, winners)) / list_unique({_TEAMS})
WHEN list_count({_TEAMS}) > 0 OR json_extract_string(tags, '$.teams') = 'true' OR {_COOPERATIVE} = 'true' THEN NULL
ELSE len(winners) / seats END AS fair FROM games)"""  # noqa: S608 - a text of this module
"""The chance of each seat if all sides have the same: the share of seats, or of teams, that won the game.

NULL where sides do not compete, alone or together, or are not known. An imported result is one of a cooperative game or
not as its tag says. Where it has none, nobody marked as winner means a cooperative game that was lost; all marked means
one that was won, unless others of this game had losers, too. Some winners of a cooperative game make sides only as
teams.
"""

_PLAYERS = """(SELECT game, name, bool_or(bot) AS bot, bool_or(won) AS won, min(rank) AS rank, count(*) AS held
FROM seats WHERE won IS NOT NULL GROUP BY game, name)"""
"""The players of each game, and how many seats each has: mostly one."""

_FAIR = "CASE WHEN count(fair) = count(*) THEN avg(fair ORDER BY fair) END"
_DECISIVE = "len(winners) = 1 AND all_placed AND fair = 1 / p.seats"


def seats(asked: Asked) -> Answer:
    """How often each seat wins, against equal chances."""
    found = asked(
        f"""SELECT label, p.players, p.seats, seat, count(*), count(*) FILTER (won), {_FAIR},
        count(*) FILTER (won AND {_DECISIVE}), count(*) FILTER ({_DECISIVE}) FROM picked AS p JOIN seats USING (game)
        JOIN (SELECT game, bool_and(placed) AS all_placed FROM seats GROUP BY game) USING (game)
        JOIN {_SHARES_OF_SEATS} USING (game)
        WHERE won IS NOT NULL AND placed GROUP BY ALL ORDER BY ALL"""  # noqa: S608 - texts of this module
    )
    rows: list[tuple[Any, ...]] = []
    for (label, players, number), group in groupby(found, key=lambda row: row[:3]):
        each = list(group)
        share = 1 / number
        tested = fit([alone for *_, alone, _ in each], [share] * len(each)) if len(each) == number else fit([], [])
        for _, _, _, seat, n, wins, fair, _, single in each:
            edge = None if tested.p is None else smallest_edge(single, share, number)
            row = (label, players, number, seat, n, wins, wins / n, *wilson(wins, n), fair, single, *tested, edge)
            rows.append(rounded(row))
    columns = (
        *("rules", "players", "seats", "seat", "n", "wins", "rate", "low", "high", "fair", "n_test", "p", "test"),
        "edge",
    )
    notes = ["p is that of equal chances for all seats; edge is what this many games show in 8 of 10 cases"]
    if any(row[4] != row[10] for row in rows):
        notes.append("the test takes games that one seat alone won and whose places are known; the rates take all")
    return Answer(columns, rows, notes + _of_fair(rows, columns.index("fair")))


def _of_fair(rows: list[tuple[Any, ...]], place: int) -> list[str]:
    notes = ["fair is what equal chances give: the share of seats, or of teams, that won, in the mean of the games"]
    if any(row[place] is None for row in rows):
        notes.append(
            "fair is left out where players do not compete, alone or together, or where not all teams are known"
        )
    return notes


def players(asked: Asked) -> Answer:
    """How often each player wins, against equal chances of all who compete: seats, or teams; and the mean rank.

    A name that several seats of a game have is one player, who won if one of them did, with the rank of the best.
    """
    found = asked(
        f"""SELECT label, p.players, p.seats, name, bool_or(bot), count(*) AS n, count(*) FILTER (won), {_FAIR},
        max(held), histogram(rank) FROM picked AS p JOIN {_PLAYERS} USING (game)
        LEFT JOIN {_SHARES_OF_SEATS} AS f ON f.game = p.game AND held = 1
        GROUP BY label, p.players, p.seats, name ORDER BY label, p.players, p.seats, n DESC, name"""  # noqa: S608 - texts of this module
    )
    several = any(held > 1 for *_, held, _ in found)
    rows: list[tuple[Any, ...]] = []
    for label, kind, number, name, bot, n, wins, fair, _, ranks in found:
        ranked, value, deviation = moments(ranks)
        place = mean(ranked, value, deviation, least=1, most=number)
        rows.append(
            rounded((label, kind, number, name, bot, n, wins, wins / n, *wilson(wins, n), fair, ranked, *place))
        )
    columns = (
        *("rules", "players", "seats", "name", "bot", "n", "wins", "rate", "low", "high", "fair", "ranked"),
        *("mean_rank", "low_rank", "high_rank"),
    )
    notes = ["who has several seats of a game counts once, as the best of them, and has no fair"] if several else []
    return Answer(columns, rows, notes + _of_fair(rows, columns.index("fair")))


_GROUPS = (
    "SELECT players, seats FROM picked WHERE rules = $1 INTERSECT SELECT players, seats FROM picked WHERE rules = $2"
)
_WHERE = "FROM picked AS p WHERE rules = $1 AND p.players = $2 AND p.seats = $3"
_JOINED = "FROM picked AS p JOIN {} AS s USING (game) WHERE rules = $1 AND p.players = $2 AND p.seats = $3"
_SHARES = {
    "wins of seat": f"""SELECT seat, count(*) FILTER (won), count(*) {_JOINED.format("seats")} AND won IS NOT NULL
    AND placed GROUP BY 1""",
    "ending": f"SELECT reason, count(*), sum(count(*)) OVER () {_WHERE} AND logged GROUP BY 1",
}
_FROM_ZERO = ("turns", "entries", "minutes")
_MEANS = {
    **{name: f"SELECT '', histogram({name}) {_WHERE}" for name in _FROM_ZERO},
    "final": """SELECT name, histogram(v) FROM (SELECT name, number, avg(value) AS v
    FROM finals WHERE rules = $1 AND players = $2 AND seats = $3 GROUP BY ALL) GROUP BY 1""",
    "final of the winner": """SELECT name, histogram(value) FROM finals
    WHERE rules = $1 AND players = $2 AND seats = $3 AND won GROUP BY 1""",
}
_FINALS = """CREATE OR REPLACE TEMPORARY TABLE finals AS SELECT number, rules, players, seats, f.name, value,
coalesce(winners = [f.seat], false) AS won FROM final_standings AS f JOIN picked USING (game)
WHERE rules = $1 OR rules = $2"""


def compare(asked: Asked) -> Answer:
    """Two versions side by side: shares and means of each, and their differences.

    Raises:
        UnknownRulesError: not two references are named, or one of them has no games in the selection.
    """
    if len(asked.options.compared) != 2:  # noqa: PLR2004 - two sides
        raise UnknownRulesError(
            "two rules references are compared", hint=f"playfold stats {asked.typed} compare REF_A REF_B"
        )
    sides = [normal(one) for one in asked.options.compared]
    for side in sides:
        if not asked("SELECT count(*) FROM picked WHERE rules = $1", side)[0][0]:
            there = some([row[0] for row in asked("SELECT DISTINCT rules FROM picked ORDER BY rules")])
            raise UnknownRulesError(f"no game of {side} is in the selection", hint=f"there are games of {there}")
    asked(_FINALS, *sides)
    rows: list[tuple[Any, ...]] = []
    for kind, number in sorted(asked(_GROUPS, *sides)):
        rows += [(*sides, kind, number, *row) for row in _shares(asked, sides, kind, number)]
        rows += [(*sides, kind, number, *row) for row in _means(asked, sides, kind, number)]
    columns = (
        *(
            "rules_a",
            "rules_b",
            "players",
            "seats",
            "measure",
            "of",
            "n_a",
            "a",
            "low_a",
            "high_a",
            "n_b",
            "b",
            "low_b",
            "high_b",
        ),
        *("difference", "low", "high"),
    )
    notes = ["the difference is that of b less a"]
    if any(row[columns.index("measure")] == "final of the winner" for row in rows):
        notes.append("final of the winner: of games that one seat won alone")
    notes += seeds.of_both(asked, *sides)
    if not rows:
        notes.append("they share no number of seats and kind of players")
    return Answer(columns, rows, notes)


def _shares(asked: Asked, sides: list[str], kind: str, number: int) -> Iterator[tuple[Any, ...]]:
    for measure, sql in _SHARES.items():
        one, other = ({key: (int(k), int(n)) for key, k, n in asked(sql, side, kind, number)} for side in sides)
        whole, other_whole = (max((n for _, n in each.values()), default=0) for each in (one, other))
        for key in sorted({*one, *other}, key=str):
            (k, n), (j, m) = one.get(key, (0, whole)), other.get(key, (0, other_whole))
            if n and m:
                difference = newcombe(j, m, k, n)
                yield rounded(
                    (measure, str(key), n, k / n, *wilson(k, n), m, j / m, *wilson(j, m), *difference),
                )


def _means(asked: Asked, sides: list[str], kind: str, number: int) -> Iterator[tuple[Any, ...]]:
    none = (0, None, None)
    for measure, sql in _MEANS.items():
        one, other = ({key: moments(counts) for key, counts in asked(sql, side, kind, number)} for side in sides)
        for key in sorted({*one, *other}):
            a, b = one.get(key, none), other.get(key, none)
            if a[0] and b[0]:
                least = 0 if measure in _FROM_ZERO else -inf
                each = (*mean(*a, least=least), b[0], *mean(*b, least=least))
                yield rounded((measure, key, a[0], *each, *welch(b, a)))
