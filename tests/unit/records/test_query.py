"""Other people's SQL on an archive: what runs, and every way out that is shut."""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records import query, sandbox
from playfold.records.archive_file import one_line, open_archive, open_to_write
from playfold.records.judging import SYSTEM_VIEWS, TABLE_FUNCTIONS, RefusedError, judge
from playfold.records.query import Answer, Question, run
from playfold.records.sandbox import answer

HOSTILE = "'); DROP TABLE games;-- \" ; [/b] \N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.fixture(name="archive", scope="module")
def _archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An archive with 100 games, 100 seats; not one byte of it changes in this whole module."""
    folder = tmp_path_factory.mktemp("archive")
    path = folder / "games.duckdb"
    connection = open_to_write(path, folder, "test")
    connection.execute("INSERT INTO games (game, seats) SELECT 'g' || range, 2 FROM range(100)")
    connection.execute("INSERT INTO seats (game, seat, name) SELECT 'g' || range, 1, $1 FROM range(100)", [HOSTILE])
    connection.close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    yield path
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert [found.name for found in folder.iterdir()] == ["games.duckdb"]


def ask(archive: Path, sql: str, params: Any = None, seconds: float = 5.0, max_rows: int = 10) -> Answer:
    """Asks in this process what the child would be asked: the same code, without its start."""
    return answer(Question(str(archive), sql, params, seconds, max_rows, query.MEMORY))


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
def test_attacks_are_refused(archive: Path, tmp_path: Path, sql: str) -> None:
    """SQL that writes, reaches a file or the network, changes a setting, or runs code is refused in one line."""
    secret_of_the_caller = [{"a": 1}]
    given = ask(archive, sql.replace("{out}", str(tmp_path / "out")))
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


def test_no_setting_is_shown(archive: Path) -> None:
    """Whatever way there is to ask for a setting, none is answered, and the refusal does not tell it."""
    connection = open_archive(archive)
    names = [row[0] for row in connection.execute("SELECT name FROM duckdb_settings()").fetchall()]
    connection.close()
    assert {"secret_directory", "threads"} <= set(names)
    for name in [*names[::20], "secret_directory", "threads"]:
        shown = f"SHOW {name}"
        for sql in (shown, f"SELECT current_setting('{name}')", f"SELECT * FROM ({shown})"):  # noqa: S608 - as above
            refused = ask(archive, sql).refusal
            assert "is not run on an archive" in refused, sql
            assert "stored_secrets" not in refused


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "(" * 5000 + "1" + ")" * 5000,
        "SELECT " + " + ".join(["1"] * 5000),
        "SELECT " + "[" * 900 + "1" + "]" * 900,
        "SELECT " + "abs(" * 400 + "1" + ")" * 400,
        "SELECT 1 FROM " + "(SELECT * FROM " * 900 + "games" + ")" * 900,
    ],
    ids=["brackets", "sum", "lists", "calls", "selects"],
)
def test_what_is_nested_too_deeply_is_said_so(archive: Path, sql: str) -> None:
    """SQL of too many levels is refused in words about it, and so would a value be."""
    with pytest.raises(ArchiveRefusedError, match="nested too deeply") as refused:
        run(archive, sql)
    assert "Recursion" not in str(refused.value)
    assert "SET " not in str(refused.value)
    assert "nested too deeply" in sandbox._explain(RecursionError("maximum recursion depth exceeded"), sql).refusal


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


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT game FROM games",
        "FROM games",
        "TABLE games",
        "WITH x AS (SELECT 1 AS a) SELECT * FROM x;",
        "VALUES (1), (2)",
        "DESCRIBE games",
        "SHOW TABLES",
        "SHOW games",
        "SHOW ALL TABLES",
        "FROM information_schema.columns",
        "FROM duckdb_tables",
        "WITH pg_mine AS (SELECT 1) FROM pg_mine",
        "SUMMARIZE games",
        "PIVOT games ON seats IN (2, 3) USING count(*)",
        "UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b",
        "SELECT * FROM range(3)",
        "SELECT unnest([1, 2])",
        "SELECT * FROM json_each('{\"a\": 1}')",
        "SELECT wilson_low(1, 2)",
        "SELECT comment FROM duckdb_columns() WHERE table_name = 'games'",
    ],
)
def test_selects_run(archive: Path, sql: str) -> None:
    """SELECT in all its forms runs, with the harmless functions in FROM."""
    given = ask(archive, sql)
    assert given.refusal == ""
    assert given.chunks


def test_values_keep_their_types(archive: Path) -> None:
    """Numbers, text, lists, structs and NULL come as such; times, decimals and UUIDs as text; integers of any size."""
    rows = run(
        archive,
        "SELECT 1::HUGEINT << 100, 'inf'::DOUBLE, NULL, true, 'ü', [1, NULL], {'a': {'b': 2}}, map {1: 2},"
        " 1.50::DECIMAL(9, 2), TIMESTAMP '2026-11-29 18:03:22.12', DATE '2026-11-29', 'ab'::BLOB,"
        " '00000000-0000-4000-8000-000000000001'::UUID, '{\"a\": 1}'::JSON",
    )
    assert rows.rows == [
        [
            1 << 100,
            float("inf"),
            None,
            True,
            "ü",
            [1, None],
            {"a": {"b": 2}},
            {"1": 2},
            "1.50",
            "2026-11-29T18:03:22.120000",
            "2026-11-29",
            b"ab",
            "00000000-0000-4000-8000-000000000001",
            '{"a": 1}',
        ]
    ]
    assert isinstance(rows.rows[0][8], query.Number)
    assert rows.types[0] == "HUGEINT"
    assert rows.types[-1] == "JSON"
    assert not rows.truncated


def test_parameters_are_data(archive: Path) -> None:
    """Values for ? and $name are never read as SQL, and players' names come back as they are."""
    assert run(archive, "SELECT count(*) FROM seats WHERE name = ?", params=[HOSTILE]).rows == [[100]]
    assert run(archive, "SELECT $a, $b", params={"a": "'; --", "b": 7}).rows == [["'; --", 7]]
    assert run(archive, "SELECT DISTINCT name FROM seats").rows == [[HOSTILE]]


@pytest.mark.parametrize(
    ("params", "needed"),
    [
        ([b"x"], "a parameter is a bytes"),
        ([1 << 70], "cannot be sent"),
        (["\ud800"], "cannot be sent"),
        ([], "parameter"),
        ([1, 2], "parameter"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(archive: Path, params: list[Any], needed: str) -> None:
    """A parameter of another kind, or too many or too few of them, is told as such."""
    with pytest.raises(ArchiveRefusedError, match=needed):
        run(archive, "SELECT ?", params=params)


def test_rows_are_capped(archive: Path) -> None:
    """Never more rows come than were asked for, and what is cut off is said."""
    rows = run(archive, "SELECT range FROM range(1000000000000)", max_rows=100)
    assert (len(rows.rows), rows.truncated) == (100, True)
    rows = run(archive, "SELECT game FROM games", max_rows=100)
    assert (len(rows.rows), rows.truncated) == (100, False)


def test_bytes_are_capped(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows beyond the bytes that travel are cut off; when not even the first fit, the query is refused."""
    monkeypatch.setattr("playfold.records.sandbox.MAX_BYTES", 20_000)
    given = ask(archive, "SELECT repeat('x', 100) FROM range(1000000)", max_rows=1_000_000)
    assert given.truncated
    assert 100 < sum(len(query.rows_of(chunk)) for chunk in given.chunks) < 200
    assert "take more than" in ask(archive, "SELECT repeat('x', 100000) FROM range(3)").refusal


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE t AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM t) SELECT max(i) FROM t",
        "SELECT sum(a.range * b.range) FROM range(1000000000000) AS a, range(1000000000000) AS b",
        "SELECT repeat('x', 2000000000)",
        "SELECT length(repeat('x', 2000000000) || 'x')",
        "SELECT list(range) FROM range(1000000000000)",
        "SELECT * FROM range(1000000000000) ORDER BY hash(range)",
        "SELECT sleep_ms(100000)",
    ],
)
def test_endless_and_huge_queries_end(archive: Path, sql: str) -> None:
    """A query without end or of any size is stopped in time and memory, and the caller goes on."""
    begin = time.monotonic()
    with pytest.raises(ArchiveRefusedError, match=r"ran longer than|more memory") as refused:
        run(archive, sql, seconds=1, memory=256 << 20)
    assert time.monotonic() - begin < 6
    assert refused.value.hint
    assert run(archive, "SELECT 1").rows == [[1]]


def test_a_query_that_ends_its_process_is_refused(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were DuckDB to crash, the caller is told so and goes on."""
    crash = tmp_path / "crash"
    crash.write_text("#!/bin/sh\nkill -9 $$\n")
    crash.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(crash))
    with pytest.raises(ArchiveRefusedError, match="ended its process"):
        run(archive, "SELECT 1")


def test_errors_are_one_printable_line(archive: Path) -> None:
    """What DuckDB says of an error comes as one line in which nothing acts on a terminal."""
    with pytest.raises(ArchiveRefusedError) as refused:
        run(archive, "SELECT chr(27) || '[31m' || chr(8238)::VARCHAR || chr(10) || 'x' AS a, a::INTEGER")
    assert str(refused.value).isprintable()
    assert "\\x1b" in str(refused.value)
    with pytest.raises(ArchiveRefusedError, match='Did you mean "games"'):
        run(archive, "SELECT * FROM gamez")


def test_long_sql_is_refused(archive: Path) -> None:
    """SQL beyond 100,000 characters is not even parsed."""
    with pytest.raises(ArchiveRefusedError, match="100000"):
        run(archive, "SELECT 1 --" + "x" * 100_000)


# The file.


def refusal(path: Path) -> str:
    """Gives why an archive is refused; the same by both ways to open one."""
    with pytest.raises(ArchiveRefusedError) as refused:
        open_archive(path)
    with pytest.raises(ArchiveRefusedError) as again:
        run(path, "SELECT 1")
    assert str(again.value) == str(refused.value)
    assert refused.value.path == str(path)
    assert refused.value.hint
    return refused.value.message


def test_a_missing_archive_is_not_made(tmp_path: Path) -> None:
    """Asking an archive that is not there does not make one."""
    assert "no such archive" in refusal(tmp_path / "a.duckdb")
    assert "no such archive" in refusal(Path(":memory:"))
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    """A folder, a pipe, an empty file, text, SQLite and somebody else's DuckDB are told apart."""
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello, world\n" * 1000)
    (tmp_path / "sqlite").write_bytes(b"SQLite format 3\x00" + bytes(4096))
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / ("n" * 300)) == "the archive cannot be read: File name too long"
    duckdb.connect(str(tmp_path / "other.duckdb")).close()
    assert "folder" in refusal(tmp_path)
    assert "no regular file" in refusal(tmp_path / "pipe")
    for name in ("empty", "text", "sqlite"):
        assert "no DuckDB file" in refusal(tmp_path / name)
    assert "no archive of playfold" in refusal(tmp_path / "other.duckdb")


def test_another_format_is_refused(tmp_path: Path) -> None:
    """An archive of another layout is to be built again."""
    path = tmp_path / "a.duckdb"
    connection = open_to_write(path, tmp_path, "test")
    connection.execute("UPDATE about SET format = 'playfold-archive/99'")
    connection.close()
    assert "playfold-archive/99" in refusal(path)
    with pytest.raises(ArchiveRefusedError, match="playfold-archive/99"):
        open_to_write(path, tmp_path, "test")


def checksum(block: bytes) -> int:
    """Gives DuckDB's checksum of a block of its file."""
    result = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        result ^= word * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return result


def test_a_file_of_a_newer_duckdb_is_told(archive: Path, tmp_path: Path) -> None:
    """A file that a newer DuckDB wrote is named as such, with the way out."""
    data = bytearray(archive.read_bytes())
    assert struct.unpack_from("<Q", data)[0] == checksum(bytes(data[8:4096]))
    data[12:20] = struct.pack("<Q", 10**6)
    data[:8] = struct.pack("<Q", checksum(bytes(data[8:4096])))
    path = tmp_path / "new.duckdb"
    path.write_bytes(data)
    assert "newer version of DuckDB" in refusal(path)


def test_a_damaged_archive_is_told(archive: Path, tmp_path: Path) -> None:
    """A flipped byte in the header of the file, or a missing end, is refused with DuckDB's own words."""
    data = bytearray(archive.read_bytes())
    data[40] ^= 1
    (tmp_path / "flipped.duckdb").write_bytes(data)
    assert "cannot be opened" in refusal(tmp_path / "flipped.duckdb")
    (tmp_path / "cut.duckdb").write_bytes(archive.read_bytes()[:10_000])
    assert "cannot be opened" in refusal(tmp_path / "cut.duckdb")


@pytest.mark.parametrize("name", ["-rf", "md:x", "http:x", "a'b \"c", "ü \N{SNOWMAN}", "a\nb"])
def test_any_name_of_a_file_will_do(archive: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that look like options, addresses or SQL are names."""
    (tmp_path / name).write_bytes(archive.read_bytes())
    monkeypatch.chdir(tmp_path)
    connection = open_archive(name)
    assert connection.execute("SELECT count(*) FROM games").fetchall() == [(100,)]
    connection.close()


def test_a_question_mark_in_a_name_is_told(archive: Path, tmp_path: Path) -> None:
    """DuckDB cannot open such a file; it is said in our words, and nothing is made."""
    (tmp_path / "a?b").write_bytes(archive.read_bytes())
    assert "question mark" in refusal(tmp_path / "a?b")
    with pytest.raises(ArchiveRefusedError, match="question mark"):
        open_to_write(tmp_path / "new?x", tmp_path, "test")
    assert [found.name for found in tmp_path.iterdir()] == ["a?b"]


HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


def test_a_locked_archive_is_waited_for_then_told(archive: Path, tmp_path: Path) -> None:
    """While another process writes, asking waits for a moment, then says so; once it is done, asking works."""
    path = tmp_path / "held.duckdb"
    path.write_bytes(archive.read_bytes())
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ArchiveRefusedError, match="another process has this archive open"):
            open_archive(path)
        letting_go = threading.Timer(0.5, holder.stdin.close)
        letting_go.start()
        assert run(path, "SELECT 1").rows == [[1]]
        letting_go.join()


def test_duckdb_is_loaded_late() -> None:
    """Importing the module does not load DuckDB: commands that need none start fast."""
    code = "import sys, playfold.records.query, playfold.replay.archive; print('duckdb' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_one_line_leaves_out_the_quoted_sql() -> None:
    """Of DuckDB's message the first sentence stays, not the picture of the SQL below it."""
    assert one_line("Parser Error: no\n\nLINE 1: x\n        ^") == "Parser Error: no"
    assert one_line("a\x1b[0m\nb") == "a\\x1b[0m b"


@pytest.mark.parametrize(
    ("sql", "where"),
    [
        ("SELECT 1,\n 'ä', foo FROM games", "(line 2, column 7)"),
        ("SELEC 1", "(line 1, column 1)"),
        ("SELECT *\nFROM gams", "(line 2, column 6)"),
    ],
)
def test_errors_say_where(archive: Path, sql: str, where: str) -> None:
    """What is wrong with SQL is said in one line, with its line and column, counted in characters."""
    refused = ask(archive, sql).refusal
    assert refused.endswith(where)
    assert "\n" not in refused
    assert "{" not in refused
