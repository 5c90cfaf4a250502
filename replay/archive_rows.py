"""Turns one examined log into rows of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from playfold.engine import reference
from playfold.engine.rulesets import Outcome, RuleSet
from playfold.errors import UnknownRulesError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Noted, Paused, Rated, Refused, Resumed
from playfold.records.tree import MAIN, Tree

from .validate import Verdict


class Staged(msgspec.Struct, gc=False, omit_defaults=True, kw_only=True):
    """A row on its way into the archive. `src` is the number of its log in this run; what is left out becomes NULL."""

    src: int


class GameRow(Staged, kw_only=True):
    """The row of `games`."""

    path: str
    digest: str
    rules: str
    rule_set: str
    version: str
    parameters: dict[str, Any]
    seats: int
    grade: str
    problem: str | None
    players: str
    reason: str | None
    winners: tuple[int, ...] | None
    entries: int
    turns: int | None
    started: str
    ended: str
    minutes: float | None
    tags: dict[str, str]
    dice: str
    origin: str | None
    engine: str


class SeatRow(Staged, kw_only=True):
    """A row of `seats`."""

    seat: int
    name: str
    bot: bool
    won: bool | None = None
    rank: int | None = None


class EventRow(Staged, kw_only=True):
    """A row of `events`."""

    n: int
    line: str
    time: str = ""
    seat: int = 0
    type: str
    payload: Any
    turn: int | None = None
    on_main: bool
    draw: int = 0
    of: int = 0


class StandingsRow(Staged, kw_only=True):
    """What becomes many rows of `standings`: those of one turn, a list of seats by name."""

    turn: int
    named: dict[str, tuple[int, ...]]


class NoteRow(Staged, kw_only=True):
    """A row of `notes`."""

    n: int
    about: int
    seat: int = 0
    mark: str
    text: str


class RatingRow(Staged, kw_only=True):
    """A row of `ratings`."""

    n: int
    seat: int
    fun: int
    text: str


class RefusalRow(Staged, kw_only=True):
    """A row of `refusals`."""

    n: int
    seat: int = 0
    type: str
    rule: str
    why: str
    payload: dict[str, Any]


class LineRow(Staged, kw_only=True):
    """A row of `lines`."""

    line: str
    opened: int
    origin: int
    tip: int
    why: str


class Watch:
    """Follows the fold of one log: the turn of each entry, and the standings where a turn ends.

    An entry belongs to the turn in which it comes, so the standings of a turn are those after its last entry.
    """

    def __init__(self, rules: RuleSet[Any]) -> None:
        self.turns: dict[int, int] = {}
        self.ends: dict[int, dict[str, tuple[int, ...]]] = {}
        self._rules = rules
        self._state: Any = None
        self._turn = 0

    def visit(self, entry: Entry[Any], before: Any, after: Any) -> None:
        """Notes one entry of play."""
        turn = self._turn if before is self._state else self._rules.turn(before)
        self.turns[entry.n] = turn
        following = self._rules.turn(after)
        if following != turn:
            self.ends[entry.n] = dict(self._rules.standings(after))
        self._state, self._turn = after, following

    def standings(self, path: list[int], last: Any) -> Iterator[tuple[int, dict[str, tuple[int, ...]]]]:
        """Gives turn and standings at the end of each turn of a path; `last` is the state at its tip, None for none."""
        for n in path:
            if n in self.ends:
                yield self.turns[n], self.ends[n]
        if path and path[-1] in self.turns and path[-1] not in self.ends and last is not None:
            yield self.turns[path[-1]], dict(self._rules.standings(last))


def rows(src: int, path: str, digest: str, verdict: Verdict, watch: Watch, engine: str) -> dict[str, list[Staged]]:
    """Gives the rows of one log by table; the verdict must have a log. Cost: 1-2 us an entry."""
    log, header = verdict.log, verdict.header
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    tree, entries = log.tree, log.entries
    tip = tree.lines[MAIN].tip
    on_path = tree.path(tip)
    state = None if verdict.folded is None else verdict.folded.states.get(tip)
    staged: dict[str, list[Staged]] = {
        "games": [_game(src, path, digest, verdict, on_path, engine, state)],
        "seats": list(_seats(src, header, verdict.outcome)),
        "events": list(_events(src, entries, set(on_path), watch.turns)),
        "standings": [StandingsRow(src=src, turn=turn, named=named) for turn, named in watch.standings(on_path, state)],
        "lines": list(_lines(src, tree)),
    }
    for entry in entries:
        event = entry.event
        kind = type(event)
        if kind is Noted:
            row: Staged = NoteRow(src=src, n=entry.n, about=event.on, seat=event.seat, mark=event.mark, text=event.text)
            staged.setdefault("notes", []).append(row)
        elif kind is Rated:
            row = RatingRow(src=src, n=entry.n, seat=event.seat, fun=event.fun, text=event.text)
            staged.setdefault("ratings", []).append(row)
        elif kind is Refused:
            staged.setdefault("refusals", []).append(_refusal(src, entry))
    return staged


def _game(
    src: int,
    path: str,
    digest: str,
    verdict: Verdict,
    on_path: list[int],
    engine: str,
    state: Any,
) -> GameRow:
    header, log, outcome = verdict.header, verdict.log, verdict.outcome
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    ended = log.entries[on_path[-1] - 1].time if on_path else ""
    rule_set, version = _names(header.rules)
    bots = len(header.bots)
    return GameRow(
        src=src,
        path=path,
        digest=digest,
        rules=header.rules,
        rule_set=rule_set,
        version=version,
        parameters=header.set,
        seats=len(header.seats),
        grade=verdict.grade,
        problem=str(verdict.problems[0]) if verdict.problems else None,
        players="people" if not bots else "bots" if bots == len(header.seats) else "mixed",
        reason=None if outcome is None else outcome.reason,
        winners=None if outcome is None else outcome.winners,
        entries=len(log.entries),
        turns=None if state is None or verdict.rules is None else verdict.rules.turn(state),
        started=header.time,
        ended=ended,
        minutes=_minutes(header.time, log.entries, on_path),
        tags=header.tags,
        dice="table" if header.dice == "table" else "drawn",
        origin=None if header.origin is None else header.origin.game,
        engine=engine,
    )


def _names(rules: str) -> tuple[str, str]:
    try:
        wanted = reference.parse(rules)
    except UnknownRulesError:
        return rules, ""
    return wanted.id, wanted.version


def _seats(src: int, header: Header, outcome: Outcome | None) -> Iterator[SeatRow]:
    ranks: dict[int, int] = {}
    decided = outcome is not None and outcome.reason != "stopped"
    if decided and outcome is not None:
        better = 0
        for equals in outcome.ranking:
            ranks.update(dict.fromkeys(equals, better + 1))
            better += len(equals)
    for seat, name in enumerate(header.seats, 1):
        won = seat in outcome.winners if decided and outcome is not None else None
        yield SeatRow(src=src, seat=seat, name=name, bot=seat in header.bots, won=won, rank=ranks.get(seat))


def _events(src: int, entries: list[Entry[Any]], on_main: set[int], turns: dict[int, int]) -> Iterator[EventRow]:
    kinds: dict[type[Any], tuple[str, bool]] = {}
    for entry in entries:
        event = entry.event
        kind = type(event)
        if kind not in kinds:
            kinds[kind] = str(kind.__struct_config__.tag), "seat" in kind.__struct_fields__
        tag, seated = kinds[kind]
        seat = event.seat if seated else 0
        n = entry.n
        yield EventRow(
            src=src,
            n=n,
            line=entry.line or MAIN,
            time=entry.time,
            seat=seat if type(seat) is int else 0,
            type=tag,
            payload=event,
            turn=turns.get(n),
            on_main=n in on_main,
            draw=entry.draw,
            of=entry.of,
        )


def _refusal(src: int, entry: Entry[Any]) -> RefusalRow:
    refused = entry.event
    seat = refused.event.get("seat", 0)
    return RefusalRow(
        src=src,
        n=entry.n,
        seat=seat if type(seat) is int and 0 <= seat <= 99 else 0,  # noqa: PLR2004 - the most seats that a log has
        type=str(refused.event.get("type", "")),
        rule=refused.rule,
        why=refused.why,
        payload=refused.event,
    )


def _lines(src: int, tree: Tree) -> Iterator[LineRow]:
    for name, line in tree.lines.items():
        why = str(getattr(tree.entries[line.first - 1].event, "why", "")) if line.first else ""
        yield LineRow(src=src, line=name, opened=line.first, origin=line.origin, tip=line.tip, why=why)


def _minutes(started: str, entries: list[Entry[Any]], on_path: list[int]) -> float | None:
    """Gives the time that a game took, without pauses; a pause ends with `resumed` or with the next entry of main."""
    if not on_path:
        return None
    start, end = _moment(started), _moment(entries[on_path[-1] - 1].time)
    if start is None or end is None or end < start:
        return None
    away, since = 0.0, None
    on_main = set(on_path)
    for entry in entries[: on_path[-1]]:
        kind = type(entry.event)
        if kind is Paused:
            since = _moment(entry.time) if since is None else since
        elif since is not None and (kind is Resumed or entry.n in on_main):
            away += max(0.0, (_moment(entry.time) or since) - since)
            since = None
    return round(max(0.0, end - start - away) / 60, 3)


def _moment(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp() if text.endswith("Z") else None
    except (ValueError, OverflowError, OSError):
        return None
