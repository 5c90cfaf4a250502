"""Rows drawn as a table of text, cheap for many rows: columns under a line, or names and values in a list a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len, chop_cells

_GAP = 3
_NARROW, _SAMPLE = 16, 200
_MOST_PADDED = 1 << 28
_BOLD, _DIM, _END = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_NULL = "NULL"

Texts = Sequence[str | None]
"""One text a column, printable; None is NULL."""


def table(
    names: Sequence[str], right: Sequence[bool], rows: Sequence[Texts], *, width: int = 0, styled: bool = False
) -> Iterator[str]:
    """Gives the lines of a table, without their ends.

    Where the columns are too many for the width, or a few long values would make it a table of spaces, each row becomes
    a list of names and values.

    Args:
        names: of the columns, at least one, printable.
        right: which columns are aligned to the right.
        rows: one text a column each; nothing in them is looked for that a terminal would obey.
        width: cells of a line, into which text is folded; 0: as wide as it is.
        styled: with names in bold and NULL dimmed.

    Cost: about 3 us a row and 0.3 us a cell where nothing is folded.
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    if rows and ((width and _crowded(names, rows, width)) or _sparse(columns, right)):
        yield from _listed(names, rows, width, styled=styled)
        return
    widths = [max(map(_cells, {name, *column})) for name, column in zip(names, columns, strict=True)]
    if width:
        widths = _shrunk(widths, width)
    yield from _folded(names, widths, right, [_BOLD if styled else ""] * len(names), low=True)
    yield "─" * (sum(widths) + _GAP * (len(names) - 1))
    yield from _body(columns, widths, right, styled=styled)


def _cells(text: str | None) -> int:
    if text is None:
        return len(_NULL)
    return len(text) if text.isascii() else cell_len(text)


def _crowded(names: Sequence[str], rows: Sequence[Texts], width: int) -> bool:
    """Says whether some column would get less than its values need, or than 16 characters of them."""
    needed = _GAP * (len(names) - 1)
    for place, name in enumerate(names):
        longest = max(len(name), *(len(row[place] or "") for row in rows[:_SAMPLE]))
        needed += min(longest, _NARROW)
    return needed > width


def _sparse(columns: Sequence[Texts], right: Sequence[bool]) -> bool:
    """Says whether a few long values would fill so many lines with spaces that no memory holds them."""
    padded = columns if right[-1] else columns[:-1]
    return sum(max(map(_cells, column)) for column in padded) * len(columns[0]) > _MOST_PADDED


def _shrunk(widths: list[int], width: int) -> list[int]:
    """Takes from the widest columns what is too much for the width; each has one cell at least."""
    padding = [(place > 0) + (place < len(widths) - 1) for place in range(len(widths))]
    room = width - (len(widths) - 1)
    found = [min(size + pad, room) for size, pad in zip(widths, padding, strict=True)]
    while (excess := sum(found) - room) > 0 and any(found):
        widest = max(found)
        places = [place for place, size in enumerate(found) if size == widest]
        most = min(excess, widest - max((size for size in found if size < widest), default=0))
        for done, place in enumerate(places):
            less = min(most, round(excess / (len(places) - done)))
            found[place] -= less
            excess -= less
    return [max(1, size - pad) for size, pad in zip(found, padding, strict=True)]


def _body(columns: Sequence[Texts], widths: list[int], right: Sequence[bool], *, styled: bool) -> Iterator[str]:
    """Gives the lines of the rows; those that fit cost little."""
    last = len(columns) - 1
    filled = [
        map(_filling(size, right=numbers, pad=numbers or place < last, styled=styled), column)
        for place, (column, size, numbers) in enumerate(zip(columns, widths, right, strict=True))
    ]
    for number, cells in enumerate(zip(*filled, strict=True)):
        whole = [cell for cell in cells if cell is not None]
        if len(whole) == len(cells):
            yield (" " * _GAP).join(whole).rstrip()
        else:
            row = [column[number] for column in columns]
            yield from _folded(row, widths, right, [_DIM if styled and text is None else "" for text in row])


def _filling(size: int, *, right: bool, pad: bool, styled: bool) -> Callable[[str | None], str | None]:
    """Gives the function that fills a column with a text, or gives None when it does not fit; `pad`: with spaces."""
    null = f"{_DIM}{_NULL}{_END}" if styled else _NULL

    def fill(text: str | None) -> str | None:
        cells = _cells(text)
        if cells > size:
            return None
        shown = null if text is None else text
        if not pad:
            return shown
        space = " " * (size - cells)
        return space + shown if right else shown + space

    return fill


def _folded(
    texts: Texts, widths: Sequence[int], right: Sequence[bool], styles: Sequence[str], *, low: bool = False
) -> Iterator[str]:
    """Gives the lines of a row whose texts are folded into their columns; `low`: each ends in the last line."""
    columns = []
    for text, size, numbers, style in zip(texts, widths, right, styles, strict=True):
        lines = []
        for line in _broken(_NULL if text is None else text, size):
            space = " " * (size - _cells(line))
            shown = f"{style}{line}{_END}" if style else line
            lines.append(space + shown if numbers else shown + space)
        columns.append(lines)
    height = max(map(len, columns))
    for lines, size in zip(columns, widths, strict=True):
        empty = [" " * size] * (height - len(lines))
        lines[:] = empty + lines if low else lines + empty
    for cells in zip(*columns, strict=True):
        yield (" " * _GAP).join(cells).rstrip()


def _broken(text: str, size: int) -> list[str]:
    """Breaks a text at spaces into lines of at most so many cells, longer words inside of them. At least one line."""
    text = text.rstrip(" ")
    plain = text.isascii()
    start = len(text) - len(text.lstrip(" "))
    lines, at = [], 0
    while at < len(text):
        end = at + size if plain else at + max(1, len(chop_cells(text[at : at + 4 * size], size)[0]))
        if end < len(text) and text[end] != " " and (space := text.rfind(" ", max(at, start), end)) > 0:
            end = space
        lines.append(text[at:end].rstrip(" "))
        at = end
        while at < len(text) and text[at] == " ":
            at += 1
    return lines or [""]


def _listed(names: Sequence[str], rows: Sequence[Texts], width: int, *, styled: bool) -> Iterator[str]:
    """Gives each row as lines of names and values, an empty line between two rows."""
    bold, dim = (_BOLD, _DIM) if styled else ("", "")
    sizes = [max(map(_cells, names)), max(max(map(_cells, row)) for row in rows)]
    if width:
        sizes = _shrunk([min(sizes[0], width // 3), sizes[1]], width)
    first = _filling(sizes[0], right=False, pad=True, styled=styled)
    heads = [
        (name, head if head is None or not bold else f"{bold}{head}{_END}")
        for name, head in zip(names, map(first, names), strict=True)
    ]
    second = _filling(sizes[1], right=False, pad=False, styled=styled)
    for number, row in enumerate(rows):
        if number:
            yield ""
        for (name, head), text in zip(heads, row, strict=True):
            value = second(text)
            if head is None or value is None:
                yield from _folded([name, text], sizes, [False, False], [bold, dim if text is None else ""])
            else:
                yield (head + " " * _GAP + value).rstrip()
