"""Logs whose rule set is not installed: their entries and lines as they are written, without a state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playfold.errors import TornLogError

from .terminal import warn

if TYPE_CHECKING:
    from playfold.records.reader import Log


def read_plain(path: Path, why: str) -> Log:
    """Reads a log without its rules and says so; a damaged one makes the exit status 2."""
    from playfold.records.reader import read  # noqa: PLC0415 - loaded when it is needed

    log = read(path, None)
    warn(f"{why}; events are shown as they are written")
    if log.failure is not None:
        warn(str(log.failure))
        if not isinstance(log.failure, TornLogError):
            click.get_current_context().obj["status"] = 2
    return log


def plain_story(log: Log, line: str | None) -> Iterator[tuple[int, str, str, str, str, bool]]:
    """Gives number, time, line, kind, text of each entry, and whether it stands; for one line what leads to its tip."""
    from playfold.replay.tree_words import written  # noqa: PLC0415 - loaded when it is needed

    tree = log.tree
    standing = {n for each in tree.lines.values() for n in tree.path(each.tip)}
    path = None if line is None else set(tree.path(tree.lines[line].tip))
    for entry in log.entries:
        name = entry.line or "main"
        if path is None or entry.n in path or name == line:
            text = written(entry)
            yield (
                entry.n,
                entry.time,
                name,
                text.partition(" ")[0],
                text,
                not tree.is_play(entry.n) or entry.n in standing,
            )


def plain_lines(log: Log) -> Iterator[tuple[str, int | None, int, int, str, str]]:
    """Gives name, where it was opened, tip, entries, how it stands (nobody knows) and why, of each line."""
    for name, line in log.tree.lines.items():
        event: Any = log.entries[line.first - 1].event if line.first else None
        origin = log.tree.position_after(line.first, name) if line.first else None
        why = getattr(event, "why", "")
        yield name, origin, line.tip, len(log.tree.path(line.tip)), "nobody knows without its rules", why
