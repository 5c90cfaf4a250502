"""Values of the notation of events: words, and each word read and written by the type of its field."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec

from playfold.errors import MalformedEventError

from .field_types import Hint, items, pairs, unordered, words
from .misfit import another_type, misfit

Plain: TypeAlias = Any
"""A value of plain JSON."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BARE = re.compile(r'[^\s"\[\]{}=\\@][^\s"\[\]{}=\\]*')


def split(text: str, comma: bool = False) -> list[str]:
    """Cuts at white space, or at commas, outside of quotes and brackets.

    Raises:
        MalformedEventError: a quote or bracket is not closed.
    """
    parts, start, depth, i = [], 0, 0, 0
    while i < len(text):
        char = text[i]
        if char == '"':
            quoted = _STRING.match(text, i)
            if not quoted:
                raise MalformedEventError(f"a quote is not closed: {text[i : i + 40]}", hint='write "two words"')
            i = quoted.end()
            continue
        if char in "[{":
            depth += 1
        elif char in "]}":
            depth = max(0, depth - 1)
        elif depth == 0 and (char == "," if comma else char.isspace()):
            parts.append(text[start:i])
            start = i + 1
        i += 1
    if depth > 0:
        raise MalformedEventError(f"a bracket is not closed: {text[:40]}")
    parts.append(text[start:])
    return parts if comma else [part for part in parts if part]


def read_value(text: str, hint: Hint) -> Plain:
    """Reads a value: the first of its readings that fits the type; as plain JSON.

    Raises:
        msgspec.ValidationError: none fits; it is told of the reading that came nearest.
    """
    wrong: msgspec.ValidationError | None = None
    # Closed here: an interrupt that comes while the interpreter drops a generator is lost, and its traceback shown.
    with contextlib.closing(_readings(text, hint)) as readings:
        for raw in readings:
            try:
                if isinstance(raw, msgspec.ValidationError):
                    raise raw
                msgspec.convert(raw, hint)
            except msgspec.ValidationError as error:
                if wrong is None or (another_type(wrong) and not another_type(error)):
                    wrong = error
            else:
                return raw
    raise wrong or msgspec.ValidationError("it is no value; text with brackets or quotes is written as JSON")


def _readings(text: str, hint: Hint) -> Generator[Plain, None, None]:
    """Gives what a text may mean, as plain JSON; where a part of it fits no part of the type, what is wrong there."""
    with contextlib.suppress(ValueError, RecursionError):
        yield read_json(text)
    free = unordered(hint)
    for names, held in pairs(hint):
        cut = [part.partition(":") for part in split(text, comma=True)]
        if all(sign for _, sign, _ in cut):
            try:
                read = [
                    (_part(name, names, "a name in it"), _part(value, held, f"the value of {name[:40]}"))
                    for name, _, value in cut
                ]
            except msgspec.ValidationError as error:
                yield error
                continue
            if len(dict(read)) != len(read):
                yield msgspec.ValidationError("a name stands there twice")
            else:
                yield dict(free.sorted(read, lambda pair: pair[0]) if free else read)
    for of in items(hint):
        parts = split(text, comma=True)
        try:
            values = [_part(part, of(place), "a value in it") for place, part in enumerate(parts)]
            yield free.sorted(values, lambda each: each) if free else values
        except msgspec.ValidationError as error:
            yield error
    if text and text[0] not in '"[{':
        yield text
        # Ids are lower case: who types a name as it is printed is understood where the type refuses capitals.
        plain = text.lower().replace("-", "_")
        if plain != text:
            yield plain
        begins = [word for word in words(hint) if word.startswith(plain)]
        if plain and len(begins) == 1:
            yield begins[0]


def _part(text: str, hint: Hint, it: str) -> Plain:
    """Reads a value of a list or mapping; what is wrong with it is told in words, since its place is known here."""
    try:
        return read_value(text, hint)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(misfit(error, hint, it)) from None


def _no(text: str) -> Plain:
    raise ValueError(f"{text} is no integer")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands there twice")
    return dict(pairs)


def read_json(text: str) -> Plain:
    """Reads JSON without floats and without a name that stands twice in an object.

    Raises:
        ValueError: it is none.
        RecursionError: it is nested too deep.
    """
    return json.loads(text, parse_float=_no, parse_constant=_no, object_pairs_hook=_once)


def write_value(value: Plain, hint: Hint, comma: bool = True) -> str:
    """Writes a value: the first of its forms that reads back as the same.

    Args:
        value: plain JSON.
        hint: the type of the field.
        comma: whether a comma may stand outside of quotes and brackets.
    """
    forms: list[str] = []
    if isinstance(value, str) and value.isprintable() and _BARE.fullmatch(value):
        forms.append(value)
    if isinstance(value, (list, tuple)) and value:
        forms += [
            ",".join(write_value(item, of(place), comma=False) for place, item in enumerate(value))
            for of in items(hint)
        ]
    if isinstance(value, dict) and value:
        forms += [
            ",".join(
                f"{write_value(name, names, comma=False)}:{write_value(each, values, comma=False)}"
                for name, each in value.items()
            )
            for names, values in pairs(hint)
        ]
    plain = write_json(value)
    for form in forms:
        if not comma and len(split(form, comma=True)) > 1:
            continue
        try:
            same = write_json(read_value(form, hint)) == plain
        except (msgspec.ValidationError, MalformedEventError):
            continue
        if same:
            return form
    return plain


def write_json(value: Plain) -> str:
    """Writes compact JSON in one line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Separators of lines and invisible characters are escaped: the notation stays one line, and is what it looks like.
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)
