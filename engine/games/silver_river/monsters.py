"""Monsters: a fleet fights one, others join, and another one comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle_losses import settled
from .battle_start import begin_battle, monster_battle
from .due import said
from .effects import advance, begin
from .event import Choice, Luck
from .lookup import content_of
from .military import follow_up
from .monster_fight import found, successors
from .operations_at_once import PlaceMonster
from .pending import Ask, Draw
from .pieces import Beast, place
from .rules import MONSTERS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("monster.none", "A monster is fought where the activated fleet is.", f"rulebook, {MONSTERS}"),
    Rule(
        "monster.drawn",
        "A monster of the level comes that is neither in play nor waiting; a killed one only when no other is left.",
        f"rulebook, {MONSTERS}; A25",
    ),
)


class MonsterFought(Choice, frozen=True, gc=False):
    """The active seat fights the monster where its activated fleet is."""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the fleet's follow-up is open and a monster is there."""
        activation = follow_up(state, self.seat, "monster_fought")
        if place(activation.at) not in state.monsters:
            raise Illegal("monster.none", f"monster_fought by @{self.seat}: no monster is in {place(activation.at)}")
        if state.fleets[activation.marker].at != activation.at:
            raise Illegal("monster.none", f"monster_fought by @{self.seat}: {activation.marker} is not there any more")

    def play(self, table: Table) -> None:
        """Begins the fight: other seats may join."""
        activation = table.turn.activation
        assert activation is not None  # noqa: S101 - `legal` has seen it
        table.turn = replace(table.turn, activation=None)
        begin_battle(table, monster_battle(table, activation.at, self.seat))

    def tell(self, before: State, after: State) -> str:
        """Tells which monster it fights."""
        activation = before.turn.activation
        assert activation is not None  # noqa: S101 - `legal` has seen it
        name = content_of(before).monsters[before.monsters[place(activation.at)].monster].name
        return f"@{self.seat} fights the {name}{told(before, after)}."


class MonsterDrawn(Luck, frozen=True, gc=False):
    """A monster comes: a successor on Sagittarius A*, or one found by exploring."""

    monster: Annotated[str, msgspec.Meta(examples=["void_leech"])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless this monster may come."""
        draw = state.pending[-1] if state.pending else None
        if not isinstance(draw, Draw) or draw.deck != "monster":
            raise Illegal("monster.drawn", f"monster_drawn: no monster is drawn now, waited for is {said(state)}")
        may = _may_come(state, draw)
        if self.monster not in may:
            raise Illegal("monster.drawn", f"monster_drawn: one of {', '.join(may)} comes; not {self.monster}")

    def play(self, table: Table) -> None:
        """Puts it on the map; one that was found may be fought by the seat that explores."""
        draw = table.pending[-1]
        assert isinstance(draw, Draw)  # noqa: S101 - `legal` has seen it
        assert draw.at is not None  # noqa: S101 - a monster comes to a sector
        table.close()
        table.monsters[place(draw.at)] = Beast(self.monster)
        if draw.ask:
            op = PlaceMonster(level=draw.level)
            begin(table, Ask(draw.seat, op, self.monster, draw.marker, draw.at))
        else:
            advance(table)

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's."""
        del state, field
        return 0

    def tell(self, before: State, after: State) -> str:
        """Tells the monster."""
        places = [key for key, beast in after.monsters.items() if beast == Beast(self.monster)]
        at = next((key for key in places if before.monsters.get(key) != Beast(self.monster)), places[0])
        card = content_of(before).monsters[self.monster]
        return f"The {card.name}, level {card.level}, comes to {at}{told(before, after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the monsters that may come."""
        state = settled(state)
        draw = state.pending[-1] if state.pending else None
        if not isinstance(draw, Draw) or draw.deck != "monster":
            return ()
        return [(cls(each), 1) for each in _may_come(state, draw)]


def _may_come(state: State, draw: Draw) -> tuple[str, ...]:
    return found(state, draw.level) if draw.ask else successors(state, draw.level)


def options(state: State, seat: int) -> Iterator[MonsterFought]:
    """Gives the fight that the active seat may begin."""
    activation = state.turn.activation
    if (
        activation is not None
        and not activation.colonized
        and not activation.fought
        and place(activation.at) in state.monsters
        and state.fleets[activation.marker].at == activation.at
    ):
        yield MonsterFought(seat)
