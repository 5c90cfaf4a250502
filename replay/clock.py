"""The time of an entry: information for people, never an order."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """Gives the time in UTC, to the millisecond: `2026-11-29T18:03:22.120Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
