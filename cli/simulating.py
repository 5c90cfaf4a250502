"""Games that programs play."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import click

from .options import PATH, command, shown_path
from .terminal import say, warn

SECONDS = {True: 1.0, False: 60.0}
"""How often progress is told: on a terminal, and elsewhere."""


def _bots(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    from playfold.engine.bots import BOTS  # noqa: PLC0415 - loaded when it is needed

    return [name for name in BOTS if name.startswith(incomplete)]


@command(
    "simulate",
    "playfold simulate space-monkeys --games 100 --seat random --seat random --seed spring -o games",
    "playfold simulate space-monkeys@1.0+vp_to_win=25 --games 1000 --seat random --seat random --jobs 2 -o quick",
    "playfold simulate silver-river --games 50 --seat curious --seat curious -o river && playfold coverage river",
)
@click.argument("reference", metavar="REF")
@click.option("--games", type=click.IntRange(1, 1_000_000), required=True, metavar="N", help="How many games.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    required=True,
    metavar="BOT",
    help="The bot of each seat in order: random, curious.",
    shell_complete=_bots,
)
@click.option(
    "--seed",
    default="0",
    show_default=True,
    metavar="S",
    help="Any text. The same seed gives the same bytes; other rules get the same dice, so give versions one each.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
@click.option("-o", "--output", "folder", type=PATH, required=True, metavar="DIR", help="Where the logs go.")
def simulate(reference: str, games: int, seats: tuple[str, ...], seed: str, jobs: int, folder: Path) -> None:
    """Play games by bots and write their logs into a folder.

    Game k of a seed is the same whatever the number of games and jobs. Logs that exist are not overwritten; ctrl-C
    leaves the games that are whole. The bot random chooses a kind of event evenly, then one of its options; curious
    chooses the kind that it has chosen least in the game, so that more of the rules come up. Such bots may need long to
    end a game: a parameter such as max_rounds ends it, and after 100,000 entries it is stopped.
    """
    from playfold.replay.simulate import simulate as play  # noqa: PLC0415 - loaded when it is needed

    progress = _Progress(games)
    with progress:
        for path in play(reference, seats, folder, games=games, seed=seed, jobs=jobs, watch=progress.grew):
            progress.finished()
            if games == 1:
                say(str(path))
    if games > 1:
        say(f"{progress.done} games in {folder}")
    warn(f"look at them: playfold validate {shown_path(folder)}")


class _Progress:
    """Says now and then on stderr how far the games are, from an alarm: a single one may take minutes."""

    def __init__(self, games: int) -> None:
        self.games, self.done, self.entries, self.begin = games, 0, 0, time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.shown = False

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGALRM, lambda _signal, _frame: self.show())
        seconds = SECONDS[self.terminal]
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)
        if self.shown and self.terminal:
            click.echo("\r\x1b[K", err=True, nl=False)

    def grew(self, entries: int) -> None:
        """Notes how many entries the game has that is played now."""
        self.entries = entries

    def finished(self) -> None:
        """Notes that a game is written."""
        self.done, self.entries = self.done + 1, 0

    def show(self) -> None:
        """Says it: on a terminal in place of what was said before, else in a line of its own."""
        now = f", game {self.done + 1} has {self.entries} entries" if self.entries else ""
        text = f"playfold: {self.done} of {self.games} games after {time.monotonic() - self.begin:.0f} s{now}"
        click.echo(f"\r\x1b[K{text}" if self.terminal else text, err=True, nl=not self.terminal)
        self.shown = True
