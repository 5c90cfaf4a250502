"""Plays ten thousand games of rule sets and writes `docs/outcomes.md`: `python tests/docs/outcomes.py FOLDER`.

An hour or two of one core. FOLDER keeps the logs, some gigabytes, until they are archived, so that an interrupted run
goes on with the series where it was. Rule sets named after it are the only ones that are played: the sections of the
others stay as they are. With `--play` the logs are made, no archive and no page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "outcomes.md"
QUOTING = ROOT / "docs" / "statistics.md"
"""Shows outputs of the page as its examples."""
GAMES = 10_000
FIRST = 20
"""So many games of each are played again by the tests, and compared byte for byte."""


_PROGRESS = re.compile(r"(?m)^playfold: \d+ of \d+ games after .*\n")


class Series(NamedTuple):
    """What is played: a rules reference, how many bots, the name of the folder of its logs, and the seed.

    Series that a report compares have seeds of their own: with one seed they would share their dice.
    """

    rules: str
    seats: int
    folder: str
    seed: str = "docs"


class Section(NamedTuple):
    """A rule set's section: what is played, options of `archive`, the reports with their words, what is said of it."""

    series: tuple[Series, ...]
    archive: str
    reports: tuple[str, ...]
    about: str


SECTIONS: dict[str, Section] = {
    "tic-tac-toe": Section(
        (Series("tic-tac-toe@1.0", 2, "tic-tac-toe"),),
        "--deep",
        ("seats", "length", "endings", "pacing"),
        "The example of [adding a game](adding-a-game.md). Whoever is first wins twice as often as the second.",
    ),
    "space-monkeys": Section(
        (
            Series("space-monkeys@1.0+max_rounds=20", 3, "monkeys"),
            Series("space-monkeys@1.0-literal+max_rounds=20", 3, "monkeys-literal", "docs-literal"),
        ),
        "--deep",
        (
            "seats",
            "length",
            "endings",
            "choices --rules space-monkeys@1.0+max_rounds=20",
            "dice --rules space-monkeys@1.0+max_rounds=20",
            "luck --rules space-monkeys@1.0+max_rounds=20",
            "compare space-monkeys@1.0+max_rounds=20 space-monkeys@1.0-literal+max_rounds=20",
        ),
        "Twenty rounds of each of the two versions: with the quota of the rules, and with the bag as it is printed.",
    ),
    "small-star-empires": Section(
        (Series("small-star-empires@1.0", 3, "empires"),),
        "",
        ("seats", "length", "endings", "pacing"),
        "Whole games with three seats.",
    ),
    "space-wars": Section(
        (Series("space-wars@1.0+max_rounds=12", 3, "wars"),),
        "",
        ("seats", "length", "endings", "dice"),
        "Twelve rounds with three seats.",
    ),
    "silver-river": Section(
        (Series("silver-river@6.0", 3, "river"),),
        "",
        ("seats", "length", "endings", "pacing", "dice"),
        "Whole games of four ages with three seats, with the house content.",
    ),
    "tiny-epic-galaxies": Section(
        (Series("tiny-epic-galaxies@1.0+end_vp=5", 3, "galaxies"),),
        "",
        ("seats", "length", "endings", "dice"),
        "Up to five points, since bots that choose at random take thousands of turns to twenty-one.",
    ),
}

INTRODUCTION = f"""\
# Ten thousand games of each

What the [reports](statistics.md) say of {GAMES:,} games of each of these rule sets, which bots played. This page is
written by `python tests/docs/outcomes.py FOLDER`. The bots choose at random among the legal options: these figures are
what a rule set does by itself, a floor against which to hold people's games, and no news about good play.

The same commands give the same logs, and so the same figures, on every machine. Of each series the first {FIRST} games
are played again by the tests, and have to give the checksum that stands here; the section on tic-tac-toe is run whole.
"""


def simulate(series: Series, games: int, folder: str) -> str:
    """Gives the command that plays a series."""
    bots = " ".join(["--seat random"] * series.seats)
    return f"playfold simulate '{series.rules}' --games {games} {bots} --seed {series.seed} --jobs 2 -o {folder}"


def checksum(series: Series) -> str:
    """Gives the command that plays the first games of a series and shows their checksum."""
    first = f"{series.folder}-first"
    return f"{simulate(series, FIRST, first)} 2>&1 && cat {first}/*.jsonl | sha256sum"


def steps(name: str) -> Iterator[tuple[str, Series | None]]:
    """Gives the commands of a section, with the series that a command plays into a new folder."""
    section = SECTIONS[name]
    archive = f"{name}.duckdb"
    for series in section.series:
        yield simulate(series, GAMES, series.folder), series
        yield checksum(series), series._replace(folder=f"{series.folder}-first")
    folders = " ".join(series.folder for series in section.series)
    yield " ".join(filter(None, ["playfold archive", archive, folders, section.archive, "--jobs 2"])), None
    for report in section.reports:
        yield f"COLUMNS=170 playfold stats {archive} {report}", None


def shown(command: str, folder: Path) -> str:
    """Runs a command and gives what a page shows of it."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{command}: exit {done.returncode}\n{done.stdout}")
    return f"$ {command}\n{_PROGRESS.sub('', done.stdout)}"


def section(name: str, folder: Path, *, whole: bool = True) -> str:
    """Runs a section and gives its text; unless `whole` it stops before the archive.

    What was played before in this folder is taken from there, until it is archived.
    """
    blocks = []
    for number, (command, series) in enumerate(steps(name)):
        kept = folder / f"{name}-{number}.txt"
        if series is None and not whole:
            return ""
        archive = folder / f"{name}.duckdb"
        made = archive.exists() if command.startswith("playfold archive") else series is not None
        if not (made and kept.exists()):
            if series is not None:
                shutil.rmtree(folder / series.folder, ignore_errors=True)
            elif command.startswith("playfold archive"):
                archive.unlink(missing_ok=True)
            kept.write_text(shown(command, folder))
        blocks.append(kept.read_text())
    for _, series in steps(name):
        if series is not None:
            shutil.rmtree(folder / series.folder, ignore_errors=True)
    return f"## {name}\n\n{SECTIONS[name].about}\n\n```text\n{''.join(blocks)}```\n"


def sections(page: str) -> dict[str, str]:
    """Splits the page into its sections by rule set."""
    found = re.split(r"(?m)^(?=## )", page)
    return {text.split("\n", 1)[0].removeprefix("## "): f"{text.rstrip()}\n" for text in found[1:]}


_QUOTE = re.compile(r"(?m)(?<=^<!-- from outcomes\.md -->\n```text\n)(\$ .*\n)(?:.*\n)*?(?=```$)")


def quoted(text: str, page: str) -> str:
    """Gives a text with each of its quotations as the page has it today."""

    def today(found: re.Match[str]) -> str:
        output = re.search(rf"(?m)^{re.escape(found[1])}(?:(?!\$ |```).*\n)*", page)
        if output is None:
            raise SystemExit(f"{QUOTING.name} quotes what {PAGE.name} has not: {found[1]}")
        return output[0]

    return _QUOTE.sub(today, text)


def main(arguments: list[str]) -> None:
    """Runs sections and writes the page."""
    play_only = "--play" in arguments
    folder, *wanted = (each for each in arguments if each != "--play")
    Path(folder).mkdir(parents=True, exist_ok=True)
    kept = sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    for name in wanted or SECTIONS:
        if play_only:
            section(name, Path(folder), whole=False)
        else:
            kept[name] = section(name, Path(folder))
            texts = [kept[each] for each in SECTIONS if each in kept]
            PAGE.write_text("\n".join([INTRODUCTION, *texts]), encoding="utf-8")
    if not play_only:
        page = PAGE.read_text(encoding="utf-8")
        QUOTING.write_text(quoted(QUOTING.read_text(encoding="utf-8"), page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
