"""Finds the rule sets that are installed: entry points of the group `playfold.rulesets`."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from playfold.errors import UnknownRulesError

from .rulesets import RuleSet

GROUP = "playfold.rulesets"


def names() -> tuple[str, ...]:
    """Lists the ids of the installed rule sets, sorted. Loads none of them."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def ruleset(name: str) -> RuleSet[Any]:
    """Loads an installed rule set by its id, once.

    Raises:
        UnknownRulesError: none has this id, or its package cannot be loaded.
    """
    if not isinstance(name, str):
        raise UnknownRulesError(f"a rule set is named by its id, a text, not by a {type(name).__name__}", hint=_there())
    return _loaded(name)


@cache
def _loaded(name: str) -> RuleSet[Any]:
    for point in entry_points(group=GROUP, name=name):
        try:
            value = point.load()
        except Exception as error:
            raise UnknownRulesError(f"the rule set {name!r} is installed but does not load: {error}") from error
        if not isinstance(value, RuleSet) or value.id != name:
            raise UnknownRulesError(f"the entry point {name!r} gives no rule set of that id")
        return value
    alone = re.split("[@+]", name)[0]
    without = f"the id has no version and no parameters: {alone}" if alone != name and alone in names() else _there()
    raise UnknownRulesError(f"the rule set {name!r} is not installed", hint=without)


def _there() -> str:
    return f"installed are: {', '.join(names()) or 'none'}"
