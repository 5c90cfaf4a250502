"""Where one game parts under two versions of its rules: both events told, both states side by side."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from playfold.engine.difference import Change, difference
from playfold.engine.events import Event
from playfold.errors import PlayfoldError, UnknownPositionError
from playfold.records.entry import Entry
from playfold.records.journal import Resigned, Ruled

from .courses import Course, asked
from .rerun import Rerun, replayed
from .sources import header_of, logs_of
from .telling import named


class Moment(msgspec.Struct, frozen=True):
    """One entry under both versions; names are put in.

    Args:
        entry: its number; 0 is the start.
        a: what it does under the first version.
        b: what it does under the second version, or why that does not take it.
        taken: whether the second version takes it. What follows is of the states after it then, else of those before.
        waits: what each game waits for; "" when it is over.
        standings: by name, the values of the one and of the other state; only names that differ.
        changes: the difference of the states, from the one to the other.
    """

    entry: int
    a: str
    b: str
    taken: bool
    waits: tuple[str, str]
    standings: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    changes: tuple[Change, ...]


class Parting(msgspec.Struct, frozen=True):
    """One game under two versions.

    Args:
        rerun: what became of it.
        moments: where the states part, and where the second version stops, if that is later; in order.
    """

    rerun: Rerun
    moments: tuple[Moment, ...]


def parting(
    game: str, paths: Sequence[str | os.PathLike[str]], one: str, other: str, *, whatever: bool = False
) -> Parting:
    """Shows where one game parts.

    Args:
        game: a log, or the name of a game whose log is among the paths.
        paths: logs, folders and archives; not looked at when `game` is a log.
        one: as in `rerun`.
        other: as in `rerun`.
        whatever: as in `rerun`.

    Raises:
        PlayfoldError: there is no such game, it cannot be read, or it was played under other rules.
    """
    path = game if Path(game).is_file() else _log_of(game, paths)
    try:
        rerun, course = replayed(path, one, other, whatever=whatever)
    except PlayfoldError as error:
        error.path = error.path or path
        raise
    if course is None or course.problem:
        return Parting(rerun, ())
    parted, stop = course.parted, course.other
    moments = [] if parted is None else [_moment(course, parted, rerun.names)]
    # A game that is over where the states part has nothing more to show.
    if stop.stop and stop.entry != parted and not (stop.stop == "over" and moments and not moments[0].waits[1]):
        moments.append(_moment(course, stop.entry, rerun.names))
    return Parting(rerun, tuple(moments))


def _log_of(game: str, paths: Sequence[str | os.PathLike[str]]) -> str:
    for path in logs_of(paths):
        with suppress(PlayfoldError):
            if header_of(path).game == game:
                return os.fspath(path)
    raise UnknownPositionError(
        f"{game} is no log, and no log among the paths is of a game of that name",
        hint="give --game a log or the game's own name, as --format json shows it",
    )


def _moment(course: Course, n: int, names: Sequence[str]) -> Moment:
    if not n:
        states = course.before[course.entries[0].n] if course.entries else course.one.state, course.moment[0]
        told = ("The game begins.", "The game begins.")
    else:
        states, told = _entry(course, n)
    rules = course.rules
    left, right = (rules.standings(state) for state in states)
    return Moment(
        n,
        named(told[0], names),
        named(told[1], names),
        not n or course.other.entry != n,
        (named(asked(rules, states[0]), names), named(asked(rules, states[1]), names)),
        {name: (tuple(left[name]), tuple(right[name])) for name in left if left[name] != right[name]},
        difference(*states),
    )


def _entry(course: Course, n: int) -> tuple[tuple[Any, Any], tuple[str, str]]:
    place = next(place for place, entry in enumerate(course.entries) if entry.n == n)
    entry, last = course.entries[place], place == len(course.entries) - 1
    before = course.before[n]
    after = course.one.state if last else course.before[course.entries[place + 1].n]
    one, other = _told(entry, before, after), course.other
    if other.entry == n:
        why = other.error.message if other.error else ""
        stops = {"over": "the game is over before it", "refused": f"refused: {why}", "asks": f"not asked: {why}"}
        return (before, other.state), (one, stops.get(other.stop, f"it does not apply: {why}"))
    if n in other.unasked:
        return (after, course.moment[1]), (one, "left out: nobody asks for it")
    return (after, course.moment[1]), (one, _told(entry, *course.moment))


def _told(entry: Entry[Any], before: Any, after: Any) -> str:
    event = entry.event
    if isinstance(event, Event):
        return event.tell(before, after)
    if isinstance(event, Ruled):
        return f"A ruling changes {', '.join([*event.set, *event.drop])}."
    return f"@{event.seat} resigns." if isinstance(event, Resigned) else "The table stops here."
