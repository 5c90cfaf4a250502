"""Logs whose last line was never acknowledged: an archive takes what is before it, and says what it left."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from playfold.replay.archive import archive

from .archived import ask
from .tic_tac_toe import begin, grades, mark


def torn(path: Path, *cells: int) -> Path:
    """Writes a log with the beginning of a line at its end."""
    begin(path, *cells).close()
    with path.open("ab") as file:
        file.write(b'{"n":9,"ti')
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_before_a_torn_line_is_archived_and_the_line_is_told(tmp_path: Path, target: Path, jobs: int) -> None:
    """The game counts with its entries as one that is in order, and the report says where what bytes were left."""
    log, whole = torn(tmp_path / "a.jsonl", 4, 0), begin(tmp_path / "b.jsonl", 4, 0).path
    report = archive(target, [log, whole], jobs=jobs)
    assert (report.added, report.problems, report.skipped) == ([str(log), str(whole)], {}, [])
    assert list(report.torn) == [str(log)]
    assert f"{log}:4: entry 3: the last line has no end and was never acknowledged, 10 bytes" in report.torn[str(log)]
    assert ask(target, "SELECT entries, grade, problem FROM games") == [(2, "incomplete", None)] * 2
    assert archive(target, [log, whole], jobs=jobs).torn == report.torn
    assert archive(target, [log, whole], again=True, jobs=jobs).torn == report.torn
    assert archive(target, [whole], jobs=jobs).torn == {}


def test_a_torn_line_behind_what_is_wrong_is_told_each_time(tmp_path: Path, target: Path) -> None:
    """A log that is not in order and lacks its end is said to be both, whether it was examined now or before."""
    log = torn(tmp_path / "a.jsonl", 4, 0)
    damaged = torn(tmp_path / "b.jsonl", 4, 0)
    damaged.write_bytes(damaged.read_bytes().replace(b'"n":2,', b'"n":7,'))
    illegal = grades(tmp_path / "more")["illegal"]
    illegal.write_bytes(illegal.read_bytes() + b"{")
    logs = [log, damaged, illegal]
    first = archive(target, logs)
    assert (list(first.torn), list(first.problems)) == ([str(log), str(illegal)], [str(damaged), str(illegal)])
    again = archive(target, logs)
    assert (again.torn, again.problems) == (first.torn, first.problems)


def test_a_torn_line_is_told_under_the_name_that_counts(tmp_path: Path, target: Path) -> None:
    """Of copies the one that stands in the archive is named; a log that gives way to a longer one is not."""
    one, copy = torn(tmp_path / "b.jsonl", 4, 0), tmp_path / "a.jsonl"
    shutil.copy(one, copy)
    assert list(archive(target, [one, copy]).torn) == [str(copy)]
    longer = begin(tmp_path / "game.jsonl", 4, 0)
    shorter = tmp_path / "game-1.jsonl"
    shorter.write_bytes(longer.path.read_bytes() + b"{")
    mark(longer, 8)
    report = archive(tmp_path / "other.duckdb", [shorter, longer.path])
    assert (report.added, report.torn) == ([str(longer.path)], {})
    assert [one.path for one in report.skipped] == [str(shorter)]
