"""The seed of drawn dice, which lies beside its log in `<name>.seed` until it is revealed."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from hashlib import sha256
from pathlib import Path

from playfold.errors import UnreadableLogError

from .files import beside, open_log, reason, write_new

_FORM = re.compile(rb"[0-9a-f]{64}\n?")
_READ = 128


def fresh() -> str:
    """Makes a seed: 64 hexadecimal digits from the operating system's random source."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Gives what the header keeps of a seed: the sha256 of its text, 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def seed_path(log: str | os.PathLike[str]) -> str:
    """Gives the file of a log's seed: `g.seed` for `g.jsonl`."""
    return beside(os.fspath(log), ".seed")


def keep(log: str | os.PathLike[str], seed: str) -> None:
    """Writes the seed of a log that is about to begin, readable for its owner only, and flushes it to disk.

    Raises:
        NotWrittenError: the file exists, or cannot be written; then nothing is left of it.
    """
    write_new(seed_path(log), f"{seed}\n".encode(), 0o600)


def read(log: str | os.PathLike[str]) -> str:
    """Reads the seed of a log.

    Raises:
        UnreadableLogError: there is none, or the file does not hold 64 hexadecimal digits.
    """
    path = seed_path(log)
    try:
        descriptor = open_log(path)
        try:
            text = os.read(descriptor, _READ)
        finally:
            os.close(descriptor)
    except UnreadableLogError as error:
        error.hint = "without its seed the game goes on with real dice"
        raise
    except OSError as error:
        raise UnreadableLogError(f"the seed cannot be read: {reason(error)}", path=path) from None
    if not _FORM.fullmatch(text):
        raise UnreadableLogError(
            "it holds no seed: 64 digits 0-9a-f and a line end", path=path, hint="the game goes on with real dice"
        )
    return text[:64].decode()


def find(log: str | os.PathLike[str], committed: str) -> str | None:
    """Gives the seed of a log when it is there and is the one committed to, else None."""
    try:
        seed = read(log)
    except UnreadableLogError:
        return None
    return seed if commitment(seed) == committed else None


def forget(log: str | os.PathLike[str]) -> None:
    """Deletes the seed of a log that was not begun after all; nothing when there is none."""
    with contextlib.suppress(OSError):
        Path(seed_path(log)).unlink()
