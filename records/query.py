"""Runs other people's SQL on an archive: read only, no files, no network, limits on time, memory and rows.

DuckDB alone is no sandbox, so there are three walls. The connection is read-only, without access to anything outside of
the file, and its settings are locked. Only one SELECT is run, and only with table functions that are known. And it all
happens in a child process (`playfold.records.sandbox`) with limits, so that nothing that SQL does ends the caller.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.errors import ArchiveRefusedError

if TYPE_CHECKING:
    import duckdb

FORMAT = "playfold-archive/1"
"""What the table `about` of an archive says. Another format is rebuilt from its logs, never converted."""

MEMORY = 1 << 30
"""What a query may take of memory, in bytes, before DuckDB gives up; its process gets twice that and a start."""

SECONDS = 30.0
MAX_ROWS = 10_000
MAX_BYTES = 64 << 20
"""The most that all rows together may take, in bytes as they travel; what is beyond is cut off."""

_LONGEST_SQL = 100_000
_LOCK_PATIENCE = 2.0
_GRACE = 5.0
_MAGIC = b"DUCK"


class Rows(msgspec.Struct, frozen=True):
    """The answer to a query.

    Args:
        columns: their names, in order; a name may come twice.
        types: DuckDB's name of each column's type, as `INTEGER` or `STRUCT(a INTEGER)`.
        rows: one list a row. Values are None, bool, int (any size), float, str, bytes, list or dict (keys are text);
            timestamps (ISO 8601), dates, intervals, UUIDs and decimals come as str.
        truncated: there were more rows than were asked for, or than fit into `MAX_BYTES`.
    """

    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    truncated: bool


class Question(msgspec.Struct, frozen=True):
    """What the child is asked, on its standard input."""

    path: str
    sql: str
    params: Any
    seconds: float
    max_rows: int
    memory: int


class Answer(msgspec.Struct, frozen=True):
    """What the child answers, on its standard output: rows in encoded chunks, or why it refuses and what to do."""

    columns: list[str] = []
    types: list[str] = []
    chunks: list[bytes] = []
    truncated: bool = False
    refusal: str = ""
    hint: str = ""


def big(number: int) -> msgspec.msgpack.Ext:
    """Wraps an integer beyond 64 bits for its way through msgpack."""
    return msgspec.msgpack.Ext(1, str(number).encode())


def _unwrap(_code: int, data: memoryview) -> int:
    return int(bytes(data))


def run(  # noqa: PLR0913 - a limit each
    path: str | Path,
    sql: str,
    *,
    params: Sequence[Any] | Mapping[str, Any] | None = None,
    seconds: float = SECONDS,
    max_rows: int = MAX_ROWS,
    memory: int = MEMORY,
) -> Rows:
    """Runs one SELECT on an archive, whoever wrote it, and gives its rows.

    Args:
        path: the archive.
        sql: one statement: SELECT, WITH, FROM, VALUES, PIVOT with named values, DESCRIBE, SHOW TABLES or SUMMARIZE.
        params: values for `?` (a sequence) or `$name` (a mapping): None, bool, int of 64 bits, float, str.
        seconds: how long it may run.
        max_rows: how many rows are given at most.
        memory: how much of it DuckDB may take, in bytes.

    Raises:
        ArchiveRefusedError: the archive cannot be opened, or the SQL is not run or fails; one line and what to do next.

    Cost: a quarter of a second for the process, beside the query.
    """
    name = os.fspath(path)
    _look(name)
    if len(sql) > _LONGEST_SQL:
        raise ArchiveRefusedError(
            f"the SQL has {len(sql)} characters, at most {_LONGEST_SQL} are run", path=name, hint="ask in smaller steps"
        )
    question = Question(
        os.path.abspath(name),  # noqa: PTH100 - resolve() would follow links, and messages name what the user named
        sql,
        _plain(params, name),
        seconds,
        max_rows,
        memory,
    )
    try:
        sent = msgspec.msgpack.encode(question)
    except (UnicodeEncodeError, OverflowError, TypeError) as error:
        raise ArchiveRefusedError(f"the SQL or a parameter cannot be sent: {error}", path=name) from None
    answer = _ask(sent, name, seconds)
    if answer.refusal:
        raise ArchiveRefusedError(answer.refusal, path=name, hint=answer.hint)
    decode = msgspec.msgpack.Decoder(list[list[Any]], ext_hook=_unwrap).decode
    rows = [row for chunk in answer.chunks for row in decode(chunk)]
    return Rows(answer.columns, answer.types, rows, answer.truncated)


def _plain(params: Sequence[Any] | Mapping[str, Any] | None, name: str) -> Any:  # noqa: ANN401 - a list, a dict or None
    if params is None:
        return None
    plain = dict(params) if isinstance(params, Mapping) else list(params)
    for value in plain.values() if isinstance(plain, dict) else plain:
        if not isinstance(value, bool | int | float | str | None):
            raise ArchiveRefusedError(
                f"a parameter is a {type(value).__name__}", path=name, hint="give text and cast it: ?::TIMESTAMP"
            )
    return plain


def _ask(sent: bytes, name: str, seconds: float) -> Answer:
    search = os.pathsep.join(entry for entry in sys.path if entry)
    command = [sys.executable, "-P", "-m", "playfold.records.sandbox"]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and module; the SQL goes through standard input
            command,
            input=sent,
            capture_output=True,
            timeout=seconds + _LOCK_PATIENCE + _GRACE,
            env={**os.environ, "PYTHONPATH": search},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_long(name, seconds) from None
    try:
        return msgspec.msgpack.decode(done.stdout, type=Answer)
    except msgspec.DecodeError:
        raise ArchiveRefusedError(
            f"the query ended its process (status {done.returncode}): it needed more memory than it may have, or DuckDB"
            " failed on it",
            path=name,
            hint="ask for fewer or shorter values; nothing was changed",
        ) from None


def _too_long(name: str, seconds: float) -> ArchiveRefusedError:
    message, hint = too_long(seconds)
    return ArchiveRefusedError(message, path=name, hint=hint)


def too_long(seconds: float) -> tuple[str, str]:
    """Says that a query took too long, and what to do."""
    return f"the query ran longer than {seconds:g} s and was stopped", "narrow it with WHERE, or allow it more seconds"


def _look(name: str) -> None:
    """Refuses what is no DuckDB file before DuckDB sees it."""
    build = "playfold archive ARCHIVE PATH ... builds one from logs"
    try:
        status = os.stat(name)  # noqa: PTH116 - the name as the user gave it, a leading ~ is nobody's home
        if stat.S_ISREG(status.st_mode):
            with open(name, "rb") as file:  # noqa: PTH123 - as above
                start = file.read(12)
    except FileNotFoundError:
        raise ArchiveRefusedError("there is no such archive", path=name, hint=build) from None
    except (OSError, ValueError) as error:
        raise ArchiveRefusedError(f"the archive cannot be read: {error}", path=name, hint=build) from None
    if stat.S_ISDIR(status.st_mode):
        raise ArchiveRefusedError("is a folder, an archive is one file", path=name, hint=build)
    if not stat.S_ISREG(status.st_mode):
        raise ArchiveRefusedError("is no regular file", path=name, hint=build)
    if start[8:] != _MAGIC:
        raise ArchiveRefusedError("is no DuckDB file", path=name, hint=build)


def open_archive(path: str | Path, *, memory: int = MEMORY) -> duckdb.DuckDBPyConnection:
    """Opens an archive for reading, shut off from files, network, Python variables and settings.

    This is for SQL that the program itself holds; other people's goes through `run`.

    Raises:
        ArchiveRefusedError: it is missing, a folder, no DuckDB file, no archive of this format, from a newer DuckDB, or
            locked by a process that writes it (after two seconds of patience).
    """
    import duckdb  # noqa: PLC0415 - takes a fifth of a second, most commands do without

    name = os.fspath(path)
    _look(name)
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
    }
    patience = time.monotonic() + _LOCK_PATIENCE
    while True:
        try:
            connection = duckdb.connect(os.path.abspath(name), read_only=True, config=config)  # noqa: PTH100 - see run
            break
        except duckdb.Error as error:
            if "lock" in str(error) and time.monotonic() < patience:
                time.sleep(0.05)
                continue
            raise _not_opened(name, str(error)) from None
    try:
        connection.execute("SET lock_configuration = true")
        found = connection.execute("SELECT format FROM about").fetchall()
    except duckdb.Error:
        found = []
    if found != [(FORMAT,)]:
        connection.close()
        said = f"is an archive of the format {found[0][0]}" if found else "is a DuckDB file, but no archive of playfold"
        raise ArchiveRefusedError(
            f"{said}; this program reads {FORMAT}", path=name, hint="build a new one: playfold archive NEW PATH ..."
        )
    return connection


def _not_opened(name: str, error: str) -> ArchiveRefusedError:
    if "lock" in error:
        return ArchiveRefusedError(
            "another process writes this archive",
            path=name,
            hint="try again when it is done; DuckDB lets nobody else in",
        )
    if "different configuration" in error:
        return ArchiveRefusedError(
            "this very process has the archive open with other settings", path=name, hint="close that connection first"
        )
    if "version number" in error or "newer version" in error:
        return ArchiveRefusedError(
            "was written by another version of DuckDB",
            path=name,
            hint="build it again from the logs: playfold archive NEW PATH ...",
        )
    return ArchiveRefusedError(
        f"cannot be opened: {one_line(error)}",
        path=name,
        hint="an archive can be built again from its logs: playfold archive NEW PATH ...",
    )


def one_line(error: str) -> str:
    """Gives DuckDB's message as one printable line, without the quoted SQL and the stack below it."""
    text = " ".join(re.split(r"\n\n|\nLINE ", error, maxsplit=1)[0].split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)[:500]
