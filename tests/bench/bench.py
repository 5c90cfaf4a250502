"""Measures speed as ratios against a baseline in the same run, and memory; prints the table of docs/bench.md.

    python tests/bench/bench.py            100,000 entries a game, about three quarters of an hour
    python tests/bench/bench.py --quick    5,000 entries: shows that everything runs, its figures mean nothing
    python tests/bench/bench.py --jobs     archives by two processes and by one, a quarter of an hour
    python tests/bench/bench.py --game space-monkeys --logs 3000      archives of as many logs as you like

Baseline: msgspec decodes the same lines, one by one, into the same typed structs and keeps nothing. No time is
asserted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import msgspec
from bench_append import appending
from bench_archive import archives, opening
from bench_jobs import two_processes
from games import GAMES, Game
from timing import Row, processor

from playfold.engine.rulesets import RuleSet
from playfold.records.entry import Entry, codec
from playfold.records.journal import OWN, TakenBack
from playfold.records.reader import read
from playfold.records.tree import Tree
from playfold.records.writer import Appender, create
from playfold.replay.opening import fold_log, header_for, read_log, rules_of
from playfold.replay.simulate import play
from playfold.replay.validate import examine


def one_log(path: Path, reference: str, seats: int, entries: int, seed: str) -> int:
    """Writes one log of about so many entries: whole games on main, each taken back to the start before the next."""
    names = [f"bot {seat + 1}" for seat in range(seats)]
    header = create(path, header_for(reference, names, game=f"00000000-0000-4000-8000-{entries:012d}"))
    rules = rules_of(header)
    log = read(path, lambda _: rules.event_type)
    made: list[Entry[Any]] = []
    k = 0
    while len(made) < entries:
        k += 1
        if made:
            made.append(Entry(n=len(made) + 1, event=TakenBack(to=0), hash=""))
        game = [entry for entry in play(reference, ["random"] * seats, f"{seed}{k}") if type(entry.event) not in OWN]
        for entry in game:
            made.append(msgspec.structs.replace(entry, n=len(made) + 1, time="2026-11-29T18:03:22.120Z", draw=0))
    appender = Appender(log)
    for first in range(0, len(made), 5000):
        appender.append(made[first : first + 5000])
    appender.close()
    return len(made)


def measure(name: str, game: Game, path: Path, times: int) -> list[Row]:
    """Measures one log: each stage of reading it, in processor time, as a ratio to the baseline right before it."""
    log, rules = read_log(path)
    count = len(log.entries)
    lines = path.read_bytes().split(b"\n")[1:-1]
    decode = codec(rules.event_type).one
    del log

    def baseline() -> None:
        for line in lines:
            decode(line)

    def folded() -> None:
        each, found = read_log(path, every_hash=True)
        fold_log(each, found, digests=False)

    rows: list[Row] = []
    stages: tuple[tuple[str, Callable[[], Any], str], ...] = (
        ("read, decode, last hash", lambda: without_tree(path, rules), "2.5"),
        ("the same, with the tree of lines", lambda: read_log(path), "2.5"),
        ("+ canonical form, every hash", lambda: read_log(path, every_hash=True), "5"),
        ("+ turn, check, apply", folded, game.folded),
        ("+ digests: full validation", lambda: examine(path), game.validated),
    )
    bases = []
    for what, run, ceiling in stages:
        pairs = [(processor(baseline), processor(run)) for _ in range(times)]
        bases += [base for base, _ in pairs]
        taken = median(taken for _, taken in pairs)
        ratio = median(taken / base for base, taken in pairs)
        rows.append(
            (
                name,
                what,
                taken,
                f"{ratio:.1f} x{f', ceiling {ceiling}' if ceiling else ''}; {count / taken / 1000:.0f}k entries/s",
            )
        )
    base = median(bases)
    return [(name, "baseline: decode the same lines", base, f"{count / base / 1000:.0f}k entries/s"), *rows]


def without_tree(path: Path, rules: RuleSet[Any]) -> None:
    """Reads a log, decodes it, keeps its entries and compares its last hash: opening it, but for the tree of lines."""
    with patch.object(Tree, "extend", lambda tree, entries: tree.entries.extend(entries)):
        read(path, lambda _: rules.event_type)


def memory(path: Path) -> str:
    """Gives the memory that validating takes over that of the interpreter, measured in fresh processes."""
    code = (
        "from playfold.replay.validate import examine; import re; {}; "
        "print(re.search(r'VmHWM:\\s+([0-9]+)', open('/proc/self/status').read())[1])"
    )
    peak = [
        int(subprocess.run([sys.executable, "-c", code.format(run)], capture_output=True, text=True, check=True).stdout)
        for run in ("0", f"examine({str(path)!r})")
    ]
    return f"{(peak[1] - peak[0]) / 1024:.0f} MiB over the interpreter, ceiling 150"


def rebuilding(path: Path, games: int) -> tuple[float, int]:
    """Gives the seconds in which the peer rebuilds so many games, and their events; nan without the extra `bench`."""
    command = [sys.executable, str(Path(__file__).with_name("peer.py")), str(path), str(games)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, events = done.stdout.split()
    return float(seconds), int(events)


def starting(times: int) -> Row:
    """Measures `playfold --help` against importing click."""
    own = Path(sys.executable).with_name("playfold")
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(times):
        for command, into in (([str(own), "--help"], ours), ([sys.executable, "-c", "import click"], theirs)):
            begin = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            into.append(time.perf_counter() - begin)
    one, other = median(ours), median(theirs)
    return ("start", "playfold --help", one, f'{one / other:.1f} x python -c "import click", ceiling 3')


def main() -> None:
    """Runs all measurements and prints a table in markdown."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--game", action="append", choices=GAMES)
    arguments.add_argument("--jobs", action="store_true", help="only archives by two processes and by one")
    arguments.add_argument("--logs", type=int, help="how many logs of each game are archived")
    chosen = arguments.parse_args()
    quick = chosen.quick
    show("| game | stage | seconds | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in chosen.game or GAMES:
            game = GAMES[name]
            if chosen.logs:
                game = game._replace(logs=chosen.logs, many=chosen.logs)
            for measured in () if chosen.jobs else (one_game, archives):
                for row in measured(folder, name, game, quick=quick):
                    tell(row)
            tell(two_processes(folder, name, game, quick=quick))
        if chosen.jobs:
            return
        tell(opening(folder / f"{name}.duckdb", 3 if quick else 15))
        for row in appending(folder, 3 if quick else 40):
            tell(row)
    tell(starting(3 if quick else 15))


def tell(row: Row) -> None:
    """Prints a row of the table as soon as it is known."""
    game, what, taken, note = row
    show(f"| {game} | {what} | {taken:.4f} | {note} |")


def show(text: str) -> None:
    """Prints a text at once."""
    print(text, flush=True)  # noqa: T201 - this is what it is for


def one_game(folder: Path, name: str, game: Game, *, quick: bool) -> list[Row]:
    """Measures everything about one game."""
    entries, times = (5_000, 1) if quick else (100_000, 5)
    path = folder / f"{name}.jsonl"
    count = one_log(path, game.reference, game.seats, entries, "bench")
    rows = [*measure(name, game, path, times), (name, "memory of validating", 0, memory(path))]
    if name == "tic-tac-toe":
        whole = median(processor(partial(examine, path)) for _ in range(times))
        peer, events = rebuilding(folder / "peer.db", 200 if quick else 5000)
        note = f"full validation does {count / whole * peer / events:.1f} times its events, floor 6"
        rows.append((name, "peer: eventsourcing, SQLite", peer, note))
    return rows


if __name__ == "__main__":
    main()
