"""The temporary folder: one that will not do is named, and nothing of it stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import NotWrittenError
from playfold.records.files import ENDING
from playfold.records.temporary import temporary_folder, unfinished


def test_it_is_gone_with_the_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links on the way to it are resolved, and what is in it goes with it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "link"))
    with temporary_folder() as folder:
        (folder / "rows").touch()
        assert folder.parent == (tmp_path / "real").resolve()
    assert list((tmp_path / "real").iterdir()) == []


def test_one_that_will_not_do_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is not there, or a name that DuckDB cannot take, is told with what to do, and nothing is made."""
    odd = tmp_path / os.fsdecode(b"\xff")
    odd.mkdir()
    for place, said in ((tmp_path / "gone", "No such file"), (odd, "no UTF-8")):
        monkeypatch.setattr(tempfile, "tempdir", str(place))
        with pytest.raises(NotWrittenError, match=said) as refused, temporary_folder():
            pytest.fail("it was given")
        assert "set TMPDIR" in refused.value.hint
    assert [list(each.iterdir()) for each in tmp_path.iterdir()] == [[]]


@pytest.fixture(name="number", params=ENDING)
def _number(request: pytest.FixtureRequest) -> Iterator[int]:
    """A signal that raises what ctrl-C raises, as a program may want it."""
    number: int = request.param
    before = signal.signal(number, signal.default_int_handler)
    yield number
    signal.signal(number, before)


@pytest.mark.parametrize("when", ["made", "removed"])
def test_a_signal_leaves_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, number: int) -> None:
    """An interruption while it is made or removed comes when that is done."""

    class Interrupted(tempfile.TemporaryDirectory[str]):
        def __init__(self, **named: Any) -> None:
            super().__init__(**named)
            if when == "made":
                signal.pthread_kill(threading.get_ident(), number)

        def cleanup(self) -> None:
            if when == "removed":
                signal.pthread_kill(threading.get_ident(), number)
            super().cleanup()

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(tempfile, "TemporaryDirectory", Interrupted)
    with pytest.raises(KeyboardInterrupt), temporary_folder() as folder:
        (folder / "rows").touch()
    assert list(tmp_path.iterdir()) == []


_HOLD = """import sys, time
from playfold.records.temporary import unfinished
with unfinished(".x.", parent=sys.argv[1], suffix=".making") as folder:
    (folder / "rows").touch()
    print(folder, flush=True)
    time.sleep(60)
"""


def test_what_a_killed_process_left_goes_with_the_next(tmp_path: Path) -> None:
    """It is removed as soon as nobody holds it, never while another process or this one works in it."""
    for name in (".x.other", ".x.12345678.making.old", ".y.12345678.making"):
        (tmp_path / name).mkdir()
    (tmp_path / ".x.abcdefgh.making").touch()  # a file is none
    there = sorted(tmp_path.iterdir())
    with subprocess.Popen([sys.executable, "-c", _HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        held = Path(process.stdout.readline().strip())
        with unfinished(".x.", parent=str(tmp_path), suffix=".making") as one:
            with unfinished(".x.", parent=str(tmp_path), suffix=".making") as other:
                assert sorted(tmp_path.iterdir()) == sorted([*there, held, one, other])
                assert (held / "rows").exists()
            process.kill()
            process.wait()
            assert sorted(tmp_path.iterdir()) == sorted([*there, held, one])
            with unfinished(".x.", parent=str(tmp_path), suffix=".making"):
                assert not held.exists()
                assert one.exists()
    assert sorted(tmp_path.iterdir()) == there
