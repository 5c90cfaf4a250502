"""The rows of an archive, as they stand in its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playfold.records.archive_file import open_archive
from playfold.records.archive_tables import TABLES


def ask(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Gives the rows of a query."""
    with open_archive(path) as connection:
        return connection.execute(sql).fetchall()


def dump(path: Path) -> dict[str, list[str]]:
    """Gives all rows of an archive, sorted, as text."""
    with open_archive(path) as connection:
        return {
            table: sorted(repr(row) for row in connection.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 - names of TABLES
            for table in TABLES
        }
