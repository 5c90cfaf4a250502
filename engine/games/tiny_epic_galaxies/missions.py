"""The twelve secret missions, and who has fulfilled one."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

import msgspec

from .planets import MAT, PLANETS
from .rules import LEVELS
from .state import HIDDEN, SHIPS, State

Kind = Literal["most", "fewest", "alone"]


class Mission(msgspec.Struct, frozen=True):
    """A mission: name, how it is judged, its points (first, or shared), what it asks in own words."""

    name: str
    kind: Kind
    vp: int
    shared: int
    says: str


MISSIONS: MappingProxyType[str, Mission] = MappingProxyType(
    {
        "charger": Mission("Charger", "most", 3, 2, "most energy at the end"),
        "seeker": Mission("Seeker", "most", 3, 2, "most culture at the end"),
        "conqueror": Mission("Conqueror", "most", 3, 2, "most colonies"),
        "hermit": Mission("Hermit", "fewest", 3, 2, "fewest colonies"),
        "noble": Mission("Noble", "most", 3, 2, "most diplomacy colonies"),
        "trader": Mission("Trader", "most", 3, 2, "most economy colonies"),
        "equalizer": Mission("Equalizer", "alone", 3, 3, "as many diplomacy as economy colonies"),
        "elder": Mission("Elder", "alone", 2, 2, "the end was triggered by you"),
        "hoarder": Mission("Hoarder", "alone", 2, 2, "at least 3 energy and 3 culture"),
        "industrialist": Mission("Industrialist", "alone", 2, 2, "empire of level 6"),
        "orbiter": Mission("Orbiter", "alone", 2, 2, "all your ships at home"),
        "explorer": Mission("Explorer", "alone", 2, 2, "none of your ships at home"),
    }
)
"""By id. Facts of public card lists; the six that stand alone make the pool of two players by one source (A17)."""

_ENOUGH = 3


def pool(state: State) -> list[str]:
    """Lists the missions that are in the game."""
    alone = len(state.level) < state.rules.missions_exclude_comparative_below
    return [name for name, mission in MISSIONS.items() if mission.kind == "alone" or not alone]


def _measure(state: State, mission: str, key: str) -> int:
    colonies = [PLANETS[planet].track for planet in state.colonies[key]]
    return {
        "charger": state.energy[key],
        "seeker": state.culture[key],
        "noble": colonies.count("diplomacy"),
        "trader": colonies.count("economy"),
    }.get(mission, len(colonies))


def earned(state: State, key: str) -> int:
    """Gives the points that the mission of a seat brings at the end; none while it is hidden."""
    name = state.missions.get(key, HIDDEN)
    mission = MISSIONS.get(name)
    if mission is None:
        return 0
    if mission.kind != "alone":
        values = [_measure(state, name, each) for each in sorted(state.level)]
        best = max(values) if mission.kind == "most" else min(values)
        if _measure(state, name, key) != best:
            return 0
        return mission.vp if values.count(best) == 1 else mission.shared
    return mission.vp if _alone(state, name, key) else 0


def _alone(state: State, name: str, key: str) -> bool:
    tracks = [PLANETS[planet].track for planet in state.colonies[key]]
    home = [state.ships[ship] == MAT for ship in SHIPS[int(key)] if ship in state.ships]
    if name == "equalizer":
        same = tracks.count("diplomacy") == tracks.count("economy")
        return same and (bool(tracks) or state.rules.equalizer_zero_ok)
    return {
        "elder": state.elder == int(key),
        "hoarder": state.energy[key] >= _ENOUGH and state.culture[key] >= _ENOUGH,
        "industrialist": state.level[key] == LEVELS,
        "orbiter": all(home),
        "explorer": not any(home),
    }[name]
