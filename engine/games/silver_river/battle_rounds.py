"""Between the rounds of a battle: seats attack, hold or retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle_course import battle_of, must_retreat, next_asked, other_side_left, retreat, side_of
from .due import said
from .event import Choice
from .lookup import markers_in, near
from .rules import COMBAT, ERRATA, MONSTERS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule(
        "round.asked",
        "Between rounds seats choose clockwise from the initiator.",
        f"rulebook, {COMBAT}, {MONSTERS}; A8, A9",
    ),
    Rule("round.attack", "Bystanders do not attack.", f"rulebook, {COMBAT}; A7, A41"),
    Rule("round.hold", "Against a monster one goes on or retreats.", f"rulebook, {MONSTERS}"),
    Rule(
        "battle.limit",
        "After so many rounds as the fleet level allows, fleets of the attacker have to retreat.",
        f"rulebook, {ERRATA}; A20, A42, A43",
    ),
    Rule("retreat.fleets", "Only fleets retreat, all of the seat together.", f"rulebook, {COMBAT}; A40"),
    Rule("retreat.to", "Retreats lead to one adjacent sector.", f"rulebook, {COMBAT}; A40"),
    Rule("retreat.other", "One may not retreat once a seat of the other side has.", f"rulebook, {COMBAT}; A8"),
)


def _asked(state: State, seat: int, name: str) -> None:
    battle = state.battle
    if state.pending or battle is None or battle.stage != "choose" or battle.queue[0] != seat:
        raise Illegal("round.asked", f"{name}: waited for is {said(state)}")


class CombatContinued(Choice, frozen=True, gc=False):
    """The seat attacks in the next round, or stays without firing."""

    choice: Literal["attack", "hold"]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked and may choose this."""
        name = f"combat_continued by @{self.seat}"
        _asked(state, self.seat, name)
        battle = battle_of(state)
        if battle.kind == "monster" and self.choice == "hold":
            raise Illegal("round.hold", f"{name}: against a monster it attacks or retreats, holding is not possible")
        if side_of(state, self.seat) == "bystander" and self.choice == "attack":
            raise Illegal("round.attack", f"{name}: a bystander holds or retreats for the whole combat")
        if must_retreat(state, self.seat) and self.choice not in choices(state, self.seat):
            left = "retreat" if markers_in(state, battle.at, self.seat) else "hold, its station cannot retreat"
            raise Illegal(
                "battle.limit",
                f"{name}: has fired in as many rounds as its fleet level allows, it has to {left}",
            )

    def play(self, table: Table) -> None:
        """Notes the choice; the next seat is asked, or the next round begins."""
        if self.choice == "attack":
            battle = battle_of(table)
            table.battle = replace(battle, attacks=(*battle.attacks, self.seat))
        next_asked(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the choice."""
        what = "attacks" if self.choice == "attack" else "holds its fire"
        return f"@{self.seat} {what}{told(before, after)}."


class Retreated(Choice, frozen=True, gc=False):
    """The seat retreats with all its fleets; that causes no battle where they come."""

    to: Hex

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked, may retreat, and the sector is next to this one."""
        name = f"retreated by @{self.seat}"
        _asked(state, self.seat, name)
        at = battle_of(state).at
        if not markers_in(state, at, self.seat):
            raise Illegal("retreat.fleets", f"{name}: has no fleet there, a station stays (combat_continued)")
        if other_side_left(state, self.seat) and not must_retreat(state, self.seat):
            raise Illegal(
                "retreat.other", f"{name}: the other side has retreated before this round, it attacks or holds"
            )
        if self.to not in near(state, at):
            may = " or ".join(f"{q},{r}" for q, r in near(state, at))
            raise Illegal("retreat.to", f"{name}: to an adjacent sector, {may}; not {self.to[0]},{self.to[1]}")

    def play(self, table: Table) -> None:
        """Moves its fleets; the battle may be over."""
        for marker in markers_in(table, battle_of(table).at, self.seat):
            table.move(marker, self.to)
        retreat(table, self.seat)

    def tell(self, before: State, after: State) -> str:
        """Tells where it retreats."""
        return f"@{self.seat} retreats to {self.to[0]},{self.to[1]}{told(before, after)}."


def choices(state: State, seat: int) -> tuple[Literal["attack", "hold"], ...]:
    """Gives what a seat may choose besides retreating."""
    battle = battle_of(state)
    fleets = bool(markers_in(state, battle.at, seat))
    if must_retreat(state, seat):
        return () if fleets else ("hold",)
    if battle.kind == "monster":
        return ("attack",)
    return ("hold",) if side_of(state, seat) == "bystander" else ("attack", "hold")


def options(state: State, seat: int) -> Iterator[Choice]:
    """Gives what the seat that is asked between rounds may choose."""
    for each in choices(state, seat):
        yield CombatContinued(seat, each)
    at = battle_of(state).at
    if markers_in(state, at, seat) and (must_retreat(state, seat) or not other_side_left(state, seat)):
        for to in near(state, at):
            yield Retreated(seat, to)
