"""What may stand in a log as text: no control characters; names of lines and games; writers make text NFC."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from msgspec import Meta

NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\Z"
NAME = re.compile(NAME_PATTERN)
"""A name of a line or of a game."""

LIMIT = 1 << 20
"""The most bytes that a line may have, its LF included."""

Name = Annotated[str, Meta(pattern=NAME_PATTERN)]
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""The text of a seed: 64 hexadecimal digits."""
SeedOrNone = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]

_C1 = re.compile(rb"\xc2[\x80-\x9f]")
_BACKSLASH, _DELETE, _BEFORE_C1 = b"\\\x7f\xc2"  # as numbers: `in` tries a needle of bytes as one first, for 0.2 us


def wrong_text(lines: bytes) -> str:
    """Says what no text of a log may hold and these lines of compact JSON do; empty when nothing.

    JSON escapes a control character below U+0020, and compact JSON escapes nothing else but `"` and the backslash, so
    any other escape is one. Cost: 0.2 ns a byte where there is none.
    """
    if _BACKSLASH in lines and _BACKSLASH in lines.replace(b"\\\\", b"").replace(b'\\"', b""):
        return "a control character or an escape that is not needed"
    if _DELETE in lines:
        return "the control character U+007F"
    if _BEFORE_C1 in lines and (found := _C1.search(lines)):
        return f"the control character U+{found[0][1]:04X}"
    return ""


def composed(line: bytes) -> bytes:
    """Gives a line of JSON with its text in normal form C; the same object when it is already.

    No character composes with a quote or a backslash, nor becomes one, so JSON stays JSON.
    """
    if line.isascii():
        return line
    text = line.decode()
    return line if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text).encode()
