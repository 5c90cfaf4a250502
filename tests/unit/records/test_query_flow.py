"""Answers that come row by row, of any size: all of it, or an error; and nobody waits for ever."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records import query
from playfold.records.archive_file import open_to_write
from playfold.records.query import run, stream


@pytest.fixture(name="archive", scope="module")
def _archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty archive."""
    folder = tmp_path_factory.mktemp("archive")
    open_to_write(folder / "x.duckdb", folder, "test").close()
    return folder / "x.duckdb"


LARGE = "SELECT repeat('x', 1000000) AS a FROM range(70)"


def test_a_stream_has_no_limit_and_an_answer_says_its_own(archive: Path) -> None:
    """Rows of more than 64 MiB come all, one after the other; together they are cut off, and it is said why."""
    with stream(archive, LARGE) as flow:
        assert (flow.columns, flow.types) == (["a"], ["VARCHAR"])
        assert sum(len(row[0]) for row in flow.rows) == 70_000_000
        assert (flow.count, flow.truncated, flow.full) == (70, False, False)
    rows = run(archive, LARGE)
    assert (rows.truncated, rows.full) == (True, True)
    assert 0 < sum(len(row[0]) for row in rows.rows) <= query.MAX_BYTES


def test_a_stream_has_as_many_rows_as_were_asked_for(archive: Path) -> None:
    """The limit on rows holds, and is told from the one on bytes."""
    with stream(archive, "SELECT range FROM range(100000)", max_rows=5000) as flow:
        assert [row[0] for row in flow.rows] == list(range(5000))
        assert (flow.count, flow.truncated, flow.full) == (5000, True, False)
    with stream(archive, "SELECT range FROM range(5000)", max_rows=5000) as flow:
        assert len(list(flow.rows)) == 5000
        assert not flow.truncated
    with stream(archive, "SELECT 1 WHERE false") as flow:
        assert (list(flow.rows), flow.columns) == ([], ["1"])


def test_a_row_that_is_too_large_is_refused(archive: Path) -> None:
    """Where a few rows alone are more than a stream may hold, the end of it is an error, not a cut."""
    sql = "SELECT repeat('x', CASE WHEN range < 20 THEN 1 ELSE 30000000 END) FROM range(30)"
    with pytest.raises(ArchiveRefusedError, match="rows alone take more than 64 MiB"), stream(archive, sql) as flow:
        list(flow.rows)


def test_an_error_that_comes_late_is_raised(archive: Path) -> None:
    """What fails after some rows is told when it comes."""
    sql = "SELECT CASE WHEN range < 100000 THEN range ELSE error('too late') END FROM range(100001)"
    with pytest.raises(ArchiveRefusedError, match="too late"), stream(archive, sql, max_rows=10**7) as flow:
        list(flow.rows)


def test_who_takes_rows_slowly_is_waited_for(archive: Path) -> None:
    """The time of a query is its own: what the rows wait for to be taken does not count."""
    with stream(archive, "SELECT repeat('x', 1000) FROM range(5000)", seconds=1, max_rows=10**6) as flow:
        list(islice(flow.rows, 10))
        time.sleep(2.5)
        assert len(list(flow.rows)) == 4990


def test_a_stream_that_nobody_finishes_ends(archive: Path) -> None:
    """Leaving the block ends the process, however much there was to come."""
    begin = time.monotonic()
    with stream(archive, "SELECT range FROM range(1000000000000)", max_rows=10**9, seconds=60) as flow:
        assert next(flow.rows) == [0]
    assert time.monotonic() - begin < 10


def test_an_endless_query_ends_in_a_stream_too(archive: Path) -> None:
    """The limit on time holds while rows come."""
    sql = "SELECT range, sleep_ms(50) FROM range(1000000)"
    with (
        pytest.raises(ArchiveRefusedError, match="ran longer than 1 s in DuckDB"),
        stream(archive, sql, seconds=1) as flow,
    ):
        list(flow.rows)


def test_the_limit_is_on_what_duckdb_does(archive: Path) -> None:
    """Rows that are taken slowly do not use the seconds up, DuckDB's own work does, and the message says so."""
    with stream(archive, "SELECT range FROM range(40000)", seconds=1, max_rows=40_000) as flow:
        for row in flow.rows:
            if row[0] % 4000 == 0:
                time.sleep(0.15)
    assert flow.count == 40_000
    before = time.monotonic()
    with pytest.raises(ArchiveRefusedError, match="ran longer than 1 s in DuckDB and was stopped"):
        run(archive, "SELECT count(*) FROM range(100000000000) WHERE hash(range) = 7", seconds=1)
    assert time.monotonic() - before < 8


def test_one_row_that_is_too_large_is_told_as_one(archive: Path) -> None:
    """A single value beyond what may be in memory is refused as the first row, not as rows."""
    with pytest.raises(ArchiveRefusedError, match="the first row alone takes more than 64 MiB"):
        run(archive, "SELECT repeat('x', 100000000)")
