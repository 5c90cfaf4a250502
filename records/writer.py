"""Begins a log and appends to it: one writer, one write, flushed before it is acknowledged, all or nothing."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Sequence
from typing import Any, Self

import msgspec

from playfold.errors import DamagedLogError, LogBusyError, MalformedEventError, NotWrittenError

from .chain import Chain
from .entry import Codec, Entry, encode
from .files import beside, flush, flush_folder, not_regular, reason, uninterrupted, write, write_new
from .header import Header
from .lines import Mark
from .plain import check_plain
from .reader import Log, Stamp
from .text import LIMIT, composed, wrong_text

__all__ = ["Appender", "create"]

_CHUNK = 1 << 18


def create(path: str | os.PathLike[str], header: Header) -> Header:
    """Begins a log and gives its header with its hash, text in normal form C. It is on disk when this returns.

    Raises:
        NotWrittenError: the file exists, or cannot be written; then nothing is left of it.
        MalformedEventError: a reader would refuse this header.
    """
    name = os.fspath(path)
    sealed, line = _sealed_header(header)
    write_new(name, line, 0o666)
    return sealed


def _sealed_header(header: Header) -> tuple[Header, bytes]:
    line = Chain().seal(composed(_encoded(msgspec.structs.replace(header, hash=""))))
    try:
        sealed = msgspec.json.decode(line, type=Header)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise MalformedEventError(f"the header is no header: {error}") from None
    if encode(sealed) != line[:-1] or len(line) > LIMIT or wrong_text(line):
        raise MalformedEventError(f"the header is no header: {_why_wrong(line)}")
    return sealed, line


class Appender:
    """Appends to a log, which it keeps up to date. The first append locks the file, `close` gives it free.

    Args:
        log: as it was read.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self._descriptor = -1

    def append(self, entries: Sequence[Entry[Any]]) -> list[Entry[Any]]:
        """Appends entries in one write and gives them with their hashes, text in normal form C.

        They are on disk when this returns. When it raises, nothing of them is in the file, except after a
        KeyboardInterrupt: then either all of them are, and `log` says so, or none.

        Args:
            entries: numbered on from the last of the log; their hashes are made here.

        Raises:
            DamagedLogError: the log is damaged, or an entry does not fit its tree.
            MalformedEventError: a reader would refuse an entry.
            LogBusyError: another process writes the log, or changed it since it was read.
            NotWrittenError: no space, no permission, or no regular file.

        Cost: one write and one flush, and 10 us.
        """
        log = self.log
        if isinstance(log.failure, DamagedLogError):
            raise log.failure
        sealed, data, chain = _sealed(log.codec, log.chain, entries)
        if not sealed:
            return []
        size, writing, mark = log.size, False, log.tree.mark()
        try:
            log.tree.extend(sealed)
            self._hold()
            if log.torn:
                self._set_aside()
            writing = True
            write(self._descriptor, data, log.path)
            log.chain, log.size = chain, size + len(data)
        except BaseException as error:
            if log.size == size:
                self._undo(mark, error, cut=writing)
            raise
        return sealed

    def close(self) -> None:
        """Gives the log free for other writers. Nothing when it was never held."""
        if self._descriptor >= 0:
            stamp = Stamp.of(self._descriptor)
            if stamp.size == self.log.size + self.log.torn:
                self.log.stamp = stamp
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)  # a process forked meanwhile has the descriptor too
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _undo(self, mark: Mark, error: BaseException, *, cut: bool) -> None:
        """Takes entries back that were not acknowledged, from the tree and, where they may be there, from the file."""
        log = self.log
        with uninterrupted():
            log.tree.undo(mark)
            try:
                if cut:
                    os.ftruncate(self._descriptor, log.size)
                    flush(self._descriptor)
            except OSError as second:
                if isinstance(error, NotWrittenError):
                    error.message += f"; it could not be undone ({reason(second)})"
                    error.hint = "open the log again: the next writer sets aside what is torn"
        if isinstance(error, DamagedLogError):
            # The entry that does not fit is no line of the file.
            error.path, error.line, error.entry = log.path, None, None

    def _hold(self) -> None:
        """Locks the file unless it is locked already, and makes sure that it is as it was read, or as it was left."""
        log = self.log
        if self._descriptor < 0:
            with uninterrupted():
                descriptor = _open_locked(log.path)
                if Stamp.of(descriptor) != log.stamp:
                    os.close(descriptor)
                    raise LogBusyError(
                        "the log grew or was changed since it was read", path=log.path, hint="open it again"
                    )
                self._descriptor = descriptor
        stamp, size = log.stamp, log.size + log.torn
        named = _named(log.path)
        if named is not None and (named.st_dev, named.st_ino, named.st_size) == (stamp.device, stamp.inode, size):
            return  # the name still leads to the file that is held, and that is as it was left
        now = os.fstat(self._descriptor)
        if not now.st_nlink or (named is not None and (named.st_dev, named.st_ino) != (now.st_dev, now.st_ino)):
            raise LogBusyError("the file was deleted or replaced", path=log.path, hint="open the log again")
        if now.st_size != size:
            raise LogBusyError("the log grew since it was read", path=log.path, hint="open it again")

    def _set_aside(self) -> None:
        """Adds the torn tail to `<name>.torn` and cuts it from the log."""
        log = self.log
        aside = beside(log.path, ".torn")
        try:
            target = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                _copy(self._descriptor, log.size, log.torn, target)
                os.fsync(target)
            finally:
                os.close(target)
            flush_folder(aside)
            os.ftruncate(self._descriptor, log.size)
            flush(self._descriptor)
        except OSError as error:
            raise NotWrittenError(
                f"the torn last line cannot be set aside in {aside}: {reason(error)}", path=log.path
            ) from None
        log.torn, log.failure = 0, None


def _named(path: str) -> os.stat_result | None:
    """Gives what the file is that has the name of the log; None where there is none: it was given another name.

    Another one has it after a save that keeps the old one aside.
    """
    try:
        return os.stat(path, follow_symlinks=False)  # noqa: PTH116 - 2 us, a Path takes twice that
    except OSError:
        return None


def _open_locked(path: str) -> int:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as error:
        link = error.errno == errno.ELOOP
        why = "it is a symbolic link" if link else reason(error)
        raise NotWrittenError(
            f"it cannot be written: {why}", path=path, hint="name the file itself" if link else ""
        ) from None
    try:
        wrong = not_regular(descriptor)
        if not wrong:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
    except BlockingIOError:
        os.close(descriptor)
        raise LogBusyError("another process writes this log", path=path, hint="end that one, then try again") from None
    except OSError as error:
        os.close(descriptor)
        raise NotWrittenError(f"it cannot be locked: {reason(error)}", path=path) from None
    os.close(descriptor)
    raise NotWrittenError(f"it is {wrong}", path=path, hint="a log is a regular file")


def _copy(source: int, start: int, count: int, target: int) -> None:
    while count:
        part = os.pread(source, min(count, _CHUNK), start)
        if not part:
            return
        start, count = start + len(part), count - len(part)
        while part:
            part = part[os.write(target, part) :]


def _sealed(codec: Codec, chain: Chain, entries: Sequence[Entry[Any]]) -> tuple[list[Entry[Any]], bytes, Chain]:
    """Gives entries as a reader will read them, their lines, and the chain after them."""
    chain = chain.copy()
    sealed, lines, decode = [], [], codec.line
    for entry in entries:
        if type(entry.event) is dict:
            check_plain(entry.event)  # the encoder would write a NaN as null, bytes as text
        body = _encoded(msgspec.structs.replace(entry, hash="") if entry.hash else entry)
        line = chain.seal(body if body.isascii() else composed(body))
        try:
            read = decode(line)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise MalformedEventError(f"no reader would take it: {error}", entry=entry.n) from None
        if encode(read) != line[:-1] or len(line) > LIMIT or wrong_text(line):
            raise MalformedEventError(_why_wrong(line), entry=entry.n)
        sealed.append(read)
        lines.append(line)
    return sealed, b"".join(lines), chain


def _encoded(struct: Header | Entry[Any]) -> bytes:
    try:
        return encode(struct)
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        what = "the header" if isinstance(struct, Header) else f"entry {struct.n}"
        if isinstance(error, UnicodeEncodeError):  # Python gives bytes that are no UTF-8 as lone surrogates
            wrong = error.object[max(0, error.start - 20) : error.end]
            raise MalformedEventError(f"{what} cannot be written: {wrong!r} in it is no UTF-8") from None
        raise MalformedEventError(f"{what} cannot be written as JSON: {error}") from None


def _why_wrong(line: bytes) -> str:
    """Says why a reader would refuse a line that decodes."""
    if len(line) > LIMIT:
        return f"it has {len(line)} bytes, and a line has at most {LIMIT}"
    if wrong_text(line):
        return "a text in it holds a control character: leave out line ends, tabs and the like"
    return "it reads back as another one"
