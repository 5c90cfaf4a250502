"""Measures archives as ratios in the same run: archiving, processes, every report, and opening the command line.

    python tests/bench/bench_archive.py                   10,000 games of 200 entries: half an hour on two cores
    python tests/bench/bench_archive.py --games 500       the ratios of reports mean little then

The floor and the ceilings are those of docs/bench.md. No time is asserted.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from playfold.records.archive_file import open_archive
from playfold.replay.archive import archive
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS, report
from playfold.replay.stats.selection import Options
from playfold.replay.validate import examine

GAMES = {
    "tic-tac-toe": ("tic-tac-toe", 2),
    "space-monkeys": ("space-monkeys+max_rounds=34", 4),
    "small-star-empires": ("small-star-empires", 4),
    "space-wars": ("space-wars+max_rounds=20", 4),
    "tiny-epic-galaxies": ("tiny-epic-galaxies+end_vp=5", 3),
}
"""The rules and the number of random bots; the games have about 200 entries where the rules allow it."""

Row = tuple[str, str, float, str]
_PAIRS = 5


def processor() -> float:
    """Gives the processor time of this process and of those that it has waited for."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def taken(run: Callable[[], Any], clock: Callable[[], float] = processor) -> float:
    """Gives the seconds that a run takes, the garbage of earlier ones collected."""
    gc.collect()
    begin = clock()
    run()
    return clock() - begin


def archiving(name: str, logs: list[Path], folder: Path) -> list[Row]:
    """Measures archiving against validating, right before it, and two processes against one, by the clock."""

    def build(jobs: int) -> None:
        target = folder / f"{name}-{jobs}.duckdb"
        target.unlink(missing_ok=True)
        archive(target, logs, jobs=jobs)

    pairs = [(taken(lambda: [examine(log) for log in logs] and None), taken(partial(build, 1))) for _ in range(_PAIRS)]
    whole = median(each for _, each in pairs)
    share = median(before / each for before, each in pairs)
    both = [
        (taken(partial(build, 1), time.perf_counter), taken(partial(build, 2), time.perf_counter)) for _ in range(3)
    ]
    return [
        (name, f"archive {len(logs)} logs", whole, f"{share:.2f} of the speed of validating them, floor 0.35"),
        (
            name,
            f"archive {len(logs)} logs, --jobs 2",
            median(two for _, two in both),
            f"{median(one / two for one, two in both):.2f} times as fast as one, floor 1.7 on two free cores",
        ),
    ]


def reports(name: str, target: Path) -> list[Row]:
    """Measures every named report against counting the events right before it, each with opening the archive."""

    def count() -> None:
        with open_archive(target) as connection:
            connection.execute("SELECT count(*) FROM events").fetchall()

    with open_archive(target) as connection:
        rules = connection.execute("SELECT min(rules), max(rules) FROM games").fetchall()[0]
    rows: list[Row] = []
    for named in REPORTS:
        if named == "luck":
            continue  # needs a deep archive
        run = partial(report, target, named, None, Options(compared=rules if named == "compare" else ()))
        pairs = [(taken(count, time.perf_counter), taken(run, time.perf_counter)) for _ in range(_PAIRS)]
        ratio = median(each / base for base, each in pairs)
        rows.append((name, f"stats {named}", median(each for _, each in pairs), f"{ratio:.1f} x counting, ceiling 10"))
    return rows


def opening(target: Path) -> Row:
    """Measures `playfold stats ARCHIVE overview` against importing DuckDB."""
    own = [str(Path(sys.executable).with_name("playfold")), "stats", str(target), "overview"]
    other = [sys.executable, "-c", "import duckdb"]
    runs = [partial(subprocess.run, command, capture_output=True, check=True) for command in (own, other)]
    pairs = [tuple(taken(run, time.perf_counter) for run in runs) for _ in range(15)]
    ratio = median(one / two for one, two in pairs)
    return (
        "start",
        "playfold stats",
        median(one for one, _ in pairs),
        f'{ratio:.1f} x python -c "import duckdb", ceiling 3',
    )


def main() -> None:
    """Runs the measurements and prints a table in markdown."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    arguments.add_argument("--game", action="append", choices=GAMES)
    arguments.add_argument("--games", type=int, default=10_000)
    chosen = arguments.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in chosen.game or GAMES:
            reference, seats = GAMES[name]
            logs = list(
                simulate(reference, ["random"] * seats, folder / name, games=chosen.games, seed="bench", jobs=2)
            )
            rows += archiving(name, logs, folder)
            rows += reports(name, folder / f"{name}-1.duckdb")
            last = folder / f"{name}-1.duckdb"
        rows.append(opening(last))
    print("| game | stage | seconds | ratio |\n|---|---|---|---|")  # noqa: T201 - this is what it is for
    for game, what, seconds, note in rows:
        print(f"| {game} | {what} | {seconds:.4f} | {note} |")  # noqa: T201 - as above


if __name__ == "__main__":
    main()
