"""An illegal decision that did happen at the table: what it would do to the state, as a ruling."""

from __future__ import annotations

from typing import Any

import msgspec

from playfold.engine import rulings
from playfold.engine.difference import Change, difference, ruling_for
from playfold.engine.events import Event
from playfold.errors import Illegal, MalformedEventError
from playfold.records.journal import Ruled

from .lines import Line
from .outcomes import over


class Effect(msgspec.Struct, frozen=True):
    """What a refused event would do.

    Args:
        set: the values that a ruling sets to the same effect, by JSON pointer.
        drop: the pointers that it drops.
        changes: the difference of the states.
    """

    set: dict[str, Any]
    drop: tuple[str, ...]
    changes: tuple[Change, ...]


def effect(line: Line, event: Event[Any]) -> Effect:
    """Applies an event that the rules refuse where a line stands or stood, and gives what it would change.

    Nothing is written.

    Raises:
        MalformedEventError: it cannot be applied, changes nothing, or leaves a state that cannot be.
        Illegal: the line is resigned or stopped.
        PlayfoldError: today's rules refuse the path.
    """
    if line.ended is not None:
        raise Illegal("play.over", over(line.ended))
    before = line.state
    try:
        after = event.apply(before)
        values, drops = ruling_for(before, after)
        ruled = rulings.rule(line.game.rules, before, values, drops)
        Ruled(set=values, drop=drops)  # what cannot stand in a log is found here
        changes = difference(before, after)
    except MalformedEventError:
        raise
    except Exception:  # noqa: BLE001 - apply promises nothing for an event that did not pass its check
        raise MalformedEventError("it needs what is not there at this point of the game") from None
    if ruled != after:
        raise MalformedEventError("its effect is no change of the state that a ruling could make")
    if not changes:
        raise MalformedEventError("it would change nothing in the state")
    return Effect(values, drops, changes)
