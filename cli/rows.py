"""Rows as they come out: table, JSON, JSON lines, CSV, Markdown."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Iterable, Sequence
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import msgspec

from playfold.records.query import MAX_BYTES, Flow, Number, Rows

from .terminal import clean, colour, emit, warn, width, writing

FORMATS = ("table", "json", "jsonl", "csv", "markdown")

_NUMBER = re.compile(r"U?(TINY|SMALL|HUGE|BIG)?INT(EGER)?|BIGNUM|DECIMAL.*|DOUBLE|FLOAT")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How text begins that a spreadsheet takes for a formula: the signs, in full width too, and white space it skips."""
_QUOTED = re.compile(r'[",\r\n]|^\s|\s$')
_MARKDOWN = re.compile(r"[\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown takes for markup; an underscore between letters or digits is none."""

_DECIMAL = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_PLAIN_FLOATS = (1e-4, 1e15)
_LAST_BMP = 0xFFFF


def write(rows: Rows | Flow, form: str, out: TextIO) -> None:
    """Writes rows in one of `FORMATS`; those that come one after the other are written so, but in a table.

    Table and Markdown are for people: floats are rounded to four decimals, and what is not printable is escaped. JSON
    keeps numbers, booleans, lists, structs and columns of type JSON as such, all else is text. CSV is RFC 4180 with a
    `'` before text that a spreadsheet would take for a formula; NULL is an empty field, empty text is `""`.
    """
    if form == "table":
        _table(rows if isinstance(rows, Rows) else gathered(rows), out)
    elif form == "markdown":
        _markdown(rows, out)
    elif form == "csv":
        _csv(rows, out)
    elif form == "jsonl":
        out.writelines(_json(record) + "\n" for record in _records(rows))
    else:
        begun = False
        for record in _records(rows):
            out.write(f"{',' if begun else '['}\n  {_json(record)}")
            begun = True
        out.write("\n]\n" if begun else "[]\n")


def gathered(rows: Flow) -> Rows:
    """Takes all rows into memory."""
    taken = list(rows.rows)
    return Rows(rows.columns, rows.types, taken, rows.truncated, rows.full)


def emit_answer(rows: Rows, form: str, target: Path | None) -> None:
    """Writes the answer to a query to standard output or a file, and says on stderr when rows were cut off.

    On a terminal, or where COLUMNS is set, a table folds to that width; elsewhere it is as wide as it is.
    """
    emit(rendered(rows, form, target), target, exact=form == "csv")
    tell_cut(rows, len(rows.rows))


def emit_flow(rows: Flow, form: str, target: Path) -> None:
    """Writes the answer to a query to a file as it comes, of any length, and says on stderr when rows were cut off.

    Raises:
        NotWrittenError: the file cannot be written.
        ArchiveRefusedError: the query fails before its end; the file is as it was.
    """
    with writing(target) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="")
        write(rows, form, text)
        text.flush()
        text.detach()
    tell_cut(rows, rows.count)


def tell_cut(rows: Rows | Flow, count: int) -> None:
    """Says on stderr when rows were cut off, and at which limit."""
    if rows.full:
        warn(
            f"there are more rows; the first {count} are here: all together take at most {MAX_BYTES >> 20} MiB of"
            " memory (no limit for a file: -o FILE with --format csv, json, jsonl, markdown or parquet)"
        )
    elif rows.truncated:
        warn(f"there are more rows; the first {count} are here (--rows N gives more)")


def rendered(rows: Rows, form: str, target: Path | None) -> str:
    """Gives the text that `emit_answer` writes."""
    text = StringIO()
    if form == "table" and target is None and (sys.stdout.isatty() or "COLUMNS" in os.environ):
        _table(rows, text, width=width(), styled=colour())
    else:
        write(rows, form, text)
    return text.getvalue()


def emit_rows(names: Sequence[str], values: Iterable[Sequence[Any]], form: str, target: Path | None) -> None:
    """Writes rows of plain Python values; a column of int or float counts as numbers."""
    emit_answer(plain_rows(names, values), form, target)


def plain_rows(names: Sequence[str], values: Iterable[Sequence[Any]]) -> Rows:
    """Gives rows of plain Python values; a column of int or float counts as numbers."""
    table = [list(row) for row in values]
    types = []
    for place in range(len(names)):
        kinds = {type(row[place]) for row in table} - {type(None)}
        types.append("DOUBLE" if kinds and kinds <= {int, float} else "VARCHAR")
    return Rows(list(names), types, table, truncated=False)


def emit_json(value: Any, target: Path | None) -> None:
    """Writes one value (structs, lists, mappings) as indented JSON; what is not printable is escaped."""
    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2)
    emit("".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text), target)


# For people.


def _shown(value: Any) -> str:
    if isinstance(value, float):
        if not math.isfinite(value):
            return str(value)
        low, high = _PLAIN_FLOATS
        return f"{value:.4f}".rstrip("0").rstrip(".") if value == 0 or low <= abs(value) < high else f"{value:g}"
    text = _plain(value)
    return text if text.isprintable() else clean(text)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list | dict):
        return _json(value)
    return str(value)


def _right(rows: Rows | Flow) -> list[bool]:
    return [_NUMBER.fullmatch(kind) is not None for kind in rows.types]


def _table(rows: Rows, out: TextIO, *, width: int = 0, styled: bool = False) -> None:
    from .table import table  # noqa: PLC0415 - loaded when a table is asked for

    texts = [[None if value is None else _shown(value) for value in row] for row in rows.rows]
    lines = table([clean(name) for name in rows.columns], _right(rows), texts, width=width, styled=styled)
    out.writelines(f"{line}\n" for line in lines)


def _markdown(rows: Rows | Flow, out: TextIO) -> None:
    def cell(text: str) -> str:
        return _MARKDOWN.sub(r"\\\g<0>", text.replace("&", "&amp;"))

    out.write("| " + " | ".join(cell(clean(name)) for name in rows.columns) + " |\n")
    out.write("|" + "|".join(" ---: " if right else " --- " for right in _right(rows)) + "|\n")
    out.writelines("| " + " | ".join(cell(_shown(value)) for value in row) + " |\n" for row in rows.rows)


# For programs.


def _csv(rows: Rows | Flow, out: TextIO) -> None:
    seen = clean if out.isatty() else str
    safe = [
        right or kind.startswith(("DATE", "TIME")) for right, kind in zip(_right(rows), rows.types, strict=True)
    ]  # -1 and -infinity are no formulas
    out.write(",".join(_field(seen(name), guard=True) for name in rows.columns) + "\r\n")
    for row in rows.rows:
        cells = []
        for value, known in zip(row, safe, strict=True):
            if value is None:
                cells.append("")
            else:
                text = _plain(value)
                cells.append(_field(seen(text), guard=isinstance(value, str) and not known))
        out.write(",".join(cells) + "\r\n")


def _field(text: str, *, guard: bool) -> str:
    if guard and text.startswith(_FORMULA):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if not text or _QUOTED.search(text) else text


def _records(rows: Rows | Flow) -> Iterable[dict[str, Any]]:
    names: list[str] = []
    for name in rows.columns:
        unique, number = name, 1
        while unique in names:
            number += 1
            unique = f"{name}_{number}"
        names.append(unique)
    kinds = rows.types
    for row in rows.rows:
        yield {name: _value(value, kind) for name, value, kind in zip(names, row, kinds, strict=True)}


def _value(value: Any, kind: str = "") -> Any:
    if isinstance(value, bytes) or (isinstance(value, float) and not math.isfinite(value)):
        return _plain(value)
    if isinstance(value, list):
        return [_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _value(item) for key, item in value.items()}
    return _read(value, kind) if isinstance(value, str) else value


def _read(text: str, kind: str) -> Any:
    """Gives what text of a column of this kind stands for in JSON; what cannot be read stays text."""
    if kind.startswith("DECIMAL") and _DECIMAL.fullmatch(text):
        return Number(text)
    if kind == "JSON":
        try:
            return _value(json.loads(text))
        except (ValueError, RecursionError):
            return text
    return text


def _json(value: Any) -> str:
    """Gives compact JSON with escapes for what is not printable; only strings hold such a thing."""
    text = (
        _digits(value)
        if _has_numbers(value)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    )
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def _has_numbers(value: Any) -> bool:
    if isinstance(value, list | dict):
        return any(map(_has_numbers, value.values() if isinstance(value, dict) else value))
    return isinstance(value, Number)


def _digits(value: Any) -> str:
    """Gives JSON in which decimal numbers are numbers with all their digits, which json cannot write."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return f"[{','.join(map(_digits, value))}]"
    if isinstance(value, dict):
        return (
            "{"
            + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{_digits(each)}" for name, each in value.items())
            + "}"
        )
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def _escape(char: str) -> str:
    code = ord(char)
    if code <= _LAST_BMP:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
