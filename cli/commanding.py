"""The commands of the prompt beside events: looking, taking back, notes, the clock, drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from playfold.errors import MalformedEventError, UnknownPositionError
from playfold.replay.story import story

from .explaining import explain
from .seats import author_of
from .show import board
from .terminal import colour, say_wrapped
from .typed import Recorder

if TYPE_CHECKING:
    from playfold.records.entry import Entry

_UNDO = re.compile(r"(?:(?P<count>[0-9]{1,6})|(?P<turn>turn)|to\s+(?P<to>[0-9]{1,9}))?")
_LAST = 12
_ALONE = ("options", "pause", "resume", "draw")
"""Commands that take nothing after them."""


class Commands:
    """What can be typed at the prompt beside events.

    Args:
        recorder: gives what records at the moment.
        told: tells entries that were written.
        options: shows what may be done.
    """

    def __init__(
        self,
        recorder: Callable[[], Recorder],
        told: Callable[[Iterable[Entry[Any]]], None],
        options: Callable[[], None],
    ) -> None:
        self._recorder, self._told = recorder, told
        self.by_name: dict[str, Callable[[str], object]] = {
            "undo": self._undo,
            "note": self._note,
            "show": self._show,
            "options": lambda _: options(),
            "log": self._log,
            "help": self._explain,
            "?": self._explain,
            "pause": lambda _: self._told([recorder().game.pause(line=recorder().name)]),
            "resume": lambda _: self._told([recorder().game.resume(line=recorder().name)]),
            "draw": lambda _: self._told([recorder().line.draw()]),
        }

    def find(self, word: str, rest: str) -> Callable[[str], object] | None:
        """Gives the command that a word is, unless it is an event of the game.

        Raises:
            MalformedEventError: it is one that takes nothing after it, and something is there.
        """
        command = None if word in self._recorder().game.rules.by_name else self.by_name.get(word)
        if command is not None and rest and word in _ALONE:
            raise MalformedEventError(f"{word} takes nothing after it", hint=f"write {word}")
        return command

    def _show(self, rest: str) -> None:
        view = self._recorder().game.at(_integer(rest, "show [N]")) if rest else self._recorder().line
        click.echo(f"\n{board(view, 0, coloured=colour())}")

    def _log(self, rest: str) -> None:
        if rest not in ("", "all"):
            raise MalformedEventError(f"log {rest} cannot be read", hint="write log or log all")
        told = list(story(self._recorder().game, line=self._recorder().name))
        for one in told if rest == "all" else told[-_LAST:]:
            say_wrapped(f"{one.n:>4} {' ' if one.stands else '~'} {one.text}", 7)

    def _note(self, rest: str) -> None:
        seat, text = author_of(self._recorder().game.names, rest)
        if not text:
            raise MalformedEventError("an empty note", hint="write note TEXT, or note @2 TEXT")
        self._told([self._recorder().game.note(self._recorder().line.position, text, seat=seat)])

    def _undo(self, rest: str) -> None:
        found = _UNDO.fullmatch(rest)
        if found is None:
            raise MalformedEventError(f"undo {rest} cannot be read", hint="write undo, undo 2, undo turn or undo to N")
        if found["count"] and not int(found["count"]):
            raise MalformedEventError(
                f"undo {rest} takes nothing back", hint="write undo, undo 2, undo turn or undo to N"
            )
        line = self._recorder().line
        if found["to"]:
            to = int(found["to"])
        elif found["turn"]:
            to = line.start_of_turn()
        else:
            path, count = [0, *line.path], int(found["count"] or 1)
            if 1 < len(path) <= count:
                raise UnknownPositionError(
                    f"{count} entries cannot be taken back, there are {len(path) - 1}",
                    hint="undo to 0 goes to the start",
                )
            to = path[max(0, len(path) - 1 - count)]
        before, tip = len(line.path), line.position
        try:
            entry = line.take_back(to)
        except UnknownPositionError as error:
            if error.hint:  # it names a command of the shell
                error.hint = "log all lists the entries, undo to 0 goes to the start"
            raise
        self._told([entry])
        gone = before - len(self._recorder().line.path)
        if gone > 1:
            branch = f"playfold branch {line.game.typed} NAME --at {tip}"
            say_wrapped(f"    {gone} entries taken back; to have them again, leave and open a line: {branch}", 4)

    def _explain(self, rest: str) -> None:
        explain(self._recorder().line, rest.strip().lower())


def _integer(text: str, usage: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):  # noqa: PLR2004 - nine digits are more entries than any log has
        raise MalformedEventError(f"{text!r} is no number", hint=f"write {usage}")
    return int(text)
