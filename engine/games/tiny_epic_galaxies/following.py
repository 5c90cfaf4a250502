"""Following: the others perform the face of an activated die too, for culture or free."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from playfold.engine.events import Decision
from playfold.errors import Illegal

from .actions import perform
from .flow import is_due, settled
from .planets import Face
from .rogue import declined, go_on
from .state import Question, State, count
from .table import Table, Who
from .telling import consequences, told_use
from .uses import Nothing, Seatlike, Use


class Followed(Decision[State], frozen=True, gc=False):
    """A seat follows a die for culture, or with `of` the Zavodnick action of a seat free."""

    use: Use
    of: Seatlike | None = None

    apply_checks: ClassVar[bool] = True

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat may follow, can pay and the action is possible."""
        face, _, table = self._begun(state)
        perform(table, self._who(state), face, self.use)

    def _who(self, state: State) -> Who:
        return Who(self.seat, True, (state.die,) if state.die else ())

    def _begun(self, state: State) -> tuple[Face, int, Table]:
        """Gives the face that is followed, the place of the window, and the table after the price and its bonus."""
        table = Table(state)
        if state.phase == "rogue":
            face = state.rogue.face
            if state.rogue.stage != "follow" or face is None or self.of is not None:
                raise Illegal("follow.window", f"followed by @{self.seat}: there is nothing to follow now")
            place = -1
        else:
            place = self._window(state)
            question = state.open[place]
            face = question.face
            if face is None:
                raise Illegal("follow.window", f"followed by @{self.seat}: there is nothing to follow now")
        if isinstance(self.use, Nothing):
            raise Illegal("die.void", f"@{self.seat} cannot follow for nothing")
        who = self._who(state)
        if self.of is None:
            table.pay(who, "culture", state.price, "follow.price", "following")
        if state.bonus and self.of in {None, state.active} and place >= 0:
            for resource, number in sorted(state.bonus.items()):
                table.gain(str(state.active), resource, number)
        return face, place, table

    def _window(self, state: State) -> int:
        """Gives the place of the window in which the seat follows, or raises `Illegal`."""
        wanted = "follow" if self.of is None else "free"
        for place in range(len(state.open) - 1, -1, -1):
            question = state.open[place]
            if question.kind == wanted and (self.of is None or question.seat == self.of):
                if self.seat in question.left:
                    return place
                raise Illegal("follow.order", _too_late(self.seat, question))
            if is_due(state, question):
                raise Illegal(
                    "continue.first", f"followed by @{self.seat}: first @{question.seat} goes on with its action"
                )
        if state.phase == "keep":
            raise Illegal("setup.order", f"followed by @{self.seat}: first every seat keeps a mission")
        what = "no die" if self.of is None else f"no free action of @{self.of}"
        raise Illegal("follow.window", f"followed by @{self.seat}: {what} may be followed now")

    def apply(self, state: State) -> State:
        """Pays and performs the action; the window stays open for later seats."""
        face, place, table = self._begun(state)
        perform(table, self._who(state), face, self.use)
        if place < 0:
            after = settled(table, rogue=replace(state.rogue, stage="followed"), open=(*table.free, *table.asked))
            return go_on(after) if after.phase == "rogue" else after
        question = state.open[place]
        if state.rules.follow_order == "free":
            left = tuple(seat for seat in question.left if seat != self.seat)
        else:
            left = question.left[question.left.index(self.seat) + 1 :]
        kept = (*state.open[:place], replace(question, left=left)) if left else state.open[:place]
        return settled(table, open=(*kept, *table.free, *table.asked))

    def tell(self, before: State, after: State) -> str:
        """Tells the price, the action and what it brings."""
        price = f"for {count(before.price, 'culture')}" if self.of is None else f"@{self.of} free"
        return f"@{self.seat} follows {price}: {told_use(self.use, before)}{consequences(before, after)}."


def _too_late(seat: int, question: Question) -> str:
    if seat == question.seat:
        return f"followed by @{seat}: nobody follows itself"
    left = " and ".join(f"@{each}" for each in question.left) or "nobody"
    return f"followed by @{seat}: it has followed, or a later seat has; {left} may still follow"


class FollowDeclined(Decision[State], frozen=True, gc=False):
    """In the solo game the seat does not follow the rogue's die; or makes no further step before the game is lost."""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat could have followed, or a step is open that no die would close."""
        if state.phase != "rogue" or state.rogue.stage not in {"follow", "followed"}:
            raise Illegal(
                "rogue.follow", f"@{self.seat} has no die of a rogue to follow or not; elsewhere nothing is said"
            )
        if any(is_due(state, question) for question in state.open):
            raise Illegal("continue.first", f"follow_declined by @{self.seat}: first the second ship moves")
        if state.rogue.stage == "followed" and declined(state).phase != "over":
            raise Illegal(
                "rogue.follow",
                f"@{self.seat} has followed the die; a step that it does not make is declined by the next die, "
                "without an event",
            )

    def apply(self, state: State) -> State:
        """Goes on with the rogue's turn."""
        return declined(state)

    def tell(self, before: State, after: State) -> str:
        """Tells it."""
        return f"@{self.seat} does not follow the {before.rogue.face} die{consequences(before, after)}."
