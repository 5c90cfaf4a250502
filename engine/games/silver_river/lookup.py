"""What lies where: questions about fleets, stations and planets that every chapter asks of a state or of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from playfold.engine.hexes import Hex

from .content import Pack, pack
from .operations import Operation
from .operations_lasting import Capacity, FleetLevel
from .pieces import LETTERS, Planet, place
from .printed import Race
from .seats import KEYS

Standing: TypeAlias = Any
"""A state, or the table while an event is played: both have the same parts."""


def content_of(state: Standing) -> Pack:
    """Gives the content pack."""
    return pack(state.rules.content)


def race_of(state: Standing, seat: int) -> Race:
    """Gives the race of a seat."""
    return content_of(state).races[state.players[KEYS[seat]].race]


def home(state: Standing, seat: int) -> Hex:
    """Gives the home sector of a seat."""
    return content_of(state).homes(len(state.players))[seat]


def kind_of(state: Standing, at: Hex) -> str:
    """Gives what a sector is: sagittarius, nebula, empty, planets, home (a seat's spot) or hostile (an unused one)."""
    pack = content_of(state)
    kind: str = pack.sectors[at].kind
    return "hostile" if kind == "home" and at not in pack.homes(len(state.players)).values() else kind


def near(state: Standing, at: Hex) -> tuple[Hex, ...]:
    """Gives the sectors next to one."""
    return content_of(state).near[at]


def markers_of(state: Standing, seat: int) -> Iterator[str]:
    """Gives the markers of a seat that are on the board, a to d."""
    for letter in LETTERS:
        fleet = state.fleets.get(f"{seat}{letter}")
        if fleet is not None and fleet.at is not None:
            yield f"{seat}{letter}"


def markers_in(state: Standing, at: Hex, seat: int = 0) -> list[str]:
    """Lists the markers in a sector, those of one seat or all, by seat and letter."""
    return [
        marker
        for marker, fleet in sorted(state.fleets.items())
        if fleet.at == at and (not seat or marker[0] == KEYS[seat])
    ]


def ships_of(state: Standing, marker: str) -> int:
    """Gives the ships of the fleet below a marker; none where a view hides which one it is."""
    number = state.fleets[marker].number
    ships: int = state.players[marker[0]].ships.of(number) if number else 0
    return ships


def marker_of(state: Standing, seat: int, number: int) -> str:
    """Gives the marker of a seat's fleet by its number; where a view hides that, one that may be it."""
    own = [f"{seat}{letter}" for letter in LETTERS]
    hidden = (marker for marker in own if not state.fleets[marker].number)
    return next((marker for marker in own if state.fleets[marker].number == number), next(hidden, own[0]))


def has_units(state: Standing, seat: int, at: Hex) -> bool:
    """Says whether a seat has a fleet or a station in a sector."""
    return state.stations.get(place(at)) == seat or bool(markers_in(state, at, seat))


def units_in(state: Standing, at: Hex, seat: int) -> list[str]:
    """Lists the units of a seat in a sector: markers a to d, then the station `1s`."""
    units = markers_in(state, at, seat)
    if state.stations.get(place(at)) == seat:
        units.append(f"{seat}s")
    return units


def planets_at(state: Standing, at: Hex) -> list[str]:
    """Lists the planets in a sector."""
    return [name for name, planet in state.planets.items() if planet.at == at]


def top_cards(state: Standing, seat: int) -> Iterator[str]:
    """Gives the technology cards of a seat that lie on top of a stack, in the order of the slots."""
    for stack in state.players[KEYS[seat]].slots.values():
        if stack:
            yield stack[-1]


def researched(state: Standing, seat: int) -> list[str]:
    """Lists all technology cards of a seat, covered or not."""
    return [card for stack in state.players[KEYS[seat]].slots.values() for card in stack]


def wonder_operations(state: Standing, planet: Planet) -> tuple[Operation, ...]:
    """Gives the operations of the wonder on a planet; none without one."""
    if planet.wonder is None:
        return ()
    pack = content_of(state)
    racial = planet.wonder.wonder == "racial"
    return race_of(state, planet.wonder.seat).wonder.effects if racial else pack.wonders[planet.wonder.wonder].effects


def lasting(state: Standing, seat: int) -> Iterator[Operation]:
    """Gives the lasting operations of a seat: of its top cards, its titles, and its racial wonder while that stands."""
    pack = content_of(state)
    for card in top_cards(state, seat):
        yield from pack.techs[card].effects
    for title, holder in state.titles.items():
        if holder == seat:
            yield from pack.titles[title].effects
    for planet in state.planets.values():
        if planet.wonder is not None and planet.wonder.wonder == "racial" and planet.wonder.seat == seat:
            yield from wonder_operations(state, planet)


def capacity(state: Standing, name: str, seat: int = 0) -> int:
    """Gives how many cubes a planet holds in all: printed, terraformed, and what its wonder adds for a seat."""
    planet: Planet = state.planets[name]
    most = planet.capacity + planet.terraform
    builder = planet.wonder.seat if planet.wonder is not None else 0
    for each in wonder_operations(state, planet):
        if isinstance(each, Capacity) and (each.scope == "this_planet_all" or builder == seat):
            most += each.n
    return most


def room(state: Standing, name: str, seat: int = 0) -> int:
    """Gives how many cubes a seat may still add to a planet."""
    planet: Planet = state.planets[name]
    return max(0, capacity(state, name, seat) - sum(planet.population.values()))


def population(state: Standing, seat: int) -> int:
    """Counts the cubes of a seat on all planets."""
    key = KEYS[seat]
    return sum([planet.population[key] for planet in state.planets.values() if key in planet.population])


def own_planets(state: Standing, seat: int) -> list[str]:
    """Lists the planets with population of a seat."""
    key = KEYS[seat]
    return [name for name, planet in state.planets.items() if key in planet.population]


def most_population(planet: Planet) -> tuple[int, ...]:
    """Gives the seats with the most cubes on a planet; none when nobody has any."""
    most = max(planet.population.values(), default=0)
    return tuple(int(key) for key, cubes in sorted(planet.population.items()) if most and cubes == most)


def controller(state: Standing, name: str) -> int:
    """Gives the seat that controls the wonder of a planet, 0 for none (Scoring; A21, A30)."""
    planet: Planet = state.planets[name]
    if planet.wonder is None:
        return 0
    if planet.wonder.wonder == "racial":
        return int(planet.wonder.seat)
    most = most_population(planet)
    if len(most) == 1:
        return most[0]
    if planet.wonder.seat in most and state.rules.wonder_tie == "builder_else_none":
        return int(planet.wonder.seat)
    return 0


def wonders_controlled(state: Standing, seat: int) -> int:
    """Counts the wonders that a seat controls."""
    return sum(controller(state, name) == seat for name in state.planets)


def fleet_level(state: Standing, seat: int) -> int:
    """Gives the level of a seat's fleets and stations: of its top card of that kind, 0 on the printed board."""
    return max((each.n for each in lasting(state, seat) if isinstance(each, FleetLevel)), default=0)


def has_ability(state: Standing, seat: int, ability: str) -> bool:
    """Says whether a seat's race has an ability."""
    return race_of(state, seat).ability == ability


def alone(state: Standing, seat: int, at: Hex) -> bool:
    """Says whether no other seat has a fleet in a sector."""
    return all(marker[0] == KEYS[seat] for marker in markers_in(state, at))
