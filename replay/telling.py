"""Text for people: seats by their names, and nothing in it that acts on a terminal or hides."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .cells import shorten

NAME_CELLS = 32
"""The cells that a player's name may take in a sentence or table."""

_SEAT = re.compile(r"@([1-9][0-9]?)(?![0-9])")


def visible(text: str) -> str:
    r"""Gives a text in which every character shows: ESC becomes the text `\x1b`, a mark of direction `\u202e`.

    Line ends are escaped too. What is printable by the Unicode standard stays. Every output of untrusted text uses it.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def named(text: str, names: Sequence[str]) -> str:
    """Puts the names of the players in place of `@1`, `@2`, ...; all of it visible, long names with an ellipsis.

    A seat without a name stays as it is.
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return shorten(visible(names[seat - 1]), NAME_CELLS) if seat <= len(names) else found[0]

    return _SEAT.sub(name, visible(text))
