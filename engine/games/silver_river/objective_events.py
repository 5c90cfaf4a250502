"""Personal objectives are claimed: the card is shown for its immediate half."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .conditions import worded
from .due import seats_due
from .event import Choice
from .lookup import content_of
from .objectives import CLOSED
from .rules import OBJECTIVES
from .seats import KEYS, seats_of
from .state import State
from .table import Table
from .telling import told
from .telling_seats import points

INDEX = (
    Rule("objective.own", "A seat claims objectives that it has kept.", f"rulebook, {OBJECTIVES}"),
    Rule("objective.once", "The immediate half of an objective is claimed once.", f"rulebook, {OBJECTIVES}"),
    Rule("objective.true", "An immediate half is claimed when its condition has come true.", f"rulebook, {OBJECTIVES}"),
    Rule(
        "objective.window",
        "An immediate half is claimed when it comes true, before the next turn or phase goes on, or while it is true.",
        f"rulebook, {OBJECTIVES}; A50",
    ),
)


class ObjectiveClaimed(Choice, frozen=True, gc=False):
    """A seat shows a personal objective whose immediate half is true, in any phase of an age."""

    objective: str

    keeps_windows: ClassVar[bool] = True

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat has the card and its window is open."""
        name = f"objective_claimed by @{self.seat}"
        player = state.players[KEYS[self.seat]]
        if self.objective not in player.objectives:
            own = ", ".join(player.objectives) or "none"
            raise Illegal("objective.own", f"{name}: {self.objective!r} is none of its objectives {own}")
        if self.objective in player.claimed:
            raise Illegal("objective.once", f"{name}: {self.objective} is claimed")
        if self.objective not in player.ready:
            when = worded(content_of(state).personal[self.objective].immediate.when)
            raise Illegal("objective.true", f"{name}: {self.objective} needs {when}")
        if not _open(state, self.seat, self.objective):
            raise Illegal("objective.window", f"{name}: {self.objective} came true in an earlier turn or phase")

    def play(self, table: Table) -> None:
        """Shows the card; its points are kept whatever comes."""
        player = table.player(self.seat)
        ready = {name: at for name, at in player.ready.items() if name != self.objective}
        table.player(self.seat, claimed=(*player.claimed, self.objective), ready=ready)

    def tell(self, before: State, after: State) -> str:
        """Tells the objective and its points."""
        half = content_of(before).personal[self.objective].immediate
        return (
            f"@{self.seat} claims the objective {self.objective} ({worded(half.when)}) "
            f"for {points(half.vp)}{told(before, after)}."
        )


def _open(state: State, seat: int, objective: str) -> bool:
    ready = state.players[KEYS[seat]].ready
    return state.rules.objective_window == "while_true" or ready[objective] != CLOSED


def options(state: State) -> Iterator[ObjectiveClaimed]:
    """Gives the objectives that seats may claim now."""
    if state.age:
        for seat in seats_due(state) if state.phase == "governing" else seats_of(state):
            for objective in state.players[KEYS[seat]].ready:
                if _open(state, seat, objective):
                    yield ObjectiveClaimed(seat, objective)
