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
    """Each table, each of their columns and each view carries its meaning, where SQL can ask for it."""
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


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_columns_are_as_they_are_documented(empty: duckdb.DuckDBPyConnection, name: str) -> None:
    """Each column of each table and view has the name, place, type and meaning that docs/archive.md gives."""
    columns = (TABLES.get(name) or VIEWS[name]).columns
    described = empty.execute(f"DESCRIBE {name}").fetchall()
    assert [(row[0], row[1]) for row in described] == [(column.name, column.type) for column in columns]
    said = empty.execute(
        "SELECT comment FROM duckdb_columns() WHERE table_name = $1 ORDER BY column_index", [name]
    ).fetchall()
    assert said == [(column.says,) for column in columns]
    assert all(column.says and "|" not in column.says for column in columns)


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


@pytest.mark.parametrize(("k", "n"), [(0, 0), (1, -1), (-1, 5), (6, 5)])
def test_a_share_that_is_none_has_no_interval(empty: duckdb.DuckDBPyConnection, k: int, n: int) -> None:
    """Of nothing, of fewer than none, and of more than all there is NULL: no error, and no NaN."""
    assert empty.execute("SELECT wilson_low($1, $2), wilson_high($1, $2)", [k, n]).fetchall() == [(None, None)]


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


def add(empty: duckdb.DuckDBPyConnection, table: str, **row: object) -> None:
    """Adds a row to a table."""
    places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
    empty.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))  # noqa: S608 - names of tests


def some_games(empty: duckdb.DuckDBPyConnection) -> None:
    """Adds two games of two seats and one of three seats by the same rules, and a result of two seats."""
    for game, seats, grade in (("a", 2, "clean"), ("b", 2, "clean"), ("c", 3, "clean"), ("d", 2, "result")):
        turns, minutes = (None, 50) if grade == "result" else (10 * seats, None)
        row = {"reason": "won" if grade == "result" else "line", "turns": turns, "minutes": minutes}
        add(empty, "games", game=game, rules="x@1", players="people", seats=seats, grade=grade, **row)


def test_events_are_counted_by_the_number_of_seats(empty: duckdb.DuckDBPyConnection) -> None:
    """Games with more seats have their own rows and their own n; a result, which has no events, is in none."""
    some_games(empty)
    for n, game in enumerate("aaabcccc"):
        add(empty, "events", game=game, n=n, type="moved", on_main=True)
    add(empty, "events", game="a", n=9, type="passed", on_main=True)
    found = empty.execute("SELECT rules, players, seats, type, events, games, n, per_game FROM event_counts").fetchall()
    assert found == [
        ("x@1", "people", 2, "moved", 4, 2, 2, 2.0),
        ("x@1", "people", 2, "passed", 1, 1, 2, 0.5),
        ("x@1", "people", 3, "moved", 4, 1, 1, 4.0),
    ]


def test_grades_are_counted_by_the_number_of_seats(empty: duckdb.DuckDBPyConnection) -> None:
    """A grade has a row for each number of seats, as in the other views that speak of many games."""
    some_games(empty)
    assert empty.execute("SELECT rules, players, seats, grade, games FROM grades").fetchall() == [
        ("x@1", "people", 2, "clean", 2),
        ("x@1", "people", 2, "result", 1),
        ("x@1", "people", 3, "clean", 1),
    ]


def test_refusals_are_counted_by_the_number_of_seats(empty: duckdb.DuckDBPyConnection) -> None:
    """The same rule has a row for each number of seats, the most frequent one first."""
    some_games(empty)
    for n, game in enumerate("abccc"):
        add(empty, "refusals", game=game, n=n, type="moved", rule="move.far")
    assert empty.execute("SELECT rules, players, seats, rule, type, refusals, games FROM stumbles").fetchall() == [
        ("x@1", "people", 3, "move.far", "moved", 3, 1),
        ("x@1", "people", 2, "move.far", "moved", 2, 2),
    ]


def test_fun_is_that_of_a_number_of_seats_and_a_kind_of_players(empty: duckdb.DuckDBPyConnection) -> None:
    """The mean is one of games of the same kind; of a seat the last rating counts."""
    some_games(empty)
    add(empty, "games", game="e", rules="x@1", players="mixed", seats=2, grade="clean")
    for n, (game, seat, fun) in enumerate([("a", 1, 1), ("a", 1, 5), ("b", 1, 4), ("c", 3, 2), ("e", 1, 3)]):
        add(empty, "ratings", game=game, n=n, seat=seat, fun=fun)
    assert empty.execute("SELECT rules, players, seats, n, games, mean, least, most FROM fun").fetchall() == [
        ("x@1", "mixed", 2, 1, 1, 3.0, 3, 3),
        ("x@1", "people", 2, 2, 2, 4.5, 4, 5),
        ("x@1", "people", 3, 1, 1, 2.0, 2, 2),
    ]


def test_a_result_says_neither_why_a_game_ended_nor_how_many_turns_it_had(empty: duckdb.DuckDBPyConnection) -> None:
    """Imported results have their own rows and n among the endings; among lengths they have minutes alone."""
    some_games(empty)
    assert empty.execute("SELECT seats, grade, reason, games, n, rate FROM endings").fetchall() == [
        (2, "clean", "line", 2, 2, 1.0),
        (2, "result", "won", 1, 1, 1.0),
        (3, "clean", "line", 1, 1, 1.0),
    ]
    assert empty.execute("SELECT seats, n, mean_turns, timed, median_minutes FROM game_lengths").fetchall() == [
        (2, 2, 20.0, 1, 50.0),
        (3, 1, 30.0, 0, None),
    ]


def test_the_format_has_a_version() -> None:
    """The layout is named, so that another one can be refused."""
    assert FORMAT == "playfold-archive/5"
