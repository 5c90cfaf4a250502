"""Fleet markers: who may look at which number."""

from __future__ import annotations

from typing import Any

from .lookup import lasting, markers_in
from .operations import SeeAllFleetMarkers
from .state import KEYS, place


def sees(state: Any, seat: int, marker: str) -> bool:
    """Says whether a seat may look at the number below a marker now (Fleet Markers; A54).

    Its own; where it has a fleet, population, a station or a wonder that it built; all, for who may see all; and those
    that a card showed it in this turn. In a battle all who have units there share the sector.
    """
    if marker[0] == KEYS[seat]:
        return True
    if marker in state.players[KEYS[seat]].seen:
        return True
    at = state.fleets[marker].at
    if at is not None and (
        markers_in(state, at, seat)
        or state.stations.get(place(at)) == seat
        or any(
            planet.at == at and (planet.population.get(KEYS[seat]) or (planet.wonder and planet.wonder.seat == seat))
            for planet in state.planets.values()
        )
    ):
        return True
    return any(isinstance(each, SeeAllFleetMarkers) for each in lasting(state, seat))
