"""Measures archiving by two processes against one, from the command line, by the clock.

Part of `bench.py`. On a shared machine the cores change their pace in the middle of a run, so that one pair of runs
says little: runs by one and by two take turns, and the fastest of each are compared, those that were disturbed least.
Two loops that share nothing are measured in the same way, in the same minutes: what two cores are worth on the machine.
No time is asserted.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from games import Game
from timing import Row, clock

from playfold.replay.simulate import simulate

TIMES = 8
"""So many runs of each: few enough to wait for, enough that some find both cores free."""
_STEPS = 8_000_000

Pairs = Sequence[tuple[float, float]]
"""Seconds by one and by two, run after run."""


def two_processes(folder: Path, name: str, game: Game, *, quick: bool) -> Row:
    """Measures one game; `quick`: a few logs, once."""
    source, bots = folder / f"{name}-many", ["random"] * game.seats
    logs = list(simulate(game.short, bots, source, games=20 if quick else game.many, seed="bench", jobs=2))
    steps, times = (1, 1) if quick else (_STEPS, TIMES)
    pairs: list[tuple[float, float]] = []
    loops: list[tuple[float, float]] = []
    for _ in range(times):
        loops.append(in_turn(partial(count, steps)))
        pairs.append(in_turn(partial(command, source)))
    ratios = sorted(one / two for one, two in pairs)
    note = (
        f"{gain(pairs):.2f} times as fast as one, floor 1.7 on two free cores; fastest of {times} each, "
        f"one by one {ratios[0]:.2f} to {ratios[-1]:.2f}; two loops {2 * gain(loops):.2f}"
    )
    return (name, f"archive {len(logs)} logs, --jobs 2", min(two for _, two in pairs), note)


def in_turn(run: Callable[[int], None]) -> tuple[float, float]:
    """Gives the seconds that one takes and that two take."""
    two, one = (clock(partial(run, number)) for number in (2, 1))
    return one, two


def gain(pairs: Pairs) -> float:
    """Says how many times as fast the fastest by two is as the fastest by one."""
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


def count(steps: int, number: int) -> None:
    """Runs so many loops beside each other, which share nothing."""
    loop = [sys.executable, "-c", f"for k in range({steps}): k * k % 7"]
    for process in [subprocess.Popen(loop) for _ in range(number)]:
        process.wait()


def command(source: Path, jobs: int) -> None:
    """Archives a folder from the command line."""
    target = source.with_name(f"{source.name}-{jobs}.duckdb")
    target.unlink(missing_ok=True)
    own = str(Path(sys.executable).with_name("playfold"))
    arguments = [own, "archive", str(target), str(source), "--jobs", str(jobs)]
    subprocess.run(arguments, capture_output=True, check=True)
