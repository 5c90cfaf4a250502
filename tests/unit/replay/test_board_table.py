"""Tables beside a board, in terminals that are too narrow for them."""

from __future__ import annotations

import pytest

from playfold.engine.scene import Table
from playfold.replay.board_table import lines

HEADS = ("seat", "points", "systems", "nebulae", "trade", "what it has done")
ROW = ("@1", "31", "7", "0", "12", "colonised two planets")


@pytest.mark.parametrize("limit", [16, 24, 40, 80])
def test_a_table_that_is_too_wide_stands_in_parts(limit: int) -> None:
    """Words stay whole and lines within the limit: what does not fit stands below, after the first column."""
    found = lines(Table("Points", HEADS, (ROW,)), ["Ann"], limit)
    assert max(map(len, found)) <= limit
    parts = sum(line.startswith("seat") for line in found)
    assert (parts == 1) == (limit == 80)
    words = " ".join(("Points", *HEADS[1:], *ROW[1:], *["seat Ann"] * parts)).split()
    assert sorted(" ".join(found).split()) == sorted(words)


def test_a_very_long_word_is_cut_for_the_others() -> None:
    """A name without a space does not push the rest out of the terminal, nor a column that stands alone."""
    table = Table("", ("seat", "n"), (("x" * 100, "1"),))
    assert lines(table, [], 40)[0] == f"{'seat':<37}  n"
    assert max(map(len, lines(table, [], 20))) == 20
    assert max(map(len, lines(Table("", ("x" * 100,), ()), [], 20))) == 20
    assert lines(Table("Nothing", (), ()), [], 20) == ["Nothing"]
