"""Stores rows that were staged in files: those of chosen logs, in place of what there was of their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from playfold.records.archive_statements import CHOSEN, FOLLOWS, insert
from playfold.records.archive_tables import TABLES

if TYPE_CHECKING:
    import duckdb


RESULT = "result"
"""The grade of games that were imported: they have no log."""


class Choice(NamedTuple):
    """A log whose rows are stored: its game, its number in this run, and the path that is kept of it."""

    game: str
    src: int
    path: str


STORED = tuple(table for table in TABLES if table != "about")
"""The tables that hold games."""


def store(
    connection: duckdb.DuckDBPyConnection,
    choices: Sequence[Choice],
    files: Mapping[str, str],
    there: Iterable[str] = (),
) -> None:
    """Stores the rows of some logs, in the transaction that is open.

    Args:
        connection: to the archive.
        choices: the logs.
        files: by table, a file with rows of these logs, and perhaps of others.
        there: games that have rows in the archive already; those of the chosen ones give way.
    """
    execute = connection.execute
    execute(CHOSEN)
    games = [choice.game for choice in choices]
    execute(
        "INSERT INTO chosen SELECT unnest($1::VARCHAR[]), unnest($2::INTEGER[]), unnest($3::VARCHAR[])",
        [games, [choice.src for choice in choices], [choice.path for choice in choices]],
    )
    drop(connection, set(games).intersection(there))
    for table in STORED:
        if files.get(table):
            execute(insert(table), [files[table]])
    for statement in FOLLOWS.values():
        execute(statement)
    execute("DROP TABLE chosen")


def drop(connection: duckdb.DuckDBPyConnection, games: Iterable[str]) -> None:
    """Removes games, in the transaction that is open."""
    gone = sorted(games)
    if gone:
        for table in STORED:
            connection.execute(f"DELETE FROM {table} WHERE game IN (SELECT unnest($1::VARCHAR[]))", [gone])  # noqa: S608 - names of TABLES
