"""The effect that shows a seat the markers of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .effects import Effect, Use, effect
from .operations_at_once import LookAtMarkers
from .pending import Ask
from .seats import KEYS
from .state import State
from .table import Table

INDEX = (Rule("effect.markers", "A card shows markers of other seats that are on the board.", "content pack"),)


@effect(LookAtMarkers)
class LookAtMarkersEffect(Effect):
    """Markers whose numbers the seat sees until the end of the turn."""

    fields = ("markers",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether another seat has a marker on the board."""
        return bool(foreign_markers(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless up to so many markers of others are named, ascending."""
        assert isinstance(ask.op, LookAtMarkers)  # noqa: S101 - registered for it alone
        there = foreign_markers(state, ask.seat)
        named = list(use.markers or ())
        if not 1 <= len(named) <= ask.op.n or not set(named) <= set(there):
            raise Illegal(
                "effect.markers",
                f"{ask.source} by @{ask.seat}: shows 1 to {ask.op.n} of {', '.join(there)}; there is "
                f"{', '.join(named) or 'none'}",
            )
        if isinstance(use.markers, dict) or named != sorted(set(named)):
            raise Illegal("write.order", f"{ask.source} by @{ask.seat}: the markers are a list, ascending, each once")

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Shows them."""
        seen = {*table.player(ask.seat).seen, *(use.markers or ())}
        table.player(ask.seat, seen=tuple(sorted(seen)))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives single markers, and each with the next ones."""
        assert isinstance(ask.op, LookAtMarkers)  # noqa: S101 - registered for it alone
        there = foreign_markers(state, ask.seat)
        for number in range(1, ask.op.n + 1):
            for first in range(len(there) - number + 1):
                yield Use(markers=tuple(there[first : first + number]))


def foreign_markers(state: Any, seat: int) -> list[str]:
    """Lists the markers of other seats on the board."""
    return [
        marker for marker, fleet in sorted(state.fleets.items()) if marker[0] != KEYS[seat] and fleet.at is not None
    ]
