"""An event that is typed in steps: what was begun, and the words that may come next."""

from __future__ import annotations

from playfold.engine import notation_typed
from playfold.engine.notation_typed import Begun
from playfold.replay.cells import width

from .menu import Menu
from .typed import Recorder

SHOWN = 40
"""So many words are shown at most of those that may come next."""
MANY = 60
"""A group with more ways than this is asked for in steps: nobody picks one of so many from a list."""


def begin(recorder: Recorder, menu: Menu, text: str) -> Begun | None:
    """Gives what a line may become, gone on as far as one word alone may come next; None when nothing begins so."""
    line = recorder.line
    if line.ended is not None:
        return None
    found = notation_typed.begun(recorder.game.rules, line.state, text, menu.options)
    while found is not None and found.event is None and len(found.next) == 1:
        further = notation_typed.begun(
            recorder.game.rules, line.state, f"{found.text} {next(iter(found.next))}", menu.options
        )
        if further is None:
            break
        found = further
    return found


def nearest(recorder: Recorder, menu: Menu, text: str) -> Begun | None:
    """Gives the longest beginning of a line that may become an event; its name alone is not enough."""
    words = text.split()
    for size in range(len(words) - 1, 1, -1):
        found = begin(recorder, menu, " ".join(words[:size]))
        if found is not None and found.next:
            return found
    return None


def is_sample(recorder: Recorder, menu: Menu, begun: Begun) -> bool:
    """Says whether other words are legal next than those that the known events have."""
    rules, state = recorder.game.rules, recorder.line.state
    others = menu.others(begun.text.partition(" ")[0])
    further = notation_typed.begun(rules, state, begun.text, others) if others else None
    return further is not None and not further.next.keys() <= begun.next.keys()


def numbered(begun: Begun) -> list[str]:
    """Gives the words that are shown of those that may come next; none where one is itself a number or a seat."""
    shown = [word for words in _by_field(begun).values() for word in words[:SHOWN]]
    return [] if any(word.removeprefix("@").isdecimal() for word in begun.next) else shown


def _by_field(begun: Begun) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for word, field in begun.next.items():
        fields.setdefault("" if field in ("do", "type") else field, []).append(word)
    return fields


def asked(begun: Begun, room: int, *, sample: bool = False) -> list[str]:
    """Says what may come next: the words by the name of their field, and whether the event may stay as it is.

    They are numbered as the ways of a group are, unless one is itself a number or a seat. Where they are a sample, it
    is said that others may come, too. No row is longer than `room` cells, unless a word is, and no word is cut from its
    number.
    """
    numbers = {word: f"{number} {word}" for number, word in enumerate(numbered(begun), 1)}
    lines = []
    for field, words in _by_field(begun).items():
        more = [f"... {len(words) - SHOWN} more (Tab lists them)"] if len(words) > SHOWN else []
        more += ["(among others)"] if sample else []
        first, *rest = [*(numbers.get(word, word) for word in words[:SHOWN]), *more]
        lines.append(f"{field}: {first}" if field else first)
        for word in rest:
            if width(lines[-1]) + 2 + width(word) <= room:
                lines[-1] += f"  {word}"
            else:
                lines.append(word)
    return [*lines, "or Enter: as it is"] if begun.event is not None else lines
