"""Named statistics of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import PATH, F, command, format_option, output_option
from .terminal import clean, columns, emit, warn

if TYPE_CHECKING:
    from playfold.replay.stats.selection import Answer, Selection

GRADES = ("clean", "taken_back", "ruled", "incomplete", "illegal", "damaged", "result")


def selection_options(function: F) -> F:
    """Adds the options that say which games count."""
    for option in (
        click.option("--pool", is_flag=True, help="Take the versions of a rule set together."),
        click.option("--ignored", is_flag=True, help="Also imported plays that their owner keeps out of statistics."),
        click.option(
            "--grade",
            "grades",
            multiple=True,
            type=click.Choice(GRADES),
            help="Only games of this grade; clean and result when left out.",
        ),
        click.option("--mixed", "kinds", flag_value="mixed", multiple=True, help="... or both."),
        click.option("--bots", "kinds", flag_value="bots", multiple=True, help="... bots, ..."),
        click.option(
            "--people", "kinds", flag_value="people", multiple=True, help="Only games that people played, ..."
        ),
        click.option(
            "--rules", multiple=True, metavar="REF", help="Only these rules; a rule set's id: all its versions."
        ),
    ):
        function = option(function)
    return function


@command(
    "stats",
    "playfold stats games.duckdb",
    "playfold stats games.duckdb seats --people",
    "playfold stats games.duckdb choices --event researched --field tech --rules space-monkeys@1.0",
    "playfold stats games.duckdb compare space-monkeys@1.0 space-monkeys@1.0+vp_to_win=25 --format csv -o compared.csv",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("report", required=False, metavar="[REPORT]")
@click.argument("compared", nargs=-1, metavar="[REF_A REF_B]")
@selection_options
@click.option("--event", default="", metavar="TYPE", help="choices: of this kind of event ...")
@click.option("--field", default="", metavar="FIELD", help="... the values of this field.")
@click.option("--standing", default="", metavar="NAME", help="pacing: who has most of it leads.")
@format_option("table", "json", "jsonl", "csv", "markdown")
@output_option
def stats(  # noqa: PLR0913 - the options of the command line
    archive: Path,
    report: str | None,
    compared: tuple[str, ...],
    *,
    rules: tuple[str, ...],
    kinds: tuple[str, ...],
    grades: tuple[str, ...],
    ignored: bool,
    pool: bool,
    event: str,
    field: str,
    standing: str,
    form: str,
    target: Path | None,
) -> None:
    """Give a named report of an archive, every rate with its n and its interval; without REPORT the list of reports.

    Versions of the rules, people and bots, and numbers of seats each stand for themselves. ARCHIVE may be a folder that
    export wrote.
    """
    from playfold.replay.stats.reports import REPORTS  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.stats.reports import report as make  # noqa: PLC0415 - as above
    from playfold.replay.stats.selection import Options  # noqa: PLC0415 - as above

    if report is None:
        emit("\n".join(columns([(name, named.says) for name, named in REPORTS.items()])), target)
        return
    if report not in REPORTS:
        raise click.UsageError(
            f"There is no report {report!r}; reports: {', '.join(REPORTS)}.", click.get_current_context()
        )
    _check_taken(report, compared, {"--event": event, "--field": field, "--standing": standing})
    selection = chosen(rules, kinds, grades, ignored=ignored, pool=pool)
    answer = make(archive, report, selection, Options(event, field, standing, compared))
    if form == "table":
        if answer.rows or target is not None:
            emit("\n".join(_tables(answer, target)), target)
    else:
        from .rows import emit_rows  # noqa: PLC0415 - as above

        emit_rows(answer.columns, answer.rows, form, target)
    for note in answer.notes:
        warn(note)
    if ignored and answer.rows:
        warn("plays that their owner keeps out of statistics are counted, too")
    if not answer.rows:
        warn(f"nothing to say: the games of the selection have no data for {report}")


_TAKERS = {"--event": "choices", "--field": "choices", "--standing": "pacing"}
"""Which report takes an option that the others do not."""


def _check_taken(report: str, compared: tuple[str, ...], options: dict[str, str]) -> None:
    """Refuses references and options that the report does not take: they would change nothing."""
    context = click.get_current_context()
    if compared and report != "compare":
        raise click.UsageError(f"{report} takes no references: select with --rules.", context)
    for option, given in options.items():
        if given and report != _TAKERS[option]:
            raise click.UsageError(f"{report} takes no {option}: it is for {_TAKERS[option]}.", context)
    if options["--field"] and not options["--event"]:
        raise click.UsageError("--field is one of an event: name it with --event.", context)


_HEAD = ("rules", "rules_a", "rules_b", "players", "seats")


def _tables(answer: Answer, target: Path | None) -> Iterator[str]:
    """Gives a table for each kind of games, under a line that says which they are: it need not stand in every row."""
    from playfold.replay.stats.selection import heading  # noqa: PLC0415 - loaded when it is needed

    from .rows import plain_rows, rendered  # noqa: PLC0415 - as above

    head = [place for place, name in enumerate(answer.columns) if name in _HEAD]
    rest = [place for place in range(len(answer.columns)) if place not in head]
    names = [answer.columns[place] for place in rest]

    def kind(row: tuple[Any, ...]) -> list[Any]:
        return [row[place] for place in head]

    for shared, group in groupby(answer.rows, kind):
        said = dict(zip((answer.columns[place] for place in head), shared, strict=True))
        yield clean(heading(said))
        rows = [[row[place] for place in rest] for row in group]
        yield rendered(plain_rows(names, rows), "table", target)


def chosen(
    rules: tuple[str, ...], kinds: tuple[str, ...], grades: tuple[str, ...], *, ignored: bool, pool: bool
) -> Selection:
    """Gives the selection that the options say."""
    from playfold.replay.stats.selection import Selection  # noqa: PLC0415 - loaded when it is needed

    return Selection(rules=rules, players=kinds, grades=grades or ("clean", "result"), pool=pool, ignored=ignored)
