"""What the type of a field says of its values: the words that it lists, what its lists and mappings hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

Hint: TypeAlias = Any
"""The type of a field, as its annotation gives it."""
T = TypeVar("T")


@dataclass(frozen=True)
class Unordered:
    """Marks a list or mapping whose order means nothing: `Annotated[tuple[int, ...], Unordered()]`.

    Logs have one order; whoever types another one has it put into that of logs.

    Args:
        place: gives the place of a value of the list, or of a name of the mapping; by default they ascend.
    """

    place: Callable[[Any], Any] | None = None

    def sorted(self, values: Iterable[T], name: Callable[[T], Any]) -> list[T]:
        """Puts values, each with its name, into the order of logs; as they are where they have no common order."""
        there = list(values)
        try:
            return sorted(there, key=lambda each: self.place(name(each)) if self.place else name(each))
        except TypeError:
            return there


LISTS = (list, tuple, set, frozenset, Sequence)
PLACE = re.compile(r"[0-9]{1,9}")
"""The place of an item in a list, from 0, as a JSON pointer has it; no list is longer."""


def unordered(hint: Hint) -> Unordered | None:
    """Gives how a type is marked, where the order of its values means nothing."""
    origin: Any = get_origin(hint)
    marks = hint.__metadata__ if origin is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Unordered)), None)


def alternatives(hint: Hint) -> Iterator[Hint]:
    """Gives what a value of a type may be, without the marks: the members of a union, or the type itself."""
    origin: Any = get_origin(hint)
    if origin is Annotated:
        yield from alternatives(get_args(hint)[0])
    elif origin in (Union, UnionType):
        for member in get_args(hint):
            yield from alternatives(member)
    else:
        yield hint


def words(hint: Hint) -> Iterator[str]:
    """Gives the words that a type allows, where it lists them."""
    for kind in alternatives(hint):
        origin: Any = get_origin(kind)
        if origin is Literal:
            yield from (word for word in get_args(kind) if isinstance(word, str))


def items(hint: Hint) -> Iterator[Callable[[int], Hint]]:
    """Gives, for each list among the alternatives of a type, the types of its items by their place."""
    for kind in alternatives(hint):
        origin: Any = get_origin(kind)
        if origin in LISTS:
            yield partial(_item, kind)


def _item(kind: Hint, place: int) -> Hint:
    origin: Any = get_origin(kind)
    arguments = get_args(kind)
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return arguments[place] if place < len(arguments) else Any
    return arguments[0]


def pairs(hint: Hint) -> Iterator[tuple[Hint, Hint]]:
    """Gives, for each mapping among the alternatives of a type, the types of its names and of its values."""
    for kind in alternatives(hint):
        origin: Any = get_origin(kind)
        if origin is dict:
            yield get_args(kind)
        elif origin is None and (names := _counts(kind)):
            yield Literal[names], int


def within(hint: Hint, part: str) -> Hint:
    """Gives the type of a member by the name or place that a JSON pointer has for it; None where that is not clear."""
    found: list[Hint] = []
    for kind in alternatives(hint):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found += [field.type for field in msgspec.structs.fields(kind) if field.encode_name == part]
        else:
            found += [values for _, values in pairs(kind)]
            found += [of(int(part) if PLACE.fullmatch(part) else 0) for of in items(kind)]
    return found[0] if len(found) == 1 else None


@cache
def _counts(kind: Hint) -> tuple[str, ...]:
    """Gives the names of a struct that holds nothing but numbers which may be left out; it is written as a mapping."""
    struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    if not struct or hasattr(kind, "asked") or kind.__struct_config__.tag is not None:
        return ()
    fields = msgspec.structs.fields(kind)
    counts = all(not field.required and tuple(alternatives(field.type)) == (int,) for field in fields)
    return tuple(field.encode_name for field in fields) if counts else ()
