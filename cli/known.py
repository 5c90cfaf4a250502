"""Slips of the keyboard told from attempts: whether a word can be anything where a game waits for dice or cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Event

if TYPE_CHECKING:
    from playfold.replay.lines import Line

_DRAWS = 40
"""So many outcomes are drawn to see what may come, where they cannot be listed."""
_LEAST = 2
"""Texts of a state that are shorter are marks inside of it, not names."""


def unknown_in(line: Line, event: Event[Any]) -> tuple[str, str]:
    """Gives the first text in an event that is nothing where the line stands, and the nearest that is something.

    Known are the texts in what may come of its kind, in the state, and the parts that the game is made of. Numbers and
    words of a fixed list were judged when the event was read. Both are "" when each text is known.
    """
    things = set(_things(line, event))
    known = things.union(_in_state(line))
    word = next((text for text in _texts(msgspec.to_builtins(event)) if text not in known), "")
    # What the state alone has may be the name of one of its fields: nobody is told to type that.
    near = get_close_matches(word, sorted(things), n=1) if len(word) > _LEAST else []
    return word, near[0] if near else ""


def _in_state(line: Line) -> Iterator[str]:
    yield from (text for text in _texts(msgspec.json.decode(msgspec.json.encode(line.state))) if len(text) >= _LEAST)


def _things(line: Line, event: Event[Any]) -> Iterator[str]:
    for ids in line.game.rules.parts(line.state.rules).values():
        yield from ids
    for each in _coming(line, event):
        yield from _texts(msgspec.to_builtins(each))


def _coming(line: Line, event: Event[Any]) -> Iterable[Event[Any]]:
    kind = type(event)
    if not issubclass(kind, Chance):
        return [option for option in line.options() if type(option) is kind]
    if kind not in line.to_act.chance:
        return []
    listed = [outcome for outcome, weight in kind.weights(line.state) if weight]
    return listed or [kind.draw(line.state, Dice("known", number)) for number in range(1, _DRAWS + 1)]


def _texts(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, dict):
        for name, value in raw.items():
            yield from () if name == "type" else (name, *_texts(value))
    elif isinstance(raw, (list, tuple)):
        for value in raw:
            yield from _texts(value)
