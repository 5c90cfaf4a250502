"""Measures archives as ratios in the same run: archiving, other rules, every report, and starting reports.

Part of `bench.py`. The floors and ceilings are those of docs/bench.md. No time is asserted.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median

import duckdb
from games import Game
from timing import Row, clock, median_ratio, processor, processors

from playfold.records.archive_file import open_archive
from playfold.records.archive_tables import TABLES
from playfold.replay.archive import archive
from playfold.replay.rerun import rerun
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS, report
from playfold.replay.stats.selection import Options
from playfold.replay.validate import examine

FULL = 10_000
"""So many games are in the archive that reports are measured on: those that were played, as often as it takes."""


def archives(folder: Path, name: str, game: Game, *, quick: bool) -> list[Row]:
    """Measures everything about archives of one game; leaves one at `name`.duckdb."""
    bots = ["random"] * game.seats
    games = 20 if quick else game.logs
    logs = list(simulate(game.short, bots, folder / f"{name}-games", games=games, seed="bench", jobs=2))
    rows = archiving(folder, name, game, logs, 1 if quick else 5)
    target = folder / f"{name}.duckdb"
    archive(target, logs, deep=game.deep)
    if game.compared:
        logs = list(simulate(game.other, bots, folder / f"{name}-other", games=games // 2, seed="bench"))
        archive(target, logs)
    size = multiply(target, games if quick else FULL)
    return [*rows, *reports(name, target, size, 1 if quick else 5, deep=game.deep)]


def archiving(folder: Path, name: str, game: Game, logs: list[Path], times: int) -> list[Row]:
    """Measures archiving and playing under other rules against validating."""

    def validate() -> None:
        for log in logs:
            examine(log)

    def build() -> None:
        (folder / f"{name}-1.duckdb").unlink(missing_ok=True)
        archive(folder / f"{name}-1.duckdb", logs)

    def again() -> None:
        for _ in rerun(logs, game.short, game.other):
            pass

    built = [(processors(build), processor(validate)) for _ in range(times)]
    other = [(processor(validate), processor(again)) for _ in range(times)]
    return [
        (
            name,
            f"archive {len(logs)} logs",
            median(first for first, _ in built),
            f"{median_ratio(built):.2f} of the speed of validating them, floor 0.35",
        ),
        (
            name,
            f"diff {len(logs)} logs",
            median(second for _, second in other),
            f"{median_ratio(other):.2f} of the time of validating them, ceiling 2.5; under {game.other}",
        ),
    ]


def multiply(target: Path, games: int) -> str:
    """Copies the games of an archive under new ids until there are so many; gives its size in words."""
    with duckdb.connect(str(target)) as connection:
        there = connection.execute("SELECT count(*) FROM games").fetchall()[0][0]
        for table in TABLES:
            if table != "about":
                connection.execute(
                    f"INSERT INTO {table} SELECT t.* REPLACE (t.game || '-' || k AS game) FROM {table} AS t, "  # noqa: S608 - names of TABLES
                    "(SELECT unnest(range(1, $1)) AS k)",
                    [max(1, games // there)],
                )
        found = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchall()[0]
    return f"{found[0]} games of {found[1] / found[0]:.0f} entries"


def reports(name: str, target: Path, size: str, times: int, *, deep: bool) -> list[Row]:
    """Measures every named report against counting the events right before it, each with opening the archive."""

    def count() -> None:
        with open_archive(target) as connection:
            connection.execute("SELECT count(*) FROM events").fetchall()

    with open_archive(target) as connection:
        rules = connection.execute("SELECT min(rules), max(rules) FROM games").fetchall()[0]
    count()
    found: list[tuple[float, float, str]] = []
    for named in REPORTS:
        if (named == "compare" and rules[0] == rules[1]) or (named == "luck" and not deep):
            continue
        run = partial(report, target, named, None, Options(compared=rules if named == "compare" else ()))
        pairs = [(clock(count), clock(run)) for _ in range(times)]
        found.append((median_ratio(pairs), median(taken for _, taken in pairs), named))
    found.sort(reverse=True)
    (ratio, taken, slowest), *others = found
    told = ", ".join(f"{named} {each:.1f}" for each, _, named in others[:3])
    return [
        (
            name,
            f"stats {slowest}, the slowest on {size}",
            taken,
            f"{ratio:.1f} x counting events, ceiling 10; then {told}",
        )
    ]


def opening(target: Path, times: int) -> Row:
    """Measures `playfold stats ARCHIVE overview` of an archive against importing DuckDB."""
    own = [str(Path(sys.executable).with_name("playfold")), "stats", str(target), "overview"]
    other = [sys.executable, "-c", "import duckdb"]
    runs = [partial(subprocess.run, command, capture_output=True, check=True) for command in (other, own)]
    pairs = [(clock(runs[0]), clock(runs[1])) for _ in range(times)]
    taken = median(each for _, each in pairs)
    return ("start", "playfold stats", taken, f'{median_ratio(pairs):.1f} x python -c "import duckdb", ceiling 3')
