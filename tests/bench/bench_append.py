"""Measures appending as ratios to a bare write and fdatasync of as many bytes on the same disk. Part of `bench.py`."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from timing import Row, Run, median_ratio

from playfold.records.entry import Entry
from playfold.records.journal import TakenBack
from playfold.records.writer import Appender
from playfold.replay.opening import new_game, read_log

CELLS = (0, 1, 2, 4, 3, 5, 7, 6)
LINE = b"x" * 150 + b"\n"


def appending(folder: Path, times: int) -> list[Row]:
    """Measures, one after another: an entry is appended and flushed, a line is written and flushed, a move is played.

    An entry that is appended is brought into canonical form, hashed and fitted into the tree. To play is more: the
    event is made, checked and applied, and the state is digested, before its entry is appended.
    """
    game = new_game(folder / "played.jsonl", "tic-tac-toe", ["Ann", "Bob"])
    new_game(folder / "appended.jsonl", "tic-tac-toe", ["Ann", "Bob"]).close()
    moves = [{"type": "marked", "seat": 1 + k % 2, "at": at} for k, at in enumerate(CELLS)]
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    appended: list[tuple[float, float]] = []
    played: list[tuple[float, float]] = []
    with game, Appender(read_log(folder / "appended.jsonl")[0]) as appender:
        for _ in range(times):
            for move in moves:
                taken = _clock(partial(game.play, move))
                base = _clock(partial(_write, bare))
                entry: Entry[Any] = msgspec.structs.replace(game.entries[-1], n=_next(appender), hash="")
                played.append((base, taken))
                appended.append((_clock(partial(_write, bare)), _clock(partial(appender.append, (entry,)))))
            game.line().take_back(0)
            appender.append((Entry(n=_next(appender), event=TakenBack(to=0)),))
    os.close(bare)
    return [
        _row("one entry, flushed", appended, ", ceiling 1.5"),
        _row("the same, with making, checking and applying its event", played, ", ceiling 1.5"),
    ]


def _next(appender: Appender) -> int:
    return len(appender.log.entries) + 1


def _row(what: str, pairs: list[tuple[float, float]], note: str) -> Row:
    taken = median(each for _, each in pairs)
    return ("append", what, taken, f"{median_ratio(pairs):.2f} x a bare write + fdatasync{note}")


def _write(descriptor: int) -> None:
    os.write(descriptor, LINE)
    os.fdatasync(descriptor)


def _clock(run: Run) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin
