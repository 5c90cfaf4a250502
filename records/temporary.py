"""What is not finished: folders, gone with the block, or with the next one when a process was killed; DuckDB's log."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playfold.errors import NotWrittenError

from .files import reason, uninterrupted, unspeakable

_HINT = "set TMPDIR to another folder"
_PREFIX = "playfold-rows-"
_MOST = 100
_RANDOM = "[a-z0-9_]{8}"
"""What stands in the name of a folder between its prefix and its suffix."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Gives a folder in which rows wait for DuckDB, in the temporary folder of the system; ctrl-C leaves nothing of it.

    DuckDB can name it, and there are no links on the way to it.

    Raises:
        NotWrittenError: it cannot be made, or DuckDB cannot name it.
    """
    with contextlib.ExitStack() as made:
        try:
            folder = made.enter_context(unfinished(_PREFIX)).resolve()
        except OSError as error:
            raise NotWrittenError(f"no temporary folder can be made: {reason(error)}", hint=_HINT) from None
        if wrong := unspeakable(folder):
            raise NotWrittenError(f"the temporary folder will not do: {wrong}", path=str(folder.parent), hint=_HINT)
        yield folder


@contextmanager
def unfinished(prefix: str, *, parent: str = "", suffix: str = "") -> Iterator[Path]:
    """Gives a new folder that is locked as long as the block lasts, and removes those of that name that nobody locks.

    So what a process left that was killed goes when the next one begins, and never what another one works in.

    Args:
        prefix: how its name begins.
        parent: in which folder it is made; empty for the temporary folder of the system.
        suffix: how its name ends.

    Raises:
        OSError: it cannot be made.
    """
    made: tempfile.TemporaryDirectory[str] | None = None
    lock = -1
    try:
        with uninterrupted():
            made, lock = _made(prefix, parent, suffix)
        _sweep(os.path.dirname(made.name), prefix, suffix)  # noqa: PTH120 - a name as it was given
        yield Path(made.name)
    finally:
        with uninterrupted():
            if made is not None:
                made.cleanup()
            if lock >= 0:
                os.close(lock)


def _made(prefix: str, parent: str, suffix: str) -> tuple[tempfile.TemporaryDirectory[str], int]:
    """Makes a folder and locks it; one that is swept away before it is locked is made again. -1: no locks there."""
    for _ in range(_MOST):
        made = tempfile.TemporaryDirectory(prefix=prefix, dir=parent or None, suffix=suffix)
        try:
            lock = _locked(made.name)
        except (FileNotFoundError, BlockingIOError):
            made.cleanup()
            continue
        except OSError:
            return made, -1
        if os.path.exists(made.name):  # noqa: PTH110 - as above
            return made, lock
        os.close(lock)
        made.cleanup()
    raise FileNotFoundError(errno.ENOENT, "it is removed each time that it is made")


def _locked(folder: str) -> int:
    """Locks a folder that nobody has locked, for this process and those that it forks.

    Raises:
        BlockingIOError: somebody has.
        OSError: there is none, or it cannot be locked.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _sweep(parent: str, prefix: str, suffix: str) -> None:
    """Removes folders of the user's own that were made here and that nobody has locked."""
    name = re.compile(f"{re.escape(prefix)}{_RANDOM}{re.escape(suffix)}")
    with contextlib.suppress(OSError):
        for one in os.listdir(parent):  # noqa: PTH208 - as above
            if name.fullmatch(one):
                _remove(os.path.join(parent, one))  # noqa: PTH118 - as above


def _remove(folder: str) -> None:
    with contextlib.suppress(OSError):
        lock = _locked(folder)
        try:
            if os.fstat(lock).st_uid == os.geteuid():
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)


@contextmanager
def without_empty_log(path: str | os.PathLike[str]) -> Iterator[None]:
    """Removes DuckDB's log when the block fails and it is empty, as a commit leaves it that failed on a full disk.

    The archive has to be open for writing: as long as it is nobody else has it.
    """
    try:
        yield
    except BaseException:
        log = Path(f"{os.fspath(path)}.wal")
        with uninterrupted(), contextlib.suppress(OSError, ValueError):
            if log.stat().st_size == 0:
                log.unlink()
        raise
