"""Fleet markers: who may look at which number."""

from __future__ import annotations

from typing import Any

from playfold.engine.hexes import Hex

from .battle_hits import loses_ships
from .lookup import has_units, lasting
from .operations_lasting import SeeAllFleetMarkers
from .seats import KEYS


def sees(state: Any, seat: int, marker: str) -> bool:
    """Says whether a seat may look at the number below a marker now (Fleet Markers; A54).

    Its own; where it has a fleet, population, a station or a wonder that it built; all, for who may see all; and those
    that a card showed it in this turn. In a battle all who have units there share the sector. Between the last roll of
    a round and its losses all see the fleets that are hit: the losses, public by number, show them at once.
    """
    if marker[0] == KEYS[seat] or marker in state.players[KEYS[seat]].seen or loses_ships(state, marker):
        return True
    at = state.fleets[marker].at
    return (at is not None and _shares(state, seat, at)) or any(
        isinstance(each, SeeAllFleetMarkers) for each in lasting(state, seat)
    )


def _shares(state: Any, seat: int, at: Hex) -> bool:
    """Says whether a seat has a fleet, a station, population or a wonder in a sector."""
    return has_units(state, seat, at) or any(
        planet.at == at and (planet.population.get(KEYS[seat]) or (planet.wonder and planet.wonder.seat == seat))
        for planet in state.planets.values()
    )
