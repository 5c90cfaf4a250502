"""Joining a battle: fleets move in, and everyone with units there takes a side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from playfold.engine.field_types import Unordered
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle import Side
from .battle_course import battle_of, ships_there
from .battle_start import adjacent_fleets, next_joiner
from .due import said
from .event import Choice
from .lookup import has_units, lasting, markers_in, ships_of
from .operations_lasting import AllowBombardment
from .rules import BOMBARDMENT, COMBAT, MANY, MONSTERS
from .seats import KEYS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("join.asked", "Each seat joins once, clockwise from the initiator.", f"rulebook, {MANY}; A6"),
    Rule("join.fleets", "Own fleets from adjacent sectors move in.", f"rulebook, {COMBAT}; A12, A33"),
    Rule(
        "join.side",
        "Whoever has units there and no side yet takes one; nobody else does.",
        f"rulebook, {COMBAT}, {MONSTERS}; A7",
    ),
    Rule(
        "join.bombers",
        "Who joins the attacker of a bombardment needs its technology and names its ships.",
        f"rulebook, {BOMBARDMENT}; A44",
    ),
)


class BattleJoined(Choice, frozen=True, gc=False, kw_only=True):
    """The seat moves fleets in, takes a side, and names how many ships bomb.

    Args:
        side: left out by the initiator and the attacked, and by who stays out without units there.
        markers: the fleets that move in, ascending.
        ships: that bomb, on the attacker's side of a bombardment.
    """

    side: Side | Literal[""] = ""
    markers: Annotated[tuple[str, ...], Unordered()]
    ships: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked, and may bring these fleets and take this side."""
        name = f"battle_joined by @{self.seat}"
        if state.pending or state.battle is None or state.battle.stage != "join" or state.battle.queue[0] != self.seat:
            raise Illegal("join.asked", f"{name}: waited for is {said(state)}")
        _fleets(state, self, name)
        _side(state, self, name)
        _bombers(state, self, name)

    def play(self, table: Table) -> None:
        """Moves the fleets in and takes the side; the next seat is asked, or the first round begins."""
        for marker in self.markers:
            table.move(marker, battle_of(table).at)
        battle = battle_of(table)
        side = self.side
        if not side and self.markers and self.seat in battle.attacked:
            side = "defender"
        if side:
            battle = replace(battle, sides={**battle.sides, KEYS[self.seat]: side})
        if self.ships:
            battle = replace(battle, bombers={**battle.bombers, KEYS[self.seat]: self.ships})
        table.battle = battle
        next_joiner(table)

    def tell(self, before: State, after: State) -> str:
        """Tells who comes, and on which side."""
        comes = f"moves {' and '.join(self.markers)} in" if self.markers else ""
        sides = {
            "attacker": "joins the attack" if before.battle and before.battle.kind != "monster" else "joins the fight",
            "defender": "joins the defence",
            "bystander": "stays a bystander",
            "": "" if comes else "brings no fleet",
        }
        what = " and ".join(each for each in (comes, sides[self.side]) if each)
        bombs = f" with {self.ships} bombing ships" if self.ships else ""
        return f"@{self.seat} {what}{bombs}{told(before, after)}."


def _fleets(state: State, event: BattleJoined, name: str) -> None:
    if event.markers != tuple(sorted(set(event.markers))):
        raise Illegal("write.order", f"{name}: markers are named once each, ascending; there is {list(event.markers)}")
    may = adjacent_fleets(state, battle_of(state).at, event.seat)
    strange = [marker for marker in event.markers if marker not in may]
    if strange:
        raise Illegal(
            "join.fleets", f"{name}: own fleets from adjacent sectors, {', '.join(may) or 'none'}; not {strange[0]}"
        )


def sides_open(state: Any, seat: int, *, moves: bool) -> tuple[str, ...]:
    """Gives the sides that a seat may take, "" for none: moving a fleet in is to fight where a monster is fought."""
    battle = battle_of(state)
    if KEYS[seat] in battle.sides or seat in battle.attacked:
        return ("",)
    if battle.kind == "monster":
        if moves:
            return ("attacker",)
        return ("attacker", "bystander") if markers_in(state, battle.at, seat) else ("",)
    if not moves and not has_units(state, seat, battle.at):
        return ("",)
    if battle.kind == "bombardment" and not _can_bomb(state, seat):
        return ("defender", "bystander")
    return ("attacker", "defender", "bystander")


def _can_bomb(state: Any, seat: int) -> bool:
    return any(isinstance(each, AllowBombardment) for each in lasting(state, seat))


def _side(state: State, event: BattleJoined, name: str) -> None:
    battle = battle_of(state)
    if event.side == "attacker" and battle.kind == "bombardment" and not _can_bomb(state, event.seat):
        raise Illegal("join.bombers", f"{name}: bombing needs Planetary Bombardment on top of a stack")
    may = sides_open(state, event.seat, moves=bool(event.markers))
    if event.side in may:
        return
    if may == ("",):
        why = (
            "has its side"
            if KEYS[event.seat] in battle.sides or event.seat in battle.attacked
            else "has no units there"
        )
        raise Illegal("join.side", f"{name}: {why}, side is left out; there is {event.side}")
    raise Illegal("join.side", f"{name}: side is {' or '.join(may)}; there is {event.side or 'none'}")


def _bombers(state: State, event: BattleJoined, name: str) -> None:
    battle = battle_of(state)
    if battle.kind != "bombardment" or event.side != "attacker":
        if event.ships:
            raise Illegal("join.bombers", f"{name}: ships are named on the attacker's side of a bombardment alone")
        return
    most = _ships(state, event.seat, event.markers)
    if not 1 <= event.ships <= most:
        raise Illegal("join.bombers", f"{name}: 1 to {most} ships bomb, its own there; not {event.ships}")


def _ships(state: Any, seat: int, markers: tuple[str, ...]) -> int:
    return ships_there(state, battle_of(state).at, seat) + sum(ships_of(state, marker) for marker in markers)


def options(state: State, seat: int) -> Iterator[BattleJoined]:
    """Gives every way in which the seat that is asked may join; of bombing ships one and all."""
    battle = battle_of(state)
    fleets = adjacent_fleets(state, battle.at, seat)
    for number in range(len(fleets) + 1):
        for markers in combinations(fleets, number):
            for side in sides_open(state, seat, moves=bool(markers)):
                counts: tuple[int, ...] = (0,)
                if battle.kind == "bombardment" and side == "attacker":
                    counts = tuple(range(1, _ships(state, seat, markers) + 1))
                for ships in counts:
                    yield BattleJoined(seat, side=side, markers=markers, ships=ships)  # type: ignore[arg-type]
