"""Effects on what a seat has: cubes, points and free elections that come, and cubes that an opponent loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .conversion import unlocked_cubes
from .cubes import Cubes
from .effects import Effect, Use, begin, effect
from .governing import splits
from .operations_at_once import FreeElection, Gain, KeepForVp, OpponentLoses, Vp
from .pending import Ask
from .seats import seats_of
from .state import State
from .table import Table

INDEX = (
    Rule("effect.cubes", "A seat names as many cubes as an effect brings it or takes from it.", "content pack"),
    Rule("effect.opponent", "A card that takes something names another seat.", "content pack"),
)


@effect(Gain)
class GainEffect(Effect):
    """Typed cubes, or cubes that the seat splits over the types."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Asks for the split, if there is one to make."""
        del state
        return ("cubes",) if isinstance(ask.op, Gain) and ask.op.raw_any_type else ()

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless as many cubes are named as come."""
        del state
        if isinstance(ask.op, Gain) and use.cubes is not None and use.cubes.total != ask.op.raw_any_type:
            raise Illegal(
                "effect.cubes",
                f"{ask.source} for @{ask.seat}: brings {ask.op.raw_any_type} cubes, named are {use.cubes.written()}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Gives the cubes."""
        if isinstance(ask.op, Gain):
            table.gain(ask.seat, ask.op.typed.plus(use.cubes or Cubes()))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives splits."""
        del state
        if isinstance(ask.op, Gain):
            yield from (Use(cubes=each) for each in splits(ask.op.raw_any_type))


@effect(Vp)
class VpEffect(Effect):
    """Points."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Gives them."""
        del use
        if isinstance(ask.op, Vp):
            table.player(ask.seat, vp=table.player(ask.seat).vp + ask.op.n)


@effect(KeepForVp)
class KeepForVpEffect(Effect):
    """A card that is kept for its points."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Keeps the card."""
        del use
        table.player(ask.seat, kept=(*table.player(ask.seat).kept, ask.source))


@effect(FreeElection)
class FreeElectionEffect(Effect):
    """Titles that the seat calls a vote for without cost."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Notes them."""
        del use
        if isinstance(ask.op, FreeElection):
            table.player(ask.seat, free_elections=table.player(ask.seat).free_elections + ask.op.n)


@effect(OpponentLoses)
class OpponentLosesEffect(Effect):
    """Another seat discards cubes of its choice; all of them, without a choice, when it has no more."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Asks the seat for the opponent, then the opponent for the cubes."""
        del state
        return ("cubes",) if ask.loser else ("opponent",)

    def prepare(self, table: Table, ask: Ask) -> bool:
        """Takes all cubes of an opponent who has no more than it loses; conversions may have brought it there."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        there = unlocked_cubes(table, ask.seat)
        if not ask.loser or there.total > ask.op.n:
            return False
        table.close()
        table.player(ask.seat, cubes=table.player(ask.seat).cubes.minus(there))
        return True

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless another seat is named, or cubes that the seat has."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if not ask.loser:
            if use.opponent == ask.seat or use.opponent not in seats_of(state):
                raise Illegal(
                    "effect.opponent", f"{ask.source} by @{ask.seat}: names another seat, not @{use.opponent}"
                )
            return
        cubes, there = use.cubes or Cubes(), unlocked_cubes(state, ask.seat)
        if cubes.total != ask.op.n or not there.holds(cubes):
            raise Illegal(
                "effect.cubes",
                f"{ask.source}: @{ask.seat} discards {ask.op.n} of {there.written()}; named are {cubes.written()}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Takes the cubes, or asks the opponent which."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if ask.loser:
            table.player(ask.seat, cubes=table.player(ask.seat).cubes.minus(use.cubes or Cubes()))
            return
        begin(table, Ask(use.opponent, ask.op, ask.source, loser=True))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives the other seats, or the cubes that may go."""
        assert isinstance(ask.op, OpponentLoses)  # noqa: S101 - registered for it alone
        if not ask.loser:
            yield from (Use(opponent=seat) for seat in seats_of(state) if seat != ask.seat)
            return
        there = unlocked_cubes(state, ask.seat)
        yield from (Use(cubes=each) for each in splits(ask.op.n) if there.holds(each))
