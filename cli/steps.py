"""An event that is typed in steps: what was begun, and the words that may come next."""

from __future__ import annotations

from playfold.engine import notation_typed
from playfold.engine.notation_typed import Begun

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


def asked(begun: Begun, *, sample: bool = False) -> list[str]:
    """Says what may come next: the words by the name of their field, and whether the event may stay as it is.

    Where they are a sample, it is said that others may come, too.
    """
    fields: dict[str, list[str]] = {}
    for word, field in begun.next.items():
        fields.setdefault("" if field in ("do", "type") else field, []).append(word)
    lines = []
    for field, words in fields.items():
        more = [f"... {len(words) - SHOWN} more (Tab lists them)"] if len(words) > SHOWN else []
        more += ["(among others)"] if sample else []
        lines.append((f"{field}: " if field else "") + "  ".join(words[:SHOWN] + more))
    return [*lines, "or Enter: as it is"] if begun.event is not None else lines
