"""The prompt at which a game is recorded: whose turn, what may be done, completion, and the way back."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output.color_depth import ColorDepth

from playfold.engine import notation, notation_typed
from playfold.engine.events import Event
from playfold.engine.more_ways import more_ways
from playfold.engine.notation_typed import Begun
from playfold.errors import (
    AmbiguousNotationError,
    Illegal,
    LogBusyError,
    MalformedEventError,
    PlayfoldError,
)
from playfold.records.journal import Finished
from playfold.replay.cells import shorten
from playfold.replay.lines import MAIN, Line
from playfold.replay.opening import open_game
from playfold.replay.story import tell
from playfold.replay.telling import named

from . import steps
from .commanding import Commands
from .examples import shown
from .known import unknown_in
from .meaning import meant
from .menu import Menu
from .sealing import Sheet, sealed
from .show import board, waiting
from .terminal import colour, say, say_wrapped, width
from .typed import USAGE, Attempt, Recorder, refusal

if TYPE_CHECKING:
    from playfold.engine.events import Decision
    from playfold.records.entry import Entry

_NUMBERS = re.compile(r"[0-9]{1,6}( +[0-9]{1,6})?")
_GROUP = re.compile(r"([0-9]{1,3}) +(\S.*)")
_ROOM = 16
"""The cells that a question leaves for the answer."""


class Prompt(Completer):
    """A session of recording on one line.

    Args:
        recorder: what reads, checks and appends.
        allow: offer the effect of an illegal decision as a ruling.
    """

    def __init__(self, recorder: Recorder, *, allow: bool = False) -> None:
        self.recorder, self.allow = recorder, allow
        self._menu_at: tuple[int, Menu] | None = None
        self._group: tuple[str, list[Decision[Any]]] | None = None
        self._begun: Begun | None = None
        self._drawn_at: tuple[int, int] | None = None
        self._explained = False
        self._sheet = Sheet(recorder.game)
        self._commands = Commands(lambda: self.recorder, self._told, self._options)

    @property
    def line(self) -> Line:
        """The line at its tip."""
        return self.recorder.line

    @property
    def menu(self) -> Menu:
        """What may be done at the tip; made once for each position."""
        line = self.line
        if self._menu_at is None or self._menu_at[0] != line.position:
            more = partial(more_ways, line.game.rules, line.state)
            self._menu_at = (line.position, Menu(line.options(), line.to_act, more))
        return self._menu_at[1]

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Offers the words that may come next: commands, events, and the values that legal options have."""
        del complete_event
        typed = document.text_before_cursor
        last = typed.rpartition(" ")[2]
        if self._begun is not None:
            typed = f"{self._begun.text} {typed}"
        words: list[str] = []
        if self.line.ended is None:
            words += notation_typed.complete(self.recorder.game.rules, self.line.state, typed, self.menu.options)
        if " " not in typed:
            words += [
                word
                for word in (*self._commands.by_name, *USAGE, "quit")
                if word.startswith(typed) and word not in words
            ]
        return [Completion(word, -len(last)) for word in words]

    def run(self) -> None:
        """Asks and records until the user leaves. Whatever was acknowledged is on disk."""
        session: PromptSession[str] = PromptSession(
            completer=self,
            complete_while_typing=False,
            enable_suspend=True,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )
        game = self.recorder.game
        say_wrapped(
            f"{game.path}: {game.header.rules}, line {self.recorder.name}. ? explains, quit or Ctrl-D leaves.", 2
        )
        while True:
            if self._group is None and self._begun is None:
                self._before()
            try:
                text = session.prompt(f"{self._who()}> ").strip()
            except EOFError:
                break
            except KeyboardInterrupt:
                if not session.default_buffer.text:
                    raise
                continue
            if text.lower() in ("quit", "exit"):
                break
            self._take(text)
        at = self.line.position
        self._sheet.leave(self.recorder.game)
        say_wrapped(f"left at {f'entry {at}' if at else 'the start'}; come back with: {self._again()}", 2)

    def _again(self) -> str:
        path = str(self.recorder.game.path)
        path = shlex.quote(f"./{path}" if path.startswith("-") else path)
        return f"playfold record {path}" + (f" --line {self.recorder.name}" if self.recorder.name != MAIN else "")

    def _who(self) -> str:
        if self._group is not None:
            return f"{self._group[0]}, number"
        if self._begun is not None:
            name, *words = self._begun.text.split()
            # What does not fit a line is on the screen above: its end says where it stands.
            fits = len(self._begun.text) < width() - len(" ...> ") - _ROOM
            return f"{self._begun.text if fits else shorten(' ... '.join([name, *words[-1:]]), width() // 2)} ..."
        return waiting(self.line) or "over"

    def _before(self) -> None:
        """Prints, before a question, the board when a whole turn passed, and what may be done."""
        line, game = self.line, self.recorder.game
        turn = (game.rules.turn(line.state), line.position)
        moved = self._drawn_at is None or turn[1] < self._drawn_at[1] or turn[0] != self._drawn_at[0]
        if self._drawn_at == turn:
            return  # nothing moved: a refusal or a note needs no second look at the same menu
        end = line.outcome
        if moved or end is not None:
            click.echo(f"\n{board(line, 0, coloured=colour(), brief=self._explained)}")
            self._explained = True  # what the marks mean is said once; show says it again
        self._drawn_at = turn
        if end is None:
            self._options()
            return
        if self.recorder.name != MAIN:
            text = f"playfold promote LOG {self.recorder.name} makes this line the game; undo takes the last entry back"
        elif not sealed(game):
            text = "Seal it? yes (or finished) seals it for good; undo takes the last entry back; quit leaves it open."
        else:
            text = "The game is sealed. rated @1 4 TEXT and note TEXT still go in; quit leaves."
        say_wrapped(text)

    def _options(self) -> None:
        line, recorder = self.line, self.recorder
        for row in self.menu.lines(width()):
            click.echo(row)
        for kind in line.to_act.chance:
            name = str(kind.__struct_config__.tag)
            if recorder.draws:
                say(f"    {name}  Enter draws it")
                continue
            example = shown(line, kind)
            short = example.partition(" ")[2]
            if recorder.due and len(line.to_act.chance) == 1 and short:
                words = short.split(" ", len(kind.given))
                whose = f" for {' '.join(words[:-1])}" if kind.given else ""
                say_wrapped(
                    f"    {name}  type what was thrown or drawn{whose}, as {words[-1] if kind.given else short}", 6
                )
            else:
                say_wrapped(f"    {name}  type it, as {example}", 6)

    def _take(self, text: str) -> None:
        """Does one line that was typed; says what is wrong with it, and goes on."""
        group, self._group = self._group, None
        begun, self._begun = self._begun, None
        recorder = self.recorder
        try:
            if not text or (begun is not None and text.lower() == "undo"):
                self._enter(text, begun, left=group is not None)
                return
            word, _, rest = text.partition(" ")
            if text.startswith("?"):
                word, rest = "?", text[1:]
            command = self._commands.find(word.lower(), rest.strip())
            if command is not None:
                command(rest.strip())
            elif (
                text.lower() in ("yes", "y")
                and recorder.name == MAIN
                and self.line.outcome
                and not sealed(recorder.game)
            ):
                self._record("finished")
            elif begun is not None:
                self._go_on(begun, text)
            elif not recorder.due and (_NUMBERS.fullmatch(text) or _GROUP.fullmatch(text)):
                self._number(text, group)
            else:
                self._record(text)
        except Illegal as error:
            self._refused(error)
        except LogBusyError as error:
            self._named(error)
            self._reopen()
        except PlayfoldError as error:
            self._named(error)

    def _named(self, error: PlayfoldError) -> None:
        names = self.recorder.game.names
        hint = f" ({error.hint})" if error.hint else ""
        say_wrapped(f"not recorded: {named(error.message, names)}{hint}", 2)

    def _refused(self, error: Illegal) -> None:
        for row in refusal(self.recorder.game, error):
            say_wrapped(row, 2)

    def _enter(self, text: str, begun: Begun | None, *, left: bool) -> None:
        """Takes an event that was begun as it is, where it is one, else drops it; draws; or shows where the game is."""
        if begun is not None:
            if begun.event is not None and not text:
                self._do(begun.event)
            else:
                say("nothing was recorded")
        elif self.line.to_act.chance and self.recorder.draws:
            self._told([self.line.draw()])
        elif self.recorder.due:
            say("this game is played with real dice: type what they show")
        elif not left:
            self._drawn_at = None  # an empty line asks to see where the game stands

    def _record(self, text: str) -> None:
        recorder = self.recorder
        text = recorder.seated(text)
        text = meant(recorder, self.menu, text, (*self._commands.by_name, "quit"))
        try:
            attempt = recorder.read(text)
        except (MalformedEventError, AmbiguousNotationError) as error:
            if not self._ask_further(text, error):
                raise
            return
        if isinstance(attempt, Event) and not recorder.allows(attempt):
            # A word may be cut where one legal event alone goes on so, and what can be left out may be needed here.
            begun = steps.begin(recorder, self.menu, text)
            if begun is not None and begun.event is None:
                self._ask(begun)
                return
            attempt = attempt if begun is None or begun.event is None else begun.event
        elif isinstance(attempt, Event) and _is_name(text) and self.menu.ways(attempt) > 1:
            # A name alone is a beginning, even where all else may be left out: nothing is chosen by leaving off.
            begun = steps.begin(recorder, self.menu, text)
            if begun is not None and begun.next:
                self._ask(begun)
                return
        self._do(attempt)

    def _ask_further(self, text: str, error: PlayfoldError) -> bool:
        """Asks for the words that are still missing in an event; says whether it was one."""
        begun = steps.begin(self.recorder, self.menu, text)
        if begun is not None and begun.event is not None:
            self._do(begun.event)
        elif begun is not None and begun.next:
            self._ask(begun)
        elif (near := steps.nearest(self.recorder, self.menu, text)) is not None:
            self._named(error)
            self._ask(near)
        else:
            return False
        return True

    def _ask(self, begun: Begun) -> None:
        sample = steps.is_sample(self.recorder, self.menu, begun)
        for row in steps.asked(begun, sample=sample):
            say_wrapped(f"  {row}", 2)
        self._begun = begun

    def _go_on(self, begun: Begun, text: str) -> None:
        """Takes further words of an event that was begun; or another event in its place."""
        text = self.recorder.seated(text)
        further = steps.begin(self.recorder, self.menu, f"{begun.text} {text}")
        if further is not None and further.next:
            self._ask(further)
        elif further is not None and further.event is not None:
            self._do(further.event)
        elif steps.begin(self.recorder, self.menu, text) is not None:
            self._record(text)
        else:
            try:
                attempt = self.recorder.read(f"{begun.text} {text}")
            except PlayfoldError:
                say_wrapped(f"not recorded: {text[:40]!r} cannot come after {begun.text}; there may come", 2)
                self._ask(begun)
                return
            if isinstance(attempt, Event) and not self.recorder.allows(attempt) and unknown_in(self.line, attempt)[0]:
                say_wrapped(f"not recorded: {text[:40]!r} cannot come after {begun.text}; there may come", 2)
                self._ask(begun)
                return
            self._do(attempt)

    def _do(self, attempt: Attempt) -> None:
        recorder = self.recorder
        try:
            entries = recorder.do(attempt)
        except Illegal as error:
            if not isinstance(attempt, Event):
                raise
            self.line.refuse(attempt, error)
            if not self.allow:
                raise
            self._offer(attempt, error)
            return
        self._told(entries)
        if isinstance(attempt, Finished):
            self._sheet.say(recorder.game)

    def _offer(self, event: Event[Any], error: Illegal) -> None:
        """Says why an event was refused, and offers its effect as a ruling."""
        from . import allowing  # noqa: PLC0415 - loaded when it is needed

        effect = allowing.allow(self.line, event, error)
        self._refused(error)
        ruled = allowing.ask(self.line, effect, error)
        if ruled is not None:
            self._told([ruled])

    def _told(self, entries: Iterable[Entry[Any]]) -> None:
        for entry in entries:
            start = f"{entry.n}  "
            say_wrapped(start + tell(self.recorder.game, entry), len(start))

    def _number(self, text: str, group: tuple[str, list[Decision[Any]]] | None) -> None:
        """Takes numbers of the menu: of a group, of one of its options, or both; or words that narrow a group."""
        if group is not None and text.isdecimal():
            self._choose(group, int(text))
            return
        first, _, rest = text.partition(" ")
        found = self.menu.choose(int(first))
        if found is None:
            raise MalformedEventError(
                f"there is no group {first}", hint=f"groups run from 1 to {len(self.menu.groups)}"
            )
        rest = rest.strip()
        name, options = found
        if rest.isdecimal() and self.menu.seen(name) < int(rest) <= len(options):
            self._confirm(options[int(rest) - 1])
            return
        if rest.isdecimal():
            self._choose(found, int(rest))
            return
        if rest:
            options = self.menu.narrowed(options, rest.split())
            if not options:
                raise MalformedEventError(f"no {name} has {rest!r} in it")
        if len(options) == 1:
            self._told(self.recorder.do(options[0]))
            return
        if (
            not rest
            and len(options) > steps.MANY
            and (begun := steps.begin(self.recorder, self.menu, name)) is not None
        ):
            self._ask(begun)
            return
        for row in self.menu.listed(options, width()):
            click.echo(row)
        self._group = (name, options)

    def _confirm(self, option: Decision[Any]) -> None:
        """Shows a way that was chosen by its number and was on no list; Enter takes it."""
        self._begun = Begun(notation.write(option, self.line.to_act), option, {})
        say_wrapped(f"  that is {self._begun.text}; Enter records it, undo leaves it", 2)

    def _choose(self, group: tuple[str, list[Decision[Any]]], number: int) -> None:
        name, options = group
        if not 1 <= number <= len(options):
            self._group = group
            raise MalformedEventError(f"{name} has no way {number}", hint=f"they run from 1 to {len(options)}")
        self._told(self.recorder.do(options[number - 1]))

    def _reopen(self) -> None:
        """Reads the log again after another program wrote to it."""
        old = self.recorder
        old.game.close()
        game = open_game(old.game.path)
        if game.failure is not None:
            raise game.failure
        self.recorder = Recorder(game, old.name, draw=old.draws and old.name != MAIN)
        self._menu_at = self._drawn_at = None
        say("the log was read again; this is where it stands now")


def _is_name(text: str) -> bool:
    """Says whether an event was typed by its name alone, or with its seat."""
    name, *words = text.split()
    return not name.startswith("{") and all(word.startswith("@") for word in words)
