"""What does not fit a type, in words for people at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec

from .field_types import pairs, within, words

Misfit = msgspec.ValidationError | RecursionError | UnicodeEncodeError
"""What msgspec raises when a value does not fit its type; the last one for a surrogate, which is no character."""

_AT = re.compile(r" - at (`key` in )?`\$\.?(.*?)`$")
_TYPES = re.compile(r"Expected `[a-z |]+`, got `.*")
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
    where = at[2] if at else ""
    text = text[: at.start()] if at else text
    if where:
        it, hint = "a value in it" if where.startswith("[") else where, _at(hint, where)
    if at and at[1]:
        it = f"a name in {it}"
    if text.startswith("Invalid enum value"):
        values = [value for value in dict.fromkeys(_choices(hint)) if value]
        if values:
            more = ["..."] if len(values) > _SHOWN else []
            return f"{it} has to be one of {', '.join([*values[:_SHOWN], *more])}"
    if re.fullmatch(r"Expected `object(?: \| null)?`, got .*", text):
        return f"{it} has to {_as_pairs(hint)}"
    for pattern, told in _WORDS:
        if found := re.fullmatch(pattern, text):
            return f"{it} {told(found)}"
    return str(error)


def _count(number: str, what: str) -> str:
    return f"{number} {what}{'' if number == '1' else 's'}"


def another_type(error: Misfit) -> bool:
    """Says whether a value has another type than was wanted, as a text where a list has to be."""
    return bool(_TYPES.fullmatch(_AT.sub("", str(error))))


def _at(hint: Any, where: str) -> Any:
    """Gives the type at a place in a value, as `dice[0]` or `fleets[...].at`."""
    for part in re.findall(r"[^.\[\]]+|\.\.\.", where):
        hint = within(hint, "0" if part == "..." else part)
    return hint


def _as_pairs(hint: Any) -> str:
    """Says how a mapping is typed, with names that it may have where its type lists them."""
    known = [list(words(names))[:2] for names, _ in pairs(hint)]
    if not known:
        return "be an object"
    names = known[0] if len(known[0]) > 1 else ["name", "name"]
    return (
        f"be name:value pairs with commas, as {names[0]}:1,{names[1]}:3"
        if known[0]
        else "be name:value pairs with commas"
    )


def _choices(hint: Any) -> Iterator[str]:
    """Lists the words that a type names, anywhere in it."""
    if get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
        return
    for argument in get_args(hint):
        yield from _choices(argument)
