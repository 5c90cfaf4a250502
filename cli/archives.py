"""Many games: an archive is built from logs and asked in SQL."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playfold.errors import ArchiveRefusedError

from .main import WRONG
from .options import PATH, command, format_option, listed, output_option, shown_path
from .terminal import columns, emit, say, warn

if TYPE_CHECKING:
    from playfold.replay.archive import Report

_SQL_LIMIT = 1 << 20


@command(
    "archive",
    "playfold archive games.duckdb friday.jsonl games/",
    "find . -name '*.jsonl' | playfold archive games.duckdb -",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
def archive(archive: Path, paths: tuple[Path, ...]) -> None:
    """Add games to an archive, or refresh them; it is made when it is not there.

    PATHs are logs, folders (every *.jsonl below), or - for a list of them on standard input. The same command again
    changes nothing; a log that grew takes the place of what was there. The archive is a cache: logs are the truth. Exit
    status 1 when a log was left out or is not in order.
    """
    from playfold.replay.archive import archive as build  # noqa: PLC0415 - loaded when it is needed

    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label="logs", file=sys.stderr, show_pos=True, hidden=hidden) as progress:

        def done(count: int, of: int, _path: str) -> None:
            progress.length = of
            progress.update(count - progress.pos)

        report = build(archive, list(listed(paths)), progress=done)
    _report(archive, report)
    if report.skipped or report.problems:
        click.get_current_context().exit(WRONG)


def _report(archive: Path, report: Report) -> None:
    say(
        f"{archive}: {len(report.added)} added, {len(report.refreshed)} refreshed, {len(report.unchanged)} unchanged, "
        f"{len(report.skipped)} left out; {report.entries} entries written"
    )
    for skipped in report.skipped:
        warn(f"left out: {_about(skipped.path, skipped.reason)}")
    for path, problem in report.problems.items():
        warn(f"not in order: {_about(path, problem)}")
    if report.added:
        sql = "SELECT rules, players, grade, count(*) AS games FROM games GROUP BY ALL"
        warn(f'ask it: playfold query {shown_path(archive)} "{sql}"')


def _about(path: str, text: str) -> str:
    return text if path in text else f"{path}: {text}"


@command(
    "query",
    "playfold query games.duckdb",
    'playfold query games.duckdb "SELECT rules, count(*) AS games FROM games GROUP BY rules"',
    'playfold query games.duckdb "FROM games SELECT game, reason" --format csv -o games.csv',
    "playfold query games.duckdb - < question.sql",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("sql", required=False, metavar="[SQL]")
@format_option("table", "json", "jsonl", "csv", "markdown")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 86400), default=30, show_default=True, help="How long it may run."
)
@click.option("--rows", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="The most rows.")
@output_option
def query(archive: Path, sql: str | None, form: str, seconds: float, rows: int, target: Path | None) -> None:
    """Ask an archive in SQL: one SELECT, read-only, without files or network. Without SQL: what there is to ask.

    - reads the SQL from standard input.
    """
    if sql is None:
        emit("\n".join(_contents(archive)), target)
        return
    from playfold.records.query import run  # noqa: PLC0415 - loaded when it is needed

    from .rows import emit_answer  # noqa: PLC0415 - as above

    if sql == "-":
        sql = _from_stdin()
    emit_answer(run(archive, sql, seconds=seconds, max_rows=rows), form, target)


def _from_stdin() -> str:
    raw = sys.stdin.buffer.read(_SQL_LIMIT + 1)
    if len(raw) > _SQL_LIMIT:
        raise ArchiveRefusedError("the SQL on standard input is too long", hint=f"at most {_SQL_LIMIT} bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ArchiveRefusedError("the SQL on standard input is no UTF-8") from None


def _contents(archive: Path) -> list[str]:
    """Lists tables with their columns, and views, each with its meaning."""
    from playfold.records.archive_file import open_archive  # noqa: PLC0415 - loaded when it is needed
    from playfold.records.archive_tables import TABLES, VIEWS  # noqa: PLC0415 - as above

    with open_archive(archive) as connection:
        counts = {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()  # noqa: S608 - names of our own tables
            for name in TABLES
        }
    lines = [f"{os.fspath(archive)}: {(counts['games'] or (0,))[0]} games", ""]
    for name, table in TABLES.items():
        count = (counts[name] or (0,))[0]
        lines.append(f"{name} ({count} row{'' if count == 1 else 's'}): {table.says}")
        lines += columns([(column.name, column.type, column.says) for column in table.columns], "    ")
    lines += ["", "views"]
    lines += columns([(name, view.says) for name, view in VIEWS.items()], "    ")
    return lines
