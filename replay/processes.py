"""Spreads work over processes: results come in the order of the work, and whatever goes wrong ends all at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from playfold.errors import ProcessEndedError
from playfold.records.files import ENDING, uninterrupted

W = TypeVar("W")
R = TypeVar("R")

_PATIENCE = 0.1


class Workers:
    """Processes that are there already; without any the work is done in this one."""

    def __init__(self, pool: ProcessPoolExecutor | None, jobs: int) -> None:
        self._pool, self.jobs = pool, jobs

    def in_order(self, function: Callable[[W], R], work: Iterable[W], together: int = 1) -> Iterator[R]:
        """Gives what a function gives for each piece of work, in order; `together`: pieces that are sent at once.

        Processes begin with the first pieces while the others are still being found: work is gone through at once.

        Raises:
            ProcessEndedError: a process is gone; as the iterator does.
        """
        if self._pool is None:
            return map(function, work)
        pieces = iter(work)
        sent: deque[Future[list[R]]] = deque()
        while some := list(islice(pieces, together)):
            with _whole(), uninterrupted():
                sent.append(self._pool.submit(_each, function, some))
        return _results(sent)


def _each(function: Callable[[W], R], work: list[W]) -> list[R]:
    return [function(one) for one in work]


def _results(sent: deque[Future[list[R]]]) -> Iterator[R]:
    # Not `map` of the executor: what it calls off when it is interrupted, the executor may trip over.
    while sent:
        with _whole():
            some = sent.popleft().result()
        yield from some


@contextmanager
def _whole() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise ProcessEndedError(
            "a process that did part of the work was killed",
            hint="when memory ran out, fewer --jobs need less of it",
        ) from None


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """Gives processes, which end with the block; they are begun at once, so that they have nothing that it opens.

    Args:
        jobs: how many; 1 works in this one.
    """
    if jobs <= 1:
        yield Workers(None, 1)
        return
    others = multiprocessing.active_children()
    with uninterrupted():  # as will be, for good, the process in which Python notes what is to be tidied up
        pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(_method()), initializer=_begin)
    try:
        with uninterrupted():
            pool.submit(os.getpid)
        yield Workers(pool, jobs)
    except BaseException:
        with uninterrupted():
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()  # one that is just beginning holds back what would end it in order
        raise
    finally:
        with uninterrupted():
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Makes a process end at once and without a word when it is interrupted, and when the program is gone.

    The program itself says what happened. Signals are held back until here, where ctrl-C would be told with a
    traceback, and what the program does at a signal is not for this process. What it ignores, as under `nohup`, is
    ignored here, too.
    """
    threading.Thread(target=_end_with_the_program, daemon=True).start()
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def _end_with_the_program() -> None:
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(1)


def _method() -> str:
    """Chooses how processes begin: as copies of this one, quickly, only while no other thread could be cut off in them.

    Else they begin afresh, for which a script that has threads of its own needs `if __name__ == "__main__":`. Not from
    a server of processes: its socket lies in the temporary folder, whose path may be too long for one.
    """
    patience = time.monotonic() + _PATIENCE
    while sys.platform == "linux" and threading.active_count() == 1:
        try:
            if len(os.listdir("/proc/self/task")) == 1:  # noqa: PTH208 - names alone
                return "fork"
        except OSError:
            break
        if time.monotonic() > patience:
            break
        time.sleep(0.002)  # threads of a database that was closed just now are on their way
    return "spawn"


def in_order(function: Callable[[W], R], work: Sequence[W], jobs: int = 1) -> Iterator[R]:
    """Yields what a function gives for each piece of work, in order, whatever the number of processes.

    Args:
        function: of the top level of a module, so that a process can be told of it.
        work: what can be sent to a process.
        jobs: processes; 1 works in this one.
    """
    jobs = min(jobs, len(work))
    with workers(jobs) as found:
        yield from found.in_order(function, work, max(1, min(64, len(work) // max(1, jobs * 8))))
