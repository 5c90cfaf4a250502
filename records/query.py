"""Runs other people's SQL on an archive: read only, no files, no network, limits on time, memory and rows.

DuckDB alone is no sandbox, so there are three walls. The connection is read-only, without access to anything outside of
the file, and its settings are locked. Only one SELECT is run, and only with table functions that are known. And it all
happens in a child process (`playfold.records.sandbox`) with limits, so that nothing that SQL does ends the caller.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from playfold.errors import ArchiveRefusedError

from .archive_file import MEMORY, PATIENCE, look, open_archive

__all__ = ["MAX_BYTES", "MAX_ROWS", "MEMORY", "SECONDS", "Rows", "open_archive", "run"]

SECONDS = 30.0
MAX_ROWS = 10_000
MAX_BYTES = 64 << 20
"""The most that all rows together may take, in bytes as they travel; what is beyond is cut off."""

_LONGEST_SQL = 100_000
_GRACE = 5.0


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


def rows_of(chunk: bytes) -> list[list[Any]]:
    """Gives the rows of a chunk of an answer."""
    return msgspec.msgpack.decode(chunk, type=list[list[Any]], ext_hook=lambda _code, data: int(bytes(data)))


def run(
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
    look(name, folders=True)
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
    rows = [row for chunk in answer.chunks for row in rows_of(chunk)]
    return Rows(answer.columns, answer.types, rows, answer.truncated)


def _plain(params: Sequence[Any] | Mapping[str, Any] | None, name: str) -> Any:
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
            timeout=seconds + PATIENCE + _GRACE,
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
