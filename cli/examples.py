"""An event as it may be typed where a game stands: a legal one of its kind, else one of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playfold.engine import notation
from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Event
from playfold.errors import PlayfoldError
from playfold.replay.examples import EMPTY, typed

if TYPE_CHECKING:
    from playfold.replay.lines import Line


def shown(line: Line, kind: type[Event[Any]]) -> str:
    """Gives an example of an event: one that may come now, else one of another game, else one of the right form.

    Cost: a look at the options, or a play of some tenths of a second.
    """
    if issubclass(kind, Chance):
        return _outcome(line, kind) if kind in line.to_act.chance else _played(line, kind)
    written = [notation.write(option, line.to_act) for option in line.options() if type(option) is kind]
    # Of several the one that shows most fields.
    return max(written, key=lambda text: (EMPTY not in text, len(text.split())), default="") or _played(line, kind)


def _outcome(line: Line, kind: type[Chance[Any]]) -> str:
    """Gives an outcome of chance that is due: its example where that may come, else one that may."""
    rules, act = line.game.rules, line.to_act
    example = notation.example(kind, act)
    try:
        rules.check(line.state, notation.read(rules, act, example))
    except PlayfoldError:
        return notation.write(kind.draw(line.state, Dice("example", 1)), act)
    return example


def _played(line: Line, kind: type[Event[Any]]) -> str:
    return typed(line.game.rules, line.state.rules)[kind]
