"""The time of an entry: information for people, never an order."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns


def now() -> str:
    """Gives the time in UTC, to the millisecond: `2026-11-29T18:03:22.120Z`."""
    second, rest = divmod(time_ns(), 1_000_000_000)
    return f"{_second(second)}.{rest // 1_000_000:03}Z"


@lru_cache(maxsize=1)
def _second(second: int) -> str:
    """Writes a second since 1970. Kept, since programs write many entries within one: most of the cost is here."""
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
