"""Tables of text: their look in any width, and what many rows cost."""

from __future__ import annotations

import re
import time
from io import StringIO
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from rich.box import SIMPLE_HEAD
from rich.cells import chop_cells
from rich.console import Console
from rich.table import Table
from rich.text import Text

from playfold.cli.rows import write
from playfold.cli.table import table
from playfold.records.query import Rows

WORDS = st.text(st.sampled_from("aB7,_é漢\N{COMBINING ACUTE ACCENT}"), min_size=1, max_size=30).filter(
    lambda word: not word.startswith("\N{COMBINING ACUTE ACCENT}")
)
TEXTS = st.none() | st.lists(WORDS, max_size=6).map(" ".join)


def chopped(word: str, width: int) -> list[str]:
    """Folds a word; the space after it is none of its own lines."""
    *pieces, last = chop_cells(word.rstrip(), width)
    return [*pieces, last + word[len(word.rstrip()) :]]


def reference(names: list[str], right: list[bool], rows: list[list[str | None]], width: int) -> list[str]:
    """Draws the same columns with rich, but for a space that it puts before a word, after one that fills its lines."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, numbers in zip(names, right, strict=True):
        drawn.add_column(Text(name), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text("NULL" if text is None else text) for text in row))
    out = StringIO()
    with patch("rich._wrap.chop_cells", chopped):
        Console(file=out, width=width, markup=False, highlight=False, emoji=False, legacy_windows=False).print(drawn)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@given(st.integers(1, 4), st.data())
def test_columns_look_as_rich_draws_them(count: int, data: st.DataObject) -> None:
    """Widths, folds at words, wide characters and alignment are those of rich, in narrow and wide terminals."""
    width = data.draw(st.sampled_from([19 * count, 30 * count, 1000]))  # with less it is a list
    names = data.draw(st.lists(st.sampled_from(["a", "name", "how many", "日本"]), min_size=count, max_size=count))
    right = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    rows = data.draw(st.lists(st.lists(TEXTS, min_size=count, max_size=count), min_size=1, max_size=4))
    drawn = list(table(names, right, rows, width=width))
    assert drawn == reference(names, right, rows, width)
    if width == 1000:
        assert drawn == list(table(names, right, rows))


def test_two_columns_that_are_too_wide_share_the_room() -> None:
    """Of two that each fill the line the first gets the odd cell, as rich gives it."""
    text = "777777777777漢漢漢 777777777777漢漢漢"
    drawn = list(table(["a", "a"], [False, False], [[text, text]], width=38))
    assert drawn == reference(["a", "a"], [False, False], [[text, text]], 38)
    assert drawn[2] == "777777777777漢漢漢   777777777777漢漢"


def test_names_are_bold_and_null_is_dim_where_there_is_colour() -> None:
    """With style the same signs stand in the same places; names are bold and NULL is dim, folded or not."""
    names, rows = ["name", "note"], [["Mara", None], [None, "word " * 30]]
    for width in (30, 0, 20):
        plain = list(table(names, [False, True], rows, width=width))
        styled = list(table(names, [False, True], rows, width=width, styled=True))
        assert [re.sub(r"\x1b\[\d*m", "", line).rstrip() for line in styled] == plain
        assert "\x1b[1mname\x1b[0m" in "\n".join(styled)
        assert "\x1b[2mNULL\x1b[0m" in "\n".join(styled)


def test_a_list_has_every_row_with_its_names() -> None:
    """Names that are too long for a third of the width are folded, values beside them; an empty line parts rows."""
    names = ["a_rather_long_name_of_a_column", "b", "c"]
    rows: list[list[str | None]] = [["x", "word " * 6 + "end", None], ["y", "", "z"]]
    assert list(table(names, [False] * 3, rows, width=30)) == [
        "a_rather_l   x",
        "ong_name_o",
        "f_a_column",
        "b            word word word",
        "             word word word",
        "             end",
        "c            NULL",
        "",
        "a_rather_l   y",
        "ong_name_o",
        "f_a_column",
        "b",
        "c            z",
    ]


def test_many_rows_cost_little() -> None:
    """A table of ten thousand rows takes at most three times what CSV takes; rich took fifty times as long."""
    given = Rows(
        [f"column{place}" for place in range(11)],
        ["BIGINT", *["VARCHAR"] * 10],
        [[row, *[f"text {row} of {place}" for place in range(10)]] for row in range(10_000)],
        truncated=False,
    )
    spent = {"csv": 9.0, "table": 9.0}
    for form in [*spent] * 3:
        before = time.process_time()
        write(given, form, StringIO())
        spent[form] = min(spent[form], time.process_time() - before)
    assert spent["table"] < 3 * spent["csv"]


def test_one_long_value_does_not_fill_a_thousand_lines_with_spaces() -> None:
    """Where one value of a column has a megabyte, the rows come as lists, without that many spaces in each."""
    rows = [["x" * 1_000_000, "y"], *[["z", "y"]] * 1000]
    lines = list(table(["long", "short"], [False, False], rows))
    assert lines[:5] == ["long    " + "x" * 1_000_000, "short   y", "", "long    z", "short   y"]
    assert sum(map(len, lines)) < 1_100_000
