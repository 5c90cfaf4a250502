"""Events as they are typed at the prompt: whole, word by word, or by numbers of the menu."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import click

from playfold.engine import notation
from playfold.engine.events import Decision, Event
from playfold.engine.notation_typed import Begun
from playfold.errors import AmbiguousNotationError, Illegal, MalformedEventError, PlayfoldError
from playfold.records.journal import Finished
from playfold.replay.cells import shorten
from playfold.replay.telling import named

from . import steps
from .known import unknown_in
from .meaning import meant
from .sealing import Sheet
from .show import waiting
from .terminal import say, say_wrapped, width
from .tip import Tip
from .typed import USAGE, Attempt, refusal

if TYPE_CHECKING:
    from playfold.replay.game import Game

Group = tuple[str, list[Decision[Any]]]
"""A group of the menu: its name and its ways."""

_NUMBERS = re.compile(r"[0-9]{1,6}( +[0-9]{1,6})?")
_GROUP = re.compile(r"([0-9]{1,3}) +(\S.*)")
_AT_LIST = "undo leaves the list"
_ROOM = 16
"""The cells that a question leaves for the answer."""


class Entering:
    """Takes lines that are no commands.

    Args:
        tip: where the game stands.
        sheet: what the score sheet says of the file; told when the game is sealed.
        commands: the words that the prompt knows beside events.
        allow: offer the effect of an illegal decision as a ruling.

    Attributes:
        begun: an event of which words are missing, or that waits for Enter.
        group: the group of the menu whose ways are listed on the screen.
    """

    def __init__(self, tip: Tip, sheet: Sheet, commands: Collection[str], *, allow: bool = False) -> None:
        self._tip, self._sheet, self._commands, self._allow = tip, sheet, commands, allow
        self.begun: Begun | None = None
        self.group: Group | None = None
        self._explained = False

    def question(self) -> str:
        """Gives what is asked: a number of the group, further words of the event, or whose turn it is."""
        if self.group is not None:
            return f"{self.group[0]}, number"
        if self.begun is not None:
            name, *words = self.begun.text.split()
            # What does not fit a line is on the screen above: its end says where it stands.
            fits = len(self.begun.text) < width() - len(" ...> ") - _ROOM
            return f"{self.begun.text if fits else shorten(' ... '.join([name, *words[-1:]]), width() // 2)} ..."
        return waiting(self._tip.line) or "over"

    def let_go(self) -> tuple[Begun | None, Group | None]:
        """Gives the event that was begun and the group that was listed, and leaves them."""
        left, self.begun, self.group = (self.begun, self.group), None, None
        return left

    def take(self, text: str, begun: Begun | None, group: Group | None) -> None:
        """Takes a line that is not empty, after an event that was begun or a group that was listed.

        Raises:
            PlayfoldError: it cannot be read, or may not come; nothing was recorded.
        """
        if begun is not None:
            self._go_on(begun, text)
        elif not self._tip.recorder.due and (_NUMBERS.fullmatch(text) or _GROUP.fullmatch(text)):
            self._number(text, group)
        else:
            try:
                self.record(text)
            except (MalformedEventError, AmbiguousNotationError) as error:
                if group is not None:
                    self.group = group
                    error.hint = f"{_AT_LIST}; {error.hint}" if error.hint else _AT_LIST
                raise

    def settle(self, begun: Begun, *, take: bool) -> None:
        """Takes an event that was begun as it is, where it is one; else drops it."""
        if begun.event is not None and take:
            self._do(begun.event)
        else:
            say("nothing was recorded")

    def record(self, text: str) -> None:
        """Records an event by its words; asks for those that are missing.

        Raises:
            PlayfoldError: it cannot be read, or may not come; nothing was recorded.
        """
        recorder, menu = self._tip.recorder, self._tip.menu
        text = recorder.seated(text)
        text = meant(recorder, menu, text, (*self._commands, "quit"))
        recorder.check_typed(text)
        try:
            attempt = recorder.read(text)
        except (MalformedEventError, AmbiguousNotationError) as error:
            if not self._ask_further(text, error):
                raise
            return
        if isinstance(attempt, Event) and not recorder.allows(attempt):
            # A word may be cut where one legal event alone goes on so, and what can be left out may be needed here.
            begun = steps.begin(recorder, menu, text)
            if begun is not None and begun.event is None:
                self._ask(begun)
                return
            attempt = attempt if begun is None or begun.event is None else begun.event
        elif isinstance(attempt, Event) and _is_name(text) and menu.ways(attempt) > 1:
            # A name alone is a beginning, even where all else may be left out: nothing is chosen by leaving off.
            begun = steps.begin(recorder, menu, text)
            if begun is not None and begun.next:
                self._ask(begun)
                return
        self._do(attempt)

    def _ask_further(self, text: str, error: PlayfoldError) -> bool:
        """Asks for the words that are still missing in an event; says whether it was one."""
        recorder, menu = self._tip.recorder, self._tip.menu
        begun = steps.begin(recorder, menu, text)
        if begun is not None and begun.event is not None:
            self._do(begun.event)
        elif begun is not None and begun.next:
            self._ask(begun)
        elif (near := steps.nearest(recorder, menu, text)) is not None:
            say_error(recorder.game, error)
            self._ask(near)
        else:
            return False
        return True

    def _ask(self, begun: Begun) -> None:
        sample = steps.is_sample(self._tip.recorder, self._tip.menu, begun)
        for row in steps.asked(begun, width() - 2, sample=sample):
            say_wrapped(f"  {row}", 2)
        self._say_how("a number or the word takes one" if steps.numbered(begun) else "type one of them")
        self.begun = begun

    def _say_how(self, taken: str) -> None:
        """Says, at the first list alone, how one of it is taken and how it is left."""
        if not self._explained:
            say_wrapped(f"  ({taken}; {_AT_LIST})", 2)
        self._explained = True

    def _go_on(self, begun: Begun, text: str) -> None:
        """Takes further words of an event that was begun; or another event in its place."""
        recorder, menu = self._tip.recorder, self._tip.menu
        text = recorder.seated(text)
        words = steps.numbered(begun)
        if text.isdecimal() and words:
            if not 1 <= int(text) <= len(words):
                self._ask_again(begun, text)
                return
            text = words[int(text) - 1]
        further = steps.begin(recorder, menu, f"{begun.text} {text}")
        if further is not None and further.next:
            self._ask(further)
        elif further is not None and further.event is not None:
            self._do(further.event)
        elif steps.begin(recorder, menu, text) is not None or text.split()[0].lower() in USAGE:
            self.record(text)
        else:
            try:
                attempt = recorder.read(f"{begun.text} {text}")
            except PlayfoldError:
                self._ask_again(begun, text)
                return
            if isinstance(attempt, Event) and not recorder.allows(attempt) and unknown_in(self._tip.line, attempt)[0]:
                self._ask_again(begun, text)
                return
            self._do(attempt)

    def _ask_again(self, begun: Begun, text: str) -> None:
        say_wrapped(f"not recorded: {text[:40]!r} cannot come after {begun.text}; {_AT_LIST}, there may come", 2)
        self._ask(begun)

    def _number(self, text: str, group: Group | None) -> None:
        """Takes numbers of the menu: of a group, of one of its options, or both; or words that narrow a group."""
        if group is not None and text.isdecimal():
            self._choose(group, int(text))
            return
        recorder, menu = self._tip.recorder, self._tip.menu
        first, _, rest = text.partition(" ")
        found = menu.choose(int(first))
        if found is None:
            raise MalformedEventError(f"there is no group {first}", hint=f"groups run from 1 to {len(menu.groups)}")
        rest = rest.strip()
        name, options = found
        if _NUMBERS.fullmatch(rest) and " " not in rest:
            number = int(rest)
            if menu.seen(name) < number <= len(options):
                self._confirm(options[number - 1])
            else:
                self._choose(found, number)
            return
        if rest:
            options = menu.narrowed(options, rest.split())
            if not options:
                raise MalformedEventError(f"no {name} has {rest[:40]!r} in it")
        if len(options) == 1:
            self._tip.told(recorder.do(options[0]))
            return
        if not rest and len(options) > steps.MANY and (begun := steps.begin(recorder, menu, name)) is not None:
            self._ask(begun)
            return
        for row in menu.listed(options, width()):
            click.echo(row)
        self._say_how("a number takes one")
        self.group = (name, options)

    def _confirm(self, option: Decision[Any]) -> None:
        """Shows a way that was chosen by its number and was on no list; Enter takes it."""
        self.begun = Begun(notation.write(option, self._tip.line.to_act), option, {})
        say_wrapped(f"  that is {self.begun.text}; Enter records it, undo leaves it", 2)

    def _choose(self, group: Group, number: int) -> None:
        name, options = group
        if not 1 <= number <= len(options):
            self.group = group
            raise MalformedEventError(
                f"{name} has no way {number}", hint=f"they run from 1 to {len(options)}; {_AT_LIST}"
            )
        self._tip.told(self._tip.recorder.do(options[number - 1]))

    def _do(self, attempt: Attempt) -> None:
        recorder = self._tip.recorder
        try:
            entries = recorder.do(attempt)
        except Illegal as error:
            if not isinstance(attempt, Event):
                raise
            self._tip.line.refuse(attempt, error)
            if not self._allow:
                raise
            self._offer(attempt, error)
            return
        self._tip.told(entries)
        if isinstance(attempt, Finished):
            self._sheet.say(recorder.game)

    def _offer(self, event: Event[Any], error: Illegal) -> None:
        """Says why an event was refused, and offers its effect as a ruling."""
        from . import allowing  # noqa: PLC0415 - loaded when it is needed

        effect = allowing.allow(self._tip.line, event, error)
        say_error(self._tip.recorder.game, error)
        ruled = allowing.ask(self._tip.line, effect, error)
        if ruled is not None:
            self._tip.told([ruled])


def say_error(game: Game, error: PlayfoldError) -> None:
    """Says why nothing was recorded: of an illegal event its rule, of anything else what would help."""
    if isinstance(error, Illegal):
        for row in refusal(game, error):
            say_wrapped(row, 2)
    else:
        hint = f" ({error.hint})" if error.hint else ""
        say_wrapped(f"not recorded: {named(error.message, game.names)}{hint}", 2)


def _is_name(text: str) -> bool:
    """Says whether an event was typed by its name alone, or with its seat."""
    name, *words = text.split()
    return not name.startswith("{") and all(word.startswith("@") for word in words)
