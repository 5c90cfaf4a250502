"""Examines one log for an archive and gives its rows, encoded: what each process of `archive` does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from playfold.engine import installed, reference
from playfold.errors import PlayfoldError

from .archive_play import Odds
from .archive_rows import Watch, rows
from .archive_staged import Columns, Examined
from .opening import ENGINE
from .validate import examine

_WEAK = ("illegal", "damaged")
_ENCODER = msgspec.json.Encoder()
_BLOCK = 2000
_LONGEST = 8 << 20  # DuckDB reads lines of up to 16 MiB


class Skipped(msgspec.Struct, frozen=True):
    """A log that is not in the archive, and why."""

    path: str
    reason: str


class Work(NamedTuple):
    """One log to examine: its number in this run, its path, its rules reference and its digest."""

    src: int
    path: str
    rules: str
    digest: str


class Batch(NamedTuple):
    """Some logs to examine, how deep, and where their rows are to be written."""

    number: int
    logs: tuple[Work, ...]
    deep: bool
    folder: Path


class Done(NamedTuple):
    """What became of the logs of a batch, in order, and the files with their rows by table."""

    logs: list[Examined | Skipped]
    files: dict[str, str]


@cache
def _odds(_rule_set: str) -> Odds:
    return Odds()


def examined(batch: Batch) -> Done:
    """Examines logs and writes their rows, a file for each table; whatever a rule set does, other logs go on.

    Raises:
        OSError: the files cannot be written.
    """
    logs: list[Examined | Skipped] = []
    rows: dict[str, list[bytes]] = {}
    for work in batch.logs:
        one = _examined(work, rows, deep=batch.deep)
        logs.append(one)
    files = {}
    for table, parts in rows.items():
        file = batch.folder / f"{batch.number}-{table}.jsonl"
        with file.open("wb") as opened:
            opened.writelines(parts)
        files[table] = str(file)
    return Done(logs, files)


def _examined(work: Work, encoded: dict[str, list[bytes]], *, deep: bool) -> Examined | Skipped:
    """Examines one log and adds its rows, encoded."""
    src, path, label, digest = work
    try:
        name = reference.parse(label).id if label else ""
        watch = Watch(installed.ruleset(name), _odds(name), deep=deep) if name else None
        verdict = examine(path, visit=None if watch is None else watch.visit)
        if verdict.log is None or verdict.header is None or watch is None:
            return Skipped(path, str(verdict.problems[0]))
        staged, columns = rows(src, digest, verdict, watch, ENGINE)
        made = {table: [_ENCODER.encode_lines(each)] for table, each in staged.items() if each}
        made |= {table: list(_lines(src, each)) for table, each in columns.items() if each}
    except PlayfoldError as error:
        return Skipped(path, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one rule set must not keep the other games out
        return Skipped(path, f"its rule set fails on it: {type(error).__name__}: {error}")
    for table, parts in made.items():
        encoded.setdefault(table, []).extend(parts)
    problem = str(verdict.problems[0]) if verdict.problems else ""
    return Examined(verdict.header.game, verdict.grade not in _WEAK, len(verdict.log.entries), problem)


def _lines(src: int, columns: Columns, size: int = _BLOCK) -> Iterator[bytes]:
    """Encodes columns in blocks, none of them too long a line."""
    for first in range(0, len(next(iter(columns.values()))), size):
        block: dict[str, Any] = {name: values[first : first + size] for name, values in columns.items()}
        line = _ENCODER.encode({"src": src, **block})
        if len(line) > _LONGEST and size > 1:
            yield from _lines(src, block, size // 2)
        else:
            yield line + b"\n"
