"""The text of a coverage: values that never came."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.cli.covering import _spans


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([1, 2, 3, 5], ["1-3", "5"]),
        ([-9, -8, -7, -5, 0, 1], ["-9 to -7", "-5", "0-1"]),
        ([-1, 0, 1], ["-1 to 1"]),
        ([None, True, "a", ""], ["null", "true", "a", '""']),
    ],
)
def test_values_are_written_so_that_they_show(values: list[Any], shown: list[str]) -> None:
    """Runs of integers are spans that can be read below zero too, and an empty text is not nothing."""
    assert list(_spans(values)) == shown
