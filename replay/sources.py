"""Finds the logs that a command is to look at: files, folders, and the games of an archive."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from playfold.errors import PlayfoldError, UnreadableLogError
from playfold.records.header import Header
from playfold.records.reader import read

from .validate import logs_in

R = TypeVar("R")

ARCHIVE = ".duckdb"
"""The suffix by which an archive is known among paths."""


class LeftOut(msgspec.Struct, frozen=True):
    """A log that was not counted: unreadable, of other rules, or with a game that another log holds; and why."""

    path: str
    why: str
    game: str = ""


def logs_of(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """Lists the logs of files, folders (every `*.jsonl` below, sorted) and archives (where each game's log lies).

    A log that is named twice is listed once, where it comes first.

    Raises:
        UnreadableLogError: a path is not there.
        ArchiveRefusedError: an archive cannot be read.
    """
    return list(once(log for path in map(Path, paths) for log in _of(path)))


def once(paths: Iterable[Path]) -> Iterator[Path]:
    """Gives each path where it comes first, and not again, be it named from here or from the root."""
    seen: set[Path] = set()
    for path in paths:
        whole = path.absolute()
        if whole not in seen:
            seen.add(whole)
            yield path


def _of(path: Path) -> Iterable[Path]:
    if path.suffix == ARCHIVE and path.is_file():
        return _archived(path)
    if not os.path.lexists(path):
        raise UnreadableLogError("there is no such file or folder", path=str(path))
    return logs_in([path])


def _archived(path: Path) -> list[Path]:
    from playfold.records.query import open_archive  # noqa: PLC0415 - DuckDB takes a fifth of a second to load

    with open_archive(path) as connection:
        return [Path(log) for (log,) in connection.execute("SELECT path FROM games ORDER BY path").fetchall()]


class _EnoughError(PlayfoldError):
    """Ends the reading of a log after its header."""


def header_of(path: str | os.PathLike[str]) -> Header:
    """Reads the first line of a log.

    Raises:
        UnreadableLogError, DamagedLogError: it is no log, or its header is damaged.
    """
    found: list[Header] = []

    def events(header: Header) -> Any:
        found.append(header)
        raise _EnoughError("only the header was asked for")

    try:
        read(path, events)
    except _EnoughError:
        return found[0]
    raise AssertionError("a log was read without its header")


class Counted(Protocol):
    """What was found of a log that may be counted."""

    @property
    def path(self) -> str:
        """The log."""

    @property
    def game(self) -> str:
        """The game's own name."""

    @property
    def origin(self) -> str:
        """Of an extract, the name of the game that it comes from; "" else."""

    @property
    def over(self) -> bool:
        """Whether the game has an outcome."""


T = TypeVar("T", bound=Counted)


def each_once(found: Iterable[T | LeftOut]) -> Iterator[T | LeftOut]:
    """Gives what was found of each log, in order, and leaves out what would count a game twice.

    Of several logs of one game the first counts. An extract does not count where the game that it comes from counts and
    has an outcome, as in the statistics of archives; until that is known, it waits with all that comes after it.
    """
    seen: dict[str, str] = {}
    over: dict[str, str] = {}
    waiting: deque[T | LeftOut] = deque()
    for each in found:
        if isinstance(each, LeftOut):
            waiting.append(each)
        elif seen.setdefault(each.game, each.path) != each.path:
            waiting.append(LeftOut(each.path, f"the same game is in {seen[each.game]}", each.game))
        else:
            waiting.append(each)
            if each.over:
                over[each.game] = each.path
        while waiting and (isinstance(waiting[0], LeftOut) or waiting[0].origin in over or not waiting[0].origin):
            yield _unless_extract(waiting.popleft(), over)
    for each in waiting:
        yield _unless_extract(each, over)


def _unless_extract(each: T | LeftOut, over: Mapping[str, str]) -> T | LeftOut:
    if isinstance(each, LeftOut) or each.origin == each.game or each.origin not in over:
        return each
    return LeftOut(each.path, f"it is an extract of the game in {over[each.origin]}, which counts", each.game)


def watched(found: Iterable[R], of: int, progress: Callable[[int, int], None] | None) -> Iterator[R]:
    """Gives what is found, and tells after each how many are done of how many."""
    for done, each in enumerate(found, 1):
        if progress is not None:
            progress(done, of)
        yield each
