"""Archives as files of people: what is written over, what is said when games are taken in or cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from playfold.cli.terminal import write_file
from playfold.errors import NotWrittenError

Run = Callable[..., Any]

SIMULATE = ("simulate", "tic-tac-toe", "--games", "3", "--seat", "random", "--seat", "random", "-o", "logs")


ANSWERS = [
    ("query", "x.duckdb", "FROM seats", "--format", "csv"),
    ("query", "x.duckdb", "FROM seats", "--format", "parquet"),
    ("query", "x.duckdb"),
    ("stats", "x.duckdb", "seats"),
    ("stats", "x.duckdb"),
    ("report", "x.duckdb"),
]


def test_no_answer_takes_an_archives_place(run: Run, tmp_path: Path) -> None:
    """No command writes over the archive that it was asked to read; it says so, with status 2."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    before = (tmp_path / "x.duckdb").read_bytes()
    for asked in ANSWERS:
        assert "this file is an archive, it is not overwritten" in run(*asked, "-o", "x.duckdb", status=2).stderr
    assert (tmp_path / "x.duckdb").read_bytes() == before


def test_what_people_keep_is_not_written_over(run: Run, tmp_path: Path) -> None:
    """Archives by any name, other DuckDB files, and all of an exported folder stay as they are."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    run("export", "x.duckdb", "out")
    (tmp_path / "link").symlink_to("x.duckdb")
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE mine (i INTEGER)")
    with pytest.raises(NotWrittenError, match=r"belongs to the archive x.duckdb, it is not overwritten"):
        write_file(tmp_path / "x.duckdb.wal", b"x")
    (tmp_path / "x.duckdb.wal").write_bytes(b"what a crash left")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for target in ("x.duckdb", "link", "other.duckdb", min((tmp_path / "logs").iterdir())):
        with pytest.raises(NotWrittenError, match=r"is (an archive|a log), it is not overwritten"):
            write_file(tmp_path / target, b"x")
    with pytest.raises(NotWrittenError, match=r"belongs to the archive x.duckdb, it is not overwritten"):
        write_file(tmp_path / "x.duckdb.wal", b"x")
    parquet = next((tmp_path / "out" / "games").rglob("*.parquet"))
    for target in (parquet, tmp_path / "out" / "playfold-archive.json", tmp_path / "out" / "new"):
        with pytest.raises(NotWrittenError, match="is an archive that was exported"):
            write_file(target, b"x")
    with pytest.raises(NotWrittenError):
        write_file(tmp_path / "out", b"x")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_what_only_looks_like_a_part_of_an_archive_is_written(tmp_path: Path) -> None:
    """A path that leads through an exported folder and out of it, or by a link into it, is judged by where it ends."""
    (tmp_path / "out" / "games").mkdir(parents=True)
    (tmp_path / "out" / "playfold-archive.json").touch()
    write_file(tmp_path / "out" / ".." / "beside.csv", b"x")
    assert (tmp_path / "beside.csv").read_bytes() == b"x"
    (tmp_path / "link").symlink_to("out/games")
    with pytest.raises(NotWrittenError, match="is an archive that was exported"):
        write_file(tmp_path / "link" / "new.csv", b"x")
    assert list((tmp_path / "out" / "games").iterdir()) == []


def test_an_export_replaces_nothing_else(run: Run, tmp_path: Path) -> None:
    """A file that somebody put into an exported folder is named, and not lost when it is exported again."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    run("export", "x.duckdb", "out")
    (tmp_path / "out" / "thesis.txt").touch()
    assert "thesis.txt" in run("export", "x.duckdb", "out", status=2).stderr
    assert (tmp_path / "out" / "thesis.txt").exists()


def test_what_goes_is_said(run: Run, tmp_path: Path) -> None:
    """Copies are named; a log that is none any more, and what an older archive alone has, make the status 1."""
    run(*SIMULATE)
    one, two, three = sorted((tmp_path / "logs").iterdir())
    (tmp_path / "logs" / "z.jsonl").write_bytes(one.read_bytes())
    first = run("archive", "x.duckdb", "logs")
    assert "3 added, 0 refreshed, 0 unchanged, 1 copy, 0 left out" in first.stdout
    assert f"{tmp_path}/logs/z.jsonl has the same bytes as {one}" in first.stderr
    two.write_bytes(b"?")
    second = run("archive", "x.duckdb", "logs", status=1)
    assert "2 unchanged, 1 copy, 1 dropped, 1 left out" in second.stdout
    assert f"dropped: what was archived of {two}" in second.stderr
    with duckdb.connect(str(tmp_path / "x.duckdb")) as connection:
        connection.execute("UPDATE about SET format = 'playfold-archive/2'")
    three.unlink()
    third = run("archive", "x.duckdb", one, status=1)
    assert "it was built anew" in third.stderr
    assert f"not built anew: {three}: the log is gone" in third.stderr
    assert "is kept as x.duckdb.old" in third.stderr
    assert (tmp_path / "x.duckdb.old").exists()


def test_an_archive_that_is_not_there_is_not_pruned(run: Run, tmp_path: Path) -> None:
    """A name that was mistyped is refused, with status 2, and nothing is made of it; nor is it without a PATH."""
    for options in (("--prune",), ("--prune", "--again"), ("--prune", "-")):
        assert "typo.duckdb: there is no such archive" in run("archive", "typo.duckdb", *options, status=2).stderr
    assert "Missing argument 'PATH...'" in run("archive", "typo.duckdb", "--again", status=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_that_no_archive_was_made_is_said(run: Run, tmp_path: Path) -> None:
    """Where nothing is found the status is 2; where no log is among it the status is 1, and there is no archive."""
    (tmp_path / "empty").mkdir()
    for path in ("empty", "-"):
        assert "There is no log there" in run("archive", "new.duckdb", path, status=2).stderr
    done = run("archive", "new.duckdb", "gone.jsonl", status=1)
    assert "0 added, 0 refreshed, 0 unchanged, 1 left out" in done.stdout
    assert "gone.jsonl: there is no such file" in done.stderr
    assert "no archive was made: there is no log to put into new.duckdb" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_what_is_not_in_order_is_told_each_time(run: Run, log: Path) -> None:
    """A log that breaks the rules makes the status 1, however often it is archived, with the same grade and word."""
    last = log.read_bytes().splitlines(keepends=True)[-1]
    log.write_bytes(log.read_bytes() + last)
    for said in ("1 added, 0 refreshed, 0 unchanged", "0 added, 0 refreshed, 1 unchanged"):
        done = run("archive", "x.duckdb", log, status=1)
        assert said in done.stdout
        assert f"not in order: {log}:" in done.stderr


def test_a_log_with_a_torn_end_is_archived_and_told(run: Run, log: Path) -> None:
    """As for `validate` it is in order, its entries count, and what was never acknowledged is told; status 0."""
    with log.open("ab") as file:
        file.write(b'{"n":4')
    done = run("archive", "x.duckdb", log)
    assert "1 added, 0 refreshed, 0 unchanged, 0 left out; 3 entries written" in done.stdout
    told = f"archived without its end: {log}:5: entry 4: the last line has no end and was never acknowledged, 6 bytes"
    assert told in done.stderr
    assert "the last line has no end" in run("validate", log).stdout


def test_files_take_answers_of_any_size(run: Run, tmp_path: Path) -> None:
    """No limit cuts what goes into a file; on standard output one does, with its reason and status 1."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    large = "SELECT range AS n, repeat('x', 1000000) AS a FROM range(70)"
    for form in ("csv", "parquet"):
        assert run("query", "x.duckdb", large, "--format", form, "-o", f"large.{form}").stderr == ""
    assert (tmp_path / "large.csv").stat().st_size > 70_000_000
    with duckdb.connect() as connection:
        found = connection.execute(
            "SELECT sum(length(a)), sum(n) FROM read_parquet($1)", [str(tmp_path / "large.parquet")]
        )
        assert found.fetchall() == [(70_000_000, 69 * 35)]
    cut = run("query", "x.duckdb", large, "--format", "csv", status=1)
    assert "at most 64 MiB of memory (no limit for a file" in cut.stderr
    assert run("query", "x.duckdb", "FROM range(30000)", "--format", "csv", "-o", "all.csv").stderr == ""
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 30_001
    assert "the first 10000 are here" in run("query", "x.duckdb", "FROM range(30000)", "--format", "csv").stderr
    some = run("query", "x.duckdb", "FROM range(20)", "--rows", "5", "--format", "json", "-o", "some.json")
    assert "the first 5 are here (--rows N gives more)" in some.stderr
    assert json.loads((tmp_path / "some.json").read_text()) == [{"range": n} for n in range(5)]
    for form in ("csv", "parquet"):
        late = "SELECT CASE WHEN range < 50000 THEN range ELSE error('late') END FROM range(50001)"
        assert (
            "late" in run("query", "x.duckdb", late, "--rows", "60000", "--format", form, "-o", "no", status=2).stderr
        )
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".", "no"))]
