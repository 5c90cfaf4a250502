"""Dice and luck: whether dice are fair, and whom they were kind to."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, NamedTuple

import msgspec

from playfold.errors import ArchiveRefusedError

from ..archive_play import DECK, MOST_TRIED
from .decks import Deck, Group, apart, drawn
from .exact import ENOUGH, distance, fit, holm, mean
from .moments import moments
from .odds import fits
from .power import smallest_edge
from .selection import Answer, Asked, heading, rounded

_BY = ("die", "part", "source", "player")

_ROLLED = """SELECT label, p.players, p.seats, die, type, part, source, r.name, [{sums}], len(counts) AS width,
CASE WHEN contains(die, '.') THEN p.rules END AS own, min(game) FROM rolls AS r
JOIN picked AS p USING (game)
GROUP BY label, p.players, p.seats, die, type, part, source, r.name, width, own ORDER BY ALL"""
Sides = tuple[str, ...]
"""The names of the sides of a die; none where they are 1, 2, and so on."""


class Rolls(NamedTuple):
    """How often each side came, and which rolls these are: rows of the query."""

    counts: list[int]
    which: set[int]


Rolled = dict[tuple[int, str, Sides, str], Rolls]
"""Rolls by a place in `_BY`, die, its sides, and whose they are."""


def dice(asked: Asked) -> Answer:
    """Whether dice and decks are fair: each die whole, by part of the event, by source and by player."""
    rolled, totals, untested = _rolled(asked)
    rows: list[list[Any]] = []
    same: list[Any] = []
    notes = [
        "p_corrected allows for all tests of this table (Holm); most_off: how far the side off_most lies off its share",
        "bias is what so many rolls show in 8 of 10 cases: so much more often than its share one side has to come",
        "decks have no bias and no side that is off most: what could come changes from draw to draw",
    ]
    for group in sorted({*rolled, *totals}):
        found = rolled.get(group, {})
        kinds = Counter(die for die, _ in {(die, sides) for _, die, sides, _ in found})
        notes += [
            f"{die} has not the same sides under all of these rules ({_whose(group)}): each kind of it is tested apart"
            for die in sorted(kinds)
            if kinds[die] > 1
        ]
        rows += [
            [*group, f"{die} ({', '.join(sides)})" if kinds[die] > 1 else die, _BY[by], of, *_fair(rolls.counts, sides)]
            for (by, die, sides, of), rolls in sorted(found.items())
        ]
        same += [(group, die, sides, frozenset(rolls.which)) for (_, die, sides, _), rolls in sorted(found.items())]
        decks, draws, seen = _decks(asked, group, dict(sorted(totals.get(group, {}).items())))
        rows += decks
        same += [(group, *each) for each in draws]
        notes += seen
    columns = (
        *("rules", "players", "seats", "die", "by", "of", "n", "off_most", "most_off", "chi_square", "p", "test"),
        *("bias", "p_corrected"),
    )
    tests = dict(zip(same, (row[columns.index("p")] for row in rows), strict=True))
    corrected = dict(zip(tests, holm(list(tests.values())), strict=True))
    for row, each in zip(rows, same, strict=True):
        row.append(corrected[each])
    return Answer(
        columns,
        [rounded(row) for row in rows],
        [*(notes if rows else ()), *_untested(untested)] or ["no dice were thrown in these games"],
    )


def _decks(asked: Asked, group: Group, totals: dict[Deck, int]) -> tuple[list[list[Any]], list[Any], list[str]]:
    """Gives the rows of decks: each whole, then by source, then by player.

    With which draws each row is about, and a remark where some of a deck were looked at.
    """
    found: defaultdict[str, list[tuple[list[Any], Any]]] = defaultdict(list)
    notes: list[str] = []
    for (kind, part), of in drawn(asked, group, totals).items():
        what, total = f"{kind}.{part}", totals[kind, part]
        owners = {owner for each in of.values() for owner in each}
        pieces = apart(of)
        whole = pieces[0][2]
        all_of_it = fits(whole)
        for by, whose, draws in pieces:
            n, value, tested = all_of_it if draws == whole else fits(draws)
            if by == "part" and n < total:
                looked = "those of some games were looked at: their odds hardly repeat"
                notes.append(f"of {total} draws of {what} ({_whose(group)}) {looked}")
            name = f"{what}: {whose}" if whose else what
            which = frozenset(owner for owner in owners if by == "part" or owner[by == "player"] == whose)
            found[by].append(([*group, DECK, by, name, n, None, None, value, *tested, None], (DECK, what, which)))
    rows, same = ([each[place] for by in _BY for each in found[by]] for place in range(2))
    return rows, same, notes


def _rolled(asked: Asked) -> tuple[dict[Group, Rolled], dict[Group, dict[Deck, int]], dict[str, int]]:
    """Counts the sides of dice, the draws from decks, and by event what has no odds.

    Under other rules a die of the same name may have other sides: those are counted apart.
    """
    rolled: defaultdict[Group, Rolled] = defaultdict(dict)
    totals: defaultdict[Group, dict[Deck, int]] = defaultdict(dict)
    untested: defaultdict[str, int] = defaultdict(int)
    named: dict[tuple[Group, str, str, int], Sides] = {}
    widest = asked("SELECT coalesce(max(len(counts)), 1) FROM rolls")[0][0]
    sums = ", ".join(f"coalesce(sum(counts[{side}]), 0)::BIGINT" for side in range(1, widest + 1))
    for number, row in enumerate(asked(_ROLLED.format(sums=sums))):
        label, players, seats, die, kind, part, source, name, counts, width, own, game = row
        group = label, players, seats
        if die is None:
            untested[kind] += counts[0]
            continue
        if die == DECK:
            totals[group][kind, part] = totals[group].get((kind, part), 0) + counts[0]
            continue
        sides: Sides = ()
        if own is not None:
            if (group, die, own, width) not in named:
                named[group, die, own, width] = _names(asked, die, game)
            sides = named[group, die, own, width]
        for by, of in enumerate(("", f"{kind}.{part}", source, name)):
            if of is not None:  # nobody's roll is no player's
                rolls = rolled[group].setdefault((by, die, sides, of), Rolls([0] * width, set()))
                rolls.counts[:] = [one + other for one, other in zip(rolls.counts, counts[:width], strict=True)]
                rolls.which.add(number)
    return rolled, totals, untested


def _whose(group: Group) -> str:
    return heading(dict(zip(("rules", "players", "seats"), group, strict=True)))


def _untested(found: dict[str, int]) -> list[str]:
    told = ", ".join(f"{count} of {kind}" for kind, count in sorted(found.items()))
    return [f"not tested, since their odds are not known: {told}"] if told else []


def _names(asked: Asked, die: str, game: str) -> Sides:
    """Gives the names of the sides of a die in a game, in the order in which they are counted."""
    found = asked("SELECT odds::VARCHAR FROM chance WHERE game = $1 AND die = $2 LIMIT 1", game, die)
    return tuple(sorted(msgspec.json.decode(found[0][0])))


def _fair(counts: list[int], names: Sides) -> list[Any]:
    n, sides = sum(counts), len(counts)
    share = 1 / sides
    off = [count / n - share for count in counts]
    worst = max(range(sides), key=lambda side: abs(off[side]))
    tested = fit(counts, [share] * sides)
    value = distance(counts, [n * share] * sides)
    return [n, names[worst] if names else worst + 1, off[worst], value, *tested, smallest_edge(n, share, sides)]


_LUCK = """WITH deep AS (SELECT * FROM picked WHERE deep), whole AS (SELECT label, p.players, p.seats, seat, game
FROM deep AS p JOIN seats USING (game)),
names AS (SELECT DISTINCT label, players, seats, name FROM luck JOIN deep USING (game)),
sums AS (SELECT game, seat, name, sum(gain::DECIMAL(38, 12))::DOUBLE AS gain, count(*) AS chances FROM luck
GROUP BY ALL)
SELECT w.label, w.players, w.seats, w.seat, n.name, sum(coalesce(chances, 0))::BIGINT, list(coalesce(gain, 0))
FROM whole AS w
JOIN names AS n USING (label, players, seats)
LEFT JOIN sums AS s ON s.game = w.game AND s.seat = w.seat AND s.name = n.name
GROUP BY w.label, w.players, w.seats, w.seat, n.name ORDER BY w.label, w.players, w.seats, w.seat, n.name"""
"""Decimals are added up without rounding, so in any order."""

_DIGITS = 9
"""How many digits of luck are sure after the point: a gain is kept to 12, a sum of many to less."""


_ONE_SIDED = (
    "no bounds where fewer than 5 games, and than a quarter, lie on one side of 0: what is rare tells too little"
)


def luck(asked: Asked) -> Answer:
    """What chance gave each seat above its expectation, by standing, in the mean of games.

    Raises:
        ArchiveRefusedError: no game of the selection was archived with `--deep`.
    """
    if not asked("SELECT count(*) FROM picked WHERE deep")[0][0]:
        raise ArchiveRefusedError(
            "luck was not reckoned for these games", hint=f"playfold archive {asked.typed} PATH ... --deep does it"
        )
    rows: list[tuple[Any, ...]] = []
    for label, kind, number, seat, name, chances, gains in asked(_LUCK):
        n, value, deviation = moments(Counter(gains))
        said = (*mean(n, value, None if _one_sided(gains) else deviation), min(gains), max(gains))
        sure = [None if each is None else round(each, _DIGITS) + 0.0 for each in said]
        rows.append(rounded((label, kind, number, seat, name, n, chances, *sure)))
    columns = ("rules", "players", "seats", "seat", "standing", "n", "chances", "mean", "low", "high", "least", "most")
    note = (
        "gain right at a chance over its exact expectation, summed over a game; chances with over "
        f"{MOST_TRIED} outcomes, or without a list of them, are left out"
    )
    ((deep, all_of_them),) = asked("SELECT count(*) FILTER (deep), count(*) FROM picked WHERE logged")
    part = f"it was reckoned for {deep} of {all_of_them} games: those that were archived with --deep"
    bare = any(row[columns.index("low")] is None and row[columns.index("least")] != row[-1] for row in rows)
    notes = [note, *([_ONE_SIDED] if bare else []), *([part] if deep < all_of_them else [])]
    return Answer(columns, rows, notes)


def _one_sided(gains: list[float]) -> bool:
    """Says whether so few games lie on one side of 0 that they do not tell what a rare and large gain or loss does."""
    above, below = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return min(above, below) < min(ENOUGH, (above + below) / 4)
