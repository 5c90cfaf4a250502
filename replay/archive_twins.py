"""Several logs of one game: which of them stands in the archive, and what is said of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .archive_examine import Skipped
from .archive_report import Report


class Candidate(NamedTuple):
    """A log that may represent its game; of two the greater one does, whatever the order in which they come."""

    sound: bool
    entries: int
    digest: str
    path: str
    src: int  # -1: it is in the archive already


def better(other: Candidate, mine: Candidate) -> str:
    """Says why another log of the same game counts."""
    if other.sound and not mine.sound:
        said = "is in order"
    elif other.entries > mine.entries:
        said = f"has {other.entries} entries, not {mine.entries}"
    else:
        said = "is as long and different: one of them had to be taken"
    return f"the same game is in {other.path}, which {said}"


class Twins:
    """Logs that have the same bytes."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, list[Candidate]]] = {}

    def add(self, game: str, held: Candidate, path: str) -> None:
        """Notes a log with the bytes of the one that is held."""
        first = [held] if held.src >= 0 else []
        self._found.setdefault(held.digest, (game, first))[1].append(held._replace(path=path))

    def tell(self, held: Mapping[str, Candidate], report: Report) -> None:
        """Says in the report which of them stands in the archive, if any of them does; `held`: what does, by game."""
        told = {one.path for one in report.skipped}
        for digest, (game, twins) in self._found.items():
            best = held[game]
            for twin in twins:
                if best.digest != digest:
                    if twin.path not in told:
                        report.skipped.append(Skipped(twin.path, better(best, twin)))
                    continue
                if twin.path != best.path:
                    report.copies[twin.path] = best.path
                if twin.path != best.path or best.src < 0:
                    report.unchanged.append(twin.path)
