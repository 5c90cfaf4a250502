"""What comes next: after an event, at the beginning of a turn, at the end of the game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from playfold.errors import Illegal

from .actions import possible
from .moving import can_move
from .state import SEAT_KEYS, Question, Reason, State, inactive, orbiting, points
from .table import Table, Who


def settled(table: Table, **more: Any) -> State:
    """Gives the state after an event: it may bring the end near, dice to roll, or planets to deal.

    Args:
        table: on which it was played.
        more: parts of the state besides.
    """
    for key in table.scored:
        if points(table, key) >= table.rules.end_vp:
            if "0" in table.level:
                reason: Reason = "points" if key != "0" else "rogue_points"
                more.update(phase="over", reason=reason, open=())
                return table.done(**more)
            if not table.state.elder and "elder" not in more:
                more["elder"] = int(key)
    if "rolling" in table.own:
        more["phase"] = "reroll"
    elif "" in table.row and table.deck():
        more["phase"] = "planet"
    return table.done(**more)


def begin_turn(state: State, seat: int) -> State:
    """Begins the turn of a seat: its dice come next."""
    return replace(_fresh(state), phase="roll", active=seat)


def _fresh(state: State) -> State:
    """Gives the state of the next turn, with all marks of the turn before taken off."""
    return replace(_cleared(state), turn=state.turn + 1)


def last_turn_over(state: State) -> State:
    """Gives the state after the last turn of the game."""
    return replace(_cleared(state), phase="over", reason="points")


def _cleared(state: State) -> State:
    """Gives the state with all marks of the turn taken off."""
    return replace(
        state,
        faces=(),
        dice=(),
        rerolls=0,
        converted=0,
        price=state.rules.follow_cost,
        bonus={},
        used={},
        die=0,
        repeaters=(),
        open=(),
    )


def fresh_rogue_turn(state: State) -> State:
    """Gives the state at the beginning of the rogue's turn."""
    return replace(_fresh(state), phase="rogue")


# What is open


_MAY_BE_DUE = frozenset({"move", "use"})


def is_due(state: State, question: Question) -> bool:
    """Says whether a question has to be answered before anything else: a second move or a named action, if possible."""
    if question.kind == "move":
        return can_move(Table(state), question.seat, question.ships)
    if question.kind == "use" and question.face:
        return possible(Table(state), Who(question.seat, False, (state.die,)), question.face)
    return False


def asked_seats(state: State) -> tuple[list[int], bool]:
    """Gives the seats that may answer what is open, the innermost first, and whether something is due."""
    seats: list[int] = []
    for question in reversed(state.open):
        kind = question.kind
        if kind == "follow":
            culture, price = state.culture, state.price
            seats += [seat for seat in question.left if culture[SEAT_KEYS[seat]] >= price]
        elif kind == "free":
            seats += question.left
        elif kind == "step":
            seats += [seat for seat in question.left if orbiting(state.ships, seat)]
        elif is_due(state, question):
            seats.append(question.seat)
            return seats, True
    return seats, False


def refuse_due(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` while something has to be answered first."""
    for question in reversed(state.open):
        if question.kind in _MAY_BE_DUE and is_due(state, question):
            what = "the second move of Nagato" if question.kind == "move" else f"the action of the {question.face} die"
            raise Illegal(
                "continue.first", f"{name} by @{seat}: first @{question.seat} tells {what} with action_continued"
            )


_ROGUE_WAITS = {
    "shown": "the rogue's die may be rolled again (rogue_reroll_paid) or acts (rogue_die_accepted)",
    "target": "rogue_target_chosen says whom the rogue sets back or robs",
    "follow": "the rogue's die may be followed or not (follow_declined)",
    "followed": "it is the rogue's turn",
}


def in_turn(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` unless a decision of the active seat may come."""
    if state.phase == "keep":
        raise Illegal("setup.order", f"{name} by @{seat}: first every seat keeps a mission (mission_kept)")
    if state.phase == "rogue":
        raise Illegal("rogue.turn", f"{name} by @{seat}: {_ROGUE_WAITS.get(state.rogue.stage, 'the rogue rolls')}")
    if seat != state.active:
        raise Illegal("turn.active", f"{name} by @{seat}: it is the turn of @{state.active}, others may only follow")
    if state.open:
        refuse_due(state, seat, name)


def refuse_die(state: State, seat: int, dice: tuple[int, ...], name: str) -> None:
    """Raises `Illegal` unless these dice are inactive."""
    for number in dice:
        if not 1 <= number <= len(state.dice) or state.dice[number - 1] != "inactive":
            there = f"is {state.dice[number - 1]}" if 1 <= number <= len(state.dice) else "is not there"
            left = " ".join(map(str, inactive(state))) or "none"
            raise Illegal("die.inactive", f"{name} by @{seat}: die {number} {there}; inactive are {left}")
