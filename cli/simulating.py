"""Games that programs play."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import PATH, command
from .terminal import say, warn


@command(
    "simulate",
    "playfold simulate space-monkeys --games 100 --seat random --seat random --seed spring -o games",
    "playfold simulate space-monkeys@1.0+vp_to_win=25 --games 1000 --seat random --seat random --jobs 2 -o quick",
)
@click.argument("reference", metavar="REF")
@click.option("--games", type=click.IntRange(1, 1_000_000), required=True, metavar="N", help="How many games.")
@click.option(
    "--seat", "seats", multiple=True, required=True, metavar="BOT", help="The bot of each seat in order: random."
)
@click.option(
    "--seed", default="0", show_default=True, metavar="S", help="Any text. The same seed gives the same bytes."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
@click.option("-o", "--output", "folder", type=PATH, required=True, metavar="DIR", help="Where the logs go.")
def simulate(reference: str, games: int, seats: tuple[str, ...], seed: str, jobs: int, folder: Path) -> None:
    """Play games by bots and write their logs into a folder.

    Game k of a seed is the same whatever the number of games and jobs. Logs that exist are not overwritten.
    """
    from playfold.replay.simulate import simulate as play  # noqa: PLC0415 - loaded when it is needed

    done = 0
    with click.progressbar(
        length=games, label="games", file=sys.stderr, show_pos=True, hidden=not sys.stderr.isatty()
    ) as progress:
        for path in play(reference, seats, folder, games=games, seed=seed, jobs=jobs):
            progress.update(1)
            done += 1
            if games == 1:
                say(str(path))
    if games > 1:
        say(f"{done} games in {folder}")
    warn(f"look at them: playfold validate {folder}")
