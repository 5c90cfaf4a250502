"""Arguments that name nothing, or what cannot be: a clear error, a status, and nothing changed on disk."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import playfold
from playfold.errors import NotWrittenError

from .forging import contents, sealed

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_what_is_no_file(run: Run, tmp_path: Path) -> None:
    """No file, a folder, a pipe and a device are named as such."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert "nowhere.jsonl" in run("show", "nowhere.jsonl", status=2).stderr
    rows = [
        json.loads(line)
        for line in run(
            "validate", "nowhere.jsonl", "pipe.jsonl", "/dev/null", "--format", "jsonl", status=1
        ).stdout.splitlines()
    ]
    assert [row["ok"] for row in rows] == [False] * 3
    assert "it is a pipe" in run("validate", tmp_path, status=1).stdout
    assert f"left out: {tmp_path}/pipe.jsonl: it is a pipe" in run("archive", "a.duckdb", tmp_path, status=1).stderr
    (tmp_path / "empty").mkdir()
    assert "no log there" in run("validate", "empty", status=2).stderr
    assert "no log there" in run("archive", "a.duckdb", "empty", status=2).stderr
    assert not (tmp_path / "a.duckdb").exists()
    new = ("tic-tac-toe", "--seat", "A", "--seat", "B")
    assert "make the folder first" in run("new", "no/where.jsonl", *new, status=2).stderr
    assert "is a folder" in run("show", tmp_path, status=2).stderr


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("new", "", "tic-tac-toe", "--seat", "A", "--seat", "B"), "LOG"),
        (("show", ""), "LOG"),
        (("show", "g.jsonl", "-o", ""), "'-o' / '--output'"),
        (("record", "g.jsonl", ""), "[EVENTS]"),
        (("validate", ""), "PATH..."),
        (("validate", "g.jsonl", ""), "PATH..."),
        (("archive", "", "g.jsonl"), "ARCHIVE"),
        (("archive", "x.duckdb", ""), "PATH..."),
        (("query", "x.duckdb", "-f", ""), "'-f' / '--file'"),
        (("stats", ""), "ARCHIVE"),
        (("report", "x.duckdb", "-o", ""), "'-o' / '--output'"),
        (("coverage", ""), "PATH..."),
        (("diff", "tic-tac-toe", "tic-tac-toe@1.0-misere", ""), "[PATH...]"),
        (("export", "x.duckdb", ""), "DIR"),
        (("import", "bgstats", "", "x.json"), "ARCHIVE"),
        (("extract", "g.jsonl", "-o", ""), "'-o' / '--output'"),
        (("tree", "g.jsonl", "-o", ""), "'-o' / '--output'"),
        (("demo", ""), "[DIR]"),
        (("simulate", "tic-tac-toe", *("--seat", "random") * 2, "--games", "1", "-o", ""), "'-o' / '--output'"),
    ],
)
def test_a_path_that_is_empty(run: Run, log: Path, arguments: tuple[str, ...], name: str) -> None:
    """An empty path, as of a variable of a shell that is not set, is bad usage everywhere, never the current folder."""
    before = contents(log.parent)
    said = run(*arguments, status=2)
    assert said.stdout == ""
    assert f"{name}: The path is empty (. is the current folder)." in said.stderr.replace("'" + name + "'", name)
    assert contents(log.parent) == before


def test_two_players_of_one_name(run: Run, tmp_path: Path) -> None:
    """Nobody could tell them apart: refused where a log is begun, and however the name is composed; case tells."""
    two = ["--seat", "Zoe\u0301", "--seat", "Zo\u00e9"]
    assert "seats 1 and 2 have the same name" in run("new", "g.jsonl", "tic-tac-toe", *two, status=2).stderr
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(NotWrittenError, match="same name, 'Ann'"):
        playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", ["Ann", "Ann"], dice="drawn")
    assert list(tmp_path.iterdir()) == []
    run("new", "g.jsonl", "tic-tac-toe", "--seat", "Ann", "--seat", "ANN")


def test_blanks_around_a_name_are_none_of_it(run: Run, tmp_path: Path) -> None:
    """A slip of the space bar makes no other player of one, neither in a log nor beside another seat."""
    run("new", "g.jsonl", "tic-tac-toe", "--seat", " Ann ", "--seat", "Bob")
    assert playfold.open(tmp_path / "g.jsonl").names == ("Ann", "Bob")
    twice = run("new", "h.jsonl", "tic-tac-toe", "--seat", "Ann ", "--seat", "Ann", status=2)
    assert "seats 1 and 2 have the same name, 'Ann'" in twice.stderr


@pytest.mark.parametrize("name", [1, None, b"Ann", ["Ann"]])
def test_a_name_is_text(tmp_path: Path, name: object) -> None:
    """From Python, too, a name that is no text is refused by its seat, and nothing is written."""
    with pytest.raises(NotWrittenError, match="the name of seat 2 is no text, but "):
        playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", ["Ann", name], dice="drawn")  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_no_story(run: Run, tmp_path: Path) -> None:
    """A new log takes names of 200 characters, and no longer ones."""
    names = ("--seat", "B", "--seat")
    said = run("new", "g.jsonl", "tic-tac-toe", *names, "x" * 201, status=2).stderr
    assert said == "playfold: the name of seat 2 has 201 characters, and may have 200\n"
    assert list(tmp_path.iterdir()) == []
    run("new", "g.jsonl", "tic-tac-toe", *names, "x" * 200)


def test_dice_of_no_kind(tmp_path: Path) -> None:
    """From Python, too, dice that are neither real nor drawn are refused, and are not taken for real ones."""
    with pytest.raises(NotWrittenError, match="dice are table or drawn, not 'rolled'"):
        playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", ["Ann", "Bob"], dice="rolled")
    assert list(tmp_path.iterdir()) == []


def test_an_old_log_with_one_name_twice_is_read(run: Run, log: Path) -> None:
    """Only who begins a log is asked for two names."""
    log.write_bytes(sealed(log.read_bytes().replace(b'"Bob"', b'"Ann"').splitlines()))
    assert "ok" in run("validate", log).stdout
    run("record", log, stdin="marked 2\n")


def test_unknown_rules(run: Run, tmp_path: Path) -> None:
    """Unknown rules, versions, parameters and values are refused with what there is, and no file is made."""
    for reference, word in (
        ("go", "installed are"),
        ("tic-tac-toe@9", "its versions are 1.0, 1.0-misere"),
        ("tic-tac-toe+size=4", "its parameters are first_seat, three_wins"),
        ("tic-tac-toe+first_seat=3", "first_seat"),
    ):
        assert word in run("new", "g.jsonl", reference, "--seat", "A", "--seat", "B", status=2).stderr
    assert "is for 2 to 2 seats" in run("new", "g.jsonl", "tic-tac-toe", "--seat", "A", status=2).stderr
    assert not list(tmp_path.iterdir())


def test_positions_that_are_not_there(run: Run, log: Path) -> None:
    """An entry, line or seat that the log has not is refused with those that it has."""
    before = log.read_bytes()
    assert "entries run from 0 to 3" in run("show", log, "--at", 7, status=2).stderr
    assert "its lines: main" in run("show", log, "--line", "corner", status=2).stderr
    assert "seats: 1 Ann, 2 Bob" in run("log", log, "--as", "Cem", status=2).stderr
    assert "playfold" in run("branch", log, "../up", "--at", 1, status=2).stderr
    assert "real dice" in run("record", log, "--draw", status=2).stderr
    assert log.read_bytes() == before


HOSTILE = "\u202eevil <script>alert(1)</script> ' OR 1=1; -- [/e4] [red]" + "x" * 10_000


def test_hostile_names_and_notes(run: Run, tmp_path: Path) -> None:
    """Players' words never act on the terminal, the drawing, or SQL; control characters are refused."""
    assert (
        "control character" in run("new", "e.jsonl", "tic-tac-toe", "--seat", "\x1b[2J", "--seat", "B", status=2).stderr
    )
    assert "name is empty" in run("new", "e.jsonl", "tic-tac-toe", "--seat", " ", "--seat", "B", status=2).stderr
    assert not list(tmp_path.iterdir())
    run("new", "g.jsonl", "tic-tac-toe", "--seat", "HOSTILE", "--seat", "=B")
    # As an older program, or another one, may have begun it: names of new logs are shorter.
    log = tmp_path / "g.jsonl"
    log.write_bytes(sealed(log.read_bytes().replace(b"HOSTILE", HOSTILE.encode()).splitlines()))
    assert "a text in it holds a control character" in run("note", "g.jsonl", 0, "a\x07", status=2).stderr
    run("record", "g.jsonl", stdin="marked 4\n")
    run("note", "g.jsonl", 1, HOSTILE)
    outputs = [
        run("show", "g.jsonl").stdout,
        run("log", "g.jsonl").stdout,
        run("log", "g.jsonl", "--format", "table").stdout,
        run("show", "g.jsonl", "--format", "svg").stdout,
        run("show", "g.jsonl", "--as", "nobody\x1b]0;x\x07", status=2).stderr,
    ]
    for text in outputs:
        assert not set(text) & set("\x1b\x07\u202e\x9b")
    assert "<script>" not in outputs[3]
    assert max(map(len, outputs[0].splitlines())) < 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", "x.jsonl", "tic-tac-toe", "--seat", "\udcff", "--seat", "B"), "'\\udcff' is no UTF-8"),
        (("new", "x.jsonl", "tic-tac-toe", "--seat", "A", "--seat", "B", "--tag", "a=\udcff"), "\\udcff"),
        (
            ("new", "x.jsonl", "space-monkeys+bag=\udcff", "--seat", "A", "--seat", "B"),
            "'\\udcff', which is no character",
        ),
        (("note", "g.jsonl", "1", "\udcff"), "\\udcff"),
        (("ruling", "g.jsonl", "/next=\udcff", "--why", "x"), "a value holds '\\udcff', which is no character"),
        (("ruling", "g.jsonl", "/next=1", "--why", "\udcff"), "\\udcff"),
        (("amend", "g.jsonl", "1", "marked \udcff"), "\\udcff"),
        (("branch", "g.jsonl", "\udcff", "--at", "1"), "\\udcff"),
        (("show", "\udcff.jsonl"), "there is no such file"),
    ],
)
def test_arguments_that_are_no_utf8(run: Run, log: Path, arguments: tuple[str, ...], says: str) -> None:
    """Bytes that are no text are refused where a text is wanted, as usage; nothing is written."""
    before = log.read_bytes()
    assert says in run(*arguments, status=2).stderr
    assert log.read_bytes() == before
    assert not (log.parent / "x.jsonl").exists()


def test_a_log_in_place_of_a_list_of_logs(run: Run, log: Path) -> None:
    """`-` takes names; a log that is piped in is told as such, and no line of it is taken for a name."""
    said = run("validate", "-", stdin=log.read_bytes(), status=2)
    assert said.stdout == ""
    assert said.stderr == "playfold: standard input holds a log, not the names of logs, one a line (name it)\n"
