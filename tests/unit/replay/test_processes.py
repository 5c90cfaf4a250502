"""Work in several processes: in order, and when something goes wrong none of them stays."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from playfold.errors import PlayfoldError, ProcessEndedError
from playfold.records.files import ENDING
from playfold.replay.processes import in_order, workers

pytestmark = pytest.mark.usefixtures("importable")


def double(number: int) -> int:
    """Doubles a number."""
    return 2 * number


def killed(number: int) -> int:
    """Is killed at a certain number."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refused(number: int) -> int:
    """Fails at a certain number."""
    if number == 3:
        raise PlayfoldError("no", path=f"{number}")
    return number


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("together", [1, 3, 100])
def test_results_come_in_order(jobs: int, together: int) -> None:
    """Whatever the number of processes and of pieces that are sent at once, none is lost or given twice."""
    with workers(jobs) as pool:
        assert list(pool.in_order(double, range(20), together)) == list(range(0, 40, 2))
        assert list(pool.in_order(double, [], together)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_in_its_place(jobs: int) -> None:
    """What came before it is given, and it says all that it said where it was raised."""
    found = in_order(refused, range(9), jobs)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(PlayfoldError, match="no") as raised:
        next(found)
    assert raised.value.path == "3"
    assert not multiprocessing.active_children()


def test_a_process_that_was_killed_is_told() -> None:
    """As when memory runs out: an error for people, not one of the library."""
    with pytest.raises(ProcessEndedError, match="was killed"):
        list(in_order(killed, range(9), 2))
    with workers(2) as pool:
        found = pool.in_order(killed, [3])
        with pytest.raises(ProcessEndedError, match="was killed"):
            next(found)
        with pytest.raises(ProcessEndedError, match="was killed"):
            pool.in_order(double, range(9))


def handlers(numbers: list[signal.Signals]) -> list[bool]:
    """Says which signals are ignored, and fails where one would be handled."""
    found = [signal.getsignal(number) for number in numbers]
    assert {signal.SIG_IGN, signal.SIG_DFL}.issuperset(found), found
    return [one is signal.SIG_IGN for one in found]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_signals_end_a_process_unless_they_are_ignored(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program does at a signal is not for the others; what it ignores, as under nohup, they ignore."""
    monkeypatch.setattr("playfold.replay.processes._method", lambda: method)
    before = {number: signal.getsignal(number) for number in ENDING}
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        found, _ = in_order(handlers, [list(ENDING), []], 2)
        assert found == [number != signal.SIGTERM for number in ENDING]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_only_own_processes_are_ended() -> None:
    """A program that starts processes of its own keeps them, whatever happens here."""
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()
    with pytest.raises(PlayfoldError, match="no"), workers(2) as pool:
        list(pool.in_order(refused, range(9)))
    assert multiprocessing.active_children() == [other]
    other.terminate()
    other.join()


def test_a_temporary_folder_may_have_a_long_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket in it would be refused from a hundred characters on; processes that begin afresh need none."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.delitem(multiprocessing.current_process()._config, "tempdir", raising=False)  # type: ignore[attr-defined]
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert list(in_order(double, range(9), 2)) == list(range(0, 18, 2))


PROGRAM = """
import os, time
from playfold.replay.processes import workers
if __name__ == "__main__":
    with workers(3) as pool:
        pool.in_order(time.sleep, [0.1, 60, 60, 60])
        print("begun", flush=True)
        time.sleep(60)
"""


def is_there(group: int) -> bool:
    """Says whether a group of processes has any."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_processes_end_with_the_program(tmp_path: Path) -> None:
    """When it is killed and can tell nobody, none of them waits for work for ever."""
    (tmp_path / "program.py").write_text(PROGRAM)
    with subprocess.Popen(
        [sys.executable, tmp_path / "program.py"], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.kill()
        process.wait()
        patience = time.monotonic() + 30
        while is_there(process.pid) and time.monotonic() < patience:
            time.sleep(0.05)
        assert not is_there(process.pid)
