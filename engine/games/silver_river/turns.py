"""Turns: ending one after its actions, and passing, which brings a domestic step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import nothing_open
from .course import can_step, end_turn
from .domestic import step, tracks_left
from .event import Choice
from .lookup import content_of
from .rules import ACTION
from .seats import KEYS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule(
        "turn.idle",
        "A turn ends after at least one action of its type; else the seat passes.",
        f"rulebook, {ACTION}; A27, A61",
    ),
    Rule("pass.acted", "A seat passes instead of acting, not after it.", f"rulebook, {ACTION}"),
    Rule(
        "pass.track",
        "Who passes, now or before in the age, may step up one domestic track that is not at its end.",
        f"rulebook, {ACTION}; A57",
    ),
)


class TurnEnded(Choice, frozen=True, gc=False):
    """A seat ends its turn after its actions."""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's turn, nothing is open, and it has acted."""
        name = "turn_ended"
        nothing_open(state, self.seat, name)
        if state.players[KEYS[self.seat]].passed:
            raise Illegal("turn.passed", f"{name} by @{self.seat}: has passed in this age; its turn is one more passed")
        if not state.turn.acted and not state.rules.idle_turn:
            raise Illegal("turn.idle", f"{name} by @{self.seat}: has not acted in this turn; passed ends it as well")

    def play(self, table: Table) -> None:
        """Ends the turn."""
        end_turn(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the end of the turn."""
        return f"@{self.seat} ends the turn{told(before, after)}."


class Passed(Choice, frozen=True, gc=False):
    """A seat passes, or has passed before and is on turn again, and steps up a track; `no_step` stands for none."""

    blank: ClassVar[str] = "no_step"
    track: Annotated[str, msgspec.Meta(examples=["arts", "education"])] = ""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's turn, it has not acted, and the track has a step left."""
        nothing_open(state, self.seat, "passed")
        if state.turn.acted:
            raise Illegal("pass.acted", f"passed by @{self.seat}: has acted in this turn; turn_ended ends it")
        if not self.track:
            return
        if not state.rules.pass_domestic:
            raise Illegal("pass.track", f"passed by @{self.seat}: with pass_domestic=false no step is taken")
        left = [track.id for track in tracks_left(state, self.seat)]
        if self.track not in left:
            raise Illegal(
                "pass.track",
                f"passed by @{self.seat}: {self.track!r} is no track with a step left; there are "
                f"{', '.join(left) or 'none, so that it is left out'}",
            )

    def play(self, table: Table) -> None:
        """Passes; the first pass of the age takes the first-player marker."""
        if not any(player.passed for player in table.players.values()):
            table.first = self.seat
        table.player(self.seat, passed=True)
        table.turn = replace(table.turn, over=True)
        if self.track:
            step(table, self.seat, self.track)

    def tell(self, before: State, after: State) -> str:
        """Tells the pass and the step."""
        did = "has passed" if before.players[KEYS[self.seat]].passed else "passes"
        if not self.track:
            return f"@{self.seat} {did}, without a domestic step{told(before, after)}."
        card = content_of(before).tracks[self.track]
        step_taken = after.players[KEYS[self.seat]].domestic[list(content_of(before).tracks).index(self.track)]
        brings = card.bonuses[step_taken - 1].says()
        return f"@{self.seat} {did} and steps up {card.name} ({brings}){told(before, after)}."


def options(state: State) -> Iterator[Choice]:
    """Gives how the seat on turn may end it."""
    seat = state.turn.seat
    if not state.players[KEYS[seat]].passed and (state.turn.acted or state.rules.idle_turn):
        yield TurnEnded(seat)
    if not state.turn.acted:
        if can_step(state, seat):
            yield from (Passed(seat, track.id) for track in tracks_left(state, seat))
        yield Passed(seat)
