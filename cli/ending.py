"""How a command ends when a signal asks it to: tidied up, with one line and the exit status that shells give it.

Ctrl-C is one such signal, `kill` another, and a terminal that is closed sends a third. Nothing here is done to a
program that uses playfold as a library.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Self, TextIO

import click

from playfold.errors import PlayfoldError
from playfold.records.files import ENDING
from playfold.records.interruption import interrupt, is_interruption

PATIENCE = 5.0
"""How long a command may take to tidy up, in seconds, before it hears another signal."""

_SHELL = 128
_DEFAULT = (signal.SIG_DFL, signal.default_int_handler)
_running: list[Ending] = []


class Ended(SystemExit):
    """Raised by SIGTERM and SIGHUP, as KeyboardInterrupt is by ctrl-C: event loops let both of them through.

    Args:
        number: the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(status(number))
        self.number = number

    def __str__(self) -> str:
        return f"ended by {signal.Signals(self.number).name}"


def status(number: int) -> int:
    """Gives the exit status that shells give a program that a signal ended: 130 for ctrl-C, 143 for SIGTERM."""
    return _SHELL + number


class Ending:
    """While a command runs, signals that ask it to end raise an exception, the first of them alone.

    Others come while it tidies up, as when a closed terminal and its shell both send one, and are ignored for a while.
    A signal that is ignored already, as under `nohup`, stays so, and one that has a handler keeps it.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._came, self._since = 0, 0.0

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():  # handlers are set in no other one
            for number in ENDING:
                if signal.getsignal(number) in _DEFAULT:
                    self._before[number] = signal.signal(number, self._handle)
            _running.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raises what the signal stands for in place of what came of it, as an error of a terminal that is gone."""
        if self in _running:
            _running.remove(self)
        ended = self._came and error is not None
        for number, before in self._before.items():
            # All is tidied up: nothing is to come between this and the exit.
            signal.signal(number, signal.SIG_IGN if ended else before)
        if error is None:
            return
        if ended:
            drop_output(sys.stdout)
        by_ctrl_c = self._came in (0, signal.SIGINT)
        if is_interruption(error) or (ended and isinstance(error, (OSError, PlayfoldError))):
            raise click.Abort if by_ctrl_c else Ended(self._came) from None
        if isinstance(error, KeyboardInterrupt) and not by_ctrl_c:
            raise Ended(self._came) from None  # part of what it went through takes DuckDB's error for ctrl-C

    def forget(self) -> None:
        """Forgets a signal that did not end the command."""
        self._came = 0

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self._came and time.monotonic() < self._since + PATIENCE:
            return
        if number in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
            # It came by way of another thread, while this one holds it back: here it waits until it may come.
            signal.pthread_kill(threading.get_ident(), number)
            return
        self._came, self._since = number, time.monotonic()
        for stream in (sys.stdout, sys.stderr):
            if is_gone(stream):
                drop_output(stream)
        interrupt()
        raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)


def go_on() -> None:
    """Says that ctrl-C did not end the command, and was an answer at a prompt: the next one counts again."""
    for ending in _running:
        ending.forget()


def drop_output(stream: TextIO) -> None:
    """Drops what a stream has not printed yet, and will not: nobody may read it any more, and the end must not wait."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_gone(stream: TextIO) -> bool:
    """Says whether nobody reads a stream any more, as a terminal that was closed."""
    poll = select.poll()
    try:
        poll.register(stream, 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
    except (OSError, ValueError):  # it is no file
        return False


def takes_a_line(stream: TextIO) -> bool:
    """Says whether a line can be printed without waiting for somebody to read it."""
    try:
        return bool(select.select([], [stream], [], 0)[1])
    except (OSError, ValueError):  # it is no file
        return True
