"""What archiving did, for people and programs."""

from __future__ import annotations

import msgspec

from .archive_examine import Skipped
from .archive_older import Lost


class Report(msgspec.Struct):
    """What `archive` did.

    Args:
        added: logs of games that were not there.
        refreshed: logs that took the place of what was there of their game.
        unchanged: logs that are there already, byte for byte.
        copies: logs among these that have the same bytes as another one, and which: their game counts once.
        skipped: logs that are not there now, with the reason: unreadable, or the same game from a longer log.
        dropped: logs that are gone, and their games with them.
        withdrawn: logs that are there and do not hold the game any more that was archived from them, with the reason.
        problems: by path, the first thing wrong with a log that was added or refreshed all the same; see its grade.
        entries: entries that were written.
        rebuilt: the layout that the archive had before, when it was an older one; "" else.
        lost: what the archive had before and has not now, when it was rebuilt; None else.
    """

    added: list[str] = []
    refreshed: list[str] = []
    unchanged: list[str] = []
    copies: dict[str, str] = {}
    skipped: list[Skipped] = []
    dropped: list[str] = []
    withdrawn: list[Skipped] = []
    problems: dict[str, str] = {}
    entries: int = 0
    rebuilt: str = ""
    lost: Lost | None = None
