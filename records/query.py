"""Runs other people's SQL on an archive: read only, no files, no network, limits on time, memory and rows.

DuckDB alone is no sandbox, so there are three walls. The connection is read-only, without access to anything outside of
the file, and its settings are locked. Only one SELECT is run, and only with table functions that are known. And it all
happens in a child process (`playfold.records.sandbox`) with limits, so that nothing that SQL does ends the caller.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from playfold.errors import ArchiveRefusedError

from .archive_file import MEMORY, PATIENCE, look, open_archive

__all__ = ["MAX_BYTES", "MAX_ROWS", "MEMORY", "SECONDS", "Flow", "Number", "Rows", "open_archive", "run", "stream"]

SECONDS = 30.0
MAX_ROWS = 10_000
MAX_BYTES = 64 << 20
"""The most that all rows together may take in memory, in bytes as they travel; what is beyond is cut off by `run`.

In a stream it is the most that the rows of one step may take.
"""

LENGTH = 8
"""How many bytes say how long the next answer of the child is."""

_LEAST, _GREATEST = -(2**63), 2**64 - 1
"""The integers that a parameter may be."""

_LONGEST_SQL = 100_000
_GRACE = 5.0


class Number(str):
    """A decimal number, as text that has all its digits and is a number in JSON, too."""

    __slots__ = ()


class Rows(msgspec.Struct, frozen=True):
    """The answer to a query.

    Args:
        columns: their names, in order; a name may come twice.
        types: DuckDB's name of each column's type, as `INTEGER` or `STRUCT(a INTEGER)`.
        rows: one list a row. Values are None, bool, int (any size), float, str, bytes, list or dict (keys are text);
            timestamps (ISO 8601), dates, intervals and UUIDs come as str, decimals as `Number`, which is one.
        truncated: there were more rows than were asked for, or than fit into `MAX_BYTES`.
        full: it was `MAX_BYTES`.
    """

    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    truncated: bool
    full: bool = False


class Flow:
    """The answer to a query as it comes, in memory for a few rows.

    Attributes:
        columns: as those of `Rows`.
        types: as those of `Rows`.
        rows: gives each row once, as those of `Rows`; it raises ArchiveRefusedError when the query fails later on.
        count: how many rows were taken.
        truncated: there were more rows than were asked for, or than fit; known when all rows were taken.
        full: they did not fit; known then, too.
    """

    def __init__(self, answers: Iterator[Answer]) -> None:
        first = next(answers)
        self.columns, self.types = first.columns, first.types
        self.truncated = self.full = False
        self.count = 0
        self.rows = self._rows(first, answers)

    def _rows(self, first: Answer, answers: Iterator[Answer]) -> Iterator[list[Any]]:
        answer: Answer | None = first
        while answer is not None:
            for chunk in answer.chunks:
                for row in rows_of(chunk):
                    self.count += 1
                    yield row
            self.truncated, self.full = answer.truncated, answer.full
            answer = next(answers, None)


class Question(msgspec.Struct, frozen=True):
    """What the child is asked, on its standard input; `flowing`: its rows need not fit into memory together."""

    path: str
    sql: str
    params: Any
    seconds: float
    max_rows: int
    memory: int
    flowing: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What the child answers, on its standard output: rows in encoded chunks, or why it refuses and what to do.

    It answers as often as it has some rows, and the last answer has no `more`. The first one has columns and types.
    """

    columns: list[str] = []
    types: list[str] = []
    chunks: list[bytes] = []
    truncated: bool = False
    full: bool = False
    more: bool = False
    refusal: str = ""
    hint: str = ""


def big(number: int) -> msgspec.msgpack.Ext:
    """Wraps an integer beyond 64 bits for its way through msgpack."""
    return msgspec.msgpack.Ext(1, str(number).encode())


def number(text: str) -> msgspec.msgpack.Ext:
    """Wraps a decimal number for its way through msgpack."""
    return msgspec.msgpack.Ext(2, text.encode())


def _unwrapped(code: int, data: memoryview) -> int | Number:
    text = bytes(data).decode()
    return int(text) if code == 1 else Number(text)


def rows_of(chunk: bytes) -> list[list[Any]]:
    """Gives the rows of a chunk of an answer.

    Raises:
        ArchiveRefusedError: a value has more levels than can be read.
    """
    try:
        return msgspec.msgpack.decode(chunk, type=list[list[Any]], ext_hook=_unwrapped)
    except RecursionError:
        raise ArchiveRefusedError("a value is nested too deeply", hint="unnest it, or cast it to VARCHAR") from None


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
        params: values for `?` (a sequence) or `$name` (a mapping): None, bool, int of 64 bits, float, str, or a list of
            these.
        seconds: how long DuckDB may work on it; encoding its rows does not count.
        max_rows: how many rows are given at most.
        memory: how much of it DuckDB may take, in bytes.

    Raises:
        ArchiveRefusedError: the archive cannot be opened, or the SQL is not run or fails; one line and what to do next.

    Cost: a quarter of a second for the process, beside the query.
    """
    with _asked(path, sql, params, seconds, max_rows, memory, flowing=False) as flow:
        rows = list(flow.rows)
        return Rows(flow.columns, flow.types, rows, flow.truncated, flow.full)


def stream(
    path: str | Path,
    sql: str,
    *,
    params: Sequence[Any] | Mapping[str, Any] | None = None,
    seconds: float = SECONDS,
    max_rows: int = MAX_ROWS,
    memory: int = MEMORY,
) -> contextlib.AbstractContextManager[Flow]:
    """Runs one SELECT as `run` does and gives its rows as they come, without a limit on all of them together.

    Args:
        path: as of `run`, as are the others.
        sql: one statement.
        params: values.
        seconds: how long DuckDB may work on it; the time in which its rows are encoded, or taken by nobody, does not.
        max_rows: how many rows are given at most.
        memory: how much of it DuckDB may take, in bytes.

    Raises:
        ArchiveRefusedError: as `run`; also while rows are taken.
    """
    return _asked(path, sql, params, seconds, max_rows, memory, flowing=True)


@contextlib.contextmanager
def _asked(
    path: str | Path,
    sql: str,
    params: Sequence[Any] | Mapping[str, Any] | None,
    seconds: float,
    max_rows: int,
    memory: int,
    *,
    flowing: bool,
) -> Iterator[Flow]:
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
        flowing,
    )
    try:
        sent = msgspec.msgpack.encode(question)
    except (UnicodeEncodeError, OverflowError, TypeError, RecursionError) as error:
        raise ArchiveRefusedError(f"the SQL or a parameter cannot be sent: {error}", path=name) from None
    with _child(sent) as child:
        yield Flow(_answers(child, name, seconds))


def _plain(params: Sequence[Any] | Mapping[str, Any] | None, name: str) -> Any:
    if params is None:
        return None
    plain = dict(params) if isinstance(params, Mapping) else list(params)
    for which, value in plain.items() if isinstance(plain, dict) else enumerate(plain, 1):
        mark = f"${which}" if isinstance(plain, dict) else "?"
        for one in value if isinstance(value, list) else [value]:
            said = "what is in the list of a parameter" if isinstance(value, list) else "a parameter"
            _check_value(one, which, mark, name, said)
    return plain


def _check_value(value: Any, which: str | int, mark: str, name: str, said: str) -> None:
    if not isinstance(value, bool | int | float | str | None):
        raise ArchiveRefusedError(
            f"{said} is a {type(value).__name__}", path=name, hint="give text and cast it: ?::TIMESTAMP"
        )
    if isinstance(value, int) and not _LEAST <= value <= _GREATEST:
        raise ArchiveRefusedError(
            f"the parameter {which} is an integer of more than 64 bits",
            path=name,
            hint=f"give it as text, in quotes, and cast it: {mark}::HUGEINT",
        )


@contextlib.contextmanager
def _child(sent: bytes) -> Iterator[subprocess.Popen[bytes]]:
    """Starts the child and sends it the question; it ends with the block."""
    search = os.pathsep.join(entry for entry in sys.path if entry)
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "playfold.records.sandbox"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": search},
    )
    try:
        with contextlib.suppress(BrokenPipeError), child.stdin or contextlib.nullcontext() as pipe:
            if pipe is not None:
                pipe.write(sent)
        yield child
    finally:
        child.kill()
        if child.stdout is not None:
            child.stdout.close()
        child.wait()


def _answers(child: subprocess.Popen[bytes], name: str, seconds: float) -> Iterator[Answer]:
    """Gives what the child answers, to the last answer; one that keeps us waiting for too long is ended."""
    assert child.stdout is not None  # noqa: S101 - _child made a pipe
    late = threading.Event()

    def stop() -> None:
        late.set()
        child.kill()

    more = True
    while more:
        timer = threading.Timer(seconds + PATIENCE + _GRACE, stop)
        timer.daemon = True
        timer.start()
        try:
            answer = _next_answer(child.stdout)
        finally:
            timer.cancel()
        if answer is None:
            raise _too_long(name, seconds) if late.is_set() else _ended(name, child.wait())
        if answer.refusal:
            raise ArchiveRefusedError(answer.refusal, path=name, hint=answer.hint)
        yield answer
        more = answer.more


def _next_answer(pipe: IO[bytes]) -> Answer | None:
    head = pipe.read(LENGTH)
    data = pipe.read(int.from_bytes(head)) if len(head) == LENGTH else b""
    try:
        return msgspec.msgpack.decode(data, type=Answer)
    except msgspec.MsgspecError:
        return None


def _ended(name: str, status: int) -> ArchiveRefusedError:
    return ArchiveRefusedError(
        f"the query ended its process (status {status}): it needed more memory than it may have, or DuckDB failed on"
        " it",
        path=name,
        hint="ask for fewer or shorter values; nothing was changed",
    )


def _too_long(name: str, seconds: float) -> ArchiveRefusedError:
    message, hint = too_long(seconds)
    return ArchiveRefusedError(message, path=name, hint=hint)


def too_long(seconds: float) -> tuple[str, str]:
    """Says that a query took too long, and what to do."""
    return (
        f"the query ran longer than {seconds:g} s in DuckDB and was stopped",
        "narrow it with WHERE, or allow it more seconds",
    )
