"""Actions of a turn: whose turn it is, the one type of production that it spends, and the price."""

from __future__ import annotations

from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .cubes import Type
from .due import said, seats_due
from .rules import ACTION
from .seats import KEYS
from .state import State
from .table import Table

INDEX = (
    Rule("turn.phase", "Actions, conversions and instants belong to the action phase.", f"rulebook, {ACTION}"),
    Rule("turn.seat", "Actions are performed in the seat's own turn.", f"rulebook, {ACTION}"),
    Rule("turn.passed", "A seat that has passed takes no further action in the age.", f"rulebook, {ACTION}; A4"),
    Rule("turn.type", "A turn spends production of one type, which its first action fixes.", f"rulebook, {ACTION}; A2"),
    Rule("write.order", "Lists and keys ascend, each is named once, zeros are left out.", "docs: events"),
    Rule("play.open", "What is open is answered before the active seat goes on.", "docs: events, Order"),
)


def in_action_phase(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` outside the action phase."""
    if state.phase != "action":
        raise Illegal("turn.phase", f"{name} by @{seat}: belongs to the action phase, this is {_PHASES[state.phase]}")


_PHASES = {
    "races": "the set-up: races are chosen",
    "monsters": "the set-up: monsters are selected",
    "head_start": "the set-up: head starts are chosen",
    "fleets": "the set-up: fleets are placed",
    "tactics": "the set-up: tactics cards are dealt",
    "objectives": "the set-up: objectives are chosen",
    "first": "the set-up: the first player is found",
    "production": "the production phase",
    "governing": "the governing phase",
    "over": "the end of the game",
}


def nothing_open(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` unless it is the seat's own turn in the action phase and nothing is open in it."""
    in_action_phase(state, seat, name)
    if state.pending or state.battle is not None or (state.turn.activation and state.turn.activation.asked):
        raise Illegal("play.open", f"{name} by @{seat}: first {said(state)}")
    if seat not in seats_due(state):
        raise Illegal("turn.seat", f"{name} by @{seat}: it is the turn of @{state.turn.seat}")


def may_act(state: State, seat: int, name: str, kind: Type) -> None:
    """Raises `Illegal` unless a seat may perform an action of a type of production now, apart from the price."""
    nothing_open(state, seat, name)
    if state.players[KEYS[seat]].passed:
        raise Illegal("turn.passed", f"{name} by @{seat}: has passed in this age, only passed may come")
    if state.turn.type not in ("", kind):
        spent = f"this one spends {state.turn.type}; turn_ended ends it"
        raise Illegal("turn.type", f"{name} by @{seat}: needs a {kind} turn, {spent}")


def is_free(state: State, seat: int, kind: Type) -> bool:
    """Says whether a seat may perform an action of a type of production now, apart from the price."""
    try:
        may_act(state, seat, "", kind)
    except Illegal:
        return False
    return True


def can_pay(state: State, seat: int, name: str, kind: Type, cost: int, rule: str) -> None:
    """Raises `Illegal` by a rule unless a seat has so many cubes of a type."""
    there = state.players[KEYS[seat]].cubes.of(kind)
    if there < cost:
        raise Illegal(rule, f"{name} by @{seat}: costs {cost} {kind}, there are {there}; 2 of any type convert into 1")


def act(table: Table, seat: int, kind: Type, cost: int) -> None:
    """Pays for an action and fixes the type of the turn. An activated fleet has no follow-up after it."""
    table.pay(seat, kind, cost)
    table.turn = replace(table.turn, type=kind, acted=True, activation=None)
