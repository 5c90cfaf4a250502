"""Logs that are to be archived: looked at before they are examined, and taken together in batches."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from playfold.errors import UnreadableLogError
from playfold.records.files import open_log, unspeakable
from playfold.records.text import LIMIT

from .archive_examine import Batch, Work

_LARGE = 1 << 20
_MOST = 400


class _First(msgspec.Struct):
    rules: str


class File(NamedTuple):
    """What is known of a log before it is examined: sha256 of its bytes, rules reference ("" for none), size."""

    digest: str
    rules: str
    size: int

    @classmethod
    def of(cls, path: str) -> File:
        """Reads a log's bytes once. Raises as `open_log`, and for a name that an archive cannot hold."""
        if wrong := unspeakable(path):
            raise UnreadableLogError(wrong, path=path, hint="name it otherwise")
        with os.fdopen(open_log(path), "rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            chunk = file.read(min(size, LIMIT))
            try:
                rules = msgspec.json.decode(chunk.partition(b"\n")[0], type=_First).rules
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                rules = ""
            digest = hashlib.sha256()
            while chunk:
                digest.update(chunk)
                chunk = file.read(LIMIT)
            return cls(digest.hexdigest(), rules, size)


def size_of(path: str) -> int:
    """Gives the size of a file; 0 when it cannot be told."""
    try:
        return os.path.getsize(path)  # noqa: PTH202 - a name as it was given
    except OSError:
        return 0  # whoever opens it says why


def is_gone(path: str) -> bool:
    """Says whether there is no such file any more; one that cannot be looked at may be there."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - a name as it is stored
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False


class Batches:
    """Takes work together: much of it costs less, little of it spreads better over processes.

    Attributes:
        sources: the numbers of the logs of each batch that was given, oldest first.
    """

    def __init__(self, work: Iterator[Work], folder: Path, jobs: int, total: int, *, deep: bool) -> None:
        self.sources: deque[list[int]] = deque()
        self._work, self._folder, self._deep = work, folder, deep
        self._largest = min(_LARGE, total // (24 * jobs)) if jobs > 1 else _LARGE // 4
        self._given = 0

    def __iter__(self) -> Iterator[Batch]:
        """Gives the batches, each when it is asked for."""
        logs: list[Work] = []
        size = 0
        for one in self._work:
            logs.append(one)
            size += one.size
            if size >= self._largest or len(logs) >= _MOST:
                yield self._batch(logs)
                logs, size = [], 0
        if logs:
            yield self._batch(logs)

    def _batch(self, logs: list[Work]) -> Batch:
        self.sources.append([one.src for one in logs])
        self._given += 1
        return Batch(self._given, tuple(logs), self._deep, self._folder)
