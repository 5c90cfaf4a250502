"""The structural difference of two states: what is at which place, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

_MISSING: Any = object()


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place where two states differ.

    Args:
        pointer: the place, as a JSON pointer (RFC 6901) into the state as `show --format json` prints it.
        kind: `set` (another value), `added` or `dropped`.
        old: the plain value before; None when it was not there.
        new: the plain value after; None when it is gone.
    """

    pointer: str
    kind: Literal["set", "added", "dropped"]
    old: Any = None
    new: Any = None

    def __str__(self) -> str:
        """Writes it in one line: `/ships/1b1/speed: 1 -> 3`."""
        old = "nothing" if self.kind == "added" else _text(self.old)
        new = "nothing" if self.kind == "dropped" else _text(self.new)
        return f"{self.pointer}: {old} -> {new}"


def difference(before: Any, after: Any) -> tuple[Change, ...]:
    """Lists where two states of a game differ, except in `rules`, each at the deepest place that both have.

    Fields come in declared order, keys of mappings sorted, items of lists by number. Equal states have no difference,
    however they were made. Cost: parts that are the same object cost nothing, the rest is linear in its size.
    """
    return tuple(_fields("", before, after, deep=True))


def ruling_for(before: Any, after: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Gives the values to set and the pointers to drop that turn one state into the other; lists are set whole.

    Law: `rulings.rule(rules, before, *ruling_for(before, after))` is `after`, where the two have the same `rules`.
    """
    values: dict[str, Any] = {}
    drops: list[str] = []
    for change in _fields("", before, after, deep=False):
        if change.kind == "dropped":
            drops.append(change.pointer)
        else:
            values[change.pointer] = change.new
    return values, tuple(drops)


def _fields(pointer: str, before: Any, after: Any, *, deep: bool) -> Iterator[Change]:
    for name, key in zip(before.__struct_fields__, before.__struct_encode_fields__, strict=True):
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and (pointer or name != "rules"):
            # A field that is left out at its default is not there: nothing inside of it can be pointed at. A number, a
            # text or a truth has no inside, and people know the 0 that it was.
            left_out = before.__struct_config__.omit_defaults and not isinstance(old, (int, str)) and old != new
            if left_out and key not in msgspec.to_builtins(before):
                old = _MISSING
            yield from _differ(f"{pointer}/{_escaped(key)}", old, new, deep=deep)


def _differ(pointer: str, old: Any, new: Any, *, deep: bool) -> Iterator[Change]:
    if old is new:
        return
    if old is _MISSING:
        yield Change(pointer, "added", None, msgspec.to_builtins(new))
    elif new is _MISSING:
        yield Change(pointer, "dropped", msgspec.to_builtins(old))
    elif isinstance(old, msgspec.Struct) and type(old) is type(new):
        yield from _fields(pointer, old, new, deep=deep)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            place = f"{pointer}/{_escaped(key)}"
            yield from _differ(place, old.get(key, _MISSING), new.get(key, _MISSING), deep=deep)
    elif deep and isinstance(old, (tuple, list)) and isinstance(new, (tuple, list)):
        for k in range(max(len(old), len(new))):
            one = old[k] if k < len(old) else _MISSING
            other = new[k] if k < len(new) else _MISSING
            yield from _differ(f"{pointer}/{k}", one, other, deep=deep)
    elif old != new or type(old) is not type(new):
        yield Change(pointer, "set", msgspec.to_builtins(old), msgspec.to_builtins(new))


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
