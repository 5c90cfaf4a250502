"""Charts of how games go: their length, their endings, their pace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..stats.selection import IMPORTED, Answer
from .charts import bars, quartiles
from .charts import course as over_turns
from .figures import Figure, drawable, games_of, groups, percent, some_of, told

_FIVE = ("least", "quarter", "median", "three_quarters", "most")
_THREE = ("quarter", "median", "three_quarters")
_PACE = {"options": "options of a decision", "seconds": "seconds for a decision"}


def endings(answer: Answer) -> Iterator[Figure]:
    """Draws the share of each reason; imported results stand for themselves."""
    for about, rows in groups(answer):
        for imported, each in groupby(rows, lambda row: str(row["reason"]).startswith(IMPORTED)):
            shown, more = some_of(drawable(list(each), "rate", "low", "high"), "endings, the most frequent")
            if not shown:
                continue
            names = [str(row["reason"]).removeprefix(IMPORTED) for row in shown]
            said = "; ".join(f"{told(name)}: {percent(row['rate'])}" for name, row in zip(names, shown, strict=True))
            n = shown[0]["n"]
            what = f"How {games_of(n, 'imported result')}" if imported else f"Why {games_of(n)}"
            drawn = [(name, row["rate"], row["low"], row["high"]) for name, row in zip(names, shown, strict=True)]
            yield Figure(
                about,
                f"{what} ended. {said}.{more}",
                bars(drawn, "share of results" if imported else "share of games"),
            )


def length(answer: Answer) -> Iterator[Figure]:
    """Draws the quartiles of turns and of minutes."""
    for about, rows in groups(answer):
        for row in drawable(rows, *_FIVE):
            if row["measure"] != "entries":
                five = tuple(row[column] for column in _FIVE)
                least, low, middle, high, most = (f"{value:g}" for value in five)
                of = f"{row['measure']} of {games_of(row['n'])}"
                said = f"{of}: {least} to {most}, half {low} to {high}, median {middle}."
                whole = row["measure"] == "turns"
                yield Figure(about, said, quartiles([(row["measure"], *five)], row["measure"], whole=whole))


def pacing(answer: Answer) -> Iterator[Figure]:
    """Draws options and seconds of a decision over the turns of a game."""
    for about, rows in groups(answer):
        for measure, title in _PACE.items():
            shown = drawable([row for row in rows if row["measure"] == measure], "turn", *_THREE)
            drawn = [(row["turn"], row["quarter"], row["median"], row["three_quarters"]) for row in shown]
            if len(drawn) > 1:
                first, last = drawn[0], drawn[-1]
                said = f"{title}: median {first[2]:g} from turn {first[0]} on, {last[2]:g} from turn {last[0]} on."
                yield Figure(about, said, over_turns(drawn, "turn", title))
