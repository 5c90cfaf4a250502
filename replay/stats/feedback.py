"""What is there, and what people say and stumble over: overview, refusals, take-backs, ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..intervals import wilson
from .exact import mean
from .moments import moments
from .quartiles import of_counts
from .selection import Answer, Asked, rounded

_LEAST, _MOST = 1, 5
"""The scale of ratings."""
_WITHOUT = {"clean": "clean games", "result": "imported results"}
"""What is called so has no take-backs."""


def overview(asked: Asked) -> Answer:
    """What the archive holds, by rules, kind of players, number of seats and grade."""
    found = asked(
        """SELECT label, players, seats, grade, count(*) AS games, count(winners) AS decided, sum(entries)::BIGINT,
        histogram(turns), count(minutes), histogram(minutes), min(started)::DATE::VARCHAR,
        max(started)::DATE::VARCHAR, count(*) FILTER (deep) FROM picked GROUP BY label, players, seats, grade
        ORDER BY label, players, seats, grade"""
    )
    ((all_games,),) = asked("SELECT count(*) FROM games")
    left = all_games - asked.games
    columns = (
        *("rules", "players", "seats", "grade", "games", "decided", "entries", "median_turns", "low_turns"),
        *("high_turns", "timed", "median_minutes", "low_minutes", "high_minutes", "first", "last", "deep"),
    )
    notes = [f"{left} of {all_games} games of the archive are not in the selection: {asked.left_out()}"] if left else []
    rows = [
        rounded((*head, *_median(turns), timed, *_median(minutes), first, last, deep))
        for *head, turns, timed, minutes, first, last, deep in found
    ]
    return Answer(columns, rows, notes)


def _median(counts: Mapping[float, int] | None) -> tuple[float | None, float | None, float | None]:
    """Gives a median and its bounds; of no values there is none."""
    if not counts:
        return None, None, None
    found = of_counts(counts)
    return found.median, found.low, found.high


def refusals(asked: Asked) -> Answer:
    """Which rules refuse what people try: attempts, and the share of games in which it happens."""
    found = asked(
        """SELECT label, p.players, p.seats, r.rule, r.type, count(*) AS attempts, count(DISTINCT game) AS games,
        any_value(n.n) FROM refusals AS r JOIN picked AS p USING (game)
        JOIN (SELECT label, players, seats, count(*) AS n FROM picked WHERE logged GROUP BY ALL) AS n
        USING (label, players, seats) GROUP BY label, p.players, p.seats, r.rule, r.type
        ORDER BY label, p.players, p.seats, games DESC, attempts DESC, r.rule, r.type"""
    )
    rows = [
        rounded((label, kind, number, rule, event, attempts, games, n, games / n, *wilson(games, n)))
        for label, kind, number, rule, event, attempts, games, n in found
    ]
    columns = ("rules", "players", "seats", "rule", "tried", "attempts", "games", "n", "rate", "low", "high")
    return Answer(columns, rows)


def takebacks(asked: Asked) -> Answer:
    """Which events are taken back or corrected on main: how many, of how many, and in how many games.

    What a correction lets stand again, as a repetition, is neither.
    """
    found = asked(
        """SELECT label, p.players, p.seats, type, sum(t.back)::BIGINT AS back, sum(written)::BIGINT AS n,
        count(DISTINCT game) FILTER (t.back > 0) FROM tallies AS t JOIN picked AS p USING (game)
        WHERE type IN (SELECT type FROM tallies WHERE back > 0) GROUP BY ALL HAVING sum(t.back) > 0
        ORDER BY label, p.players, p.seats, back DESC, type"""
    )
    rows = [
        rounded((label, kind, number, event, back, games, n, back / n, *wilson(back, n)))
        for label, kind, number, event, back, n, games in found
    ]
    notes = []
    if set(asked.selection.grades) <= _WITHOUT.keys():
        which = " and ".join(name for grade, name in _WITHOUT.items() if grade in asked.selection.grades)
        notes.append(f"{which} have no take-backs: ask with --grade taken_back, or several grades")
    columns = ("rules", "players", "seats", "type", "taken_back", "games", "n", "rate", "low", "high")
    return Answer(columns, rows, notes)


def ratings(asked: Asked) -> Answer:
    """How much fun people had, from 1 to 5: the last rating of each seat of each game; all, winners, others."""
    found = asked(
        """WITH last AS (SELECT game, seat, arg_max(fun, n) AS fun FROM ratings GROUP BY ALL), each AS (
        SELECT label, p.players, p.seats, fun, won FROM last JOIN picked AS p USING (game)
        LEFT JOIN seats AS s USING (game, seat))
        SELECT label, players, seats, who, histogram(fun), min(fun), max(fun) FROM (
            SELECT *, 'all' AS who FROM each UNION ALL SELECT *, 'winners' FROM each WHERE won
            UNION ALL SELECT *, 'others' FROM each WHERE NOT won)
        GROUP BY label, players, seats, who ORDER BY label, players, seats, who"""
    )
    rows: list[tuple[Any, ...]] = []
    for label, kind, number, who, counts, least, most in found:
        n, value, deviation = moments(counts)
        bounds = mean(n, value, deviation, least=_LEAST, most=_MOST)
        rows.append(rounded((label, kind, number, who, n, *bounds, least, most)))
    columns = ("rules", "players", "seats", "who", "n", "mean", "low", "high", "least", "most")
    return Answer(columns, rows, ["all: also of games that have no outcome, or were stopped"] if rows else [])
