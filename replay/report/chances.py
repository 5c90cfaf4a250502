"""Charts of chance: dice, decks, and what luck gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..archive_play import DECK
from ..stats.selection import Answer
from .charts import intervals, reaches
from .figures import Figure, Row, drawable, games_of, groups, short, some_of, told

_ODD = 0.05


def dice(answer: Answer) -> Iterator[Figure]:
    """Draws of each die how far it is off, whole, by source and by player, and of all decks how odd they are."""
    for about, rows in groups(answer):
        by_die = groupby(sorted(rows, key=_name_of_die), _name_of_die)
        for die, each in by_die:
            tested = list(each)
            found = _decks(tested) if die == DECK else _die(die, tested)
            if found:
                yield Figure(about, *found)


def _name_of_die(row: Row) -> str:
    return str(row["die"])


def _die(die: str, rows: Sequence[Row]) -> tuple[str, str] | None:
    """Draws the side that is most off against what so many rolls could have shown, where they could."""
    whole = drawable([row for row in rows if row["by"] == "die"], "most_off", "bias")
    if not whole:
        return None
    parts = [drawable([row for row in rows if row["by"] == by], "most_off", "bias") for by in ("source", "player")]
    named = [("all rolls", row) for row in whole]
    for part in parts:
        if len(part) > 1:
            part.sort(key=lambda row: -row["n"])
            named += [(str(row["of"]), row) for row in part]
    shown, more = some_of([{**row, "name": name} for name, row in named], "sources and players, those with most rolls")
    drawn = [(row["name"], abs(row["most_off"]), row["bias"], _odd(row)) for row in shown]
    said = "; ".join(
        f"{told(row['name'])}: {games_of(row['n'], 'roll')}, side {told(row['off_most'])} came {_off(row)} than its "
        f"share, a bias of {_points(row['bias'])} would show"
        for row in shown
    )
    odd = [told(row["name"]) for row in shown if _odd(row)]
    verdict = f"Odd, even among so many tests: {', '.join(odd)}." if odd else "None of these looks odd."
    return (
        f"{short(die)}. {said}. {verdict}{more}",
        reaches(drawn, f"{die}: its side most off (% points)"),
    )


def _off(row: Row) -> str:
    return f"{_points(abs(row['most_off']))} {'more' if row['most_off'] > 0 else 'less'} often"


def _points(difference: float) -> str:
    return f"{100 * difference:.1f} percentage points"


def _odd(row: Row) -> bool:
    return row["p_corrected"] is not None and row["p_corrected"] < _ODD


def _decks(rows: Sequence[Row]) -> tuple[str, str] | None:
    """Draws how well all draws fit the odds that each deck had: the oddest first."""
    whole = [row for row in rows if row["by"] == "part"]
    fitting = sorted(drawable(whole, "p_corrected"), key=lambda row: row["p_corrected"])
    shown, more = some_of(fitting, "decks, the oddest")
    if not shown:
        return None
    drawn = [(str(row["of"]), *[row["p_corrected"]] * 3) for row in shown]
    said = "; ".join(
        f"{told(row['of'])}: {games_of(row['n'], 'draw')}, p_corrected {row['p_corrected']:.3g}" for row in shown
    )
    return f"Decks. {said}. Left of the dashed line, below {_ODD}, a deck looks odd.{more}", intervals(
        [(name, value, low, high) for name, value, low, high in drawn], "decks: p_corrected", _ODD, domain=(0, 1)
    )


def luck(answer: Answer) -> Iterator[Figure]:
    """Draws what chance gave each seat, a chart for each standing."""
    for about, rows in groups(answer):
        by_standing = sorted(drawable(rows, "mean", "low", "high"), key=_standing)
        for standing, each in groupby(by_standing, _standing):
            shown, more = some_of(list(each), "seats, the first")
            drawn = [(f"seat {row['seat']}", row["mean"], row["low"], row["high"]) for row in shown]
            said = "; ".join(f"{name}: {mean:+.2f}" for name, mean, *_ in drawn)
            title = f"{short(standing)} above expectation"
            yield Figure(about, f"{title}, mean of a game. {said}.{more}", intervals(drawn, title, 0.0, signed=True))


def _standing(row: Row) -> str:
    return str(row["standing"])
