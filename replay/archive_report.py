"""What archiving did, for people and programs."""

from __future__ import annotations

from shlex import quote

import msgspec

from .archive_examine import Skipped
from .archive_older import Lost
from .archive_staged import Examined


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
        problems: by path, the first thing wrong with a log that is there all the same, unchanged ones included; see its
            grade.
        torn: by path, what is said of a log whose last line was never acknowledged: it is in order, what is before
            that line was archived.
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
    torn: dict[str, str] = {}
    entries: int = 0
    rebuilt: str = ""
    lost: Lost | None = None

    def examined(self, path: str, found: Examined, name: str) -> None:
        """Notes what an examination found of a log that represents its game, under the name that counts."""
        if found.problem:
            self.problems[name] = _of(found.problem, path, name)
        if found.torn:
            self.torn[name] = _of(found.torn, path, name)

    def renamed(self, path: str, other: str) -> None:
        """Says of another log with the same bytes what was noted of one."""
        for noted in (self.problems, self.torn):
            if path in noted:
                noted[other] = _of(noted.pop(path), path, other)

    def outdone(self, path: str) -> None:
        """Takes back what was noted of a log: a better one of its game has come."""
        self.problems.pop(path, None)
        self.torn.pop(path, None)


def _of(text: str, path: str, other: str) -> str:
    """Gives what is said of one log as it is said of another one with the same bytes."""
    return text.replace(quote(path), quote(other)).replace(path, other) if path != other else text
