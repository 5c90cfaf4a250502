"""Military actions: a fleet is activated, moves, and may attack where others have units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any

from msgspec.structs import replace

from playfold.engine.field_types import Unordered
from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, in_action_phase, may_act, nothing_open
from .battle_start import begin_battle, fleet_battle
from .due import said
from .event import Choice
from .lookup import has_units, home, lasting, markers_of, near
from .operations_lasting import ActivationsPerTurn, FleetMove, FleetMoveBonus
from .rules import COMBAT, MILITARY
from .seats import KEYS, clockwise
from .state import Activation, State
from .table import Table
from .telling import told

INDEX = (
    Rule("activate.once", "One fleet is activated in a turn; technology allows more.", f"rulebook, {MILITARY}"),
    Rule("activate.fleet", "A seat activates an own fleet that is on the board.", f"rulebook, {MILITARY}"),
    Rule(
        "activate.move", "An activated fleet moves one sector or stays; more with technology.", f"rulebook, {MILITARY}"
    ),
    Rule("activate.pay", "Activating a fleet costs military production.", f"rulebook, {MILITARY}"),
    Rule(
        "follow.one",
        "An activated fleet has one follow-up; after a combat only a bombardment may come.",
        f"rulebook, {MILITARY}; A34, A60",
    ),
    Rule(
        "attack.asked",
        "Where others have units the mover is asked whether it attacks, then they are, until one does.",
        f"rulebook, {COMBAT}; A32",
    ),
    Rule("attack.whom", "One attacks other seats that have units in the sector.", f"rulebook, {COMBAT}"),
)


def reach(state: Any, at: Hex, steps: int) -> list[Hex]:
    """Lists the sectors at most so many steps away, the own one first; passing others is free."""
    found = [at]
    edge = [at]
    for _ in range(steps):
        edge = [each for place in edge for each in near(state, place) if each not in found]
        found += dict.fromkeys(edge)
    return found


def range_of(state: Any, seat: int, at: Hex) -> int:
    """Gives how far a fleet that is activated in a sector may move."""
    operations = tuple(lasting(state, seat))
    far = max((each.max for each in operations if isinstance(each, FleetMove)), default=1)
    if at == home(state, seat):
        far += sum(each.n for each in operations if isinstance(each, FleetMoveBonus))
    return far


def activations(state: Any, seat: int) -> int:
    """Gives how many fleets a seat may activate in a turn."""
    return max((each.n for each in lasting(state, seat) if isinstance(each, ActivationsPerTurn)), default=1)


class FleetActivated(Choice, frozen=True, gc=False):
    """The seat activates a fleet, which moves, or stays where `to` is left out."""

    marker: str
    to: Hex | None = None

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat may activate the fleet, pay for it, and move it there."""
        name = f"fleet_activated by @{self.seat}"
        may_act(state, self.seat, "fleet_activated", "military")
        most = activations(state, self.seat)
        if state.turn.activations >= most:
            raise Illegal("activate.once", f"{name}: {most} a turn, {state.turn.activations} done")
        own = list(markers_of(state, self.seat))
        if self.marker not in own:
            raise Illegal("activate.fleet", f"{name}: own fleets on the board are {', '.join(own)}; not {self.marker}")
        at = state.fleets[self.marker].at
        assert at is not None  # noqa: S101 - it is on the board
        if self.to == at:
            raise Illegal("activate.move", f"{name}: {self.marker} is in {_said(at)}; to is left out when it stays")
        if self.to is not None and self.to not in reach(state, at, range_of(state, self.seat, at)):
            far = range_of(state, self.seat, at)
            raise Illegal(
                "activate.move", f"{name}: {self.marker} moves at most {far} from {_said(at)}, not to {_said(self.to)}"
            )
        can_pay(state, self.seat, "fleet_activated", "military", state.rules.activation_cost, "activate.pay")

    def play(self, table: Table) -> None:
        """Pays and moves it; where others have units, the mover is asked first whether it attacks."""
        act(table, self.seat, "military", table.rules.activation_cost)
        if self.to is not None:
            table.move(self.marker, self.to)
        at = table.fleets[self.marker].at
        assert at is not None  # noqa: S101 - it is on the board
        asked: tuple[int, ...] = ()
        if self.to is not None or table.rules.attack_without_move:
            asked = tuple(seat for seat in clockwise(table, self.seat) if has_units(table, seat, at))
        activation = Activation(self.marker, at, asked if len(asked) > 1 else ())
        table.turn = replace(table.turn, activations=table.turn.activations + 1, activation=activation)

    def tell(self, before: State, after: State) -> str:
        """Tells the move."""
        where = "which moves" if self.to is not None else "which stays where it is"
        return f"@{self.seat} activates {self.marker}, {where}{told(before, after)}."


def _said(at: Hex) -> str:
    return f"{at[0]},{at[1]}"


# Attacks


def _asked(state: State, seat: int, name: str) -> Activation:
    in_action_phase(state, seat, name)
    activation = state.turn.activation
    if activation is None or not activation.asked or state.pending or state.battle is not None:
        raise Illegal(
            "attack.asked", f"{name} by @{seat}: nobody is asked about an attack; waited for is {said(state)}"
        )
    if activation.asked[0] != seat:
        raise Illegal("attack.asked", f"{name} by @{seat}: asked is @{activation.asked[0]}")
    return activation


class AttackDeclared(Choice, frozen=True, gc=False):
    """The seat attacks others in the sector of the activated fleet; that uses the follow-up up."""

    against: Annotated[tuple[int, ...], Unordered()]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked and these have units there."""
        activation = _asked(state, self.seat, "attack_declared")
        name = f"attack_declared by @{self.seat}"
        if self.against != tuple(sorted(set(self.against))):
            raise Illegal("write.order", f"{name}: seats are named once each, ascending; there is {list(self.against)}")
        may = _others(state, self.seat, activation.at)
        if not self.against or not set(self.against) <= set(may):
            there = " and ".join(f"@{each}" for each in self.against) or "nobody"
            raise Illegal(
                "attack.whom", f"{name}: one or more of {', '.join(f'@{each}' for each in may)}; there is {there}"
            )

    def play(self, table: Table) -> None:
        """Begins the combat."""
        activation = table.turn.activation
        assert activation is not None  # noqa: S101 - `legal` has seen it
        table.turn = replace(table.turn, activation=replace(activation, asked=(), fought=True))
        begin_battle(table, fleet_battle(activation.at, self.seat, self.against))

    def tell(self, before: State, after: State) -> str:
        """Tells whom it attacks."""
        return f"@{self.seat} attacks {' and '.join(f'@{each}' for each in self.against)}{told(before, after)}."


class AttackDeclined(Choice, frozen=True, gc=False):
    """The seat does not attack; the next one with units there is asked."""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat is asked."""
        _asked(state, self.seat, "attack_declined")

    def play(self, table: Table) -> None:
        """Asks the next one; when all have declined, the mover goes on."""
        activation = table.turn.activation
        assert activation is not None  # noqa: S101 - `legal` has seen it
        table.turn = replace(table.turn, activation=replace(activation, asked=activation.asked[1:]))

    def tell(self, before: State, after: State) -> str:
        """Tells it."""
        return f"@{self.seat} does not attack{told(before, after)}."


def _others(state: State, seat: int, at: Hex) -> list[int]:
    return [each for each in range(1, len(state.players) + 1) if each != seat and has_units(state, each, at)]


# Follow-ups


def follow_up(state: State, seat: int, name: str, *, fought: bool = False) -> Activation:
    """Gives the activation whose follow-up is open, with `fought` also after a combat; raises `Illegal` without one."""
    nothing_open(state, seat, name)
    activation = state.turn.activation
    if activation is None:
        raise Illegal("follow.one", f"{name} by @{seat}: no activated fleet has its follow-up open")
    if activation.colonized or (activation.fought and not fought):
        used = "colonizing" if activation.colonized else "the combat"
        raise Illegal("follow.one", f"{name} by @{seat}: {used} was the one follow-up of {activation.marker}")
    return activation


# Options


def asked_options(state: State, seat: int) -> Iterator[Choice]:
    """Gives what a seat that is asked about an attack may choose: all sets of seats to attack, or none."""
    activation = state.turn.activation
    assert activation is not None  # noqa: S101 - somebody is asked
    may = _others(state, seat, activation.at)
    for number in range(1, len(may) + 1):
        for against in combinations(may, number):
            yield AttackDeclared(seat, against)
    yield AttackDeclined(seat)


def options(state: State, seat: int) -> Iterator[FleetActivated]:
    """Gives the fleets that a seat may activate, and where they may move."""
    military = state.players[KEYS[seat]].cubes.military
    if state.turn.activations >= activations(state, seat) or military < state.rules.activation_cost:
        return
    for marker in markers_of(state, seat):
        at = state.fleets[marker].at
        assert at is not None  # noqa: S101 - it is on the board
        for to in reach(state, at, range_of(state, seat, at)):
            yield FleetActivated(seat, marker, None if to == at else to)
