"""SQL on an archive that runs: what comes back, how much of it, and what is said of what does not."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records import query, sandbox
from playfold.records.query import Answer, run

Ask = Callable[..., Answer]


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
def test_selects_run(ask: Ask, sql: str) -> None:
    """SELECT in all its forms runs, with the harmless functions in FROM."""
    given = ask(sql)
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


def test_parameters_are_data(archive: Path, hostile: str) -> None:
    """Values for ? and $name are never read as SQL, and players' names come back as they are."""
    assert run(archive, "SELECT count(*) FROM seats WHERE name = ?", params=[hostile]).rows == [[100]]
    assert run(archive, "SELECT $a, $b", params={"a": "'; --", "b": 7}).rows == [["'; --", 7]]
    assert run(archive, "SELECT DISTINCT name FROM seats").rows == [[hostile]]


def test_a_list_is_a_parameter(archive: Path) -> None:
    """Flat lists come as lists of SQL, and their text is data, too."""
    assert run(archive, "SELECT 'b' IN $a, $a, len($b)", params={"a": ["'; --", "b"], "b": []}).rows == [
        [True, ["'; --", "b"], 0]
    ]
    assert run(archive, "SELECT list_sum(?)", params=[[1, None, 2]]).rows == [[3]]


@pytest.mark.parametrize(
    ("params", "needed"),
    [
        ([b"x"], "a parameter is a bytes"),
        ([["a", ["b"]]], "what is in the list of a parameter is a list"),
        ([[1 << 70]], "the parameter 1 is an integer of more than 64 bits"),
        ([1 << 70], "the parameter 1 is an integer of more than 64 bits"),
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


def test_bytes_are_capped(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows beyond the bytes that travel are cut off; when not even the first fit, the query is refused."""
    monkeypatch.setattr("playfold.records.sandbox.MAX_BYTES", 20_000)
    given = ask("SELECT repeat('x', 100) FROM range(1000000)", max_rows=1_000_000)
    assert given.truncated
    assert 100 < sum(len(query.rows_of(chunk)) for chunk in given.chunks) < 200
    assert "take more than" in ask("SELECT repeat('x', 100000) FROM range(3)").refusal


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


@pytest.mark.parametrize(
    ("sql", "where"),
    [
        ("SELECT 1,\n 'ä', foo FROM games", "(line 2, column 7)"),
        ("SELEC 1", "(line 1, column 1)"),
        ("SELECT *\nFROM gams", "(line 2, column 6)"),
    ],
)
def test_errors_say_where(ask: Ask, sql: str, where: str) -> None:
    """What is wrong with SQL is said in one line, with its line and column, counted in characters."""
    refused = ask(sql).refusal
    assert refused.endswith(where)
    assert "\n" not in refused
    assert "{" not in refused


def test_infinite_times_have_their_words(ask: Ask) -> None:
    """Infinite timestamps and dates are `infinity` and `-infinity`, nested ones too; the last day of 9999 is a day."""
    sql = """SELECT TIMESTAMP 'infinity', DATE '-infinity', TIMESTAMP '-infinity', DATE 'infinity',
        TIMESTAMPTZ 'infinity', TIMESTAMP_NS 'infinity', TIMESTAMP_S '-infinity', [DATE 'infinity'],
        MAP {DATE 'infinity': 1}, DATE '9999-12-31', TIMESTAMP '9999-12-31 23:59:59.999999', DATE '0001-01-01',
        TIMESTAMP '0001-01-01'"""
    assert query.rows_of(ask(sql).chunks[0]) == [
        [
            *("infinity", "-infinity", "-infinity", "infinity", "infinity", "infinity", "-infinity", ["infinity"]),
            *({"infinity": 1}, "9999-12-31", "9999-12-31T23:59:59.999999", "0001-01-01", "0001-01-01T00:00:00"),
        ]
    ]
