"""What commands share: how they are declared, their common arguments and options, and how they open a log."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from playfold.errors import PlayfoldError, TornLogError, UnknownPositionError, UnreadableLogError

from .seats import seat_called
from .terminal import warn

if TYPE_CHECKING:
    from playfold.replay.game import Game
    from playfold.replay.lines import Line

F = TypeVar("F", bound=Callable[..., Any])


class _Named(click.Path):
    """A path that is not empty: Python takes an empty one for the current folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("The path is empty (. is the current folder).", param, ctx)
        return super().convert(value, param, ctx)


PATH = _Named(path_type=Path, readable=False)
"""Whoever opens a file says what is wrong with it, and goes on with the others."""


def command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Declares a command whose help ends with examples, one a line."""
    epilog = "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)
    settings = {"help_option_names": ["-h", "--help"]}
    return click.command(name, epilog=epilog, context_settings=settings)


def log_argument(function: F) -> F:
    """Adds the argument LOG."""
    return click.argument("log", type=PATH, metavar="LOG")(function)


def line_option(default: str | None = "main") -> Callable[[F], F]:
    """Adds --line."""
    return click.option(
        "--line",
        "line",
        metavar="L",
        default=default,
        show_default=default is not None,
        shell_complete=complete_lines,
        help="The line of the tree.",
    )


def seat_option(function: F) -> F:
    """Adds --as: a seat's view."""
    return click.option(
        "--as", "seat", metavar="SEAT", help="As this seat may know it: its number or its player's name."
    )(function)


def output_option(function: F) -> F:
    """Adds -o FILE."""
    return click.option(
        "-o", "--output", "target", type=PATH, metavar="FILE", help="Write to this file instead of standard output."
    )(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """Adds --format; the first one is the default."""
    return click.option("--format", "form", type=click.Choice(formats), default=formats[0], show_default=True)


def complete_lines(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Lists the lines of LOG that begin so, for a shell."""
    from playfold.replay.opening import read_log  # noqa: PLC0415 - loaded when it is needed

    # While --line lacks its value, click has not come to LOG: it is the first of what is left.
    log = ctx.params.get("log") or next((word for word in ctx.args if not word.startswith("-")), None)
    try:
        return [] if log is None else [name for name in read_log(log)[0].tree.lines if name.startswith(incomplete)]
    except PlayfoldError:
        return []


def opened(path: Path) -> Game:
    """Opens a log for looking at it: says on stderr what is wrong with it, and gives what is usable.

    A damaged log makes the exit status 2, whatever is shown of it.
    """
    game = _open(path)
    failure = game.failure
    if failure is not None:
        if isinstance(failure, TornLogError):
            warn(str(failure))
        else:
            warn(f"{failure}; what is before it is shown")
            click.get_current_context().obj["status"] = 2
    return game


def opened_to_write(path: Path) -> Game:
    """Opens a log for writing: a torn last line is said and will be set aside, anything worse is refused."""
    game = _open(path)
    if game.failure is not None:
        if not isinstance(game.failure, TornLogError):
            raise game.failure
        warn(str(game.failure))
    return game


def _open(path: Path) -> Game:
    from playfold.replay.opening import open_game  # noqa: PLC0415 - loaded when it is needed

    try:
        game = open_game(path)
    except PlayfoldError as error:
        error.path = error.path or str(path)
        raise
    for n, refused in game.refused.items():
        refused.path, refused.entry = str(path), n
        before, name = game.log.tree.parent(n), game.entries[n - 1].line
        back = f"playfold takeback {shown_path(path)} --to {before}{f' --line {name}' if name else ''}"
        look = f"playfold show {shown_path(path)} --at {before}"
        refused.hint = refused.hint or f"as it was before: {look}; to go on from there: {back}"
    # For the one place that prints errors: it puts in names and the words of a rule.
    click.get_current_context().obj.update(names=game.names, rules=game.rules)
    return game


def seat_of(game: Game, text: str | None) -> int:
    """Gives the seat that is asked for as `seat_called` reads it; 0 where none is. An empty text is no seat."""
    return 0 if text is None else seat_called(game.names, text)


def place(game: Game, line: str | None, at: int | None) -> Line:
    """Gives the line, at its tip or right after an entry. Entry N alone means its own line."""
    if at is None:
        return game.line(line or "main")
    view = game.at(at)
    if line is None or line == view.name:
        return view
    wanted = game.line(line)
    if at and at not in wanted.path:
        raise UnknownPositionError(
            f"entry {at} is not on the path of {line}", hint=f"leave out --line, or see playfold log {game.typed}"
        )
    from playfold.replay.lines import Line  # noqa: PLC0415 - loaded when it is needed

    return Line(game, line, at)


def listed(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Gives the paths; for `-` those on standard input, one a line."""
    for path in paths:
        if str(path) == "-":
            lines = sys.stdin.buffer.read().decode(errors="surrogateescape").split("\n")
            if lines[0].startswith('{"format":"playfold/'):
                raise UnreadableLogError(
                    "standard input holds a log, not the names of logs, one a line", hint="name it"
                )
            yield from (Path(line) for line in lines if line)
        else:
            yield path


def shown_path(path: str | os.PathLike[str]) -> str:
    """Gives a path as an argument that can be typed again: quoted where a shell needs it, `./` before a hyphen."""
    import shlex  # noqa: PLC0415 - loaded when it is needed

    text = os.fspath(path)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)
