"""When entries were played and how long decisions took, as an archive keeps it: by the times of a log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from playfold.records.entry import Entry
from playfold.records.journal import OWN, OWN_PLAY, SILENT, Corrected, Paused, Resumed


class Times(NamedTuple):
    """What the clock says of a log; what it does not say is left out.

    Args:
        seconds: what a decision took, by entry.
        taken: the same, where a decision that a correction puts in place has what the one took that it replaces.
        elapsed: seconds of play from the start of the game to an entry.
        played: when an entry was played that a correction repeats or puts in place: the time of the original, as text.
    """

    seconds: dict[int, float]
    taken: dict[int, float]
    elapsed: dict[int, float]
    played: dict[int, str]


_NO_PLAY = frozenset(OWN) - frozenset(OWN_PLAY)


def times(started: str, entries: list[Entry[Any]], decisions: frozenset[type[Any]], on_main: set[int]) -> Times:
    """Follows the clock of a game.

    * A decision took the time since the entry before it, without pauses. Notes, ratings and refused attempts do not set
      the clock back, all other entries do. A decision while the clock stands has no time, nor has one whose clock runs
      backwards.
    * `paused` stops the clock; `resumed` starts it, and so does the next entry of main or of the line on which it was
      stopped. What is tried out on another line meanwhile leaves it standing.
    * The time between the last entry of play and a correction is no play. What a correction repeats was played when
      the original was, and took what that took; so with what it puts in place, but how long that was thought about is
      not known.

    Args:
        started: when the game began.
        entries: all of the log.
        decisions: the event classes that are decisions.
        on_main: the entries on the path to the tip of main.
    """
    found = Times({}, {}, {}, {})
    clock = _Clock(moment(started))
    put: set[int] = set()
    fix: Entry[Any] | None = None
    for entry in entries if _timed(started, entries) else ():
        n, kind = entry.n, type(entry.event)
        if kind in SILENT:
            continue
        if model := _model(entry, fix):
            _repeat(found, entries, n, model)
            if not entry.of or model in put:
                put.add(n)
            continue
        now = moment(entry.time)
        if kind is Paused:
            clock.stop(entry.line, now)
        elif kind is Resumed:
            clock.start(now)
        elif kind is Corrected:
            fix = entry
            clock.correct(now)
        else:
            took = clock.take(entry.line, now, ends=n in on_main)
            if took is not None and kind in decisions:
                found.taken[n] = round(took, 3)
            if kind not in _NO_PLAY and (elapsed := clock.play()) is not None:
                found.elapsed[n] = elapsed
    found.seconds.update((n, took) for n, took in found.taken.items() if n not in put)
    return found


def _timed(started: str, entries: list[Entry[Any]]) -> bool:
    return bool(started) or any(entry.time for entry in entries[:2])


def _model(entry: Entry[Any], fix: Entry[Any] | None) -> int:
    """Gives the entry that one repeats, or that it replaces right after the correction `fix`; 0 for none."""
    if not entry.of and fix is not None and entry.n == fix.n + 1 and entry.line == fix.line:
        return int(fix.event.entry)
    return entry.of


def _repeat(found: Times, entries: list[Entry[Any]], n: int, model: int) -> None:
    found.played[n] = found.played.get(model, entries[model - 1].time)
    if model in found.taken:
        found.taken[n] = found.taken[model]
    if model in found.elapsed:
        found.elapsed[n] = found.elapsed[model]


class _Clock:
    """The clock of a game as entries drive it. Moments and durations are seconds, None where they are not known."""

    def __init__(self, start: float | None) -> None:
        self._start = self._since = start
        self._line: str | None = None  # where it was stopped; None while it runs
        self._stopped: float | None = None
        self._stood: float | None = 0.0  # since the entry that set it back
        self._off: float | None = 0.0  # before that, since the start: pauses, and what lies before corrections
        self._played = 0.0  # at the last entry of play

    def stop(self, line: str, now: float | None) -> None:
        """Stops it; one that stands was stopped before."""
        if self._line is None:
            self._line, self._stopped = line, now

    def start(self, now: float | None) -> None:
        """Starts it."""
        self._settle(now)
        self._line = None

    def take(self, line: str, now: float | None, *, ends: bool) -> float | None:
        """Sets it back at an entry, and gives the time since it was set back before; `ends`: a pause ends here."""
        ran = self._line is None
        self._settle(now)
        if ends or line in ("", self._line):
            self._line = None
        took = _less(_less(now, self._since), self._stood)
        self._off = None if self._off is None or self._stood is None else self._off + self._stood
        self._since, self._stood = now, 0.0
        return took if ran and took is not None and took >= 0 else None

    def play(self) -> float | None:
        """Gives the seconds of play since the start, at an entry of play at which it was set back."""
        elapsed = _less(self._since, self._start)
        if elapsed is None or self._off is None or elapsed < 0:
            return None
        self._played = max(0.0, elapsed - self._off)
        return self._played

    def correct(self, now: float | None) -> None:
        """Sets it back to what it showed at the last entry of play."""
        self._settle(now)
        self._off = _less(_less(now, self._start), self._played)
        self._since, self._stood = now, 0.0

    def _settle(self, now: float | None) -> None:
        if self._line is not None:
            stood = _less(now, self._stopped)
            self._stood = None if self._stood is None or stood is None else self._stood + max(0.0, stood)
            self._stopped = now


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def waiting(made: list[Entry[Any]], on_main: set[int], taken: Mapping[int, float]) -> dict[int, float]:
    """Gives what the other seats took between two decisions of a seat on main, by the entry of the second one.

    Before the first decision of a seat they are those since the start. Decisions right after one of the same seat have
    none, nor have those before which a part is not known.

    Args:
        made: the decisions, in file order.
        on_main: the entries of main.
        taken: what decisions took.
    """
    found: dict[int, float] = {}
    last: dict[int, tuple[float, int]] = {}
    total, unknown, before = 0.0, 0, 0
    for entry in made if taken else ():
        if entry.n not in on_main:
            continue
        seat = entry.event.seat
        seen, missed = last.get(seat, (0.0, 0))
        if before and before != seat and unknown == missed:
            found[entry.n] = round(total - seen, 3)
        took = taken.get(entry.n)
        if took is None:
            unknown += 1
        else:
            total += took
        last[seat], before = (total, unknown), seat
    return found


def moment(text: str) -> float | None:
    """Gives a time of a log in seconds since 1970; None for none and for what is no time."""
    try:
        return datetime.fromisoformat(text).timestamp() if text.endswith("Z") else None
    except (ValueError, OverflowError, OSError):
        return None
