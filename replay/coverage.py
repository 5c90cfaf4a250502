"""What recorded games used of their rules: rules, events, values of fields, parameters, parts; and what never.

The main line of each game counts, as it stands. Of a rule three things are counted:

* `asked`: played events whose check may refuse by it (`asking`).
* `bound`: moments at which it would have refused what the same seat, or the same kind of chance, brought the time
  before or after. Each decision is tried where the seat decided last, and its last one is tried again: what somebody
  wanted to do a moment earlier or later, and could not. A rule that never binds holds back nothing that these players
  did.
* `refused`: attempts in the log that it refused.

So a rule is `binding`, `idle` (asked, and it never held anything back), `refused only` (attempted, but nothing that
asks it was ever played), `never` (nothing that asks it was played or attempted), `consequence` (it says what follows by
itself, so that no event can break it), or `unknown` (no check refuses by it, and it is not marked as a consequence).
Reading the code alone would call every rule of `ship_moved` used as soon as a ship moves; a trace would say that a
condition was looked at, not that it mattered. The engine's own rules, of turns and the end, hold everywhere; they are
listed when they refused an attempt.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, get_args

import msgspec

from playfold.engine import installed
from playfold.engine.rulesets import Rule
from playfold.errors import PlayfoldError

from .asking import asked_by
from .domains import Plain, branches, fields_of
from .processes import in_order
from .seen import Seen, seen_in
from .sources import LeftOut, each_once, logs_of, watched

Use = Literal["binding", "idle", "refused only", "never", "consequence", "unknown"]

Progress = Callable[[int, int], None]
"""Called after each log with how many are done and how many there are."""


class Value(msgspec.Struct, frozen=True):
    """One value of a field or parameter: how often it occurs, and in how many games; 0 for never."""

    value: Any
    times: int
    games: int


class RuleUse(msgspec.Struct, frozen=True):
    """How a rule of the index was used; `..._games` say in how many games.

    Args:
        id: the rule.
        says: its words in the index.
        use: in one word, as the module says.
        events: the kinds of event whose check may refuse by it.
        asked: played events of these kinds.
        bound: moments at which it would have refused a neighbouring event.
        refused: attempts that it refused.
    """

    id: str
    says: str
    use: Use
    events: tuple[str, ...]
    asked: int
    asked_games: int
    bound: int
    bound_games: int
    refused: int
    refused_games: int


class EventUse(msgspec.Struct, frozen=True):
    """How often a kind of event was played, in how many games, and how many attempts at it were refused."""

    name: str
    times: int
    games: int
    refused: int


class FieldUse(msgspec.Struct, frozen=True):
    """The values of one field of an event, or of one parameter.

    Args:
        name: `tech_bought.tech`; of a parameter its dotted name.
        listed: whether the type lists all values, so that those that never occur stand here too.
        values: in the order of the list, else the most frequent first, at most `MANY`.
        distinct: how many different values occur.
    """

    name: str
    listed: bool
    values: tuple[Value, ...]
    distinct: int


class Coverage(msgspec.Struct, frozen=True):
    """What the games of one rule set used.

    Args:
        rule_set: its id.
        games: how many.
        entries: events played on their main lines.
        rules: every rule of the index, in its order, and what else refused an attempt.
        events: every kind of event.
        fields: every field of every event but `seat`. Of lists the items count, of mappings the keys.
        parameters: every parameter but `players`; a game counts once for its value.
        parts: what else the game is made of, where its rule set says so: cards, operations and the like by kind.
    """

    rule_set: str
    games: int
    entries: int
    rules: tuple[RuleUse, ...]
    events: tuple[EventUse, ...]
    fields: tuple[FieldUse, ...]
    parameters: tuple[FieldUse, ...]
    parts: tuple[FieldUse, ...]


MANY = 100
"""Values of a field without a list that are given at most."""

Kind = Literal["events", "values", "bound", "refused", "attempts", "parameters", "parts"]


def coverage(
    paths: Sequence[str | os.PathLike[str]], *, jobs: int = 1, progress: Progress | None = None
) -> tuple[list[Coverage], list[LeftOut]]:
    """Counts what games used, by rule set, and gives the logs that do not count: those that are not in order.

    Of several logs of one game the first counts; an extract does not, where the game that it comes from counts and has
    an outcome.

    Args:
        paths: logs, folders and archives.
        jobs: processes.
        progress: told after each log.

    Raises:
        UnreadableLogError: a path is not there.

    Cost: two to four times that of validating; memory for one game at a time.
    """
    logs = [os.fspath(path) for path in logs_of(paths)]
    totals: dict[str, _Total] = {}
    left: list[LeftOut] = []
    for found in each_once(watched(in_order(_one, logs, jobs), len(logs), progress)):
        if isinstance(found, LeftOut):
            left.append(found)
        else:
            totals.setdefault(found.rule_set, _Total(found.rule_set)).add(found)
    return [totals[name].coverage() for name in sorted(totals)], left


def _one(path: str) -> Seen | LeftOut:
    try:
        return seen_in(path)
    except PlayfoldError as error:
        error.path = ""
        return LeftOut(path, str(error))


class _Total:
    """What all games of one rule set used: for each kind of count how often, and in how many games."""

    def __init__(self, rule_set: str) -> None:
        self.rules = installed.ruleset(rule_set)
        self.games = 0
        self.times: dict[Kind, Counter[Any]] = {}
        self.in_games: dict[Kind, Counter[Any]] = {}
        self.known: dict[str, dict[Plain, None]] = {}
        self.asked: Counter[str] = Counter()
        self.asked_games: Counter[str] = Counter()

    def add(self, seen: Seen) -> None:
        self.games += 1
        for kind in get_args(Kind):
            counts: Counter[Any] = getattr(seen, kind)
            self.times.setdefault(kind, Counter()).update(counts)
            self.in_games.setdefault(kind, Counter()).update(counts.keys())
        asked_by_event = asked_by(self.rules.id)
        asked: Counter[str] = Counter()
        for name, times in seen.events.items():
            asked.update(dict.fromkeys(asked_by_event[name], times))
        for kind, there in seen.known.items():
            self.known.setdefault(kind, {}).update(dict.fromkeys(there))
        self.asked.update(asked)
        self.asked_games.update(asked.keys())

    def coverage(self) -> Coverage:
        events = self.times["events"]
        return Coverage(
            self.rules.id,
            self.games,
            events.total(),
            tuple(self._rules()),
            tuple(
                EventUse(name, events[name], self.in_games["events"][name], self.times["attempts"][name])
                for name in self.rules.by_name
            ),
            tuple(
                self._field("values", f"{name}.{field}", domain)
                for name, kind in self.rules.by_name.items()
                for field, domain in fields_of(kind).items()
                if field != "seat"
            ),
            tuple(
                self._field("parameters", name, branches(domain))
                for name, domain in fields_of(self.rules.parameters).items()
                if name != "players"
            ),
            tuple(self._field("parts", name, tuple(there)) for name, there in self.known.items()),
        )

    def _rules(self) -> Iterator[RuleUse]:
        own = {rule.id for rule in self.rules.rules}
        others = [self.rules.index.get(name, Rule(name, "", "")) for name in sorted(self.times["refused"])]
        for rule in (*self.rules.rules, *(rule for rule in others if rule.id not in own)):
            yield self._rule(rule)

    def _rule(self, rule: Rule) -> RuleUse:
        name = rule.id
        events = tuple(event for event, asked in asked_by(self.rules.id).items() if name in asked)
        bound, refused = self.times["bound"][name], self.times["refused"][name]
        return RuleUse(
            name,
            rule.says,
            "consequence" if rule.consequence else _use(self.asked[name], bound, refused, known=bool(events)),
            events,
            self.asked[name],
            self.asked_games[name],
            bound,
            self.in_games["bound"][name],
            refused,
            self.in_games["refused"][name],
        )

    def _field(self, kind: Kind, name: str, domain: tuple[Plain, ...] | None) -> FieldUse:
        counts, games = self.times[kind], self.in_games[kind]
        found = {value: times for (field, value), times in counts.items() if field == name}
        if domain is None:
            order = sorted(found, key=lambda value: (-found[value], str(value)))[:MANY]
        else:
            order = [*domain, *(value for value in found if value not in domain)]
        values = tuple(Value(value, found.get(value, 0), games[name, value]) for value in order)
        return FieldUse(name, domain is not None, values, len(found))


def _use(asked: int, bound: int, refused: int, *, known: bool) -> Use:
    if bound or (asked and refused):
        return "binding"
    if asked:
        return "idle"
    if refused:
        return "refused only"
    return "never" if known else "unknown"
