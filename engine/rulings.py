"""Rulings: parts of a state set by hand, by JSON pointer, typed and validated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from playfold.errors import MalformedEventError

from .field_types import PLACE, items, pairs, within
from .misfit import misfit
from .notation_values import read_value
from .rulesets import RuleSet


def rule(rules: RuleSet[Any], state: Any, values: Mapping[str, Any], drops: Sequence[str] = ()) -> Any:
    """Gives the state with some values set and others dropped.

    Args:
        rules: the game.
        state: the state before.
        values: by JSON pointer (RFC 6901) into the state as `show --format json` prints it; a last `-` appends.
        drops: pointers to members of mappings, or items of lists, that go. They go after the values are set.

    Raises:
        MalformedEventError: a pointer leads nowhere, a value does not fit, or the result is not sound.
    """
    # Through JSON: to_builtins leaves tuples as they are, into which nothing can be put.
    plain = msgspec.json.decode(msgspec.json.encode(state))
    raw = {name: value for name, value in plain.items() if name != "rules"}
    for pointer, value in values.items():
        _put(raw, pointer, value)
    for pointer in drops:
        _drop(raw, pointer)
    kept = msgspec.to_builtins(state.rules)
    try:
        result = msgspec.convert({"rules": kept, **raw}, type(state))
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        raise MalformedEventError(
            f"the ruling does not fit the state: {misfit(error, type(state), 'a value')}"
        ) from None
    if ignored := _ignored("", raw, result):
        raise MalformedEventError(f"{ignored!r} is no part of the state", hint="see playfold show LOG --format json")
    result = msgspec.structs.replace(result, rules=state.rules)
    if wrong := rules.sound(result):
        raise MalformedEventError(f"the ruling leaves a state that cannot be: {'; '.join(wrong)}")
    return result


def as_typed(state: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the values of a ruling with lists and mappings read that are written as in the notation of events.

    `/fleets/1a/at=9,9` sets a list where the state has one. Other values stay as they are.

    Raises:
        MalformedEventError: the list or mapping cannot be read.
    """
    return {pointer: _as_typed(type(state), pointer, value) for pointer, value in values.items()}


def _as_typed(hint: Any, pointer: str, value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return value
    for part in _parts(pointer):
        hint = within(hint, part)
    if next(items(hint), None) or next(pairs(hint), None):
        try:
            return read_value(str(value), hint)
        except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
            raise MalformedEventError(f"{pointer} cannot be {str(value)[:40]}: {misfit(error, hint)}") from None
    return value


def _parts(pointer: str) -> list[str]:
    if not pointer.startswith("/") or pointer.split("/")[1] == "rules":
        raise MalformedEventError(f"{pointer!r} points to no part of the state", hint="write /field or /field/name")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _walk(raw: Any, parts: Sequence[str], pointer: str) -> Any:
    for part in parts:
        if isinstance(raw, dict) and part in raw:
            raw = raw[part]
        elif isinstance(raw, list) and PLACE.fullmatch(part) and int(part) < len(raw):
            raw = raw[int(part)]
        else:
            known = ", ".join(sorted(raw)) if isinstance(raw, dict) else ""
            if raw and isinstance(raw, list):
                known = f"0 to {len(raw) - 1}"
            raise MalformedEventError(
                f"{pointer[:80]!r} leads nowhere at {part[:40]!r}", hint=f"there is {known or 'nothing'}"
            )
    return raw


def _ignored(pointer: str, raw: Any, made: Any) -> str:
    """Gives the pointer to a member that no struct has, and that `convert` therefore left out; "" for none."""
    members: Iterable[tuple[str, Any, Any]] = ()
    if isinstance(made, msgspec.Struct) and isinstance(raw, dict):
        known = dict(zip(made.__struct_encode_fields__, made.__struct_fields__, strict=True))
        tag = made.__struct_config__.tag_field
        for name in raw:
            if name not in known and name != tag:
                return f"{pointer}/{name}"
        members = [(name, value, getattr(made, known[name])) for name, value in raw.items() if name in known]
    elif isinstance(made, dict) and isinstance(raw, dict):
        members = [(name, value, made[name]) for name, value in raw.items() if name in made]
    elif isinstance(made, (tuple, list)) and isinstance(raw, list):
        members = [(str(k), one, other) for k, (one, other) in enumerate(zip(raw, made, strict=False))]
    return next((found for name, one, other in members if (found := _ignored(f"{pointer}/{name}", one, other))), "")


def _put(raw: dict[str, Any], pointer: str, value: Any) -> None:
    *way, last = _parts(pointer)
    place = _walk(raw, way, pointer)
    if isinstance(place, dict):
        place[last] = value
    elif isinstance(place, list) and last == "-":
        place.append(value)
    elif isinstance(place, list):
        _walk(place, [last], pointer)
        place[int(last)] = value
    else:
        raise MalformedEventError(f"{pointer!r} leads into a plain value")


def _drop(raw: dict[str, Any], pointer: str) -> None:
    *way, last = _parts(pointer)
    place = _walk(raw, way, pointer)
    _walk(place, [last], pointer)
    del place[int(last) if isinstance(place, list) else last]
