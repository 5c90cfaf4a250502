"""What each report looks like on the page: its title, its words, its charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from ..stats.selection import IMPORTED, Answer, heading
from .charts import bars, course, intervals, quartiles

_MOST_CHARTS = 12

Row = dict[str, Any]


class Figure(NamedTuple):
    """A chart: whose games it shows, what it says in words, and its SVG."""

    about: str
    says: str
    svg: str


class Section(NamedTuple):
    """A part of the page."""

    title: str
    words: str
    figures: Callable[[Answer], Iterator[Figure]]


def _rows(answer: Answer) -> list[Row]:
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def _groups(answer: Answer) -> Iterator[tuple[str, list[Row]]]:
    """Gives the rows by rules, kind of players and number of seats, those of the first dozen."""
    for about, rows in islice(groupby(_rows(answer), heading), _MOST_CHARTS):
        yield about, list(rows)


def without_charts(answer: Answer) -> str:
    """Says how many groups have no charts, since there are so many."""
    groups = len({heading(row) for row in _rows(answer)})
    if groups <= _MOST_CHARTS:
        return ""
    return f"Charts show the first {_MOST_CHARTS} of {groups} kinds of games; the table has all."


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def games_of(number: int, what: str = "game") -> str:
    """Gives a number of games in words: one game, or several."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _none(_answer: Answer) -> Iterator[Figure]:
    return iter(())


def _seats(answer: Answer) -> Iterator[Figure]:
    for about, rows in _groups(answer):
        drawn = [(f"seat {row['seat']}", row["rate"], row["low"], row["high"]) for row in rows]
        said = "; ".join(
            f"{name}: {_percent(rate)} ({_percent(low)} to {_percent(high)})" for name, rate, low, high in drawn
        )
        yield Figure(
            about,
            f"Win rates of {games_of(rows[0]['n'])}. {said}.",
            intervals(drawn, "win rate", rows[0]["fair"], share=True),
        )


def _endings(answer: Answer) -> Iterator[Figure]:
    for about, rows in _groups(answer):
        for imported, each in groupby(rows, lambda row: row["reason"].startswith(IMPORTED)):
            shown = list(each)
            drawn = [(row["reason"].removeprefix(IMPORTED), row["rate"], row["low"], row["high"]) for row in shown]
            said = "; ".join(f"{name}: {_percent(rate)}" for name, rate, *_ in drawn)
            n = shown[0]["n"]
            what = f"How {games_of(n, 'imported result')}" if imported else f"Why {games_of(n)}"
            yield Figure(
                about, f"{what} ended. {said}.", bars(drawn, "share of results" if imported else "share of games")
            )


def _length(answer: Answer) -> Iterator[Figure]:
    for about, rows in _groups(answer):
        for row in rows:
            if row["measure"] != "entries":
                five = (row["least"], row["quarter"], row["median"], row["three_quarters"], row["most"])
                least, low, middle, high, most = (f"{value:g}" for value in five)
                of = f"{row['measure']} of {games_of(row['n'])}"
                said = f"{of}: {least} to {most}, half {low} to {high}, median {middle}."
                yield Figure(
                    about, said, quartiles([(row["measure"], *five)], row["measure"], whole=row["measure"] == "turns")
                )


def _pacing(answer: Answer) -> Iterator[Figure]:
    titles = {"options": "options of a decision", "seconds": "seconds for a decision"}
    for about, rows in _groups(answer):
        for measure, title in titles.items():
            drawn = [
                (row["turn"], row["quarter"], row["median"], row["three_quarters"])
                for row in rows
                if row["measure"] == measure
            ]
            if len(drawn) > 1:
                first, last = drawn[0], drawn[-1]
                said = f"{title}: median {first[2]:g} from turn {first[0]} on, {last[2]:g} from turn {last[0]} on."
                yield Figure(about, said, course(drawn, "turn", title))


def _standing(row: Row) -> str:
    return str(row["standing"])


def _luck(answer: Answer) -> Iterator[Figure]:
    for about, rows in _groups(answer):
        by_standing = sorted(rows, key=_standing)
        for standing, each in groupby(by_standing, _standing):
            drawn = [
                (f"seat {row['seat']}", row["mean"], row["low"], row["high"]) for row in each if row["low"] is not None
            ]
            if drawn:
                said = "; ".join(f"{name}: {mean:+.2f}" for name, mean, *_ in drawn)
                title = f"{standing} above expectation"
                yield Figure(about, f"{title}, mean of a game. {said}.", intervals(drawn, title, 0.0))


SECTIONS: dict[str, Section] = {
    "overview": Section("What there is", "The games of this report, by rules, players, seats and grade.", _none),
    "seats": Section(
        "Seats",
        "How often each seat wins, with the interval that holds the true rate in 95 of 100 such reports. The dashed "
        "line is an equal chance. p says how often fair seats would look at least as uneven as this.",
        _seats,
    ),
    "players": Section("Players", "How often each player wins; fair is what equal chances would give.", _none),
    "length": Section("Length", "The box holds the middle half of the games, the thick mark is the median.", _length),
    "endings": Section("Endings", "Why games end.", _endings),
    "choices": Section(
        "Choices",
        "How often those win who did something at least once, and who did not. The difference compares within a seat; "
        "it says what goes together, not what causes what.",
        _none,
    ),
    "pacing": Section("Pace", "How many options a decision has and how long it takes, as a game goes on.", _pacing),
    "dice": Section(
        "Dice and decks",
        "Whether they are fair. Of many tests some look odd by chance: p_corrected allows for that.",
        _none,
    ),
    "luck": Section("Luck", "What chance gave each seat beyond what was to be expected.", _luck),
    "refusals": Section(
        "Refused attempts", "Which rules people try to break: what the rulebook should say better.", _none
    ),
    "takebacks": Section("Take-backs", "Which events are taken back.", _none),
    "ratings": Section("Fun", "What people said, from 1 to 5.", _none),
}
"""The sections in the order of the page, by the names of their reports."""
