"""Words for systems, pieces and what an event brought in points."""

from __future__ import annotations

from .scoring import scores
from .state import State, galaxy, seats_of
from .tiles import TILES

_TERRAINS = {
    "empty": "the empty system",
    "planet1": "the one-planet system",
    "planet2": "the two-planet system",
    "planet3": "the three-planet system",
    "nebula_red": "the red nebula",
    "nebula_green": "the green nebula",
    "nebula_blue": "the blue nebula",
    "home": "the home system",
    "wormhole": "the wormhole",
    "black_hole": "the black hole",
}
DEEDS = {"colony": "founds a colony", "trade_station": "opens a trade station"}
PIECE_NAMES = {"colony": "colony", "trade_station": "trade station"}


def system(state: State, name: str) -> str:
    """Names a system: `the two-planet system 2,-4`."""
    tile = state.tiles.get(name)
    if tile == "":
        return f"the unexplored system {name}"
    if tile:
        return f"the explored system {name} ({TILES[tile].title})"
    return f"{_TERRAINS[galaxy(state).types[name]]} {name}"


def counted(number: int, word: str) -> str:
    """Writes a number of things: `1 colony`, `3 colonies`."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-1]}ies" if word.endswith("y") else f"{number} {word}s"


def gains(before: State, after: State) -> str:
    """Tells whose points changed: `: @1 has 7 points (+3), @2 5 (+1)`; empty when nobody's did."""
    changed = [
        (seat, new.total, new.total - old.total)
        for seat, old, new in zip(seats_of(after), scores(before), scores(after), strict=True)
        if new.total != old.total
    ]
    parts = [
        f"@{seat} {'has ' if not place else ''}{counted(total, 'point') if not place else total} ({change:+})"
        for place, (seat, total, change) in enumerate(changed)
    ]
    return f": {', '.join(parts)}" if parts else ""
