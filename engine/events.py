"""The base of all events of a game: what a seat decided, or what chance brought."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from .dice import Dice

S = TypeVar("S")

Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]
"""A player's place, from 1, in the order of the header."""

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def event_name(class_name: str) -> str:
    """Gives the name that a log uses for an event class: `ShipMoved` is `ship_moved`."""
    return _WORD.sub("_", class_name).lower()


class Event(
    msgspec.Struct,
    Generic[S],
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=event_name,
):
    """What happened. Its fields are what the log keeps, its methods what the rules say of it.

    Subclasses are `Decision` or `Chance`. `check` and `apply` read the state and the event, nothing else.
    """

    apply_checks: ClassVar[bool] = False
    """Whether `apply` raises all that `check` raises, as where both play the event: then `check` is left out."""
    blank: ClassVar[str] = ""
    """The word that stands for an event none of whose fields is filled, as `decline`; needed where fields may be left
    out to choose nothing, so that nobody chooses that by leaving off too early. It is no value of a field."""

    def check(self, state: S) -> None:
        """Raises `Illegal` (rule, message) unless the rules allow the event here. The turn was checked before."""

    def apply(self, state: S) -> S:
        """Gives the state after the event. Pure; total on events that passed `check`."""
        raise NotImplementedError(f"{type(self).__name__} has no apply")

    def tell(self, before: S, after: S) -> str:
        """Tells the event and its consequences to people, in one sentence; `@2` stands for seat 2.

        By default it tells what one would type: `@2: ship_moved 1b1 E3.`
        """
        from .notation import write  # noqa: PLC0415 - notation builds on this module
        from .rulesets import ToAct  # noqa: PLC0415 - so does the contract

        del before, after
        if isinstance(self, Decision):
            return f"@{self.seat}: {write(self, ToAct(seats=(self.seat,)))}."
        return f"{write(self)}."


class Decision(Event[S], Generic[S], frozen=True, gc=False):
    """What a seat decided."""

    seat: Seat


class Chance(Event[S], Generic[S], frozen=True, gc=False):
    """What dice, cards or a bag brought, exactly as read at the table."""

    given: ClassVar[tuple[str, ...]] = ()
    """The first fields, where the state fixes them, as whose dice are due: who types what came may leave them out."""

    @classmethod
    def weights(cls, state: S) -> Sequence[tuple[Self, int]]:
        """Lists all outcomes that may come here with their integer weights; empty where they cannot be listed."""
        del state
        return ()

    @classmethod
    def sides(cls, state: S) -> Mapping[str, Sequence[Any]]:
        """Gives the sides of dice that are thrown together, by the field that holds what they show, a value a die.

        For an event whose outcomes are too many for `weights`: each die is independent of the others, and each of its
        sides as likely as any other; a side that is there twice is twice as likely.
        """
        del state
        return {}

    def whose(self, state: S, field: str) -> int | None:
        """Gives the seat whose dice or cards a field holds, for statistics; 0 for nobody's.

        None, as by default: those of the seat that the event names in `seat`, else of the one that decided last before
        it. A game overrides it where that is wrong, as for the roll that begins a turn, and the dice of a defender.

        Args:
            state: before the event.
            field: the name of the field.
        """
        del state, field
        return None

    @classmethod
    def draw(cls, state: S, dice: Dice) -> Self:
        """Draws an outcome: by default one integer below the sum of the weights, counted off in their order.

        A rule set that throws real dice overrides it to draw one integer a die, in the order of the dice.
        """
        outcomes = cls.weights(state)
        rest = dice.below(sum(weight for _, weight in outcomes))
        for event, weight in outcomes:
            if rest < weight:
                return event
            rest -= weight
        raise AssertionError("weights changed while they were counted")
