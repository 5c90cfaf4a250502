"""Text measured in the cells of a terminal: wide characters take two, combining ones none."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def width(text: str) -> int:
    """Counts the cells that a text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def shorten(text: str, limit: int) -> str:
    """Gives a text of at most `limit` cells, its end replaced by an ellipsis where it was longer."""
    # No text of so many characters fits; combining characters without end take no cells, but nobody needs them.
    if len(text) <= 4 * limit and width(text) <= limit:
        return text
    kept, rest = "", limit - 1
    for char in text[: 4 * limit]:
        rest -= _cells(char)
        if rest < 0:
            break
        kept += char
    return kept.rstrip() + "…"


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Fills a text with spaces up to a number of cells, on its left when `right`."""
    space = " " * (cells - width(text))
    return space + text if right else text + space


def wrap(text: str, limit: int) -> list[str]:
    """Breaks a text at spaces into lines of at most `limit` cells, longer words after a comma or else inside of them.

    At least one line.
    """
    lines, line = [], ""
    for word in text.split(" "):
        rest = word
        if line and width(line) + 1 + width(rest) <= limit:
            line += " " + rest
            continue
        if line:
            lines.append(line)
        while width(rest) > limit:
            cut = _cut(rest, limit)
            cut = rest.rfind(",", 0, cut) + 1 or cut
            lines.append(rest[:cut])
            rest = rest[cut:]
        line = rest
    return [*lines, line] if line or not lines else lines


def _cut(text: str, limit: int) -> int:
    """Counts the characters of the longest beginning that fits, at least one."""
    rest = limit
    for place, char in enumerate(text):
        rest -= _cells(char)
        if rest < 0:
            return max(1, place)
    return len(text)
