"""Versions of a rule set side by side: which pairs the page compares, and the charts of their differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..stats.reports import function
from ..stats.selection import Answer, Asked, Options, normal
from .charts import intervals
from .figures import Figure, Row, drawable, groups, percent, short, some_of, told

PAIRS_OF_ONE, PAIRS = 3, 6
"""So many pairs of one rule set are compared, and so many in all: each costs as much as another report."""

_STANDINGS = 8
_DIGITS = 9
_BOUNDS = ("difference", "low", "high")
_REFERENCES = """SELECT rule_set, rules, list(DISTINCT (players, seats)) FROM picked WHERE rule_set <> ''
GROUP BY rule_set, rules ORDER BY rule_set, count(*) DESC, rules"""


class Pairs(NamedTuple):
    """Which versions are compared: (a, b), and how many pairs there would be."""

    shown: list[tuple[str, str]]
    all: int


def pairs(asked: Asked) -> Pairs:
    """Gives the pairs of references to compare: of each rule set that of most games with those of most games beside it.

    Only those make a pair that have games of the same kind of players and number of seats. References that SQL could
    not name again, as of a rule set whose versions changed, make none.
    """
    shown: list[tuple[str, str]] = []
    number = 0
    for _, each in groupby(asked(_REFERENCES), key=lambda row: row[0]):
        kinds = {rules: set(of) for _, rules, of in each if normal(rules) == rules}
        partners = {a: [b for b in kinds if b != a and kinds[a] & kinds[b]] for a in kinds}
        number += sum(map(len, partners.values())) // 2
        if base := next((a for a in kinds if partners[a]), None):
            shown += [(base, other) for other in partners[base][:PAIRS_OF_ONE]]
    return Pairs(shown[:PAIRS], number)


def side_by_side(asked: Asked) -> Answer:
    """Compares the versions in a selection, some pairs of them; with versions pooled there is nothing to compare."""
    if asked.selection.pool:
        return Answer((), [])
    found = pairs(asked)
    make = function("compare")
    answers = [
        make(Asked(asked.connection, asked.selection, Options(compared=pair), asked.typed)) for pair in found.shown
    ]
    if not answers:
        return Answer((), [])
    notes = list(dict.fromkeys(note for answer in answers for note in answer.notes))
    if found.all > len(answers):
        notes.append(
            f"{len(answers)} of {found.all} pairs: that of most games of a rule set with the next {PAIRS_OF_ONE}, "
            f"at most {PAIRS} in all; playfold stats ARCHIVE compare REF_A REF_B has any pair"
        )
    # What two sums differ by in their last digits is no difference.
    rows = [
        tuple(round(value, _DIGITS) + 0.0 if isinstance(value, float) else value for value in row)
        for answer in answers
        for row in answer.rows
    ]
    return Answer(answers[0].columns, rows, notes)


def compare(answer: Answer) -> Iterator[Figure]:
    """Draws how b differs from a: wins of seats, endings, turns and minutes, and what they end with."""
    for about, rows in groups(answer):
        by = {
            measure: [row for row in rows if row["measure"] == measure] for measure in {row["measure"] for row in rows}
        }
        for measure, title, what, which in (
            ("wins of seat", "wins", "seat ", "seats, the first"),
            ("ending", "endings", "", "endings, the first by name"),
        ):
            shown, more = some_of(_differ(by.get(measure, [])), which)
            if len(shown) > 1 or any(row["difference"] for row in shown):
                said = "; ".join(
                    f"{what}{told(row['of'])}: {percent(row['a'])} and {percent(row['b'])}, {_difference(row, 100)}"
                    for row in shown
                )
                drawn = [(f"{what}{row['of']}", row) for row in shown]
                yield Figure(
                    about,
                    f"{title}, a and b, and b less a in percentage points. {said}.{more}",
                    _drawn(drawn, f"{title}, b less a (% points)", 100),
                )
        for measure in ("turns", "minutes"):
            if shown := _differ(by.get(measure, [])):
                yield _means(about, measure, [(measure, row) for row in shown])
        yield from _standings(about, by)


def _standings(about: str, by: dict[str, list[Row]]) -> Iterator[Figure]:
    """Draws what seats and what winners end with, a chart for each standing: they have scales of their own."""
    names = list(dict.fromkeys(row["of"] for row in by.get("final", [])))
    drawn: list[tuple[str, list[tuple[str, Row]]]] = []
    for name in names:
        each = [
            (who, row)
            for who, measure in (("all seats", "final"), ("the winner", "final of the winner"))
            for row in _differ(row for row in by.get(measure, []) if row["of"] == name)
        ]
        if each:
            drawn.append((f"{short(name)} at the end", each))
    for place, (title, each) in enumerate(drawn[:_STANDINGS], 1):
        last = place == _STANDINGS < len(drawn)
        more = f" This is the last of {place} standings with charts of {len(drawn)}; the table has all." if last else ""
        yield _means(about, title, each, more)


def _means(about: str, title: str, rows: Sequence[tuple[str, Row]], more: str = "") -> Figure:
    said = "; ".join(f"{who}: {row['a']:.4g} and {row['b']:.4g}, {_difference(row)}" for who, row in rows)
    return Figure(about, f"{title}, means of a and b, and b less a. {said}.{more}", _drawn(rows, f"{title}, b less a"))


def _drawn(rows: Sequence[tuple[str, Row]], title: str, times: float = 1) -> str:
    drawn = [(name, times * row["difference"], times * row["low"], times * row["high"]) for name, row in rows]
    return intervals(drawn, title, 0.0, signed=True)


def _differ(rows: Iterator[Row] | Sequence[Row]) -> list[Row]:
    """Gives the rows that can be drawn, none when none of them differs at all."""
    shown = drawable(list(rows), "a", "b", *_BOUNDS)
    return shown if any(row[bound] for row in shown for bound in _BOUNDS) else []


def _difference(row: Row, times: float = 1) -> str:
    value, low, high = (times * row[bound] for bound in _BOUNDS)
    return f"{_signed(value)} ({_signed(low)} to {_signed(high)})"


def _signed(value: float) -> str:
    return f"{value:+.3g}" if value else "0"
