"""Finds the rule sets that are installed: entry points of the group `playfold.rulesets`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from playfold.errors import UnknownRulesError

from .rulesets import RuleSet

GROUP = "playfold.rulesets"


def names() -> tuple[str, ...]:
    """Lists the ids of the installed rule sets, sorted. Loads none of them."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def ruleset(name: str) -> RuleSet[Any]:
    """Loads an installed rule set by its id.

    Raises:
        UnknownRulesError: none has this id, or its package cannot be loaded.
    """
    for point in entry_points(group=GROUP, name=name):
        try:
            value = point.load()
        except Exception as error:
            raise UnknownRulesError(f"the rule set {name!r} is installed but does not load: {error}") from error
        if not isinstance(value, RuleSet) or value.id != name:
            raise UnknownRulesError(f"the entry point {name!r} gives no rule set of that id")
        return value
    raise UnknownRulesError(
        f"the rule set {name!r} is not installed", hint=f"installed are: {', '.join(names()) or 'none'}"
    )
