"""Recording at a terminal: a designer types, slips, goes back, leaves, and comes back."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import playfold

Run = Callable[..., subprocess.CompletedProcess[str]]

Open = Callable[..., AbstractContextManager[Any]]


def kinds(log: Path) -> list[str]:
    return [entry.event.__struct_config__.tag for entry in playfold.open(log).entries]


def test_an_evening_at_the_table(terminal: Open, log: Path) -> None:
    """A wrong move is explained and kept, an undo and a note go in, and the next session goes on at the same point."""
    with terminal("record", str(log)) as table:
        start = table.until("Bob>")
        assert "O   1   2" in start
        assert " 1  marked  6 ways  (1, 2, 3, 5, 6, 7)" in start
        wrong = table.type("marked 4\r", "Bob>")
        wrong = table.until("free are 1, 2, 3, 5, 6, 7")
        assert "refused by mark.free: Each turn a seat marks one free cell. [Rules, 2]" in wrong
        assert "Bob needs a free cell, 4 is Ann's" in wrong
        table.type("m 2\r", "Ann>")
        table.type("undo\r", "Bob>")
        table.type("note @2 I meant the corner\r", "Note by Bob on entry 3: I meant the corner")
        assert "no event 'jump'" in table.type("jump 5\r", "now may come marked; ? explains")
        table.type("quit\r", "come back with: playfold record")
        assert table.ended() == 0
    assert kinds(log) == ["marked"] * 3 + ["refused", "marked", "taken_back", "noted"]
    with terminal("record", str(log)) as table:
        assert "O   1   2" in table.until("Bob>")
        listed = table.type("1\r", "marked, number>")
        assert re.search(r"1 1 +2 2 +3 3 +4 5 +5 6 +6 7", listed)
        table.type("undo\r", "Bob>")  # leaves the list, and takes nothing back
        assert playfold.open(log).state.board == "2...1...1"
        table.type("1\r", "marked, number>")
        table.type("4\r", "Ann>")
        table.type("\x04", "left at entry 8")
        assert table.ended() == 0
    game = playfold.open(log)
    assert game.state.board == "2...12..1"
    assert playfold.validate(log).ok


def test_the_end_asks_for_the_seal(terminal: Open, log: Path) -> None:
    """Who won is said at the end; `yes` seals, and the digest for the score sheet is the file's."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("1 2\r", "Ann>")
        table.type("6\r", "no group 6")
        table.type("marked 6\r", "Bob>")
        table.type("marked 7\r", "Ann>")
        table.type("marked 3\r", "Bob>")
        assert "Bob" in table.type("marked 5\r", "Ann>")
        over = table.type("marked 1\r", "over>")
        assert "nobody wins" in over
        assert "Seal it?" in over
        sealed = table.type("yes\r", "sha256 ")
        table.type("rated @1 4 quick\r", "rates the fun 4 of 5")
        table.type("undo\r", "not recorded")
        table.type("exit\r", "left at")
        assert table.ended() == 0
    assert "The game is sealed." in sealed
    assert kinds(log)[-2:] == ["finished", "rated"]


def test_ctrl_c_leaves_with_130(terminal: Open, log: Path) -> None:
    """Ctrl-C drops the line that was begun; on an empty line it leaves with status 130, and nothing is lost."""
    before = log.read_bytes()
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("mark", "mark")
        table.type("\x03", "Bob>")
        table.type("\x03", "playfold: interrupted")
        assert table.ended() == 130
    assert log.read_bytes() == before


def test_completion_and_explanation(terminal: Open, log: Path) -> None:
    """Tab completes events from the legal options; ? explains commands, events and rules."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("ma\t", "marked")
        table.type(" 2\r", "Bob marks cell 2.")
        assert "undo turn" in table.type("?\r", "quit, Ctrl-D")
        table.type("? mark.free\r", "Each turn a seat marks one free cell.")
        table.type("? marked\r", "marked [@seat] at")
        table.type("log\r", "Bob marks cell 2.")
        table.type("quit\r", "left at entry 4")
        assert table.ended() == 0


def test_no_color_and_colour(terminal: Open, won: Path) -> None:
    """On a terminal the board is coloured; under NO_COLOR not one escape is printed."""
    with terminal("show", str(won)) as table:
        assert table.ended() == 0
        assert "\x1b[" in table.raw
    with terminal("show", str(won), NO_COLOR="1") as table:
        assert table.ended() == 0
        assert "Over (three): Ann wins" in table.raw
        assert "\x1b" not in table.raw


def test_dice_at_the_table_and_drawn(terminal: Open, run: Run, tmp_path: Path) -> None:
    """Real dice are typed as they lie; drawn ones come with Enter and are not typed."""
    run("new", "t.jsonl", "space-monkeys", "--seat", "Greg", "--seat", "Cathy")
    with terminal("record", str(tmp_path / "t.jsonl")) as table:
        table.until("placement rolled>")
        table.type("\r", "real dice")
        table.type("9 9\r", "a value in it has to be at most 8")
        table.type("7 8\r", "Greg>")
        table.type("1 2\r", "Greg places a planet on 8,7")
        table.type("3,4\r", "planet_placed")
        table.type("undo turn\r", "Taken back to the start")
        table.type("quit\r", "left at the start")
        assert table.ended() == 0
    run("new", "d.jsonl", "space-monkeys", "--seat", "Greg", "--seat", "Cathy", "--dice", "drawn")
    with terminal("record", str(tmp_path / "d.jsonl")) as table:
        table.until("placement rolled>")
        table.type("7,8\r", "drawn from its seed, not typed in")
        table.type("\r", "Greg rolls")
        table.type("quit\r", "left at entry 1")
        assert table.ended() == 0
    assert playfold.open(tmp_path / "d.jsonl").entries[0].draw == 1


def test_allow_asks(terminal: Open, log: Path) -> None:
    """With --allow an illegal decision shows what it would change: n keeps it refused, y rules it, e edits it first."""
    with terminal("record", str(log), "--allow") as table:
        table.until("Bob>")
        shown = table.type("marked 4\r", "or e to edit>")
        assert "refused by mark.free" in shown
        assert "/board: 2...1...1 -> 2...2...1" in shown
        table.type("n\r", "Bob>")
        table.type("marked 4\r", "or e to edit>")
        table.type("what\r", "or e to edit>")
        assert '/board="2...2...1" /next=1' in table.type("e\r", "/next=1")
        table.type(" /nowhere/x=1\r", "leads nowhere")
        table.type("e\r", "/nowhere/x=1")
        table.type("\x15/board=2...1..21 /next=1\r", "Ann>")
        table.type("marked 7\r", "or e to edit>")
        table.type("y\r", "allowed: mark.free")
        table.type("marked @1 2\r", "or e to edit>")
        table.type("\x04", "Bob>")
        table.type("quit\r", "left at")
        assert table.ended() == 0
    assert kinds(log)[3:] == ["refused", "refused", "ruled", "refused", "ruled", "refused"]
    assert playfold.open(log).state.board == "2...1..11"
    assert playfold.validate(log).ok


def test_undo_turn(terminal: Open, log: Path) -> None:
    """`undo turn` goes back over the whole last turn, `undo to` to an entry, and a number over so many."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("undo turn\r", "Taken back to entry 2.")
        table.type("undo to 0\r", "Taken back to the start.")
        table.type("undo turn\r", "nothing to take back")
        table.type("quit\r", "left at the start")
        assert table.ended() == 0
    assert kinds(log)[3:] == ["taken_back", "taken_back"]


def space_monkeys(path: Path) -> Path:
    """Begins a game of Space Monkeys and plays its set-up."""
    rolls = (
        "7,8 7,8 4,4 13,13 1,3 1,3 1,1 10,10 3,5 3,5 6,2 15,11 5,1 5,1 2,6 11,15 7,3 7,3 7,7 16,16 1,1 1,1 2,4 11,13"
    )
    with playfold.new(path, "space-monkeys+unused_quadrants=leave_empty", ["Greg", "Cathy"]) as game:
        for n, pair in enumerate(rolls.split()):
            kind = {"type": "planet_placed", "seat": game.to_act.seats[0]} if n % 2 else {"type": "placement_rolled"}
            game.play({**kind, "at" if n % 2 else "dice": [int(number) for number in pair.split(",")]})
    return path


def test_what_is_legal_now_tells_what_is_meant(terminal: Open, tmp_path: Path) -> None:
    """A beginning is the one kind that is legal, fields alone its one option; a slip finds a near word."""
    path = space_monkeys(tmp_path / "sm.jsonl")
    with terminal("record", str(path)) as table:
        table.until("Greg>")
        table.type("ship 1b1 S2\r", "legal ends: 1,0 2,1 1,2 0,1")
        table.type("1b1 s1\r", "Greg's battlestar 1b1 flies S1 to 1,2")
        assert "Cathy begins cruiser 2c1" in table.type("cruiser\r", "Greg>")
        table.type("pased\r", "did you mean passed?")
        table.type("undoo\r", "did you mean undo?")
        table.type("hello\r", "(now may come ship_moved, build_begun, researched,\r\n  passed; ? explains)")
        table.type("planet 1,1\r", "'planet' may be")
        table.type("quit\r", "left at entry 27")
        assert table.ended() == 0
    assert kinds(path)[-3:] == ["refused", "ship_moved", "build_begun"]


def test_the_legend_is_shown_once(terminal: Open, tmp_path: Path) -> None:
    """Before each turn comes the board alone; what its marks mean stands below the first one, and below `show`."""
    path = space_monkeys(tmp_path / "sm.jsonl")
    with terminal("record", str(path)) as table:
        assert "points are column,row" in table.until("Greg>")
        second = table.type("1b1 s1\r", "Cathy>")
        assert "Ships\r\n" in second
        assert "it is the turn of Cathy" in second
        assert "points are column,row" not in second
        assert "\r\n\r\nShips" not in second
        assert "points are column,row" in table.type("show\r", "another seat's")


def test_what_helps_is_typed_at_the_prompt(terminal: Open, log: Path) -> None:
    """Where there is nothing to go back to, the hint names what the prompt knows, not what a shell would."""
    with terminal("record", str(log), columns=200) as table:
        table.until("Bob>")
        for to in ("999", "3"):
            said = table.type(f"undo to {to}\r", "undo to 0 goes to the start)")
            assert f"entry {to} is not an earlier position on the path of main (log all lists" in said
            assert "playfold" not in said
        table.type("undo to 0\r", "Taken back to the start.")
        table.type("undo to 0\r", "there is nothing to take back\r\n")
    assert playfold.open(log).line().path == []


def test_too_much_cannot_be_undone(terminal: Open, log: Path) -> None:
    """`undo 9` of three entries is a slip of the finger, not the start of the game."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("undo 9\r", "9 entries cannot be taken back, there are 3 (undo to 0 goes to the start)")
        table.type("undo 3\r", "Taken back to the start.")
        table.type("quit\r", "left at the start")


def test_long_lines_are_wrapped_at_words(terminal: Open, log: Path) -> None:
    """What does not fit into the terminal goes on below, indented, no word cut."""
    with terminal("record", str(log), columns=60) as table:
        table.until("Bob>")
        refused = table.type("marked 4\r", "[Rules, 2]")
        assert "refused by mark.free: Each turn a seat marks one free cell.\r\n  [Rules, 2]" in refused


def test_what_there_is_to_ask_is_wrapped(terminal: Open, log: Path, run: Run) -> None:
    """On a terminal the meaning of a column goes on below itself; in a pipe each has one line."""
    run("archive", "a.duckdb", log)
    with terminal("query", str(log.parent / "a.duckdb"), columns=60) as table:
        shown = table.until("kind of players.")
    assert "    game        VARCHAR     the game's own name, a UUID in\r\n" + " " * 28 + "most logs\r\n" in shown
    assert "the game's own name, a UUID in most logs\n" in run("query", "a.duckdb").stdout
