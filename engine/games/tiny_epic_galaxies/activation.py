"""Activating a die, and the steps that its action asks for later."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from playfold.engine.events import Decision
from playfold.errors import Illegal

from .actions import advance, perform, possible
from .flow import in_turn, is_due, refuse_die, settled
from .planets import Face
from .rogue import go_on
from .state import Question, State, clockwise, orbiting, window
from .table import Table, Who
from .telling import consequences, told_use
from .uses import FITS, Advance, Nothing, Number, Use


class DieActivated(Decision[State], frozen=True, gc=False):
    """The active seat puts a die into the activation bay and performs its action; then the others may follow."""

    die: Number
    use: Use | None = None

    apply_checks: ClassVar[bool] = True

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the die is inactive and its action can be performed as told."""
        self._played(state)

    def _played(self, state: State) -> Table:
        """Gives the table after the action, or raises `Illegal`."""
        in_turn(state, self.seat, "die_activated")
        refuse_die(state, self.seat, (self.die,), "die_activated")
        place, use = self.die - 1, self.use
        face, who, table = state.faces[place], Who(self.seat, False, (self.die,)), Table(state)
        table.set("dice", (*state.dice[:place], "activated", *state.dice[place + 1 :]))
        if state.rules.follow_after == "activation":
            if use is not None:
                raise Illegal(
                    "die.use",
                    f"@{self.seat} names the action of the {face} die after the follows, with action_continued; none "
                    "when it is impossible then",
                )
            if not state.rules.allow_void_activation and not possible(table, who, face):
                raise Illegal("die.impossible", f"@{self.seat} cannot use the {face} die {self.die}")
        elif isinstance(use, Nothing):
            _refuse_nothing(table, who, face)
        elif use is None:
            raise Illegal("die.use", f"@{self.seat} says how the {face} die {self.die} is used")
        else:
            perform(table, who, face, use)
        return table

    def apply(self, state: State) -> State:
        """Performs the action and opens the window in which it is followed."""
        table = self._played(state)
        face = state.faces[self.die - 1]
        opened: list[Question] = []
        if self.use is None:
            opened.append(Question("use", self.seat, face=face))
        left = clockwise(state, self.seat)
        if left:
            opened.append(window(self.seat, face, left))
        return settled(table, die=self.die, open=(*opened, *table.free, *table.asked))

    def tell(self, before: State, after: State) -> str:
        """Tells the action and what it brings."""
        face = before.faces[self.die - 1]
        how = told_use(self.use, before) if self.use is not None else "the others may follow first"
        return f"@{self.seat} activates die {self.die}, {face}: {how}{consequences(before, after)}."


def _refuse_nothing(table: Table, who: Who, face: Face) -> None:
    if not table.rules.allow_void_activation:
        raise Illegal("die.void", f"@{who.seat} cannot activate a {face} die for nothing")
    if possible(table, who, face):
        raise Illegal("die.void", f"@{who.seat} can use the {face} die, so it is not activated for nothing")


class ActionContinued(Decision[State], frozen=True, gc=False):
    """A step that an action asks for later: Nagato's second move, a step for Terra-Bettia, the action of a die."""

    use: Use

    apply_checks: ClassVar[bool] = True

    def check(self, state: State) -> None:
        """Raises `Illegal` unless something is open that this answers, and it is legal."""
        place = _answered(state, self.seat, self.use)
        self._answer(Table(state), state, state.open[place])

    def _answer(self, table: Table, state: State, question: Question) -> None:
        who = Who(self.seat, question.follow, (state.die,) if state.die else ())
        kind = question.kind
        if kind == "step":
            if not isinstance(self.use, Advance):
                raise Illegal("continue.open", f"@{self.seat} steps forward with a ship for Terra-Bettia")
            _step(table, who, question, self.use)
        elif kind == "move":
            ship = getattr(self.use, "ship", "")
            if ship in question.ships:
                raise Illegal(
                    "action.two_ships", f"@{self.seat} moves another ship than {' and '.join(question.ships)}"
                )
            perform(table, who, "move", self.use)
        elif question.face:
            perform(table, who, question.face, self.use)

    def apply(self, state: State) -> State:
        """Performs the step; what was open inside is declined."""
        place = _answered(state, self.seat, self.use)
        question = state.open[place]
        table = Table(state)
        self._answer(table, state, question)
        kept: tuple[Question, ...] = state.open[:place]
        if question.kind == "step":
            left = tuple(
                seat for seat in question.left[question.left.index(self.seat) + 1 :] if orbiting(table.ships, seat)
            )
            if left:
                kept = (*kept, replace(question, left=left))
        after = settled(table, open=(*kept, *table.free, *table.asked))
        return go_on(after) if after.phase == "rogue" else after

    def tell(self, before: State, after: State) -> str:
        """Tells the step and what it brings."""
        return f"@{self.seat} goes on: {told_use(self.use, before)}{consequences(before, after)}."


def _step(table: Table, who: Who, question: Question, use: Advance) -> None:
    """Steps forward with a ship for Terra-Bettia: the others by one, then its user by two."""
    advance(table, who, use.ship, "any", 2 if who.seat == question.seat else 1)


def _fits(question: Question, seat: int, use: Use) -> bool:
    kind = question.kind
    if kind == "step":
        return seat in question.left and isinstance(use, Advance)
    if question.seat != seat:
        return False
    return (kind == "move" and isinstance(use, FITS["move"])) or kind == "use"


def _answered(state: State, seat: int, use: Use) -> int:
    """Gives the place of the innermost open question that the event answers, or raises `Illegal`."""
    if state.phase == "keep":
        raise Illegal("setup.order", f"action_continued by @{seat}: first every seat keeps a mission")
    for place in range(len(state.open) - 1, -1, -1):
        question = state.open[place]
        if _fits(question, seat, use):
            return place
        if is_due(state, question):
            raise Illegal(
                "continue.first",
                f"action_continued by @{seat}: first @{question.seat} "
                + ("moves its second ship" if question.kind == "move" else f"uses the {question.face} die"),
            )
    done = use.__struct_config__.tag
    raise Illegal("continue.open", f"action_continued by @{seat}: nothing is open that it answers with {done}")
