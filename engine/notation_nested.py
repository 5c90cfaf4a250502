"""Objects inside events as words: `die_activated 3 land 1s2 jakks` instead of JSON.

Words are read into an object when the type of its field is a tagged union of structs (the tag first, then the fields
in declared order), or a struct with a static method `asked(around)`. That one says, from the fields of the object
around it that are read already, which of its fields words fill, in which order; others are written name=value. An
object that may be left out and has nothing to say is written `{}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from .misfit import misfit
from .notation_values import Hint, Plain, read_value, sample, write_json, write_value

NAMED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
Fields = Mapping[str, msgspec.structs.FieldInfo]
Word = tuple[str, str]
"""A word that is written, with the name of its field."""


@cache
def fields_of(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Gives the fields of a struct by the names that logs use."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _structs(hint: Hint) -> Iterator[type[msgspec.Struct]]:
    origin: Any = get_origin(hint)
    if origin is Annotated:
        yield from _structs(get_args(hint)[0])
    elif origin in (Union, UnionType):
        for alternative in get_args(hint):
            yield from _structs(alternative)
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint


@cache
def _variants(hint: Hint) -> dict[str, type[msgspec.Struct]]:
    """Gives the structs of a tagged union by their tags."""
    return {str(kind.__struct_config__.tag): kind for kind in _structs(hint) if kind.__struct_config__.tag is not None}


@cache
def _asking(hint: Hint) -> type[msgspec.Struct] | None:
    """Gives the struct whose words depend on what is around it."""
    return next((kind for kind in _structs(hint) if hasattr(kind, "asked")), None)


def is_nested(hint: Hint) -> bool:
    """Says whether a field of this type is written as words."""
    return bool(_variants(hint)) or _asking(hint) is not None


@cache
def has_nested(kind: type[msgspec.Struct]) -> bool:
    """Says whether a struct has a field that is written as words."""
    return any(is_nested(field.type) for field in fields_of(kind).values())


# Reading


def take(fields: Fields, order: Sequence[str], words: list[str], raw: dict[str, Plain]) -> dict[str, Plain]:
    """Reads the fields of one object from the front of the words, which it takes away.

    Args:
        fields: of the object.
        order: of those that words fill.
        words: as typed; those that do not belong to the object are left.
        raw: fields that are known already; filled.

    Raises:
        msgspec.ValidationError: a word does not fit, or one is missing.
    """
    for name in order:
        _take_named(fields, words, raw)
        if name in raw or name not in fields:
            continue
        field = fields[name]
        if words and not NAMED.fullmatch(words[0]) and not is_nested(field.type):
            raw[name] = _value(words.pop(0), field.type, name)
        elif is_nested(field.type) and _opens(field, words, raw):
            raw[name] = _object(field.type, words, raw, name)
    _take_named(fields, words, raw)
    for name, field in fields.items():
        if name not in raw and field.required:
            asking = _asking(field.type)
            if asking is None:
                raise msgspec.ValidationError(f"{name} is missing")
            raw[name] = {}
    return raw


def _take_named(fields: Fields, words: list[str], raw: dict[str, Plain]) -> None:
    while words and (pair := NAMED.fullmatch(words[0])) and pair[1] in fields:
        name, value = pair[1], pair[2]
        if name in raw:
            raise msgspec.ValidationError(f"{name} is given twice")
        words.pop(0)
        hint = fields[name].type
        if is_nested(hint) and not value.startswith("{"):
            words.insert(0, value)
            raw[name] = _object(hint, words, raw, name)
        else:
            raw[name] = _value(value, hint, name)


def _value(text: str, hint: Hint, name: str) -> Plain:
    try:
        return read_value(text, hint)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{name} cannot be {text[:40]}: {misfit(error, hint)}") from None


def _opens(field: msgspec.structs.FieldInfo, words: Sequence[str], around: Mapping[str, Plain]) -> bool:
    """Says whether the next word begins an object."""
    if not words:
        return False
    named = NAMED.fullmatch(words[0])
    if words[0].startswith("{"):
        return True
    asking = _asking(field.type)
    if asking is None:
        return not named
    if named:
        return named[1] in fields_of(asking)
    return bool(asking.asked(around))  # type: ignore[attr-defined]


def _object(hint: Hint, words: list[str], around: Mapping[str, Plain], name: str) -> Plain:
    word = words[0]
    if word.startswith("{"):
        words.pop(0)
        return _value(word, hint, name)
    asking = _asking(hint)
    if asking is not None:
        inside = fields_of(asking)
        read = take(inside, asking.asked(around), words, {})  # type: ignore[attr-defined]
        return {each: read[each] for each in inside if each in read}
    tag = word.lower()
    variants = _variants(hint)
    kind = variants.get(tag)
    if kind is None:
        raise msgspec.ValidationError(f"{name} is one of {', '.join(variants)}, not {word[:40]!r}")
    words.pop(0)
    fields = fields_of(kind)
    try:
        found = take(fields, tuple(fields), words, {})
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{tag}: {error}") from None
    return {str(kind.__struct_config__.tag_field): tag, **{each: found[each] for each in fields if each in found}}


# Writing


def written(value: Plain, hint: Hint, name: str, around: Mapping[str, Plain]) -> list[Word]:
    """Writes an object as words, the shortest way that reads back as the same, else as JSON.

    Args:
        value: plain JSON.
        hint: the type of its field.
        name: of its field.
        around: the fields of the object around it.
    """
    words = _words(value, hint, around)
    again = [text for _, text in words]
    try:
        same = bool(again) and write_json(_object(hint, again, around, name)) == write_json(value) and not again
    except (msgspec.ValidationError, ValueError, IndexError):
        same = False
    return words if same else [(name, write_json(value))]


def _words(value: Plain, hint: Hint, around: Mapping[str, Plain]) -> list[Word]:
    asking = _asking(hint)
    if not isinstance(value, dict):
        return []
    if asking is not None:
        fields = fields_of(asking)
        asked = [each for each in asking.asked(around) if each in fields]  # type: ignore[attr-defined]
        order = [*asked, *(each for each in fields if each not in asked)]
        return _each(value, fields, order, len(asked)) or [("", "{}")]
    for tag, kind in _variants(hint).items():
        tag_field = str(kind.__struct_config__.tag_field)
        if value.get(tag_field) == tag:
            fields = fields_of(kind)
            return [(tag_field, tag), *_each(value, fields, list(fields), len(fields))]
    return []


def _each(value: Mapping[str, Plain], fields: Fields, order: Sequence[str], plain: int) -> list[Word]:
    """Writes the fields of an object; after one that is left out, and beyond the plain ones, with their names."""
    words: list[Word] = []
    skipped = False
    for place, name in enumerate(order):
        if name not in value:
            skipped = True
            continue
        hint = fields[name].type
        if is_nested(hint):
            inner = _words(value[name], hint, value)
            if fields[name].required and inner == [("", "{}")]:
                continue
            if skipped or place >= plain:
                inner = [(name, f"{name}={write_json(value[name])}")]
            words += inner
            continue
        text = write_value(value[name], hint)
        words.append((name, f"{name}={text}" if skipped or place >= plain else text))
    return words


def sampled(hint: Hint, name: str) -> str:
    """Gives words for an object as they are typed, to show the form."""
    variants = _variants(hint)
    if not variants:
        return "{}"
    tag, kind = next(iter(variants.items()))
    values = [
        sample(field.type, each)
        for each, field in fields_of(kind).items()
        if field.required and not is_nested(field.type)
    ]
    del name
    return " ".join([tag, *values])
