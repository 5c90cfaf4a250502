"""Rows of a query as a Parquet file, with the types that the query gave them."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from playfold.errors import NotWrittenError
from playfold.records.archive_file import one_line
from playfold.records.files import reason
from playfold.records.interruption import interruptible, load_duckdb
from playfold.records.query import Flow, Rows
from playfold.records.temporary import temporary_folder

from .terminal import writing

_BATCH = 1000


def write_parquet(rows: Rows | Flow, target: Path) -> None:
    """Writes rows as Parquet, as they come; a column name that comes twice gets a number.

    Raises:
        NotWrittenError: the file cannot be written, or a type has no counterpart in Parquet.
        ArchiveRefusedError: the query that gives the rows fails before its end.

    Cost: memory for a few rows, room for all of them in the temporary folder.
    """
    load_duckdb()
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    names = unique(rows.columns)
    with temporary_folder() as folder, interruptible(duckdb.connect()) as connection:
        staged, made = folder / "rows.jsonl", folder / "rows.parquet"
        try:
            some = _stage(names, rows, staged)
        except OSError as error:
            raise NotWrittenError(
                f"cannot be written: {reason(error)} in the temporary folder {folder}",
                path=str(target),
                hint="make room there, or set TMPDIR to another folder",
            ) from None
        try:
            kinds = dict(zip(names, rows.types, strict=True))
            if some:
                values = ", ".join(f"{_value(_name(name), kind)} AS {_name(name)}" for name, kind in kinds.items())
                fields = ", ".join(f"{_name(name)}: {_text(_read_as(kind))}" for name, kind in kinds.items())
                source = (
                    f"SELECT {values} FROM read_json({_text(str(staged))}, format = 'newline_delimited',"  # noqa: S608 - names are quoted
                    f" maximum_object_size = 67108864, columns = {{{fields}}})"
                )
            else:
                nothing = ", ".join(f"NULL::{kind} AS {_name(name)}" for name, kind in kinds.items())
                source = f"SELECT {nothing} WHERE false"
            connection.execute(f"COPY ({source}) TO {_text(str(made))} (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            raise NotWrittenError(
                f"these rows cannot be written as Parquet: {one_line(str(error))}",
                path=str(target),
                hint="cast what is odd to VARCHAR",
            ) from None
        with writing(target) as file, made.open("rb") as whole:
            shutil.copyfileobj(whole, file)


def _stage(names: list[str], rows: Rows | Flow, staged: Path) -> bool:
    """Writes rows as JSON lines for DuckDB, and says whether there were any."""
    encoder = msgspec.json.Encoder(enc_hook=str)
    left, some = iter(rows.rows), False
    with staged.open("wb") as file:
        while batch := [_record(names, row) for row in islice(left, _BATCH)]:
            file.write(encoder.encode_lines(batch))
            some = True
    return some


def unique(names: list[str]) -> list[str]:
    """Gives names for columns that differ, also to DuckDB, which takes a for A."""
    found: list[str] = []
    seen: set[str] = set()
    for name in names:
        other, number = name or "column", 1
        while other.casefold() in seen:
            number += 1
            other = f"{name}_{number}"
        seen.add(other.casefold())
        found.append(other)
    return found


def _record(names: list[str], row: list[Any]) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in zip(names, row, strict=True)}


def _read_as(kind: str) -> str:
    # What travels as text is read as text and cast: JSON has no decimals, times or blobs.
    return "VARCHAR" if kind == "BLOB" or kind.startswith(("DECIMAL", "TIME", "DATE", "UUID", "INTERVAL")) else kind


def _value(column: str, kind: str) -> str:
    if kind == "INTERVAL":
        return f"replace({column}, ',', '')::INTERVAL"
    return f"unhex({column})" if kind == "BLOB" else f"{column}::{kind}"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
