"""The command `playfold`: finds the commands, runs one, and turns what went wrong into a message and an exit status."""

from __future__ import annotations

import keyword
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from playfold.errors import Illegal, PlayfoldError
from playfold.records.files import reason

from .ending import Ended, Ending, drop_output, takes_a_line
from .ending import status as status_of

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("demo", "Run the main job on bundled games and leave the files to look at."),
    "rules": ("begin", "List the installed rule sets, or explain one."),
    "new": ("begin", "Begin a log."),
    "record": ("record", "Record events: at a terminal, or from a pipe."),
    "show": ("show", "Show the board at any point of a game."),
    "log": ("show", "Tell the entries of a log."),
    "validate": ("checking", "Examine logs: chain, schema, rules, digests, dice."),
    "replay": ("show", "Replay a game step by step."),
    "branch": ("trees", "Open a what-if line."),
    "lines": ("trees", "List the lines of a log."),
    "promote": ("trees", "Make a what-if line the main line."),
    "extract": ("trees", "Write one line of a log as a log of its own."),
    "tree": ("drawing", "Draw the lines of a log."),
    "takeback": ("trees", "Take entries back."),
    "compare": ("what_if", "Compare two lines turn by turn."),
    "amend": ("what_if", "Correct an entry and replay the rest on a new line."),
    "ruling": ("what_if", "Set parts of the state by hand."),
    "note": ("trees", "Keep a note about an entry."),
    "archive": ("archives", "Add or refresh games in an archive."),
    "query": ("archives", "Ask an archive in SQL, read-only."),
    "stats": ("statistics", "Give named statistics of an archive."),
    "report": ("reporting", "Write the statistics of an archive as a page."),
    "export": ("moving", "Write an archive as Parquet files."),
    "import": ("moving", "Read results of other programs into an archive."),
    "simulate": ("simulating", "Play games by bots and write their logs."),
    "diff": ("diffing", "Compare versions of rules, and what games would have become."),
    "coverage": ("covering", "Count what games used of their rules, and what never."),
}
"""Every command: the module that holds it and its short help, so that `playfold --help` loads none of them."""

DONE, WRONG, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class PipeClosed(Exception):  # noqa: N818 - not an error: whoever read our output has seen enough
    """Raised in place of BrokenPipeError, which click would turn into status 1."""


class Commands(click.Group):
    """A group that loads a command when it is run or asked for help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the commands in the order in which people meet them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"playfold.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that was named; a name that is none brings the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415 - only for a slip

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command and flushes what it printed, so that a closed pipe shows here, before click takes it over."""
        try:
            with Ending():
                status = super().invoke(ctx)
                sys.stdout.flush()
        except BrokenPipeError as error:
            raise PipeClosed from error
        return status

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without loading them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  playfold demo
  playfold new friday.jsonl space-monkeys --seat Greg --seat Cathy
  playfold record friday.jsonl
""",
)
@click.version_option(package_name="playfold", message="playfold %(version)s")
def playfold() -> None:
    """Keep the record of tabletop games: record, validate, replay, branch, query.

    Each command explains itself: playfold COMMAND -h. Exit status: 0 done, 1 what was checked is not in order,
    2 usage or unreadable input, 130 interrupted, 129 and 143 ended by SIGHUP and SIGTERM.
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits.

    The status is 0 when done, 1 when what was checked is not in order, 2 for usage and unreadable input, 130 when
    interrupted, 129 and 143 when SIGHUP (a terminal was closed) and SIGTERM (`kill`) ended it. Then, too, what was
    acknowledged is on disk, and nothing is left of what was not finished.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It was closed, as by `>&-`. Held open here, its number goes to no log, and nothing prints into one.
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, PTH123 - until the exit
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets its code instead of a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if "_PLAYFOLD_COMPLETE" in os.environ:
        from .completing import install  # noqa: PLC0415 - only for a shell that completes

        install()
    sys.exit(_run(args))


def _run(args: Sequence[str] | None) -> int:  # noqa: PLR0911 - one for each way to end
    meta: dict[str, Any] = {}
    try:
        status = playfold.main(args, "playfold", standalone_mode=False, obj=meta)
    except (click.Abort, KeyboardInterrupt):
        return _ended("interrupted", INTERRUPTED)
    except Ended as ended:
        return _ended(str(ended), status_of(ended.number))
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        return _say(error.format_message(), USAGE)
    except PlayfoldError as error:
        return _say(explain(error, meta), WRONG if isinstance(error, Illegal) else USAGE)
    except PipeClosed:
        # What is left in the buffer must not fail again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except UnicodeEncodeError as error:
        return _say(f"{error.object[error.start]!r} is no character (what is typed has to be UTF-8)", USAGE)
    except OSError as error:
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, (str, bytes)) else ""
        return _say(f"{where}{reason(error)}", USAGE)
    return status if isinstance(status, int) else meta.get("status", DONE)


def explain(error: PlayfoldError, meta: dict[str, Any] | None = None) -> str:
    """Gives an error's text, of an illegal event with the rule, its words in the index, and the players' names."""
    from playfold.replay.telling import named  # noqa: PLC0415 - errors are rare, the start is not

    meta = meta or {}
    if "names" in meta:
        error.message = named(error.message, meta["names"])  # hints speak of what to type, where a seat is @2
    if not isinstance(error, Illegal):
        return str(error)
    rule = meta["rules"].index.get(error.rule) if "rules" in meta else None
    return f"{error} [{error.rule}{f': {rule.says} {rule.cite}' if rule else ''}]"


def _usage(error: click.UsageError) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    if error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
    hint = f" (see {error.ctx.command_path} -h)" if error.ctx is not None else ""
    said = error.format_message()
    for range_, number in (("integer", "whole number"), ("float", "number")):
        said = said.replace(f"is not a valid {range_} range.", f"is no {number}.")  # click takes it for a range
    return _say(said + hint, USAGE)


def _ended(text: str, status: int) -> int:
    if takes_a_line(sys.stderr):
        try:
            return _say(text, status)
        except OSError:  # a terminal that was closed
            pass
    drop_output(sys.stderr)
    return status


def _say(text: str, status: int) -> int:
    from playfold.replay.telling import visible  # noqa: PLC0415 - as above

    print(f"playfold: {visible(text)}", file=sys.stderr)  # noqa: T201 - this is the one place where errors are printed
    return status
