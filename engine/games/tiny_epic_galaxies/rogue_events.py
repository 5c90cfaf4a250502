"""The events of the rogue's turn: its dice, the price for another roll, its targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .planets import FACES, Face
from .rogue import act, closed, set_back_targets, shown, targets_of, usable
from .rogue_mats import MATS, described
from .state import State
from .table import Table, listed
from .telling import consequences
from .uses import Ship


def _told(before: State, after: State, face: Face, kind: str) -> str:
    """Tells a die of the rogue and what becomes of it."""
    start = closed(before)
    turn = start.rogue
    seen = replace(start, rogue=replace(turn, face=face))
    if not usable(seen, face):
        again = after.rogue.again and not turn.again
        then = "it cannot use that and rolls once more" if again else "it cannot use that"
    elif after.phase == "rogue" and after.rogue.stage == "shown":
        then = "@1 may have it rolled again for 1 energy and 1 culture"
    elif after.rogue.stage == "target":
        then = f"{described(start.rules.rogue, turn.level)}, @1 chooses"
    else:
        then = acts(start, face)
    return f"The rogue rolls {kind}{face}: {then}{consequences(before, after)}{_next(before, after)}."


def acts(state: State, face: Face) -> str:
    """Tells what a face does for the rogue."""
    if face == "colony":
        return described(state.rules.rogue, state.rogue.level)
    return {
        "move": "a ship sets out",
        "energy": "it acquires energy",
        "culture": "it acquires culture",
        "diplomacy": "its ships on diplomacy tracks step forward",
        "economy": "its ships on economy tracks step forward",
    }[face]


def _next(before: State, after: State) -> str:
    parts = []
    if after.phase == "over":
        return ""
    if after.rogue.stage == "bonus" and not before.rogue.bonus:
        parts.append("; its culture is full, three bonus dice come")
    if after.phase == "roll":
        parts.append("; @1 is next")
    return "".join(parts)


class RogueDieRolled(Chance[State], frozen=True, gc=False):
    """A die of the rogue, also when it is rolled again."""

    face: Face

    def apply(self, state: State) -> State:
        """Shows it: it is discarded, waits or acts."""
        return shown(closed(state), self.face)

    def tell(self, before: State, after: State) -> str:
        """Tells it."""
        return _told(before, after, self.face, "")

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's."""
        del state, field
        return 0

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the faces."""
        del state
        return [(cls(face), 1) for face in FACES]


class RogueBonusRolled(Chance[State], frozen=True, gc=False):
    """A bonus die of the rogue, also when it is rolled again."""

    face: Face

    def apply(self, state: State) -> State:
        """Shows it: it is discarded, waits or acts."""
        return shown(closed(state), self.face)

    def tell(self, before: State, after: State) -> str:
        """Tells it."""
        return _told(before, after, self.face, "a bonus die, ")

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's."""
        del state, field
        return 0

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the faces."""
        del state
        return [(cls(face), 1) for face in FACES]


def _shown_die(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` unless a die of the rogue lies there that may be rolled again."""
    if state.phase != "rogue" or state.rogue.stage != "shown":
        raise Illegal("rogue.reroll", f"{name} by @{seat}: no die of the rogue lies there to be rolled again or to act")


class RogueRerollPaid(Decision[State], frozen=True, gc=False):
    """The seat pays 1 energy and 1 culture: the rogue's die is rolled again."""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a die lies there; that it can be paid was seen when it came."""
        _shown_die(state, self.seat, "rogue_reroll_paid")

    def apply(self, state: State) -> State:
        """Pays; the die comes again."""
        table = Table(state)
        for resource in ("energy", "culture"):
            table.lose("1", resource, 1)
        turn = state.rogue
        return table.done(rogue=replace(turn, stage="bonus" if turn.bonus else "roll", face=None))

    def tell(self, before: State, after: State) -> str:
        """Tells it."""
        return f"@{self.seat} has the {before.rogue.face} die of the rogue rolled again{consequences(before, after)}."


class RogueDieAccepted(Decision[State], frozen=True, gc=False):
    """The seat lets the rogue's die act."""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a die lies there."""
        _shown_die(state, self.seat, "rogue_die_accepted")

    def apply(self, state: State) -> State:
        """Lets it act."""
        return act(state)

    def tell(self, before: State, after: State) -> str:
        """Tells what it does."""
        face = before.rogue.face
        told = acts(before, face) if face else ""
        chooses = ", @1 chooses" if after.rogue.stage == "target" else ""
        return (
            f"@{self.seat} lets {MATS[before.rules.rogue].name} act with {face}: {told}{chooses}"
            f"{consequences(before, after)}{_next(before, after)}."
        )


class RogueTargetChosen(Decision[State], frozen=True, gc=False):
    """The seat says which of its ships the rogue sets back, or what it takes."""

    ship: Ship = ""
    energy: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    culture: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a target is asked for and this is one."""
        if state.phase != "rogue" or state.rogue.stage != "target":
            raise Illegal("rogue.target", f"@{self.seat} is not asked for a target of the rogue")
        fits = _targets(state)
        if set_back_targets(state) == fits:
            if self.ship not in fits or self.energy or self.culture:
                raise Illegal("rogue.target", f"@{self.seat} names one of its ships that can step back: {listed(fits)}")
        elif self.ship or (self.energy, self.culture) not in fits:
            ways = listed("+".join(map(str, each)) for each in fits)
            raise Illegal("rogue.target", f"@{self.seat} names what the rogue takes, energy and culture: {ways}")

    def apply(self, state: State) -> State:
        """Lets the die act on it."""
        return act(state, state.rogue.step, self.ship or (self.energy, self.culture))

    def tell(self, before: State, after: State) -> str:
        """Tells the target and what it costs."""
        what = f"sends back {self.ship}" if self.ship else f"gives {self.energy} energy and {self.culture} culture"
        return f"@{self.seat} {what}{consequences(before, after)}{_next(before, after)}."


def _targets(state: State) -> list[str] | list[tuple[int, int]]:
    mat = MATS[state.rules.rogue].colony
    return list(targets_of(Table(state), mat[state.rogue.level - 1][state.rogue.step]))


def target_options(state: State, seat: int) -> list[RogueTargetChosen]:
    """Lists the targets that the rogue leaves to the seat."""
    return [
        RogueTargetChosen(seat, each) if isinstance(each, str) else RogueTargetChosen(seat, "", *each)
        for each in _targets(state)
    ]
