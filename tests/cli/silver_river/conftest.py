"""The header of the logs of The Silver River that are written by hand."""

from __future__ import annotations

import pytest

import playfold
from playfold.records.header import Header


@pytest.fixture(name="header", scope="module")
def _header(tmp_path_factory: pytest.TempPathFactory) -> Header:
    """The header of a game of three."""
    with playfold.new(tmp_path_factory.mktemp("header") / "g.jsonl", "silver-river", ["Ann", "Bob", "Cem"]) as game:
        return game.header
