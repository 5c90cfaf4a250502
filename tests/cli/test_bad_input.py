"""Files that are no logs, or not any more: a clear error, a status, and nothing changed on disk."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import playfold
from playfold.errors import NotWrittenError

Run = Callable[..., subprocess.CompletedProcess[str]]


def sealed(lines: list[bytes]) -> bytes:
    """Gives a log of these lines with hashes that follow, as a forger would who knows the format."""
    data = b""
    for line in lines:
        body = re.sub(rb',"hash":"[0-9a-f]{16}"\}$', b"", line)
        data += body
        data += b',"hash":"' + sha256(data).hexdigest()[:16].encode() + b'"}\n'
    return data


def spoiled(data: bytes) -> dict[str, tuple[bytes, str]]:
    """Gives, by name, what is not in order and a word that the verdict has to hold."""
    lines = data.splitlines()
    header, first, second, third = lines

    def put(line: bytes, place: int = 2) -> bytes:
        return sealed([*lines[:place], line, *lines[place + 1 :]])

    def event(text: bytes) -> bytes:
        return put(re.sub(rb'"event":\{.*?\}', b'"event":' + text, second))

    def head(old: bytes, new: bytes) -> bytes:
        assert old in header
        return sealed([header.replace(old, new), first, second, third])

    join = b"\n".join
    return {
        "empty": (b"", "empty"),
        "bom": (b"\xef\xbb\xbf" + data, "byte order mark (without it: tail -c +4"),
        "utf16": (data.decode().encode("utf-16"), "UTF-16"),
        "crlf": (data.replace(b"\n", b"\r\n"), "(without them: tr -d '\\r' <"),
        "crlf_later": (data.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n", 1), "(without them: tr -d '\\r' <"),
        "nul": (data.replace(b"marked", b"mar\0ed", 1), ""),
        "invalid_utf8": (data.replace(b"Ann", b"A\xffn"), ""),
        "blank": (data.replace(b"\n", b"\n\n", 1), ""),
        "flipped": (data.replace(b'"at":0', b'"at":1'), "entry 2"),
        "removed": (join([header, first, third, b""]), ""),
        "doubled": (join([header, first, second, second, third, b""]), ""),
        "swapped": (join([header, second, first, third, b""]), ""),
        "glued": (data + data, ""),
        "long": (data + b'{"n":4,"time":"' + b"x" * (5 << 20) + b'"}\n', ""),
        "deep": (data + b"[" * 100_000 + b"\n", ""),
        "two_on_a_line": (data.replace(b'"}\n{"n":2', b'"} {"n":2'), ""),
        "duplicate_key": (put(second.replace(b'"n":2', b'"n":2,"n":2')), ""),
        "spaced": (put(second.replace(b'"n":2', b'"n": 2')), ""),
        "float": (event(b'{"type":"marked","seat":2,"at":0.5}'), ""),
        "whole_float": (event(b'{"type":"marked","seat":2,"at":1.0}'), ""),
        "nan": (event(b'{"type":"marked","seat":2,"at":NaN}'), ""),
        "1e400": (event(b'{"type":"marked","seat":2,"at":1e400}'), ""),
        "2_70": (event(b'{"type":"marked","seat":2,"at":1180591620717411303424}'), ""),
        "negative": (event(b'{"type":"marked","seat":2,"at":-1}'), ""),
        "huge": (event(b'{"type":"marked","seat":2,"at":900}'), ""),
        "wrong_type": (event(b'{"type":"marked","seat":2,"at":"0"}'), ""),
        "unknown_event": (event(b'{"type":"jumped","seat":2,"at":0}'), "entry 2: event type 'jumped' is not known to"),
        "unknown_event_flipped": (event(b'{"type":"jumped","seat":2,"at":0}').replace(b"8}", b"7}"), "entry 2"),
        "unknown_field": (event(b'{"type":"marked","seat":2,"at":0,"by":1}'), "by"),
        "wrong_seat": (event(b'{"type":"marked","seat":1,"at":0}'), "game waits for Bob"),
        "illegal": (event(b'{"type":"marked","seat":2,"at":4}'), "4 is Ann's"),
        "rules": (head(b"tic-tac-toe@1.0", b"go@1.0"), "not installed"),
        "parameter": (head(b'"first_seat"', b'"third_seat"'), "third_seat"),
        "range": (head(b'"first_seat":1', b'"first_seat":9'), "first_seat"),
        "seats": (head(b'["Ann","Bob"]', b'["Ann","Bob","Cem"]'), "seats"),
        "format": (head(b"playfold/1", b"playfold/2"), "playfold/2"),
        "schema": (head(b'"schema":1', b'"schema":99'), "schema 99"),
        "no_log": (b'{"hello":"world"}\n', ""),
        "binary": (bytes(range(256)) * 40, ""),
        "json": (b"[1, 2, 3]\n", ""),
        "text": (b"Dear diary,\n", ""),
    }


@pytest.fixture
def folder(log: Path) -> Path:
    """Gives a folder of spoiled logs, each named as what is wrong with it."""
    folder = log.parent / "spoiled"
    folder.mkdir()
    for name, (data, _) in spoiled(log.read_bytes()).items():
        (folder / f"{name}.jsonl").write_bytes(data)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_validate_refuses_each(run: Run, log: Path, folder: Path) -> None:
    """Each spoiled log has a verdict that says what is wrong; the others are examined all the same."""
    before = contents(folder)
    verdicts = {
        Path(row["path"]).stem: row
        for row in map(json.loads, run("validate", folder, log, "--format", "jsonl", status=1).stdout.splitlines())
    }
    expected = spoiled(log.read_bytes())
    assert {name for name, row in verdicts.items() if row["ok"]} == {"g"}
    assert set(verdicts) == {*expected, "g"}
    for name, (_, word) in expected.items():
        said = json.dumps(verdicts[name]["problems"])
        text = run_text(verdicts[name])
        assert word in text, (name, said)
        assert len(text) < 1500, (name, said)
    assert contents(folder) == before


def run_text(row: dict[str, list[dict[str, object]]]) -> str:
    first = row["problems"][0]
    return f"entry {first['entry']}: {first['message']} ({first['hint']})"


@pytest.mark.parametrize("name", ["flipped", "empty", "bom", "deep", "schema"])
def test_damage_is_never_written_to(run: Run, folder: Path, name: str) -> None:
    """A spoiled log is shown as far as it goes, with status 2, and nothing is recorded in it."""
    log = folder / f"{name}.jsonl"
    before = log.read_bytes()
    assert log.name in run("log", log, status=2).stderr
    assert log.name in run("note", log, 1, "x", status=2).stderr
    assert log.read_bytes() == before
    assert contents(folder).keys() == {path.name for path in folder.iterdir()}


def test_an_illegal_entry_can_be_left(run: Run, folder: Path) -> None:
    """Where today's rules refuse an entry, the message says how to look at what was before, and how to go on there."""
    log = folder / "illegal.jsonl"
    assert "4 is Ann's" in run("record", log, stdin="marked 2\n", status=1).stderr
    said = run("show", log, status=1).stderr
    assert (
        f"(as it was before: playfold show {log} --at 1; to go on from there: playfold takeback {log} --to 1)" in said
    )
    run("show", log, "--at", 1)
    run("takeback", log, "--to", 1)
    run("record", log, stdin="marked 2\n")
    assert "ok" in run("validate", log).stdout


def test_a_log_without_its_rules(run: Run, folder: Path) -> None:
    """Where the rule set is not installed, entries and lines are shown as written, and the chain is examined."""
    log = folder / "rules.jsonl"
    done = run("log", log)
    assert "'go' is not installed" in done.stderr
    assert done.stdout.splitlines()[0].endswith('marked {"seat":1,"at":4}')
    assert "3 entries, tip 3" in run("lines", log).stdout
    drawn = run("tree", log)
    assert 'marked {\\"seat\\":1,\\"at\\":4}' in drawn.stdout
    assert "'go' is not installed; events are shown as they are written" in drawn.stderr
    assert "'go' is not installed" in run("tree", log, "--as", 1, status=2).stderr
    run("validate", "--chain-only", log)
    assert "'go' is not installed" in run("log", log, "--as", 1, status=2).stderr
    assert "rules.jsonl: the rule set 'go' is not installed" in run("show", log, status=2).stderr


def test_an_event_that_the_rules_do_not_know_is_no_damage(run: Run, folder: Path) -> None:
    """An intact log with an event of other rules has no grade, is shown as written, and cannot be played on."""
    log = folder / "unknown_event.jsonl"
    (verdict,) = json.loads(run("validate", "--format", "json", log, status=1).stdout)
    assert verdict["grade"] == ""
    assert "the file is intact" in verdict["problems"][0]["message"]
    run("validate", "--chain-only", log)
    done = run("log", log)
    assert done.stdout.splitlines()[1].endswith('jumped {"seat":2,"at":0}')
    assert "'jumped' is not known to tic-tac-toe" in done.stderr
    assert "main" in run("lines", log).stdout
    before = log.read_bytes()
    assert "validate --chain-only" in run("record", log, stdin="marked 1\n", status=2).stderr
    assert log.read_bytes() == before
    (verdict,) = json.loads(
        run("validate", "--format", "json", folder / "unknown_event_flipped.jsonl", status=1).stdout
    )
    assert verdict["grade"] == "damaged"


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
    assert "no log there" in run("validate", tmp_path, status=2).stderr
    assert "no log there" in run("archive", "a.duckdb", tmp_path, status=2).stderr
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
