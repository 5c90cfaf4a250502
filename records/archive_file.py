"""Opens archives: for reading, shut off from everything else, and for writing, when they are made or refreshed."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.errors import ArchiveRefusedError, NotWrittenError

from .archive_folder import check_target, folder_views, is_folder, write_folder
from .archive_statements import schema
from .archive_tables import FORMAT
from .files import as_argument, reason, uninterrupted, unspeakable
from .interruption import interruptible, load_duckdb

if TYPE_CHECKING:
    import duckdb

MEMORY = 1 << 30
"""What a query may take of memory, in bytes, before DuckDB gives up; its process gets twice that and a start."""

PATIENCE = 2.0
"""How long to wait, in seconds, for another process that has the archive open."""

_MAGIC = b"DUCK"
_NUMBER = re.compile(r"[0-9]{1,9}")
_AGAIN = "build a new one from the logs: playfold archive NEW PATH ..."


def is_database(name: str) -> bool:
    """Says whether a regular file is one of DuckDB, as archives are; archives of other layouts, too.

    Raises:
        OSError: it cannot be read.
    """
    with open(name, "rb") as file:  # noqa: PTH123 - the name as the user gave it
        return file.read(12)[8:] == _MAGIC


def _builds(name: str, what: str) -> str:
    return f"playfold archive {as_argument(name)} PATH ... builds {what}"


def look(name: str, *, folders: bool = False) -> None:
    """Refuses what is no DuckDB file before DuckDB sees it; with `folders` an exported folder will do."""
    try:
        status = os.stat(name)  # noqa: PTH116 - the name as the user gave it, a leading ~ is nobody's home
        if stat.S_ISREG(status.st_mode):
            database = is_database(name)
    except FileNotFoundError:
        raise ArchiveRefusedError("there is no such archive", path=name, hint=_builds(name, "one from logs")) from None
    except (OSError, ValueError) as error:
        raise ArchiveRefusedError(f"the archive cannot be read: {reason(error)}", path=name, hint=_AGAIN) from None
    if stat.S_ISDIR(status.st_mode):
        if folders and is_folder(name):
            return
        raise ArchiveRefusedError("is a folder, an archive is one file", path=name, hint=_AGAIN)
    if not stat.S_ISREG(status.st_mode):
        raise ArchiveRefusedError("is no regular file", path=name, hint=_AGAIN)
    _check_name(name)
    if not database:
        raise ArchiveRefusedError("is no DuckDB file", path=name, hint=_AGAIN)


def _check_name(name: str) -> None:
    if "?" in os.path.abspath(name):  # noqa: PTH100 - see connect
        raise ArchiveRefusedError(
            "DuckDB takes the question mark in this path for the start of options", path=name, hint="name it otherwise"
        )
    if wrong := unspeakable(name):
        raise ArchiveRefusedError(wrong, path=name, hint="name it otherwise")


def check_new(name: str) -> None:
    """Refuses a name under which no archive can be made.

    Raises:
        ArchiveRefusedError: its folder is not there, or DuckDB cannot take the name.
    """
    folder = os.path.dirname(os.path.abspath(name))  # noqa: PTH100, PTH120 - the name as the user gave it
    if not os.path.isdir(folder):  # noqa: PTH112 - as above
        raise ArchiveRefusedError("its folder is not there", path=name, hint=f"make the folder {folder} first")
    _check_name(name)


def open_archive(
    path: str | os.PathLike[str], *, memory: int = MEMORY, positions: bool = False
) -> duckdb.DuckDBPyConnection:
    """Opens an archive for reading, shut off from files, network, Python variables and settings.

    This is for SQL that the program itself holds; other people's goes through `run`. With `positions` errors of SQL
    come as JSON that says where in the text they are.

    Raises:
        ArchiveRefusedError: it is missing, a folder, no DuckDB file, no archive of this format, from a newer DuckDB, or
            locked by a process that writes it (after two seconds of patience).
    """
    name = os.fspath(path)
    look(name, folders=True)
    folder = os.path.isdir(name)  # noqa: PTH112 - as above
    config: dict[str, Any] = {
        "enable_external_access": False,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "allow_unsigned_extensions": False,
        "allow_persistent_secrets": False,
        "python_enable_replacements": False,
        "memory_limit": f"{memory >> 20}MiB",
        "threads": min(4, os.cpu_count() or 1),
        "max_temp_directory_size": "0B",
        "errors_as_json": positions,
        "lock_configuration": True,
    }
    if folder:
        # Views of Parquet files are made first, then the door is shut: only that folder can be read.
        del config["enable_external_access"], config["lock_configuration"]
    connection = connect(":memory:" if folder else name, read_only=not folder, config=config)
    try:
        if folder:
            folder_views(connection, name)
            connection.execute("SET allowed_directories = [$1]", [os.path.abspath(name)])  # noqa: PTH100 - as above
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
        _check_format(connection, name)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_write(path: str | os.PathLike[str], reading: Path, engine: str) -> duckdb.DuckDBPyConnection:
    """Opens an archive, or makes an empty one, to add games to it.

    Args:
        path: the archive.
        reading: the one folder that SQL may read from and spill to.
        engine: the version of playfold, for a new archive.

    Raises:
        ArchiveRefusedError: as `open_archive`; or it cannot be made there.
    """
    name = os.fspath(path)
    fresh = not os.path.lexists(name)
    if fresh:
        check_new(name)
    else:
        look(name)
    # Rows are written while others come in, not only when five groups of them are there, or all at the end.
    config: dict[str, Any] = {"temp_directory": str(reading), "write_buffer_row_group_count": 1}
    if fresh:
        config["checkpoint_threshold"] = "1KB"  # what is committed goes into the file, not into DuckDB's log first
    connection = connect(name, read_only=False, config=config)
    try:
        connection.execute("SET allowed_directories = [$1]", [str(reading)])
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        if fresh:
            connection.begin()
            connection.execute(";\n".join(schema()))
            connection.execute("INSERT INTO about VALUES ($1, $2)", [FORMAT, engine])
            connection.commit()
        else:
            _check_format(connection, name)
    except BaseException:
        connection.close()
        if fresh:
            forget(name)
        raise
    return connection


def export(path: str | os.PathLike[str], target: str | os.PathLike[str]) -> int:
    """Writes an archive as a folder of Parquet files, partitioned by rule set and version; gives the number of games.

    A folder that was exported before is replaced as a whole, when the new one is there.

    Raises:
        ArchiveRefusedError: the archive cannot be opened.
        NotWrittenError: the folder cannot be written, or is something else.
    """
    load_duckdb()
    import duckdb  # noqa: PLC0415 - see open_archive

    name, folder = os.fspath(path), Path(target)
    look(name)
    check_target(folder)
    place = folder.absolute().with_name(f".{folder.absolute().name[:40]}.{token_hex(4)}.new")
    with connect(name, read_only=True, config={"threads": min(4, os.cpu_count() or 1)}) as connection:
        connection.execute("SET allowed_directories = [$1]", [str(place)])
        connection.execute("SET enable_external_access = false")
        _check_format(connection, name)
        try:
            return write_folder(connection, folder.absolute(), place)
        except duckdb.Error as error:
            said = one_line(str(error).replace(str(place), str(target)))
            raise NotWrittenError(
                f"the folder cannot be written: {said}", path=str(target), hint=write_hint(said)
            ) from None


def forget(path: str | os.PathLike[str]) -> None:
    """Removes an archive that was just made and is not to stay, and what DuckDB has beside it. It may be gone.

    Where nothing can be removed, as on a disk that is read only, nothing was made, and that is what people are told.
    """
    with uninterrupted():
        for name in (os.fspath(path), f"{os.fspath(path)}.wal"):
            with contextlib.suppress(OSError, ValueError):
                Path(name).unlink()


def connect(name: str, *, read_only: bool, config: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    """Opens a file of DuckDB, patiently.

    Raises:
        ArchiveRefusedError: it cannot be opened.
    """
    load_duckdb()
    import duckdb  # noqa: PLC0415 - see open_archive

    patience = time.monotonic() + PATIENCE
    while True:
        try:
            # DuckDB takes some names for addresses; an absolute path is none.
            place = name if name == ":memory:" else os.path.abspath(name)  # noqa: PTH100 - links stay
            return interruptible(duckdb.connect(place, read_only=read_only, config=config))
        except duckdb.Error as error:
            if "Could not set lock" in str(error) and time.monotonic() < patience:
                time.sleep(0.05)
                continue
            raise _not_opened(name, str(error)) from None


def _check_format(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    import duckdb  # noqa: PLC0415 - see open_archive

    try:
        found = connection.execute("SELECT format FROM about").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):  # no such table, no such column: somebody else's
        found = []
    except duckdb.Error as error:
        said = placed(str(error), "")
        raise ArchiveRefusedError(f"the archive cannot be read: {said}", path=name, hint=_AGAIN) from None
    if found != [(FORMAT,)]:
        said = f"is an archive of the format {found[0][0]}" if found else "is a DuckDB file, but no archive of playfold"
        layout = str(found[0][0]) if found else ""
        newer = layout.partition("/")[0] == FORMAT.partition("/")[0]
        hint = f"install a newer playfold, or {_AGAIN}" if newer else _AGAIN
        if is_older(layout):
            hint = _builds(name, "it anew from its logs")
        raise ArchiveRefusedError(f"{said}; this program reads {FORMAT}", path=name, hint=hint)


def is_older(layout: str) -> bool:
    """Says whether a layout that an archive names is an earlier one of playfold's."""
    kind, _, number = layout.partition("/")
    today, _, newest = FORMAT.partition("/")
    return kind == today and _NUMBER.fullmatch(number) is not None and int(number) < int(newest)


def _not_opened(name: str, error: str) -> ArchiveRefusedError:
    if "Could not set lock" in error:
        return ArchiveRefusedError(
            "another process has this archive open, and DuckDB lets nobody in beside a writer",
            path=name,
            hint="try again when it is done",
        )
    if "different configuration" in error:
        return ArchiveRefusedError(
            "this very process has the archive open with other settings", path=name, hint="close that connection first"
        )
    if "newer version of DuckDB" in error:
        return ArchiveRefusedError(
            "was written by a newer version of DuckDB", path=name, hint=f"update duckdb, or {_AGAIN}"
        )
    hint = write_hint(error) if re.search("Permission denied|No space left|Read-only file system", error) else _AGAIN
    return ArchiveRefusedError(f"cannot be opened: {one_line(error)}", path=name, hint=hint)


def write_hint(error: str) -> str:
    """Says what to look at when an archive could not be written."""
    if "Permission denied" in error or "Read-only file system" in error:
        return "see that you may write it, and its folder"
    return "see that the disk has room"


class _Told(msgspec.Struct):
    exception_message: str
    exception_type: str = ""
    position: str = ""


def placed(error: str, sql: str) -> str:
    """Gives an error of DuckDB that came as JSON in one line, with its place in the SQL where it has one."""
    head, brace, rest = error.partition("{")
    try:
        told = msgspec.json.decode(brace + rest, type=_Told)
    except msgspec.MsgspecError:
        return one_line(error)
    text = one_line(f"{head}{told.exception_message}")
    if not told.position.isdecimal():
        return text
    before = sql.encode()[: int(told.position)].decode(errors="ignore")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return f"{text} (line {line}, column {column})"


def one_line(error: str) -> str:
    """Gives DuckDB's message as one printable line, without the quoted SQL and the stack below it."""
    text = " ".join(re.split(r"\n\n|\nLINE ", error, maxsplit=1)[0].split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)[:500]
