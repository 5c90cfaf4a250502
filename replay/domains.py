"""The values of an event's fields: those that occur, and all that may occur where the type lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

LISTED = 32
"""An integer with bounds counts as a list of values up to so many."""

Plain = str | int | bool | None


@cache
def fields_of(kind: type[msgspec.Struct]) -> dict[str, tuple[Plain, ...] | None]:
    """Gives the fields of an event or of parameters by name (groups dotted), with all values that each may have.

    None where the values are not listed: free text, or integers without bounds or of more than `LISTED` values. Of
    lists the items count, of mappings the keys.
    """
    info = inspect.type_info(kind)
    return dict(_fields(info, "")) if isinstance(info, inspect.StructType) else {}


def _fields(info: inspect.StructType, prefix: str) -> Iterator[tuple[str, tuple[Plain, ...] | None]]:
    for field in info.fields:
        name, of = prefix + field.encode_name, field.type
        while isinstance(of, inspect.Metadata):
            of = of.type
        if isinstance(of, inspect.StructType):
            yield from _fields(of, f"{name}.")
        else:
            yield name, _domain(of)


def _domain(info: inspect.Type) -> tuple[Plain, ...] | None:  # noqa: PLR0911 - one for each kind of type
    if isinstance(info, inspect.Metadata):
        return _domain(info.type)
    if isinstance(info, inspect.LiteralType):
        return tuple(info.values)
    if isinstance(info, inspect.EnumType):
        return tuple(each.value for each in info.cls)
    if isinstance(info, inspect.BoolType):
        return False, True
    if isinstance(info, inspect.NoneType):
        return (None,)
    if isinstance(info, inspect.IntType):
        bounded = info.ge is not None and info.le is not None and info.le - info.ge < LISTED
        return tuple(range(info.ge, info.le + 1)) if bounded else None  # type: ignore[arg-type, operator]
    return _of_parts(_parts(info))


def _parts(info: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(info, inspect.UnionType):
        return info.types
    if isinstance(info, inspect.TupleType):
        return info.item_types
    if isinstance(info, inspect.CollectionType):
        return (info.item_type,)
    return (info.key_type,) if isinstance(info, inspect.DictType) else ()


def _of_parts(parts: tuple[inspect.Type, ...]) -> tuple[Plain, ...] | None:
    found: dict[Plain, None] = {}
    for part in parts:
        domain = _domain(part)
        if domain is None:
            return None
        found.update(dict.fromkeys(domain))
    return tuple(found) or None


def branches(domain: tuple[Plain, ...] | None) -> tuple[Plain, ...] | None:
    """Gives the values of a parameter that are ways to play; None for numbers, which only differ by more or less."""
    return None if domain is None or all(type(value) is int for value in domain) else domain


def leaves(value: Any) -> Iterator[Plain]:
    """Gives the plain values in a field's value: the items of lists, the keys of mappings, or itself."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, (str, int)) or value is None:
        yield value
