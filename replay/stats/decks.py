"""Decks and bags: reading what was drawn by which odds, from archives of any size."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from .odds import Draws
from .selection import Asked

_MANY = 800
_DRAWS = """SELECT type, part, odds::VARCHAR, source,
(SELECT name FROM seats AS s WHERE s.game = c.game AND s.seat = c.seat) AS name, outcome, count(*)
FROM chance AS c JOIN
(SELECT game, md5(game) AS digest FROM picked WHERE label = $1 AND players = $2 AND seats = $3) USING (game)
WHERE on_main AND die = 'deck' AND odds IS NOT NULL AND ({which}) GROUP BY ALL ORDER BY ALL"""

_WHOLE = ("part", "")

Group = tuple[str, str, int]
"""Whose games are taken together: rules, kind of players, number of seats."""

Deck = tuple[str, str]
"""The event and the part of it that a deck is for."""

Whose = tuple[str, str | None]
"""Where draws came from, and who drew; None for nobody."""

Drawn = dict[str, dict[Whose, dict[str, int]]]
"""What came how often, by the odds, as the archive writes them, and by whose draws they are."""


def drawn(asked: Asked, group: Group, totals: dict[Deck, int]) -> dict[Deck, Drawn]:
    """Gives the draws of each deck; those with too many outcomes have no odds, and are left out.

    Odds change from draw to draw, and reading them takes long. Of a deck with many draws whose odds hardly repeat those
    of some games are given, always of the same ones: chosen by digests of their names.
    """
    large = {deck: total for deck, total in totals.items() if total > 2 * _MANY}
    wanted = [_only(deck) for deck in totals if deck not in large]
    if large:
        # First a few of all of them, to see whether odds repeat.
        few = _some(asked, group, _MANY / max(large.values()))
        wanted += [f"{_only(deck)} AND {few}" for deck in large]
    found = _asked_for(asked, group, wanted)
    wanted = []
    for deck, total in large.items():
        odds = found.get(deck, {})
        n = sum(sum(of.values()) for whose in odds.values() for of in whose.values())
        if n > 2 * len(odds):
            wanted.append(_only(deck))
        elif n < _MANY / 2:
            wanted.append(f"{_only(deck)} AND {_some(asked, group, _MANY / total)}")
    found |= _asked_for(asked, group, wanted)
    return {deck: found[deck] for deck in totals if deck in found}


def apart(found: Drawn) -> list[tuple[str, str, Draws]]:
    """Gives the draws of a deck whole, then from each source, then of each player: taken by what, whose, draws."""
    decode = msgspec.json.Decoder(dict[str, int]).decode
    pieces: defaultdict[tuple[str, str], Draws] = defaultdict(list)
    for odds, of in found.items():
        weights = decode(odds)
        came: dict[tuple[str, str], dict[str, int]] = {}
        for (source, name), outcomes in of.items():
            possible = {outcome: count for outcome, count in outcomes.items() if weights.get(outcome)}
            for piece in (_WHOLE, ("source", source), *((("player", name),) if name is not None else ())):
                came[piece] = _both(came[piece], possible) if piece in came else possible
        for piece, counts in came.items():
            if counts:
                pieces[piece].append((weights, counts, sum(counts.values())))
    sources = {source for of in found.values() for source, _ in of}
    names = {name for of in found.values() for _, name in of if name is not None}
    return [
        (*_WHOLE, pieces[_WHOLE]),
        *(("source", each, pieces["source", each]) for each in sorted(sources)),
        *(("player", each, pieces["player", each]) for each in sorted(names)),
    ]


def _both(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return one | {outcome: one.get(outcome, 0) + count for outcome, count in other.items()}


def _asked_for(asked: Asked, group: Group, wanted: list[str]) -> dict[Deck, Drawn]:
    """Gives the draws for which one of these conditions holds."""
    came: defaultdict[Deck, Drawn] = defaultdict(dict)
    rows = asked(_DRAWS.format(which=" OR ".join(wanted)), *group) if wanted else ()
    for kind, part, odds, source, name, outcome, n in rows:
        came[kind, part].setdefault(odds, {}).setdefault((source, name), {})[outcome] = n
    return dict(came)


def _only(deck: Deck) -> str:
    kind, part = deck
    return f"(type = {_text(kind)} AND part = {_text(part)})"


def _some(asked: Asked, group: Group, share: float) -> str:
    """Gives the condition for a share of the games: names that are alike, as those of copies, do not come together."""
    ((last,),) = asked(
        "SELECT quantile_disc(md5(game), $4) FROM picked WHERE label = $1 AND players = $2 AND seats = $3",
        *group,
        share,
    )
    return f"digest <= {_text(last)}"


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"
