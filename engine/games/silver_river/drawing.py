"""Drawing tactics cards: who draws how many and keeps how many."""

from __future__ import annotations

from typing import Any

from .decks import tactics_deck
from .effects import Effect, Use, effect
from .lookup import lasting
from .operations_at_once import DrawTactics
from .operations_lasting import TacticsKeep
from .pending import Ask, Draw
from .table import Table


def draw_tactics(table: Table, seat: int, *, draw: int, keep: int) -> None:
    """Waits for tactics_drawn, if any card is left in deck or discards (A53)."""
    if draw and (tactics_deck(table) or table.tactics_discards):
        table.open(Draw("tactics", seat, draw, keep))


def kept_of(state: Any, due: Draw) -> int:
    """Gives how many of the drawn cards are kept: a title may let its holder keep more of two."""
    most = max((each.keep for each in lasting(state, due.seat) if isinstance(each, TacticsKeep)), default=0)
    return max(due.keep, most) if due.n > 1 else due.keep


@effect(DrawTactics)
class DrawTacticsEffect(Effect):
    """Draws tactics cards; tactics_drawn and tactics_kept follow."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Draws."""
        del use
        assert isinstance(ask.op, DrawTactics)  # noqa: S101 - registered for it alone
        draw_tactics(table, ask.seat, draw=ask.op.draw, keep=ask.op.keep)
