"""Opens files with care: regular files only, names beside a log, folders flushed."""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
from pathlib import Path

from playfold.errors import UnreadableLogError

SUFFIX = ".jsonl"


def open_log(path: str) -> int:
    """Opens a regular file for reading and gives its descriptor. Follows symbolic links; never waits.

    Raises:
        UnreadableLogError: there is none, it may not be read, or it is no regular file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except FileNotFoundError:
        raise UnreadableLogError("there is no such file", path=path, hint="playfold new begins a log") from None
    except OSError as error:
        raise UnreadableLogError(f"it cannot be opened: {error.strerror}", path=path) from None
    except ValueError as error:
        raise UnreadableLogError(f"that is no name of a file: {error}", path=repr(path)) from None
    if wrong := not_regular(descriptor):
        os.close(descriptor)
        raise UnreadableLogError(f"it is {wrong}", path=path, hint="a log is a regular file")
    return descriptor


def not_regular(descriptor: int) -> str:
    """Says what an open file is that is no regular file; empty for one that is."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return ""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
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


def as_argument(path: str) -> str:
    """Writes a path so that it can be pasted into a shell as an argument."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)
