"""Charts of who wins: seats, players, and what goes with winning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..stats.selection import Answer
from .charts import intervals
from .figures import Figure, Row, between, drawable, fair_for_all, games_of, groups, percent, some_of, told

_BOUNDS = ("rate", "low", "high")
_DIFFERENCE = ("difference", "difference_low", "difference_high")


def seats(answer: Answer) -> Iterator[Figure]:
    """Draws the win rate of each seat."""
    for about, rows in groups(answer):
        shown, more = some_of(drawable(rows, *_BOUNDS), "seats, the first")
        if shown:
            fair, marks = fair_for_all(shown)
            said = "; ".join(f"seat {row['seat']}: {between(row)}{_own(row, marks)}" for row in shown)
            drawn = [(f"seat {row['seat']}", row["rate"], row["low"], row["high"]) for row in shown]
            yield Figure(
                about,
                f"Win rates of {games_of(shown[0]['n'])}. {said}.{_equal(fair)}{more}",
                intervals(drawn, "win rate", fair, share=True, marks=marks),
            )


def players(answer: Answer) -> Iterator[Figure]:
    """Draws the win rate of each player, of those with most games."""
    for about, rows in groups(answer):
        shown, more = some_of(drawable(rows, *_BOUNDS), "players, those with most games")
        if shown:
            fair, marks = fair_for_all(shown)
            said = "; ".join(
                f"{told(row['name'])}: {between(row)} of {games_of(row['n'])}{_own(row, marks)}" for row in shown
            )
            drawn = [(str(row["name"]), row["rate"], row["low"], row["high"]) for row in shown]
            yield Figure(
                about,
                f"Win rates of players. {said}.{_equal(fair)}{more}",
                intervals(drawn, "win rate", fair, share=True, marks=marks),
            )


def _equal(fair: float | None) -> str:
    return "" if fair is None else f" An equal chance is {percent(fair)}."


def _own(row: Row, marks: Sequence[float | None]) -> str:
    return f", an equal chance {percent(row['fair'])}" if marks and drawable([row], "fair") else ""


def choices(answer: Answer) -> Iterator[Figure]:
    """Draws how much more often those win who made a choice, of the most frequent ones."""
    for about, rows in groups(answer):
        shown, more = some_of(
            drawable(rows, *_DIFFERENCE), "choices that some made and some did not, the most frequent"
        )
        if shown:
            points = [[100 * row[column] for column in _DIFFERENCE] for row in shown]
            said = "; ".join(
                f"{told(row['choice'])}: {value:+.1f} ({low:+.1f} to {high:+.1f})"
                for row, (value, low, high) in zip(shown, points, strict=True)
            )
            drawn = [(str(row["choice"]), *each) for row, each in zip(shown, points, strict=True)]
            yield Figure(
                about,
                f"Win rate with it less that without it, in percentage points. {said}.{more}",
                intervals(
                    [(name, *each) for name, *each in drawn], "won more often with it (% points)", 0.0, signed=True
                ),
            )
