"""Recording from a pipe: one event a line, acknowledged when it is on disk; the first bad line stops."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

import playfold
from playfold.cli.record import _piped
from playfold.cli.typed import Recorder
from playfold.errors import Illegal, PlayfoldError

Run = Callable[..., subprocess.CompletedProcess[str]]


def events(path: Path) -> list[str]:
    return [entry.event.__struct_config__.tag for entry in playfold.open(path).entries]


def test_notation_and_json(run: Run, log: Path) -> None:
    """Lines are notation or JSON, blank ones are passed over, and each is acknowledged with its number."""
    text = run("record", log, stdin='marked 2\r\n\n{"type":"marked","seat":1,"at":6}\nm 5').stdout
    assert text.splitlines() == ["4  Bob marks cell 2.", "5  Ann marks cell 6.", "6  Bob marks cell 5."]
    assert events(log) == ["marked"] * 6


def test_own_events(run: Run, log: Path) -> None:
    """Resignation, rating and seal come through the pipe, too, in both forms."""
    run("record", log, stdin='resigned @2\n{"type":"rated","seat":1,"fun":4}\nrated @2 2 too short\nfinished\n')
    game = playfold.open(log)
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert events(log)[3:] == ["resigned", "rated", "rated", "finished"]


def test_quotes_around_text_are_not_kept(run: Run, log: Path) -> None:
    """Text may stand in quotes, as in the notation of events; quotes that are words of the text stay."""
    run("record", log, stdin='rated @2 4 "a quick one"\nrated @1 3 "fun", he said\nstopped "the \\"last\\" bus"\n')
    quoted, bare, stopped = (entry.event for entry in playfold.open(log).entries[3:])
    assert (quoted.text, bare.text, stopped.why) == ("a quick one", '"fun", he said', 'the "last" bus')


def test_stopped_ends_the_line(run: Run, log: Path) -> None:
    """After `stopped` nothing is played."""
    error = run("record", log, stdin="stopped the bus leaves\nmarked 2\n", status=1).stderr
    assert "stdin:2: the game was stopped" in error
    assert events(log)[3:] == ["stopped"]


def test_illegal_line_stops_with_its_number(run: Run, log: Path) -> None:
    """An illegal line ends with status 1, its number and its rule; the ones before it stand, it leaves no trace."""
    error = run("record", log, stdin="marked 2\nmarked 4\nmarked 5\n", status=1).stderr
    assert "stdin:2: Ann needs a free cell, 4 is Ann's" in error
    assert "mark.free: Each turn a seat marks one free cell. Rules, 2" in error
    assert "1 entry before it recorded" in error
    assert events(log) == ["marked"] * 4


MALFORMED: list[tuple[str | bytes, str]] = [
    ("marked 9", "at cannot be 9"),
    ("marked -1", "at cannot be -1"),
    ("marked 99999999999999999999999", "at cannot be"),
    ("marked", "at is missing"),
    ("marked 2 3 4", "no field"),
    ("jumped 2", "no event 'jumped'"),
    ('{"type":"marked","seat":2,"at":2.0}', "no JSON object"),
    ('{"type":"marked","seat":2,"at":NaN}', "no JSON object"),
    ('{"type":"marked","seat":2,"at":1e400}', "no JSON object"),
    ('{"type":"marked","seat":2,"at":2,"at":3}', "twice"),
    ('{"type":"marked","seat":"2","at":2}', "marked"),
    ('{"type":"marked","seat":3,"at":2,"by":1}', "by"),
    ('{"type":"taken_back","to":0}', "no event 'taken_back'"),
    ("undo", "undo is known at the prompt alone (here: playfold takeback /"),
    ("Note @1 nice", "note is known at the prompt alone"),
    ("[" * 100_000, "bracket"),
    ('{"type":' + "[" * 100_000, "no JSON object"),
    ("rated @1 9", "fun"),
    ('{"type":"rated","seat":1}', "fun"),
    ("stopped the\x1b[2J end", "control character"),
    ("x" * (1 << 20) + "y", "more than"),
    (b"marked \xff", "no UTF-8"),
    (b"\xef\xbb\xbfmarked 2", "byte-order mark"),
]


@pytest.mark.parametrize(("line", "words"), MALFORMED)
def test_malformed_line_is_refused(log: Path, line: str | bytes, words: str) -> None:
    """A line that is no event is refused with what it should be, shortly; the log is as it was."""
    before = log.read_bytes()
    with playfold.open(log) as game, pytest.raises(PlayfoldError, match=re.escape(words)) as caught:
        _piped(Recorder(game, "main", draw=False), BytesIO(line if isinstance(line, bytes) else line.encode()), "stdin")
    assert not isinstance(caught.value, Illegal)
    assert str(caught.value).startswith("stdin:1: ")
    assert len(str(caught.value)) < 1000
    assert log.read_bytes() == before


def test_malformed_line_stops(run: Run, log: Path) -> None:
    """A malformed line ends with status 2 and its number; the ones before it stand."""
    error = run("record", log, "-", stdin="marked 2\nmarked 10\nmarked 5\n", status=2).stderr
    assert "stdin:2: marked: at cannot be 10" in error
    assert events(log) == ["marked"] * 4


def test_events_from_a_file(run: Run, log: Path) -> None:
    """A file of events is named in messages."""
    log.with_name("moves.txt").write_text("marked 4\n", encoding="utf-8")
    assert "moves.txt:1: " in run("record", log, "moves.txt", status=1).stderr


def test_ctrl_c_keeps_what_was_acknowledged(command: str, log: Path) -> None:
    """Ctrl-C ends with status 130; each acknowledged entry is in the file, which is in order."""
    with subprocess.Popen(
        [command, "record", str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"marked 2\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"4  Bob marks cell 2.\n"
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert error.strip() == b"playfold: interrupted"
    assert playfold.validate(log).ok
    assert events(log) == ["marked"] * 4


def test_a_log_that_another_process_writes(run: Run, log: Path) -> None:
    """While another process writes the log, nothing is recorded, and the message says so."""
    with playfold.open(log) as game:
        game.note(1, "mine")
        before = log.read_bytes()
        error = run("record", log, stdin="marked 2\n", status=2).stderr
        assert f"playfold: {log}: another process writes this log" in error
        assert log.read_bytes() == before


def test_a_full_disk_changes_nothing(run: Run, log: Path) -> None:
    """Where a write fails, the file is as it was, and the message says why."""
    import resource  # noqa: PLC0415 - a limit stands in for the full disk

    before = log.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, len(before) + 10))

    error = run("record", log, stdin="marked 2\n", status=2, preexec_fn=limit).stderr
    assert f"playfold: {log}: nothing was written" in error
    assert log.read_bytes() == before


def test_a_torn_tail_is_set_aside(run: Run, log: Path) -> None:
    """A last line without its end is said, set aside by the next writer, and play goes on before it."""
    whole = log.read_bytes()
    log.write_bytes(whole + '{"n":4,"time":"é'.encode()[:-1])
    assert run("show", log).stderr
    run("record", log, stdin="marked 2\n")
    assert log.read_bytes().startswith(whole)
    assert log.with_name("g.torn").read_bytes() == '{"n":4,"time":"é'.encode()[:-1]
    assert playfold.validate(log).ok


def test_drawn_dice_come_by_themselves(run: Run, tmp_path: Path) -> None:
    """In a drawn game a pipe of decisions is enough; outcomes are not typed in, unless the seed is lost."""
    run("new", "d.jsonl", "space-monkeys", "--seat", "A", "--seat", "B", "--dice", "drawn")
    log = tmp_path / "d.jsonl"
    assert oct((tmp_path / "d.seed").stat().st_mode & 0o777) == "0o600"
    run("record", log)
    game = playfold.open(log)
    assert game.entries
    assert all(entry.draw for entry in game.entries)
    assert game.to_act.seats
    assert "drawn from its seed, not typed in" in run("record", log, stdin="placement_rolled 1,1\n", status=2).stderr
    (tmp_path / "d.seed").unlink()
    assert "goes on with real dice" in run("record", log, "-").stderr
