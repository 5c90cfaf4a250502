"""The logs that come with playfold: real games to look at, to test with, and for `playfold demo`."""

from __future__ import annotations

from pathlib import Path


def bundled() -> list[Path]:
    """Lists the bundled logs, sorted by name."""
    return sorted(Path(__file__).parent.glob("*.jsonl"))
