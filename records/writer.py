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
    body = _encoded(msgspec.structs.replace(header, hash=""), "the header")
    line = Chain().seal(body)
    try:
        sealed = msgspec.json.decode(line, type=Header)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise MalformedEventError(f"the header is no header: {error}") from None
    _check_line(line, encode(sealed), "the header")
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
        with uninterrupted():
            mark = log.tree.mark()
            try:
                log.tree.extend(sealed)
                self._hold()
                if log.torn:
                    self._set_aside()
                self._write(data)
            except BaseException as error:
                log.tree.undo(mark)
                if isinstance(error, DamagedLogError):
                    error.path = log.path
                raise
            log.chain, log.size = chain, log.size + len(data)
        return sealed

    def close(self) -> None:
        """Gives the log free for other writers. Nothing when it was never held."""
        if self._descriptor >= 0:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)  # a process forked meanwhile has the descriptor too
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        log = self.log
        try:
            write(self._descriptor, data, log.path, log.size)
        finally:
            log.stamp = Stamp.of(self._descriptor)

    def _hold(self) -> None:
        """Locks the file unless it is locked already, and makes sure that it is as it was read."""
        if self._descriptor < 0:
            descriptor = _open_locked(self.log.path)
            try:
                self._check_same(descriptor)
            except BaseException:
                os.close(descriptor)
                raise
            self._descriptor = descriptor
        else:
            self._check_same(self._descriptor)

    def _check_same(self, descriptor: int) -> None:
        log = self.log
        stamp = Stamp.of(descriptor)
        if not stamp.links:
            raise LogBusyError(
                "the file was deleted or replaced while it was held", path=log.path, hint="open it again"
            )
        if stamp != log.stamp or stamp.size != log.size + log.torn:
            raise LogBusyError("the log grew or was changed since it was read", path=log.path, hint="open it again")

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
        log.stamp = Stamp.of(self._descriptor)


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
    sealed, lines = [], []
    for entry in entries:
        what = f"entry {entry.n}"
        if type(entry.event) is dict:
            check_plain(entry.event)  # the encoder would write a NaN as null, bytes as text
        line = chain.seal(_encoded(msgspec.structs.replace(entry, hash="") if entry.hash else entry, what))
        try:
            read = codec.line(line)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise MalformedEventError(f"no reader would take it: {error}", entry=entry.n) from None
        _check_line(line, encode(read), what)
        sealed.append(read)
        lines.append(line)
    return sealed, b"".join(lines), chain


def _encoded(struct: msgspec.Struct, what: str) -> bytes:
    try:
        return composed(encode(struct))
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise MalformedEventError(f"{what} cannot be written as JSON: {error}") from None


def _check_line(line: bytes, again: bytes, what: str) -> None:
    if again != line[:-1]:
        raise MalformedEventError(f"{what} reads back as another one")
    if len(line) > LIMIT:
        raise MalformedEventError(f"{what} has {len(line)} bytes", hint=f"a line has at most {LIMIT}")
    if wrong := wrong_text(line):
        raise MalformedEventError(
            f"{what} holds {wrong}", hint="leave out line ends, tabs and other control characters"
        )
