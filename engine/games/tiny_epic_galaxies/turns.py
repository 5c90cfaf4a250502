"""A turn: its dice, rerolls, the converter, planets for empty slots, and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.engine.field_types import Unordered
from playfold.errors import Illegal

from .flow import begin_turn, in_turn, last_turn_over, refuse_die
from .planets import FACES, PLANETS, Face, named
from .rogue import begin_rogue_turn, closed, go_on
from .state import SEAT_KEYS, State, count, has_rogue, inactive, unseen
from .telling import consequences
from .uses import Number, PlanetId


def dice_due(state: State) -> int:
    """Gives how many dice come now: those of a reroll, or all of the turn that begins."""
    if state.phase == "reroll":
        return len(state.rolling)
    due = state.rules.dice[state.level[SEAT_KEYS[state.active]] - 1]
    return max(1, due - state.fewer)


_SIDES: Mapping[str, Sequence[Face]] = {"faces": FACES}


class DiceRolled(Chance[State], frozen=True, gc=False):
    """The faces of the dice that are rolled, in the order of their numbers."""

    faces: Annotated[
        tuple[Face, ...], msgspec.Meta(examples=[("move", "energy", "diplomacy", "colony"), ("move",)], max_length=7)
    ]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless they are so many."""
        due = dice_due(closed(state))
        if len(self.faces) != due:
            raise Illegal("roll.dice", f"@{state.active} rolls {count(due, 'die')} now, not {len(self.faces)}")

    def apply(self, state: State) -> State:
        """Lays them out; after a reroll the others stay as they are."""
        state = closed(state)
        if state.phase == "reroll":
            faces = list(state.faces)
            for number, face in zip(state.rolling, self.faces, strict=True):
                faces[number - 1] = face
            return replace(state, phase="turn", faces=tuple(faces), rolling=())
        return replace(state, phase="turn", faces=self.faces, dice=("inactive",) * len(self.faces), fewer=0)

    def tell(self, before: State, after: State) -> str:
        """Tells the faces."""
        del after
        numbers = before.rolling if before.phase == "reroll" else range(1, len(self.faces) + 1)
        faces = ", ".join(f"{number} {face}" for number, face in zip(numbers, self.faces, strict=False))
        return f"@{before.active} rolls {faces}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat whose turn it is: it may begin with the dice."""
        del field
        return closed(state).active

    @classmethod
    def sides(cls, state: State) -> Mapping[str, Sequence[Face]]:
        """Gives the faces of a die."""
        del state
        return _SIDES

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls one integer a die."""
        return cls(tuple(FACES[dice.below(len(FACES))] for _ in range(dice_due(closed(state)))))


class RerollChosen(Decision[State], frozen=True, gc=False):
    """The active seat rolls inactive dice again; the first time is free."""

    dice: Annotated[tuple[Number, ...], Unordered(), msgspec.Meta(examples=[(2, 4)])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the dice are inactive and the reroll can be paid."""
        in_turn(state, self.seat, "reroll_chosen")
        if not self.dice:
            raise Illegal("reroll.dice", f"@{self.seat} rolls at least one inactive die again")
        if any(one >= other for one, other in pairwise(self.dice)):
            raise Illegal("write.order", f"@{self.seat} names dice in ascending order, each once")
        refuse_die(state, self.seat, self.dice, "reroll_chosen")
        cost, held = reroll_cost(state), state.energy[SEAT_KEYS[self.seat]]
        if held < cost:
            raise Illegal(
                "reroll.pay",
                f"@{self.seat} has {held} energy, this reroll costs {cost}; {state.rules.free_rerolls} of a turn "
                f"{'is' if state.rules.free_rerolls == 1 else 'are'} free",
            )

    def apply(self, state: State) -> State:
        """Pays; the dice are rolled next."""
        cost = reroll_cost(state)
        energy = state.energy
        if cost:
            key = SEAT_KEYS[self.seat]
            energy = {**energy, key: energy[key] - cost}
        return replace(state, phase="reroll", rolling=self.dice, rerolls=state.rerolls + 1, energy=energy, open=())

    def tell(self, before: State, after: State) -> str:
        """Tells the dice and the price."""
        cost = reroll_cost(before)
        price = f"for {count(cost, 'energy')}" if cost else "free"
        shown = ", ".join(f"{number} {before.faces[number - 1]}" for number in self.dice)
        return f"@{self.seat} rolls again, {price}: {shown}{consequences(before, after)}."


def reroll_cost(state: State) -> int:
    """Gives the energy for a reroll now."""
    return 0 if state.rerolls < state.rules.free_rerolls else state.rules.reroll_cost


_SPENT = 2
"""Dice that go into the converter for one."""


class DieConverted(Decision[State], frozen=True, gc=False):
    """Two inactive dice are spent, a third one shows any face."""

    spent: Annotated[tuple[Number, Number], Unordered(), msgspec.Meta(examples=[(1, 4)])]
    die: Number
    face: Face

    def check(self, state: State) -> None:
        """Raises `Illegal` unless three inactive dice are named and the converter is free."""
        in_turn(state, self.seat, "die_converted")
        if state.converted >= state.rules.converter_uses:
            uses = count(state.rules.converter_uses, "time")
            raise Illegal("convert.once", f"@{self.seat} has used the converter in this turn, it works {uses} a turn")
        own = inactive(state)
        if len(own) <= _SPENT:
            raise Illegal(
                "convert.dice", f"@{self.seat} needs three inactive dice for the converter and has {len(own)}"
            )
        if self.spent[0] >= self.spent[1]:
            raise Illegal("write.order", f"@{self.seat} names the spent dice in ascending order")
        if self.die in self.spent:
            raise Illegal(
                "convert.dice", f"@{self.seat} needs a third die besides the spent {self.spent[0]} {self.spent[1]}"
            )
        refuse_die(state, self.seat, (*self.spent, self.die), "die_converted")

    def apply(self, state: State) -> State:
        """Spends the two and turns the third."""
        dice, faces = list(state.dice), list(state.faces)
        for number in self.spent:
            dice[number - 1] = "spent"
        faces[self.die - 1] = self.face
        return replace(state, dice=tuple(dice), faces=tuple(faces), converted=state.converted + 1, open=())

    def tell(self, before: State, after: State) -> str:
        """Tells what becomes of the three."""
        del after
        gone = " and ".join(f"{number} {before.faces[number - 1]}" for number in self.spent)
        return f"@{self.seat} converts {gone}: die {self.die} turns from {before.faces[self.die - 1]} to {self.face}."


class PlanetDealt(Chance[State], frozen=True, gc=False):
    """The planet for the leftmost empty slot."""

    planet: PlanetId

    def check(self, state: State) -> None:
        """Raises `Illegal` unless it may be the next one of the deck."""
        if self.planet not in PLANETS:
            raise Illegal("planet.deal", f"{self.planet} is no planet of this game")
        left = next_planets(state)
        if self.planet not in left:
            why = "it lies under the deck, others come first" if self.planet in state.under else "it is in play"
            raise Illegal(
                "planet.deal",
                f"@{state.active} is dealt a planet of the deck, not {self.planet}: {why}; {len(left)} may come",
            )

    def apply(self, state: State) -> State:
        """Lays it into the slot; the game goes on where it was."""
        place = state.row.index("")
        row = (*state.row[:place], self.planet, *state.row[place + 1 :])
        under = state.under
        if self.planet in under:
            under = tuple(planet for planet in under if planet != self.planet)
        state = replace(state, row=row, under=under)
        if "" in row and (under or unseen(state)):
            return state
        if state.rogue.stage:
            return go_on(replace(state, phase="rogue"))
        return replace(state, phase="turn")

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's: it lies in the row for all."""
        del state, field
        return 0

    def tell(self, before: State, after: State) -> str:
        """Tells the planet and its slot."""
        card = PLANETS.get(self.planet)
        if card is None:
            return f"{self.planet} is dealt."
        slot = before.row.index("") + 1
        points = count(card.vp, "point")
        return (
            f"{named(self.planet)} comes to slot {slot}: {points}, {card.track}, {card.resource}, "
            f"{card.says}{consequences(before, after)}."
        )

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the planets that nobody has seen; when there is none, the first one under the deck."""
        return [(cls(planet), 1) for planet in next_planets(state)]


def next_planets(state: State) -> list[str]:
    """Lists the planets that may be dealt next."""
    return unseen(state) or list(state.under[:1])


class TurnEnded(Decision[State], frozen=True, gc=False):
    """The active seat ends its turn; dice may be left."""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's turn and nothing is due."""
        in_turn(state, self.seat, "turn_ended")

    def apply(self, state: State) -> State:
        """Begins the next turn; after equal turns the game is over once somebody has the points for it."""
        if has_rogue(state):
            return begin_rogue_turn(state)
        following = self.seat % len(state.level) + 1
        if state.elder and following == state.first:
            return last_turn_over(state)
        return begin_turn(state, following)

    def tell(self, before: State, after: State) -> str:
        """Tells what is left, and what comes."""
        left = len(inactive(before))
        unused = f", {count(left, 'die')} left" if left else ""
        if after.phase == "over":
            then = f"{missions_told(after)}{consequences(before, after)}"
        elif after.phase == "rogue":
            then = f"; the rogue of level {after.level['0']} rolls {count(after.rogue.dice, 'die')}"
        else:
            then = f"; @{after.active} is next"
        return f"@{self.seat} ends the turn{unused}{then}."


def missions_told(state: State) -> str:
    """Tells the missions that are revealed."""
    from .missions import MISSIONS, earned  # noqa: PLC0415 - only at the end

    parts = []
    for key in sorted(state.missions):
        mission = MISSIONS.get(state.missions[key])
        if mission:
            brings = count(earned(state, key), "point") if earned(state, key) else "nothing"
            parts.append(f"; @{key} reveals {mission.name} for {brings}")
    return "".join(parts)
