"""What a player of the golden games does on the map: ships, moves, explorations, colonies, and answers to effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playfold.engine.games.silver_river.cubes import TYPES
from playfold.engine.games.silver_river.seats import KEYS
from playfold.engine.games.silver_river.state import State

from .battles import around
from .forces import beats, pull
from .mind import Mind


def _built(mind: Mind, option: Any) -> float:
    """Values ships: up to what the style wants, one cube kept for an activation, the largest fleets first."""
    player = mind.state.players[KEYS[option.seat]]
    spare = player.cubes.military - (0 if mind.state.turn.activations else 1)
    if player.ships.total + option.ships.total > mind.style.ships or option.ships.total > spare:
        return -1.0
    depth = max(player.ships.of(number) for number, _ in option.ships.items())
    return 2.5 + int(option.ships.total) / 10 + depth / 10


def _activated(mind: Mind, option: Any) -> float:
    state = mind.state
    at = state.fleets[option.marker].at
    assert at is not None
    to = at if option.to is None else option.to
    worth = pull(state, option.seat, option.marker, to, mind.style.taste)
    return worth if option.to is not None or worth > 3 else worth / 3


def _explored(mind: Mind, option: Any) -> float:
    del option
    return mind.style.taste["explore"] + 3


def _hunted(mind: Mind, option: Any) -> float:
    del option
    activation = mind.state.turn.activation
    assert activation is not None
    hits = around(mind.state, activation.at)
    return mind.style.taste["hunt"] if beats(mind.state, activation.at, hits) else mind.style.taste["hunt"] / 8 - 1


def _colonized(mind: Mind, option: Any) -> float:
    free = mind.state.planets[option.planet].capacity
    return 7.0 + free / 5 + mind.style.taste["settle"] / 8


def _populated(mind: Mind, option: Any) -> float:
    del mind
    return 3.0 + int(sum(option.planets.values())) / 2


def _station(mind: Mind, option: Any) -> float:
    del mind, option
    return 6.0


def _effect(mind: Mind, option: Any) -> float:
    """Values an answer: anything before nothing, cubes of the types that the style lives on, ships to large fleets."""
    use = option.use
    if use is None:
        return 0.0
    value = 1.0
    if use.cubes is not None:
        value += sum(share * use.cubes.of(kind) for kind, share in zip(TYPES, mind.style.shares, strict=True)) / 10
    if use.to is not None and use.marker:
        value += pull(mind.state, option.seat, use.marker, use.to, mind.style.taste)
    if use.ships is not None:
        ships = mind.state.players[KEYS[option.seat]].ships
        value += max([ships.of(number) for number, _ in use.ships.items()], default=0) / 10
    if use.fight:
        at = next(fleet.at for marker, fleet in mind.state.fleets.items() if _explorer(mind.state, marker))
        value = 1.0 if at is not None and beats(mind.state, at, around(mind.state, at)) else -0.5
    return value


def _explorer(state: State, marker: str) -> bool:
    ask: Any = state.pending[-1]
    return ask.marker == marker or (
        not ask.marker and ask.at == state.fleets[marker].at and marker[0] == KEYS[ask.seat]
    )


EXPANSION: Mapping[str, Callable[[Mind, Any], float]] = {
    "ships_built": _built,
    "fleet_activated": _activated,
    "sector_explored": _explored,
    "monster_fought": _hunted,
    "planet_colonized": _colonized,
    "populated": _populated,
    "station_built": _station,
    "effect_chosen": _effect,
}
"""What an option of fleets, planets and answers is worth, by its name."""
