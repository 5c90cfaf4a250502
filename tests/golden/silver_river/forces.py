"""What fleets are worth in a sector: to explore, to settle, to fight there, or to be on the way."""

from __future__ import annotations

from playfold.engine.games.silver_river.lookup import (
    content_of,
    fleet_level,
    has_ability,
    has_units,
    kind_of,
    lasting,
    markers_in,
    planets_at,
    room,
    ships_of,
)
from playfold.engine.games.silver_river.operations_at_once import Quest
from playfold.engine.games.silver_river.operations_lasting import AllowBombardment, AllowUninhabitable
from playfold.engine.games.silver_river.pieces import place
from playfold.engine.games.silver_river.seats import KEYS, seats_of
from playfold.engine.games.silver_river.state import State
from playfold.engine.hexes import Hex, distance


def force(state: State, seat: int, at: Hex) -> float:
    """Gives the hits that a seat's units in a sector score in a round, on average."""
    ships = sum(ships_of(state, marker) for marker in markers_in(state, at, seat))
    station = state.stations.get(place(at)) == seat
    return (ships + station) * (3 + fleet_level(state, seat)) / 6


def others_force(state: State, seat: int, at: Hex) -> float:
    """Gives the hits that the strongest other seat scores there."""
    return max([force(state, other, at) for other in seats_of(state) if other != seat], default=0.0)


def beats(state: State, at: Hex, hits: float) -> bool:
    """Says whether so many hits in the first round are likely to kill the monster of a sector before its third blow."""
    beast = state.monsters.get(place(at))
    return beast is not None and hits * 2.2 >= content_of(state).monsters[beast.monster].hits


def settles(state: State, seat: int, name: str) -> bool:
    """Says whether a seat could put its first cube on a planet."""
    planet = state.planets[name]
    if KEYS[seat] in planet.population or not room(state, name, seat):
        return False
    able = has_ability(state, seat, "ignore_uninhabitable") or any(
        isinstance(each, AllowUninhabitable) for each in lasting(state, seat)
    )
    return able or not planet.uninhabitable


def bombs(state: State, seat: int, at: Hex) -> bool:
    """Says whether a seat could bombard somebody in a sector."""
    if not any(isinstance(each, AllowBombardment) for each in lasting(state, seat)):
        return False
    return any(
        int(key) != seat and not markers_in(state, at, int(key))
        for name in planets_at(state, at)
        for key in state.planets[name].population
    )


def worth(state: State, seat: int, marker: str, at: Hex, taste: dict[str, float]) -> float:
    """Gives what it is worth to a seat that this fleet acts in a sector."""
    player = state.players[KEYS[seat]]
    own = ships_of(state, marker) * (3 + fleet_level(state, seat)) / 6
    with_others = force(state, seat, at) + (0 if state.fleets[marker].at == at else own)
    enemy = others_force(state, seat, at)
    best = 0.0
    if kind_of(state, at) == "empty" and at not in player.explored and player.tokens:
        best = max(best, taste["explore"])
    if place(at) in state.monsters:
        best = max(best, taste["hunt"] if beats(state, at, with_others) else taste["hunt"] * 0.3)
    if any(settles(state, seat, name) for name in planets_at(state, at)):
        best = max(best, taste["settle"])
    if bombs(state, seat, at):
        best = max(best, taste["bomb"])
    if enemy and any(has_units(state, other, at) for other in seats_of(state) if other != seat):
        best = best - 1 if with_others < enemy else max(best, taste["fight"])
    if kind_of(state, at) in ("nebula", "sagittarius") and not enemy and not markers_in(state, at, seat):
        best = max(best, taste["hold"])
    return max(best, _errand(state, seat, marker, at))


def _errand(state: State, seat: int, marker: str, at: Hex) -> float:
    """Gives what a quest of the fleet promises in a sector."""
    pack = content_of(state)
    homes = [pack.homes(len(state.players))[other] for other in seats_of(state) if other != seat]
    reached = {"nebula": kind_of(state, at) == "nebula", "sagittarius": at == (0, 0), "opponent_home_spot": at in homes}
    goals = [
        effect.goal.reach
        for quest in state.players[KEYS[seat]].quests
        if quest.marker == marker
        for effect in pack.discoveries[quest.card].effects
        if isinstance(effect, Quest)
    ]
    return 9.0 if any(reached.get(goal, False) for goal in goals) else 0.0


class Pulls:
    """What moves are worth: worths of sectors are kept as long as the state is the same."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._worths: dict[str, dict[Hex, float]] = {}

    def __call__(self, state: State, seat: int, marker: str, at: Hex, taste: dict[str, float]) -> float:
        """Gives what a move to a sector is worth: for itself, or as a step to a better one."""
        if state is not self._state:
            self._state, self._worths = state, {}
        if marker not in self._worths:
            worths = {each: worth(state, seat, marker, each, taste) for each in content_of(state).sectors}
            self._worths[marker] = {each: value for each, value in worths.items() if value}
        return max([value * 0.55 ** distance(at, each) for each, value in self._worths[marker].items()], default=0.0)


pull = Pulls()
