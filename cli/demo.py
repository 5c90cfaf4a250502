"""The demonstration: the main job on the bundled games, by the very commands that anybody types."""

from __future__ import annotations

import itertools
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playfold.errors import NotWrittenError, PlayfoldError

from .options import PATH, command
from .terminal import clean, colour, say

if TYPE_CHECKING:
    from playfold.replay.game import Game

_DEFAULT = "playfold-demo"
_BOARD = "space-monkeys-rulebook-setup"
"""The bundled log whose board is shown."""
_EXCERPT = 11
"""How many lines of the story follow the first one that is shown."""

_QUERIES = (
    ("What is there, and what is it worth as evidence?", "SELECT rules, players, grade, games FROM grades"),
    (
        "Who won, and after how many entries?",
        "SELECT parse_filename(path, true) AS log, seats, reason, winners, turns, entries FROM games ORDER BY log",
    ),
    (
        "What did people try that the rules refused?",
        "SELECT rule, count(*) AS times, any_value(why) AS for_example FROM refusals GROUP BY rule ORDER BY times DESC",
    ),
)


@command("demo", "playfold demo", "playfold demo /tmp/look")
@click.argument("folder", type=PATH, required=False, metavar="[DIR]")
def demo(folder: Path | None) -> None:
    """Run the main job on bundled games: validate, show, replay, branch, record, archive and query.

    Each step is shown as the command that does it. The files stay in DIR, playfold-demo unless given, to look at.
    """
    from playfold.replay.bundled import bundled  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.opening import open_game  # noqa: PLC0415 - as above

    target = _fresh(folder)
    logs = []
    for source in bundled():
        log = target / source.name
        _write(log, source.read_bytes())
        logs.append(log)
    if not logs:
        raise NotWrittenError("no logs are bundled with this installation", hint="install playfold again")
    say(f"{len(logs)} bundled games are in {target}: {', '.join(log.name for log in logs)}")
    games = [open_game(log) for log in logs]
    played = max(games, key=lambda game: (game.outcome is not None, len(game.entries)))
    setup = next((game for game in games if game.path.stem == _BOARD), games[0])
    marked = max(games, key=lambda game: sum(not game.log.tree.is_play(entry.n) for entry in game.entries))
    _run("Are they in order? Chain, schema, rules, digests, dice:", "validate", target)
    _run("A board in the terminal, here the set-up that the rulebook draws:", "show", setup.path)
    longest = {game.rules.id: game for game in sorted(games, key=lambda game: len(game.entries))}
    for number, name in enumerate(sorted(longest)):
        what = "" if number else "The last board of the longest game by each rule set, as a drawing:"
        _run(what, "show", longest[name].path, "--format", "svg", "-o", target / f"{name}.svg")
    path = played.line().path
    _run("How the longest game ended, step by step:", "replay", played.path, "--from", path[-2])
    _run("What a scribe keeps beside the play:", "log", marked.path, "-o", target / "story.txt")
    _excerpt(marked, target / "story.txt")
    _what_if(played, target)
    archive = target / "games.duckdb"
    _run("All of them in an archive:", "archive", archive, target)
    for question, sql in _QUERIES:
        _run(question, "query", archive, sql)
    _next(target, played.path, archive)


def _fresh(folder: Path | None) -> Path:
    """Makes the folder: the one that was named, which must be empty, or the first default name that is free."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise NotWrittenError("the folder is not empty", path=str(folder), hint="name another one")
            return folder
        for number in itertools.count(1):
            target = Path(_DEFAULT if number == 1 else f"{_DEFAULT}-{number}")
            try:
                target.mkdir()
            except FileExistsError:
                continue
            return target
    except OSError as error:
        raise NotWrittenError(f"cannot be made: {error.strerror}", path=str(folder or _DEFAULT)) from None
    raise AssertionError("numbers do not end")


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NotWrittenError(
            f"cannot be written: {error.strerror or error}",
            path=str(path),
            hint="make room, or name a folder with room: playfold demo DIR; this one can be deleted",
        ) from None


def _run(what: str, *arguments: object) -> None:
    """Runs a command of this very program, and shows it as it is typed."""
    words = [str(argument) for argument in arguments]
    if what:
        click.echo(f"\n{click.style(what, bold=True) if colour() else what}")
    click.echo(f"$ playfold {clean(shlex.join(words))}")
    from .main import playfold  # noqa: PLC0415 - main loads this module

    # A step of its own, with its own place for names and status: the demonstration goes on with the next one.
    found: dict[str, Any] = {}
    status = playfold.main(words, "playfold", standalone_mode=False, obj=found) or found.get("status", 0)
    if status:
        raise PlayfoldError(f"the step ended with status {status}: playfold {shlex.join(words)}")


def _excerpt(game: Game, story: Path) -> None:
    """Shows the lines of a story around the first entries that are not play."""
    first = next((entry.n for entry in game.entries if not game.log.tree.is_play(entry.n)), 1)
    low, high = max(1, first - 1), first + _EXCERPT
    click.echo(f"$ sed -n {low},{high}p {clean(shlex.quote(str(story)))}")
    for line in story.read_text(encoding="utf-8").split("\n")[low - 1 : high]:
        say(line)


def _what_if(game: Game, target: Path) -> None:
    """Opens a line in the second half of the game and plays another option than the one that was played."""
    from playfold.engine import notation  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.lines import Line  # noqa: PLC0415 - as above

    path = game.line().path
    for before, played in itertools.pairwise(path[len(path) // 2 :]):
        view = Line(game, "main", before)
        act = view.to_act
        others = [option for option in view.options() if option != game.entries[played - 1].event]
        if act.seats and not act.chance and others:
            events = target / "what-if.txt"
            text = notation.write(others[len(others) // 2], act)
            _write(events, f"{text}\n".encode())
            _run("What if? Another line from the middle of that game:", "branch", game.path, "what-if", "--at", before)
            say(f"({events.name} holds: {text})")
            _run("", "record", game.path, events, "--line", "what-if", "--draw")
            _run("", "lines", game.path)
            return


def _next(target: Path, log: Path, archive: Path) -> None:
    lines = [
        "",
        f"Everything is in {target}: the logs, a drawing for each game, story.txt, what-if.txt, games.duckdb.",
        "Try next:",
        f"  playfold show {shlex.quote(str(log))} --at 40          the board at any point",
        f"  playfold record {shlex.quote(str(log))} --line what-if --draw   go on with the other line",
        f"  playfold query {shlex.quote(str(archive))}          what there is to ask",
        "  playfold new friday.jsonl space-monkeys --seat Greg --seat Cathy; playfold record friday.jsonl",
    ]
    for line in lines:
        say(line)
