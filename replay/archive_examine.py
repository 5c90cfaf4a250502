"""Examines one log for an archive and gives its rows, encoded: what each process of `archive` does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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
    """One log to examine: its number in this run, its path, its rules reference, its digest, and how deep to go."""

    src: int
    path: str
    rules: str
    digest: str
    deep: bool


@cache
def _odds(_rule_set: str) -> Odds:
    return Odds()


def examined(work: Work) -> Examined | Skipped:
    """Examines one log; whatever its rule set does, the others go on."""
    src, path, label, digest, deep = work
    try:
        name = reference.parse(label).id if label else ""
        watch = Watch(installed.ruleset(name), _odds(name), deep=deep) if name else None
        verdict = examine(path, visit=None if watch is None else watch.visit)
        if verdict.log is None or verdict.header is None or watch is None:
            return Skipped(path, str(verdict.problems[0]))
        row, staged, columns = rows(src, path, digest, verdict, watch, ENGINE)
        encoded = {table: _ENCODER.encode_lines(each) for table, each in staged.items() if each}
        encoded |= {table: b"".join(_lines(src, each)) for table, each in columns.items() if each and each["n"]}
    except PlayfoldError as error:
        return Skipped(path, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one rule set must not keep the other games out
        return Skipped(path, f"its rule set fails on it: {type(error).__name__}: {error}")
    problem = str(verdict.problems[0]) if verdict.problems else ""
    return Examined(
        verdict.header.game, verdict.grade not in _WEAK, len(verdict.log.entries), problem, row, rows=encoded
    )


def _lines(src: int, columns: Columns, size: int = _BLOCK) -> Iterator[bytes]:
    """Encodes columns in blocks, none of them too long a line."""
    for first in range(0, len(columns["n"]), size):
        block: dict[str, Any] = {name: values[first : first + size] for name, values in columns.items()}
        line = _ENCODER.encode({"src": src, **block})
        if len(line) > _LONGEST and size > 1:
            yield from _lines(src, block, size // 2)
        else:
            yield line + b"\n"
