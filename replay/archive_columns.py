"""Columns of an archive that hold a row for each entry, decision and roll of a log."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.tree import MAIN, Tree

from .archive_play import DECK, outcome_of, outcome_text, seats_before
from .archive_staged import Columns
from .archive_times import Times, waiting
from .archive_watch import Watch


def _tag(event: Any) -> str:
    return str(type(event).__struct_config__.tag)


def events(entries: list[Entry[Any]], on_main: set[int], turns: dict[int, int], times: Times) -> Columns:
    """Gives the columns of the table `events`: one row an entry, in the order of the log."""
    kinds: dict[type[Any], tuple[str, bool]] = {}
    types: list[str] = []
    seats: list[int | None] = []
    for entry in entries:
        event = entry.event
        kind = type(event)
        if kind not in kinds:
            kinds[kind] = str(kind.__struct_config__.tag), "seat" in kind.__struct_fields__
        tag, seated = kinds[kind]
        types.append(tag)
        seat = event.seat if seated else 0
        seats.append(seat if type(seat) is int and seat else None)
    when = [entry.time or None for entry in entries]
    for n, time in times.played.items():
        when[n - 1] = time or None
    numbers = range(1, len(entries) + 1)  # a log whose entries are numbered otherwise is cut there
    return {
        "n": list(numbers),
        "line": [entry.line or MAIN for entry in entries],
        "time": when,
        "seat": seats,
        "type": types,
        "payload": [entry.event for entry in entries],
        "turn": list(map(turns.get, numbers)),
        "on_main": [n in on_main for n in numbers],
        "draw": [entry.draw or None for entry in entries],
        "of": [entry.of or None for entry in entries],
    }


def decisions(entries: list[Entry[Any]], on_main: set[int], watch: Watch, times: Times) -> Columns:
    """Gives the columns of the table `decisions`: one row an entry of play that a seat decided."""
    kinds = watch.decisions
    made = [entry for entry in entries if type(entry.event) in kinds and entry.n in watch.turns]
    numbers = [entry.n for entry in made]
    return {
        "n": numbers,
        "line": [entry.line or MAIN for entry in made],
        "turn": list(map(watch.turns.get, numbers)),
        "seat": [entry.event.seat for entry in made],
        "type": [_tag(entry.event) for entry in made],
        "on_main": [n in on_main for n in numbers],
        "options": list(map(watch.options.get, numbers)),
        "seconds": list(map(times.seconds.get, numbers)),
        "waited": list(map(waiting(made, on_main, times.taken).get, numbers)),
        "of": [entry.of or None for entry in made],
    }


_CHANCE = (
    "n",
    "line",
    "turn",
    "seat",
    "type",
    "part",
    "die",
    "outcome",
    "weight",
    "total",
    "odds",
    "source",
    "on_main",
)


def chance(tree: Tree, entries: list[Entry[Any]], on_main: set[int], watch: Watch) -> Columns:
    """Gives the columns of the table `chance`: one row a die or card of each outcome of chance; empty for none."""
    seats = seats_before(tree, entries, watch.decisions) if watch.thrown else {}
    made: list[tuple[Any, ...]] = []
    for thrown in watch.thrown:
        n, event = thrown.n, thrown.event
        entry = entries[n - 1]
        seat = getattr(event, "seat", 0)
        whose = seat if type(seat) is int and seat else seats.get(n)
        if any(part.name == "seat" for part in thrown.parts):
            whose = None  # chance chose the seat: it was nobody's roll
        source = "drawn" if entry.draw else "table"
        head = (n, entry.line or MAIN, watch.turns[n], whose, _tag(event))
        tail = (source, n in on_main)
        for part in thrown.parts:
            outcome = outcome_of(thrown, part)
            odds = None if part.odds is None else msgspec.Raw(part.odds.encode())
            weight = part.weights.get(outcome, 0)
            made.append((*head, part.name, part.die or DECK, outcome, weight, part.total, odds, *tail))
        if not thrown.parts:
            known = 1 if thrown.certain else None
            made.append((*head, None, None, outcome_text(event), known, known, None, *tail))
    return dict(zip(_CHANCE, map(list, zip(*made, strict=True)), strict=True)) if made else {}


@cache
def _places(odds: bytes) -> dict[str, int]:
    return {name: place for place, name in enumerate(sorted(msgspec.json.decode(odds)))}


_ROLLS = ("seat", "type", "part", "die", "source")


def rolls(header: Header, thrown: Columns) -> Columns:
    """Counts the sides of fair dice on main, the draws from decks whose odds are kept, and what has no odds.

    Args:
        header: of the log.
        thrown: the columns of `chance`.
    """
    found: dict[tuple[Any, ...], list[int]] = {}
    if thrown:
        which = (*_ROLLS, "outcome", "weight", "total", "odds", "on_main")
        for *key, outcome, weight, total, odds, on_main in zip(*map(thrown.__getitem__, which), strict=True):
            if not on_main or weight == 0 or (key[3] is None and weight):
                continue
            if key[3] is None or (key[3] == DECK and odds is not None):
                found.setdefault(tuple(key), [0])[0] += 1
            elif key[3] != DECK:
                side = int(outcome) - 1 if odds is None else _places(bytes(odds))[outcome]
                found.setdefault(tuple(key), [0] * total)[side] += 1
    columns: Columns = {name: [key[place] for key in found] for place, name in enumerate(_ROLLS)}
    names = [header.seats[seat - 1] if seat else None for seat in columns["seat"]]
    return {**columns, "name": names, "counts": list(found.values())} if found else {}
