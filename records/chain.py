"""The chain of hashes: each line ends with a hash of all bytes of the file before that end (docs/format.md)."""

from __future__ import annotations

from binascii import b2a_hex
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

TAIL = 28
"""Bytes at the end of each line: `,"hash":"`, 16 digits, `"}`, LF."""


class Chain:
    """A running sha256 over the bytes of a log, from its first byte on.

    It copies in about 0.3 us, so that an append that fails leaves the old one as it was.
    """

    __slots__ = ("sha",)

    def __init__(self, sha: _Hash | None = None) -> None:
        self.sha = sha256() if sha is None else sha

    def copy(self) -> Chain:
        """Gives a second chain that stands at the same place."""
        return Chain(self.sha.copy())

    def seal(self, body: bytes) -> bytes:
        """Gives the whole line for the JSON object of a line without its hash, and moves past it."""
        sha, body = self.sha, body[:-1]
        sha.update(body)
        tail = b',"hash":"' + b2a_hex(sha.digest()[:8]) + b'"}\n'
        sha.update(tail)
        return body + tail

    def passes(self, lines: bytes) -> str:
        """Moves past whole lines and gives the hash that the last of them must have."""
        self.sha.update(memoryview(lines)[:-TAIL])
        digits = self.sha.digest()[:8].hex()
        self.sha.update(lines[-TAIL:])
        return digits

    def whole(self) -> str:
        """Gives the sha256 of all bytes so far, 64 digits: what stands on the score sheet."""
        return self.sha.hexdigest()
