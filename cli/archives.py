"""Many games: an archive is built from logs and asked in SQL."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playfold.errors import ArchiveRefusedError
from playfold.records.files import reason

from .main import WRONG
from .options import PATH, command, format_option, listed, output_option, shown_path
from .terminal import columns, emit, hung, say, warn

if TYPE_CHECKING:
    from playfold.replay.archive_older import Lost
    from playfold.replay.archive_report import Report

_SQL_LIMIT = 1 << 20
_MOST_ROWS = 10_000_000


@command(
    "archive",
    "playfold archive games.duckdb friday.jsonl games/",
    "find . -name '*.jsonl' | playfold archive games.duckdb -",
    "playfold archive games.duckdb --prune",
    "playfold archive games.duckdb games/ --again",
    "playfold archive deep.duckdb games/ --deep --jobs 2",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("paths", nargs=-1, type=PATH, metavar="PATH...")
@click.option("--prune", is_flag=True, help="Drop the games whose logs are gone.")
@click.option(
    "--again", is_flag=True, help="Examine logs that did not change, too: as after a change of a rule set's code."
)
@click.option(
    "--deep", is_flag=True, help="Also count the options of every decision and reckon luck; takes ten times as long."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
def archive(archive: Path, paths: tuple[Path, ...], *, prune: bool, again: bool, deep: bool, jobs: int) -> None:
    """Add games to an archive, or refresh them; it is made when it is not there.

    PATHs are logs, folders (every *.jsonl below), or - for a list of them on standard input. The same command again
    changes nothing (--again: what today's rules see otherwise); a log that grew takes the place of what was there, and
    a game that its log does not hold any more is dropped. The archive is a cache: logs are the truth, and one of an
    older layout is built anew from them. What of it cannot be is named, and it is kept as ARCHIVE.old then. Exit status
    1 when a log was left out or is not in order, or something could not be built anew.
    """
    if not paths and not prune:
        raise click.UsageError("Missing argument 'PATH...'.", click.get_current_context())
    from playfold.replay.archive import archive as build  # noqa: PLC0415 - loaded when it is needed

    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label="logs", file=sys.stderr, show_pos=True, hidden=hidden) as progress:

        def done(count: int, of: int, _path: str) -> None:
            progress.length = of
            progress.update(count - progress.pos)

        report = build(archive, list(listed(paths)), again=again, deep=deep, prune=prune, jobs=jobs, progress=done)
    stored = report.added or report.refreshed or report.unchanged
    if paths and not (stored or report.skipped or report.dropped or report.lost):
        raise click.UsageError("There is no log there: folders are searched for files named *.jsonl.")
    _report(archive, report)
    if report.skipped or report.problems or report.withdrawn or (report.lost is not None and report.lost.something):
        click.get_current_context().exit(WRONG)


def _report(archive: Path, report: Report) -> None:
    gone, more = len(report.dropped) + len(report.withdrawn), len(report.copies)
    dropped = f"{gone} dropped, " if gone else ""
    copies = f"{more} cop{'y' if more == 1 else 'ies'}, " if more else ""
    say(
        f"{archive}: {len(report.added)} added, {len(report.refreshed)} refreshed, "
        f"{len(report.unchanged) - more} unchanged, {copies}{dropped}{len(report.skipped)} left out; "
        f"{report.entries} entries written"
    )
    if not os.path.lexists(archive):
        warn(f"no archive was made: there is no log to put into {archive}")
    if report.lost is not None:
        _tell_lost(archive, report.lost)
    for path, other in report.copies.items():
        warn(f"a copy: {path} has the same bytes as {other}, the game counts once")
    for path in report.dropped:
        warn(f"dropped: {path} is gone")
    for one in report.withdrawn:
        warn(f"dropped: what was archived of {_about(one.path, one.reason)}")
    for one in report.skipped:
        warn(f"left out: {_about(one.path, one.reason)}")
    for path, problem in report.problems.items():
        warn(f"not in order: {_about(path, problem)}")
    for path, torn in report.torn.items():
        warn(f"archived without its end: {_about(path, torn)}")
    if report.added:
        sql = "SELECT rules, players, grade, count(*) AS games FROM games GROUP BY ALL"
        warn(f'ask it: playfold query {shown_path(archive)} "{sql}"')


def _tell_lost(archive: Path, lost: Lost) -> None:
    """Says what an archive that was built anew had before and has not now, and where that is kept."""
    warn(f"{archive} had the older layout {lost.format}: it was built anew from its logs")
    for one in lost.logs:
        warn(f"not built anew: {_about(one.path, one.reason)}")
    for path, count in lost.imports.items():
        again = f"playfold import bgstats {shown_path(archive)} {shown_path(path)}"
        warn(f"not built anew: {count} result{'' if count == 1 else 's'} imported from {path}; import again: {again}")
    if lost.kept:
        warn(f"nothing is lost: the archive as it was is kept as {lost.kept}; remove it when you need it no more")


def _about(path: str, text: str) -> str:
    return text if path in text else f"{path}: {text}"


@command(
    "query",
    "playfold query games.duckdb",
    'playfold query games.duckdb "SELECT rules, count(*) AS games FROM games GROUP BY rules"',
    'playfold query games.duckdb "FROM games SELECT game, reason" --format csv -o games.csv',
    r'playfold query games.duckdb "FROM seats WHERE name = \$who" -p who=Ann',
    """playfold query games.duckdb 'FROM seats WHERE name IN $who' -p 'who=["Ann", "Bob"]'""",
    "playfold query games.duckdb -f question.sql --format parquet -o answer.parquet",
    "playfold query games.duckdb - < question.sql",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("sql", required=False, metavar="[SQL]")
@click.option("-f", "--file", "file", type=PATH, metavar="FILE", help="Read the SQL from this file.")
@click.option(
    "-p",
    "--param",
    "params",
    multiple=True,
    metavar="NAME=VALUE",
    help="The value of $NAME: JSON or bare text. A list is one for SQL; what has levels is text: $NAME::JSON.",
)
@format_option("table", "json", "jsonl", "csv", "markdown", "parquet")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 86400),
    default=30,
    show_default=True,
    help="How long DuckDB may work on it; the time in which its rows are written does not count.",
)
@click.option(
    "--rows",
    type=click.IntRange(1, _MOST_ROWS),
    help="The most rows.  [default: 10000; 10000000 into a file that takes rows as they come]",
)
@output_option
def query(
    archive: Path,
    sql: str | None,
    file: Path | None,
    params: tuple[str, ...],
    form: str,
    seconds: float,
    rows: int | None,
    target: Path | None,
) -> None:
    """Ask an archive in SQL: one SELECT, read-only, without files or network. Without SQL: what there is to ask.

    - reads the SQL from standard input. ARCHIVE may be a folder that export wrote. Rows that go to a file as CSV, JSON,
    Markdown or Parquet may be of any size; in a table or on standard output they take at most 64 MiB, since they are in
    memory together. When some are cut off there, the exit status is 1.
    """
    if sql is not None and file is not None:
        raise click.UsageError("There is SQL as an argument and in --file.", click.get_current_context())
    if sql is None and file is None:
        if form != "table":
            raise click.UsageError(
                f"What there is to ask comes as text. For --format {form} ask for it: FROM information_schema.columns",
                click.get_current_context(),
            )
        wrapped = target is None and sys.stdout.isatty()
        lines = (hung(line, at) if wrapped else [line] for line, at in _contents(archive))
        emit("\n".join(row for line in lines for row in line), target)
        return
    from playfold.records.query import MAX_ROWS, run, stream  # noqa: PLC0415 - loaded when it is needed

    from .rows import emit_answer, emit_flow, tell_cut  # noqa: PLC0415 - as above

    to_file = target is not None and str(target) != "-"
    if form == "parquet" and not to_file:
        raise click.UsageError("Parquet is no text: name a file with -o.", click.get_current_context())
    values = dict(map(_param, params))
    text = _from_file(file) if file is not None else _from_stdin() if sql == "-" else sql or ""
    if target is not None and to_file and form != "table":
        with stream(archive, text, params=values or None, seconds=seconds, max_rows=rows or _MOST_ROWS) as flow:
            if form == "parquet":
                from .parquet import write_parquet  # noqa: PLC0415 - as above

                write_parquet(flow, target)
                tell_cut(flow, flow.count)
            else:
                emit_flow(flow, form, target)
        return
    found = run(archive, text, params=values or None, seconds=seconds, max_rows=rows or MAX_ROWS)
    emit_answer(found, form, target)
    if found.full:
        click.get_current_context().exit(WRONG)


def _param(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise click.UsageError(f"-p {text}: NAME=VALUE was expected.", click.get_current_context())
    try:
        plain = json.loads(value, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return name, value
    nested = isinstance(plain, dict) or (isinstance(plain, list) and any(isinstance(one, dict | list) for one in plain))
    return name, value if nested else plain


def _no_json(word: str) -> None:
    """Refuses NaN and Infinity, which Python takes for JSON."""
    raise ValueError(word)


def _from_file(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return _text(opened.read(_SQL_LIMIT + 1), str(file))
    except OSError as error:
        raise ArchiveRefusedError(f"the SQL cannot be read: {reason(error)}", path=str(file)) from None


def _from_stdin() -> str:
    return _text(sys.stdin.buffer.read(_SQL_LIMIT + 1), "standard input")


def _text(raw: bytes, source: str) -> str:
    if len(raw) > _SQL_LIMIT:
        raise ArchiveRefusedError(f"the SQL in {source} is too long", hint=f"at most {_SQL_LIMIT} bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ArchiveRefusedError(f"the SQL in {source} is no UTF-8") from None


def _contents(archive: Path) -> list[tuple[str, int]]:
    """Lists tables and views with their columns, each with its meaning: lines, and how far each is indented in them."""
    from playfold.records.archive_file import open_archive  # noqa: PLC0415 - loaded when it is needed
    from playfold.records.archive_tables import TABLES  # noqa: PLC0415 - as above
    from playfold.records.archive_views import VIEWS  # noqa: PLC0415 - as above

    with open_archive(archive) as connection:
        counts = {
            name: (connection.execute(f"SELECT count(*) FROM {name}").fetchone() or (0,))[0]  # noqa: S608 - names of our own tables
            for name in TABLES
        }
    games = f"{counts['games']} game{'' if counts['games'] == 1 else 's'}"
    lines = [(f"{os.fspath(archive)}: {games}", 0), ("", 0)]
    for name, table in TABLES.items():
        count = counts[name]
        lines.append((f"{name} ({count} row{'' if count == 1 else 's'}): {table.says}", 2))
        rows = [(column.name, column.type, column.says) for column in table.columns]
        meaning = 8 + max(len(row[0]) for row in rows) + max(len(row[1]) for row in rows)
        lines += [(line, meaning) for line in columns(rows, "    ")]
    lines += [("", 0), ("views", 0)]
    for name, view in VIEWS.items():
        lines += [(f"{name}: {view.says}", 2)]
        lines += [(f"    {', '.join(f'{column.name} {column.type}' for column in view.columns)}", 4)]
    return lines
