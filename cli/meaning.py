"""What is meant at the prompt: what is legal now decides what a beginning means, and an event without its name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from playfold.engine import notation, notation_typed
from playfold.errors import MalformedEventError

from .menu import Menu
from .typed import USAGE, Recorder


def meant(recorder: Recorder, menu: Menu, text: str, commands: Sequence[str]) -> str:
    """Gives what was typed with the whole name of its event, where that can be told; else as it was typed.

    Args:
        recorder: where it is to come.
        menu: what may be done there.
        text: what was typed, beside the commands.
        commands: the words that the prompt knows beside events, for who mistyped one.

    Raises:
        MalformedEventError: no event begins so.
    """
    rules, line = recorder.game.rules, recorder.line
    word, _, rest = text.partition(" ")
    name = word.lower()
    if not word or text.startswith("{") or name in rules.by_name or name in USAGE:
        return text
    if line.outcome is not None:
        return _after_the_end(recorder, text, commands)
    now = notation_typed.complete(rules, line.state, word, menu.options)
    if len(now) == 1:
        return f"{now[0]} {rest}"
    if now:
        return text
    option = menu.written(text)
    if option is not None or notation.begun(rules, name) or name.startswith("@"):
        return text if option is None else notation.write(option, line.to_act)
    near = get_close_matches(name, [*rules.by_name, *USAGE, *commands], n=1, cutoff=0.7)
    if recorder.due and not near:
        return text  # what was thrown or drawn, its name left out
    may = ", ".join([*menu.groups, *(str(kind.__struct_config__.tag) for kind in line.to_act.chance)])
    raise MalformedEventError(
        f"{rules.id} has no event {word[:40]!r}",
        hint=f"did you mean {near[0]}?" if near else f"now may come {may}; ? explains",
    )


def _after_the_end(recorder: Recorder, text: str, commands: Sequence[str]) -> str:
    """Gives what was typed after the end of a game, where it begins as an event does: the rules say why it cannot come.

    Raises:
        MalformedEventError: no event begins so.
    """
    word = text.partition(" ")[0]
    if notation.begun(recorder.game.rules, word.lower()) or word.startswith("@"):
        return text
    near = get_close_matches(word.lower(), [*USAGE, *commands], n=1, cutoff=0.7)
    raise MalformedEventError(
        f"{word[:40]!r} is nothing that can be typed after the end",
        hint=f"did you mean {near[0]}?" if near else "rated, note and undo can; finished seals the game; ? explains",
    )
