"""The report of an archive as a page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import PATH, command
from .statistics import chosen, selection_options
from .terminal import say, write_file


@command(
    "report",
    "playfold report games.duckdb -o report.html",
    "playfold report games.duckdb --people --rules space-monkeys -o people.html",
)
@click.argument("archive", type=PATH, metavar="ARCHIVE")
@click.option(
    "-o",
    "--output",
    "target",
    type=PATH,
    required=True,
    metavar="FILE",
    help="Where the page goes; - is standard output.",
)
@click.option("--title", default="", metavar="TEXT", help="Of the page; the archive's name when left out.")
@selection_options
def report(
    archive: Path,
    *,
    target: Path,
    title: str,
    rules: tuple[str, ...],
    kinds: tuple[str, ...],
    grades: tuple[str, ...],
    ignored: bool,
    pool: bool,
) -> None:
    """Write the named statistics of an archive as one HTML file, with charts and tables.

    The file needs no network and has no scripts; it is light or dark as the reader likes it, and prints. It needs the
    extra: pip install 'playfold[report]'.
    """
    from playfold.replay.report.page import page  # noqa: PLC0415 - loaded when it is needed

    from .terminal import clean  # noqa: PLC0415 - as above

    def progress(name: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"{clean(name)} ...", err=True)

    text = page(archive, chosen(rules, kinds, grades, ignored=ignored, pool=pool), title=title, progress=progress)
    if str(target) == "-":
        sys.stdout.buffer.write(text.encode())
        return
    write_file(target, text.encode())
    say(f"{target}: {len(text.encode()) // 1024} KiB")
