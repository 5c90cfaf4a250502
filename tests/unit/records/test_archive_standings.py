"""The standings of an export: a folder of their own for readers that know no views, and no row twice for us."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import export, open_archive, open_to_write
from playfold.records.archive_folder import MARK
from playfold.records.archive_views import VIEWS
from playfold.records.query import run

ROWS = "SELECT * FROM standings ORDER BY ALL"
PLACE = "SELECT {columns} FROM read_parquet($1, hive_partitioning = true) WHERE {condition} ORDER BY ALL"


@pytest.fixture(name="archive")
def _archive(tmp_path: Path) -> Path:
    """An archive with a game of two turns, an imported result, and a game without standings."""
    path = tmp_path / "games.duckdb"
    with open_to_write(path, tmp_path, "test") as connection:
        for game, rule_set, version in (("g1", "x", "1.0"), ("g2", "Catan", ""), ("g3", "y", "2")):
            connection.execute(
                "INSERT INTO games (game, rule_set, version, grade) VALUES ($1, $2, $3, 'clean')",
                [game, rule_set, version],
            )
        connection.execute(
            "INSERT INTO series VALUES ('g1', 1, 'vp', [1, 2], [3, 5]), ('g1', 2, 'vp', [1, 2], [4, 4]),"
            " ('g2', 1, 'points', [NULL], [9])"
        )
    return path


def test_standings_are_a_folder_for_others(archive: Path, tmp_path: Path) -> None:
    """A plain reader of hive partitions finds a row for each game, turn, seat and name, with rule set and version."""
    export(archive, tmp_path / "out")
    files = [str(tmp_path / "out" / "standings" / "*" / "*" / "*.parquet")]
    columns = ", ".join(column.name for column in VIEWS["standings"].columns)
    with duckdb.connect() as connection, open_archive(archive) as own:
        found = connection.execute(PLACE.format(columns=columns, condition="true"), files)
        assert [column[:2] for column in found.description or []] == [
            column[:2] for column in own.execute(ROWS).description or []
        ]
        assert found.fetchall() == own.execute(ROWS).fetchall()
        one = PLACE.format(columns="game, turn, value, rule_set, version", condition="by_rule_set = 'Catan'")
        assert connection.execute(one, files).fetchall() == [("g2", None, 9, "Catan", "")]


def test_no_standing_comes_twice(archive: Path, tmp_path: Path) -> None:
    """Whoever opens the folder as an archive has each row once, and tables and views alone."""
    export(archive, tmp_path / "out")
    with open_archive(archive) as one, open_archive(tmp_path / "out") as other:
        assert one.execute(ROWS).fetchall() == other.execute(ROWS).fetchall()
        listed = "SELECT table_name FROM information_schema.tables ORDER BY ALL"
        assert one.execute(listed).fetchall() == other.execute(listed).fetchall()
    assert run(tmp_path / "out", "SELECT sum(value) FROM standings").rows == [[25]]


def test_an_export_made_before_opens(archive: Path, tmp_path: Path) -> None:
    """One that has no folder of standings, nor says so, is whole; it is replaced by one that has it."""
    folder = tmp_path / "out"
    export(archive, folder)
    shutil.rmtree(folder / "standings")
    mark = json.loads((folder / MARK).read_text())
    del mark["files"]["standings"]
    (folder / MARK).write_text(json.dumps(mark))
    assert run(folder, "SELECT sum(value) FROM standings").rows == [[25]]
    assert export(archive, folder) == 3
    assert (folder / "standings").is_dir()


def test_standings_that_are_not_whole_are_told(archive: Path, tmp_path: Path) -> None:
    """A file that is missing there is missing to others: the folder is refused with what is to be done."""
    export(archive, tmp_path / "out")
    min((tmp_path / "out" / "standings").rglob("*.parquet")).unlink()
    with pytest.raises(ArchiveRefusedError, match="its standings has 1 of its 2 files") as refused:
        open_archive(tmp_path / "out")
    assert "export it again" in refused.value.hint


def test_no_standings_are_a_file_without_rows(archive: Path, tmp_path: Path) -> None:
    """Readers that take the columns from the files find them where no game has standings."""
    with open_to_write(archive, tmp_path, "test") as connection:
        connection.execute("DELETE FROM series")
    export(archive, tmp_path / "out")
    (file,) = (tmp_path / "out" / "standings").rglob("*.parquet")
    with duckdb.connect() as connection:
        found = connection.execute("SELECT * FROM read_parquet($1, hive_partitioning = false)", [str(file)])
        assert [column[0] for column in found.description or []] == [
            *(column.name for column in VIEWS["standings"].columns), "rule_set", "version",
        ]  # fmt: skip
        assert found.fetchall() == []
