"""Finds the logs that a command is to look at: files, folders, and the games of an archive."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from playfold.errors import PlayfoldError, UnreadableLogError
from playfold.records.header import Header
from playfold.records.reader import read

from .validate import logs_in

T = TypeVar("T")

ARCHIVE = ".duckdb"
"""The suffix by which an archive is known among paths."""


class LeftOut(msgspec.Struct, frozen=True):
    """A log that was not counted: unreadable, of other rules, or of a game that another log holds; and why."""

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


def each_once(found: Iterable[T]) -> Iterator[T | LeftOut]:
    """Gives what was found of each log (with `path` and `game`); of several logs of one game the first counts."""
    seen: dict[str, str] = {}
    for each in found:
        path, game = getattr(each, "path", ""), getattr(each, "game", "")
        if game and seen.setdefault(game, path) != path:
            yield LeftOut(path, f"the same game is in {seen[game]}", game)
        else:
            yield each
