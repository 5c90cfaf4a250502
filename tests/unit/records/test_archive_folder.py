"""An archive as a folder of Parquet files: the same tables, and SQL that reaches nothing else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError, NotWrittenError
from playfold.records.archive_file import export, open_archive, open_to_write
from playfold.records.archive_folder import MARK, folder_names
from playfold.records.archive_tables import TABLES
from playfold.records.archive_views import VIEWS
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
    assert (folder / "games" / "by_rule_set=x" / "by_version=1.0").is_dir()
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


def test_folders_have_names_of_their_own(archive: Path, tmp_path: Path) -> None:
    """No file has a column of the folders' names, every file has rule set and version, in all tables alike."""
    export(archive, tmp_path / "out")
    places: dict[str, set[str]] = {}
    for file in (tmp_path / "out").rglob("*.parquet"):
        table, *partition = file.parent.relative_to(tmp_path / "out").parts
        assert [part.partition("=")[0] for part in partition] == ["by_rule_set", "by_version"]
        with duckdb.connect() as connection:
            found = connection.execute("SELECT * FROM read_parquet($1, hive_partitioning = false)", [str(file)])
            columns = [column[0] for column in found.description or []]
            assert {"rule_set", "version"} <= set(columns)
            assert not {"by_rule_set", "by_version"} & set(columns)
            if found.fetchall():
                places.setdefault(table, set()).add("/".join(partition))
    assert len(places["games"]) == 4
    assert places["games"] == places["seats"] == places["events"]
    assert "by_rule_set=x/by_version=1.0" in places["games"]
    assert any(place.endswith("/by_version=none") for place in places["games"])


@pytest.mark.parametrize("name", ["\N{DANCER}" * 60, "=" * 200, "/" * 2000, "x" * 300])
def test_names_of_any_length_go_out(archive: Path, tmp_path: Path, name: str) -> None:
    """A rule set or version whose name is too long for a folder has all of it in the files."""
    with open_to_write(archive, tmp_path, "test") as connection:
        connection.execute("UPDATE games SET rule_set = $1, version = $1 || '2' WHERE game = 'g0'", [name])
        connection.execute("UPDATE games SET rule_set = $1, version = $1 || '3' WHERE game = 'g1'", [name])
    assert export(archive, tmp_path / "out") == 4
    with open_archive(tmp_path / "out") as connection:
        sql = "SELECT version FROM games JOIN seats USING (game) WHERE rule_set = $1 ORDER BY game"
        assert connection.execute(sql, [name]).fetchall() == [(name + "2",), (name + "3",)]


def test_names_of_folders_differ_everywhere() -> None:
    """Also where a file system has no capital letters or spells accents apart; what is empty is none."""
    values = ["", "none", "x", "X", "\N{LATIN SMALL LETTER U WITH DIAERESIS}", "u\N{COMBINING DIAERESIS}", "1.0"]
    names = folder_names(values)
    assert (names[""], names["1.0"]) == ("none", "1.0")
    assert len({name.casefold() for name in names.values()}) == len(values)
    assert all(name.isascii() or len(name) > 16 for name in names.values())


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


@pytest.mark.parametrize("name", ["'{inside}'", '"{inside}"', "'{folder}/**/*.parquet'", "'{link}'", "x.parquet"])
def test_sql_on_a_folder_gets_no_files_of_it(archive: Path, tmp_path: Path, name: str) -> None:
    """Not even its own, nor what a link in it leads to: tables and views are what there is to ask."""
    folder = tmp_path / "out"
    export(archive, folder)
    (tmp_path / "secret.csv").write_text("secret\n1\n")
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    inside = next((folder / "games").rglob("*.parquet"))
    sql = f"FROM {name.format(inside=inside, folder=folder, link=folder / 'link.csv')}"
    with pytest.raises(ArchiveRefusedError, match="SQL gets no files"):
        run(folder, sql)


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


@pytest.mark.parametrize(
    "other",
    [
        "games/notes.txt",
        "games/mine/a.parquet",
        "games/by_rule_set=tic-tac-toe/my.parquet",
        "games/by_rule_set=tic-tac-toe/by_version=1.0/notes.txt",
        "games/by_rule_set=tic-tac-toe/by_version=1.0/data_7.parquet",
        "about/a.parquet",
        "empty/",
    ],
)
def test_what_others_keep_inside_of_an_export_stays(archive: Path, tmp_path: Path, other: str) -> None:
    """However deep it lies and whatever its name, a folder that holds it is not replaced, and it is named."""
    folder = tmp_path / "out"
    export(archive, folder)
    mine = folder / other
    if other.endswith("/"):
        mine.mkdir()
    else:
        mine.parent.mkdir(parents=True, exist_ok=True)
        mine.write_text("precious")
    with pytest.raises(NotWrittenError, match="beside an export, which would be replaced"):
        export(archive, folder)
    assert mine.is_dir() or mine.read_text() == "precious"
    shutil.rmtree(folder)
    export(archive, folder)
    assert export(archive, folder) == export(archive, tmp_path / "new")


def test_a_folder_of_another_layout_is_refused(archive: Path, tmp_path: Path) -> None:
    """The mark says which layout it has; a broken one is no archive."""
    export(archive, tmp_path / "out")
    (tmp_path / "out" / MARK).write_text('{"format":"playfold-archive/99","engine":"x"}')
    with pytest.raises(ArchiveRefusedError, match="playfold-archive/99"):
        open_archive(tmp_path / "out")
    for damaged in (b"{", b"\xff", b'{"x":' + b"[" * 100_000):
        (tmp_path / "out" / MARK).write_bytes(damaged)
        with pytest.raises(ArchiveRefusedError, match="cannot be read"):
            open_archive(tmp_path / "out")
    (tmp_path / "out" / MARK).unlink()
    (tmp_path / "out" / MARK).mkdir()
    with pytest.raises(ArchiveRefusedError, match="cannot be read: Is a directory"):
        open_archive(tmp_path / "out")
    with pytest.raises(ArchiveRefusedError, match="folder"):
        open_archive(tmp_path)


@pytest.mark.parametrize("table", [name for name in TABLES if name != "about"])
def test_a_folder_without_a_table_is_refused(archive: Path, tmp_path: Path, table: str) -> None:
    """A table that is missing is not taken for an empty one, nor one of whose files one is missing or damaged."""
    export(archive, tmp_path / "out")
    file = min((tmp_path / "out" / table).rglob("*.parquet"))
    kept = file.read_bytes()
    file.write_bytes(kept[: len(kept) // 2])
    with pytest.raises(ArchiveRefusedError, match=f"its table {table} cannot be read"):
        open_archive(tmp_path / "out")
    file.unlink()
    with pytest.raises(ArchiveRefusedError, match=rf"its table {table} (is missing|has 3 of its 4 files)"):
        open_archive(tmp_path / "out")
    shutil.rmtree(tmp_path / "out" / table)
    with pytest.raises(ArchiveRefusedError, match=f"its table {table} is missing") as refused:
        run(tmp_path / "out", "SELECT 1")
    assert "export it again" in refused.value.hint


def test_an_export_that_fails_speaks_of_its_folder(archive: Path, tmp_path: Path) -> None:
    """What goes wrong is said in words, of the folder that was named, and nothing is left beside it."""
    with pytest.raises(NotWrittenError) as refused:
        export(archive, tmp_path / ("n" * 256))
    assert "File name too long" in refused.value.message
    assert "Errno" not in refused.value.message
    assert ".new" not in str(refused.value)
    assert [found.name for found in tmp_path.iterdir()] == ["games.duckdb"]


def test_a_folder_whose_name_is_no_utf_8_is_refused(archive: Path, tmp_path: Path) -> None:
    """DuckDB takes no such name, of an export: that is said, and nothing is made."""
    with pytest.raises(NotWrittenError, match="no UTF-8"):
        export(archive, tmp_path / os.fsdecode(b"\xff"))
    assert [found.name for found in tmp_path.iterdir()] == ["games.duckdb"]
