"""What one recorded game used of its rules: events, values of their fields, and the rules that held something back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from playfold.engine.events import Decision, Event
from playfold.engine.parameters import describe, value_of
from playfold.engine.rulesets import RuleSet
from playfold.errors import Illegal, TornLogError
from playfold.records.entry import Entry
from playfold.records.journal import OWN_PLAY, Refused

from .domains import Plain, leaves
from .lines import MAIN
from .opening import fold_log, read_log
from .outcomes import outcome_at


class Seen(msgspec.Struct):
    """What one game used, on its main line.

    Args:
        path: the log.
        game: the game's own name.
        rule_set: the id of its rules.
        events: played events by name.
        values: by field (`tech_bought.tech`) and value, how often it was played.
        bound: by rule, the moments at which it would have refused a neighbouring event (see `coverage`).
        refused: by rule, the attempts that it refused.
        attempts: by event, the attempts that were refused.
        parameters: each parameter with its value, once.
        parts: by kind and id, the events that brought a part of the game into play.
        known: the parts that there are, by kind.
        origin: of an extract, the name of the game that it comes from; "" else.
        over: whether its main line has an outcome.
    """

    path: str
    game: str
    rule_set: str
    events: Counter[str] = msgspec.field(default_factory=Counter)
    values: Counter[tuple[str, Plain]] = msgspec.field(default_factory=Counter)
    bound: Counter[str] = msgspec.field(default_factory=Counter)
    refused: Counter[str] = msgspec.field(default_factory=Counter)
    attempts: Counter[str] = msgspec.field(default_factory=Counter)
    parameters: Counter[tuple[str, Plain]] = msgspec.field(default_factory=Counter)
    parts: Counter[tuple[str, Plain]] = msgspec.field(default_factory=Counter)
    known: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    origin: str = ""
    over: bool = False


def seen_in(path: str) -> Seen:
    """Counts what one game used.

    Raises:
        PlayfoldError: the log cannot be read, is damaged, or today's rules refuse an entry of its main line.
    """
    log, rules = read_log(path)
    if log.failure is not None and not isinstance(log.failure, TornLogError):
        raise log.failure
    header, tip = log.header, log.tree.lines[MAIN].tip
    origin = "" if header.origin is None else header.origin.game
    watch = _Watch(rules, Seen(path, header.game, rules.id, origin=origin))
    main = log.tree.path(tip)
    watch.main = frozenset(main)
    folded = fold_log(log, rules, digests=False, visit=watch.visit)
    for n in main:
        if n in folded.refused:
            folded.refused[n].entry = n
            raise folded.refused[n]
    seen = watch.seen
    seen.over = outcome_at(rules, folded.states[tip], folded.ended.get(tip), len(header.seats)) is not None
    for entry in log.entries:
        if isinstance(entry.event, Refused) and not entry.line:
            seen.refused[entry.event.rule] += 1
            seen.attempts[entry.event.event["type"]] += 1
    parameters = folded.states[0].rules
    seen.known = rules.parts(parameters)
    for each in describe(rules.parameters):
        for value in leaves(msgspec.to_builtins(value_of(parameters, each.name))):
            seen.parameters[each.name, value] = 1
    return seen


class _Watch:
    """Looks at each entry of the main line as it is folded."""

    def __init__(self, rules: RuleSet[Any], seen: Seen) -> None:
        self.rules, self.seen = rules, seen
        self.main: frozenset[int] = frozenset()
        self._last: dict[Any, tuple[Any, Event[Any]]] = {}

    def visit(self, entry: Entry[Any], before: Any, after: Any) -> None:
        event = entry.event
        if entry.n not in self.main or isinstance(event, OWN_PLAY):
            return
        name = str(event.__struct_config__.tag)
        self.seen.events[name] += 1
        for attribute, field in zip(event.__struct_fields__, event.__struct_encode_fields__, strict=True):
            if attribute != "seat":
                for value in leaves(getattr(event, attribute)):
                    self.seen.values[f"{name}.{field}", value] += 1
        self.seen.parts.update(self.rules.used(event, before, after))
        who = event.seat if isinstance(event, Decision) else type(event)
        if who in self._last:
            state, last = self._last[who]
            self._try(state, event)
            self._try(before, last)
        self._last[who] = before, event

    def _try(self, state: Any, event: Event[Any]) -> None:
        try:
            event.check(state)
        except Illegal as error:
            self.seen.bound[error.rule] += 1
