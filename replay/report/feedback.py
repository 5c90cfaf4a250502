"""Charts of what is there, and of what people say and stumble over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..stats.selection import Answer, heading
from ..telling import visible
from .charts import bars, counts, intervals
from .figures import ISOLATE, POP, Figure, Row, between, drawable, games_of, groups, rows_of, some_of, told

_SCALE = (1.0, 5.0)


def overview(answer: Answer) -> Iterator[Figure]:
    """Draws how many games there are of each kind, and of each grade; where there is one there is nothing to draw."""
    kinds, grades = Counter[str](), Counter[str]()
    for row in rows_of(answer):
        kinds[heading(row)] += row["games"]
        grades[str(row["grade"])] += row["games"]
    for about, what, found in (
        ("Rules, players and seats", "kinds of games", kinds),
        ("Grades", "grades", grades),
    ):
        if len(found) > 1:
            each: list[Row] = [{"name": name, "games": number} for name, number in found.most_common()]
            shown, more = some_of(each, f"{what}, the most frequent")
            said = "; ".join(f"{ISOLATE}{visible(row['name'])}{POP}: {row['games']}" for row in shown)
            drawn = [(row["name"], row["games"]) for row in shown]
            yield Figure(about, f"{games_of(found.total())}. {said}.{more}", counts(drawn, "games"))


def refusals(answer: Answer) -> Iterator[Figure]:
    """Draws in which share of games a rule refuses what is tried."""
    for about, rows in groups(answer):
        shown, more = some_of(drawable(rows, "rate", "low", "high"), "rules and attempts, the most frequent")
        if shown:
            names = [_refused(row, str) for row in shown]
            said = "; ".join(
                f"{_refused(row, told)}: {between(row)}, {games_of(row['attempts'], 'attempt')}" for row in shown
            )
            yield Figure(
                about,
                f"Share of {games_of(shown[0]['n'])} in which a rule refused an attempt. {said}.{more}",
                bars(_drawn(names, shown), "share of games"),
            )


def _refused(row: Row, name: Callable[[object], str]) -> str:
    return name(row["rule"]) + (f" ({name(row['tried'])})" if row["tried"] else "")


def takebacks(answer: Answer) -> Iterator[Figure]:
    """Draws which share of the events of each kind is taken back."""
    for about, rows in groups(answer):
        shown, more = some_of(drawable(rows, "rate", "low", "high"), "kinds of events, those most often taken back")
        if shown:
            said = "; ".join(f"{told(row['type'])}: {row['taken_back']} of {row['n']}, {between(row)}" for row in shown)
            drawn = _drawn([str(row["type"]) for row in shown], shown)
            yield Figure(
                about,
                f"Share of the events of a kind that was taken back. {said}.{more}",
                bars(drawn, "share of these events", whole=False),
            )


def _drawn(names: Sequence[str], rows: Sequence[Row]) -> list[tuple[str, float, float, float]]:
    return [(name, row["rate"], row["low"], row["high"]) for name, row in zip(names, rows, strict=True)]


def ratings(answer: Answer) -> Iterator[Figure]:
    """Draws the mean rating of all, of winners and of others, where there are two or more."""
    for about, rows in groups(answer):
        shown = drawable(rows, "mean", "low", "high")
        if shown:
            said = "; ".join(
                f"{row['who']}: {row['mean']:.2f} ({row['low']:.2f} to {row['high']:.2f}) of "
                f"{games_of(row['n'], 'rating')}"
                for row in shown
            )
            drawn = [(str(row["who"]), row["mean"], row["low"], row["high"]) for row in shown]
            yield Figure(about, f"Mean rating, from 1 to 5. {said}.", intervals(drawn, "mean rating", domain=_SCALE))
