"""Rulings: parts of a state set by hand, by JSON pointer, typed and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from playfold.errors import MalformedEventError

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
    except (msgspec.ValidationError, RecursionError) as error:
        raise MalformedEventError(f"the ruling does not fit the state: {error}") from None
    result = msgspec.structs.replace(result, rules=state.rules)
    if wrong := rules.sound(result):
        raise MalformedEventError(f"the ruling leaves a state that cannot be: {'; '.join(wrong)}")
    return result


def _parts(pointer: str) -> list[str]:
    if not pointer.startswith("/") or pointer.split("/")[1] == "rules":
        raise MalformedEventError(f"{pointer!r} points to no part of the state", hint="write /field or /field/name")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _walk(raw: Any, parts: Sequence[str], pointer: str) -> Any:
    for part in parts:
        if isinstance(raw, dict) and part in raw:
            raw = raw[part]
        elif isinstance(raw, list) and part.isascii() and part.isdecimal() and int(part) < len(raw):
            raw = raw[int(part)]
        else:
            known = (
                sorted(raw) if isinstance(raw, dict) else f"0 to {len(raw) - 1}" if isinstance(raw, list) else "nothing"
            )
            raise MalformedEventError(f"{pointer!r} leads nowhere at {part!r}", hint=f"there is {known}")
    return raw


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
