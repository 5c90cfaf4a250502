"""Logs that are to be archived: looked at before they are examined, and taken together in batches."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from playfold.errors import PlayfoldError, TornLogError, UnreadableLogError
from playfold.records.files import open_log, unspeakable
from playfold.records.reader import read
from playfold.records.text import LIMIT

from .archive_examine import Batch, Work

_LARGE = 1 << 20
_MOST = 400
_ROWS = 16 << 20
_FEW_ROWS = 4 << 20


class _First(msgspec.Struct):
    rules: str


class File(NamedTuple):
    """What is known of a log before it is examined.

    Attributes:
        digest: sha256 of its bytes.
        rules: its rules reference; "" for none.
        size: in bytes.
        ended: its last line has an end.
    """

    digest: str
    rules: str
    size: int
    ended: bool

    @classmethod
    def of(cls, path: str) -> File:
        """Reads a log's bytes once. Raises as `open_log`, and for a name that an archive cannot hold."""
        if wrong := unspeakable(path):
            raise UnreadableLogError(wrong, path=path, hint="name it otherwise")
        descriptor = open_log(path)
        try:
            chunk = last = os.read(descriptor, LIMIT)
            try:
                rules = msgspec.json.decode(chunk.partition(b"\n")[0], type=_First).rules
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                rules = ""
            digest, size = hashlib.sha256(), 0
            while chunk:
                digest.update(chunk)
                size += len(chunk)
                last, chunk = chunk, os.read(descriptor, LIMIT)
            return cls(digest.hexdigest(), rules, size, last.endswith(b"\n"))
        finally:
            os.close(descriptor)


def torn_end(path: str, entries: int) -> str:
    """Says what is wrong with the last line of a log that has no end; empty when the log ends before.

    Args:
        path: the log.
        entries: how many of its entries are in order.
    """
    try:
        log = read(path)
    except PlayfoldError:
        return ""
    return str(log.failure) if isinstance(log.failure, TornLogError) and len(log.entries) == entries else ""


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

    Args:
        work: the logs to examine.
        folder: where their rows are staged.
        jobs: processes that examine them.
        logs: how many logs there are at most.
    """

    def __init__(self, work: Iterable[Work], folder: Path, jobs: int, logs: int) -> None:
        self._work, self._folder, self._jobs = work, folder, jobs
        self._largest = _LARGE if jobs > 1 else _LARGE // 4
        self._logs = logs
        self._sources: deque[list[int]] = deque()
        self._sizes: deque[int] = deque()
        self._left = self._taken = 0
        self._batches = self._given = 0

    def __iter__(self) -> Iterator[Batch]:
        """Gives the batches, each when it is asked for."""
        logs: list[Work] = []
        size, most = 0, self._most()
        for one in self._work:
            logs.append(one)
            size += one.size
            if size >= self._largest or len(logs) >= most:
                yield self._batch(logs, size)
                logs, size, most = [], 0, self._most()
        if logs:
            yield self._batch(logs, size)

    def _most(self) -> int:
        """Gives how many logs a batch may have: a part of what is left, so that processes end at about one time."""
        return _MOST if self._jobs == 1 else min(_MOST, max(1, (self._logs - self._given) // (4 * self._jobs)))

    def _batch(self, logs: list[Work], size: int) -> Batch:
        self._sources.append([one.src for one in logs])
        self._sizes.append(size)
        self._left += size
        self._batches += 1
        self._given += len(logs)
        return Batch(self._batches, tuple(logs), self._folder)

    def take(self) -> list[int]:
        """Gives the numbers of the logs of the oldest batch that is not taken yet."""
        size = self._sizes.popleft()
        self._left -= size
        self._taken += size
        return self._sources.popleft()

    def are_worth_storing(self, size: int) -> bool:
        """Says whether the rows of what was taken since the last yes are to be stored, now that so much is left.

        To store costs something, whatever there is; but processes that have nothing left to examine wait for the last
        rows. So each time it is half of what is left; never more than memory is for.

        Args:
            size: bytes of these rows.
        """
        worth = size >= _ROWS or (self._jobs > 1 and size >= _FEW_ROWS and self._taken >= self._left)
        if worth:
            self._taken = 0
        return worth
