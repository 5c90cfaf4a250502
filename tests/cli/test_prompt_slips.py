"""Slips at a terminal: notes for nobody, the mouse, bytes that are no text, lists, dice that are drawn."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import playfold

Run = Callable[..., subprocess.CompletedProcess[str]]
Open = Callable[..., AbstractContextManager[Any]]


def last(log: Path) -> Any:
    return playfold.open(log).entries[-1].event


def test_a_note_for_nobody_is_no_note_for_all(terminal: Open, log: Path) -> None:
    """An @ that begins a note is a seat: one that is not there is refused with those that are; @@ begins a text."""
    before = log.read_bytes()
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        for typed in ("@Zed secret", "@Ann: secret", "@", "@7 secret", "@123 secret"):
            assert "note by" not in table.type(f"note {typed}\r", "with two, @@")
        assert "seats: 1 Ann, 2 Bob" in table.type("note @Zed secret\r", "with two, @@")
        assert log.read_bytes() == before
        table.type("note @ann secret\r", "Note by Ann on entry 3: secret")
        table.type("note @@Zed was here\r", "Note by the scribe on entry 3: @Zed was here")
        table.type("quit\r", "left at")
        assert table.ended() == 0


def test_a_note_from_the_shell_is_read_the_same(run: Run, log: Path) -> None:
    """`playfold note` reads an @ at the beginning of its text as the prompt does; with --seat it is text."""
    before = log.read_bytes()
    assert "'@Zed' is no seat (seats: 1 Ann, 2 Bob;" in run("note", log, 1, "@Zed secret", status=2).stderr
    assert "The note is empty." in run("note", log, 1, "@Ann ", status=2).stderr
    assert log.read_bytes() == before
    run("note", log, 1, "@Ann secret")
    assert (last(log).seat, last(log).text) == (1, "secret")
    run("note", log, 1, "@@Zed")
    assert (last(log).seat, last(log).text) == (0, "@Zed")
    run("note", log, 1, "@Zed", "--seat", "Bob")
    assert (last(log).seat, last(log).text) == (2, "@Zed")


@pytest.mark.parametrize(
    "mouse", ["\x1b[M !!", "\x1b[Mzzz", "\x1b[<0;10;10M", "\x1b[<999;1;1m", "\x1b[;;M", "\x1b[99;1;1M"]
)
def test_the_mouse_is_no_answer(terminal: Open, log: Path, mouse: str) -> None:
    """What a terminal sends of its mouse is ignored, and what is typed around it is taken."""
    with terminal("record", str(log), "--allow") as table:
        table.until("Bob>")
        table.type(f"mark{mouse}ed 2\r", "Ann>")
        table.type("marked 2\r", "It did happen?")
        told = table.type(f"{mouse}n\r", "Ann>")
        table.type("quit\r", "left at")
        assert table.ended() == 0
        assert "Exception" not in told + table.raw
    assert playfold.open(log).state.board == "2.2.1...1"


def test_bytes_that_are_no_text(terminal: Open, run: Run, log: Path) -> None:
    """Bytes that are no UTF-8 are told as such, from a pipe with line and byte; the log stays as it was."""
    before = log.read_bytes()
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        for typed in (b"note a\xffb\r", b"marked \xe9\r", b"stopped \xff\r", b"\xff\xfe\r"):
            start = len(table.raw)
            os.write(table._master, typed)
            table.until("what was typed is no UTF-8 (set the terminal to UTF-8)", start)
        table.type("quit\r", "left at")
        assert table.ended() == 0
    assert log.read_bytes() == before
    refused = run("record", log, stdin=b"marked 1\nmarked \xff\n", status=2).stderr
    assert "stdin:2: is no UTF-8 at byte 8, 0xFF (save it as plain UTF-8)" in refused
    refused = run("note", log, 1, os.fsdecode(b"a\xff"), status=2).stderr
    assert "entry 5 cannot be written: 'a\\udcff' in it is no UTF-8" in refused
    assert playfold.validate(log).ok
    assert last(log).at == 1


def test_lists_take_numbers_and_say_how_to_leave(terminal: Open, log: Path, tmp_path: Path) -> None:
    """Long groups, asked for word by word, take numbers as short ones do; each refusal says how to leave the list."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        assert "(a number takes one; undo leaves the list)" in table.type("1\r", "marked, number>")
        table.type("99\r", "marked has no way 99 (they run from 1 to 6; undo leaves the list)")
        table.type("jump\r", "no event 'jump' (undo leaves the list; now may come marked")
        table.type("undo\r", "nothing was recorded")
        table.type("1\r", "  1 1")
        table.type("1\r", "Bob marks cell 1.")
    empire = tmp_path / "e.jsonl"
    with playfold.new(empire, "small-star-empires", ["Ann", "Bob"]) as game:
        game.play({"type": "first_seat_chosen", "seat": 1})
    with terminal("record", str(empire)) as table:
        table.until("Ann>")
        asked = table.type("1\r", "ship_moved ...>")
        assert "ship: 1 1s1  2 1s2  3 1s3  4 1s4" in asked
        assert "(a number or the word takes one; undo leaves the list)" in asked
        table.type("5\r", "'5' cannot come after ship_moved; undo leaves the list")
        table.type("2\r", "ship_moved 1s2 ...>")
        table.type("1\r", "piece: 1 colony  2 trade_station")
        table.type("resigned @3\r", "no seat 3")
        table.type("1\r", "ship_moved ...>")
        table.type("2\r", "ship_moved 1s2 ...>")
        table.type("1\r", "ship_moved 1s2 -2,-3 ...>")
        table.type("2\r", "Bob>")
    assert (last(empire).ship, last(empire).piece) == ("1s2", "trade_station")


def test_a_number_stays_with_its_word(terminal: Open, tmp_path: Path) -> None:
    """In a narrow terminal no list breaks between a number and what it stands for."""
    empire = tmp_path / "e.jsonl"
    with playfold.new(empire, "small-star-empires", ["Ann", "Bob"]) as game:
        game.play({"type": "first_seat_chosen", "seat": 1})
    with terminal("record", str(empire), columns=40) as table:
        table.until("Ann>")
        rows = table.type("ship_moved 1s1\r", "ship_moved 1s1 ...>").splitlines()
        listed = rows[next(place for place, row in enumerate(rows) if row.startswith("  to: ")) :][:4]
        assert all(len(row) <= 40 for row in listed)
        words = " ".join(listed).removeprefix("  to: ").split()
        assert words[:24:2] == [str(number) for number in range(1, 13)]
        assert not any(row.split()[-1].isdecimal() for row in listed[:3])


def test_dice_that_are_drawn_are_not_asked_for(terminal: Open, run: Run, tmp_path: Path) -> None:
    """Where dice are drawn nothing suggests to type them: not their name, not a slip, not Tab, not what comes first."""
    run("new", "d.jsonl", "space-monkeys", "--seat", "Greg", "--seat", "Cathy", "--dice", "drawn")
    with terminal("record", str(tmp_path / "d.jsonl")) as table:
        table.until("placement rolled>")
        for typed in ("x", "9 9", "placement_rolled", "place 7", "p"):
            told = table.type(f"{typed}\r", "(Enter draws what is due)")
            assert "1,1" not in told
        assert "1,1" not in table.type("planet_placed 3,3\r", "waits for placement_rolled (Enter draws what is due)")
        table.type("hlep\r", "did you mean help?")
        table.type("rated @1 9\r", "at most 5")
        table.type("\r", "Greg rolls")
        table.type("quit\r", "left at entry 1")
        assert table.ended() == 0


def test_what_was_undone_is_counted_and_can_be_had_again(terminal: Open, run: Run, log: Path) -> None:
    """Of more than one entry that is taken back it is said how many, and what opens a line with them."""
    with terminal("record", str(log)) as table:
        table.until("Bob>")
        table.type("undo 3\r", "3 entries taken back; to have them again")
        assert f"playfold branch {log} NAME --at 3" in " ".join(table.until("Ann>", table.raw.index("undo 3")).split())
        table.type("quit\r", "left at")
        assert table.ended() == 0
    run("branch", log, "again", "--at", "3")
    assert playfold.open(log).line("again").position == 3
    run("record", log, stdin="marked 1\nmarked 2\n")
    assert f"what was taken back: playfold branch {log} NAME --at 7" in run("takeback", log, "--to", 0).stderr
    run("record", log, stdin="marked 1\n")
    assert run("takeback", log).stderr == ""


def test_ctrl_c_while_modules_load(tmp_path: Path) -> None:
    """Ctrl-C before the command line is loaded ends with one line and status 130, without a traceback."""
    (tmp_path / "click.py").write_text(
        f"import os\nos.kill(os.getpid(), {int(signal.SIGINT)})\nimport time\ntime.sleep(9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "playfold", "rules"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"playfold: interrupted\n")


def test_what_is_no_file_is_named(run: Run, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket, a pipe or a folder in place of a log is called what it is, with what to name instead."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(tmp_path)  # the path of a socket has to be short
        listener.bind("socket")
        for command in ("record", "show", "takeback"):
            assert "folder: it is a folder (name a log in it)" in run(command, "folder", status=2).stderr
            for kind in ("pipe", "socket"):
                says = f"{kind}: it is a {kind} (a log is a regular file: name one that playfold new began)"
                assert says in run(command, kind, status=2).stderr
        assert "socket: it is a socket" in run("record", log, "socket", status=2).stderr
        assert "cannot be written: it is a socket" in run("show", log, "-o", "socket", status=2).stderr


def test_what_is_near_can_be_typed(terminal: Open, tmp_path: Path) -> None:
    """A word for a card brings the nearest card, never the name of a field of the state."""
    path = tmp_path / "w.jsonl"
    with playfold.new(path, "space-wars", ["Ann", "Bob"]):
        pass
    with terminal("record", str(path)) as table:
        table.until("cards dealt>")
        table.type("foo\r", "'foo' is not known here (type what came, for example cards_dealt @1")
        table.type("card_kon5\r", "did you mean card_kan5?")
