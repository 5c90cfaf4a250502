"""What a seat may know: its own objective and hand, what has been shown, and how many cards the others hold."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .capture import CardDrawn
from .cards import HIDDEN
from .reinforcement import ShipsPlaced
from .setup import ObjectiveDealt, waiting_to_place
from .state import SEAT_KEYS, State


def view(state: State, seat: int) -> State:
    """Gives the state as a seat may know it.

    Hidden are the cards in other hands but for those that were its own, the objectives of seats that still play, and
    what others have placed before all have.
    """
    own = SEAT_KEYS[seat]
    known = state.known.get(own, ())
    owners = set(state.owner.values())
    hands = {key: cards if key == own else _hand(cards, known) for key, cards in state.hands.items()}
    objectives = {
        key: aim if key == own or _is_open(state, key, owners) else HIDDEN for key, aim in state.objectives.items()
    }
    sealed = {key: ships if key == own else {} for key, ships in state.sealed.items()}
    return replace(state, hands=hands, objectives=objectives, sealed=sealed, known={own: known} if known else {})


def _hand(cards: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    # Known cards first: where a hidden card stands in the order of the data would say something about it.
    seen = tuple(card for card in cards if card in known)
    return seen + (HIDDEN,) * (len(cards) - len(seen))


def _is_open(state: State, key: str, owners: set[int]) -> bool:
    return state.phase == "over" or (bool(state.turn) and int(key) not in owners)


def hide(event: Any, seat: int, before: State) -> Any:
    """Gives an event as a seat may know it where it comes: counts stay, secrets do not."""
    if isinstance(event, CardDrawn):
        return event if before.active == seat else CardDrawn(HIDDEN)
    if isinstance(event, ObjectiveDealt):
        return event if event.seat == seat else ObjectiveDealt(event.seat, HIDDEN)
    if isinstance(event, ShipsPlaced) and event.seat != seat and _is_sealed(before, event.seat):
        return ShipsPlaced(event.seat, {})
    return event


def _is_sealed(before: State, seat: int) -> bool:
    """Says whether what a seat places stays hidden: not from the last one, with whom all is shown."""
    simultaneous = before.phase == "placement" and before.rules.initial_placement == "simultaneous"
    return simultaneous and waiting_to_place(before) != (seat,)
