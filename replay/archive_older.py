"""What of an archive of an older layout could not be built anew: it is counted, named, and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from playfold.records.archive_older import Older

from .archive_examine import Skipped
from .archive_logs import is_gone
from .archive_store import RESULT


class Lost(msgspec.Struct):
    """What a new archive lacks of the older one in whose place it stands.

    Args:
        format: the layout that the older one had.
        logs: logs whose games could not be examined again, with the reason.
        imports: results that were imported, how many by file: they have no log, and have to be imported again.
        kept: the file in which the older one is kept, when it has something that the new one lacks; "" else.
    """

    format: str
    logs: list[Skipped] = []
    imports: dict[str, int] = {}
    kept: str = ""

    @property
    def something(self) -> bool:
        """Whether there is anything that cannot be built from logs that are there."""
        return bool(self.logs or self.imports)


def logs_of(old: Older | None) -> list[str]:
    """Gives the logs from which an older archive was built, as far as they are there."""
    return [] if old is None else [each.path for each in old.games if each.grade != RESULT and not is_gone(each.path)]


def deep_logs_of(old: Older | None) -> list[str]:
    """Gives the logs of an older archive of which options and luck were there: those stay deep."""
    return [] if old is None else [each.path for each in old.games if each.deep]


def lost(old: Older, there: set[str], gone: Iterable[str], skipped: Iterable[Skipped]) -> Lost:
    """Compares an older archive with the games that are in the new one.

    Args:
        old: the older one.
        there: the games that are in the new one.
        gone: logs that are not there any more.
        skipped: logs that could not be taken.
    """
    reasons = {one.path: one.reason for one in skipped} | dict.fromkeys(gone, "the log is gone")
    found = Lost(old.format)
    imports: Counter[str] = Counter()
    for game, path, grade, _ in old.games:
        if (game and game in there) or (not game and path not in reasons):
            continue
        if grade == RESULT:
            imports[path] += 1
        else:
            found.logs.append(Skipped(path, reasons.get(path, "another game is in it now")))
    found.logs.sort(key=lambda one: one.path)
    found.imports = dict(sorted(imports.items()))
    return found
