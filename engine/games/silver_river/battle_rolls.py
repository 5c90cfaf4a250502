"""Dice of a battle: of fleets, stations and bombing ships, and those rolled again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle import Roll
from .battle_course import battle_of
from .battle_hits import faces_of, hits_of
from .battle_losses import settled
from .due import said
from .event import Luck
from .lookup import fleet_level, ships_of
from .pending import Reroll
from .pieces import owner
from .printed import Face
from .rules import COMBAT
from .state import State
from .table import Table
from .telling import told
from .telling_losses import coming

INDEX = (
    Rule(
        "roll.unit",
        "Dice are rolled by the units that fire, clockwise from the initiator, a to d, then the station.",
        f"rulebook, {COMBAT}; A16",
    ),
    Rule(
        "roll.dice",
        "One die is rolled for each ship, one for a station, with the faces printed.",
        f"rulebook, {COMBAT}",
    ),
)


def _dice(state: State, number: int, faces: tuple[Face, ...], name: str) -> None:
    strange = [face for face in faces if face not in faces_of(state)]
    if len(faces) != number or strange:
        there = f"{strange[0]!r} is no face" if strange else f"there are {len(faces)}"
        raise Illegal("roll.dice", f"{name}: {number} dice of {', '.join(faces_of(state))}; {there}")


def _drawn(state: State, number: int, dice: Dice) -> tuple[Face, ...]:
    faces = faces_of(state)
    return tuple(faces[dice.below(len(faces))] for _ in range(number))


def _due(state: State, name: str, *, bombs: bool) -> str:
    battle = state.battle
    if state.pending or battle is None or battle.stage != "roll":
        raise Illegal("roll.unit", f"{name}: no dice are due, waited for is {said(state)}")
    due = battle.rolls_due[0]
    if due.startswith("bomb:") != bombs:
        raise Illegal("roll.unit", f"{name}: waited for is {said(state)}")
    return due


def _number(state: State) -> int:
    """Gives the number of dice of the roll that is due."""
    battle = battle_of(state)
    due = battle.rolls_due[0]
    if due.startswith("bomb:"):
        return battle.bombers[due[5:]]
    return 1 if due.endswith("s") else ships_of(state, due)


def _rolled(table: Table, faces: tuple[Face, ...]) -> None:
    """Notes the dice with the fleet level at which they were rolled; after the last ones the losses are due."""
    battle = battle_of(table)
    due, *rest = battle.rolls_due
    bombs = due.startswith("bomb:")
    seat = int(due[5:]) if bombs else owner(due)
    roll = Roll(seat, faces, fleet_level(table, seat), "" if bombs else due)
    table.battle = replace(
        battle, rolls=(*battle.rolls, roll), rolls_due=tuple(rest), stage="roll" if rest else "rolled"
    )


def _said(state: State, roll: Roll) -> str:
    hits = hits_of(state, roll)
    return f"{', '.join(roll.faces)}: {hits} {'hit' if hits == 1 else 'hits'}"


def _costs(state: State) -> str:
    costs = coming(state)
    return f"; the round costs {costs}" if costs else ""


class CombatRolled(Luck, frozen=True, gc=False):
    """The dice of a unit."""

    given: ClassVar[tuple[str, ...]] = ("unit",)
    unit: str
    faces: tuple[Face, ...]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless these are the dice that are due."""
        name = f"combat_rolled of {self.unit}"
        due = _due(state, name, bombs=False)
        if self.unit != due:
            raise Illegal("roll.unit", f"{name}: the next dice are those of {due}")
        _dice(state, _number(state), self.faces, name)

    def play(self, table: Table) -> None:
        """Notes them."""
        _rolled(table, self.faces)

    def tell(self, before: State, after: State) -> str:
        """Tells the dice and their hits."""
        battle = battle_of(after)
        aim = f" at {battle.targets[self.unit]}" if self.unit in battle.targets else ""
        said = _said(after, battle.rolls[-1])
        return f"@{owner(self.unit)} fires {self.unit}{aim}: {said}{told(before, after)}{_costs(after)}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the owner of the unit; 0 for a monster."""
        del state, field
        return owner(self.unit)

    @classmethod
    def sides(cls, state: State) -> Mapping[str, Sequence[Face]]:
        """Gives the faces of a die."""
        return {"faces": faces_of(state)}

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws one face for each die."""
        return cls(battle_of(state).rolls_due[0], _drawn(state, _number(state), dice))


class BombardmentRolled(Luck, frozen=True, gc=False):
    """The dice of all bombing ships of a seat."""

    faces: tuple[Face, ...]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless these are the dice that are due."""
        _due(state, "bombardment_rolled", bombs=True)
        _dice(state, _number(state), self.faces, "bombardment_rolled")

    def play(self, table: Table) -> None:
        """Notes them."""
        _rolled(table, self.faces)

    def tell(self, before: State, after: State) -> str:
        """Tells the dice and their hits."""
        battle = battle_of(after)
        roll = battle.rolls[-1]
        return f"@{roll.seat} bombs {battle.planet}: {_said(after, roll)}{told(before, after)}{_costs(after)}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat that bombs."""
        del field
        return int(battle_of(settled(state)).rolls_due[0].removeprefix("bomb:"))

    @classmethod
    def sides(cls, state: State) -> Mapping[str, Sequence[Face]]:
        """Gives the faces of a die."""
        return {"faces": faces_of(state)}

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws one face for each die."""
        # A combat with the target may have ended with the last dice, so that the bombs fall now.
        state = settled(state)
        return cls(_drawn(state, _number(state), dice))


class CombatRerolled(Luck, frozen=True, gc=False):
    """Dice that a card has rolled again, in the order in which it named them."""

    settles = False

    faces: tuple[Face, ...]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless so many dice are to be rolled again."""
        if not state.pending or not isinstance(state.pending[-1], Reroll):
            raise Illegal("roll.unit", f"combat_rerolled: no dice are rolled again, waited for is {said(state)}")
        _dice(state, len(state.pending[-1].dice), self.faces, "combat_rerolled")

    def play(self, table: Table) -> None:
        """Puts them in the place of those before; the fleet level is that of the first roll."""
        again = table.pending[-1]
        assert isinstance(again, Reroll)  # noqa: S101 - `legal` has seen it
        table.close()
        battle = battle_of(table)
        roll = battle.rolls[again.roll]
        faces = list(roll.faces)
        for die, face in zip(again.dice, self.faces, strict=True):
            faces[die - 1] = face
        rolls = list(battle.rolls)
        rolls[again.roll] = replace(roll, faces=tuple(faces))
        table.battle = replace(battle, rolls=tuple(rolls))

    def tell(self, before: State, after: State) -> str:
        """Tells the new dice, and what the whole roll counts for."""
        again = before.pending[-1]
        assert isinstance(again, Reroll)  # noqa: S101 - `legal` has seen it
        roll = battle_of(after).rolls[again.roll]
        dice = "a die" if len(self.faces) == 1 else f"{len(self.faces)} dice"
        again_is = f"{dice} again, {', '.join(self.faces)}; now {_said(before, roll)}"
        return f"@{again.seat} rolls {again_is}{told(before, after)}{_costs(after)}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat that rolled the dice first; 0 for a monster."""
        del field
        again = state.pending[-1]
        assert isinstance(again, Reroll)  # noqa: S101 - `legal` has seen it
        return battle_of(state).rolls[again.roll].seat

    @classmethod
    def sides(cls, state: State) -> Mapping[str, Sequence[Face]]:
        """Gives the faces of a die."""
        return {"faces": faces_of(state)}

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws one face for each die."""
        again = state.pending[-1]
        assert isinstance(again, Reroll)  # noqa: S101 - it is asked for
        return cls(_drawn(state, len(again.dice), dice))
