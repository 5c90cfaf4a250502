"""Battles between ships: both roll, the higher total stays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Annotated, Any, Self

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Chance
from playfold.errors import Illegal

from .ending import closing, spend_after_loss
from .movement import described
from .rules import Rules, Tech
from .state import SEAT_KEYS, SIDES, Ship, State, seat_of, ship_at

D12 = Annotated[int, msgspec.Meta(ge=1, le=12)]


def total(rules: Rules, techs: tuple[Tech, ...], roll: int) -> int:
    """Gives what a roll counts in a battle: the highest of the three cards replaces the others, or all add up."""
    if rules.bad_ass_stacking == "cumulative":
        plus = ("bad_ass" in techs) + 2 * ("big_bad_ass" in techs)
        return (roll + plus) * (2 if "super_bad_ass" in techs else 1)
    if "super_bad_ass" in techs:
        return roll * 2
    if "big_bad_ass" in techs:
        return roll + 2
    return roll + ("bad_ass" in techs)


def fighters(state: State) -> tuple[str, str]:
    """Gives the ids of attacker and defender of the battle that waits for its dice."""
    attacker = state.ship
    return attacker, ship_at(state.ships, state.ships[attacker].at, attacker)


class BattleRolled(Chance[State], frozen=True, gc=False):
    """The dice of a battle, as they lie: the attacker's and the defender's; a ten-sided die that shows 0 rolled 10."""

    attacker: D12
    defender: D12

    def check(self, state: State) -> None:
        """Raises `Illegal` when a die shows more than it has sides."""
        for name, role, roll in zip(
            fighters(state), ("attacker", "defender"), (self.attacker, self.defender), strict=True
        ):
            if roll > SIDES[name[1]]:
                raise Illegal(
                    "battle.dice",
                    f"@{seat_of(name)}'s {role} {described(name)} rolls 1 to {SIDES[name[1]]}, not {roll}",
                )

    def _totals(self, state: State) -> tuple[int, int]:
        mover, other = fighters(state)
        return (
            total(state.rules, state.players[SEAT_KEYS[seat_of(mover)]].techs, self.attacker),
            total(state.rules, state.players[SEAT_KEYS[seat_of(other)]].techs, self.defender),
        )

    def _attacker_wins(self, state: State) -> bool:
        attack, defense = self._totals(state)
        if attack == defense:
            return "first_strike" in state.players[SEAT_KEYS[seat_of(state.ship)]].techs
        return attack > defense

    def apply(self, state: State) -> State:
        """Removes the loser; the winner stays on the point with speed 1."""
        mover, other = fighters(state)
        ships = state.ships.copy()
        if self._attacker_wins(state):
            del ships[other]
            old = ships[mover]
            ships[mover] = Ship(old.at, state.speed or 1, old.since, old.shown)
            return spend_after_loss(state, seat_of(other), state.planets, ships)
        del ships[mover]
        ships[other] = msgspec.structs.replace(ships[other], speed=1)
        return spend_after_loss(state, seat_of(mover), state.planets, ships)

    def tell(self, before: State, after: State) -> str:
        """Tells totals, the rolls where cards changed them, winner and loser, and the winner's new speed."""
        mover, other = fighters(before)
        attack, defense = self._totals(before)
        at = before.ships[mover].at
        changed = (attack, defense) != (self.attacker, self.defender)
        if self._attacker_wins(before):
            score = f"{attack} to {defense}" + (f" (rolled {self.attacker} and {self.defender})" if changed else "")
            if attack == defense:
                score = f"by first strike, {score},"
            return (
                f"@{seat_of(mover)}'s {described(mover)} beats @{seat_of(other)}'s {described(other)} "
                f"{score} at {at}, and the {described(other)} is destroyed"
                f"{_shows(before, after, mover)}{closing(before, after)}."
            )
        score = f"{defense} to {attack}" + (f" (rolled {self.defender} and {self.attacker})" if changed else "")
        return (
            f"@{seat_of(other)}'s {described(other)} holds {at} against @{seat_of(mover)}'s {described(mover)} "
            f"{score}, and the attacker is destroyed{_shows(before, after, other)}{closing(before, after)}."
        )

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat of the ship whose die it is."""
        mover, other = fighters(state)
        return seat_of(mover if field == "attacker" else other)

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists all pairs of the two dice."""
        attacker, defender = fighters(state)
        return every_roll(cls, SIDES[attacker[1]], SIDES[defender[1]])

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Rolls the attacker's die, then the defender's."""
        attacker, defender = (SIDES[name[1]] for name in fighters(state))
        return cls(dice.roll(attacker), dice.roll(defender))


@cache
def every_roll(kind: Any, *sides: int) -> tuple[tuple[Any, int], ...]:
    """Lists the ways in which dice of so many sides can lie, each as an event of a kind, all equally likely."""
    return tuple((kind(*roll), 1) for roll in product(*(range(1, most + 1) for most in sides)))


def _shows(before: State, after: State, winner: str) -> str:
    speed = after.ships[winner].speed
    return f"; {winner} now shows {speed}" if speed != before.ships[winner].speed else ""
