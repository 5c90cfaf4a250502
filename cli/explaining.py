"""What ? says at the prompt: what can be typed, an event, a rule, a parameter, a card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
import msgspec

from playfold.engine import notation
from playfold.engine.glossary import look_up
from playfold.engine.notation_nested import forms
from playfold.engine.parameters import describe, value_of
from playfold.errors import AmbiguousNotationError

from .examples import shown
from .terminal import say_wrapped
from .typed import USAGE

if TYPE_CHECKING:
    from playfold.replay.lines import Line

FEW = 8
"""So many cards and the like are explained at once; of more the ids are listed."""

HELP = (
    "Type an event: its name or the beginning of it, then its fields, as ship_moved 1b1 E1; or the fields alone. What "
    "is missing is asked for, word by word; undo leaves it. Tab completes. A number lists the ways of that group, two "
    "numbers play one of them (2 5), a word after a number narrows the list (2 1b1). Dice as they lie: 7,8 or 7 8. "
    "Where they are drawn, Enter draws. A seat is written @2 or @Name, after the name of the event."
)
COMMANDS = (
    ("undo [N]", "take back the last entry, or the last N"),
    ("undo turn", "back to the start of the turn"),
    ("undo to N", "back to entry N; 0 is the start"),
    ("note TEXT", "about the last entry; note @2 TEXT is by seat 2, @@ begins a text with an @"),
    ("show [N]", "the board, or as it was after entry N"),
    ("log [all]", "the last entries, or all of them"),
    ("options", "what may be done"),
    ("? WORD", "explain an event, a rule, a parameter, a card or the like"),
    ("pause, resume", "the clock"),
    ("quit, Ctrl-D", "leave; the same command comes back to the same point"),
)
_WIDE = 16
"""Where the meaning of a command begins."""


def explain(line: Line, word: str) -> None:
    """Explains what can be typed; an event, a rule, or all of it.

    Raises:
        AmbiguousNotationError: it is none.
    """
    rules = line.game.rules
    if not word:
        say_wrapped(HELP)
        click.echo()
        for command, says in COMMANDS:
            say_wrapped(f"{command:<{_WIDE}}{says}", _WIDE)
        click.echo()
        for usage in USAGE.values():
            say_wrapped(usage, 2)
        return
    if word in rules.index:
        rule = rules.index[word]
        say_wrapped(f"{rule.id}: {rule.says} [{rule.cite}]", 2)
        return
    found = [*_events(line, word), *_parameter(line, word), *_terms(line, word)]
    if not found:
        raise AmbiguousNotationError(
            f"{word!r} is no event, no rule, no parameter and no card", hint=f"see playfold rules {rules.id}"
        )
    for text, indent in found:
        say_wrapped(text, indent)


Row = tuple[str, int]
"""A line to be said, and how far it is indented where it is wrapped."""


def _events(line: Line, word: str) -> Iterator[Row]:
    rules = line.game.rules
    for kind in [rules.by_name[name] for name in notation.begun(rules, word)]:
        yield f"{notation.usage(kind)}   for example: {shown(line, kind)}", 2
        says = (kind.__doc__ or "").split("\n")[0]
        yield from [(f"  {says}", 2)] if says else []
        yield from ((f"  {form}", 4) for form in forms(kind))


def _parameter(line: Line, word: str) -> Iterator[Row]:
    for one in describe(line.game.rules.parameters):
        if one.name == word:
            value = json.dumps(msgspec.to_builtins(value_of(line.state.rules, one.name)))
            yield f"{one.name} = {value}: {one.meaning} [{one.allowed}; {one.cite}]", 2


def _terms(line: Line, word: str) -> Iterator[Row]:
    terms = look_up(line.game.rules.glossary(line.state.rules), word)
    if len(terms) > FEW:
        yield f"{len(terms)} cards and the like: {', '.join(term.id for term in terms)}", 2
        return
    for term in terms:
        house = " [house content]" if term.house else ""
        name = f" ({term.id})" if term.name and term.name.lower() != term.id else ""
        yield f"{term.title}{name}, {term.kind}: {term.says}{house}", 2
