"""An archive that is interrupted while it is made: whatever ended it, nothing is left but what was there before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.replay.archive import archive
from playfold.replay.archive_examine import Batch

from .tic_tac_toe import begin

pytestmark = pytest.mark.usefixtures("importable")


@pytest.fixture(name="temporary")
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(name="logs")
def _logs(tmp_path: Path) -> list[Path]:
    """A few logs."""
    return [begin(tmp_path / "logs" / f"{cell}.jsonl", cell).path for cell in range(6)]


def killed(_batch: Batch) -> None:
    """Is killed in the place of an examination."""
    os.kill(os.getpid(), signal.SIGKILL)


def writing(batch: Batch) -> None:
    """Writes one file after the other, as long as it may."""
    for number in range(1_000_000):
        (batch.folder / f"{batch.number}-{number}").touch()


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_duckdb_is_ctrl_c(
    target: Path, temporary: Path, logs: list[Path], jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that are being stored are dropped, and no other error takes the place of the interruption."""

    def insert(_table: str) -> str:
        raise RuntimeError("Query interrupted")  # as DuckDB does

    monkeypatch.setattr("playfold.replay.archive_store.insert", insert)
    with pytest.raises(KeyboardInterrupt):
        archive(target, logs, jobs=jobs)
    assert sorted(found.name for found in target.parent.iterdir()) == ["logs", "temporary"]
    assert list(temporary.glob("playfold-*")) == []


def test_a_process_that_was_killed_is_told(
    target: Path, temporary: Path, logs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The archive is named, that nothing was changed, and what may help; one that was there stays."""
    monkeypatch.setattr("playfold.replay.archive.examined", killed)
    with pytest.raises(ArchiveRefusedError, match=r"nothing was changed: a process .* was killed") as refused:
        archive(target, logs, jobs=2)
    assert (refused.value.path, "fewer --jobs" in refused.value.hint) == (str(target), True)
    assert not target.exists()
    monkeypatch.undo()
    archive(target, logs[:3])
    before = target.read_bytes()
    monkeypatch.setattr("playfold.replay.archive.examined", killed)
    with pytest.raises(ArchiveRefusedError, match="nothing was changed"):
        archive(target, logs, jobs=2)
    assert target.read_bytes() == before
    assert sorted(found.name for found in target.parent.iterdir()) == ["logs", "temporary", target.name]
    assert list(temporary.glob("playfold-*")) == []


def test_processes_that_still_write_leave_nothing(
    target: Path, temporary: Path, logs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They end before the folder into which they write is removed; what went wrong is said, and nothing else."""

    def refuse(*_: Any) -> None:
        patience = time.monotonic() + 30
        while not list(temporary.glob("*/*-9")) and time.monotonic() < patience:
            time.sleep(0.01)
        raise ArchiveRefusedError("no")

    monkeypatch.setattr("playfold.replay.archive.examined", writing)
    monkeypatch.setattr("playfold.replay.archive.open_to_write", refuse)
    with pytest.raises(ArchiveRefusedError, match="no"):
        archive(target, logs, jobs=2)
    assert list(temporary.glob("playfold-*")) == []
    assert not target.exists()


def test_what_a_killed_process_left_unfinished_goes_with_the_next(
    target: Path, temporary: Path, logs: list[Path]
) -> None:
    """Where nothing could be tidied up any more, the next `archive` does it: beside the archive, and of the rows."""
    for left in (target.with_name(f".{target.name}.a1b2c3d4.making"), temporary / "playfold-rows-a1b2c3d4"):
        left.mkdir()
        (left / "archive.duckdb").write_bytes(b"half")
    other = target.with_name(".other.duckdb.a1b2c3d4.making")
    other.mkdir()
    archive(target, logs)
    assert sorted(found.name for found in target.parent.iterdir()) == [other.name, "logs", "temporary", target.name]
    assert list(temporary.iterdir()) == []


_LIMITED = """import resource, sys
from playfold.replay.archive import archive
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
archive(sys.argv[2], sys.argv[3:])
"""


def test_a_commit_that_fails_leaves_no_empty_log_of_duckdb(target: Path, temporary: Path, logs: list[Path]) -> None:
    """Where files may not grow, as on a full disk, the archive is as it was, with nothing beside it."""
    archive(target, logs[:1])
    before = target.read_bytes()
    command = [sys.executable, "-c", _LIMITED, "3000", str(target), *map(str, logs)]
    where = {**os.environ, "TMPDIR": str(temporary)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=where)
    assert "nothing was changed" in done.stderr
    assert target.read_bytes() == before
    assert sorted(found.name for found in target.parent.iterdir()) == ["logs", "temporary", target.name]
    assert len(archive(target, logs).added) == 5
