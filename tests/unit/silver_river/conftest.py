"""Builds tables of The Silver River in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.state import State, Turn
from playfold.errors import Illegal

RACES = ("martian", "grey", "nordic", "reptilian")
"""The races of seats 1 to 4, where none are named."""
MONSTERS = ("void_leech", "rift_eel", "star_kraken", "leviathan")
"""The monsters of the ages."""
OBJECTIVES = ("civ01", "civ02", "mil01", "mil02", "pol01")
"""What every seat keeps."""
CARDS = ("census", "war_bonds", "grant", "lobby")
"""The tactics cards that seats 1 to 4 start with."""


def set_up(seats: int = 2, *, races: Sequence[str] = RACES, version: str = "6.0", **rules: Any) -> State:
    """Gives a game at its first governing phase: all fleets at home, markers a to d are fleets 1 to 4, seat 1 is first.

    Args:
        seats: how many.
        races: by seat.
        version: of the rules.
        rules: parameters that differ.
    """
    state = RULES.start(RULES.params(version, players=seats, **rules), seats)
    while state.phase not in ("governing", "action"):
        state = play(state, *_next(state, races))
    return state


def _next(state: State, races: Sequence[str]) -> tuple[str, dict[str, Any]]:
    seat = state.queue[0] if state.queue else 1
    if state.phase == "races":
        name = "race_dealt" if state.rules.race_assignment == "deal" else "race_chosen"
        return name, {"seat": seat, "race": races[seat - 1]}
    if state.phase == "monsters":
        chosen = {"seat": 1} if state.rules.monster_choice == "choose" else {}
        return "monsters_chosen" if chosen else "monsters_dealt", {**chosen, "monsters": MONSTERS}
    if state.phase == "head_start":
        techs = [["trade_stations", "c1"], ["fleet_upgrade_1", "m_fleet"]]
        return "head_start_chosen", {"seat": seat, "ships": {"4": 3}, "slots": ["c3", "m3"], "techs": techs}
    if state.phase == "fleets":
        home = RULES.options(state)[0].at[0]  # type: ignore[attr-defined]
        return "fleets_placed", {"seat": seat, "at": [home] * 4, "numbers": [1, 2, 3, 4]}
    if state.phase == "tactics":
        return "tactics_dealt", {"seat": seat, "card": CARDS[seat - 1]}
    last = {"objectives": OBJECTIVES} if state.phase == "objectives" else {}
    return "objectives_chosen" if last else "first_seat_chosen", {"seat": seat, **last}


def action(
    seats: int = 2,
    *,
    seat: int = 1,
    cubes: Mapping[int, Mapping[str, int]] | None = None,
    **more: Any,
) -> State:
    """Gives a game in its first action phase, on the turn of a seat.

    Args:
        seats: how many.
        seat: whose turn it is.
        cubes: by seat; the others have none.
        more: see `set_up`.
    """
    state = set_up(seats, **more)
    players = {
        key: replace(player, raw=0, cubes=Cubes(**(cubes or {}).get(int(key), {})))
        for key, player in state.players.items()
    }
    return replace(state, phase="action", players=players, queue=(), turn=Turn(seat), clock=state.clock + 1)


def play(state: State, name: str, raw: Mapping[str, Any] | None = None, **fields: Any) -> State:
    """Plays an event as a log has it, and asserts that what comes out is sound."""
    after = RULES.step(state, RULES.event({"type": name, **(raw or {}), **fields}))
    assert RULES.sound(after) == ()
    return after


def refuse(state: State, name: str, **fields: Any) -> str:
    """Gives the rule that refuses an event."""
    with pytest.raises(Illegal) as caught:
        RULES.step(state, RULES.event({"type": name, **fields}))
    assert caught.value.rule in RULES.index
    return caught.value.rule


def with_player(state: State, seat: int, **parts: Any) -> State:
    """Gives the state with parts of a seat changed."""
    return replace(state, players={**state.players, str(seat): replace(state.players[str(seat)], **parts)})


@pytest.fixture
def game() -> Callable[..., State]:
    """Gives the builder of a game at its first governing phase."""
    return set_up


@pytest.fixture
def acting() -> Callable[..., State]:
    """Gives the builder of a game in its first action phase."""
    return action


@pytest.fixture
def do() -> Callable[..., State]:
    """Gives the function that plays one event: `do(state, "passed", seat=1, track="arts")`."""
    return play


@pytest.fixture
def refused() -> Callable[..., str]:
    """Gives the function that tries an event and gives the rule that refuses it."""
    return refuse


@pytest.fixture
def put() -> Callable[..., State]:
    """Gives the function that changes parts of a state: `put(state, turn=Turn(2))`."""
    return replace


@pytest.fixture
def having() -> Callable[..., State]:
    """Gives the function that changes parts of a seat: `having(state, 1, hand=("census",))`."""
    return with_player


def in_sectors(state: State, fleets: Mapping[str, tuple[tuple[int, int], int]]) -> State:
    """Gives the state with these fleets alone on the board: the sector and the ships of each marker."""
    put, players = dict(state.fleets), dict(state.players)
    for marker, fleet in state.fleets.items():
        at, ships = fleets.get(marker, (None, 0))
        put[marker] = replace(fleet, at=at)
        owner, number = players[marker[0]], fleet.number
        players[marker[0]] = replace(owner, ships=owner.ships.changed(number, ships - owner.ships.of(number)))
    return replace(state, fleets=put, players=players)


def with_techs(state: State, seat: int, **slots: str) -> State:
    """Gives the state with technology cards of a seat in slots, the words of each one from the bottom up."""
    player = state.players[str(seat)]
    stacks = {**player.slots, **{slot: tuple(cards.split()) for slot, cards in slots.items()}}
    return with_player(state, seat, slots=stacks)


@pytest.fixture
def fleets() -> Callable[..., State]:
    """Gives the function that places fleets: `fleets(state, {"1a": ((0, 0), 5)})`; all others are off the board."""
    return in_sectors


@pytest.fixture
def techs() -> Callable[..., State]:
    """Gives the function that gives technology: `techs(state, 1, m_fleet="fleet_upgrade_1")`."""
    return with_techs
