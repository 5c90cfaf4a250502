"""Two versions of one rule set side by side: the parameters that differ, and the rules that they touch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from playfold.engine import installed, reference
from playfold.engine.parameters import Parameters, describe, value_of
from playfold.engine.rulesets import Rule, RuleSet
from playfold.errors import UnknownRulesError


class Version(msgspec.Struct, frozen=True):
    """What a rules reference means today.

    Args:
        rules: the rule set.
        parameters: all of them, resolved.
        label: the normalised reference.
    """

    rules: RuleSet[Any]
    parameters: Parameters
    label: str


class Differing(msgspec.Struct, frozen=True):
    """A parameter with two values.

    Args:
        name: dotted, as references use it.
        a: its value in the first version, plain.
        b: its value in the second version, plain.
        default: its default, plain.
        allowed: the values that it may have.
        meaning: what it says.
        cite: document, chapter or register entry.
        rules: the rules that it touches.
    """

    name: str
    a: Any
    b: Any
    default: Any
    allowed: str
    meaning: str
    cite: str
    rules: tuple[Rule, ...]


@lru_cache(maxsize=64)
def version(text: str) -> Version:
    """Resolves a rules reference.

    Raises:
        UnknownRulesError: there is no such rule set, version, parameter or value.
    """
    wanted = reference.parse(text)
    rules = installed.ruleset(wanted.id)
    parameters = rules.params(wanted.version, **wanted.overrides)
    return Version(rules, parameters, reference.label(rules, wanted.version, parameters))


def both(one: str, other: str) -> tuple[Version, Version]:
    """Resolves two references of one rule set.

    Raises:
        UnknownRulesError: one of them cannot be resolved, or they are of two rule sets.
    """
    first, second = version(one), version(other)
    if first.rules.id != second.rules.id:
        raise UnknownRulesError(
            f"{one} and {other} are versions of two rule sets, {first.rules.id} and {second.rules.id}",
            hint="only versions of one rule set can be compared",
        )
    return first, second


def differing(one: Version, other: Version) -> tuple[Differing, ...]:
    """Lists the parameters that differ between two versions of one rule set, in declared order.

    `players` is left out: it follows from the seats of a game.
    """
    index = one.rules.index
    found = []
    for each in describe(one.rules.parameters):
        values = [msgspec.to_builtins(value_of(side.parameters, each.name)) for side in (one, other)]
        if values[0] == values[1] or each.name == "players":
            continue
        touched = tuple(index[name] for name in each.rules if name in index)
        default = msgspec.to_builtins(each.default)
        found.append(
            Differing(each.name, values[0], values[1], default, each.allowed, each.meaning, each.cite, touched)
        )
    return tuple(found)
