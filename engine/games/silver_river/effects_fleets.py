"""Operations on fleets, dice and hits: what cards do to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any

from msgspec.structs import replace

from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle_course import battle_of
from .battle_hits import fleets_hit
from .battle_start import begin_battle, monster_battle
from .effects import Effect, Use, effect
from .lookup import content_of, markers_in, markers_of
from .military import reach
from .monster_fight import found
from .operations_at_once import CancelHits, FreeFleetMove, MoveAnyFleets, PlaceMonster, RemoveShips, RerollDice
from .pending import Ask, Draw, Reroll
from .pieces import place
from .rules import COMBAT, POLITICS
from .seats import KEYS
from .state import State
from .table import Table

INDEX = (
    Rule("sabotage.fleet", "A card takes ships from another seat's fleet that is near an own one.", "content pack"),
    Rule("reroll.roll", "After the rolls of a round, dice of an own roll are rolled again.", f"rulebook, {COMBAT}"),
    Rule("reroll.dice", "So many dice as the card says, named by their places, are rolled again.", "content pack"),
    Rule("cancel.fleet", "After the rolls of a round, hits on an own fleet are taken away.", "content pack"),
    Rule("deploy.fleets", "A card moves own fleets, each as far as it says.", f"rulebook, {POLITICS}"),
)

_WAYS = 81
"""Up to so many ways are all listed."""


@effect(RemoveShips)
class Sabotaged(Effect):
    """Takes ships from one fleet of another seat that is near an own fleet."""

    fields = ("marker",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether there is such a fleet."""
        return bool(self._may(state, ask))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless it is one."""
        may = self._may(state, ask)
        if use.marker not in may:
            raise Illegal(
                "sabotage.fleet",
                f"{ask.source} by @{ask.seat}: fleets of others near own ones are {', '.join(may) or 'none'}; "
                f"not {use.marker}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Takes them; nobody is credited."""
        assert isinstance(ask.op, RemoveShips)  # noqa: S101 - the effect is registered for it
        table.lose_ships(use.marker, ask.op.n)

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives each of these fleets."""
        yield from (Use(marker=marker) for marker in self._may(state, ask))

    @staticmethod
    def _may(state: Any, ask: Ask) -> list[str]:
        assert isinstance(ask.op, RemoveShips)  # noqa: S101 - the effect is registered for it
        around: list[Hex] = []
        for marker in markers_of(state, ask.seat):
            around += reach(state, state.fleets[marker].at, ask.op.distance)
        return [
            marker
            for marker, fleet in sorted(state.fleets.items())
            if marker[0] != KEYS[ask.seat] and fleet.at in around
        ]


def _rolled(state: Any) -> bool:
    return state.battle is not None and state.battle.stage == "rolled" and not state.pending


def _own_rolls(state: Any, seat: int) -> dict[str, int]:
    if not _rolled(state):
        return {}
    return {roll.unit: place for place, roll in enumerate(state.battle.rolls) if roll.seat == seat}


@effect(RerollDice)
class RolledAgain(Effect):
    """Has dice of an own roll of this round rolled again: of a unit, or of the own bombing ships."""

    fields = ("unit", "dice")
    optional = ("unit",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether the seat has rolled in this round, and all dice of the round are rolled."""
        return bool(_own_rolls(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless these are dice of an own roll."""
        assert isinstance(ask.op, RerollDice)  # noqa: S101 - the effect is registered for it
        name = f"{ask.source} by @{ask.seat}"
        rolls = _own_rolls(state, ask.seat)
        if use.unit not in rolls:
            may = ", ".join(unit or "its bombing ships" for unit in rolls) or "none"
            raise Illegal(
                "reroll.roll", f"{name}: own rolls of a round that is rolled are {may}; not {use.unit or 'of bombs'}"
            )
        there = len(battle_of(state).rolls[rolls[use.unit]].faces)
        dice = use.dice or ()
        if dice != tuple(sorted(set(dice))):
            raise Illegal("write.order", f"{name}: dice are named once each, ascending; there is {list(dice)}")
        if not 1 <= len(dice) <= ask.op.n or not all(1 <= die <= there for die in dice):
            raise Illegal(
                "reroll.dice", f"{name}: 1 to {ask.op.n} of the dice 1 to {there} are rolled again; not {list(dice)}"
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Calls for the dice."""
        table.open(Reroll(ask.seat, _own_rolls(table, ask.seat)[use.unit], use.dice or ()))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives for each own roll every die alone, and the first ones together."""
        assert isinstance(ask.op, RerollDice)  # noqa: S101 - the effect is registered for it
        for unit, roll in _own_rolls(state, ask.seat).items():
            there = len(battle_of(state).rolls[roll].faces)
            for number in range(1, min(ask.op.n, there) + 1):
                ways = list(combinations(range(1, there + 1), number))
                yield from (Use(unit=unit, dice=dice) for dice in (ways if len(ways) <= _WAYS else ways[:there]))


@effect(CancelHits)
class Evaded(Effect):
    """Takes hits of this round off one own fleet."""

    fields = ("marker",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether the round has hits on an own fleet."""
        return _rolled(state) and bool(fleets_hit(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless it has been hit."""
        may = fleets_hit(state, ask.seat) if _rolled(state) else []
        if use.marker not in may:
            raise Illegal(
                "cancel.fleet",
                f"{ask.source} by @{ask.seat}: own fleets with hits of a round that is rolled are "
                f"{', '.join(may) or 'none'}; not {use.marker}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Notes them; the losses come after all cards."""
        assert isinstance(ask.op, CancelHits)  # noqa: S101 - the effect is registered for it
        battle = battle_of(table)
        before = battle.cancelled.get(use.marker, 0)
        table.battle = replace(battle, cancelled={**battle.cancelled, use.marker: before + ask.op.n})

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives the fleets that were hit."""
        yield from (Use(marker=marker) for marker in (fleets_hit(state, ask.seat) if _rolled(state) else ()))


@effect(MoveAnyFleets)
class Deployed(Effect):
    """Moves own fleets, each at most so far, without follow-up and without battle."""

    fields = ("markers",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a fleet is on the board."""
        return any(markers_of(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless these are own fleets that may move there."""
        assert isinstance(ask.op, MoveAnyFleets)  # noqa: S101 - the effect is registered for it
        name = f"{ask.source} by @{ask.seat}"
        if not isinstance(use.markers, dict):
            raise Illegal("effect.use", f"{name}: markers is an object of markers and sectors, as 1a: [0, 1]")
        if list(use.markers) != sorted(use.markers):
            raise Illegal("write.order", f"{name}: markers ascend; there is {', '.join(use.markers)}")
        for marker, to in use.markers.items():
            _check_move(state, ask, marker, to, ask.op.distance)

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Moves them."""
        del ask
        assert isinstance(use.markers, dict)  # noqa: S101 - `check` has seen it
        for marker, to in use.markers.items():
            table.move(marker, to)

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives all ways while they are few, else each fleet alone and all together in each direction."""
        assert isinstance(ask.op, MoveAnyFleets)  # noqa: S101 - the effect is registered for it
        ways = {marker: reach(state, _at(state, marker), ask.op.distance)[1:] for marker in markers_of(state, ask.seat)}
        if prod(len(each) + 1 for each in ways.values()) <= _WAYS:
            for moves in product(*((None, *each) for each in ways.values())):
                yield Use(markers={marker: to for marker, to in zip(ways, moves, strict=True) if to is not None})
            return
        for marker, sectors in ways.items():
            yield from (Use(markers={marker: to}) for to in sectors)
        for turn in range(6):
            yield Use(markers={marker: sectors[turn % len(sectors)] for marker, sectors in ways.items() if sectors})


def _at(state: Any, marker: str) -> Hex:
    at: Hex = state.fleets[marker].at
    return at


def _check_move(state: State, ask: Ask, marker: str, to: Hex, far: int) -> None:
    name = f"{ask.source} by @{ask.seat}"
    own = list(markers_of(state, ask.seat))
    if marker not in own:
        raise Illegal("deploy.fleets", f"{name}: own fleets on the board are {', '.join(own) or 'none'}; not {marker}")
    at = _at(state, marker)
    if to == at or to not in reach(state, at, far):
        raise Illegal(
            "deploy.fleets",
            f"{name}: {marker} moves to another sector, at most {far} from {place(at)}; not {place(to)}",
        )


@effect(FreeFleetMove)
class MovedFree(Effect):
    """Moves one own fleet, without follow-up and without battle; may be declined."""

    fields = ("marker", "to")
    declinable = True

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a fleet is on the board."""
        return any(markers_of(state, ask.seat))

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless it is an own fleet that may move there."""
        assert isinstance(ask.op, FreeFleetMove)  # noqa: S101 - the effect is registered for it
        assert use.to is not None  # noqa: S101 - `use` holds what is asked for
        _check_move(state, ask, use.marker, use.to, ask.op.n)

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Moves it."""
        del ask
        table.move(use.marker, use.to)

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives every fleet and sector."""
        assert isinstance(ask.op, FreeFleetMove)  # noqa: S101 - the effect is registered for it
        for marker in markers_of(state, ask.seat):
            yield from (Use(marker=marker, to=to) for to in reach(state, _at(state, marker), ask.op.n)[1:])


@effect(PlaceMonster)
class Beset(Effect):
    """A monster comes into the sector that is explored, which the seat may fight there with a fleet at once.

    The source is the explore card, and once it is drawn the monster. Where one stands already none comes.
    """

    fields = ("fight",)
    declinable = True

    def prepare(self, table: Table, ask: Ask) -> bool:
        """Calls for the monster before the seat is asked."""
        assert isinstance(ask.op, PlaceMonster)  # noqa: S101 - the effect is registered for it
        if ask.source in content_of(table).monsters or ask.at is None:
            return False
        table.close()
        if place(ask.at) not in table.monsters and found(table, ask.op.level):
            table.open(Draw("monster", ask.seat, level=ask.op.level, marker=ask.marker, at=ask.at, ask=True))
        return True

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether the seat has a fleet there."""
        return ask.at is not None and bool(markers_in(state, ask.at, ask.seat))

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Begins the fight as if it had been begun by an activated fleet."""
        del use
        assert ask.at is not None  # noqa: S101 - a monster comes to a sector
        begin_battle(table, monster_battle(table, ask.at, ask.seat))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives the fight."""
        del state, ask
        yield Use(fight=True)
