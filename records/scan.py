"""Goes through the lines of a log after its header: decoded, compared with their bytes, hashed, fitted into the tree.

Blocks of lines are done at once. What is wrong with a block that fails is then found line by line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NoReturn

import msgspec

from playfold.errors import DamagedLogError, PlayfoldError, TornLogError

from .chain import TAIL, Chain
from .entry import Codec, Entry, encode, encode_lines
from .files import as_argument, without_returns
from .text import LIMIT, wrong_text
from .tree import Tree

CHUNK = 1 << 17
"""Bytes read at once; not above LIMIT, so that only the first line of a block can be too long."""


class Scan:
    """A log while it is read: how far it is good, and what is wrong there.

    Args:
        path: the file, for messages.
        descriptor: the open file.
        codec: for its events.
        tree: the empty tree that it fills.
        chain: stands after the header.
        start: bytes of the header.
        every_hash: compare every line with what would be written for it, and its hash; else the count of the lines,
            and the hash of the last line of each block.
    """

    def __init__(
        self, path: str, descriptor: int, codec: Codec, tree: Tree, chain: Chain, start: int, *, every_hash: bool
    ) -> None:
        self.path, self.descriptor, self.codec, self.tree, self.chain = path, descriptor, codec, tree, chain
        self.size, self.torn, self.every_hash = start, 0, every_hash

    def run(self, first: bytes = b"") -> PlayfoldError | None:
        """Goes through the file from `first`, the bytes already read, and gives the first failure.

        Without `every_hash` the failure does not say what is wrong and where.
        """
        for block, ended in self._blocks(first):
            if not ended:
                return self._end(block)
            if self._at_once(block):
                self.size += len(block)
            elif not self.every_hash:
                return DamagedLogError("a line is damaged", path=self.path)
            elif (failure := self._each(block)) is not None:
                return failure
        return None

    def _blocks(self, first: bytes) -> Iterator[tuple[bytes, bool]]:
        """Gives whole lines, and at the end what has no LF."""
        rest, chunk = b"", first or os.read(self.descriptor, CHUNK)
        while chunk:
            cut = chunk.rfind(b"\n") + 1
            if cut:
                yield b"".join((rest, memoryview(chunk)[:cut])), True
                rest = chunk[cut:]
            else:
                rest += chunk
            if len(rest) > LIMIT:
                break
            chunk = os.read(self.descriptor, CHUNK)
        if rest:
            yield rest, False

    def _at_once(self, block: bytes) -> bool:
        entries = self._decoded(block)
        chain = self._hashed(block, entries) if entries else None
        if chain is None:
            return False
        mark = self.tree.mark()
        try:
            self.tree.extend(entries)
        except DamagedLogError:
            self.tree.undo(mark)
            return False
        self.chain = chain
        return True

    def _decoded(self, block: bytes) -> Sequence[Entry[Any]]:
        """Gives the entries of a block whose lines are all well-formed, else none."""
        if len(block) > CHUNK and block.find(b"\n") >= LIMIT:
            return ()
        try:
            entries = self.codec.lines(block)
            same = encode_lines(entries) == block if self.every_hash else _framed(block, len(entries))
        except (ValueError, RecursionError, msgspec.MsgspecError):
            return ()
        return entries if same and not wrong_text(block) else ()

    def _hashed(self, block: bytes, entries: Sequence[Entry[Any]]) -> Chain | None:
        """Gives the chain after a block whose hashes fit."""
        chain = self.chain.copy()
        if not self.every_hash:
            return chain if chain.passes(block) == entries[-1].hash else None
        # The chain is cut TAIL bytes before the end of each line: its pieces are as long as the lines, but the first.
        # The stream cuts them, and the map hashes them, without a step of Python for each.
        lengths = list(map(len, BytesIO(block).readlines()))
        lengths[0] -= TAIL
        stream, digest = BytesIO(block), chain.sha.digest
        digests = [digest() for _ in map(chain.sha.update, map(stream.read, lengths))]
        chain.sha.update(stream.read())
        # Of each 32 bytes the first 8, all at once.
        begins = memoryview(b"".join(digests)).cast("Q")[::4].tobytes()
        fits = begins.hex(" ", 8) == " ".join([entry.hash for entry in entries])
        return chain if fits else None

    def _each(self, block: bytes) -> PlayfoldError | None:
        try:
            for line in block.split(b"\n")[:-1]:
                self._line(line + b"\n")
        except DamagedLogError as error:
            return error
        return None

    def _line(self, line: bytes) -> None:
        n = len(self.tree.entries) + 1
        if len(line) > LIMIT:
            self._damaged(f"the line has more than {LIMIT} bytes")
        if wrong := _not_json(line):
            self._damaged(wrong, without_returns(self.path) if b"\r" in line else "")
        try:
            entry = self.codec.line(line)
            written = encode(entry) + b"\n"
        except RecursionError:
            self._damaged("lists and objects are nested too deep")
        except (ValueError, msgspec.MsgspecError) as error:
            glued = line.startswith(b'{"format":')
            self._damaged("a second header: two logs were glued together" if glued else f"{error}")
        if entry.n != n:
            self._damaged(f"entry {entry.n} stands where entry {n} should: a line is missing, doubled or moved")
        if written != line:
            self._damaged("it is not compact JSON as playfold writes it, or names a member twice")
        if wrong := wrong_text(line):
            self._damaged(f"it holds {wrong}")
        chain = self.chain.copy()
        if chain.passes(line) != entry.hash:
            self._damaged("its hash does not fit: this line was changed, or one before it that is well-formed")
        try:
            self.tree.add(entry)
        except DamagedLogError as error:
            self._damaged(error.message + (f"; {error.hint}" if error.hint else ""))
        self.chain = chain
        self.size += len(line)

    def _damaged(self, message: str, hint: str = "") -> NoReturn:
        n = len(self.tree.entries) + 1
        raise DamagedLogError(
            f"{message}, at byte {self.size}",
            path=self.path,
            line=n + 1,
            entry=n,
            hint=hint or f"what comes before it is good: head -c {self.size} {as_argument(self.path)} > good.jsonl",
        )

    def _end(self, rest: bytes) -> PlayfoldError:
        """Gives the failure for a last line without LF: torn, or too long to be one."""
        n = len(self.tree.entries) + 1
        whole, blank = len(rest), not rest[LIMIT:].strip(b"\0")
        while blank and (more := os.read(self.descriptor, CHUNK)):
            whole, blank = whole + len(more), not more.strip(b"\0")
        if not blank:
            return DamagedLogError(
                f"the line has more than {LIMIT} bytes, at byte {self.size}",
                path=self.path,
                line=n + 1,
                entry=n,
                hint=f"what comes before it is good: head -c {self.size} {as_argument(self.path)} > good.jsonl",
            )
        self.torn = whole
        return TornLogError(
            f"the last line has no end and was never acknowledged, {whole} bytes at byte {self.size}",
            path=self.path,
            line=n + 1,
            entry=n,
            hint="play goes on without it: the next writer sets it aside",
        )


def _framed(block: bytes, count: int) -> bool:
    """Says whether a block has as many lines as entries, and no line that another program ended."""
    return b"\r" not in block and len(BytesIO(block).readlines()) == count


def _not_json(line: bytes) -> str:
    """Says what damage of the bytes itself there is, by its usual cause; empty when none is known."""
    if line == b"\n":
        return "the line is blank"
    if b"\r" in line:
        return "it holds a carriage return: a transfer or an editor changed the ends of lines"
    if b"\0" in line:
        return "it holds NUL bytes"
    if line.startswith(b"\xef\xbb\xbf"):
        return "it begins with a byte order mark"
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return f"it is not UTF-8 from byte {error.start} of the line"
    return ""
