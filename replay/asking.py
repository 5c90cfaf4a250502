"""Which rules an event asks: read off the code of its check.

A rule set says by which rule an event is refused only where it raises `Illegal`. A second list of rules by event would
have to be kept by hand and would drift; so the ids are read off the compiled code: of `check`, and of what it calls in
the package of the game, as far as the names lead (functions, methods of the event, constants that hold ids, and what
lies in a table by which it chooses: functions, and those methods of objects or classes that it names). That is an
upper bound: `ship_moved` asks the rule of battles also when it meets nobody. What a rule really held back is found by
trying (`coverage`). A rule that no event leads to is found by no walk, and is reported as unknown, never as dead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from playfold.engine import installed
from playfold.engine.events import Decision, Event
from playfold.engine.rulesets import ENGINE_RULES, RuleSet

_BY_TURN = {True: "play.turn", False: "play.chance"}


@cache
def asked_by(rules_id: str) -> Mapping[str, frozenset[str]]:
    """Gives the ids of the rules that each event asks, by the event's name. Cost: some milliseconds, once.

    Every event asks whose turn it is and whether the game is over.
    """
    rules = installed.ruleset(rules_id)
    return {name: frozenset(_asks(rules, kind)) for name, kind in rules.by_name.items()}


def _asks(rules: RuleSet[Any], kind: type[Event[Any]]) -> set[str]:
    found = {_BY_TURN[issubclass(kind, Decision)], "play.over"} & {rule.id for rule in ENGINE_RULES}
    walk = _Walk(kind, {rule.id for rule in rules.rules})
    walk.waiting = [
        each.__dict__["check"] for each in kind.__mro__ if isinstance(each.__dict__.get("check"), FunctionType)
    ]
    while walk.waiting:
        walk.through(walk.waiting.pop())
        if not walk.waiting:
            walk.waiting = list(walk.chosen())
    return found | walk.found


class _Walk:
    """Reads the code that a check may run.

    Args:
        kind: the event.
        ids: of the rules.
    """

    def __init__(self, kind: type[Event[Any]], ids: set[str]) -> None:
        self.kind, self.ids = kind, ids
        self.package = kind.__module__.rpartition(".")[0] or kind.__module__
        self.waiting: list[FunctionType] = []
        self.found: set[str] = set()
        self._seen: set[CodeType] = set()
        self._names: set[str] = set()
        self._tables: set[type] = set()

    def through(self, function: FunctionType) -> None:
        """Reads one function."""
        for code in _codes(function.__code__):
            if code in self._seen:
                continue
            self._seen.add(code)
            self._names.update(code.co_names)
            self.found |= self.ids.intersection(_texts(code.co_consts))
            for name in code.co_names:
                for value in (function.__globals__.get(name), getattr(self.kind, name, None)):
                    self._named(value)

    def _named(self, value: Any) -> None:
        """Reads what a name stands for: a function, or a constant with ids or with what to choose from."""
        value = getattr(value, "__wrapped__", value)  # a function whose results are kept
        if isinstance(value, FunctionType) and self._own(value):
            self.waiting.append(value)
        elif isinstance(value, (str, tuple, dict)):
            self.found |= self.ids.intersection(_texts(value))
            for each in _members(value) if isinstance(value, dict) else ():
                if isinstance(each, FunctionType) and self._own(each):
                    self.waiting.append(each)
                elif self._own(kind := each if isinstance(each, type) else type(each)):
                    self._tables.add(kind)

    def chosen(self) -> Iterator[FunctionType]:
        """Gives methods of objects in tables that some code has named, and that were not read."""
        for each in self._tables:
            for name, method in _methods(each):
                if name in self._names and method.__code__ not in self._seen and self._own(method):
                    yield method

    def _own(self, value: FunctionType | type) -> bool:
        return value.__module__.startswith(self.package)


def _members(table: Mapping[Any, Any]) -> Iterator[Any]:
    """Gives what lies in a table, alone or several together."""
    for value in table.values():
        yield from value if isinstance(value, tuple) else (value,)


@cache
def _methods(of: type) -> tuple[tuple[str, FunctionType], ...]:
    """Gives the methods of a class by name."""
    return tuple((name, method) for name in dir(of) if isinstance(method := getattr(of, name), FunctionType))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Gives a function's code and that of the functions inside of it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _texts(value: Any) -> Iterator[str]:
    """Gives the texts in a constant, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, frozenset)):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in (*value, *value.values()):
            yield from _texts(each)
