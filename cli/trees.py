"""The tree of a log: what-if lines, take-backs, notes, and a line as a log of its own."""

from __future__ import annotations

from pathlib import Path

import click

from playfold.errors import UnknownPositionError, UnknownRulesError

from .options import (
    PATH,
    command,
    complete_lines,
    format_option,
    line_option,
    log_argument,
    opened,
    opened_to_write,
    output_option,
    seat_of,
    shown_path,
)
from .seats import author_of
from .show import how_it_ended, waiting
from .terminal import columns, emit, say, warn

_NAMES = ("line", "opened_at", "tip", "entries", "stands", "why")


@command("branch", "playfold branch friday.jsonl corner --at 12 --why 'the other corner'")
@log_argument
@click.argument("name", metavar="NAME")
@click.option(
    "--at", type=click.IntRange(min=0), required=True, metavar="N", help="Right after entry N; 0 is the start."
)
@click.option("--why", default="", metavar="TEXT", help="What the line asks.")
def branch(log: Path, name: str, at: int, why: str) -> None:
    """Open a what-if line. Main stays as it is; record --line NAME goes on with the new line."""
    with opened_to_write(log) as game:
        view = game.branch(name, at, why)
        say(f"line {view.name} opened after {_position(view.position)}")
    warn(f"go on with: playfold record {shown_path(log)} --line {name}")


@command("lines", "playfold lines friday.jsonl", "playfold lines friday.jsonl --format json")
@log_argument
@format_option("text", "table", "json", "jsonl", "csv", "markdown")
@output_option
def lines(log: Path, form: str, target: Path | None) -> None:
    """List the lines of a log: where each was opened and why, how many entries lead to its tip, and how it stands."""
    rows = _rows(log)
    if form != "text":
        from .rows import emit_rows  # noqa: PLC0415 - loaded when it is needed

        emit_rows(_NAMES, rows, form, target)
        return
    shown = [
        (
            name,
            "" if origin is None else f"opened after {_position(origin)}",
            f"{entries} entr{'y' if entries == 1 else 'ies'}, tip {tip}",
            f"{stands}{f' - {why}' if why else ''}",
        )
        for name, origin, tip, entries, stands, why in rows
    ]
    emit("\n".join(columns(shown)), target)


def _rows(path: Path) -> list[tuple[str, int | None, int, int, str, str]]:
    try:
        game = opened(path)
    except UnknownRulesError as error:
        from .plain import plain_lines, read_plain  # noqa: PLC0415 - loaded when it is needed

        return list(plain_lines(read_plain(path, error.message)))
    rows: list[tuple[str, int | None, int, int, str, str]] = []
    for view in game.lines:
        refusal = view.refusal
        end = None if refusal else view.outcome
        first = game.log.tree.lines[view.name].first
        event = game.entries[first - 1].event if first else None
        if refusal:
            stands = "refused by today's rules"
        else:
            stands = how_it_ended(game.names, end) if end else f"waits for {waiting(view)}"
        origin = game.log.tree.position_after(first, view.name) if first else None
        rows.append((view.name, origin, view.position, len(view.path), stands, getattr(event, "why", "")))
    return rows


@command("promote", "playfold promote friday.jsonl corner")
@log_argument
@click.argument("line", metavar="LINE", shell_complete=complete_lines)
def promote(log: Path, line: str) -> None:
    """Make a what-if line the main line: main's tip becomes that line's tip.

    What main held before stays in the file and can still be branched from.
    """
    with opened_to_write(log) as game:
        if line == "main":
            raise UnknownPositionError("main is the main line already", hint=f"see playfold lines {shown_path(log)}")
        before = game.line().position
        game.line(line).promote()
        after = _position(game.line().position)
        say(f"main stands at {after} now, where {line} stands; it stood at {_position(before)}")
    if before:
        warn(f"what main held before: playfold branch {shown_path(log)} NAME --at {before}")


@command("extract", "playfold extract friday.jsonl --line corner -o corner.jsonl")
@log_argument
@line_option()
@click.option(
    "-o", "--output", "target", type=PATH, required=True, metavar="NEW", help="The new log; it must not exist."
)
def extract(log: Path, line: str, target: Path) -> None:
    """Write one line of a log as a log of its own, whose header says where it comes from.

    Notes about its entries come along. A file that exists is left alone.
    """
    from playfold.replay.extract import extract as write  # noqa: PLC0415 - loaded when it is needed

    view = opened(log).line(line)
    entries = len(view.path)
    write(view, target)
    say(f"{target}: {entries} entr{'y' if entries == 1 else 'ies'} of play from {log}, line {line}")


@command(
    "takeback",
    "playfold takeback friday.jsonl",
    "playfold takeback friday.jsonl --turn",
    "playfold takeback friday.jsonl --to 12 --line corner",
)
@log_argument
@click.option(
    "--to", type=click.IntRange(min=0), metavar="N", help="Back to entry N; 0 is the start.  [default: one entry]"
)
@click.option(
    "--turn", is_flag=True, help="Back to the start of the turn; of the turn before when nothing of this one is played."
)
@line_option()
def takeback(log: Path, to: int | None, turn: bool, line: str) -> None:
    """Take entries back. They stay in the file, marked; the line goes on from where it stood before them."""
    if turn and to is not None:
        raise click.UsageError("--to and --turn exclude each other.", click.get_current_context())
    with opened_to_write(log) as game:
        view = game.line(line)
        before, tip = len(view.path), view.position
        view.take_back(view.start_of_turn() if turn else to)
        gone = before - len(view.path)
        say(f"{line} is back at {_position(view.position)}, {gone} entr{'y' if gone == 1 else 'ies'} taken back")
        say(f"waits for {waiting(view)}")
    if gone > 1:
        warn(f"what was taken back: playfold branch {shown_path(log)} NAME --at {tip}")


@command(
    "note",
    "playfold note friday.jsonl 12 'nobody saw this coming' --seat Cathy --mark '!'",
    "playfold note friday.jsonl 0 'played with the second printing'",
)
@log_argument
@click.argument("n", type=click.IntRange(min=0), metavar="N")
@click.argument("text", metavar="TEXT")
@click.option("--seat", metavar="S", help="Its author: a seat's number or player's name.  [default: the scribe]")
@click.option("--mark", default="", metavar="M", help="A mark to find it by, as ! or ? or bug.")
def note(log: Path, n: int, text: str, seat: str | None, mark: str) -> None:
    """Keep a note about entry N; 0 is the whole game.

    A note of the scribe is shown with --as too: every seat may read it. A seat's own note is shown to it alone.
    It may begin with its seat instead of --seat: '@2 TEXT' or '@Name TEXT'. A note of the scribe that begins with an @
    is written with two, '@@TEXT'.
    """
    with opened_to_write(log) as game:
        author, words = author_of(game.names, text) if seat is None else (seat_of(game, seat), text)
        if not words.strip():
            raise click.UsageError("The note is empty.", click.get_current_context())
        entry = game.note(n, words, mark=mark, seat=author)
        say(f"{entry.n}  note on {_position(n)}")


def _position(n: int) -> str:
    return f"entry {n}" if n else "the start"
