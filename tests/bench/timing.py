"""Timing of a run: by the processor or by the clock, and ratios of pairs."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

Row = tuple[str, str, float, str]
"""A row of the table: game, stage, seconds, and what they mean."""
Run = Callable[[], Any]


def processor(run: Run) -> float:
    """Gives the seconds of processor time that a run takes, of this process, the garbage of earlier ones collected."""
    gc.collect()
    begin = time.process_time()
    run()
    return time.process_time() - begin


def processors(run: Run) -> float:
    """Gives the seconds of processor time of this process and of those that it has waited for."""
    gc.collect()
    begin = _used()
    run()
    return _used() - begin


def clock(run: Run) -> float:
    """Gives the seconds that a run takes by the clock, the garbage of earlier ones collected."""
    gc.collect()
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def _used() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def median_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """Gives the median of the second of each pair over the first: what was measured, over its baseline before it."""
    return median(taken / base for base, taken in pairs)
