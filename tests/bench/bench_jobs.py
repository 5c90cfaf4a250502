"""Measures archiving by two processes against one, from the command line.

Part of `bench.py`. By the clock the two gain what two cores are worth at that moment: those of a shared machine change
their pace in the middle of a run, and two loops that share nothing are anything from 1.3 to 2.2 times as fast beside
each other. So what two free cores would give is reckoned from two things that a change of pace leaves alone:

* how many cores are busy: processor time of the two over their time by the clock;
* how much more there is to do: the time of the two on one core over that of the one right after it.

Their quotient is the gain on two cores of one pace. The gain by the clock is told beside it, and that of two loops in
the same minutes. No time is asserted. Linux only: a process is bound to a core.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from games import Game
from timing import Row, clock, processors

from playfold.replay.simulate import simulate

TIMES = 3
_STEPS = 8_000_000


class Round(NamedTuple):
    """What was measured one right after the other.

    Args:
        loops: how many times as fast two loops are beside each other.
        one: seconds that one process takes.
        bound: seconds that two processes take, both on one core.
        two: seconds that two processes take.
        busy: how many cores they kept busy meanwhile.
    """

    loops: float
    one: float
    bound: float
    two: float
    busy: float


def two_processes(folder: Path, name: str, game: Game, *, quick: bool) -> Row:
    """Measures one game; `quick`: a few logs, once."""
    source, bots = folder / f"{name}-many", ["random"] * game.seats
    logs = list(simulate(game.short, bots, source, games=20 if quick else game.many, seed="bench", jobs=2))
    rounds = [measured(source, 1 if quick else _STEPS) for _ in range(1 if quick else TIMES)]
    busy = median(each.busy for each in rounds)
    more = median(each.bound / each.one for each in rounds)
    gains = sorted(each.one / each.two for each in rounds)
    note = (
        f"{busy / more:.2f} times as fast as one on two free cores, floor 1.7: {busy:.2f} cores are busy with "
        f"{more:.2f} of the work; by the clock {median(gains):.2f} ({gains[0]:.2f} to {gains[-1]:.2f}), "
        f"two loops {median(each.loops for each in rounds):.2f}"
    )
    return (name, f"archive {len(logs)} logs, --jobs 2", median(each.two for each in rounds), note)


def measured(source: Path, steps: int) -> Round:
    """Measures once."""
    together, alone = (clock(partial(loops, steps, number)) for number in (2, 1))
    bound = clock(partial(command, source, 2, bound=True))
    one = clock(partial(command, source, 1))
    taken: list[float] = []
    used = processors(lambda: taken.append(clock(partial(command, source, 2))))
    return Round(2 * alone / together, one, bound, taken[0], used / taken[0])


def loops(steps: int, number: int) -> None:
    """Runs so many loops beside each other, which share nothing."""
    loop = [sys.executable, "-c", f"for k in range({steps}): k * k % 7"]
    for process in [subprocess.Popen(loop) for _ in range(number)]:
        process.wait()


def command(source: Path, jobs: int, *, bound: bool = False) -> None:
    """Archives a folder from the command line; `bound`: on one core."""
    target = source.with_name(f"{source.name}-{jobs}.duckdb")
    target.unlink(missing_ok=True)
    own = str(Path(sys.executable).with_name("playfold"))
    arguments = [own, "archive", str(target), str(source), "--jobs", str(jobs)]
    cores = os.sched_getaffinity(0)
    bind = partial(os.sched_setaffinity, 0, {min(cores)} if bound else cores)
    subprocess.run(arguments, capture_output=True, check=True, preexec_fn=bind)
