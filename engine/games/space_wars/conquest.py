"""Conquering: the attack, the defender's dice, and the roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .capture import captured
from .ending import closing, leave_reinforcement
from .galaxy import PLANET_OF
from .reinforcement import Territory
from .state import NOBODY, Attack, Force, State, around, count, has_ally, lands, other, whose
from .turn import in_turn, settled

MOST_ATTACK, MOST_DEFENSE = 3, 2
"""The most dice of attacker and defender."""

D6 = Annotated[int, msgspec.Meta(ge=1, le=6)]


def most_dice(state: State, at: str) -> int:
    """Gives how many ships of a territory can be thrown into an attack: one stays behind."""
    return min(MOST_ATTACK, state.ships[at] - 1)


class Attacked(Decision[State], frozen=True, gc=False):
    """A seat attacks a territory with one to three ships, its own or the ally's."""

    from_: Annotated[Territory, msgspec.Meta(examples=["kan1"])] = msgspec.field(name="from")
    to: Annotated[Territory, msgspec.Meta(examples=["kan2"])]
    dice: Annotated[int, msgspec.Meta(ge=1, le=MOST_ATTACK)]
    force: Force = ""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat may attack from there to there with so many dice."""
        if state.phase != "conquer":
            in_turn(state, self.seat, "attacked")
            settled(state, self.seat, "attacked")
        owner, start, target = state.owner, self.from_, self.to
        if self.force:
            self._check_ally(state)
        elif owner.get(start) != self.seat:
            there = f"belongs to {whose(owner[start])}" if start in owner else "is no territory"
            hint = "; with force=ally its ships attack the opponent" if owner.get(start) == NOBODY else ""
            raise Illegal(
                "attack.from",
                f"@{self.seat} attacks from a territory of its own, {start} {there}{hint}; legal: "
                f"{self._starts(state)}",
            )
        if state.ships[start] <= 1:
            raise Illegal(
                "attack.ships",
                f"@{self.seat} needs two ships on {start} to attack, there is 1, which stays behind; legal: "
                f"{self._starts(state)}",
            )
        near = around(state, start)
        if target not in near:
            raise Illegal(
                "attack.adjacent", f"@{self.seat} cannot reach {target} from {start}; adjacent are {' '.join(near)}"
            )
        if owner[target] == self.seat and not self.force:
            enemies = " ".join(at for at in near if owner[at] != self.seat) or "none"
            raise Illegal("attack.enemy", f"@{self.seat} holds {target} itself; targets from {start}: {enemies}")
        if self.force and owner[target] != other(self.seat):
            raise Illegal(
                "attack.ally",
                f"@{self.seat} leads the ally against territories of @{other(self.seat)} only, {target} belongs to "
                f"{whose(owner[target])}; legal: "
                + (" ".join(at for at in near if owner[at] == other(self.seat)) or f"none from {start}"),
            )
        most = most_dice(state, start)
        if self.dice > most:
            can = f"1 to {most}" if most > 1 else "1"
            raise Illegal(
                "attack.dice",
                f"@{self.seat} can throw in {can} of the {state.ships[start]} ships on {start}, not {self.dice}",
            )

    def _starts(self, state: State) -> str:
        """Lists from where these ships can attack."""
        owner, force = state.owner, NOBODY if self.force else self.seat
        foes = {other(self.seat)} if self.force else {*owner.values()} - {self.seat}
        can = [
            at
            for at in lands(state, force)
            if state.ships[at] > 1 and any(owner[near] in foes for near in around(state, at))
        ]
        return " ".join(can) or "none"

    def _check_ally(self, state: State) -> None:
        if not has_ally(state):
            raise Illegal("attack.ally", f"@{self.seat} has no ally: only two seats have one")
        if state.owner.get(self.from_) != NOBODY:
            held = " ".join(lands(state, NOBODY)) or "none"
            raise Illegal("attack.ally", f"@{self.seat}: {self.from_} is no territory of the ally; it holds {held}")

    def apply(self, state: State) -> State:
        """Waits for the defender's choice, or for the dice."""
        defense = min(MOST_DEFENSE, state.ships[self.to])
        asks = state.rules.defender_choice and defense > 1
        return replace(
            state,
            phase="defend" if asks else "roll",
            ally_pending=leave_reinforcement(state),
            attack=Attack(self.from_, self.to, self.dice, self.force, 0 if asks else defense),
        )

    def tell(self, before: State, after: State) -> str:
        """Tells the attack."""
        del after
        who = f"@{self.seat} leads the ally and" if self.force else f"@{self.seat}"
        planet = f", {PLANET_OF[self.to].en}," if PLANET_OF[self.to] is not PLANET_OF[self.from_] else ""
        foe = f"{whose(before.owner[self.to])} ({count(before.ships[self.to], 'ship')})"
        thrown = f"{self.dice} of {before.ships[self.from_]} ships"
        return f"{who} attacks {self.to}{planet} of {foe} from {self.from_} with {thrown}."


def defending_seat(state: State) -> int:
    """Gives the seat that chooses the defender's dice: for the ally the opponent of the active seat."""
    owner = state.owner[state.attack.to] if state.attack else NOBODY
    return owner or other(state.active)


class Defended(Decision[State], frozen=True, gc=False):
    """The defender chooses its dice."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEFENSE)]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the defender is asked."""
        if state.phase != "defend":
            why = (
                "no attack waits for it"
                if state.rules.defender_choice
                else "with defender_choice=false it rolls all it can"
            )
            raise Illegal("defend.dice", f"@{self.seat} does not choose dice now: {why}")

    def apply(self, state: State) -> State:
        """Waits for the dice."""
        attack = replace(state.attack, defense=self.dice) if state.attack else None
        return replace(state, phase="roll", attack=attack)

    def tell(self, before: State, after: State) -> str:
        """Tells the choice."""
        del after
        at = before.attack.to if before.attack else ""
        ally = " for the ally" if before.owner.get(at) == NOBODY else ""
        return f"@{self.seat} defends {at}{ally} with {count(self.dice, 'ship')}."


def losses(attacker: Sequence[int], defender: Sequence[int]) -> tuple[int, int]:
    """Gives the ships that attacker and defender lose: highest against highest, then the second; equal defends."""
    high, low = sorted(attacker, reverse=True), sorted(defender, reverse=True)
    lost = sum(one > two for one, two in zip(high, low, strict=False))
    return min(len(high), len(low)) - lost, lost


class AttackRolled(Chance[State], frozen=True, gc=False):
    """The dice of an attack as they lie, unsorted."""

    attacker: Annotated[tuple[D6, ...], msgspec.Meta(examples=[(6, 2, 1)])]
    defender: Annotated[tuple[D6, ...], msgspec.Meta(examples=[(5, 3)])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless there is a die for each ship."""
        attack = state.attack
        if attack and (len(self.attacker) != attack.dice or len(self.defender) != attack.defense):
            raise Illegal(
                "roll.dice",
                f"@{state.active} rolls {attack.dice} dice against {attack.defense} at {attack.to}, not "
                f"{len(self.attacker)} against {len(self.defender)}",
            )

    def apply(self, state: State) -> State:
        """Takes the ships that are lost; the last one of the defender gives the territory away."""
        attack = state.attack
        if attack is None:
            return state
        own, theirs = losses(self.attacker, self.defender)
        ships = state.ships.copy()
        ships[attack.from_] -= own
        ships[attack.to] -= theirs
        if ships[attack.to]:
            return replace(state, phase="conquer", ships=ships, attack=None)
        return captured(state, ships)

    def tell(self, before: State, after: State) -> str:
        """Tells the dice, the losses and what falls."""
        attack = before.attack
        if attack is None:
            return "The dice are rolled."
        own, theirs = losses(self.attacker, self.defender)
        foe = whose(before.owner[attack.to])
        who = f"@{before.active}'s ally" if attack.force else f"@{before.active}"
        rolled = f"{who} rolls {_listed(self.attacker)} against {_listed(self.defender)}"
        if after.owner[attack.to] == before.owner[attack.to]:
            lost = [f"{name} loses {count(number, 'ship')}" for name, number in ((who, own), (foe, theirs)) if number]
            left = f"{attack.from_} has {after.ships[attack.from_]}, {attack.to} {after.ships[attack.to]}"
            return f"{rolled}: {' and '.join(lost)}; {left}."
        taken = f"{attack.to} falls from {foe} to {whose(after.owner[attack.to])}"
        moved = f"{count(attack.dice, 'ship')} move{'s' if attack.dice == 1 else ''} in"
        more = ", more may follow" if after.phase == "move_in" else ""
        return f"{rolled}: {taken}, {moved}{more}{closing(before, after)}."

    def whose(self, state: State, field: str) -> int | None:
        """Gives the attacking seat, which rolls for its ally too, or the owner of the territory; 0 for the ally."""
        attack = state.attack
        return state.active if attack is None or field == "attacker" else state.owner[attack.to]

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists all ways in which the dice can lie, up to 7776."""
        attack = state.attack
        return _rolls(cls, attack.dice, attack.defense) if attack else ()

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls the attacker's dice, then the defender's, one integer each."""
        attack = state.attack
        count_a, count_d = (attack.dice, attack.defense) if attack else (1, 1)
        return cls(tuple(dice.roll(6) for _ in range(count_a)), tuple(dice.roll(6) for _ in range(count_d)))


@lru_cache(maxsize=8)
def _rolls(kind: Any, attacker: int, defender: int) -> tuple[tuple[Any, int], ...]:
    sides = range(1, 7)
    return tuple(
        (kind(one, two), 1) for one in product(sides, repeat=attacker) for two in product(sides, repeat=defender)
    )


def _listed(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))
