"""Builds positions of Tiny Epic Galaxies in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.events import Event
from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import SHIPS, Question, RogueTurn, State
from playfold.errors import Illegal

ROW = ("jakks", "vici_ks156", "terra_bettia", "piedes", "tifnod", "hoefker", "la_torres", "umbra_forum", "brumbaugh")
"""Two steps of diplomacy, two of economy, six of diplomacy, six of economy, two of economy; and some more."""
MISSIONS = ("elder", "hoarder", "industrialist", "orbiter", "explorer")


def build(  # noqa: PLR0913 - the parts of a position
    *,
    seats: int = 3,
    row: Sequence[str] | None = None,
    level: Mapping[int, int] | None = None,
    energy: Mapping[int, int] | None = None,
    culture: Mapping[int, int] | None = None,
    colonies: Mapping[int, Sequence[str]] | None = None,
    ships: Mapping[str, str] | None = None,
    faces: Sequence[str] = ("move", "energy", "culture", "colony"),
    dice: Sequence[str] | None = None,
    missions: Sequence[str] = MISSIONS,
    rules: Mapping[str, Any] | None = None,
    **more: Any,
) -> State:
    """Gives a position in the middle of a turn of seat 1.

    Args:
        seats: how many; with one there is a rogue, number 0.
        row: the planets, else as many of `ROW` as belong there, without those that are colonies.
        level: of empires, else 1.
        energy: else 2, of the rogue 0.
        culture: else 1, of the rogue 0.
        colonies: by seat.
        ships: that are not at home.
        faces: of the dice.
        dice: what they are, else inactive.
        missions: by seat.
        rules: parameters that differ.
        more: other parts of the state.
    """
    start = RULES.start(RULES.params("1.0", **(rules or {})), seats)
    keys = sorted(start.level)
    levels = {key: (level or {}).get(int(key), 1) for key in keys}
    owned = {planet for own in (colonies or {}).values() for planet in own}
    there = {
        ship: (ships or {}).get(ship, "mat")
        for key in keys
        for ship in SHIPS[int(key)][: start.rules.ships[levels[key] - 1] if key != "0" else None]
    }
    assert set(ships or {}) <= set(there), "a ship is locked at this level"
    parts = {
        "phase": "turn",
        "turn": 9,
        "active": 1,
        "first": 1,
        "row": tuple(row or [planet for planet in ROW if planet not in owned][: start.rules.row_size.of(seats)]),
        "level": levels,
        "energy": {key: (energy or {}).get(int(key), 0 if key == "0" else 2) for key in keys},
        "culture": {key: (culture or {}).get(int(key), 0 if key == "0" else 1) for key in keys},
        "colonies": {key: tuple((colonies or {}).get(int(key), ())) for key in keys},
        "ships": there,
        "faces": tuple(faces),
        "dice": tuple(dice or ["inactive"] * len(faces)),
        "missions": {} if seats == 1 else dict(zip(keys, missions, strict=False)),
        **more,
    }
    state = replace(start, **parts)
    assert RULES.sound(state) == ()
    return state


def window(seat: int, face: Any, *left: int, **more: Any) -> dict[str, Any]:
    """Gives the parts of a state in which others may follow a die of a seat, the first one."""
    dice = ("activated", *["inactive"] * 3)
    return {
        "active": seat,
        "open": (Question("follow", seat, face=face, left=left),),
        "faces": (face, "move", "energy", "culture"),
        "dice": dice,
        "die": 1,
        **more,
    }


def rogue_turn(stage: Any = "roll", **parts: Any) -> dict[str, Any]:
    """Gives the parts of a state in the rogue's turn."""
    turn: dict[str, Any] = {"stage": stage, "dice": 0 if parts.get("bonus") else 5, **parts}
    return {"seats": 1, "phase": "rogue", "rogue": RogueTurn(**turn), "faces": (), "dice": ()}


def event(name: str, **fields: Any) -> Event[Any]:
    """Gives an event as a log has it."""
    return RULES.event({"type": name, **fields})


def step(state: State, name: str, **fields: Any) -> State:
    """Plays one event."""
    after = RULES.step(state, event(name, **fields))
    assert RULES.sound(after) == ()
    return after


def broken(state: State, name: str, **fields: Any) -> str:
    """Tells which rule refuses an event; "" when none does."""
    try:
        RULES.check(state, event(name, **fields))
    except Illegal as error:
        return error.rule
    return ""


@pytest.fixture
def table() -> Callable[..., State]:
    """Gives the builder of positions."""
    return build


@pytest.fixture
def followed() -> Callable[..., dict[str, Any]]:
    """Gives the builder of windows in which a die is followed."""
    return window


@pytest.fixture
def rogue() -> Callable[..., dict[str, Any]]:
    """Gives the builder of a rogue's turn."""
    return rogue_turn


@pytest.fixture
def do() -> Callable[..., State]:
    """Gives the function that plays one event: `do(state, "turn_ended", seat=1)`."""
    return step


@pytest.fixture
def use() -> Callable[..., State]:
    """Gives the function that activates die 1 of seat 1: `use(state, do="land", ship="1s1", planet="jakks")`."""

    def activate(state: State, **fields: Any) -> State:
        return step(state, "die_activated", seat=1, die=1, use=fields)

    return activate


@pytest.fixture
def refused() -> Callable[..., str]:
    """Gives the function that tells which rule refuses an event; "" when none does."""
    return broken


@pytest.fixture
def told() -> Callable[..., str]:
    """Gives the function that tells one event."""

    def tell(state: State, name: str, **fields: Any) -> str:
        one = event(name, **fields)
        return one.tell(state, RULES.step(state, one))

    return tell
