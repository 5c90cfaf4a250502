"""What has to come first: decisions of a turn wait for the set-up, dice, ships that move in, and new ships."""

from __future__ import annotations

from playfold.errors import Illegal

from .cards import sets_in
from .state import SEAT_KEYS, State, count


def in_turn(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` when something else than a decision of the turn is waited for."""
    phase = state.phase
    if phase in {"reinforce", "conquer", "spoils"}:
        return
    attack = state.attack
    if phase == "defend" and attack:
        raise Illegal(
            "defend.dice", f"{name} by @{seat}: first the dice that defend {attack.to} have to be chosen, 1 or 2"
        )
    if phase == "move_in" and attack:
        raise Illegal(
            "capture.ships", f"{name} by @{seat}: first ships have to move in from {attack.from_} to {attack.to}"
        )
    raise Illegal("setup.order", f"{name} by @{seat}: the set-up is not over, its ships of the start come first")


def must_exchange(state: State, seat: int) -> bool:
    """Says whether a seat holds so many cards that an exchange is compulsory."""
    return len(state.hands[SEAT_KEYS[seat]]) >= state.rules.hand_limit


def some_sets(state: State, seat: int) -> str:
    """Lists sets in the hand of a seat for people, at most three."""
    found = sets_in(state.rules, state.hands[SEAT_KEYS[seat]])
    return "; ".join(" ".join(cards) for cards in found[:3]) or "none"


def refuse_full_hand(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` when an exchange has to come first."""
    if must_exchange(state, seat):
        raise Illegal(
            "exchange.forced",
            f"{name} by @{seat}: it holds {len(state.hands[SEAT_KEYS[seat]])} cards, with {state.rules.hand_limit} or "
            f"more an exchange comes first; its sets are: {some_sets(state, seat)}",
        )


def settled(state: State, seat: int, name: str) -> None:
    """Raises `Illegal` unless the seat has exchanged what it must and all new ships stand."""
    if state.phase == "conquer":
        return
    refuse_full_hand(state, seat, name)
    if state.pending:
        raise Illegal("reinforce.all", f"{name} by @{seat}: first its {_to_place(state.pending, 'new ship')}")
    due = state.ally_pending.get(SEAT_KEYS[seat], 0)
    if due:
        raise Illegal("place.ally", f"{name} by @{seat}: first {_to_place(due, 'ship', ' of the ally')}")


def _to_place(number: int, noun: str, whose: str = "") -> str:
    return f"{count(number, noun)}{whose} {'has' if number == 1 else 'have'} to be placed"
