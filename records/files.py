"""Handles files with care: regular files only, one write and a flush, all or nothing, signals held back."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import signal
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from playfold.errors import NotWrittenError, UnreadableLogError

SUFFIX = ".jsonl"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that ask a program to end: ctrl-C, `kill`, and a terminal that is closed."""

_FOLDER, _SOCKET = "a folder", "a socket"
_REGULAR = "a log is a regular file: name one that playfold new began"
_HAS_FDATASYNC = hasattr(os, "fdatasync")  # macOS has not


def open_log(path: str) -> int:
    """Opens a regular file for reading and gives its descriptor. Follows symbolic links; never waits.

    Raises:
        UnreadableLogError: there is none, it may not be read, or it is no regular file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except FileNotFoundError:
        if os.path.islink(path):  # noqa: PTH114 - the name as the user gave it
            raise UnreadableLogError("it is a link to a file that is not there", path=path) from None
        raise UnreadableLogError("there is no such file", path=path, hint="playfold new begins a log") from None
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise UnreadableLogError(f"it is {_SOCKET}", path=path, hint=_REGULAR) from None
        raise UnreadableLogError(f"it cannot be opened: {reason(error)}", path=path) from None
    except ValueError as error:
        raise UnreadableLogError(f"that is no name of a file: {error}", path=repr(path)) from None
    if wrong := not_regular(descriptor):
        os.close(descriptor)
        raise UnreadableLogError(f"it is {wrong}", path=path, hint="name a log in it" if wrong == _FOLDER else _REGULAR)
    return descriptor


def not_regular(descriptor: int) -> str:
    """Says what an open file is that is no regular file; empty for one that is."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return ""
    kinds = {stat.S_IFDIR: _FOLDER, stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
    return kinds.get(stat.S_IFMT(mode), "no regular file")


def beside(path: str, suffix: str) -> str:
    """Gives the name beside a log: `g.jsonl` and `.seed` give `g.seed`; another ending stays."""
    return path.removesuffix(SUFFIX) + suffix


def flush_folder(path: str) -> None:
    """Flushes the folder of a file, so that a new name in it survives a power cut, where that can be done."""
    with contextlib.suppress(OSError):
        descriptor = os.open(Path(path).parent, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def without_returns(path: str) -> str:
    """Says how to get a log back whose ends of lines were changed."""
    return f"without them: tr -d '\\r' < {as_argument(path)} > good.jsonl"


def unspeakable(path: str | os.PathLike[str]) -> str:
    """Says that a path, absolute, has bytes that are no UTF-8, as DuckDB needs it; empty when it has none."""
    name = os.fspath(path)
    try:
        (name if os.path.isabs(name) else os.path.abspath(name)).encode()  # noqa: PTH100, PTH117 - the name as it was given
    except UnicodeEncodeError:
        return "a name in its path is no UTF-8, and DuckDB takes no other"
    return ""


def as_argument(path: str) -> str:
    """Writes a path so that it can be pasted into a shell as an argument."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds ctrl-C, `kill` and the end of a terminal back until the block is done."""
    before: Iterable[int] | None = None
    try:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        yield
    finally:
        if before is None:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)  # it came while it was being blocked
        else:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def flush(descriptor: int) -> None:
    """Flushes the bytes of a file to disk, and what is needed to read them."""
    (os.fdatasync if _HAS_FDATASYNC else os.fsync)(descriptor)


def write(descriptor: int, data: bytes, path: str) -> None:
    """Writes in one call at the end of a file and flushes. On any failure the caller has to undo what was written.

    Raises:
        NotWrittenError: it was not written, or not all of it.
    """
    try:
        if os.write(descriptor, data) == len(data):
            flush(descriptor)
            return
        why = os.strerror(errno.ENOSPC)
    except OSError as error:
        why = reason(error)
    raise NotWrittenError(f"nothing was written: {why}", path=path, hint="make room, then try again")


def write_new(path: str, data: bytes, mode: int) -> None:
    """Writes a file that must not exist, flushes it and its folder; on any failure leaves no file.

    Raises:
        NotWrittenError: it exists, or could not be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    except FileExistsError:
        raise NotWrittenError("the file exists", path=path, hint="choose another name; nothing is replaced") from None
    except (OSError, ValueError) as error:
        hint = "make the folder first" if isinstance(error, FileNotFoundError) else ""
        raise NotWrittenError(f"it cannot be begun: {reason(error)}", path=path, hint=hint) from None
    try:
        with uninterrupted():
            try:
                write(descriptor, data, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(path).unlink()
                raise
            flush_folder(path)
    finally:
        os.close(descriptor)


def reason(error: OSError | ValueError) -> str:
    """Gives the reason of a failed call in words.

    Of a socket the system says "No such device or address", which helps nobody.
    """
    if isinstance(error, OSError) and error.errno == errno.ENXIO:
        return f"it is {_SOCKET}"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
