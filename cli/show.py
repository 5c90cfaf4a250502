"""Looking at a game: the board at any point, the entries told, the game step by step."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from playfold.errors import PlayfoldError, UnknownPositionError, UnknownRulesError
from playfold.replay.outcomes import ending
from playfold.replay.telling import named

from .options import (
    command,
    format_option,
    line_option,
    log_argument,
    opened,
    output_option,
    place,
    seat_of,
    seat_option,
)
from .terminal import clean, colour, columns, emit, has_width, hung, say, width

if TYPE_CHECKING:
    from playfold.engine.rulesets import Outcome
    from playfold.replay.game import Game
    from playfold.replay.lines import Line


@command(
    "show",
    "playfold show friday.jsonl",
    "playfold show friday.jsonl --at 12 --as Greg",
    "playfold show friday.jsonl --format svg -o board.svg",
)
@log_argument
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Right after entry N; 0 is the start.")
@line_option(None)
@seat_option
@format_option("text", "json", "svg")
@output_option
def show(log: Path, at: int | None, line: str | None, seat: str | None, form: str, target: Path | None) -> None:
    """Show the board at any point of a game.

    Text is for terminals, svg for paper and screens, json is the state itself, as digests and rulings know it.
    """
    game = opened(log)
    view = place(game, line, at)
    by = _looking(game, seat)
    if form == "text":
        coloured = target is None and colour()
        emit(f"{_heading(view, by)}\n{board(view, by, coloured=coloured)}", target)
        return
    state = seen(view, by)
    if form == "json":
        raw = {name: value for name, value in msgspec.to_builtins(state).items() if name != "rules"}
        emit(msgspec.json.format(msgspec.json.encode(raw), indent=2).decode(), target)
        return
    emit(view.drawn(state), target)


@command(
    "log",
    "playfold log friday.jsonl",
    "playfold log friday.jsonl --line corner --as 2",
    "playfold log friday.jsonl --format csv",
)
@log_argument
@line_option(None)
@seat_option
@format_option("text", "table", "json", "jsonl", "csv", "markdown")
@output_option
def log(log: Path, line: str | None, seat: str | None, form: str, target: Path | None) -> None:
    """Tell the entries of a log, one a line.

    A line of the tree stands before what was not written on main; ~ marks what was taken back or replaced. Times are
    UTC.
    """
    rows, names = _rows(log, line, seat)
    if form != "text":
        from .rows import emit_rows  # noqa: PLC0415 - loaded when it is needed

        emit_rows(("n", "time", "line", "event", "text", "stands"), rows, form, target)
        return
    size = len(str(len(rows)))
    lines = [
        f"{n:>{size}} {'  ' if stands else '~ '}{_minute(when):<17}  "
        f"{'' if name == 'main' else f'[{name}] '}{clean(text)}"
        for n, when, name, _, text, stands in rows
    ]
    if target is None and sys.stdout.isatty():
        lines = [part for line in lines for part in hung(line, size + 22)]
    emit("\n".join(lines) if lines else f"{', '.join(names)}: no entries yet", target)


def _looking(game: Game, seat: str | None) -> int:
    """Gives the seat that looks, 0 for nobody; why today's rules refuse an entry may be a secret: it is not told."""
    by = seat_of(game, seat)
    if by:
        for n in game.refused:
            game.refused[n] = PlayfoldError("today's rules refuse this entry", path=str(game.path), entry=n)
    return by


def _minute(time: str) -> str:
    """Gives a time of a log to the minute, with the Z that says it is UTC."""
    return f"{time[:16].replace('T', ' ')}Z" if time else ""


def _rows(
    path: Path, line: str | None, seat: str | None
) -> tuple[list[tuple[int, str, str, str, str, bool]], list[str]]:
    """Gives the entries told, and the players' names; as they are written where the rules are not installed."""
    try:
        game = opened(path)
    except UnknownRulesError as error:
        from .plain import plain_story, read_plain  # noqa: PLC0415 - loaded when it is needed

        if seat:
            raise  # only the rules know what a seat may see
        plain = read_plain(path, error.message)
        if line is not None and line not in plain.tree.lines:
            raise UnknownPositionError(f"{line!r} is no line of this log", path=str(path)) from None
        return list(plain_story(plain, line)), [clean(name) for name in plain.header.seats]
    from playfold.replay.story import story  # noqa: PLC0415 - loaded when it is needed

    told = story(game, line=line, seat=seat_of(game, seat))
    rows = [(one.n, one.time, one.line, one.kind, one.text, one.stands) for one in told]
    return rows, [clean(name) for name in game.names]


@command(
    "replay",
    "playfold replay friday.jsonl --delay 1",
    "playfold replay friday.jsonl --from 20 --to 40 --as Cathy",
)
@log_argument
@click.option(
    "--from", "first", type=click.IntRange(min=0), metavar="N", help="Begin with entry N.  [default: the start]"
)
@click.option("--to", "last", type=click.IntRange(min=0), metavar="N", help="End with entry N.  [default: the end]")
@line_option()
@seat_option
@click.option("--delay", type=click.FloatRange(0, 3600), default=0, metavar="S", help="Wait S seconds after each step.")
def replay(log: Path, first: int | None, last: int | None, line: str, seat: str | None, delay: float) -> None:
    """Replay a line step by step: each entry told, the board after each whole turn and at the end."""
    game = opened(log)
    by = _looking(game, seat)
    steps = _steps(game, line, first, last)
    brief = False
    for at, lasts in steps:
        view = _at(game, line, at)
        if at:
            from playfold.replay.story import tell  # noqa: PLC0415 - loaded when it is needed

            text = tell(game, game.entries[at - 1], by)
            if text:
                say(f"{at}  {text}")
        if lasts:
            click.echo(f"\n{board(view, by, coloured=colour(), brief=brief)}\n")
            brief = True  # what the marks mean is said once
        sys.stdout.flush()
        if delay:
            time.sleep(delay)


def _steps(game: Game, line: str, first: int | None, last: int | None) -> Iterator[tuple[int, bool]]:
    """Gives the positions of a replay, each with whether its board is shown: after whole turns and at the ends."""
    path = [0, *game.line(line).path]
    shown = [at for at in path if (first or 0) <= at and (last is None or at <= last)]
    if not shown:
        raise UnknownPositionError(f"no entry of {line} lies there", hint=f"its entries of play run to {path[-1]}")
    states = game.folded.states
    before = 0
    for at in path:
        if at not in states:
            raise game.line(line).refusal or AssertionError("a position without a state is refused")
        if at in shown:
            yield at, at in (0, shown[-1]) or game.rules.turn(states[at]) != game.rules.turn(states[before])
        before = at


def _at(game: Game, line: str, position: int) -> Line:
    from playfold.replay.lines import Line  # noqa: PLC0415 - loaded when it is needed

    return Line(game, line, position)


def seen(view: Line, seat: int) -> Any:
    """Gives the state as a seat may know it; 0 knows everything."""
    return view.game.rules.view(view.state, seat) if seat else view.state


def board(view: Line, seat: int, *, coloured: bool, brief: bool = False) -> str:
    """Draws the board for a terminal, with how the game ended below it; brief without its legend and blank lines."""
    from playfold.replay.board_text import text  # noqa: PLC0415 - loaded when it is needed

    game = view.game
    drawn = text(view.scene(seen(view, seat)), game.names, width(), coloured, brief=brief, fold=has_width())
    end = view.outcome
    return drawn.rstrip("\n") + ("" if end is None else f"\n{how_it_ended(game.names, end)}")


def how_it_ended(names: Sequence[str], end: Outcome) -> str:
    """Says who won, and how."""
    return named(ending(end), names)


def waiting(view: Line) -> str:
    """Says for whom the game waits."""
    act = view.to_act
    seats = [f"@{seat}" for seat in act.waits]
    kinds = [str(kind.__struct_config__.tag).replace("_", " ") for kind in act.chance]
    return named(" or ".join([*seats, *kinds]), view.game.names)


def _heading(view: Line, seat: int) -> str:
    game = view.game
    path = view.path
    turn = f", turn {game.rules.turn(view.state)}"
    where = f"entry {path[-1]}" if path else "the start"
    facts = [
        ("log", f"{game.path} ({game.header.rules})"),
        ("line", f"{view.name}, {where}{turn}{named(f', as @{seat}', game.names) if seat else ''}"),
    ]
    if waits := waiting(view):
        facts.append(("waits for", waits))
    return "\n".join(columns(facts))
