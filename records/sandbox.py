"""The child process of `playfold.records.query`: runs one question from standard input, answers on standard output."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from datetime import date, datetime
from datetime import time as clock_time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.errors import ArchiveRefusedError

from .archive_file import open_archive, placed
from .judging import DEEP, LISTING, RefusedError, judge
from .query import LENGTH, MAX_BYTES, Answer, Question, big, number, too_long

if TYPE_CHECKING:
    import duckdb

_DEAF = 0.5
_ROWS_A_SECOND = 20_000  # rows are written down more quickly
_START = 1 << 30  # the address space of Python with DuckDB and its threads, before any query
_DEEP_VALUE = "a value is nested too deeply", "unnest it, or cast it to VARCHAR"


def main() -> None:
    """Answers the question on standard input. Exits with status 0 whenever it could answer at all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C goes to the whole group; the parent then kills this process
    question = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Question)
    _limit(question)
    line = _Line(question.seconds)
    line.send(answer(question, line))


class _Line:
    """The way to the parent, one answer after the other, and the time that is left for DuckDB, in seconds."""

    def __init__(self, seconds: float) -> None:
        self._lock = threading.Lock()
        self._end = time.monotonic() + seconds
        self._since: float | None = None

    def send(self, given: Answer) -> None:
        """Sends an answer as a whole."""
        with self.aside():
            data = msgspec.msgpack.encode(given)
            with self._lock:
                sys.stdout.buffer.write(len(data).to_bytes(LENGTH) + data)
                sys.stdout.buffer.flush()

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Holds the clock while rows are written down, or wait for the parent to take them: that is not the query."""
        self._since = since = time.monotonic()
        try:
            yield
        finally:
            self._end, self._since = self._end + time.monotonic() - since, None

    def left(self) -> float:
        """Says how much time is left."""
        since = self._since
        return self._end - (time.monotonic() if since is None else since)


def _limit(question: Question) -> None:
    seconds = int(question.seconds) + 10 + question.flowing * question.max_rows // _ROWS_A_SECOND
    for what, most in (
        (resource.RLIMIT_AS, 2 * question.memory + _START),
        (resource.RLIMIT_CPU, 4 * seconds),  # an orphan ends too
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        # macOS refuses some of them; the other walls stand.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def answer(question: Question, line: _Line | None = None) -> Answer:
    """Answers one question; whatever goes wrong becomes a refusal.

    With `line` rows are sent as they come, and the last answer alone is given; else one answer has all of them.
    """
    try:
        connection = open_archive(question.path, memory=question.memory, positions=True)
    except ArchiveRefusedError as error:
        return Answer(refusal=error.message, hint=error.hint)
    late, done = threading.Event(), threading.Event()
    message, hint = too_long(question.seconds)
    clock = line or _Line(question.seconds)

    def watch() -> None:
        while (left := clock.left()) > 0:
            if done.wait(left):
                return
        late.set()
        connection.interrupt()
        # One long step of DuckDB, as repeat('x', 2000000000), hears no interrupt: then the process ends without it.
        if not done.wait(_DEAF):
            clock.send(Answer(refusal=message, hint=hint))
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    try:
        given = _together(_run(connection, question, clock), line)
    except RefusedError as error:
        given = Answer(refusal=str(error.args[0]), hint=str(error.args[1]))
    except MemoryError:
        given = _too_big()
    except Exception as error:  # noqa: BLE001 - DuckDB, or a value that Python cannot hold: the caller gets one line in any case
        given = _explain(error, question.sql)
    finally:
        done.set()
        connection.close()
    if late.is_set():
        return Answer(refusal=message, hint=hint)
    return given


def _together(answers: Iterator[Answer], line: _Line | None) -> Answer:
    """Sends all answers but the last one; without a line it gives one answer that has them all."""
    found: list[Answer] = []
    for given in answers:
        if line is not None and given.more:
            line.send(given)
        else:
            found.append(given)
    chunks = [chunk for given in found for chunk in given.chunks]
    return Answer(found[0].columns, found[0].types, chunks, found[-1].truncated, found[-1].full)


def _run(connection: duckdb.DuckDBPyConnection, question: Question, clock: _Line) -> Iterator[Answer]:
    """Gives the rows, some at a time, and at the end an answer without `more`."""
    judge(connection, question.sql)
    connection.execute(question.sql, question.params)
    described = connection.description or []
    head = [str(item[0]) for item in described], [str(item[1]) for item in described]
    odd = [place for place, kind in enumerate(head[1]) if kind not in _AS_THEY_ARE]
    count, size, step = 0, 0, 16
    while True:
        batch = connection.fetchmany(min(step, question.max_rows + 1 - count))
        if not batch:
            yield Answer(*head)
            return
        cut = count + len(batch) > question.max_rows
        rows = batch[: question.max_rows - count]
        with clock.aside():
            chunk = _encoded(rows, odd)
        if (0 if question.flowing else size) + len(chunk) > MAX_BYTES:
            if not count or question.flowing:
                which = f"{'next' if count else 'first'} {f'{len(rows)} rows' if len(rows) > 1 else 'row'} alone"
                raise RefusedError(
                    f"the {which} take{'s' if len(rows) == 1 else ''} more than {MAX_BYTES >> 20} MiB",
                    "ask for fewer columns, or for shorter values with left(value, 1000)",
                )
            yield Answer(*head, truncated=True, full=True)
            return
        yield Answer(*head, [chunk], truncated=cut, more=not cut)
        if cut:
            return
        count, size = count + len(batch), size + len(chunk)
        head = [], []
        # Long values come in small steps, or a thousand of them would fill the memory at once.
        step = min(2048, step * 2) if len(chunk) < 1 << 18 else 16


_AS_THEY_ARE = frozenset(
    {
        *("BIGINT", "BLOB", "BOOLEAN", "DOUBLE", "FLOAT", "INTEGER", "JSON", "SMALLINT", "TINYINT", "UBIGINT"),
        *("UINTEGER", "USMALLINT", "UTINYINT", "VARCHAR"),
    }
)
"""Types whose values msgpack carries as DuckDB gives them."""


def _encoded(rows: list[tuple[Any, ...]], odd: list[int]) -> bytes:
    """Encodes rows; `odd`: the columns whose values have to be made plain first."""
    if not odd:
        return msgspec.msgpack.encode(rows)
    made = [list(row) for row in rows]
    for row in made:
        for place in odd:
            row[place] = _plain(row[place])
    return msgspec.msgpack.encode(made)


def _explain(error: Exception, sql: str) -> Answer:
    import duckdb  # noqa: PLC0415 - loaded already by open_archive

    if isinstance(error, RecursionError):
        return Answer(refusal=_DEEP_VALUE[0], hint=_DEEP_VALUE[1])
    text = placed(str(error), sql)
    if "Max expression depth" in text:
        return Answer(refusal=DEEP[0], hint=DEEP[1])
    if isinstance(error, duckdb.OutOfMemoryException) or "bad_alloc" in text or "allocate" in text:
        return _too_big()
    if isinstance(error, duckdb.PermissionException):
        return Answer(refusal=f"SQL on an archive reaches no files and no network: {text}", hint=LISTING)
    if isinstance(error, duckdb.Error):
        return Answer(refusal=text, hint=LISTING)
    return Answer(refusal=f"a value cannot be shown: {type(error).__name__}: {text}", hint="cast it to VARCHAR")


def _too_big() -> Answer:
    return Answer(
        refusal="the query needs more memory than it may have",
        hint="narrow it with WHERE, or ask for fewer or shorter values; nothing was changed",
    )


def _plain(value: Any) -> Any:
    """Gives a value of DuckDB as one that msgpack carries; the kinds are listed in `Rows`."""
    if value is None or isinstance(value, bool | float | str | bytes):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**64 else big(value)
    if isinstance(value, datetime | date | clock_time):
        return _unending(value) or value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_unending(key) or str(key): _plain(item) for key, item in value.items()}
    return number(format(value, "f")) if isinstance(value, Decimal) else str(value)


def _unending(value: Any) -> str:
    """Gives the word for an infinite timestamp or date, nothing for a finite one.

    DuckDB gives the very objects `max` and `min` for them; a value that is only equal to them was read from a calendar.
    """
    if value is datetime.max or value is date.max:  # noqa: DTZ901 - which object it is, not which time
        return "infinity"
    return "-infinity" if value is datetime.min or value is date.min else ""  # noqa: DTZ901 - as above


if __name__ == "__main__":
    main()
