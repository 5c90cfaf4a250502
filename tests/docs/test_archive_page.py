"""docs/archive.md is made from the tables and views of the code."""

from __future__ import annotations

import runpy
from pathlib import Path

HERE = Path(__file__).parent


def test_the_page_is_up_to_date() -> None:
    """docs/archive.md has every table, column and view, as the code says them."""
    page = runpy.run_path(str(HERE / "archive_page.py"))["page"]()
    hint = "run: python tests/docs/archive_page.py > docs/archive.md"
    assert (HERE.parents[1] / "docs" / "archive.md").read_text("utf-8") == page, hint
