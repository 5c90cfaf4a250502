"""Decks and bags: reading what was drawn by which odds, from archives of any size."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from .odds import Draws
from .selection import Asked

_MANY = 800
_DRAWS = """SELECT type, part, odds::VARCHAR, source, name, outcome, count(*) FROM (SELECT game, seat, type, part, odds,
source, outcome FROM chance WHERE on_main AND die = 'deck' AND odds IS NOT NULL AND {which})
JOIN picked USING (game) LEFT JOIN (SELECT game, seat, name FROM seats) USING (game, seat)
WHERE label = $1 AND players = $2 AND seats = $3 GROUP BY ALL ORDER BY ALL"""

Group = tuple[str, str, int]
"""Whose games are taken together: rules, kind of players, number of seats."""

Deck = tuple[str, str]
"""The event and the part of it that a deck is for."""

Whose = tuple[str, str | None]
"""Where draws came from, and who drew; None for nobody."""

Drawn = dict[str, dict[Whose, Counter[str]]]
"""What came how often, by the odds, as the archive writes them, and by whose draws they are."""


def drawn(asked: Asked, group: Group, totals: dict[Deck, int]) -> dict[Deck, Drawn]:
    """Gives the draws of each deck; those with too many outcomes have no odds, and are left out.

    Odds change from draw to draw, and reading them takes long. Of a deck with many draws whose odds hardly repeat those
    of some games are given, always of the same ones: chosen by digests of their names.
    """
    small = [deck for deck, total in totals.items() if total <= 2 * _MANY]
    large = {deck: total for deck, total in totals.items() if total > 2 * _MANY}
    found = _asked_for(asked, group, " OR ".join(map(_only, small))) if small else {}
    if large:
        # First a few of all of them, to see whether odds repeat.
        found = _asked_for(asked, group, _some(asked, group, _MANY / max(large.values()))) | found
    for deck, total in large.items():
        few = found.get(deck, {})
        n = sum(of.total() for whose in few.values() for of in whose.values())
        if n > 2 * len(few):
            found |= _asked_for(asked, group, _only(deck))
        elif n < _MANY / 2:
            found |= _asked_for(asked, group, f"{_only(deck)} AND {_some(asked, group, _MANY / total)}")
    return {deck: found[deck] for deck in totals if deck in found}


def apart(found: Drawn) -> list[tuple[str, str, Draws]]:
    """Gives the draws of a deck whole, then from each source, then of each player: taken by what, whose, draws."""
    whose = {each for of in found.values() for each in of}
    sources = sorted({source for source, _ in whose})
    names = sorted({name for _, name in whose}, key=lambda name: (name is None, name or ""))
    decode = msgspec.json.Decoder(dict[str, int]).decode
    weights = {odds: decode(odds) for odds in found}
    whole = _of(found, weights, whose)
    return [
        ("part", "", whole),
        *(
            ("source", source, whole if len(sources) == 1 else _of(found, weights, {(source, name) for name in names}))
            for source in sources
        ),
        *(
            ("player", name, _of(found, weights, {(source, name) for source in sources}))
            for name in names
            if name is not None
        ),
    ]


def _of(found: Drawn, odds_of: dict[str, dict[str, int]], wanted: set[Whose]) -> Draws:
    draws: Draws = []
    for odds, of in found.items():
        came: dict[str, int] = {}
        for whose, outcomes in of.items():
            if whose in wanted:
                for outcome, count in outcomes.items():
                    came[outcome] = came.get(outcome, 0) + count
        weights = odds_of[odds]
        if possible := {outcome: count for outcome, count in came.items() if weights.get(outcome)}:
            draws.append((weights, possible, sum(possible.values())))
    return draws


def _asked_for(asked: Asked, group: Group, which: str) -> dict[Deck, Drawn]:
    came: defaultdict[Deck, Drawn] = defaultdict(dict)
    for kind, part, odds, source, name, outcome, n in asked(_DRAWS.format(which=f"({which})"), *group):
        came[kind, part].setdefault(odds, {}).setdefault((source, name), Counter())[outcome] = n
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
    return f"game IN (SELECT game FROM picked WHERE md5(game) <= {_text(last)})"  # noqa: S608 - a digest


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"
