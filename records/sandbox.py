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

from .archive_file import one_line, open_archive, placed
from .archive_tables import TABLES, VIEWS
from .query import LENGTH, MAX_BYTES, Answer, Question, big, number, too_long

if TYPE_CHECKING:
    import duckdb

TABLE_FUNCTIONS = frozenset(
    {
        "duckdb_columns",
        "duckdb_constraints",
        "duckdb_functions",
        "duckdb_keywords",
        "duckdb_tables",
        "duckdb_types",
        "duckdb_views",
        "generate_series",
        "histogram",
        "histogram_values",
        "json_each",
        "json_tree",
        "pragma_table_info",
        "range",
        "repeat",
        "repeat_row",
        "summary",
        "unnest",
    }
)
"""What may stand as a function in FROM. The others read files, change settings, write logs, or run text as SQL."""

SYSTEM_VIEWS = frozenset(
    {
        *("duckdb_columns", "duckdb_constraints", "duckdb_indexes", "duckdb_schemas", "duckdb_tables", "duckdb_types"),
        *("duckdb_views", "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"),
        *("character_sets", "check_constraints", "columns", "constraint_column_usage", "constraint_table_usage"),
        *("key_column_usage", "referential_constraints", "schemata", "table_constraints", "views"),
        *("pg_am", "pg_attrdef", "pg_attribute", "pg_class", "pg_collation", "pg_constraint", "pg_depend"),
        *("pg_description", "pg_enum", "pg_index", "pg_indexes", "pg_namespace", "pg_proc", "pg_sequence"),
        *("pg_sequences", "pg_tables", "pg_type", "pg_views", "tables"),
    }
)
"""Which of DuckDB's own views may stand in FROM. The others tell settings, places of files, and what else is open."""

FUNCTIONS = frozenset({"current_setting", "getvariable", "write_log"})
"""Functions that tell settings or write logs. The other ones of a value have no access to anything."""

_WRITES = ("INSERT_QUERY_NODE", "UPDATE_QUERY_NODE", "DELETE_QUERY_NODE", "MERGE_QUERY_NODE")
_ONE_SELECT = "one SELECT is run; WITH, FROM, VALUES, DESCRIBE games, SHOW TABLES and SUMMARIZE count as such"
_DEAF = 0.5
_START = 1 << 30  # the address space of Python with DuckDB and its threads, before any query
_UPDATE = "the archive changes by `playfold archive ARCHIVE PATH ...` alone"
_DEEP = "the SQL is nested too deeply", "write it in steps: WITH gives them names"
_DEEP_VALUE = "a value is nested too deeply", "unnest it, or cast it to VARCHAR"
_LISTING = "SHOW TABLES and DESCRIBE games list what there is"


class _RefusedError(Exception):
    """Why the SQL is not run, and what to do."""


def main() -> None:
    """Answers the question on standard input. Exits with status 0 whenever it could answer at all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C goes to the whole group; the parent then kills this process
    question = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Question)
    _limit(question)
    line = _Line()
    line.send(answer(question, line))


class _Line:
    """The way to the parent: one answer after the other, and how long it kept us waiting, in seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waited = 0.0
        self._since: float | None = None

    def send(self, given: Answer) -> None:
        """Sends an answer as a whole."""
        data = msgspec.msgpack.encode(given)
        with self._lock:
            self._since = time.monotonic()
            sys.stdout.buffer.write(len(data).to_bytes(LENGTH) + data)
            sys.stdout.buffer.flush()
            self._waited, self._since = self.waited(), None

    def waited(self) -> float:
        """Says how long the parent has not taken what was sent."""
        since = self._since
        return self._waited + (0.0 if since is None else time.monotonic() - since)


def _limit(question: Question) -> None:
    seconds = int(question.seconds) + 10
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
    begun = time.monotonic()

    def watch() -> None:
        while (left := begun + question.seconds + (line.waited() if line else 0.0) - time.monotonic()) > 0:
            if done.wait(left):
                return
        late.set()
        connection.interrupt()
        # One long step of DuckDB, as repeat('x', 2000000000), hears no interrupt: then the process ends without it.
        if not done.wait(_DEAF):
            (line or _Line()).send(Answer(refusal=message, hint=hint))
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    try:
        given = _together(_run(connection, question), line)
    except _RefusedError as error:
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


def _run(connection: duckdb.DuckDBPyConnection, question: Question) -> Iterator[Answer]:
    """Gives the rows, some at a time, and at the end an answer without `more`."""
    _judge(connection, question.sql)
    connection.execute(question.sql, question.params)
    described = connection.description or []
    head = [str(item[0]) for item in described], [str(item[1]) for item in described]
    encoder = msgspec.msgpack.Encoder(decimal_format="string", uuid_format="canonical")
    count, size, step = 0, 0, 16
    while True:
        batch = connection.fetchmany(min(step, question.max_rows + 1 - count))
        if not batch:
            yield Answer(*head)
            return
        cut = count + len(batch) > question.max_rows
        rows = batch[: question.max_rows - count]
        chunk = encoder.encode([[_plain(value) for value in row] for row in rows])
        if (0 if question.flowing else size) + len(chunk) > MAX_BYTES:
            if not count or question.flowing:
                raise _RefusedError(
                    f"the {'next' if count else 'first'} {len(rows)} rows alone take more than {MAX_BYTES >> 20} MiB",
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


def _judge(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Refuses all but one SELECT whose FROM names tables, views and harmless functions."""
    import duckdb  # noqa: PLC0415 - loaded already by open_archive

    statements = connection.extract_statements(sql)
    if not statements:
        raise _RefusedError("there is no SQL to run", _ONE_SELECT)
    if len(statements) > 1:
        raise _RefusedError(f"these are {len(statements)} statements", "send one at a time")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise _RefusedError(
            "a PIVOT without named values writes a type first",
            "name them: PIVOT t ON x IN (1, 2) USING ...",
        )
    if kind != duckdb.StatementType.SELECT:
        raise _RefusedError(f"{kind.name} is not run on an archive", f"{_ONE_SELECT}; {_UPDATE}")
    serialized = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0][0]
    try:
        tree = msgspec.json.decode(serialized)
    except RecursionError:
        raise _RefusedError(*_DEEP) from None
    if tree.get("error"):
        raise _RefusedError(
            f"the SQL cannot be judged: {one_line(str(tree.get('error_message')))}",
            "write it more plainly",
        )
    own = "SELECT view_name FROM duckdb_views() WHERE internal"
    hidden = frozenset(name for (name,) in connection.execute(own).fetchall()) - SYSTEM_VIEWS
    todo: list[Any] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            todo += node
        elif isinstance(node, dict):
            todo += node.values()
            _judge_node(node, hidden)


def _judge_node(node: dict[str, Any], hidden: frozenset[str]) -> None:
    kind = node.get("type")
    if kind in _WRITES:
        raise _RefusedError("the SQL writes, and an archive is read only", _UPDATE)
    if kind == "TABLE_FUNCTION":
        name = str(node.get("function", {}).get("function_name", "")).lower()
        if name not in TABLE_FUNCTIONS:
            raise _RefusedError(
                _not_run(f"{name}()"), f"in FROM stand tables, views, and {', '.join(sorted(TABLE_FUNCTIONS))}"
            )
    name = str(node.get("table_name", "")).lower()
    if (kind == "BASE_TABLE" and name in hidden) or (
        kind == "SHOW_REF" and node.get("show_type") == "SHOW" and name not in TABLES and name not in VIEWS
    ):
        raise _RefusedError(_not_run(name), _LISTING)
    name = str(node.get("function_name", "")).lower()
    if name in FUNCTIONS:
        raise _RefusedError(_not_run(f"{name}()"), _ONE_SELECT)


def _not_run(name: str) -> str:
    return f"{one_line(name)} is not run on an archive: SQL gets no files, no network and no settings"


def _explain(error: Exception, sql: str) -> Answer:
    import duckdb  # noqa: PLC0415 - loaded already by open_archive

    if isinstance(error, RecursionError):
        return Answer(refusal=_DEEP_VALUE[0], hint=_DEEP_VALUE[1])
    text = placed(str(error), sql)
    if "Max expression depth" in text:
        return Answer(refusal=_DEEP[0], hint=_DEEP[1])
    if isinstance(error, duckdb.OutOfMemoryException) or "bad_alloc" in text or "allocate" in text:
        return _too_big()
    if isinstance(error, duckdb.PermissionException):
        return Answer(refusal=f"SQL on an archive reaches no files and no network: {text}", hint=_LISTING)
    if isinstance(error, duckdb.Error):
        return Answer(refusal=text, hint=_LISTING)
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
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return number(format(value, "f")) if isinstance(value, Decimal) else str(value)


if __name__ == "__main__":
    main()
