"""`record --allow`: an illegal decision that did happen at the table, kept as refused and taken as a ruling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click
import msgspec

from playfold.engine import rulings
from playfold.errors import Illegal, MalformedEventError, PlayfoldError
from playfold.replay.allowing import Effect, effect

from .ending import go_on
from .options import shown_path
from .terminal import clean, say
from .what_if import ruled_values

if TYPE_CHECKING:
    from playfold.engine.events import Event
    from playfold.records.entry import Entry
    from playfold.replay.lines import Line

_PART = re.compile(r"\s+(?=/)")


def allow(line: Line, event: Event[Any], error: Illegal) -> Effect:
    """Gives what a refused event would do, to be ruled.

    Raises:
        Illegal: the given error, with why there is no such ruling and how to write one by hand.
    """
    try:
        return effect(line, event)
    except Illegal:
        raise  # the line has ended: there is no ruling on it either
    except MalformedEventError as reason:
        name = "" if line.name == "main" else f" --line {line.name}"
        error.hint = (
            f"it cannot be allowed as it is: {reason.message}; write what did happen by hand: "
            f"playfold ruling {shown_path(line.game.path)} POINTER=VALUE ... --why TEXT{name}"
        )
        raise error from None


def rule(line: Line, found: Effect, error: Illegal) -> Entry[Any]:
    """Appends the ruling that has the effect of the refused event."""
    return line.rule(found.set, found.drop, _why(error))


def ask(line: Line, found: Effect, error: Illegal) -> Entry[Any] | None:
    """Shows the effect and asks whether it is to be ruled, as it is or edited; gives the entry, None for no."""
    from .session import session  # noqa: PLC0415 - the pipe does without it

    for change in found.changes:
        click.echo(f"    {clean(str(change))}")
    asking = session()
    text = " ".join(_written(found))
    try:
        while True:
            answer = asking.prompt("It did happen? Allow it as a ruling: y, n, or e to edit> ").strip().lower()
            if answer in ("y", "yes"):
                return rule(line, found, error)
            if answer in ("n", "no", ""):
                return None
            if answer in ("e", "edit"):
                text = asking.prompt("POINTER=VALUE ...> ", default=text).strip()
                try:
                    sets, drops = ruled_values(_PART.split(text))
                    return line.rule(rulings.as_typed(line.state, sets), drops, _why(error))
                except PlayfoldError as wrong:
                    say(f"not recorded: {wrong}")
    except (EOFError, KeyboardInterrupt):
        go_on()
        return None


def _why(error: Illegal) -> str:
    return f"allowed: {error.rule}"


def _written(found: Effect) -> list[str]:
    """Writes an effect as `playfold ruling` reads it."""
    sets = [f"{pointer}={msgspec.json.encode(value).decode()}" for pointer, value in found.set.items()]
    return sets + [f"{pointer}=" for pointer in found.drop]
