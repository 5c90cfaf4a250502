"""Everything that can go wrong for a user, one class per cause, below one root.

This module lies below every layer: records, engine, replay and cli raise these errors, and nothing else, for what a
user can cause.
"""

from __future__ import annotations

import re
from shlex import quote


class PlayfoldError(ValueError):
    """The root of all errors that playfold raises on purpose.

    Args:
        message: what is wrong, for the person at the table.
        path: the file, when one is to blame.
        line: its line, counted from 1 (the header).
        entry: the number of the entry.
        hint: what to do, or the next command to run.
    """

    def __init__(
        self, message: str, *, path: str = "", line: int | None = None, entry: int | None = None, hint: str = ""
    ) -> None:
        super().__init__(message)
        self.message, self.path, self.line, self.entry, self.hint = message, path, line, entry, hint

    def __str__(self) -> str:
        return self._told(self.path, self.hint)

    def of_any_copy(self) -> str:
        """Gives the text true of every copy of the file: without its path, and with LOG for it in a hint.

        `of_copy` makes it speak of one file again.
        """
        hint = self.hint.replace(quote(self.path), _ANY) if self.path else self.hint
        name = self.path.rpartition("/")[2]
        return self._told("", "" if name and name in hint else hint)

    def _told(self, path: str, hint: str) -> str:
        where = ":".join([path] * bool(path) + ([f"{self.line}"] if self.line is not None else []))
        if where and not path:
            where = f"line {where}"
        number = f"entry {self.entry}: " if self.entry is not None else ""
        return f"{where + ': ' if where else ''}{number}{self.message}{f' ({hint})' if hint else ''}"


_ANY = "LOG"
_ANY_WORD = re.compile(rf"(?<!\S){_ANY}(?!\S)")


def of_copy(text: str, path: str) -> str:
    """Gives what `of_any_copy` says as it is said of one file, by its absolute path."""
    text, bracket, hint = text.rpartition(" (")
    if not bracket:
        text, hint = hint, ""
    told = text + bracket + _ANY_WORD.sub(lambda _: quote(path), hint)
    line = re.match(r"line (?=[0-9]+: )", told)
    return f"{path}:{told[line.end() :]}" if line else f"{path}: {told}"


class UnreadableLogError(PlayfoldError):
    """A file that is no log: missing, not regular, not UTF-8 JSON Lines, another format, or newer than this program."""


class DamagedLogError(PlayfoldError):
    """A log with a line that does not parse, does not fit the tree, or breaks the chain of hashes."""


class TornLogError(PlayfoldError):
    """A log whose last line has no end: it was never acknowledged, play goes on without it."""


class UnknownRulesError(PlayfoldError):
    """A rule set, version, parameter or parameter value that is not there."""


class MalformedEventError(PlayfoldError):
    """An event that is no event of this game: unknown type, unknown field, wrong type, out of range."""


class Illegal(PlayfoldError):  # noqa: N818 - the contract's word for it
    """An event that the rules do not allow where it stands.

    Args:
        rule: the id of the rule in the rule set's index.
        message: who, what was needed, what was there, what would be legal; `@2` stands for seat 2.

    `index` is the place of the event in a sequence that was folded, from 0.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule, self.index = rule, 0


class AmbiguousNotationError(PlayfoldError):
    """A short form of an event that can be read in more than one way, or in none."""


class UnknownPositionError(PlayfoldError):
    """A line, entry or seat that a command names and the log has not."""


class LogBusyError(PlayfoldError):
    """A log that another process writes, or that grew since it was read."""


class NotWrittenError(PlayfoldError):
    """Nothing was written: no space, no permission, or the file exists."""


class ArchiveRefusedError(PlayfoldError):
    """An archive that cannot be opened, or SQL that it does not run."""


class ProcessEndedError(PlayfoldError):
    """A process that did part of the work of a command is gone, killed from outside or for want of memory."""
