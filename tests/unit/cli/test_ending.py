"""Signals that ask a command to end: the first is heard, at a good moment, and handlers of others are left alone."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import click
import duckdb
import pytest

from playfold.cli import ending
from playfold.cli.ending import Ended, Ending
from playfold.cli.main import main
from playfold.errors import NotWrittenError
from playfold.records.files import ENDING, uninterrupted
from playfold.records.interruption import interruptible

LONG = "SELECT sum(hash(range)) FROM range(1000000000000)"
"""Takes DuckDB an hour."""


@pytest.fixture(autouse=True)
def _handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody handles the signals, as in a program that begins, and in the end all is as it was."""
    before = {number: signal.getsignal(number) for number in ENDING}
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(ending, "drop_output", lambda _: None)  # that of the tests themselves
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def come(number: int) -> None:
    """Lets a signal come to this thread."""
    signal.pthread_kill(threading.get_ident(), number)


def now() -> list[object]:
    """Gives what is done at the signals."""
    return [signal.getsignal(number) for number in ENDING]


def test_handlers_of_a_program_stay(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that it has are kept while a command runs, and all are as before when it has run."""
    signal.signal(signal.SIGTERM, print)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    before = now()
    with Ending():
        assert [handler in before for handler in now()] == [False, True, True]
    with pytest.raises(SystemExit):
        main(["rules"])
    assert "tic-tac-toe" in capsys.readouterr().out
    assert now() == before


def test_in_another_thread_nothing_is_set() -> None:
    """Python takes handlers from the main thread alone."""
    found: list[object] = []

    def run() -> None:
        with Ending():
            found.extend(now())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == now()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_first_signal_is_heard(number: int) -> None:
    """Others are ignored while it tidies up, and to the exit."""
    with pytest.raises(Ended) as ended, Ending():  # noqa: PT012 - it is about what comes while it ends
        try:
            come(number)
        finally:
            for other in ENDING:
                come(other)
    assert (ended.value.number, ended.value.code) == (number, 128 + number)
    assert now() == [signal.SIG_IGN] * 3


def test_a_tidying_that_hangs_hears_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some seconds the next signal comes through, so that SIGKILL is not the only way."""
    monkeypatch.setattr(ending, "PATIENCE", 0.0)
    with pytest.raises(Ended), Ending():  # noqa: PT012 - the second one is heard
        with pytest.raises(Ended):
            come(signal.SIGHUP)
        come(signal.SIGTERM)


def test_ctrl_c_that_was_an_answer() -> None:
    """At a prompt it may drop a line: then the next signal is heard as the first one."""
    with pytest.raises(Ended), Ending():  # noqa: PT012 - the last one is heard
        with pytest.raises(KeyboardInterrupt):
            come(signal.SIGINT)
        come(signal.SIGTERM)
        ending.go_on()
        come(signal.SIGTERM)


@pytest.mark.parametrize("error", [OSError("terminal"), NotWrittenError("terminal"), KeyboardInterrupt()])
def test_what_comes_of_a_signal_is_the_signal(error: BaseException) -> None:
    """A terminal that is gone, or a process that it ended, is not told as the reason."""
    with pytest.raises(Ended), Ending():  # noqa: PT012 - what is raised in its place
        try:
            come(signal.SIGHUP)
        except Ended:
            raise error from None


def test_a_fault_shows() -> None:
    """Another error is a fault, even while it tidies up."""
    with pytest.raises(ZeroDivisionError), Ending():  # noqa: PT012 - what is raised in its place
        try:
            come(signal.SIGTERM)
        except Ended:
            raise ZeroDivisionError from None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_held_back_comes_later(number: int) -> None:
    """Also when another thread gets the signal: Python handles it in this one, in the middle of what it holds."""
    done, begun, end = False, threading.Event(), threading.Event()

    def other() -> None:
        begun.set()
        end.wait()

    thread = threading.Thread(target=other, daemon=True)
    with pytest.raises((Ended, KeyboardInterrupt)), Ending():  # noqa: PT012 - it comes at the end of what is held
        thread.start()
        begun.wait()
        with uninterrupted():
            assert thread.ident is not None
            signal.pthread_kill(thread.ident, number)
            patience = time.monotonic() + 60
            while number not in signal.sigpending():
                # What another thread got this one may not see before it takes Python's lock anew.
                time.sleep(0.001)
                assert time.monotonic() < patience, "it got lost"
            done = True
        pytest.fail("it did not come")
    end.set()
    thread.join()
    assert done


@pytest.mark.parametrize(("number", "raised"), [(signal.SIGTERM, Ended), (signal.SIGINT, click.Abort)])
def test_duckdb_ends_at_once(number: int, raised: type[BaseException]) -> None:
    """A statement that would take an hour is given up, and what comes out is the signal."""
    with pytest.raises(raised), Ending(), interruptible(duckdb.connect()) as connection:  # noqa: PT012 - it comes in the middle
        threading.Timer(0.2, os.kill, (os.getpid(), number)).start()
        connection.execute(LONG)


def test_output_that_nobody_reads(tmp_path: Path) -> None:
    """A pipe without a reader is gone; a file and a pipe with one are not, and a full one takes no line."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe, (tmp_path / "file").open("w") as file:
        assert [ending.is_gone(stream) for stream in (pipe, file)] == [False, False]
        assert [ending.takes_a_line(stream) for stream in (pipe, file)] == [True, True]
        os.set_blocking(writing, False)
        with pytest.raises(BlockingIOError):  # noqa: PT012 - until it is full
            while True:
                os.write(writing, bytes(4096))
        assert not ending.takes_a_line(pipe)
        os.close(reading)
        assert ending.is_gone(pipe)
