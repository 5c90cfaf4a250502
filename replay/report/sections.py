"""What each report looks like on the page: its title, its words, its charts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..stats.selection import Answer, Report
from . import chances, course, feedback, versions, winning
from .figures import Figures, without_charts


class Section(NamedTuple):
    """A part of the page.

    Args:
        title: its heading.
        words: how to read it.
        figures: its charts.
        left_out: says of which games there are none.
        ask: who answers, when it is not the report of this name.
    """

    title: str
    words: str
    figures: Figures
    left_out: Callable[[Answer], str] = without_charts
    ask: Report | None = None


SECTIONS: dict[str, Section] = {
    "overview": Section(
        "What there is",
        "The games of this report, by rules, players, seats and grade.",
        feedback.overview,
        left_out=lambda _answer: "",
    ),
    "seats": Section(
        "Seats",
        "How often each seat wins, with the interval that holds the true rate in 95 of 100 such reports. The dashed "
        "line is an equal chance, fair in the table. p says how often equal seats would look at least as uneven.",
        winning.seats,
    ),
    "players": Section(
        "Players",
        "How often each player wins, with the interval of that rate; fair is what equal chances would give, the dashed "
        "line where it is one for all, else a mark for each.",
        winning.players,
    ),
    "length": Section(
        "Length", "The box holds the middle half of the games, the thick mark is the median.", course.length
    ),
    "endings": Section("Endings", "Why games end.", course.endings),
    "choices": Section(
        "Choices",
        "How often those win who did something at least once, and who did not. The difference compares within a seat; "
        "it says what goes together, not what causes what. Right of the dashed line those win more often who did it; "
        "an interval that crosses the line leaves open which.",
        winning.choices,
    ),
    "pacing": Section(
        "Pace", "How many options a decision has and how long it takes, as a game goes on.", course.pacing
    ),
    "dice": Section(
        "Dice and decks",
        "Whether they are fair. Of many tests some look odd by chance: p_corrected allows for that. The dot is how far "
        "that side lies off its share that is most off, and a diamond where p_corrected is below 0.05. The bar ends at "
        "the bias that so many rolls show in 8 of 10 cases: a smaller one may hide there.",
        chances.dice,
    ),
    "luck": Section("Luck", "What chance gave each seat beyond what was to be expected.", chances.luck),
    "refusals": Section(
        "Refused attempts",
        "Which rules people try to break: what the rulebook should say better. The rate is the share of games in which "
        "it happens at least once.",
        feedback.refusals,
    ),
    "takebacks": Section(
        "Take-backs", "Which events are taken back, of all of their kind, with the interval.", feedback.takebacks
    ),
    "ratings": Section("Fun", "What people said, from 1 to 5: the mean with its interval.", feedback.ratings),
    "compare": Section(
        "Versions side by side",
        "The rules that are named first are a, the others b. Right of the dashed line b has more, and an interval that "
        "crosses it leaves open which. Of twenty intervals without a true difference one misses the line by chance.",
        versions.compare,
        ask=versions.side_by_side,
    ),
}
"""The sections in the order of the page, by the names of their reports."""
