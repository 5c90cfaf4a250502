"""Spreads work over processes: results come in the order of the work, and an interruption ends all at once."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

W = TypeVar("W")
R = TypeVar("R")


def in_order(function: Callable[[W], R], work: Sequence[W], jobs: int = 1) -> Iterator[R]:
    """Yields what a function gives for each piece of work, in order, whatever the number of processes.

    Args:
        function: of the top level of a module, so that a process can be told of it.
        work: what can be sent to a process.
        jobs: processes; 1 works in this one.
    """
    if jobs <= 1 or len(work) <= 1:
        yield from map(function, work)
        return
    # A worker that is interrupted ends at once and without a word; the program itself says what happened.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    try:
        yield from pool.map(function, work, chunksize=max(1, min(64, len(work) // (jobs * 8))))
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
