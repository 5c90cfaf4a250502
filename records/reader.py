"""Reads a log: header, entries, tree, and the first thing that is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from playfold.errors import DamagedLogError, PlayfoldError, UnreadableLogError

from .chain import Chain
from .entry import Codec, Entry, codec, encode
from .files import as_argument, open_log, reason, without_returns
from .header import FORMAT, Header
from .scan import CHUNK, Scan
from .text import LIMIT, wrong_text
from .tree import Tree

__all__ = ["Log", "Stamp", "name_of", "read"]


class Stamp(msgspec.Struct, frozen=True):
    """By what an unchanged file is known: device, inode, last change in ns, size, and whether it has a name still."""

    device: int
    inode: int
    changed: int
    size: int
    links: bool

    @classmethod
    def of(cls, descriptor: int) -> Stamp:
        """Gives the stamp of an open file."""
        stat = os.fstat(descriptor)
        return cls(stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size, stat.st_nlink > 0)


@dataclass(slots=True)
class Log:
    """A log as it was read; an `Appender` keeps it up to date.

    Args:
        path: the file.
        header: its first line.
        tree: with all good entries.
        failure: the first thing wrong, or None: a DamagedLogError, or a TornLogError after which play goes on.
        size: bytes of the valid prefix.
        torn: bytes of the torn tail after it; 0 for none.
        chain: the hash over the valid prefix.
        codec: decodes its lines.
        stamp: of the file when it was read.
    """

    path: str
    header: Header
    tree: Tree
    failure: PlayfoldError | None
    size: int
    torn: int
    chain: Chain
    codec: Codec
    stamp: Stamp

    @property
    def entries(self) -> list[Entry[Any]]:
        """The good entries; entry n stands at n - 1."""
        return self.tree.entries

    @property
    def digest(self) -> str:
        """The sha256 of the valid prefix, 64 hexadecimal digits: what stands on the score sheet."""
        return self.chain.whole()

    def strict(self) -> Log:
        """Gives the log itself.

        Raises:
            PlayfoldError: the failure, when there is one.
        """
        if self.failure is not None:
            raise self.failure
        return self


def read(
    path: str | os.PathLike[str], events: Callable[[Header], Any] | None = None, *, every_hash: bool = False
) -> Log:
    """Reads a log: the valid prefix and the first failure.

    Args:
        path: a regular file.
        events: gives the union of the game's event classes for a header; without it a game's events stay dicts.
        every_hash: compare the hash of every line, as `validate` does. Else that of a line in every 128 KiB and of the
            last, and all only when one of them differs.

    Raises:
        UnreadableLogError: the file is no log of this format, or that is no path.
        DamagedLogError: it is one, and its header is damaged.

    Linear: about 2.4 times the cost of decoding its lines, 4.5 with `every_hash`. A damaged log is read twice.
    """
    name = name_of(path)
    descriptor = open_log(name)
    try:
        stamp = Stamp.of(descriptor)
        line, rest = _first_line(name, descriptor)
        header = _header(name, line)
        kind = codec(None if events is None else events(header))
        scan = _scan(name, descriptor, header, line, kind, every_hash=every_hash)
        failure = scan.run(rest)
        if isinstance(failure, DamagedLogError) and not every_hash:
            os.lseek(descriptor, len(line), os.SEEK_SET)
            scan = _scan(name, descriptor, header, line, kind, every_hash=True)
            failure = scan.run()
    except OSError as error:
        raise UnreadableLogError(f"it cannot be read: {reason(error)}", path=name) from None
    finally:
        os.close(descriptor)
    return Log(name, header, scan.tree, failure, scan.size, scan.torn, scan.chain, kind, stamp)


def name_of(path: str | os.PathLike[str]) -> str:
    """Gives the name of a log as text.

    Raises:
        UnreadableLogError: it is no path.
    """
    try:
        return os.fsdecode(path)
    except TypeError:
        raise UnreadableLogError(
            f"a log is named by its path, not by a {type(path).__name__}",
            hint="one path, as text; a game has it as .path",
        ) from None


def _scan(path: str, descriptor: int, header: Header, line: bytes, kind: Codec, *, every_hash: bool) -> Scan:
    chain = Chain()
    chain.passes(line)
    return Scan(path, descriptor, kind, Tree(len(header.seats)), chain, len(line), every_hash=every_hash)


def _first_line(path: str, descriptor: int) -> tuple[bytes, bytes]:
    """Gives the first line and what was read beyond it."""
    start = os.read(descriptor, CHUNK)
    while b"\n" not in start and len(start) <= LIMIT and (more := os.read(descriptor, CHUNK)):
        start += more
    if not start:
        raise UnreadableLogError("the file is empty", path=path, hint="delete it, and playfold new begins a log")
    if start.startswith(b"\xef\xbb\xbf"):
        raise UnreadableLogError(
            "it begins with a byte order mark",
            path=path,
            line=1,
            hint=f"without it: tail -c +4 {as_argument(path)} > good.jsonl",
        )
    if start.startswith((b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{")):
        raise UnreadableLogError("it is UTF-16", path=path, line=1, hint="a log is UTF-8 as playfold writes it")
    cut = start.find(b"\n") + 1
    if not start.startswith(b"{"):
        raise UnreadableLogError("it is no log: the first line is no header", path=path, line=1)
    if cut > LIMIT or (not cut and len(start) > LIMIT):
        raise UnreadableLogError(f"the first line has more than {LIMIT} bytes", path=path, line=1)
    if not cut:
        raise DamagedLogError(
            "the header has no end: the log was never begun", path=path, line=1, hint="delete it and begin again"
        )
    return start[:cut], start[cut:]


_BEGIN = f'{{"format":"{FORMAT}",'.encode()


class _AnyFormat(msgspec.Struct):
    format: str


def _header(path: str, line: bytes) -> Header:
    _check_format(path, line)
    try:
        header = msgspec.json.decode(line, type=Header)
        wrong = _wrong_form(line, header)
    except RecursionError:
        wrong = "lists and objects are nested too deep"
    except (ValueError, msgspec.MsgspecError) as error:
        wrong = f"{error}"
    if wrong:
        hint = without_returns(path) if b"\r" in line else "find a copy of the file"
        raise DamagedLogError(f"header: {wrong}", path=path, line=1, hint=hint)
    return header


def _check_format(path: str, line: bytes) -> None:
    try:
        known = msgspec.json.decode(line, type=_AnyFormat).format
    except (ValueError, RecursionError, msgspec.MsgspecError):
        if line.startswith(_BEGIN):
            return
        raise UnreadableLogError("it is no log: the first line is no header", path=path, line=1) from None
    if known != FORMAT:
        newer = known.startswith("playfold/")
        raise UnreadableLogError(
            f"its format is {known[:64]!r}, and this program reads {FORMAT!r}",
            path=path,
            line=1,
            hint="install a newer playfold" if newer else "it is no log of playfold",
        )


def _wrong_form(line: bytes, header: Header) -> str:
    if b"\r" in line:
        return "it holds a carriage return: a transfer or an editor changed the ends of lines"
    if encode(header) + b"\n" != line:
        return "it is not compact JSON as playfold writes it, or names a member twice"
    if text := wrong_text(line):
        return f"it holds {text}"
    return "" if Chain().passes(line) == header.hash else "its hash does not fit: the header was changed"
