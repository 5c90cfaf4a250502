"""Measures archiving by two processes against one, from the command line, by the clock.

Part of `bench.py`. Two processes need two free cores, so two loops that have nothing to do with archives are timed
beside each other before and after: what others did on the machine meanwhile shows in them. No time is asserted.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from games import Game
from timing import Row, clock

from playfold.replay.simulate import simulate

FREE = 1.9
"""Two cores are free when two loops beside each other are so many times as fast as one after the other."""
WANTED, MOST = 3, 8
"""So many times on two free cores, of at most so many times."""

_STEPS = 8_000_000


class Pair(NamedTuple):
    """One archive made by one process and by two, in seconds, and what two cores were worth meanwhile."""

    one: float
    two: float
    cores: float

    @property
    def ratio(self) -> float:
        """How many times as fast two are."""
        return self.one / self.two


def two_processes(folder: Path, name: str, game: Game, *, quick: bool) -> Row:
    """Measures one game; `quick`: a few logs, once, whatever the cores do."""
    source, bots = folder / f"{name}-many", ["random"] * game.seats
    logs = list(simulate(game.short, bots, source, games=20 if quick else game.many, seed="bench", jobs=2))
    pairs: list[Pair] = []
    steps = 1 if quick else _STEPS
    before = cores(steps)
    while not pairs or (not quick and len(pairs) < MOST and len(free(pairs)) < WANTED):
        two, one = (clock(partial(command, source, count)) for count in (2, 1))
        after = cores(steps)
        pairs.append(Pair(one, two, min(before, after)))
        before = after
    kept = free(pairs)
    said = f"in {len(kept)} of {len(pairs)} runs the cores were free"
    if not kept:
        kept = pairs
        said = f"the cores never were free: two loops gained {median(pair.cores for pair in pairs):.2f}"
    ratios = sorted(pair.ratio for pair in kept)
    note = (
        f"{median(ratios):.2f} times as fast as one ({ratios[0]:.2f} to {ratios[-1]:.2f}), floor 1.7 on two free cores"
    )
    return (name, f"archive {len(logs)} logs, --jobs 2", median(pair.two for pair in kept), f"{note}; {said}")


def free(pairs: list[Pair]) -> list[Pair]:
    """Gives those that were measured on two free cores."""
    return [pair for pair in pairs if pair.cores >= FREE]


def cores(steps: int) -> float:
    """Says how many times as fast two loops are beside each other as one after the other: 2 on two free cores."""
    loop = [sys.executable, "-c", f"for k in range({steps}): k * k % 7"]

    def beside() -> None:
        for process in [subprocess.Popen(loop), subprocess.Popen(loop)]:
            process.wait()

    def alone() -> None:
        for _ in range(2):
            subprocess.run(loop, check=True)

    return clock(alone) / clock(beside)


def command(source: Path, count: int) -> None:
    """Archives a folder from the command line."""
    target = source.with_name(f"{source.name}-{count}.duckdb")
    target.unlink(missing_ok=True)
    own = str(Path(sys.executable).with_name("playfold"))
    arguments = [own, "archive", str(target), str(source), "--jobs", str(count)]
    subprocess.run(arguments, capture_output=True, check=True)
