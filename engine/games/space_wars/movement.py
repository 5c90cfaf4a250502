"""The transfer of ships, which ends the turn, and the end of a turn without one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from playfold.engine.events import Decision
from playfold.errors import Illegal

from .ending import closing, end_turn
from .reinforcement import Ships, Territory
from .state import State, around, count, lands, whose
from .turn import in_turn, settled


class Fortified(Decision[State], frozen=True, gc=False):
    """A seat moves ships to an adjacent territory of its own, and its turn ends."""

    from_: Annotated[Territory, msgspec.Meta(examples=["kan1"])] = msgspec.field(name="from")
    to: Annotated[Territory, msgspec.Meta(examples=["kan2"])]
    ships: Ships

    def check(self, state: State) -> None:
        """Raises `Illegal` unless both territories are the seat's own and adjacent, and one ship stays."""
        in_turn(state, self.seat, "fortified")
        settled(state, self.seat, "fortified")
        for at in (self.from_, self.to):
            if state.owner.get(at) != self.seat:
                there = f"belongs to {whose(state.owner[at])}" if at in state.owner else "is no territory"
                raise Illegal(
                    "fortify.own",
                    f"@{self.seat} moves ships between its own territories, {at} {there}; legal: "
                    f"{' '.join(lands(state, self.seat))}",
                )
        near = around(state, self.from_)
        if self.to not in near:
            own = " ".join(at for at in near if state.owner[at] == self.seat) or "none"
            raise Illegal(
                "fortify.adjacent",
                f"@{self.seat} cannot move ships from {self.from_} to {self.to} in one step; its own neighbours: {own}",
            )
        most = state.ships[self.from_] - 1
        if self.ships > most:
            can = f"1 to {most} ships" if most > 1 else "1 ship" if most else "no ship"
            raise Illegal(
                "fortify.ships",
                f"@{self.seat} can move {can} from {self.from_}, not {self.ships}: of {state.ships[self.from_]} "
                "one stays",
            )

    def apply(self, state: State) -> State:
        """Moves the ships and ends the turn."""
        ships = state.ships.copy()
        ships[self.from_] -= self.ships
        ships[self.to] += self.ships
        return end_turn(replace(state, ships=ships))

    def tell(self, before: State, after: State) -> str:
        """Tells the transfer and who is next."""
        return (
            f"@{self.seat} moves {count(self.ships, 'ship')} from {self.from_} to {self.to}, which has "
            f"{after.ships[self.to]} now{closing(before, after)}."
        )


class TurnEnded(Decision[State], frozen=True, gc=False):
    """A seat ends its turn without a transfer."""

    def check(self, state: State) -> None:
        """Raises `Illegal` while something has to come first."""
        in_turn(state, self.seat, "turn_ended")
        settled(state, self.seat, "turn_ended")

    def apply(self, state: State) -> State:
        """Ends the turn."""
        return end_turn(state)

    def tell(self, before: State, after: State) -> str:
        """Tells what the turn has brought, and who is next."""
        taken = f" after taking {count(before.captures, 'territory')}" if before.captures else ""
        return f"@{self.seat} ends its turn{taken}{closing(before, after)}."
