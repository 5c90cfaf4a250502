"""Columns of an archive that hold a row for each entry, decision and roll of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.tree import MAIN, Tree

from .archive_play import DECK, outcome_of, outcome_text, seats_before
from .archive_staged import Columns
from .archive_times import Times, waiting
from .archive_watch import Watch


class Play(NamedTuple):
    """An examined log: its number in this run, what was read of it, and what the fold and the clock say.

    Args:
        src: the number.
        header: its first line.
        entries: all of it, numbered from 1.
        on_main: the entries on the path to the tip of main.
        watch: what was noted of the fold.
        times: when entries were played, and how long decisions took.
        thrown: its rows of the table `chance`.
    """

    src: int
    header: Header
    entries: list[Entry[Any]]
    on_main: set[int]
    watch: Watch
    times: Times
    thrown: list[tuple[Any, ...]]


def tag(kind: type[Any]) -> str:
    """Gives the name of an event by its class."""
    return str(kind.__struct_config__.tag)


def columns(plays: Sequence[Play]) -> dict[str, Columns]:
    """Gives the rows of the large tables, by table, those of the first log first; a table without rows has none.

    Cost: about 1 us an entry.
    """
    chances = chance(plays)
    found = {"events": events(plays), "decisions": decisions(plays), "chance": chances, "rolls": rolls(plays, chances)}
    return {table: rows for table, rows in found.items() if rows and rows["src"]}


def events(plays: Sequence[Play]) -> Columns:
    """Gives the columns of the table `events`: one row an entry, in the order of the log."""
    entries = [entry for play in plays for entry in play.entries]
    kinds = [type(entry.event) for entry in entries]
    tags = {kind: tag(kind) for kind in set(kinds)}
    seated = {kind for kind in tags if "seat" in kind.__struct_fields__}
    seats = [entry.event.seat if kind in seated else 0 for entry, kind in zip(entries, kinds, strict=True)]
    when = [entry.time or None for entry in entries]
    before = -1
    for play in plays:
        for n, time in play.times.played.items():
            when[before + n] = time or None
        before += len(play.entries)
    numbers = [range(1, len(play.entries) + 1) for play in plays]
    return {
        "src": [play.src for play in plays for _ in play.entries],
        "n": [n for each in numbers for n in each],  # a log whose entries are numbered otherwise is cut there
        "line": [entry.line or MAIN for entry in entries],
        "time": when,
        "seat": [seat if type(seat) is int and seat else None for seat in seats],
        "type": [tags[kind] for kind in kinds],
        "payload": [entry.event for entry in entries],
        "turn": [turn for play, each in zip(plays, numbers, strict=True) for turn in map(play.watch.turns.get, each)],
        "on_main": [
            on_main
            for play, each in zip(plays, numbers, strict=True)
            for on_main in map(play.on_main.__contains__, each)
        ],
        "draw": [entry.draw or None for entry in entries],
        "of": [entry.of or None for entry in entries],
    }


def decisions(plays: Sequence[Play]) -> Columns:
    """Gives the columns of the table `decisions`: one row an entry of play that a seat decided."""
    all_made: list[Entry[Any]] = []
    found: Columns = {name: [] for name in ("src", "turn", "on_main", "options", "seconds", "waited")}
    for src, _, entries, on_main, watch, times, _ in plays:
        kinds, turns = watch.decisions, watch.turns
        made = [entry for entry in entries if type(entry.event) in kinds and entry.n in turns]
        numbers = [entry.n for entry in made]
        all_made += made
        found["src"] += [src] * len(made)
        found["turn"] += map(turns.get, numbers)
        found["on_main"] += map(on_main.__contains__, numbers)
        found["options"] += map(watch.options.get, numbers)
        found["seconds"] += map(times.seconds.get, numbers)
        found["waited"] += map(waiting(made, on_main, times.taken).get, numbers)
    tags = {kind: tag(kind) for kind in {type(entry.event) for entry in all_made}}
    return {
        **found,
        "n": [entry.n for entry in all_made],
        "line": [entry.line or MAIN for entry in all_made],
        "seat": [entry.event.seat for entry in all_made],
        "type": [tags[type(entry.event)] for entry in all_made],
        "of": [entry.of or None for entry in all_made],
    }


_CHANCE = (
    "src",
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


def chance(plays: Sequence[Play]) -> Columns:
    """Gives the columns of the table `chance`: one row a die or card of each outcome of chance; empty for none."""
    made = [row for play in plays for row in play.thrown]
    return dict(zip(_CHANCE, map(list, zip(*made, strict=True)), strict=True)) if made else {}


def thrown(
    src: int, tree: Tree, entries: list[Entry[Any]], on_main: set[int], watch: Watch
) -> Iterator[tuple[Any, ...]]:
    """Gives the rows of the table `chance` of one log."""
    seats = seats_before(tree, entries, watch.decisions) if watch.thrown else {}
    for each in watch.thrown:
        n, event = each.n, each.event
        entry = entries[n - 1]
        seat = getattr(event, "seat", 0)
        seat = seat if type(seat) is int and seat else seats.get(n)
        if any(part.name == "seat" for part in each.parts):
            seat = None  # chance chose the seat: it was nobody's roll
        whose = [seat if own is None else own or None for own in each.whose or [None] * max(1, len(each.parts))]
        head = (src, n, entry.line or MAIN, watch.turns[n])
        kind, tail = tag(type(event)), ("drawn" if entry.draw else "table", n in on_main)
        for part, seat_of_part in zip(each.parts, whose, strict=False):
            outcome = outcome_of(each, part)
            odds = None if part.odds is None else _raw(part.odds)
            weight = part.weights.get(outcome, 0)
            yield (*head, seat_of_part, kind, part.name, part.die or DECK, outcome, weight, part.total, odds, *tail)
        if not each.parts:
            known = 1 if each.certain else None
            yield (*head, whose[0], kind, None, None, outcome_text(event), known, known, None, *tail)


@lru_cache(maxsize=1024)
def _raw(odds: str) -> msgspec.Raw:
    return msgspec.Raw(odds.encode())


def _places(odds: msgspec.Raw) -> dict[str, int]:
    return {name: place for place, name in enumerate(sorted(msgspec.json.decode(odds)))}


_ROLLS = ("src", "seat", "type", "part", "die", "source")


def rolls(plays: Sequence[Play], chances: Columns) -> Columns:
    """Counts the sides of fair dice on main, the draws from decks whose odds are kept, and what has no odds.

    Args:
        plays: the logs.
        chances: the columns of `chance`.
    """
    found: dict[tuple[Any, ...], list[int]] = {}
    places: dict[int, dict[str, int]] = {}
    if chances:
        which = (*_ROLLS, "outcome", "weight", "total", "odds", "on_main")
        for *key, outcome, weight, total, odds, on_main in zip(*map(chances.__getitem__, which), strict=True):
            die = key[4]
            if not on_main or weight == 0 or (die is None and weight):
                continue
            if die is None or (die == DECK and odds is not None):
                found.setdefault(tuple(key), [0])[0] += 1
            elif die != DECK:
                if odds is None:
                    side = int(outcome) - 1
                else:
                    if id(odds) not in places:  # they live as long as the columns
                        places[id(odds)] = _places(odds)
                    side = places[id(odds)][outcome]
                if (counts := found.get(tuple(key))) is None:
                    counts = found[tuple(key)] = [0] * total
                counts[side] += 1
    if not found:
        return {}
    seats = {play.src: play.header.seats for play in plays}
    rows: Columns = {name: [key[place] for key in found] for place, name in enumerate(_ROLLS)}
    names = [seats[src][seat - 1] if seat else None for src, seat in zip(rows["src"], rows["seat"], strict=True)]
    return {**rows, "name": names, "counts": list(found.values())}
