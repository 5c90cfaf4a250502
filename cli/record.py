"""Recording a game: at a terminal with a prompt, from a pipe one event a line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from playfold.engine.events import Event
from playfold.errors import Illegal, LogBusyError, MalformedEventError, NotWrittenError, PlayfoldError

from .options import PATH, command, line_option, log_argument, opened_to_write
from .terminal import say, warn

if TYPE_CHECKING:
    from playfold.replay.game import Game

    from .typed import Attempt, Recorder

LINE_LIMIT = 1 << 20
"""The most bytes of one line from a pipe."""

_COMMANDS = {
    "undo": "playfold takeback {log}",
    "note": "playfold note {log} N TEXT",
    "show": "playfold show {log}",
    "log": "playfold log {log}",
    "draw": "dice come by themselves where they are drawn",
}


@command(
    "record",
    "playfold record friday.jsonl",
    "playfold record friday.jsonl --line corner --draw",
    "playfold record friday.jsonl - < moves.txt",
    "echo 'ship_moved 1b1 E1' | playfold record friday.jsonl",
    "playfold record friday.jsonl --allow",
)
@log_argument
@click.argument("events", type=PATH, required=False, metavar="[EVENTS]")
@line_option()
@click.option("--draw", is_flag=True, help="Draw dice on a what-if line, too; from that line's own seed.")
@click.option(
    "--allow", is_flag=True, help="Take an illegal decision that did happen at the table as a ruling to its effect."
)
def record(log: Path, events: Path | None, line: str, draw: bool, allow: bool) -> None:
    """Record events: at a terminal with a prompt, else from standard input or the file EVENTS (- is standard input).

    At the prompt, ? explains what can be typed, and what is missing in an event is asked for. Whatever was acknowledged
    is on disk; leave at any time, come back, and the game goes on where it was.

    From a pipe comes one event a line, as JSON or as notation: ship_moved 1b1 E1 (fields in order or name=value, lists
    as 7,8; the seat may be left out where one alone may do it); also resigned, stopped, finished, rated. Each one is
    acknowledged by a line with its number. The first bad line stops: everything before it stands, nothing of it is
    kept. Where dice are drawn, they come by themselves when they are due.

    With --allow an illegal decision is kept as refused, and what it would change is offered as a ruling, to confirm or
    edit; from a pipe it is ruled at once. The game is then graded ruled.
    """
    from .typed import Recorder  # noqa: PLC0415 - loaded when it is needed

    with opened_to_write(log) as game:
        recorder = Recorder(game, line, draw=draw)
        if recorder.lost:
            warn(f"{recorder.lost}: the game goes on with real dice")
        if events is None and sys.stdin.isatty() and sys.stdout.isatty():
            from .prompt import Prompt  # noqa: PLC0415 - the pipe does without it

            Prompt(recorder, allow=allow).run()
        elif events is None or str(events) == "-":
            _piped(recorder, sys.stdin.buffer, "stdin", allow=allow)
        else:
            with events.open("rb") as source:
                _piped(recorder, source, str(events), allow=allow)


def _piped(recorder: Recorder, source: BinaryIO, name: str, *, allow: bool = False) -> None:
    number = 0
    kept = len(recorder.game.entries)
    try:
        _acknowledge(recorder.game, recorder.draw_due())
        while raw := source.readline(LINE_LIMIT + 1):
            number += 1
            text = _decoded(raw, first=number == 1)
            if text:
                _refuse_commands(recorder, text)
                _do(recorder, recorder.read(text), allow=allow)
                _acknowledge(recorder.game, recorder.draw_due())
    except PlayfoldError as error:
        count = len(recorder.game.entries) - kept
        warn(f"stopped at line {number}; {count or 'no'} entr{'y' if count == 1 else 'ies'} before it recorded")
        if not isinstance(error, (LogBusyError, NotWrittenError)):  # these are about the log, not about the line
            error.path, error.line, error.entry = name, number, None
        raise


def _refuse_commands(recorder: Recorder, text: str) -> None:
    """Says of a word that the prompt alone knows which command does the same."""
    word = text.split(maxsplit=1)[0].lower()
    if word in _COMMANDS and word not in recorder.game.rules.by_name:
        there = _COMMANDS[word].format(log=recorder.game.typed)
        raise MalformedEventError(f"{word} is known at the prompt alone", hint=f"here: {there}")


def _do(recorder: Recorder, attempt: Attempt, *, allow: bool) -> None:
    try:
        _acknowledge(recorder.game, recorder.do(attempt))
    except Illegal as error:
        if not (allow and isinstance(attempt, Event)):
            raise
        from . import allowing  # noqa: PLC0415 - loaded when it is needed

        line = recorder.line
        _acknowledge(recorder.game, [line.refuse(attempt, error)])
        _acknowledge(recorder.game, [allowing.rule(line, allowing.allow(line, attempt, error), error)])


def _decoded(raw: bytes, *, first: bool) -> str:
    if len(raw) > LINE_LIMIT:
        raise MalformedEventError(f"a line of more than {LINE_LIMIT} bytes", hint="one event a line")
    if first and raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise MalformedEventError("begins with a byte-order mark", hint="save it as plain UTF-8")
    try:
        return raw.decode().strip()
    except UnicodeDecodeError as error:
        wrong = f"is no UTF-8 at byte {error.start + 1}, 0x{raw[error.start]:02X}"
        raise MalformedEventError(wrong, hint="save it as plain UTF-8") from None


def _acknowledge(game: Game, entries: Any) -> None:
    """Prints what is on disk now, one line an entry, at once: a program at the other end may count on it."""
    from playfold.replay.story import tell  # noqa: PLC0415 - loaded when it is needed

    for entry in entries:
        say(f"{entry.n}  {tell(game, entry)}")
    sys.stdout.flush()
