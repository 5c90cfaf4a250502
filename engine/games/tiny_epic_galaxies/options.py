"""Who may go on, and the legal decisions, in an order that depends on nothing but the state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from playfold.engine.events import Decision
from playfold.engine.rulesets import ToAct

from .actions import possible, uses
from .activation import ActionContinued, DieActivated
from .flow import asked_seats, is_due
from .following import FollowDeclined, Followed
from .planets import FACES, Face
from .rogue import closed
from .rogue_events import (
    RogueBonusRolled,
    RogueDieAccepted,
    RogueDieRolled,
    RogueRerollPaid,
    RogueTargetChosen,
    target_options,
)
from .setup import FirstSeatChosen, MissionKept, MissionsDealt, PlanetsDealt
from .state import SEAT_KEYS, Question, State, inactive, orbiting, seats_of
from .table import Table, Who
from .turns import DiceRolled, DieConverted, PlanetDealt, RerollChosen, TurnEnded, reroll_cost
from .uses import Advance, Nothing

_CHANCE = {
    "row": ToAct(chance=(PlanetsDealt,)),
    "missions": ToAct(chance=(MissionsDealt,)),
    "first": ToAct(chance=(FirstSeatChosen,)),
    "roll": ToAct(chance=(DiceRolled,)),
    "reroll": ToAct(chance=(DiceRolled,)),
    "planet": ToAct(chance=(PlanetDealt,)),
    "over": ToAct(),
}
_ROGUE = {"roll": ToAct(chance=(RogueDieRolled,)), "bonus": ToAct(chance=(RogueBonusRolled,))}
_SEATS = tuple(ToAct((seat,)) for seat in range(6))


@lru_cache(maxsize=512)
def _several(seats: tuple[int, ...]) -> ToAct:
    return ToAct(seats)


def to_act(state: State) -> ToAct:
    """Says who may go on: the active seat first, the seats that may follow or go on with an action, or chance."""
    phase = state.phase
    if phase == "turn":
        if not state.open:
            return _SEATS[state.active]
        seats, due = asked_seats(state)
        if not due:
            seats.insert(0, state.active)
        return _several(tuple(dict.fromkeys(seats)))
    if phase == "rogue":
        return _in_rogue_turn(state)
    if phase == "keep":
        return _several(tuple(seat for seat in seats_of(state) if SEAT_KEYS[seat] in state.offers))
    return _CHANCE[phase]


def _in_rogue_turn(state: State) -> ToAct:
    stage = state.rogue.stage
    if stage in _ROGUE:
        return _ROGUE[stage]
    if stage == "followed" and not asked_seats(state)[1]:
        # A step may be made or not: then the next die, or that of the seat, comes.
        return ToAct((1,), to_act(closed(state)).chance)
    return _SEATS[1]


def options(state: State) -> list[Decision[Any]]:
    """Lists the legal decisions, all of them.

    Mostly some dozens; rare cards that lead to one another make thousands of ways, and some tenths of a second.
    """
    phase, seat = state.phase, state.active
    found: list[Decision[Any]] = []
    if phase == "keep":
        for each in to_act(state).seats:
            found += [MissionKept(each, mission) for mission in state.offers[SEAT_KEYS[each]]]
    elif phase == "rogue":
        found += _rogue_options(state)
    elif phase == "turn":
        due = asked_seats(state)[1]
        if not due:
            found += _activations(state, seat)
            found += _rerolls(state, seat)
            found += _conversions(state, seat)
        found += _open_options(state)
        if not due:
            found.append(TurnEnded(seat))
    return found


def _activations(state: State, seat: int) -> Iterator[DieActivated]:
    seen: dict[str, list[Any]] = {}
    rules = state.rules
    for die in inactive(state):
        face = state.faces[die - 1]
        dice = (*state.dice[: die - 1], "activated", *state.dice[die:])
        table, who = Table(state), Who(seat, False, (die,))
        table.set("dice", dice)
        if rules.follow_after == "activation":
            if rules.allow_void_activation or possible(table, who, face):
                yield DieActivated(seat, die)
            continue
        own = seen.get(face)
        if own is None:
            own = list(uses(table, who, face))
            if face in _STEADY or not _turns_dice(state):
                seen[face] = own
        for use in own:
            yield DieActivated(seat, die, use)
        if not own and rules.allow_void_activation:
            yield DieActivated(seat, die, Nothing())


_STEADY = {"energy", "culture", "diplomacy", "economy"}


def _turns_dice(state: State) -> bool:
    """Says whether an action may depend on which die is used: some card names dice."""
    cards = (*state.row, *(planet for own in state.colonies.values() for planet in own))
    return not _NAME_DICE.isdisjoint(cards)


_NAME_DICE = frozenset({"zalax", "maia", "gyore", "piedes"})


def _rerolls(state: State, seat: int) -> Iterator[RerollChosen]:
    own = inactive(state)
    if state.energy[SEAT_KEYS[seat]] >= reroll_cost(state):
        for number in range(1, len(own) + 1):
            for dice in combinations(own, number):
                yield RerollChosen(seat, dice)


def _conversions(state: State, seat: int) -> Iterator[DieConverted]:
    own = inactive(state)
    if state.converted < state.rules.converter_uses:
        for spent in combinations(own, 2):
            for die in own:
                if die not in spent:
                    for face in FACES:
                        yield DieConverted(seat, spent, die, face)


def _open_options(state: State) -> Iterator[Decision[Any]]:
    """Lists the answers to what is open, the innermost first; each question once."""
    answered: set[int] = set()
    chain = (state.die,) if state.die else ()
    for question in reversed(state.open):
        yield from _answers(state, question, chain, answered)
        if is_due(state, question):
            return


def _answers(state: State, question: Question, chain: tuple[int, ...], answered: set[int]) -> Iterator[Decision[Any]]:
    face = question.face
    if question.kind == "step":
        for seat in question.left:
            if seat not in answered:
                answered.add(seat)
                yield from (ActionContinued(seat, Advance(ship)) for ship in orbiting(state.ships, seat))
    elif question.kind == "move":
        for use in uses(Table(state), Who(question.seat, question.follow, chain), "move"):
            if getattr(use, "ship", "") not in question.ships:
                yield ActionContinued(question.seat, use)
    elif face and question.kind == "use":
        for use in uses(Table(state), Who(question.seat, False, chain), face):
            yield ActionContinued(question.seat, use)
    elif face:
        yield from _follows(state, question, chain, face)


def _follows(state: State, question: Question, chain: tuple[int, ...], face: Face) -> Iterator[Followed]:
    free = question.kind == "free"
    for seat in question.left:
        if not free and state.culture[SEAT_KEYS[seat]] < state.price:
            continue
        table = Table(state)
        if not free:
            table.lose(SEAT_KEYS[seat], "culture", state.price)
        if not free or question.seat == state.active:
            for resource, number in state.bonus.items():
                table.gain(SEAT_KEYS[state.active], resource, number)
        for use in uses(table, Who(seat, True, chain), face):
            yield Followed(seat, use, question.seat if free else None)


def _rogue_options(state: State) -> list[Decision[Any]]:
    stage = state.rogue.stage
    if stage == "shown":
        return [RogueRerollPaid(1), RogueDieAccepted(1)]
    if stage == "target":
        targets: list[RogueTargetChosen] = target_options(state, 1)
        return list(targets)
    if stage == "follow" and state.rogue.face:
        table = Table(state)
        table.lose("1", "culture", state.price)
        found: list[Decision[Any]] = [Followed(1, use) for use in uses(table, Who(1, True, ()), state.rogue.face)]
        return [*found, FollowDeclined(1)]
    if stage == "followed":
        found = list(_open_options(state))
        if not asked_seats(state)[1] and not to_act(closed(state)).chance:
            found.append(FollowDeclined(1))
        return found
    return []
