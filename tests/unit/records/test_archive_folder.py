"""An archive as a folder of Parquet files: the same tables, and SQL that reaches nothing else."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError, NotWrittenError
from playfold.records.archive_file import export, open_archive, open_to_write
from playfold.records.archive_folder import MARK
from playfold.records.archive_tables import TABLES, VIEWS
from playfold.records.query import run

HOSTILE = "'); DROP TABLE games;-- \" /../ % = \N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.fixture(name="archive")
def _archive(tmp_path: Path) -> Path:
    """An archive with games of three rule sets, one of them with a hostile name."""
    path = tmp_path / "games.duckdb"
    with open_to_write(path, tmp_path, "test") as connection:
        for number, (rule_set, version) in enumerate((("x", "1.0"), ("x", "01"), (HOSTILE, ""), ("y", HOSTILE))):
            connection.execute(
                "INSERT INTO games (game, rule_set, version, rules, grade, winners, tags)"
                " VALUES ($1, $2, $3, $4, 'clean', [1], $5)",
                [f"g{number}", rule_set, version, f"{rule_set}@{version}", '{"a":"b"}'],
            )
            connection.execute("INSERT INTO seats VALUES ($1, 1, $2, true, false, true, 1)", [f"g{number}", HOSTILE])
            connection.execute(
                "INSERT INTO events (game, n, payload, time) VALUES ($1, 1, '{\"a\":[1]}', '2026-11-29 18:00:00')",
                [f"g{number}"],
            )
    return path


def test_a_folder_answers_as_its_archive_does(archive: Path, tmp_path: Path) -> None:
    """Every table and view has the same columns, types and rows; a second export replaces the first."""
    folder = tmp_path / "out"
    assert export(archive, folder) == 4
    assert export(archive, folder) == 4
    assert sorted(found.name for found in tmp_path.iterdir()) == ["games.duckdb", "out"]
    assert (folder / "games" / "rule_set=x" / "version=1.0").is_dir()
    with open_archive(archive) as one, open_archive(folder) as other:
        for name in (*TABLES, *VIEWS):
            sql = f"SELECT * FROM {name} ORDER BY ALL"  # noqa: S608 - names of our own
            left, right = (connection.execute(sql) for connection in (one, other))
            assert [column[:2] for column in left.description or []] == [
                column[:2] for column in right.description or []
            ]
            assert left.fetchall() == right.fetchall(), name


def test_others_read_it_by_its_partitions(archive: Path, tmp_path: Path) -> None:
    """A plain reader of hive partitions finds the rule sets in the paths."""
    export(archive, tmp_path / "out")
    with duckdb.connect() as connection:
        found = connection.execute(
            "SELECT DISTINCT rule_set FROM read_parquet($1, hive_partitioning = true) ORDER BY ALL",
            [str(tmp_path / "out" / "events" / "*" / "*" / "*.parquet")],
        ).fetchall()
    assert {name for (name,) in found} == {"x", "y", HOSTILE}


def test_an_empty_table_is_a_file_without_rows(archive: Path, tmp_path: Path) -> None:
    """Readers that take the columns from the files find them for every table, one without rows included."""
    export(archive, tmp_path / "out")
    with duckdb.connect() as connection:
        for name, table in TABLES.items():
            if name == "about":
                continue
            found = connection.execute(
                "SELECT * FROM read_parquet($1, hive_partitioning = true)",
                [str(tmp_path / "out" / name / "*" / "*" / "*.parquet")],
            )
            columns = [column[0] for column in found.description or []]
            assert columns[: len(table.columns)] == [column.name for column in table.columns], name
            assert {"rule_set", "version"} <= set(columns), name
            assert bool(found.fetchall()) == (name in {"games", "seats", "events"}), name


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM '{folder}/../secret.csv'",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_parquet('{folder}/games/*/*/*.parquet')",
        "COPY (SELECT 1) TO '{folder}/x'",
        "CREATE TABLE x (i INTEGER)",
        "SET enable_external_access = true",
    ],
)
def test_sql_on_a_folder_reaches_nothing_else(archive: Path, tmp_path: Path, sql: str) -> None:
    """The walls around an archive stand around a folder, too."""
    export(archive, tmp_path / "out")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with pytest.raises(ArchiveRefusedError):
        run(tmp_path / "out", sql.format(folder=tmp_path / "out"))
    assert run(tmp_path / "out", "SELECT count(*) FROM games").rows == [[4]]


def test_nothing_else_is_overwritten(archive: Path, tmp_path: Path) -> None:
    """A folder with other files, a file, a missing parent and a name that is a pattern are refused."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    (tmp_path / "file").touch()
    for name in ("mine", "file", "no/where", "a*b"):
        with pytest.raises(NotWrittenError):
            export(archive, tmp_path / name)
    assert (tmp_path / "mine" / "thesis.txt").exists()
    (tmp_path / "empty").mkdir()
    assert export(archive, tmp_path / "empty") == 4


def test_a_folder_of_another_layout_is_refused(archive: Path, tmp_path: Path) -> None:
    """The mark says which layout it has; a broken one is no archive."""
    export(archive, tmp_path / "out")
    (tmp_path / "out" / MARK).write_text('{"format":"playfold-archive/99","engine":"x"}')
    with pytest.raises(ArchiveRefusedError, match="playfold-archive/99"):
        open_archive(tmp_path / "out")
    (tmp_path / "out" / MARK).write_text("{")
    with pytest.raises(ArchiveRefusedError, match="cannot be read"):
        open_archive(tmp_path / "out")
    with pytest.raises(ArchiveRefusedError, match="folder"):
        open_archive(tmp_path)
