"""Rules references: `space-monkeys@1.0+vp_to_win=25+tech_costs.warp=8`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from playfold.errors import MalformedEventError, UnknownRulesError

from .field_types import items, pairs
from .misfit import misfit
from .notation_values import read_value, write_value
from .parameters import Parameters, describe, type_of, value_of
from .rulesets import RuleSet

_REFERENCE = re.compile(
    r"(?P<id>[a-z0-9][a-z0-9-]*)(?:@(?P<version>[A-Za-z0-9][A-Za-z0-9._-]*))?(?P<rest>(?:\+.*)?)", re.DOTALL
)


class Reference(msgspec.Struct, frozen=True):
    """A parsed rules reference: rule set, version ("" for its first), and overrides by dotted name."""

    id: str
    version: str = ""
    overrides: dict[str, Any] = {}


def parse(text: str) -> Reference:
    """Reads a rules reference. Values are JSON or bare words, without `+`.

    Raises:
        UnknownRulesError: the text has not the form `id@version+name=value`.
    """
    if not isinstance(text, str):
        raise UnknownRulesError(
            f"a rules reference is a text, not a {type(text).__name__}", hint="write id@version+parameter=value"
        )
    match = _REFERENCE.fullmatch(text)
    if not match:
        raise UnknownRulesError(f"{text!r} is no rules reference", hint="write id@version+parameter=value")
    overrides: dict[str, Any] = {}
    for part in match["rest"].split("+")[1:]:
        name, sign, value = part.partition("=")
        if not sign or not name:
            raise UnknownRulesError(f"{part!r} in {text!r} is no override", hint="write +parameter=value")
        if name in overrides:
            raise UnknownRulesError(f"{name} is given twice in {text!r}")
        overrides[name] = plain_value(value)
    return Reference(match["id"], match["version"] or "", overrides)


def plain_value(text: str) -> Any:
    """Reads a value as people type it: JSON, or a bare word. Numbers that are no integers stay text."""
    try:
        value = json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return text
    return value


def resolve(rules: RuleSet[Any], version: str, overrides: Mapping[str, Any]) -> Parameters:
    """Gives the parameters of a version with overrides (dotted names, or nested mappings).

    A list or mapping may be written as in the notation of events (`0,1`, `0:4,1:6`), and one value of a mapping set by
    a dotted name of its own.

    Raises:
        UnknownRulesError: there is no such version or parameter, or a value does not fit.
    """
    if not version:
        version = next(iter(rules.versions))
    if not isinstance(version, str):
        raise UnknownRulesError(
            f"a version is a text, not {version!r}",
            hint=f"params({next(iter(rules.versions))!r}), and parameters by their names: params(name=value)",
        )
    if version not in rules.versions:
        raise UnknownRulesError(
            f"{rules.id} has no version {version!r}", hint=f"its versions are {', '.join(rules.versions)}"
        )
    raw = msgspec.to_builtins(rules.parameters())
    names = [item.name for item in describe(rules.parameters)]
    for changes in (rules.versions[version], overrides):
        for name, value in _flat(changes, names):
            _set(rules, raw, name, value, names)
    return convert(rules, raw)


def convert(rules: RuleSet[Any], raw: Mapping[str, Any]) -> Parameters:
    """Makes a rule set's parameters from plain JSON, each resolved.

    Raises:
        UnknownRulesError: a parameter is unknown, a value does not fit, or the combination cannot be played.
    """
    try:
        parameters = msgspec.convert(raw, rules.parameters)
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        why = misfit(error, rules.parameters)
        raise UnknownRulesError(f"{rules.id}: {why}", hint=f"see playfold rules {rules.id}") from None
    if reason := parameters.refuse():
        raise UnknownRulesError(f"{rules.id}: {reason}")
    return parameters


def _flat(changes: Mapping[str, Any], names: list[str], prefix: str = "") -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for name, value in changes.items():
        # A mapping is a group of parameters, or the value of one.
        if isinstance(value, Mapping) and prefix + name not in names:
            flat += _flat(value, names, f"{prefix}{name}.")
        else:
            flat.append((prefix + name, value))
    return flat


def _set(rules: RuleSet[Any], raw: dict[str, Any], name: str, value: Any, names: list[str]) -> None:
    within, dot, part = name.rpartition(".")
    if name not in names and dot and within in names and next(pairs(type_of(rules.parameters, within)), None):
        name, value = within, {**_within(raw, within), part: value}
    if name not in names:
        raise UnknownRulesError(f"{rules.id} has no parameter {name!r}", hint=f"its parameters are {', '.join(names)}")
    groups, _, last = name.rpartition(".")
    _within(raw, groups)[last] = _typed(rules, name, value)


def _within(raw: dict[str, Any], name: str) -> dict[str, Any]:
    place = raw
    for part in name.split(".") if name else ():
        place = place[part]
    return place


def _typed(rules: RuleSet[Any], name: str, value: Any) -> Any:
    """Reads a list or mapping that is written as in the notation of events; gives all else as it is.

    Raises:
        UnknownRulesError: the list or mapping does not fit.
    """
    kind = type_of(rules.parameters, name)
    if not (next(items(kind), None) or next(pairs(kind), None)):
        return value
    try:
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return read_value(str(value), kind)
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, MalformedEventError, RecursionError, UnicodeEncodeError) as error:
        why = misfit(error, kind) if not isinstance(error, MalformedEventError) else error.message
        default = msgspec.to_builtins(value_of(rules.parameters(), name))
        like = f"write {name}={write_value(default, kind)}, or see" if default else "see"
        raise UnknownRulesError(f"{rules.id}: {name}: {why}", hint=f"{like} playfold rules {rules.id}") from None
    return value


def label(rules: RuleSet[Any], version: str, parameters: Parameters) -> str:
    """Gives the normalised reference: overrides sorted by name, idle ones dropped, `players` left to the seats."""
    version = version or next(iter(rules.versions))
    plain = resolve(rules, version, {})
    parts = [f"{rules.id}@{version}"]
    for name in sorted(item.name for item in describe(rules.parameters)):
        value = value_of(parameters, name)
        if name != "players" and value != value_of(plain, name):
            parts.append(f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    return "+".join(parts)


def unknown_version(rules: RuleSet[Any], text: str) -> str:
    """Says that a rules reference names a version that this installation has not; "" when it has."""
    version = parse(text).version
    known = not version or version in rules.versions
    return "" if known else f"version {version!r} of {rules.id} is not known here"
