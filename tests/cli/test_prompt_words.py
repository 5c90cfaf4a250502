"""What the prompt says: nothing twice, nothing cut, nothing that was not meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import playfold

Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def river(tmp_path: Path) -> Path:
    """Gives a game of The Silver River whose fleets are to be placed."""
    path = tmp_path / "r.jsonl"
    with playfold.new(path, "silver-river", ["Ann", "Bob"]) as game:
        game.play({"type": "race_chosen", "seat": 1, "race": "human"})
        game.play({"type": "race_chosen", "seat": 2, "race": "martian"})
        monsters = ["void_leech", "rift_eel", "dark_maw", "elder_devourer"]
        game.play({"type": "monsters_dealt", "monsters": monsters})
    return path


def test_commands_take_what_they_know(terminal: Open, log: Path) -> None:
    """What a command does not know is not passed over, and nothing is recorded."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        for typed, says in (
            ("pause x", "pause takes nothing after it"),
            ("options x", "options takes nothing after it"),
            ("resume x", "resume takes nothing after it"),
            ("log x", "log x cannot be read (write log or log all)"),
            ("undo 0", "undo 0 takes nothing back"),
            ("note @2", "an empty note (write note TEXT, or note @2 TEXT)"),
            ("note", "an empty note"),
        ):
            table.type(f"{typed}\r", says)
        for seat in ("@2", "@bob"):
            table.type(f"{seat} marked 2\r", "(write marked @2 2)")
        table.type("note @bob so it is\r", "Note by Bob on entry 3: so it is")
        table.type("note @@home we play on\r", "Note by the scribe on entry 3: @home we play on")
    assert [entry.event.__struct_config__.tag for entry in playfold.open(log).entries][3:] == ["noted", "noted"]


def test_the_end_is_told_once_and_what_can_be_typed(terminal: Open, log: Path) -> None:
    """Who won stands once below the board; an unknown word is answered with what may still be typed."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("marked 1\r", "Ann>")
        table.type("marked 2\r", "Bob>")
        table.type("marked 3\r", "Ann>")
        over = table.type("marked 6\r", "over>")
        assert over.count("Over (") == 1
        assert "rated, note and undo can" in table.type("maybe\r", "? explains)")


def test_the_digest_of_the_sheet_is_that_of_the_file(terminal: Open, log: Path) -> None:
    """It is said at the seal, and at the leave once more where ratings or notes have changed it; else it is not."""
    with terminal("record", str(log), columns=120) as table:
        table.until("Bob>")
        for move in ("marked 1", "marked 2", "marked 3", "marked 6"):
            table.type(f"{move}\r", ">")
        sealed = table.type("yes\r", "said again when you leave")
        first = sha256(log.read_bytes()).hexdigest()
        assert f"for the score sheet: sha256 {first}" in sealed
        table.type("rated @1 4 quick\r", "rates the fun 4 of 5")
        left = table.type("quit\r", "left at entry")
    last = sha256(log.read_bytes()).hexdigest()
    assert f"for the score sheet, as it is now: sha256 {last}" in left
    assert last != first
    with terminal("record", str(log), columns=60) as table:
        table.until("over>")
        assert "score sheet" not in table.type("quit\r", "left at entry")


def test_a_sample_is_called_one_and_no_way_is_played_unseen(terminal: Open, river: Path) -> None:
    """Of a choice of a larger space it is said that there are others; a number that was on no list is shown first."""
    with terminal("record", str(river)) as table:
        assert "fleets_placed  72 ways, among others" in table.until("Ann>")
        shown = table.type("1 5\r", "Enter records it, undo leaves it")
        written = " ".join(shown.split()).partition("that is fleets_placed ")[2].partition(";")[0]
        table.type("undo\r", "nothing was recorded")
        assert "(among others)" in table.type("1\r", "fleets_placed ...>")
        table.type("\r", "nothing was recorded")
        table.type("1 5\r", "Enter records it, undo leaves it")
        table.type("\r", "4  Ann places")
    (event,) = [entry.event for entry in playfold.open(river).entries][3:]
    assert " ".join(f"[{q},{r}]" for q, r in event.at).replace(" ", ",") == written.split()[0]


@pytest.mark.parametrize("columns", [60, 100])
def test_lines_break_between_words(terminal: Open, river: Path, columns: int) -> None:
    """No line of the prompt is longer than the terminal, and none is broken inside of a word."""
    with terminal("record", str(river), columns=columns) as table:
        table.until("Ann>")
        table.type("?\r", "rated @seat fun")
        table.type("? fleets_placed\r", "which fleet")
        table.type("undo\r", "monsters dealt>")
        table.type("y\r", "leviathan)")
        plain = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])", "", table.raw)
    rows = [row.rstrip("\r") for row in plain.split("\n") if "\r" not in row.rstrip("\r")]
    assert [row for row in rows if len(row) > columns] == []
    words = {word for row in rows for word in row.split()}
    assert {"void_leech,rift_eel,dark_maw,leviathan", "void_leech,rift_eel,"} & words
    assert {"Ctrl-D", "explain", "fleets_placed"} <= words


def test_one_way_of_a_word_is_played(terminal: Open, tmp_path: Path) -> None:
    """A word after the number of a group that one way alone has plays that way."""
    path = tmp_path / "r.jsonl"
    with playfold.new(path, "silver-river", ["Ann", "Bob"]):
        pass
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        table.type("1 yahyel\r", "1  Ann plays the YahYel")


@pytest.mark.parametrize("end", ["stopped it is late", "resigned @2"])
def test_after_an_end_by_the_table_too(terminal: Open, log: Path, end: str) -> None:
    """A game that was stopped or given up is over as any other; a digest is never broken where there is no room."""
    with terminal("record", str(log), columns=60) as table:
        table.until("Bob>")
        table.type(f"{end}\r", "over>")
        assert "rated, note and undo can" in " ".join(table.type("maybe\r", "explains)").split())
        table.type("marked 2\r", "take that back to go on")
        table.type("yes\r", "you leave")
        sealed = sha256(log.read_bytes()).hexdigest()
    assert f"for the score sheet: sha256\r\n{sealed}\r\n" in table.raw
