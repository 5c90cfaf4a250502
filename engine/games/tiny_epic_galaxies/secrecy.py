"""What a seat may know: all but the missions of others, until they are revealed at the end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .setup import MissionKept, MissionsDealt
from .state import HIDDEN, SEAT_KEYS, State


def view(state: State, seat: int) -> State:
    """Gives the state as a seat may know it: missions of others are hidden, offered ones and kept ones."""
    if state.phase == "over" or not (state.offers or state.missions):
        return state
    own = SEAT_KEYS[seat]
    offers = {key: each if key == own else (HIDDEN,) * len(each) for key, each in state.offers.items()}
    missions = {key: each if key == own else HIDDEN for key, each in state.missions.items()}
    return replace(state, offers=offers, missions=missions)


def hide(event: Any, seat: int, before: State) -> Any:
    """Gives an event as a seat may know it where it comes."""
    del before
    if isinstance(event, MissionsDealt) and event.seat != seat:
        return MissionsDealt(event.seat, (HIDDEN,) * len(event.missions))
    if isinstance(event, MissionKept) and event.seat != seat:
        return MissionKept(event.seat, HIDDEN)
    return event
