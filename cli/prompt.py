"""The prompt at which a game is recorded: a session of questions and answers, completion, and the way back."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from playfold.engine import notation_typed
from playfold.engine.notation_typed import Begun
from playfold.errors import LogBusyError, MalformedEventError, PlayfoldError
from playfold.replay.lines import MAIN

from .before import Before
from .commanding import Commands
from .ending import go_on
from .entering import Entering, say_error
from .sealing import Sheet, sealed
from .session import session
from .terminal import say, say_wrapped
from .tip import Tip
from .typed import USAGE, Recorder


class Prompt(Completer):
    """A session of recording on one line.

    Args:
        recorder: what reads, checks and appends.
        allow: offer the effect of an illegal decision as a ruling.
    """

    def __init__(self, recorder: Recorder, *, allow: bool = False) -> None:
        self._tip = Tip(recorder)
        self._before = Before(self._tip)
        self._sheet = Sheet(recorder.game)
        self._commands = Commands(lambda: self._tip.recorder, self._tip.told, self._before.options)
        self._entering = Entering(self._tip, self._sheet, self._commands.by_name, allow=allow)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Offers the words that may come next: commands, events, and the values that legal options have."""
        del complete_event
        tip, begun = self._tip, self._entering.begun
        typed = document.text_before_cursor
        last = typed.rpartition(" ")[2]
        if begun is not None:
            typed = f"{begun.text} {typed}"
        words: list[str] = []
        if tip.line.ended is None and not (tip.recorder.drawn and tip.recorder.due):
            words += notation_typed.complete(tip.recorder.game.rules, tip.line.state, typed, tip.menu.options)
        if " " not in typed:
            words += [
                word
                for word in (*self._commands.by_name, *USAGE, "quit")
                if word.startswith(typed) and word not in words
            ]
        return [Completion(word, -len(last)) for word in words]

    def run(self) -> None:
        """Asks and records until the user leaves. Whatever was acknowledged is on disk."""
        asking = session(self)
        recorder = self._tip.recorder
        path, rules = recorder.game.path, recorder.game.header.rules
        say_wrapped(f"{path}: {rules}, line {recorder.name}. ? explains, quit or Ctrl-D leaves.", 2)
        while True:
            if self._entering.group is None and self._entering.begun is None:
                self._before.show()
            try:
                text = asking.prompt(f"{self._entering.question()}> ").strip()
            except EOFError:
                break
            except KeyboardInterrupt:
                if not asking.default_buffer.text:
                    raise
                go_on()
                continue
            if text.lower() in ("quit", "exit"):
                break
            self._take(text)
        at = self._tip.line.position
        self._sheet.leave(self._tip.recorder.game)
        say_wrapped(f"left at {f'entry {at}' if at else 'the start'}; come back with: {self._again()}", 2)

    def _again(self) -> str:
        recorder = self._tip.recorder
        path = str(recorder.game.path)
        path = shlex.quote(f"./{path}" if path.startswith("-") else path)
        return f"playfold record {path}" + (f" --line {recorder.name}" if recorder.name != MAIN else "")

    def _take(self, text: str) -> None:
        """Does one line that was typed; says what is wrong with it, and goes on."""
        begun, group = self._entering.let_go()
        if begun is None and group is not None and text.lower() == "undo":
            say("nothing was recorded")  # it leaves the list, as it leaves an event that was begun
            return
        try:
            if any("\ud800" <= char <= "\udfff" for char in text):  # what is made of bytes that are no UTF-8
                raise MalformedEventError("what was typed is no UTF-8", hint="set the terminal to UTF-8")
            if not text or (begun is not None and text.lower() == "undo"):
                self._enter(text, begun, left=group is not None)
                return
            word, _, rest = text.partition(" ")
            if text.startswith("?"):
                word, rest = "?", text[1:]
            command = self._commands.find(word.lower(), rest.strip())
            if command is not None:
                command(rest.strip())
            elif text.lower() in ("yes", "y") and self._may_be_sealed():
                self._entering.record("finished")
            else:
                self._entering.take(text, begun, group)
        except LogBusyError as error:
            say_error(self._tip.recorder.game, error)
            self._tip.reopen()
            self._before.again()
            say("the log was read again; this is where it stands now")
        except PlayfoldError as error:
            say_error(self._tip.recorder.game, error)

    def _may_be_sealed(self) -> bool:
        recorder = self._tip.recorder
        return recorder.name == MAIN and self._tip.line.outcome is not None and not sealed(recorder.game)

    def _enter(self, text: str, begun: Begun | None, *, left: bool) -> None:
        """Takes an event that was begun as it is, where it is one, else drops it; draws; or shows where the game is."""
        tip = self._tip
        if begun is not None:
            self._entering.settle(begun, take=not text)
        elif tip.line.to_act.chance and tip.recorder.draws:
            tip.told([tip.line.draw()])
        elif tip.recorder.due:
            say("this game is played with real dice: type what they show")
        elif not left:
            self._before.again()  # an empty line asks to see where the game stands
