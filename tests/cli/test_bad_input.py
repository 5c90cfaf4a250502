"""Files that are no logs, or not any more: a clear error, a status, and nothing changed on disk."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .forging import contents, sealed

Run = Callable[..., subprocess.CompletedProcess[str]]


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
