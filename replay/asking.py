"""Which rules an event asks: read off the code of its check.

A rule set says by which rule an event is refused only where it raises `Illegal`. A second list of rules by event would
have to be kept by hand and would drift; so the ids are read off the compiled code: of `check`, and of what it calls in
the package of the game, as far as the names lead (functions, methods of the event, constants that hold ids). That is an
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
    own = {rule.id for rule in rules.rules}
    found = {_BY_TURN[issubclass(kind, Decision)], "play.over"} & {rule.id for rule in ENGINE_RULES}
    package = kind.__module__.rpartition(".")[0] or kind.__module__
    seen: set[CodeType] = set()
    waiting = [each.__dict__["check"] for each in kind.__mro__ if isinstance(each.__dict__.get("check"), FunctionType)]
    while waiting:
        function = waiting.pop()
        for code in _codes(function.__code__):
            if code in seen:
                continue
            seen.add(code)
            found |= own.intersection(_texts(code.co_consts))
            for name in code.co_names:
                for value in (function.__globals__.get(name), getattr(kind, name, None)):
                    if isinstance(value, FunctionType) and value.__module__.startswith(package):
                        waiting.append(value)
                    elif isinstance(value, (str, tuple, dict)):
                        found |= own.intersection(_texts(value))
    return found


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
        for each in value.values():
            yield from _texts(each)
