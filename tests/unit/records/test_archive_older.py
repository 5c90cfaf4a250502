"""Archives of older layouts, and files that only look like one."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from playfold.records.archive_older import OldGame, older
from playfold.records.archive_tables import FORMAT

KIND = FORMAT.partition("/")[0]


def made(path: Path, layout: str, games: str) -> Path:
    """Makes a database that says of itself that it is an archive."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about AS SELECT $1::VARCHAR AS format", [layout])
        connection.execute(f"CREATE TABLE games AS {games}")
    return path


@pytest.mark.parametrize(
    ("games", "wanted"),
    [
        (
            "SELECT 'g' AS game, 'a.jsonl' AS path, 'clean' AS grade, true AS deep",
            OldGame("g", "a.jsonl", "clean", True),
        ),
        ("SELECT 'g' AS game, 'a.jsonl' AS path", OldGame("g", "a.jsonl", "", False)),
        ("SELECT NULL AS game, 'a.jsonl'::BLOB AS path, NULL AS deep", OldGame("", "a.jsonl", "", False)),
        ("SELECT 1 AS game, ['x'] AS path, 2 AS grade, 1 AS deep", OldGame("1", "[x]", "2", True)),
    ],
)
def test_a_game_is_read_as_far_as_the_layout_says(tmp_path: Path, games: str, wanted: OldGame) -> None:
    """Columns that are not there, hold nothing, or have another type than today's give texts and a yes or no."""
    found = older(made(tmp_path / "x.duckdb", f"{KIND}/1", games))
    assert found == (f"{KIND}/1", (wanted,))


@pytest.mark.parametrize("layout", [FORMAT, f"{KIND}/x", f"{KIND}/", "other/1", f"{KIND}/{'9' * 5000}", ""])
def test_what_has_no_older_layout(tmp_path: Path, layout: str) -> None:
    """Today's layout is none, nor is a number that cannot be one."""
    assert older(made(tmp_path / "x.duckdb", layout, "SELECT 'g' AS game, 'a.jsonl' AS path")) is None
