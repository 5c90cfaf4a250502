"""When instants may come: at any time of the action phase, or in the own turn and in combats that one takes part in."""

from __future__ import annotations

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import in_action_phase
from .rules import ACTION
from .seats import KEYS
from .state import State

INDEX = (
    Rule(
        "instant.window",
        "Instants come in the own turn and in combats that the seat takes part in, if not at any time.",
        f"rulebook, {ACTION}; A15",
    ),
)


def in_window(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` unless a seat may play an instant or reconfigure now. `name` is the event's."""
    in_action_phase(state, seat, name)
    if not may_come(state, seat):
        raise Illegal(
            "instant.window",
            f"{name} by @{seat}: instants come in the own turn and combat alone, it is the turn of @{state.turn.seat}",
        )


def may_come(state: State, seat: int) -> bool:
    """Says whether a seat may play an instant or reconfigure now."""
    window = state.rules.tactics_instant_window
    return state.phase == "action" and (window == "any_time" or seat == state.turn.seat or fights(state, seat))


def fights(state: State, seat: int) -> bool:
    """Says whether a seat takes part in the battle that goes on."""
    battle = state.battle
    return battle is not None and (seat == battle.initiator or seat in battle.attacked or KEYS[seat] in battle.sides)
