"""The tables, views and macros of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import duckdb
import pytest

from playfold.records.archive_statements import schema
from playfold.records.archive_tables import FORMAT, TABLES
from playfold.records.archive_views import VIEWS


@pytest.fixture(name="empty")
def _empty() -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty archive in memory."""
    connection = duckdb.connect()
    connection.execute(";\n".join(schema()))
    yield connection
    connection.close()


def test_no_column_is_a_reserved_word(empty: duckdb.DuckDBPyConnection) -> None:
    """Every table, view and column can be written in SQL without quotes."""
    reserved = {
        row[0]
        for row in empty.execute(
            "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')"
        ).fetchall()
    }
    assert {"on", "to", "select"} <= reserved
    found = empty.execute("SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal").fetchall()
    assert len(found) > 100
    for table, column in found:
        assert not {table, column} & reserved
        empty.execute(f"SELECT {column} AS x FROM {table} ORDER BY {column}").fetchall()  # noqa: S608 - our own names


def test_everything_says_what_it_means(empty: duckdb.DuckDBPyConnection) -> None:
    """Each table, each column of a table and each view carries its meaning, where SQL can ask for it."""
    assert empty.execute("SELECT count(*) FROM duckdb_tables() WHERE comment IS NULL").fetchall() == [(0,)]
    assert empty.execute("SELECT count(*) FROM duckdb_views() WHERE NOT internal AND comment IS NULL").fetchall() == [
        (0,)
    ]
    said = dict(
        empty.execute(
            "SELECT table_name || '.' || column_name, comment FROM duckdb_columns()"
            " WHERE table_name IN (SELECT table_name FROM duckdb_tables())"
        ).fetchall()
    )
    assert said == {f"{name}.{c.name}": c.says for name, table in TABLES.items() for c in table.columns}


@pytest.mark.parametrize("view", VIEWS)
def test_views_answer_an_empty_archive(empty: duckdb.DuckDBPyConnection, view: str) -> None:
    """With no games there are no rows, and no errors."""
    assert empty.execute(f"SELECT * FROM {view}").fetchall() == []  # noqa: S608 - our own names


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (50_000, 100_000), (1, 1)])
def test_intervals_are_wilsons(empty: duckdb.DuckDBPyConnection, k: int, n: int) -> None:
    """The interval of a rate is Wilson's score interval at 95 %."""
    z, p = 1.959963984540054, k / n
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    ((low, high),) = empty.execute("SELECT wilson_low($1, $2), wilson_high($1, $2)", [k, n]).fetchall()
    assert low == pytest.approx((middle - half) / (1 + z * z / n), abs=1e-6)
    assert high == pytest.approx((middle + half) / (1 + z * z / n), abs=1e-6)
    assert 0 <= low <= p <= high <= 1


def test_a_rate_of_nothing_has_no_interval(empty: duckdb.DuckDBPyConnection) -> None:
    """With n = 0 there is NULL, not an error."""
    assert empty.execute("SELECT wilson_low(0, 0), wilson_high(0, 0)").fetchall() == [(None, None)]


def played(empty: duckdb.DuckDBPyConnection, game: str, rules: str, grade: str, won: int, origin: str = "") -> None:
    """Puts a two-seat game of bots into the archive."""
    empty.execute(
        "INSERT INTO games (game, rules, grade, players, seats, reason, winners, origin, turns)"
        " VALUES ($1, $2, $3, 'bots', 2, 'three', [$4], $5, 9)",
        [game, rules, grade, won, origin or None],
    )
    for seat in (1, 2):
        row = [game, seat, seat == won]
        empty.execute("INSERT INTO seats (game, seat, won, placed) VALUES ($1, $2, $3, true)", row)


def test_rates_pool_no_rules_and_count_clean_games_alone(empty: duckdb.DuckDBPyConnection) -> None:
    """Win rates keep versions of the rules apart, and leave out games that are not clean and extracts of games here."""
    for number in range(3):
        played(empty, f"a{number}", "x@1", "clean", 1)
    played(empty, "b", "x@1+y=2", "clean", 2)
    played(empty, "c", "x@1", "taken_back", 2)
    played(empty, "d", "x@1", "damaged", 2)
    played(empty, "e", "x@1", "clean", 2, origin="a0")
    played(empty, "f", "x@1", "clean", 2, origin="elsewhere")
    found = empty.execute("SELECT rules, seat, n, wins, rate FROM win_rates").fetchall()
    assert found == [
        ("x@1", 1, 4, 3, 0.75),
        ("x@1", 2, 4, 1, 0.25),
        ("x@1+y=2", 1, 1, 0, 0.0),
        ("x@1+y=2", 2, 1, 1, 1.0),
    ]
    assert empty.execute("SELECT rules, n FROM game_lengths").fetchall() == [("x@1", 4), ("x@1+y=2", 1)]
    assert empty.execute("SELECT grade, games FROM grades WHERE rules = 'x@1'").fetchall() == [
        ("clean", 5),
        ("damaged", 1),
        ("taken_back", 1),
    ]


def test_the_format_has_a_version() -> None:
    """The layout is named, so that another one can be refused."""
    assert FORMAT == "playfold-archive/3"
