"""Seats as people write them: `2`, `@2`, the name of a player, `@Name`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playfold.errors import UnknownPositionError

_NUMBER = re.compile(r"[0-9]{1,9}")
_AUTHOR = re.compile(r"@([0-9]{1,9})(?:\s+(.*))?", re.DOTALL)


def seat_called(names: Sequence[str], text: str) -> int:
    """Gives the seat that a text means: `2`; a player's name, in any case where it is clear; else `@2` or `@Name`.

    Raises:
        UnknownPositionError: no seat, or more than one.
    """
    number = text.removeprefix("@")
    fits = [] if _NUMBER.fullmatch(text) else _called(names, text)
    if not fits and _NUMBER.fullmatch(number):
        if not 1 <= int(number) <= len(names):
            raise UnknownPositionError(f"there is no seat {int(number)}", hint=f"seats run from 1 to {len(names)}")
        return int(number)
    if not fits and text.startswith("@"):
        fits = _called(names, number)
    if len(fits) != 1:
        raise _no_seat(names, text, fits)
    return fits[0]


def with_seats(names: Sequence[str], text: str, count: int = 0) -> str:
    """Gives a line with `@2` for `@Bob`; what stands in quotes is left alone.

    Args:
        names: of the players.
        text: what was typed.
        count: the most places where a seat may stand; 0 for any number.

    Raises:
        UnknownPositionError: a word with `@` is no seat, or more than one.
    """
    # A name with spaces is tried before single words, the longest first: no pattern tells where it ends.
    spaced = sorted((name for name in names if re.search(r"\s", name)), key=len, reverse=True)
    several = "".join(rf"(?i:{re.escape(name)})(?!\S)|" for name in spaced)

    def number(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None or _NUMBER.fullmatch(name):  # of a seat that is not there it is said later
            return found[0]
        fits = _called(names, name)
        if len(fits) != 1:
            raise _no_seat(names, found[0], fits)
        return f"@{fits[0]}"

    return re.sub(rf'"(?:[^"\\]|\\.)*"|(?<!\S)@(?P<name>{several}\S*)', number, text, count=count)


def author_of(names: Sequence[str], text: str) -> tuple[int, str]:
    """Gives who wrote a note, 0 for the scribe, and its words.

    `@2 TEXT` and `@Name TEXT` are by a seat, `@@TEXT` is the scribe's `@TEXT`.

    Raises:
        UnknownPositionError: it begins with an @ and no seat: what is meant for one is not to become a note for all.
    """
    if text.startswith("@@") or not text.startswith("@"):
        return 0, text.removeprefix("@")
    try:
        text = with_seats(names, text, count=1)
        found = _AUTHOR.fullmatch(text)
        if found is None:
            raise _no_seat(names, text.split()[0], ())
        return seat_called(names, found[1]), found[2] or ""
    except UnknownPositionError as error:
        error.hint += "; a note of the scribe that begins with an @ is written with two, @@"
        raise


def _called(names: Sequence[str], text: str) -> list[int]:
    same = [seat for seat, name in enumerate(names, 1) if name == text]
    return same or [seat for seat, name in enumerate(names, 1) if name.casefold() == text.casefold()]


def _no_seat(names: Sequence[str], text: str, fits: Sequence[int]) -> UnknownPositionError:
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    return UnknownPositionError(
        f"{text[:40]!r} is {'no' if not fits else 'more than one'} seat", hint=f"seats: {seats}"
    )
