"""Planetary bombardment: ships against population and wonders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from playfold.engine.events import Seat
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle import Battle
from .battle_course import battle_of, ships_there
from .battle_start import begin_battle
from .bombs import drop_bombs, has_wonder
from .due import said
from .event import Choice
from .lookup import lasting, markers_in, planets_at
from .military import follow_up
from .operations_lasting import AllowBombardment
from .rules import BOMBARDMENT, COMBAT
from .seats import KEYS
from .state import Activation, State
from .table import Table
from .telling import told

INDEX = (
    Rule("bombard.tech", "Bombing needs its technology on top of a stack.", f"rulebook, {BOMBARDMENT}"),
    Rule("bombard.once", "There is one bombardment in a turn.", f"rulebook, {BOMBARDMENT}"),
    Rule("bombard.planet", "A planet in the sector of the activated fleet is bombed.", f"rulebook, {BOMBARDMENT}"),
    Rule(
        "bombard.target",
        "The target is another seat with population there, or a wonder that it built.",
        f"rulebook, {BOMBARDMENT}; A55",
    ),
    Rule("bombard.fleet", "No fleet of the target is in the sector.", f"rulebook, {BOMBARDMENT}"),
    Rule("bombard.ships", "From one to all own ships there bomb.", f"rulebook, {BOMBARDMENT}"),
    Rule("losses.asked", "The attacker says whether a hit takes the wonder.", f"rulebook, {COMBAT}, {BOMBARDMENT}"),
)


class BombardmentDeclared(Choice, frozen=True, gc=False):
    """The active seat bombards what another seat has on a planet, as follow-up or after a combat."""

    planet: Annotated[str, msgspec.Meta(examples=["P1", "2h1"])]
    against: Seat
    ships: Annotated[int, msgspec.Meta(ge=1, le=999)]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat may bomb this planet with so many ships."""
        name = f"bombardment_declared by @{self.seat}"
        activation = follow_up(state, self.seat, "bombardment_declared", fought=True)
        if state.turn.bombed:
            raise Illegal("bombard.once", f"{name}: has bombed in this turn")
        if not can_bomb(state, self.seat):
            raise Illegal("bombard.tech", f"{name}: needs Planetary Bombardment on top of a stack")
        there = planets_at(state, activation.at)
        if self.planet not in there:
            raise Illegal(
                "bombard.planet", f"{name}: planets there are {', '.join(there) or 'none'}; not {self.planet}"
            )
        may = targets(state, self.seat, self.planet)
        if self.against not in may:
            who = ", ".join(f"@{each}" for each in may) or "nobody else"
            raise Illegal(
                "bombard.target",
                f"{name}: on {self.planet} {who} has population or a wonder of its own; not @{self.against}",
            )
        if markers_in(state, activation.at, self.against):
            raise Illegal("bombard.fleet", f"{name}: a fleet of @{self.against} is there")
        most = _ships(state, self.seat, activation)
        if not 1 <= self.ships <= most:
            raise Illegal("bombard.ships", f"{name}: 1 to {most} ships, its own there; not {self.ships}")

    def play(self, table: Table) -> None:
        """Begins the bombardment: other seats may join."""
        activation = table.turn.activation
        assert activation is not None  # noqa: S101 - `legal` has seen it
        table.turn = replace(table.turn, bombed=True, activation=None)
        key = KEYS[self.seat]
        battle = Battle("bombardment", activation.at, self.seat, "join", attacked=(self.against,))
        battle = replace(battle, sides={key: "attacker"}, bombers={key: self.ships}, planet=self.planet)
        begin_battle(table, battle)

    def tell(self, before: State, after: State) -> str:
        """Tells the target."""
        ships = "ship" if self.ships == 1 else "ships"
        return f"@{self.seat} bombards @{self.against} on {self.planet} with {self.ships} {ships}{told(before, after)}."


def can_bomb(state: Any, seat: int) -> bool:
    """Says whether a seat has the technology."""
    return any(isinstance(each, AllowBombardment) for each in lasting(state, seat))


def targets(state: Any, seat: int, planet: str) -> list[int]:
    """Lists the other seats with population on a planet, or a wonder there that they built."""
    people = state.planets[planet].population
    return [
        each
        for each in range(1, len(state.players) + 1)
        if each != seat and (people.get(KEYS[each]) or has_wonder(state, planet, each))
    ]


def _ships(state: State, seat: int, activation: Activation) -> int:
    return ships_there(state, activation.at, seat)


class LossesChosen(Choice, frozen=True, gc=False):
    """The attacker says whether a hit of the bombardment takes the wonder; the others take cubes."""

    wonder: bool = False

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the attacker is asked."""
        battle = state.battle
        if state.pending or battle is None or battle.stage != "losses" or battle.queue[0] != self.seat:
            raise Illegal("losses.asked", f"losses_chosen by @{self.seat}: waited for is {said(state)}")

    def play(self, table: Table) -> None:
        """Removes what the hits take."""
        drop_bombs(table, wonder=self.wonder)

    def tell(self, before: State, after: State) -> str:
        """Tells the choice."""
        what = "has a hit take the wonder" if self.wonder else "spares the wonder"
        return f"@{self.seat} {what} on {battle_of(before).planet if before.battle else ''}{told(before, after)}."


def options(state: State, seat: int) -> Iterator[BombardmentDeclared]:
    """Gives the bombardments that the active seat may declare: every planet, target and number of ships."""
    activation = state.turn.activation
    if activation is None or activation.colonized or state.turn.bombed or not can_bomb(state, seat):
        return
    for planet in planets_at(state, activation.at):
        for target in targets(state, seat, planet):
            if not markers_in(state, activation.at, target):
                for ships in range(1, _ships(state, seat, activation) + 1):
                    yield BombardmentDeclared(seat, planet, target, ships)
