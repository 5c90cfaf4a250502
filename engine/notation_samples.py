"""Values as they are typed, made up from the types of fields alone, to show the form."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from .field_types import LISTS, Hint, pairs
from .notation_values import Plain, write_value

_TEXTS = ("1", "1a", "a")
"""What a text may be whose form is fixed by a pattern without examples."""


def sample(hint: Hint, name: str) -> str:
    """Gives a value of this type as it is typed, from `examples` of a `Meta` where there are any; it reads back."""
    return write_value(_value(hint, name), hint)


def _value(hint: Hint, name: str) -> Plain:
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if origin is Annotated:
        metas = [meta for meta in arguments[1:] if isinstance(meta, msgspec.Meta)]
        return _noted(hint, arguments[0], metas, name)
    if origin in (Union, UnionType):
        return _value(next(each for each in arguments if each is not NoneType), name)
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return [_value(argument, name) for argument in arguments]
    if origin in LISTS:
        return [_value(arguments[0], name)]
    return _plain(hint, name)


def _plain(hint: Hint, name: str) -> Plain:
    """Gives a word, a number or a mapping."""
    origin: Any = get_origin(hint)
    if origin is Literal:
        return next((word for word in get_args(hint) if word != ""), "")
    if hint in (int, bool, str):
        return {int: 1, bool: True, str: name.upper()}[hint]
    return next(({_value(names, "name"): _value(values, name)} for names, values in pairs(hint)), {})


def _noted(hint: Hint, kind: Hint, metas: list[msgspec.Meta], name: str) -> Plain:
    """Gives a value within the bounds and the form of an annotated type."""
    for meta in metas:
        if meta.examples:
            return msgspec.to_builtins(meta.examples[0])
    value = _value(kind, name)
    for meta in metas:
        if meta.ge is not None:
            value = meta.ge
        if meta.min_length and isinstance(value, list):
            value = value * meta.min_length
    return next(_fitting([value, *(_TEXTS if kind is str else ())], hint), value)


def _fitting(values: list[Plain], hint: Hint) -> Iterator[Plain]:
    for value in values:
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            continue
        yield value
