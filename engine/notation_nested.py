"""Objects inside events as words: `die_activated 3 land 1s2 jakks` instead of JSON.

Words are read into an object when the type of its field is a tagged union of structs (the tag first, or a beginning of
it that fits no other, then the fields in declared order), or a struct with a static method `asked(around)`. That says,
from the fields of the object around it that are read already, which of its fields words fill, in which order; others
are written name=value. Where such an object may be left out, the word `bare` of its struct opens it (`land 1s2 jakks
use`); it need not be typed where other words follow. Without such a word an object that has nothing to say is `{}`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

import msgspec

from .field_types import Hint, alternatives
from .misfit import misfit
from .notation_samples import sample
from .notation_values import Plain, read_value, write_json, write_value

NAMED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_EMPTY = "{}"
"""An object without fields, as a word."""
Fields = Mapping[str, msgspec.structs.FieldInfo]
Word = tuple[str, str]
"""A word that is written, with the name of its field."""


@cache
def fields_of(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Gives the fields of a struct by the names that logs use."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _structs(hint: Hint) -> Iterator[type[msgspec.Struct]]:
    return (kind for kind in alternatives(hint) if isinstance(kind, type) and issubclass(kind, msgspec.Struct))


@cache
def _variants(hint: Hint) -> dict[str, type[msgspec.Struct]]:
    """Gives the structs of a tagged union by their tags."""
    return {str(kind.__struct_config__.tag): kind for kind in _structs(hint) if kind.__struct_config__.tag is not None}


@cache
def _asking(hint: Hint) -> type[msgspec.Struct] | None:
    """Gives the struct whose words depend on what is around it."""
    return next((kind for kind in _structs(hint) if hasattr(kind, "asked")), None)


def _bare(asking: type[msgspec.Struct]) -> str:
    """Gives the word that opens an object which may be left out."""
    return str(getattr(asking, "bare", _EMPTY))


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
            raw[name] = read_field(words.pop(0), field.type, name)
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
            if _is_for_inner(fields, raw, name):
                return
            raise msgspec.ValidationError(f"{name} is given twice")
        words.pop(0)
        hint = fields[name].type
        if is_nested(hint) and not value.startswith("{"):
            words.insert(0, value)
            raw[name] = _object(hint, words, raw, name)
        else:
            raw[name] = read_field(value, hint, name)


def _is_for_inner(fields: Fields, raw: Mapping[str, Plain], name: str) -> bool:
    """Says whether an object that is still to come has a field of this name, too."""
    inner = (_asking(field.type) for each, field in fields.items() if each not in raw)
    return any(kind is not None and name in fields_of(kind) for kind in inner)


def read_field(text: str, hint: Hint, name: str) -> Plain:
    """Reads the value of a field; raises `msgspec.ValidationError`, in words, when it does not fit."""
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
    return words[0].lower() == _bare(asking) or bool(asking.asked(around))  # type: ignore[attr-defined]


def _object(hint: Hint, words: list[str], around: Mapping[str, Plain], name: str) -> Plain:
    word = words[0]
    if word.startswith("{"):
        words.pop(0)
        return read_field(word, hint, name)
    asking = _asking(hint)
    if asking is not None:
        inside = fields_of(asking)
        if word.lower() == _bare(asking):
            words.pop(0)
        read = take(inside, asking.asked(around), words, {})  # type: ignore[attr-defined]
        return {each: read[each] for each in inside if each in read}
    variants = _variants(hint)
    tag = _whole(word.lower(), variants)
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


def _whole(word: str, tags: Mapping[str, object]) -> str:
    """Gives the one tag that begins so, else the word as it is."""
    begun = [tag for tag in tags if tag.startswith(word)]
    return begun[0] if len(begun) == 1 and word not in tags else word


# Writing


def written(
    value: Plain, field: msgspec.structs.FieldInfo, around: Mapping[str, Plain], free: Collection[str]
) -> list[Word]:
    """Writes an object as words that read back as the same, else as JSON.

    Args:
        value: plain JSON.
        field: where it stands.
        around: the fields of the object around it.
        free: names of its fields that are not written before: a word with such a name would go there.
    """
    name, hint = field.encode_name, field.type
    words = _words(value, field, around)
    again = [text for _, text in words]
    try:
        same = bool(again) and write_json(_object(hint, again, around, name)) == write_json(value) and not again
    except (msgspec.ValidationError, ValueError, IndexError):
        same = False
    named = (NAMED.fullmatch(text) for _, text in words)
    if any(pair is not None and pair[1] in free for pair in named):
        same = False
    return words if same else [(name, write_json(value))]


def _words(value: Plain, field: msgspec.structs.FieldInfo, around: Mapping[str, Plain]) -> list[Word]:
    hint = field.type
    if not isinstance(value, dict):
        return []
    asking = _asking(hint)
    if asking is not None:
        fields = fields_of(asking)
        asked = [each for each in asking.asked(around) if each in fields]  # type: ignore[attr-defined]
        order = [*asked, *(each for each in fields if each not in asked)]
        opened = not field.required and _bare(asking) != _EMPTY
        words = [("", _bare(asking))] if opened else []
        return [*words, *_each(value, fields, order, len(asked))] or [("", _EMPTY)]
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
        field = fields[name]
        if is_nested(field.type):
            inner = _words(value[name], field, value)
            if field.required and inner == [("", _EMPTY)]:
                continue
            if skipped or place >= plain:
                inner = [(name, f"{name}={write_json(value[name])}")]
            words += inner
            continue
        text = write_value(value[name], field.type)
        words.append((name, f"{name}={text}" if skipped or place >= plain else text))
    return words


def forms(kind: type[msgspec.Struct]) -> list[str]:
    """Says how the objects inside of an event are written: `use: land ship planet [choice]`, one line a variant."""
    lines = []
    for name, field in fields_of(kind).items():
        for tag, variant in _variants(field.type).items():
            words = [each if inner.required else f"[{each}]" for each, inner in fields_of(variant).items()]
            lines.append(" ".join([f"{name}:", tag, *words]))
    return lines


def sampled(field: msgspec.structs.FieldInfo) -> str:
    """Gives words for an object as they are typed, to show the form; "" where it may be left out."""
    variants = _variants(field.type)
    if not variants:
        return "{}" if field.required else ""
    tag, kind = next(iter(variants.items()))
    values = [
        sample(inner.type, each)
        for each, inner in fields_of(kind).items()
        if inner.required and not is_nested(inner.type)
    ]
    return " ".join([tag, *values])
