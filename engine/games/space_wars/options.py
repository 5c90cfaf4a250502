"""Who may go on, and the legal decisions, in an order that depends on nothing but the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from playfold.engine.events import Decision
from playfold.engine.rulesets import ToAct

from .capture import CardDrawn, MovedIn
from .cards import sets_in
from .conquest import MOST_DEFENSE, Attacked, AttackRolled, Defended, defending_seat, most_dice
from .movement import Fortified, TurnEnded
from .reinforcement import SetExchanged, ShipsPlaced
from .setup import CardsDealt, FirstSeatChosen, ObjectiveDealt, due, waiting_to_place
from .state import NOBODY, SEAT_KEYS, Force, State, around, has_ally, lands, other
from .turn import must_exchange

_SEATS = tuple(ToAct((seat,)) for seat in range(7))
_CHANCE = {
    "objectives": ToAct(chance=(ObjectiveDealt,)),
    "deal": ToAct(chance=(CardsDealt,)),
    "first": ToAct(chance=(FirstSeatChosen,)),
    "roll": ToAct(chance=(AttackRolled,)),
    "card": ToAct(chance=(CardDrawn,)),
    "over": ToAct(),
}
_TURN = frozenset({"conquer", "reinforce", "spoils", "move_in"})


@lru_cache(maxsize=128)
def _several(seats: tuple[int, ...]) -> ToAct:
    return ToAct(seats)


def to_act(state: State) -> ToAct:
    """Says who may go on: the active seat, the defender, at a simultaneous start all who still place, or chance."""
    phase = state.phase
    if phase in _TURN:
        return _SEATS[state.active]
    if phase == "defend":
        return _SEATS[defending_seat(state)]
    if phase == "placement":
        if state.rules.initial_placement == "simultaneous":
            return _several(waiting_to_place(state))
        return _SEATS[state.active]
    return _CHANCE[phase]


def options(state: State) -> list[Decision[Any]]:
    """Lists the legal decisions: all exchanges, attacks and choices of dice, and a fair choice of the rest.

    Placements: all ships on one territory, each of them; evenly over all; evenly over those at a border. Of the ships
    that may move, in a transfer or after a capture: one or as few as must, half, and all.
    """
    phase, seat = state.phase, state.active
    if phase == "placement":
        return _initial(state)
    if phase == "defend":
        return [Defended(defending_seat(state), dice) for dice in range(1, MOST_DEFENSE + 1)]
    if phase == "move_in" and state.attack:
        least = state.attack.dice
        more = state.ships[state.attack.from_] - 1
        return [MovedIn(seat, least + extra) for extra in sorted({0, more // 2, more})]
    found: list[Decision[Any]] = []
    if phase in {"reinforce", "spoils"}:
        forced = must_exchange(state, seat)
        if phase == "reinforce" or forced:
            found += [SetExchanged(seat, cards) for cards in sets_in(state.rules, state.hands[SEAT_KEYS[seat]])]
        if phase == "spoils" and forced:
            return found
        found += _placements(state, seat, seat, state.pending, "")
        due_to_ally = state.ally_pending.get(SEAT_KEYS[seat], 0)
        found += _placements(state, seat, NOBODY, due_to_ally, "ally")
        if forced or state.pending or due_to_ally:
            return found
    if phase in {"reinforce", "conquer", "spoils"}:
        found += _attacks(state, seat)
        found += _transfers(state, seat)
        found.append(TurnEnded(seat))
    return found


def _initial(state: State) -> list[Decision[Any]]:
    one = state.rules.initial_placement == "one_by_one"
    found: list[Decision[Any]] = []
    for seat in to_act(state).seats:
        found += _placements(state, seat, seat, 1 if one else due(state, seat), "")
    return found


def _placements(state: State, seat: int, owner: int, ships: int, force: Force) -> list[ShipsPlaced]:
    if not ships:
        return []
    own = lands(state, owner)
    border = [at for at in own if any(state.owner[near] != owner for near in around(state, at))]
    spreads = [{at: ships} for at in own]
    for among in (own, border):
        spread = _evenly(among, ships)
        if spread and spread not in spreads:
            spreads.append(spread)
    return [ShipsPlaced(seat, spread, force) for spread in spreads]


def _evenly(among: Sequence[str], ships: int) -> dict[str, int]:
    if not among:
        return {}
    each, rest = divmod(ships, len(among))
    return {at: each + (place < rest) for place, at in enumerate(among) if each or place < rest}


def _attacks(state: State, seat: int) -> Iterator[Attacked]:
    owner = state.owner
    for at in lands(state, seat):
        for dice in range(1, most_dice(state, at) + 1):
            for near in around(state, at):
                if owner[near] != seat:
                    yield Attacked(seat, at, near, dice)
    if has_ally(state):
        for at in lands(state, NOBODY):
            for dice in range(1, most_dice(state, at) + 1):
                for near in around(state, at):
                    if owner[near] == other(seat):
                        yield Attacked(seat, at, near, dice, "ally")


def _transfers(state: State, seat: int) -> Iterator[Fortified]:
    owner = state.owner
    for at in lands(state, seat):
        most = state.ships[at] - 1
        if most:
            numbers = sorted({1, (most + 1) // 2, most})
            for near in around(state, at):
                if owner[near] == seat:
                    for number in numbers:
                        yield Fortified(seat, at, near, number)
