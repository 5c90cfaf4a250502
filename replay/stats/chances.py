"""Dice and luck: whether dice are fair, and whom they were kind to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from playfold.errors import ArchiveRefusedError

from ..archive_play import DECK, MOST_TRIED
from .exact import Tested, chi_square, distance, fit, holm, mean
from .power import smallest_edge
from .selection import Answer, Asked, heading, rounded

_BY = ("die", "part", "source", "player")
_ENOUGH = 5.0
_SINGULAR = 1e-9

_ROLLED = """SELECT label, p.players, p.seats, die, type, part, source, r.name, [{sums}], len(counts) AS width,
CASE WHEN contains(die, '.') THEN p.rules END AS own, min(game) FROM rolls AS r
JOIN picked AS p USING (game) WHERE die IS NOT NULL
GROUP BY label, p.players, p.seats, die, type, part, source, r.name, width, own ORDER BY ALL"""
_MANY = 1200
_DRAWS = """SELECT type, part, odds::VARCHAR, outcome, count(*) FROM (SELECT game, type, part, odds, outcome
FROM chance WHERE on_main AND die = 'deck' AND odds IS NOT NULL AND {which})
JOIN picked USING (game) WHERE label = $1 AND players = $2 AND seats = $3 GROUP BY type, part, odds, outcome"""

Group = tuple[str, str, int]
"""Whose games are taken together: rules, kind of players, number of seats."""

Sides = tuple[str, ...]
"""The names of the sides of a die; none where they are 1, 2, and so on."""

Rolled = dict[tuple[int, str, Sides, str], list[int]]
"""How often each side came: by a place in `_BY`, die, its sides, and whose rolls they are."""

Deck = tuple[str, str]
"""The event and the part of it that a deck is for."""

Draws = list[tuple[dict[str, int], dict[str, int], int]]
"""Draws from a deck by their odds: what they were, what came how often, how many they are."""


def dice(asked: Asked) -> Answer:
    """Whether dice and decks are fair: each die whole, by part of the event, by source and by player."""
    rolled, totals = _rolled(asked)
    rows: list[list[Any]] = []
    notes = [
        "p_corrected allows for all tests of this table (Holm); most_off: how far the side off_most lies off its share",
        "bias is what so many rolls show in 8 of 10 cases: so much more often than its share one side has to come",
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
            [*group, f"{die} ({', '.join(sides)})" if kinds[die] > 1 else die, _BY[by], of, *_fair(counts, sides)]
            for (by, die, sides, of), counts in sorted(found.items())
        ]
        decks = dict(sorted(totals.get(group, {}).items()))
        for (kind, part), draws in _draws(asked, group, decks).items():
            what, total = f"{kind}.{part}", decks[kind, part]
            n, value, degrees = _deck(draws)
            tested = Tested(chi_square(value, degrees), "chi-square") if degrees else Tested(None, "too few")
            rows.append([*group, "deck", "part", what, n, None, None, value if degrees else None, *tested, None])
            if n < total:
                looked = "those of some games were looked at: their odds hardly repeat"
                notes.append(f"of {total} draws of {what} ({_whose(group)}) {looked}")
    columns = (
        *("rules", "players", "seats", "die", "by", "of", "n", "off_most", "most_off", "chi_square", "p", "test"),
        *("bias", "p_corrected"),
    )
    for row, corrected in zip(rows, holm([row[columns.index("p")] for row in rows]), strict=True):
        row.append(corrected)
    return Answer(
        columns,
        [rounded(row) for row in rows],
        [*(notes if rows else ()), *_untested(asked)] or ["no dice were thrown in these games"],
    )


def _rolled(asked: Asked) -> tuple[dict[Group, Rolled], dict[Group, dict[Deck, int]]]:
    """Counts the sides of dice, and the draws from decks.

    Under other rules a die of the same name may have other sides: those are counted apart.
    """
    rolled: defaultdict[Group, Rolled] = defaultdict(dict)
    totals: defaultdict[Group, dict[Deck, int]] = defaultdict(dict)
    named: dict[tuple[Group, str, str, int], Sides] = {}
    widest = asked("SELECT coalesce(max(len(counts)), 1) FROM rolls")[0][0]
    sums = ", ".join(f"coalesce(sum(counts[{side}]), 0)::BIGINT" for side in range(1, widest + 1))
    for row in asked(_ROLLED.format(sums=sums)):
        label, players, seats, die, kind, part, source, name, counts, width, own, game = row
        group = label, players, seats
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
                before = rolled[group].get((by, die, sides, of), [0] * width)
                more = zip(before, counts[:width], strict=True)
                rolled[group][by, die, sides, of] = [one + other for one, other in more]
    return rolled, totals


def _whose(group: Group) -> str:
    return heading(dict(zip(("rules", "players", "seats"), group, strict=True)))


def _untested(asked: Asked) -> list[str]:
    found = asked(
        """SELECT type, sum(counts[1])::BIGINT FROM rolls JOIN picked USING (game) WHERE die IS NULL
        GROUP BY type ORDER BY type"""
    )
    told = ", ".join(f"{count} of {kind}" for kind, count in found)
    return [f"not tested, since their odds are not known: {told}"] if told else []


def _draws(asked: Asked, group: Group, totals: dict[Deck, int]) -> dict[Deck, Draws]:
    """Gives the draws of each deck; those with too many outcomes have no odds, and are left out.

    Odds change from draw to draw, and reading them takes long. Of a deck with many draws whose odds hardly repeat those
    of some games are given, always of the same ones: names of games are random.
    """
    small = [deck for deck, total in totals.items() if total <= 2 * _MANY]
    large = {deck: total for deck, total in totals.items() if total > 2 * _MANY}
    found = _asked_for(asked, group, " OR ".join(map(_only, small))) if small else {}
    if large:
        # First a few of all of them, to see whether odds repeat.
        found |= _asked_for(asked, group, _some(asked, group, _MANY / max(large.values())))
    for deck, total in large.items():
        draws = found.get(deck, [])
        n = sum(many for _, _, many in draws)
        if n > 2 * len(draws):
            found |= _asked_for(asked, group, _only(deck))
        elif n < _MANY / 2:
            found |= _asked_for(asked, group, f"{_only(deck)} AND {_some(asked, group, _MANY / total)}")
    return {deck: found[deck] for deck in totals if deck in found}


def _asked_for(asked: Asked, group: Group, which: str) -> dict[Deck, Draws]:
    came: defaultdict[Deck, defaultdict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for kind, part, odds, outcome, n in asked(_DRAWS.format(which=f"({which})"), *group):
        came[kind, part][odds][outcome] = n
    return {
        deck: [(msgspec.json.decode(odds), outcomes, sum(outcomes.values())) for odds, outcomes in sorted(of.items())]
        for deck, of in came.items()
    }


def _only(deck: Deck) -> str:
    kind, part = deck
    return f"(type = {_text(kind)} AND part = {_text(part)})"


def _some(asked: Asked, group: Group, share: float) -> str:
    """Gives the condition for a share of the games."""
    ((last,),) = asked(
        "SELECT quantile_disc(game, $4) FROM picked WHERE label = $1 AND players = $2 AND seats = $3", *group, share
    )
    return f"game <= {_text(last)}"


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


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


def _deck(draws: Draws) -> tuple[int, float, int]:
    """Compares what came from decks whose odds change from draw to draw: number, chi-square, degrees of freedom.

    The sum of (came - odds) over draws has mean 0 and as covariance the sum of those of the draws; its quadratic form
    is a chi-square for many draws. Outcomes that expect fewer than 5 are taken together.
    """
    expected: defaultdict[str, float] = defaultdict(float)
    came: defaultdict[str, int] = defaultdict(int)
    alike: defaultdict[tuple[int, int], list[dict[str, int]]] = defaultdict(list)
    for odds, outcomes, n in draws:
        alike[sum(odds.values()), n].append(odds)
        for outcome, count in outcomes.items():
            came[outcome] += count
    digits = {key: _digits(group) for key, group in alike.items()}
    for (total, n), found in digits.items():
        for outcome, digit, which in found:
            expected[outcome] += (which.bit_count() << digit) * n / total
    kept = [outcome for outcome in sorted(expected) if expected[outcome] >= _ENOUGH]
    place = dict.fromkeys(expected, len(kept)) | {outcome: number for number, outcome in enumerate(kept)}
    size = len(kept) + (len(expected) > len(kept))
    difference, covariance = [0.0] * size, [[0.0] * size for _ in range(size)]
    for outcome, number in place.items():
        difference[number] += came[outcome] - expected[outcome]
        covariance[number][number] += expected[outcome]
    for (total, n), found in digits.items():
        for first, (one, digit, draws_of) in enumerate(found):
            row = covariance[place[one]]
            row[place[one]] -= (draws_of.bit_count() << 2 * digit) * n / total**2
            for other, more, others in found[first + 1 :]:
                if common := (draws_of & others).bit_count():
                    product = (common << digit + more) * n / total**2
                    row[place[other]] -= product
                    covariance[place[other]][place[one]] -= product
    return sum(came.values()), *_quadratic(covariance, difference)


def _digits(group: Sequence[dict[str, int]]) -> list[tuple[str, int, int]]:
    """Gives for each outcome and binary digit of its weight the draws that have it: a set, an integer with a bit each.

    The products of two weights, summed over draws, are then counts of what two sets have in common, which is many times
    faster than a product for each draw.
    """
    sets: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    ones = sets[0]
    for number, odds in enumerate(group):
        here = 1 << number
        for outcome, weight in odds.items():
            if weight == 1:
                ones[outcome] |= here
                continue
            for digit in range(weight.bit_length()):
                if weight >> digit & 1:
                    sets[digit][outcome] |= here
    return [(outcome, digit, draws) for digit, of in sets.items() for outcome, draws in of.items()]


def _quadratic(matrix: list[list[float]], vector: list[float]) -> tuple[float, int]:
    """Gives v' M^- v and the rank of a positive matrix, by elimination; what has no variance of its own is left out."""
    size, rank, value = len(vector), 0, 0.0
    rows = [[*row, number] for row, number in zip(matrix, vector, strict=True)]
    scale = [row[place] for place, row in enumerate(rows)]
    for place in range(size):
        pivot = rows[place][place]
        if pivot <= _SINGULAR * max(scale[place], 1.0):
            continue
        rank += 1
        value += rows[place][size] ** 2 / pivot
        for other in range(place + 1, size):
            factor = rows[other][place] / pivot
            if factor:
                rows[other][place:] = [
                    one - factor * more for one, more in zip(rows[other][place:], rows[place][place:], strict=True)
                ]
    return value, rank


_LUCK = """WITH deep AS (SELECT * FROM picked WHERE deep), whole AS (SELECT label, p.players, p.seats, seat, game
FROM deep AS p JOIN seats USING (game)),
names AS (SELECT DISTINCT label, players, seats, name FROM luck JOIN deep USING (game)),
sums AS (SELECT game, seat, name, sum(gain) AS gain, count(*) AS chances FROM luck GROUP BY ALL)
SELECT w.label, w.players, w.seats, w.seat, n.name, count(*), sum(coalesce(chances, 0))::BIGINT, avg(coalesce(gain, 0)),
stddev_samp(coalesce(gain, 0)), min(coalesce(gain, 0)), max(coalesce(gain, 0)) FROM whole AS w
JOIN names AS n USING (label, players, seats)
LEFT JOIN sums AS s ON s.game = w.game AND s.seat = w.seat AND s.name = n.name GROUP BY ALL ORDER BY ALL"""


def luck(asked: Asked) -> Answer:
    """What chance gave each seat above its expectation, by standing, in the mean of games.

    Raises:
        ArchiveRefusedError: no game of the selection was archived with `--deep`.
    """
    if not asked("SELECT count(*) FROM picked WHERE deep")[0][0]:
        raise ArchiveRefusedError(
            "luck was not reckoned for these games", hint=f"playfold archive {asked.typed} PATH ... --deep does it"
        )
    rows = [
        rounded((label, kind, number, seat, name, n, chances, *mean(n, value, deviation), least, most))
        for label, kind, number, seat, name, n, chances, value, deviation, least, most in asked(_LUCK)
    ]
    columns = ("rules", "players", "seats", "seat", "standing", "n", "chances", "mean", "low", "high", "least", "most")
    note = (
        "gain right at a chance over its exact expectation, summed over a game; chances with over "
        f"{MOST_TRIED} outcomes, or without a list of them, are left out"
    )
    return Answer(columns, rows, [note])
