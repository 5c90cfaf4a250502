"""Archives in other forms: Parquet folders out, results of other programs in."""

from __future__ import annotations

from pathlib import Path

import click

from .options import PATH, command
from .terminal import say, warn


@command("export", "playfold export games.duckdb games-parquet")
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("folder", type=PATH, metavar="DIR")
def export(archive: Path, folder: Path) -> None:
    """Write an archive as a folder of Parquet files, for DuckDB, Polars, Spark and pandas.

    One folder a table, partitioned by rule set and version. query, stats and report work on it as on the archive. A
    folder that was exported before is replaced; one that has anything else in it is refused.
    """
    from playfold.records.archive_file import export as write  # noqa: PLC0415 - loaded when it is needed

    games = write(archive, folder)
    say(f"{folder}: {games} game{'' if games == 1 else 's'}")


@command(
    "import",
    "playfold import bgstats games.duckdb BGStatsExport.json",
    'playfold import bgstats games.duckdb BGStatsExport.json --rules "Space Monkeys=space-monkeys@1.0"',
)
@click.argument("source", type=click.Choice(["bgstats"]), metavar="bgstats")
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--rules", multiple=True, metavar="NAME=REF", help="Plays of the game NAME were played by these rules.")
def import_(source: str, archive: Path, file: Path, rules: tuple[str, ...]) -> None:
    """Read results of plays from another program into an archive; again, it changes nothing.

    bgstats is the JSON export of BG Stats. Plays have the grade result and count beside logs; they have players,
    winners and points, and no events. What is not known is not guessed, and what was not taken is listed. Each import
    says anew with --rules under which rules plays stand; where that changes, it is told.
    """
    del source  # there is one
    from playfold.replay.bgstats import import_bgstats  # noqa: PLC0415 - loaded when it is needed

    named = list(map(_rule, rules))
    if len(dict(named)) < len(named):
        raise click.UsageError("--rules names a game twice.", click.get_current_context())
    report = import_bgstats(archive, file, dict(named))
    say(
        f"{archive}: {report.added} added, {report.refreshed} refreshed, {report.unchanged} unchanged, "
        f"{len(report.skipped)} left out"
    )
    for skipped in report.skipped:
        warn(f"left out: {skipped}")
    for what, count in report.unknown.items():
        warn(f"not taken: {what} ({count})")
    for name, count in report.shared.items():
        warn(f"{count} players are called {name!r}: their ids stand behind the name, so that each counts alone")
    for (before, now), count in report.moved.items():
        plays = f"{count} play{'' if count == 1 else 's'}"
        warn(f"{plays} stood under {before}, and now under {now}: --rules says under which rules a game's plays stand")
    if report.skipped:
        click.get_current_context().exit(1)


def _rule(text: str) -> tuple[str, str]:
    name, equals, reference = text.partition("=")
    if not equals or not name or not reference:
        raise click.UsageError(f"--rules {text}: NAME=REF was expected.", click.get_current_context())
    return name, reference
