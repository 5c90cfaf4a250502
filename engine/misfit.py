"""What does not fit a type, in words for people at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec

Misfit = msgspec.ValidationError | RecursionError | UnicodeEncodeError
"""What msgspec raises when a value does not fit its type; the last one for a surrogate, which is no character."""

_AT = re.compile(r" - at `\$\.?(.*?)`(, in a list)?$")
_LIST = ", in a list"
_SHOWN = 40
"""The most values that are listed."""

_WORDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (
        r"Expected `array` of length (\d+), got (\d+)",
        lambda found: f"has to have {_count(found[1], 'value')}, not {found[2]}",
    ),
    (r"Expected `array` of length <= (\d+)", lambda found: f"has to have at most {_count(found[1], 'value')}"),
    (r"Expected `array` of length >= (\d+)", lambda found: f"has to have at least {_count(found[1], 'value')}"),
    (r"Expected `array(?: \| null)?`, got .*", lambda _: "has to be a list, with commas"),
    (r"Expected `int` <= (-?\d+)", lambda found: f"has to be at most {found[1]}"),
    (r"Expected `int` >= (-?\d+)", lambda found: f"has to be at least {found[1]}"),
    (r"Expected `int(?: \| null)?`, got .*", lambda _: "has to be a whole number"),
    (r"Expected `bool(?: \| null)?`, got .*", lambda _: "has to be true or false"),
    (r"Expected `str` of length <= (\d+)", lambda found: f"has to have at most {_count(found[1], 'character')}"),
    (r"Expected `str` of length >= (\d+)", lambda found: f"has to have at least {_count(found[1], 'character')}"),
    (r"Expected `str` matching regex .*", lambda _: "has to have another form"),
    (r"Expected `str(?: \| null)?`, got .*", lambda _: "has to be a text"),
    (r"Object contains unknown field `(.*)`", lambda found: f"has no field {found[1]}"),
    (r"Object missing required field `(.*)`", lambda found: f"lacks the field {found[1]}"),
)


def misfit(error: Misfit, hint: Any = None, it: str = "it") -> str:
    """Gives what msgspec says of a value that does not fit its type as a clause, such as `it has to be at most 8`.

    Args:
        error: what converting the value raised.
        hint: the type, which says what the value might be instead.
        it: what the value is called, where the error does not name the place in it.
    """
    if isinstance(error, UnicodeEncodeError):
        return f"{it} holds {error.object[error.start]!r}, which is no character"
    text = str(error)
    at = _AT.search(text)
    where = at[1] if at else ""
    text = text[: at.start()] if at else text
    if text.endswith(_LIST) or (at and at[2]):
        text, it = text.removesuffix(_LIST), "a value in it"
    if where:
        it, hint = where, _within(hint, where)
    if text.startswith("Invalid enum value"):
        values = list(dict.fromkeys(_choices(hint)))
        if values and len(values) <= _SHOWN:
            return f"{it} has to be one of {', '.join(values)}"
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, text):
            return f"{it} {words(found)}"
    return str(error)


def _count(number: str, what: str) -> str:
    return f"{number} {what}{'' if number == '1' else 's'}"


def _within(hint: Any, where: str) -> Any:
    """Gives the type at a place in a struct."""
    for name in where.partition("[")[0].split("."):
        if not (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
            break
        hint = next((each.type for each in msgspec.structs.fields(hint) if each.encode_name == name), None)
    return hint


def _choices(hint: Any) -> Iterator[str]:
    """Lists the words that a type names, anywhere in it."""
    if get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
        return
    for argument in get_args(hint):
        yield from _choices(argument)
