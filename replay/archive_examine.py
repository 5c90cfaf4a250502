"""Examines logs for an archive and stages their rows in files: what each process of `archive` does."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from playfold.engine import installed, reference
from playfold.errors import PlayfoldError, TornLogError

from .archive_columns import Play, columns
from .archive_play import Odds
from .archive_rows import rows
from .archive_staged import Examined, Staged, by_column, lines
from .archive_watch import Watch
from .opening import ENGINE
from .validate import examine

_WEAK = ("illegal", "damaged")


class Skipped(msgspec.Struct, frozen=True):
    """A log that is not in the archive, and why."""

    path: str
    reason: str


class Work(NamedTuple):
    """One log to examine: its number in this run, its path, its rules reference, its digest, its bytes, how deep."""

    src: int
    path: str
    rules: str
    digest: str
    size: int
    deep: bool


class Batch(NamedTuple):
    """Some logs to examine, and where their rows are to be written."""

    number: int
    logs: tuple[Work, ...]
    folder: Path


class Done(NamedTuple):
    """What became of the logs of a batch, in order, and the files with their rows by table."""

    logs: list[Examined | Skipped]
    files: dict[str, str]


@cache
def _odds(_rule_set: str) -> Odds:
    return Odds()


@cache
def _rule_set(label: str) -> str:
    return reference.parse(label).id if label else ""


class _Rows:
    """The rows of the logs of a batch."""

    def __init__(self) -> None:
        self.staged: dict[str, list[Staged]] = {}
        self.plays: list[Play] = []

    def add(self, staged: dict[str, list[Staged]], play: Play) -> None:
        """Adds those of one log."""
        for table, rows_of in staged.items():
            self.staged.setdefault(table, []).extend(rows_of)
        self.plays.append(play)

    def write(self, folder: Path, number: int) -> dict[str, str]:
        """Writes them, a file for each table that has some."""
        files = {}
        for table, each in (
            *((table, by_column(staged)) for table, staged in self.staged.items()),
            *columns(self.plays).items(),
        ):
            if each:
                file = folder / f"{number}-{table}.jsonl"
                with file.open("wb") as opened:
                    opened.writelines(lines(each))
                files[table] = str(file)
        return files


def examined(batch: Batch) -> Done:
    """Examines logs and writes their rows, a file for each table; whatever a rule set does, other logs go on.

    Raises:
        OSError: the files cannot be written.
    """
    together = _Rows()
    logs = [_examined(work, together) for work in batch.logs]
    return Done(logs, together.write(batch.folder, batch.number))


def _examined(work: Work, together: _Rows) -> Examined | Skipped:
    """Examines one log and adds its rows."""
    src, path, label, digest, _, deep = work
    try:
        name = _rule_set(label)
        watch = Watch(installed.ruleset(name), _odds(name), deep=deep) if name else None
        verdict = examine(path, visit=None if watch is None else watch.visit)
        if verdict.log is None or verdict.header is None or watch is None:
            return Skipped(path, str(verdict.problems[0]))
        made = rows(src, digest, verdict, watch, ENGINE)
    except PlayfoldError as error:
        return Skipped(path, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one rule set must not keep the other games out
        return Skipped(path, f"its rule set fails on it: {type(error).__name__}: {error}")
    together.add(*made)
    problem = str(verdict.problems[0]) if verdict.problems else ""
    torn = str(verdict.log.failure) if isinstance(verdict.log.failure, TornLogError) else ""
    return Examined(verdict.header.game, verdict.grade not in _WEAK, len(verdict.log.entries), problem, torn)
