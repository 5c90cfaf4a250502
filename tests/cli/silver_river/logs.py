"""Logs of The Silver River that are written by hand.

Games of bots bring what was assigned and voted out soon, and rarely fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import playfold
from playfold.records.journal import Ruled

RULES = playfold.ruleset("silver-river")

Events = list[Any]
Pair = tuple[Events, Events]

SEATS = (1, 2, 3)
HOMES = {1: [3, 0], 2: [-3, 3], 3: [0, -3]}
CARDS = {1: "census", 2: "war_bonds", 3: "grant"}
KEPT = ["civ01", "civ02", "mil01", "mil02", "pol01"]
SPLIT = {"military": 4, "politics": 9}
PLACED = {1: [1, 2, 3, 4], 2: [1, 2, 3, 4], 3: [1, 2, 3, 4]}


def set_up(
    *,
    numbers: dict[int, list[int]] = PLACED,
    cards: dict[int, str] = CARDS,
    kept: dict[int, list[str]] | None = None,
    first: int = 1,
) -> Events:
    """Gives the set-up of three seats, all fleets at home; a log with other secrets is written with others of these."""
    events: Events = [
        {"type": "race_chosen", "seat": seat, "race": race}
        for seat, race in zip(SEATS, ("martian", "grey", "nordic"), strict=True)
    ]
    events.append({"type": "monsters_dealt", "monsters": ["void_leech", "rift_eel", "star_kraken", "leviathan"]})
    events += [
        {"type": "fleets_placed", "seat": seat, "at": [HOMES[seat]] * 4, "numbers": numbers[seat]} for seat in SEATS
    ]
    events += [{"type": "tactics_dealt", "seat": seat, "card": cards[seat]} for seat in SEATS]
    events += [
        {"type": "objectives_chosen", "seat": seat, "objectives": (kept or {}).get(seat, KEPT)} for seat in SEATS
    ]
    return [*events, {"type": "first_seat_chosen", "seat": first}]


def governed(*seats: int, cubes: dict[int, dict[str, int]] | None = None) -> Events:
    """Gives what seats assign."""
    return [{"type": "production_assigned", "seat": seat, "cubes": (cubes or {}).get(seat, SPLIT)} for seat in seats]


def act(name: str, seat: int, **fields: Any) -> dict[str, Any]:
    """Gives a decision as a log has it."""
    return {"type": name, "seat": seat, **fields}


def rule(**values: Any) -> Ruled:
    """Gives a ruling that puts pieces where a test needs them: the parts of the pointer are joined by `__`."""
    return Ruled(set={"/" + name.replace("__", "/"): value for name, value in values.items()}, why="for the test")


def events_of(raw: Sequence[Any]) -> Events:
    """Gives events of plain ones."""
    return [RULES.event(each) if isinstance(each, dict) else each for each in raw]


def both(*after: Any, first: int = 1, **one_and_other: Any) -> Pair:
    """Gives two whole set-ups that differ in a part of `set_up`, and what is played after both."""
    (name, (one, other)), *_ = one_and_other.items()
    return [*set_up(first=first, **{name: one}), *after], [*set_up(first=first, **{name: other}), *after]


ALL = governed(*SEATS)
DRAW = [*set_up(), *ALL, act("tactics_bought", 1)]
CALLED = [*set_up(), *ALL, act("election_called", 1, titles=["spymaster", "trade_leader"])]
