"""Rows of a query as Parquet."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from playfold.cli.parquet import unique, write_parquet
from playfold.errors import NotWrittenError
from playfold.records.query import Number, Rows

HOSTILE = "'); DROP TABLE games;-- \" =1+1 \N{RIGHT-TO-LEFT OVERRIDE}"
VALUES = {
    "UTINYINT": 3,
    "DECIMAL(4,2)": "1.50",
    "STRUCT(a INTEGER, b VARCHAR[])": {"a": 1, "b": [HOSTILE]},
    "BLOB": b"\xaa",
    "HUGEINT": 2**70,
    "TIMESTAMP": "2026-11-29T18:00:00",
    "DATE": "2026-11-29",
    "UUID": "61bf4dda-b2e4-4c68-b4f5-5da9b1b0edf9",
    "INTERVAL": "3 days, 1:00:00",
    "DOUBLE": 1.5,
    "MAP(VARCHAR, INTEGER)": {"a": 1},
    "BOOLEAN": True,
    "VARCHAR": HOSTILE,
}


def test_every_type_comes_back(tmp_path: Path) -> None:
    """A row of each type, and one of NULLs, are read again with the same types; names that come twice are numbered."""
    target = tmp_path / "x.parquet"
    names = ["same", "Same", HOSTILE, *(f"c{number}" for number in range(len(VALUES) - 3))]
    write_parquet(Rows(names, list(VALUES), [list(VALUES.values()), [None] * len(VALUES)], truncated=False), target)
    with duckdb.connect() as connection:
        found = connection.execute("SELECT columns(*)::VARCHAR FROM read_parquet($1)", [str(target)])
        described = [column[0] for column in found.description or []]
        first, second = found.fetchall()
        types = [row[1] for row in connection.execute(f"DESCRIBE FROM read_parquet('{target}')").fetchall()]
    assert described[:3] == ["same", "Same_2", HOSTILE]
    assert dict(zip(VALUES, first, strict=True)) == {
        **{kind: str(value) for kind, value in VALUES.items()},
        "STRUCT(a INTEGER, b VARCHAR[])": first[2],
        "BLOB": "\\xAA",
        "TIMESTAMP": "2026-11-29 18:00:00",
        "INTERVAL": "3 days 01:00:00",
        "MAP(VARCHAR, INTEGER)": "{a=1}",
        "BOOLEAN": "true",
        "HUGEINT": first[4],  # Parquet has no integers of 128 bits
    }
    assert HOSTILE.replace("'", "\\'") in first[2] or HOSTILE in first[2]
    assert set(second) == {None}
    assert [kind for kind in types if kind != "DOUBLE"] == [
        kind for kind in VALUES if kind not in ("DOUBLE", "HUGEINT")
    ]


def test_decimals_of_a_query_come_back(tmp_path: Path) -> None:
    """What a query gives as a decimal, in a list too, is one in the file."""
    target = tmp_path / "x.parquet"
    row = [Number("1.50"), [Number("2.25"), None]]
    write_parquet(Rows(["a", "b"], ["DECIMAL(4,2)", "DECIMAL(4,2)[]"], [row], truncated=False), target)
    with duckdb.connect() as connection:
        found = connection.execute("SELECT * FROM read_parquet($1)", [str(target)]).fetchall()
    assert found == [(Decimal("1.50"), [Decimal("2.25"), None])]


def test_no_rows_keep_their_columns(tmp_path: Path) -> None:
    """An answer without rows has its columns all the same."""
    write_parquet(Rows(["a"], ["INTEGER"], [], truncated=False), tmp_path / "x.parquet")
    with duckdb.connect() as connection:
        found = connection.execute(f"DESCRIBE FROM read_parquet('{tmp_path / 'x.parquet'}')").fetchall()
    assert [row[:2] for row in found] == [("a", "INTEGER")]


def test_a_log_is_not_overwritten(tmp_path: Path) -> None:
    """The file of an answer takes no log's place, and nothing is left beside it."""
    log = tmp_path / "g.jsonl"
    log.write_text('{"format":"playfold/1"}\n')
    with pytest.raises(NotWrittenError):
        write_parquet(Rows(["a"], ["INTEGER"], [[1]], truncated=False), log)
    assert [found.name for found in tmp_path.iterdir()] == ["g.jsonl"]


def test_names_differ() -> None:
    """Names that DuckDB takes for one are numbered."""
    assert unique(["a", "A", "a", "", "a_2"]) == ["a", "A_2", "a_3", "column", "a_2_2"]
