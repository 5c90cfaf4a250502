"""An archive as a folder of Parquet files, which DuckDB, Polars, Spark and pandas read: written, and opened again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from playfold.errors import ArchiveRefusedError, NotWrittenError

from .archive_tables import FORMAT, MACROS, TABLES, VIEWS, Table
from .files import reason

if TYPE_CHECKING:
    import duckdb

MARK = "playfold-archive.json"
"""The file by which such a folder is known."""

_ODD = frozenset("*?[]{}")
_NONE = "none"


class Mark(msgspec.Struct):
    """What the marking file says.

    Args:
        format: the layout of the tables.
        engine: the version of playfold that made them.
    """

    format: str
    engine: str


def is_folder(name: str) -> bool:
    """Says whether this is a folder that `export_folder` wrote."""
    return os.path.isdir(name) and os.path.lexists(os.path.join(name, MARK))  # noqa: PTH112, PTH118 - the name as the user gave it


def read_mark(name: str) -> Mark:
    """Reads what a folder says of itself.

    Raises:
        ArchiveRefusedError: it is damaged, or of another layout.
    """
    try:
        mark = msgspec.json.decode(Path(name, MARK).read_bytes(), type=Mark)
    except (OSError, msgspec.MsgspecError) as error:
        raise ArchiveRefusedError(f"its {MARK} cannot be read: {error}", path=name) from None
    if mark.format != FORMAT:
        raise ArchiveRefusedError(
            f"is an archive of the format {mark.format}; this program reads {FORMAT}",
            path=name,
            hint="export it again: playfold export ARCHIVE DIR",
        )
    return mark


def folder_views(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Makes the tables and views of a folder in a connection that may read it."""
    mark = read_mark(name)
    root = Path(name).absolute()
    _check_name(root)
    connection.execute("CREATE TABLE about AS SELECT $1::VARCHAR AS format, $2::VARCHAR AS engine", list(mark_of(mark)))
    for table, about in TABLES.items():
        if table == "about":
            continue
        # Columns come from the files: a hive reader would take the version 1.0 for a number.
        files = sorted(str(path) for path in (root / table).rglob("*.parquet"))
        if files:
            listed = ", ".join(map(_text, files))
            columns = ", ".join(f'"{column.name}"::{column.type} AS "{column.name}"' for column in about.columns)
            source = f"SELECT {columns} FROM read_parquet([{listed}], hive_partitioning = false)"  # noqa: S608 - quoted
        else:
            columns = ", ".join(f'NULL::{column.type} AS "{column.name}"' for column in about.columns)
            source = f"SELECT {columns} WHERE false"
        connection.execute(f"CREATE VIEW {table} AS {source}")
    for macro in MACROS:
        connection.execute(macro)
    for view, what in VIEWS.items():
        connection.execute(f"CREATE VIEW {view} AS {what.sql}")


def mark_of(mark: Mark) -> tuple[str, str]:
    """Gives the row of `about`."""
    return mark.format, mark.engine


def write_folder(connection: duckdb.DuckDBPyConnection, target: Path, place: Path) -> int:
    """Writes all tables of an archive that is open into a folder, and gives the number of games.

    Args:
        connection: may write below `place`.
        target: where the folder is to stand; one that was exported before is replaced, an empty one filled.
        place: where it is written first, beside it.

    Raises:
        NotWrittenError: something else is there already.
    """
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    try:
        place.mkdir()
        for table, about in TABLES.items():
            if table != "about":
                _write_table(connection, table, about, place / table)
        ((form, engine),) = connection.execute("SELECT format, engine FROM about").fetchall()
        ((games,),) = connection.execute("SELECT count(*) FROM games").fetchall()
        (place / MARK).write_bytes(msgspec.json.encode(Mark(form, engine)) + b"\n")
        old = place.with_name(f"{place.name}.old")
        if target.exists():
            target.rename(old)
        place.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    except (OSError, duckdb.Error) as error:
        raise NotWrittenError(
            f"the folder cannot be written: {' '.join(str(error).split())}", path=str(target)
        ) from None
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return int(games)


def check_target(target: Path) -> None:
    """Refuses to write where something else is.

    Raises:
        NotWrittenError: the folder has other files in it, or is a file.
    """
    try:
        found = sorted(each.name for each in target.iterdir()) if target.is_dir() else []
    except OSError as error:
        raise NotWrittenError(f"the folder cannot be looked into: {reason(error)}", path=str(target)) from None
    exported = is_folder(str(target))
    if os.path.lexists(target) and not exported and (found or not target.is_dir()):
        raise NotWrittenError(
            "is there already, and no export of an archive", path=str(target), hint="name a new or an empty folder"
        )
    if exported and (others := [name for name in found if name not in TABLES and name != MARK]):
        raise NotWrittenError(
            f"holds {others[0]} beside an export, which would be replaced as a whole",
            path=str(target),
            hint="move that elsewhere, or name a new folder",
        )
    if not target.absolute().parent.is_dir():
        raise NotWrittenError("its folder is not there", path=str(target), hint="make the folder above it first")
    try:
        _check_name(target.absolute())
    except ArchiveRefusedError as error:
        raise NotWrittenError(error.message, path=str(target), hint=error.hint) from None


def _write_table(connection: duckdb.DuckDBPyConnection, table: str, about: Table, folder: Path) -> None:
    columns = ", ".join(f't."{column.name}"' for column in about.columns)
    if table == "games":
        source = f"SELECT {columns} FROM games AS t"  # noqa: S608 - names of TABLES
        more = ", WRITE_PARTITION_COLUMNS true"
    else:
        source = f"""SELECT {columns}, g.rule_set, coalesce(nullif(g.version, ''), '{_NONE}') AS version
        FROM {table} AS t JOIN games AS g USING (game)"""  # noqa: S608 - as above
        more = ""
    ((count,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - as above
    folder.mkdir()
    if count:
        connection.execute(
            f"COPY ({source}) TO {_text(str(folder))}"
            f" (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (rule_set, version), OVERWRITE_OR_IGNORE true{more})"
        )
        return
    # Spark and Polars refuse a folder without any file: one without rows gives them the columns.
    empty = folder / f"rule_set={_NONE}" / f"version={_NONE}"
    empty.mkdir(parents=True)
    rows = f"SELECT {columns} FROM {table} AS t WHERE false"  # noqa: S608 - names of TABLES
    connection.execute(f"COPY ({rows}) TO {_text(str(empty / 'data_0.parquet'))} (FORMAT parquet, COMPRESSION zstd)")


def _check_name(path: Path) -> None:
    if odd := sorted(_ODD & set(str(path))):
        raise ArchiveRefusedError(
            f"DuckDB takes {' '.join(odd)} in this path for a pattern", path=str(path), hint="name the folder otherwise"
        )


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
