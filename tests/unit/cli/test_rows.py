"""Rows as table, JSON, JSON lines, CSV and Markdown."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playfold.cli.rows import FORMATS, emit_answer, emit_rows, write
from playfold.records.query import Number, Rows

ESC = "\x1b[31m\x1b]0;x\x07\x9b"
BIDI = "\N{RIGHT-TO-LEFT OVERRIDE}"


def rows(*values: Any, kind: str = "VARCHAR", name: str = "a") -> Rows:
    """Gives rows of one column."""
    return Rows([name], [kind], [[value] for value in values], truncated=False)


def text(form: str, given: Rows) -> str:
    """Gives what is written."""
    out = StringIO()
    write(given, form, out)
    return out.getvalue()


@pytest.mark.parametrize("form", FORMATS)
def test_no_rows_are_no_error(form: str) -> None:
    """An answer without rows still has its columns, where the format has any."""
    out = text(form, rows(name="wins"))
    assert ("wins" in out) is (form not in {"json", "jsonl"})
    assert form != "json" or json.loads(out) == []


@pytest.mark.parametrize("form", ["table", "markdown", "json", "jsonl"])
def test_nothing_acts_on_a_terminal(form: str) -> None:
    """Escape sequences and marks of direction in a name or a title show as escapes, and no line is broken."""
    out = text(form, rows(ESC + BIDI, [ESC], name=f"n{ESC}"))
    assert all(char.isprintable() or char == "\n" for char in out)
    assert "\\u202e" in out
    assert "31m" in out


def test_a_table_takes_text_as_it_is() -> None:
    """Square brackets and emoji names are no markup."""
    out = text("table", rows("[/e4]", "[e4] [bold]x[/bold]", ":smile:", "{x}"))
    for part in ("[/e4]", "[e4] [bold]x[/bold]", ":smile:", "{x}"):
        assert part in out


def test_a_table_aligns_numbers_to_the_right() -> None:
    """Numbers end in one column, text begins in one; NULL is told from empty text."""
    out = text(
        "table", Rows(["n", "name"], ["BIGINT", "VARCHAR"], [[1, "x"], [-1000, None], [22, ""]], truncated=False)
    )
    assert out.splitlines() == ["    n   name", "────────────", "    1   x", "-1000   NULL", "   22"]


def test_a_table_in_a_pipe_is_as_wide_as_it_is() -> None:
    """Nothing is cut or folded where no terminal needs it."""
    assert "x" * 500 in text("table", rows("x" * 500))


def test_a_table_on_a_terminal_folds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On standard output no line is wider than the terminal, and nothing is lost."""
    monkeypatch.setenv("COLUMNS", "40")
    emit_rows(["name", "text"], [["Mara", "abc " * 50]], "table", None)
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= 40
    assert out.count("abc") == 50


def test_too_many_columns_become_a_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a terminal is too narrow for the columns, each row is a list of names and values, nothing lost."""
    monkeypatch.setenv("COLUMNS", "60")
    names = [f"column{number}" for number in range(12)]
    emit_rows(names, [[f"value {number}.{row}" for number in range(12)] for row in range(2)], "table", None)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 60
    assert [line.split(maxsplit=1) for line in lines if "." in line] == [
        [name, f"value {number}.{row}"] for row in range(2) for number, name in enumerate(names)
    ]
    monkeypatch.delenv("COLUMNS")
    emit_rows(names, [["x"] * 12], "table", None)
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_floats_are_short_for_people_and_whole_for_programs() -> None:
    """A rate has four decimals in a table; JSON and CSV have all of it."""
    given = rows(1 / 3, 0.5, 1e-9, 2.0, kind="DOUBLE")
    assert [line.strip() for line in text("table", given).splitlines()[2:]] == ["0.3333", "0.5", "1e-09", "2"]
    assert str(1 / 3) in text("json", given)
    assert str(1 / 3) in text("csv", given)


def test_json_keeps_types() -> None:
    """Numbers, booleans, lists, structs, NULL and JSON columns come as such, all else as text; names stay apart."""
    given = Rows(
        ["a", "a", "j", "d", "f", "b"],
        ["HUGEINT", "INTEGER[]", "JSON", "DECIMAL(9,2)", "DOUBLE", "BLOB"],
        [[1 << 100, [1, None, {"x": True}], '{"k":[1.5]}', "1.50", float("nan"), b"\x00\xff"], [None] * 6],
        truncated=False,
    )
    first = {"a": 1 << 100, "a_2": [1, None, {"x": True}], "j": {"k": [1.5]}, "d": 1.5, "f": "nan", "b": "00ff"}
    assert json.loads(text("json", given))[0] == first
    lines = text("jsonl", given).splitlines()
    assert [json.loads(line) for line in lines] == [first, dict.fromkeys(first)]


def test_json_has_every_digit_of_a_decimal() -> None:
    """Decimals are numbers in JSON, in lists and structs too, with more digits than a float has; text stays text."""
    long = "12345678901234567890.123456789012345678"
    given = Rows(
        ["d", "l", "t"],
        ["DECIMAL(38,18)", "STRUCT(a DECIMAL(4,2)[], b VARCHAR)", "VARCHAR"],
        [[long, {"a": [Number("-0.50"), None], "b": "1.50\x1b"}, "1.50"]],
        truncated=False,
    )
    assert text("jsonl", given) == f'{{"d":{long},"l":{{"a":[-0.50,null],"b":"1.50\\u001b"}},"t":"1.50"}}\n'
    assert json.loads(text("json", given))[0]["l"]["a"][0] == -0.5


def test_json_columns_that_are_no_json_stay_text() -> None:
    """A cast can put anything into a column of type JSON: it comes as text then."""
    assert json.loads(text("json", rows("{", "[" * 100_000, kind="JSON"))) == [{"a": "{"}, {"a": "[" * 100_000}]


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=5))
def test_json_lines_round_trip(values: list[list[str]]) -> None:
    """Whatever text there is, each record is one line, and reading it gives the text back."""
    out = text("jsonl", Rows(["a", "b"], ["VARCHAR", "VARCHAR"], [list(value) for value in values], truncated=False))
    assert [list(json.loads(line).values()) for line in out.split("\n")[:-1]] == values


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH COMMERCIAL AT}")


@pytest.mark.parametrize("start", FORMULAS)
def test_csv_disarms_formulas(start: str) -> None:
    """Text that a spreadsheet would run gets a ' before it, in titles too; numbers do not."""
    out = text("csv", rows(f"{start}HYPERLINK(1)", name=f"{start}x"))
    for record in csv.reader(StringIO(out, newline="")):
        assert record[0].startswith(f"'{start}")
    assert text("csv", rows(-1, "-1.50", kind="DECIMAL(9,2)")) == "a\r\n-1\r\n-1.50\r\n"


@pytest.mark.parametrize("form", FORMATS)
def test_infinite_times_come_as_they_are(form: str) -> None:
    """The word for a time without beginning is no formula, in no format."""
    for kind in ("DATE", "TIMESTAMP WITH TIME ZONE"):
        out = text(form, rows("-infinity", kind=kind))
        assert "-infinity" in out
        assert "'" not in out


def test_csv_tells_null_from_empty_text() -> None:
    """NULL is an empty field, empty text is two quotes; lists are JSON, quotes doubled, lines end in CR LF."""
    given = Rows(["a", "b"], ["VARCHAR", "VARCHAR"], [[None, ""], [["x,y"], 'say "hi"'], [True, " x"]], truncated=False)
    assert text("csv", given) == 'a,b\r\n,""\r\n"[""x,y""]","say ""hi"""\r\ntrue," x"\r\n'


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\0")), min_size=2, max_size=2), max_size=5))
def test_csv_round_trips(values: list[list[str]]) -> None:
    """Whatever text there is, a reader of CSV gets it back, but for the ' before a formula."""
    out = text("csv", Rows(["a", "b"], ["VARCHAR", "VARCHAR"], [list(value) for value in values], truncated=False))
    found = list(csv.reader(StringIO(out, newline="")))[1:]
    guarded = [
        [f"'{cell}" if cell.startswith((*FORMULAS, "\uff0b", "\uff0d")) else cell for cell in row] for row in values
    ]
    assert found == guarded


def test_csv_on_a_terminal_shows_what_it_would_obey(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file keeps every character, a terminal gets escapes."""
    out = StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True)
    write(rows(ESC), "csv", out)
    assert "\x1b" not in out.getvalue()
    assert "\x1b" in text("csv", rows(ESC))


def test_markdown_escapes_its_own_signs() -> None:
    """Pipes, HTML, links, code and emphasis in text are text, and one row is one line."""
    out = text(
        "markdown",
        rows(
            "a|b", "<script>", "[x](javascript:y)", "`c`", "*e*", "_i_ __b__ taken_back a__b $x$", "&lt;", "x\ny", "\\|"
        ),
    )
    assert out.splitlines()[2:] == [
        r"| a\|b |",
        r"| \<script\> |",
        r"| \[x\](javascript:y) |",
        r"| \`c\` |",
        r"| \*e\* |",
        r"| \_i\_ \_\_b\_\_ taken_back a\_\_b \$x\$ |",
        "| &amp;lt; |",
        r"| x\\ny |",
        r"| \\\| |",
    ]
    assert text("markdown", rows(1, kind="UBIGINT")).splitlines()[1] == "| ---: |"


def test_cut_off_rows_are_said_aside(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """That there are more rows stands on stderr; the data stays data, on standard output and in a file."""
    cut = Rows(["a"], ["INTEGER"], [[1]], truncated=True)
    emit_answer(cut, "jsonl", None)
    emit_answer(cut, "csv", tmp_path / "x.csv")
    captured = capsys.readouterr()
    assert captured.out == '{"a":1}\n'
    assert captured.err.count("there are more rows") == 2
    assert (tmp_path / "x.csv").read_bytes() == b"a\r\n1\r\n"


@pytest.mark.parametrize("make", [list, tuple])
def test_plain_rows_know_their_numbers(make: Callable[[list[Any]], Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of plain values align integers and keep booleans and missing values."""
    emit_rows(("n", "ok"), [make([5, True]), make([10, False]), make([None, None])], "table", None)
    assert capsys.readouterr().out.splitlines()[2:] == ["   5   true", "  10   false", "NULL   NULL"]
