"""Turns one examined log into rows of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from playfold.engine import reference
from playfold.engine.events import Chance
from playfold.engine.rulesets import Outcome, RuleSet
from playfold.errors import UnknownRulesError
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Noted, Paused, Rated, Refused, Resumed
from playfold.records.tree import MAIN, Tree

from .archive_course import course
from .archive_play import (
    DECK,
    Odds,
    Thrown,
    decisions_of,
    luck,
    moment,
    outcome_of,
    outcome_text,
    seats_before,
    thinking,
    waiting,
)
from .archive_staged import (
    Columns,
    GameRow,
    LineRow,
    LuckRow,
    NoteRow,
    RatingRow,
    RefusalRow,
    SeatRow,
    Staged,
)
from .validate import Verdict


class Watch:
    """Follows the fold of one log: the turn of each entry, the standings where a turn ends, chance and its odds.

    An entry belongs to the turn in which it comes, so the standings of a turn are those after its last entry. Deep, it
    also counts the options of each decision and reckons luck, which takes many times longer.
    """

    def __init__(self, rules: RuleSet[Any], odds: Odds | None = None, *, deep: bool = False) -> None:
        self.turns: dict[int, int] = {}
        self.ends: dict[int, dict[str, tuple[int, ...]]] = {}
        self.thrown: list[Thrown] = []
        self.options: dict[int, int] = {}
        self.luck: dict[int, dict[str, list[float]]] = {}
        self.deep = deep
        self.decisions = decisions_of(rules)
        self._chances = frozenset(kind for kind in rules.events if issubclass(kind, Chance))
        self._rules = rules
        self._odds = odds or Odds()
        self._state: Any = None
        self._turn = 0

    def visit(self, entry: Entry[Any], before: Any, after: Any) -> None:
        """Notes one entry of play."""
        turn = self._turn if before is self._state else self._rules.turn(before)
        n = entry.n
        self.turns[n] = turn
        following = self._rules.turn(after)
        if following != turn:
            self.ends[n] = dict(self._rules.standings(after))
        self._state, self._turn = after, following
        kind = type(entry.event)
        if kind in self._chances:
            weights = kind.weights(before)
            self.thrown.append(Thrown(n, entry.event, self._odds.parts(weights)))
            if self.deep and (gains := luck(self._rules, weights, before, after)):
                self.luck[n] = gains
        elif self.deep and kind in self.decisions:
            seat = entry.event.seat
            self.options[n] = sum(option.seat == seat for option in self._rules.options(before))

    def standings(self, path: list[int], last: Any) -> Iterator[tuple[int, dict[str, tuple[int, ...]]]]:
        """Gives turn and standings at the end of each turn of a path; `last` is the state at its tip, None for none."""
        for n in path:
            if n in self.ends:
                yield self.turns[n], self.ends[n]
        if path and path[-1] in self.turns and path[-1] not in self.ends and last is not None:
            yield self.turns[path[-1]], dict(self._rules.standings(last))


def rows(
    src: int, digest: str, verdict: Verdict, watch: Watch, engine: str
) -> tuple[dict[str, list[Staged]], dict[str, Columns]]:
    """Gives the rows of one log by table, those of the large tables as columns; the verdict must have a log.

    Cost: 2-3 us an entry.
    """
    log, header = verdict.log, verdict.header
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    tree, entries = log.tree, log.entries
    tip = tree.lines[MAIN].tip
    on_path = tree.path(tip)
    on_main = set(on_path)
    state = None if verdict.folded is None else verdict.folded.states.get(tip)
    ends = list(watch.standings(on_path, state))
    staged: dict[str, list[Staged]] = {
        "games": [_game(src, digest, verdict, on_path, engine, state, deep=watch.deep)],
        "seats": list(_seats(src, header, verdict.outcome)),
        **course(src, [turn for turn, _ in ends], [standings for _, standings in ends]),
        "luck": [
            LuckRow(src=src, n=n, turn=watch.turns[n], type=_tag(entries[n - 1].event), named=named)
            for n, named in watch.luck.items()
            if n in on_main
        ],
        "lines": list(_lines(src, tree)),
    }
    for entry in entries:
        event = entry.event
        kind = type(event)
        if kind is Noted:
            row: Staged = NoteRow(
                src=src, n=entry.n, about=event.on, seat=event.seat or None, mark=event.mark, text=event.text
            )
            staged.setdefault("notes", []).append(row)
        elif kind is Rated:
            row = RatingRow(src=src, n=entry.n, seat=event.seat, fun=event.fun, text=event.text)
            staged.setdefault("ratings", []).append(row)
        elif kind is Refused:
            staged.setdefault("refusals", []).append(_refusal(src, entry))
    chance = _chance(tree, entries, on_main, watch)
    columns = {
        "events": _events(entries, on_main, watch.turns),
        "decisions": _decisions(header, entries, on_main, watch),
        "chance": chance,
        "rolls": _rolls(header, chance),
    }
    return staged, columns


def _game(
    src: int,
    digest: str,
    verdict: Verdict,
    on_path: list[int],
    engine: str,
    state: Any,
    *,
    deep: bool,
) -> GameRow:
    header, log, outcome = verdict.header, verdict.log, verdict.outcome
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    ended = log.entries[on_path[-1] - 1].time if on_path else ""
    # What the parameters are, whatever name they were given: games of different rules must not share one.
    label = verdict.label or header.rules
    rule_set, version = _names(label)
    bots = len(header.bots)
    return GameRow(
        src=src,
        digest=digest,
        rules=label,
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
        ignored=False,
        deep=deep,
        engine=engine,
    )


@cache
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
        yield SeatRow(
            src=src, seat=seat, name=name, placed=True, bot=seat in header.bots, won=won, rank=ranks.get(seat)
        )


def _tag(event: Any) -> str:
    return str(type(event).__struct_config__.tag)


def _events(entries: list[Entry[Any]], on_main: set[int], turns: dict[int, int]) -> Columns:
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
    numbers = range(1, len(entries) + 1)  # a log whose entries are numbered otherwise is cut there
    return {
        "n": list(numbers),
        "line": [entry.line or MAIN for entry in entries],
        "time": [entry.time or None for entry in entries],
        "seat": seats,
        "type": types,
        "payload": [entry.event for entry in entries],
        "turn": list(map(turns.get, numbers)),
        "on_main": [n in on_main for n in numbers],
        "draw": [entry.draw or None for entry in entries],
        "of": [entry.of or None for entry in entries],
    }


def _decisions(header: Header, entries: list[Entry[Any]], on_main: set[int], watch: Watch) -> Columns:
    timed = bool(header.time) or any(entry.time for entry in entries[:2])
    seconds = thinking(header.time, entries, watch.decisions) if timed else {}
    decisions = watch.decisions
    made = [entry for entry in entries if type(entry.event) in decisions and entry.n in watch.turns]
    numbers = [entry.n for entry in made]
    return {
        "n": numbers,
        "line": [entry.line or MAIN for entry in made],
        "turn": list(map(watch.turns.get, numbers)),
        "seat": [entry.event.seat for entry in made],
        "type": [_tag(entry.event) for entry in made],
        "on_main": [n in on_main for n in numbers],
        "options": list(map(watch.options.get, numbers)),
        "seconds": list(map(seconds.get, numbers)),
        "waited": list(map(waiting(made, on_main, seconds).get, numbers)),
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


def _chance(tree: Tree, entries: list[Entry[Any]], on_main: set[int], watch: Watch) -> Columns:
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
            made.append((*head, None, None, outcome_text(event), None, None, None, *tail))
    return dict(zip(_CHANCE, map(list, zip(*made, strict=True)), strict=True)) if made else {}


_ROLLS = ("seat", "type", "part", "die", "source")


def _rolls(header: Header, chance: Columns) -> Columns:
    """Counts the sides of fair dice on main, and the draws from decks whose odds are kept."""
    found: dict[tuple[Any, ...], list[int]] = {}
    if chance:
        which = (*_ROLLS, "outcome", "weight", "total", "odds", "on_main")
        for *key, outcome, weight, total, odds, on_main in zip(*map(chance.__getitem__, which), strict=True):
            if not on_main or not weight:
                continue
            if key[3] != DECK:
                found.setdefault(tuple(key), [0] * total)[int(outcome) - 1] += 1
            elif odds is not None:
                found.setdefault(tuple(key), [0])[0] += 1
    columns: Columns = {name: [key[place] for key in found] for place, name in enumerate(_ROLLS)}
    names = [header.seats[seat - 1] if seat else None for seat in columns["seat"]]
    return {**columns, "name": names, "counts": list(found.values())} if found else {}


def _refusal(src: int, entry: Entry[Any]) -> RefusalRow:
    refused = entry.event
    seat = refused.event.get("seat", 0)
    return RefusalRow(
        src=src,
        n=entry.n,
        seat=seat if type(seat) is int and 0 < seat <= 99 else None,  # noqa: PLR2004 - the most seats that a log has
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
    start, end = moment(started), moment(entries[on_path[-1] - 1].time)
    if start is None or end is None or end < start:
        return None
    away, since = 0.0, None
    on_main = set(on_path)
    for entry in entries[: on_path[-1]]:
        kind = type(entry.event)
        if kind is Paused:
            since = moment(entry.time) if since is None else since
        elif since is not None and (kind is Resumed or entry.n in on_main):
            away += max(0.0, (moment(entry.time) or since) - since)
            since = None
    return round(max(0.0, end - start - away) / 60, 3)
