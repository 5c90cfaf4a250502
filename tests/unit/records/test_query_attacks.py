"""Other people's SQL on an archive: every way out is shut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from playfold.records.archive_file import open_archive
from playfold.records.judging import SYSTEM_VIEWS, TABLE_FUNCTIONS, RefusedError, judge
from playfold.records.query import Answer

Ask = Callable[..., Answer]

WRITES = [
    "INSERT INTO games (game) VALUES ('x')",
    "UPDATE games SET game = 'x'",
    "DELETE FROM games",
    "DROP TABLE games",
    "CREATE TABLE x (i INTEGER)",
    "CREATE TEMPORARY TABLE x (i INTEGER)",
    "CREATE MACRO f(x) AS x",
    "ALTER TABLE games DROP COLUMN path",
    "TRUNCATE games",
    "MERGE INTO games USING games AS g ON games.game = g.game WHEN MATCHED THEN DELETE",
    "WITH x AS (INSERT INTO games (game) VALUES ('x') RETURNING game) SELECT * FROM x",
    "WITH x AS (DELETE FROM games RETURNING game) SELECT * FROM x",
    "WITH x AS (UPDATE games SET game = '' RETURNING game) SELECT * FROM x",
    "BEGIN",
    "CHECKPOINT",
    "FORCE CHECKPOINT",
    "VACUUM",
    "ANALYZE",
    "COMMENT ON TABLE games IS 'x'",
    "SELECT * FROM checkpoint()",
    "SELECT * FROM force_checkpoint()",
]
FILES = [
    "COPY games TO '{out}'",
    "COPY (SELECT 1) TO '{out}' (FORMAT parquet)",
    "COPY games FROM '/etc/passwd'",
    "EXPORT DATABASE '{out}'",
    "IMPORT DATABASE '{out}'",
    "ATTACH '{out}' AS x",
    "ATTACH ':memory:' AS x",
    "DETACH games",
    "USE memory",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM READ_TEXT('/etc/passwd')",
    "SELECT * FROM \"read_text\"('/etc/passwd')",
    "SELECT * FROM system.main.read_text('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_json_objects('/etc/passwd')",
    "SELECT * FROM read_ndjson('/etc/passwd')",
    "SELECT * FROM read_parquet('/etc/passwd')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_duckdb('{out}')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM '/etc/passwd.csv'",
    'SELECT * FROM "/etc/passwd.csv"',
    "DESCRIBE '/etc/passwd.csv'",
    "DESCRIBE SELECT * FROM read_text('/etc/passwd')",
    "SUMMARIZE SELECT * FROM read_text('/etc/passwd')",
    "SELECT (SELECT content FROM read_text('/etc/passwd')) AS x",
    "SELECT * FROM games WHERE path IN (SELECT content FROM read_text('/etc/passwd'))",
    "WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM x",
    "SELECT * FROM games, LATERAL (SELECT * FROM read_text(games.path))",
    "SELECT * FROM read_csv('https://example.com/x.csv')",
    "SELECT * FROM 'https://example.com/x.csv'",
    "SELECT * FROM 's3://bucket/x.parquet'",
    "SELECT * FROM read_parquet('hf://datasets/x/y.parquet')",
]
SETTINGS = [
    "INSTALL httpfs",
    "LOAD httpfs",
    "FORCE INSTALL httpfs FROM community",
    "UPDATE EXTENSIONS",
    "SET threads = 64",
    "SET GLOBAL enable_external_access = true",
    "RESET lock_configuration",
    "SET VARIABLE x = 1",
    "PRAGMA version",
    "PRAGMA enable_profiling",
    "CALL pragma_version()",
    "CALL enable_logging(storage = 'file')",
    "SELECT * FROM enable_logging(storage = 'file')",
    "SELECT * FROM enable_logging(storage := 'stdout')",
    "SELECT * FROM disable_logging()",
    "SELECT * FROM enable_profiling(save_location = '{out}')",
    "SELECT * FROM duckdb_logs()",
    "SELECT * FROM duckdb_settings()",
    "FROM pg_settings",
    "SELECT * FROM pg_catalog.pg_settings",
    'SELECT * FROM "PG_SETTINGS"',
    "SELECT * FROM duckdb_databases",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM duckdb_logs",
    "SELECT current_setting('secret_directory')",
    "SELECT 'threads'.current_setting()",
    "SELECT system.main.CURRENT_SETTING('threads')",
    "SELECT * FROM games WHERE game = current_setting('threads')::VARCHAR",
    "SELECT getvariable('x')",
    "SELECT json_serialize_plan('SELECT current_setting(''temp_directory'')', optimize := true)",
    "SELECT json_serialize_plan(sql) FROM (VALUES ('SELECT * FROM duckdb_settings()')) AS t(sql)",
    "SELECT write_log('x')",
    "SHOW secret_directory",
    "SELECT * FROM (SHOW threads)",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM which_secret('s3://x', 's3')",
    "CREATE SECRET x (TYPE s3)",
    "SELECT * FROM add_grammar_extension('x')",
    "SELECT * FROM register_external_resource('x', 'y')",
]
CODE = [
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('games')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "PRAGMA json_execute_serialized_sql('x')",
    "SELECT * FROM python_map_function(1)",
    "SELECT * FROM arrow_scan(1, 2, 3)",
    "SELECT * FROM pandas_scan(1)",
    "SELECT * FROM secret_of_the_caller",
    "PREPARE x AS SELECT 1",
    "EXECUTE x",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE games",
    "PIVOT games ON seats USING count(*)",
    "",
    " ; ",
    "-- nothing",
    "SELEC 1",
    "SELECT '\x00'; DROP TABLE games",
    "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "SELECT " + " + ".join(["1"] * 5000),
]


@pytest.mark.parametrize("sql", WRITES + FILES + SETTINGS + CODE)
def test_attacks_are_refused(ask: Ask, tmp_path: Path, sql: str) -> None:
    """SQL that writes, reaches a file or the network, changes a setting, or runs code is refused in one line."""
    secret_of_the_caller = [{"a": 1}]
    given = ask(sql.replace("{out}", str(tmp_path / "out")))
    del secret_of_the_caller
    assert given.refusal
    assert given.hint
    assert "\n" not in given.refusal + given.hint
    assert not given.chunks
    assert "root:" not in given.refusal
    assert list(tmp_path.iterdir()) == []


def test_unknown_table_functions_are_refused(archive: Path) -> None:
    """Every table function of this DuckDB that is not on the list is refused, so new ones are too."""
    connection = open_archive(archive)
    sql = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')"
    names = {row[0] for row in connection.execute(sql).fetchall()}
    assert len(names) > 80
    assert {"read_text", "glob"} <= names
    for name in sorted(names - TABLE_FUNCTIONS):
        with pytest.raises(RefusedError, match="is not run on an archive"):
            judge(connection, f"SELECT * FROM {name}()")  # noqa: S608 - names of DuckDB
    connection.close()


def test_unknown_views_of_duckdb_are_refused(archive: Path) -> None:
    """Every view that DuckDB itself has and that is not on the list is refused; those on it run."""
    connection = open_archive(archive)
    found = connection.execute("SELECT schema_name, view_name FROM duckdb_views() WHERE internal").fetchall()
    assert {"pg_settings", "duckdb_databases", "duckdb_logs", "columns"} <= {name for _, name in found}
    assert {name for _, name in found} > SYSTEM_VIEWS
    for schema, name in found:
        for way in (name, f"{schema}.{name.upper()}"):
            if name in SYSTEM_VIEWS:
                judge(connection, f"SELECT * FROM {way}")  # noqa: S608 - names of DuckDB
            else:
                with pytest.raises(RefusedError, match="is not run on an archive"):
                    judge(connection, f"SELECT * FROM {way}")  # noqa: S608 - as above
    connection.close()


def test_no_setting_is_shown(archive: Path, ask: Ask) -> None:
    """Whatever way there is to ask for a setting, none is answered, and the refusal does not tell it."""
    connection = open_archive(archive)
    names = [row[0] for row in connection.execute("SELECT name FROM duckdb_settings()").fetchall()]
    connection.close()
    assert {"secret_directory", "threads"} <= set(names)
    for name in [*names[::20], "secret_directory", "threads"]:
        shown = f"SHOW {name}"
        for sql in (shown, f"SELECT current_setting('{name}')", f"SELECT * FROM ({shown})"):  # noqa: S608 - as above
            refused = ask(sql).refusal
            assert "is not run on an archive" in refused, sql
            assert "stored_secrets" not in refused


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "COPY (SELECT 1) TO '{out}'",
        "ATTACH '{out}' AS x",
        "INSTALL httpfs",
        "SET lock_configuration = false",
        "CREATE TABLE x (i INTEGER)",
        "CALL enable_logging(storage = 'file')",
        "SELECT * FROM secret_of_the_caller",
        "SELECT * FROM 'https://example.com/x.csv'",
    ],
)
def test_the_connection_holds_alone(archive: Path, tmp_path: Path, sql: str) -> None:
    """Even without the look at its SQL, the connection itself lets nothing out."""
    secret_of_the_caller = [{"a": 1}]
    connection = open_archive(archive)
    with pytest.raises(duckdb.Error):
        connection.execute(sql.replace("{out}", str(tmp_path / "out"))).fetchall()
    connection.close()
    del secret_of_the_caller
    assert list(tmp_path.iterdir()) == []
