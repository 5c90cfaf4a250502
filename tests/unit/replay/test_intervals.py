"""The interval of a share: Wilson's figures, and one formula in Python and SQL."""

from __future__ import annotations

import duckdb
import pytest

from playfold.records.archive_statements import schema
from playfold.replay.intervals import wilson


def test_published_figures() -> None:
    """81 of 263, the example of Newcombe (Statistics in Medicine 17, 1998, table I): 0.2553 to 0.3662."""
    assert [round(bound, 4) for bound in wilson(81, 263)] == [0.2553, 0.3662]


def test_the_ends_are_exact() -> None:
    """None of n begins at 0, all of n end at 1, and without any game nothing is known."""
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_python_and_sql_agree() -> None:
    """The macros of an archive give the same bounds."""
    connection = duckdb.connect()
    for statement in schema():
        if "wilson" in statement and "MACRO" in statement:
            connection.execute(statement)
    for k, n in ((0, 1), (1, 1), (3, 10), (81, 263), (999, 1000)):
        row = connection.execute("SELECT wilson_low($1, $2), wilson_high($1, $2)", [k, n]).fetchone()
        assert row == pytest.approx(wilson(k, n), abs=1e-12)
