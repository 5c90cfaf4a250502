"""Values of the notation of events: words, and each word read and written by the type of its field."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from playfold.errors import MalformedEventError

Hint: TypeAlias = Any
"""The type of a field, as its annotation gives it."""
Plain: TypeAlias = Any
"""A value of plain JSON."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BARE = re.compile(r'[^\s"\[\]{}=\\@][^\s"\[\]{}=\\]*')
_LISTS = (list, tuple, set, frozenset, Sequence)


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
        msgspec.ValidationError: none fits.
    """
    wrong: msgspec.ValidationError | None = None
    # Closed here: an interrupt that comes while the interpreter drops a generator is lost, and its traceback shown.
    with contextlib.closing(_readings(text, hint)) as readings:
        for raw in readings:
            try:
                msgspec.convert(raw, hint)
            except msgspec.ValidationError as error:
                wrong = wrong or error
            else:
                return raw
    raise wrong or msgspec.ValidationError("it is no value; text with brackets or quotes is written as JSON")


def _readings(text: str, hint: Hint) -> Generator[Plain, None, None]:
    with contextlib.suppress(ValueError, RecursionError):
        yield read_json(text)
    for items in _items(hint):
        parts = split(text, comma=True)
        try:
            yield [read_value(part, items(place)) for place, part in enumerate(parts)]
        except msgspec.ValidationError as error:
            # A list of one: what is wrong with its item is said best by the plain reading.
            if len(parts) > 1:
                raise msgspec.ValidationError(f"{error}, in a list") from None
    for keys, values in _pairs(hint):
        pairs = [part.partition(":") for part in split(text, comma=True)]
        if all(sign for _, sign, _ in pairs):
            read = [(read_value(name, keys), read_value(value, values)) for name, _, value in pairs]
            if len(dict(read)) != len(read):
                raise msgspec.ValidationError("a name stands there twice")
            yield dict(read)
    if text and text[0] not in '"[{':
        yield text
        # Ids are lower case: who types a name as it is printed is understood where the type refuses capitals.
        plain = text.lower().replace("-", "_")
        if plain != text:
            yield plain
        begins = [word for word in _words(hint) if word.startswith(plain)]
        if plain and len(begins) == 1:
            yield begins[0]


def _words(hint: Hint) -> Iterator[str]:
    """Gives the words that a type allows, where it lists them."""
    origin: Any = get_origin(hint)
    if origin is Literal:
        yield from (word for word in get_args(hint) if isinstance(word, str))
    elif origin is Annotated:
        yield from _words(get_args(hint)[0])
    elif origin in (Union, UnionType):
        for alternative in get_args(hint):
            yield from _words(alternative)


def _items(hint: Hint) -> Iterator[Callable[[int], Hint]]:
    """Gives, for each list among the alternatives of a type, the types of its items by their place."""
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if origin is Annotated:
        yield from _items(arguments[0])
    elif origin in (Union, UnionType):
        for alternative in arguments:
            yield from _items(alternative)
    elif origin is tuple and arguments[-1:] != (Ellipsis,):
        yield lambda place: arguments[place] if place < len(arguments) else Any
    elif origin in _LISTS:
        yield lambda _place: arguments[0]


def _pairs(hint: Hint) -> Iterator[tuple[Hint, Hint]]:
    """Gives, for each mapping among the alternatives of a type, the types of its names and of its values."""
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if origin is Annotated:
        yield from _pairs(arguments[0])
    elif origin in (Union, UnionType):
        for alternative in arguments:
            yield from _pairs(alternative)
    elif origin is dict:
        yield arguments
    elif origin is None and (names := _counts(hint)):
        yield Literal[names], int


@cache
def _counts(kind: Hint) -> tuple[str, ...]:
    """Gives the names of a struct that holds nothing but numbers which may be left out; it is written as a mapping."""
    struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    if not struct or hasattr(kind, "asked") or kind.__struct_config__.tag is not None:
        return ()
    fields = msgspec.structs.fields(kind)
    counts = all(not field.required and _plain_type(field.type) is int for field in fields)
    return tuple(field.encode_name for field in fields) if counts else ()


def _plain_type(hint: Hint) -> Hint:
    origin: Any = get_origin(hint)
    return get_args(hint)[0] if origin is Annotated else hint


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
            ",".join(write_value(item, items(place), comma=False) for place, item in enumerate(value))
            for items in _items(hint)
        ]
    if isinstance(value, dict) and value:
        forms += [
            ",".join(
                f"{write_value(name, keys, comma=False)}:{write_value(each, values, comma=False)}"
                for name, each in value.items()
            )
            for keys, values in _pairs(hint)
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


def sample(hint: Hint, name: str) -> str:
    """Gives a value of this type as it is typed, from `examples` of a `Meta` where there are any, to show the form."""
    arguments = get_args(hint)
    origin: Any = get_origin(hint)
    text = {int: "1", bool: "true", str: name.upper()}.get(hint, "{}")
    if origin is Annotated:
        text = sample(arguments[0], name)
        for meta in arguments[1:]:
            if isinstance(meta, msgspec.Meta) and meta.examples:
                return write_value(msgspec.to_builtins(meta.examples[0]), arguments[0])
            if isinstance(meta, msgspec.Meta) and meta.ge is not None:
                text = str(meta.ge)
    elif origin is Literal:
        text = str(arguments[0])
    elif origin is tuple and arguments[-1:] != (Ellipsis,):
        text = ",".join(sample(argument, name) for argument in arguments)
    elif arguments and origin in (*_LISTS, Union, UnionType):
        text = sample(arguments[0], name)
    return text
