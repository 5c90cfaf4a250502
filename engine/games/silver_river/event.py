"""The bases of all events of this game: what came due before is settled first, what follows is settled after."""

from __future__ import annotations

from typing import ClassVar

from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .battle_losses import settled
from .consequences import follow
from .due import chance_due, said
from .state import State
from .table import Table


class Choice(Decision[State], frozen=True, gc=False):
    """A decision: `legal` says whether the rules allow it, `play` does it on the table.

    The losses of a round of battle are settled by the first event after its last roll that is not a card on dice or
    hits (Combat): both see the state after that, unless `settles` says no.
    """

    def settles(self, state: State) -> bool:
        """Says whether the event settles the losses of a round that has been rolled."""
        del state
        return True

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the rules allow the decision here."""

    def play(self, table: Table) -> None:
        """Does what the decision says, on the table."""
        raise NotImplementedError(f"{type(self).__name__} has no play")

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the rules allow the decision here."""
        after = settled(state) if self.settles(state) else state
        # Where the losses call for a draw, as the reward of a monster does, nothing comes in between (A15).
        if after is not state and chance_due(after):
            kind = self.__struct_config__.tag
            raise Illegal("play.turn", f"{kind} by @{self.seat}: the game waits for {said(after)}")
        self.legal(after)

    def apply(self, state: State) -> State:
        """Gives the state after the decision and all that follows from it."""
        table = Table(settled(state) if self.settles(state) else state)
        self.play(table)
        return follow(table, keeps_windows=self.keeps_windows)

    keeps_windows: ClassVar[bool] = False
    """Whether immediate objectives may still be claimed after it in the turn that has ended (Objectives; A50)."""


class Luck(Chance[State], frozen=True, gc=False):
    """Dice or cards: `legal` says whether they fit, `play` does what they bring on the table."""

    settles: ClassVar[bool] = True

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless this may come here."""

    def play(self, table: Table) -> None:
        """Does what chance brought, on the table."""
        raise NotImplementedError(f"{type(self).__name__} has no play")

    def check(self, state: State) -> None:
        """Raises `Illegal` unless this may come here."""
        self.legal(settled(state) if self.settles else state)

    def apply(self, state: State) -> State:
        """Gives the state after it and all that follows from it."""
        table = Table(settled(state) if self.settles else state)
        self.play(table)
        return follow(table)
