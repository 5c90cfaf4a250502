"""Archives as files of people: what is written over, what is said when games are taken in or cannot be."""

from __future__ import annotations

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
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for target in ("x.duckdb", "link", "other.duckdb", min((tmp_path / "logs").iterdir())):
        with pytest.raises(NotWrittenError, match=r"is (an archive|a log), it is not overwritten"):
            write_file(tmp_path / target, b"x")
    parquet = next((tmp_path / "out" / "games").rglob("*.parquet"))
    for target in (parquet, tmp_path / "out" / "playfold-archive.json", tmp_path / "out" / "new"):
        with pytest.raises(NotWrittenError, match="is an archive that was exported"):
            write_file(target, b"x")
    with pytest.raises(NotWrittenError):
        write_file(tmp_path / "out", b"x")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_an_export_replaces_nothing_else(run: Run, tmp_path: Path) -> None:
    """A file that somebody put into an exported folder is named, and not lost when it is exported again."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    run("export", "x.duckdb", "out")
    (tmp_path / "out" / "thesis.txt").touch()
    assert "thesis.txt" in run("export", "x.duckdb", "out", status=2).stderr
    assert (tmp_path / "out" / "thesis.txt").exists()
