"""Rows of a query as a Parquet file, with the types that the query gave them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec

from playfold.errors import NotWrittenError
from playfold.records.archive_file import one_line
from playfold.records.query import Rows

from .terminal import write_file

_BATCH = 1000


def write_parquet(rows: Rows, target: Path) -> None:
    """Writes rows as Parquet; a column name that comes twice gets a number.

    Raises:
        NotWrittenError: the file cannot be written, or a type has no counterpart in Parquet.
    """
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    names = unique(rows.columns)
    columns = ", ".join(f"{_name(name)} {kind}" for name, kind in zip(names, rows.types, strict=True))
    with tempfile.TemporaryDirectory(prefix="playfold-") as folder, duckdb.connect() as connection:
        staged, made = Path(folder) / "rows.jsonl", Path(folder) / "rows.parquet"
        try:
            connection.execute(f"CREATE TABLE answer ({columns})")
            encoder = msgspec.json.Encoder(decimal_format="string")
            with staged.open("wb") as file:
                for first in range(0, len(rows.rows), _BATCH):
                    file.write(encoder.encode_lines([_record(names, row) for row in rows.rows[first : first + _BATCH]]))
            types = {name: _read_as(kind) for name, kind in zip(names, rows.types, strict=True)}
            if rows.rows:
                values = ", ".join(_value(_name(name), kind) for name, kind in zip(names, rows.types, strict=True))
                fields = ", ".join(f"{_name(name)}: {_text(kind)}" for name, kind in types.items())
                connection.execute(
                    f"INSERT INTO answer SELECT {values} FROM read_json($1, format = 'newline_delimited',"  # noqa: S608 - names are quoted
                    f" maximum_object_size = 67108864, columns = {{{fields}}})",
                    [str(staged)],
                )
            connection.execute("COPY answer TO $1 (FORMAT parquet, COMPRESSION zstd)", [str(made)])
        except duckdb.Error as error:
            raise NotWrittenError(
                f"these rows cannot be written as Parquet: {one_line(str(error))}",
                path=str(target),
                hint="cast what is odd to VARCHAR",
            ) from None
        write_file(target, made.read_bytes())


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
