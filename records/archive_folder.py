"""An archive as a folder of Parquet files, which DuckDB, Polars, Spark and pandas read: written, and opened again.

Its hive partitions have names of their own, `by_rule_set` and `by_version`, and the files have the columns `rule_set`
and `version`: pandas refuses a column that is in the files and in the names of folders, and readers of names take the
version 1.0 for a number. So names of folders are for choosing files, and may be shortened.
"""

from __future__ import annotations

import os
import shutil
import unicodedata
from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from playfold.errors import ArchiveRefusedError, NotWrittenError

from .archive_tables import FORMAT, TABLES, Column
from .archive_views import MACROS, VIEWS
from .files import as_argument, reason, uninterrupted, unspeakable

if TYPE_CHECKING:
    import duckdb

MARK = "playfold-archive.json"
"""The file by which such a folder is known."""

_VIEWS = ("standings",)
"""Views that have a folder beside those of tables, for readers that know no views: `series` has them in lists.

Whoever opens the folder as an archive has them from the tables, so that no row comes twice.
"""

_WRITTEN: dict[str, tuple[Column, ...]] = {
    **{name: table.columns for name, table in TABLES.items() if name != "about"},
    **{name: VIEWS[name].columns for name in _VIEWS},
}
"""The folders, each with its columns."""

_ODD = frozenset("*?[]{}")
_NONE = "none"
_KEYS = ("by_rule_set", "by_version")
_LONGEST = 200
"""The most bytes of a folder's name behind its key, as it is encoded; file systems allow 255 in all."""


_DEPTH = 1 + len(_KEYS)
"""How deep files lie: below the folders of their table, rule set and version."""
_FOLDERS = frozenset(_WRITTEN)


class Mark(msgspec.Struct):
    """What the marking file says.

    Args:
        format: the layout of the tables.
        engine: the version of playfold that made them.
        files: how many Parquet files each folder has at least; one of a view that is not named was not written.
    """

    format: str
    engine: str
    files: dict[str, int] = {}


def is_folder(name: str) -> bool:
    """Says whether this is a folder that `export_folder` wrote."""
    return os.path.isdir(name) and os.path.lexists(os.path.join(name, MARK))  # noqa: PTH112, PTH118 - the name as the user gave it


def _again(name: str) -> str:
    return f"export it again: playfold export ARCHIVE {as_argument(name)}"


def read_mark(name: str) -> Mark:
    """Reads what a folder says of itself.

    Raises:
        ArchiveRefusedError: it is damaged, or of another layout.
    """
    try:
        mark = msgspec.json.decode(Path(name, MARK).read_bytes(), type=Mark)
    except OSError as error:
        raise ArchiveRefusedError(f"its {MARK} cannot be read: {reason(error)}", path=name) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveRefusedError(f"its {MARK} cannot be read: {error}", path=name, hint=_again(name)) from None
    if mark.format != FORMAT:
        raise ArchiveRefusedError(
            f"is an archive of the format {mark.format}; this program reads {FORMAT}",
            path=name,
            hint=_again(name),
        )
    return mark


def folder_views(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Makes the tables and views of a folder in a connection that may read it.

    Raises:
        ArchiveRefusedError: it is damaged, not whole, or of another layout.
    """
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    mark = read_mark(name)
    root = Path(name).absolute()
    _check_name(root)
    connection.execute("CREATE TABLE about AS SELECT $1::VARCHAR AS format, $2::VARCHAR AS engine", list(mark_of(mark)))
    for table, written in _WRITTEN.items():
        if table in _VIEWS and table not in mark.files:
            continue
        # Columns come from the files: a hive reader would add those of the folders' names.
        files = sorted(str(path) for path in (root / table).rglob("*.parquet"))
        if len(files) < mark.files.get(table, 1):
            missing = "is missing" if not files else f"has {len(files)} of its {mark.files[table]} files"
            called = table if table in _VIEWS else f"table {table}"
            raise ArchiveRefusedError(f"is not whole: its {called} {missing}", path=name, hint=_again(name))
        if table in _VIEWS:
            continue
        listed = ", ".join(map(_text, files))
        columns = ", ".join(f'"{column.name}"::{column.type} AS "{column.name}"' for column in written)
        source = f"SELECT {columns} FROM read_parquet([{listed}], hive_partitioning = false)"  # noqa: S608 - quoted
        try:
            connection.execute(f"CREATE VIEW {table} AS {source}")
        except duckdb.Error as error:
            said = " ".join(str(error).partition("\n")[0].split())
            raise ArchiveRefusedError(
                f"its table {table} cannot be read: {said}", path=name, hint=_again(name)
            ) from None
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
    try:
        place.mkdir()
        _name_folders(connection)
        for table, columns in _WRITTEN.items():
            _write_table(connection, table, columns, place / table)
        ((form, engine),) = connection.execute("SELECT format, engine FROM about").fetchall()
        ((games,),) = connection.execute("SELECT count(*) FROM games").fetchall()
        files = {table: len(list((place / table).rglob("*.parquet"))) for table in _WRITTEN}
        (place / MARK).write_bytes(msgspec.json.encode(Mark(form, engine, files)) + b"\n")
        with uninterrupted():
            _give_name(place, target)
    except OSError as error:
        raise NotWrittenError(f"the folder cannot be written: {reason(error)}", path=str(target)) from None
    finally:
        with uninterrupted():
            shutil.rmtree(place, ignore_errors=True)
    return int(games)


def _give_name(place: Path, target: Path) -> None:
    old = place.with_name(f"{place.name}.old")
    if not target.exists():
        place.rename(target)
        return
    target.rename(old)
    try:
        place.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


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
    if exported and (other := _foreign(target)):
        raise NotWrittenError(
            f"holds {other} beside an export, which would be replaced as a whole",
            path=str(target),
            hint="move that elsewhere, or name a new folder",
        )
    if not target.absolute().parent.is_dir():
        raise NotWrittenError("its folder is not there", path=str(target), hint="make the folder above it first")
    try:
        _check_name(target.absolute())
    except ArchiveRefusedError as error:
        raise NotWrittenError(error.message, path=str(target), hint=error.hint) from None


def _foreign(target: Path) -> str:
    """Gives the path in an exported folder of what an export did not write there, "" when all of it is its own."""
    files: dict[str, int] = {}
    for place, folders, names in os.walk(target):
        parts = Path(place).relative_to(target).parts
        for name in sorted([*folders, *names]):
            if not _is_own((*parts, name), Path(place, name)):
                return "/".join((*parts, name))
        if len(parts) == _DEPTH:
            files[parts[0]] = files.get(parts[0], 0) + len(names)
    try:
        written = read_mark(str(target)).files
    except ArchiveRefusedError:
        return ""  # of another layout, or damaged: its files are known by their names alone
    more = [table for table, count in files.items() if written and count > written.get(table, 0)]
    return f"{more[0]}: more files than were written" if more else ""


def _is_own(parts: tuple[str, ...], path: Path) -> bool:
    """Says whether a path is one that an export writes, a folder or a file as there."""
    if parts == (MARK,):
        return True
    keys = zip(parts[1:], (*(f"{key}=" for key in _KEYS), "data_"), strict=False)
    named = all(part.startswith(key) for part, key in keys) and len(parts) <= _DEPTH + 1
    if len(parts) == _DEPTH + 1:
        return named and parts[-1].endswith(".parquet") and path.is_file()
    return named and path.is_dir() and not path.is_symlink() and (len(parts) > 1 or parts[0] in _FOLDERS)


def _name_folders(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the table `folders`: how the folders of each rule set and version are named, one name for all tables."""
    pairs = connection.execute("SELECT DISTINCT rule_set, version FROM games").fetchall()
    names = [folder_names({str(pair[place] or "") for pair in pairs}) for place in (0, 1)]
    connection.execute(
        f"CREATE TEMPORARY TABLE folders (rule_set VARCHAR, version VARCHAR, {_KEYS[0]} VARCHAR, {_KEYS[1]} VARCHAR)"
    )
    rows = [(one, other, names[0][one or ""], names[1][other or ""]) for one, other in pairs]
    connection.execute(
        "INSERT INTO folders SELECT unnest($1::VARCHAR[]), unnest($2::VARCHAR[]), unnest($3::VARCHAR[]),"
        " unnest($4::VARCHAR[])",
        [[row[place] for row in rows] for place in range(4)],
    )


def folder_names(values: Collection[str]) -> dict[str, str]:
    """Gives a name for the folder of each value, before it is encoded as hive does: `none` for an empty one.

    One that would be too long for a file system, or that a file system without capital letters would take for another
    one's, is cut and ends in 16 digits of its sha256.
    """
    folded = Counter(_folded(value) for value in values)

    def named(value: str) -> str:
        if not value:
            return _NONE
        if len(quote(value, safe="")) <= _LONGEST and folded[_folded(value)] == 1 and _folded(value) != _NONE:
            return value
        start = value.encode()[: _LONGEST // 4].decode(errors="ignore")
        return f"{start}-{sha256(value.encode()).hexdigest()[:16]}"

    return {value: named(value) for value in values}


def _folded(value: str) -> str:
    return unicodedata.normalize("NFD", value).casefold()


def _write_table(connection: duckdb.DuckDBPyConnection, table: str, written: tuple[Column, ...], folder: Path) -> None:
    columns = ", ".join(f't."{column.name}"' for column in written)
    if table == "games":
        source = f"SELECT {columns}, f.{_KEYS[0]}, f.{_KEYS[1]} FROM games AS t"  # noqa: S608 - names of TABLES
        joined = "t"
    else:
        columns += ", g.rule_set, g.version"
        source = f"SELECT {columns}, f.{_KEYS[0]}, f.{_KEYS[1]} FROM {table} AS t JOIN games AS g USING (game)"  # noqa: S608 - as above
        joined = "g"
    source += f""" JOIN folders AS f ON f.rule_set IS NOT DISTINCT FROM {joined}.rule_set
        AND f.version IS NOT DISTINCT FROM {joined}.version"""
    ((count,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - as above
    folder.mkdir()
    if count:
        connection.execute(
            f"COPY ({source}) TO {_text(str(folder))}"
            f" (FORMAT parquet, COMPRESSION zstd, PARTITION_BY ({', '.join(_KEYS)}), OVERWRITE_OR_IGNORE true)"
        )
        return
    # Spark and Polars refuse a folder without any file: one without rows gives them the columns.
    empty = folder / f"{_KEYS[0]}={_NONE}" / f"{_KEYS[1]}={_NONE}"
    empty.mkdir(parents=True)
    joined = "" if table == "games" else " JOIN games AS g USING (game)"
    rows = f"SELECT {columns} FROM {table} AS t{joined} WHERE false"  # noqa: S608 - names of TABLES
    connection.execute(f"COPY ({rows}) TO {_text(str(empty / 'data_0.parquet'))} (FORMAT parquet, COMPRESSION zstd)")


def _check_name(path: Path) -> None:
    if odd := sorted(_ODD & set(str(path))):
        raise ArchiveRefusedError(
            f"DuckDB takes {' '.join(odd)} in this path for a pattern", path=str(path), hint="name the folder otherwise"
        )
    if wrong := unspeakable(path):
        raise ArchiveRefusedError(wrong, path=str(path), hint="name the folder otherwise")


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
