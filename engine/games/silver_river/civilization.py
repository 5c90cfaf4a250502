"""Civilization actions: colonizing planets, also within an activation, populating them, and trade stations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from playfold.engine.field_types import Unordered
from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, is_free, may_act, nothing_open
from .event import Choice
from .lookup import (
    Standing,
    content_of,
    has_ability,
    kind_of,
    lasting,
    markers_in,
    markers_of,
    own_planets,
    room,
)
from .operations_lasting import AllowUninhabitable, SetCost, UnlockAction
from .pieces import place
from .rules import CIVILIZATION, MILITARY, STATIONS
from .seats import KEYS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("colonize.planet", "Planets that are on the map are colonized.", f"rulebook, {CIVILIZATION}"),
    Rule("colonize.fleet", "Colonizing needs an own fleet in the sector.", f"rulebook, {CIVILIZATION}"),
    Rule(
        "colonize.follow",
        "In a military turn an activated fleet colonizes, in its sector, as its one follow-up.",
        f"rulebook, {MILITARY}; A2, A58",
    ),
    Rule("colonize.new", "Colonized are planets without own population.", f"rulebook, {CIVILIZATION}"),
    Rule("colonize.uninhabitable", "Uninhabitable planets need a technology.", f"rulebook, {CIVILIZATION}"),
    Rule(
        "colonize.room",
        "A planet holds its capacity and its highest terraforming modifier, of all seats together.",
        f"rulebook, {CIVILIZATION}",
    ),
    Rule("colonize.pay", "Colonizing costs civilization for each planet.", f"rulebook, {CIVILIZATION}; A2"),
    Rule("populate.some", "Populating adds at least one cube.", f"rulebook, {CIVILIZATION}"),
    Rule("populate.own", "Populated are planets with own population.", f"rulebook, {CIVILIZATION}"),
    Rule("populate.room", "No planet holds more cubes than its capacity.", f"rulebook, {CIVILIZATION}"),
    Rule("populate.pay", "Populating costs civilization for each cube.", f"rulebook, {CIVILIZATION}; A19"),
    Rule("station.tech", "Trade stations need a technology.", f"rulebook, {STATIONS}"),
    Rule("station.sector", "Trade stations stand in empty sectors and nebulae.", f"rulebook, {STATIONS}; A13"),
    Rule("station.one", "A sector holds one trade station.", f"rulebook, {STATIONS}"),
    Rule("station.fleet", "A trade station is built where an own fleet is.", f"rulebook, {CIVILIZATION}"),
    Rule("station.most", "A seat has so many trade stations at most.", f"rulebook, {STATIONS}"),
    Rule("station.pay", "A trade station costs civilization.", f"rulebook, {CIVILIZATION}"),
)

Some = Annotated[int, msgspec.Meta(ge=0, le=999)]


def colonize_cost(state: Standing, seat: int) -> int:
    """Gives what a new planet costs a seat: of its top card, else as printed; 1 less for a race, but at least 1."""
    cost = _set_cost(state, seat, "colonize", state.rules.colonize_base)
    return min(cost, max(1, cost - 1)) if has_ability(state, seat, "colonize_discount") else cost


def populate_cost(state: Standing, seat: int, cubes: int) -> int:
    """Gives what adding cubes costs a seat; the first one of an age is free for a race with that ability."""
    free = has_ability(state, seat, "free_population") and not state.players[KEYS[seat]].used
    return _set_cost(state, seat, "populate", state.rules.populate_base) * (cubes - (free and cubes > 0))


def _set_cost(state: Standing, seat: int, action: str, base: int) -> int:
    return min(
        (each.cost for each in lasting(state, seat) if isinstance(each, SetCost) and each.action == action),
        default=base,
    )


def may_settle(state: Standing, seat: int, planet: str) -> bool:
    """Says whether a planet is habitable for a seat, by itself, by a card or by its race."""
    return (
        not state.planets[planet].uninhabitable
        or has_ability(state, seat, "ignore_uninhabitable")
        or any(isinstance(each, AllowUninhabitable) for each in lasting(state, seat))
    )


class PlanetColonized(Choice, frozen=True, gc=False):
    """A seat puts a cube on a new planet: an action, or the follow-up of an activated fleet."""

    planet: str

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless fleet, room, habitability and price allow it."""
        name = "planet_colonized"
        if state.turn.type == "military":
            self._follows(state, name)
        else:
            may_act(state, self.seat, name, "civilization")
        if self.planet not in state.planets:
            there = ", ".join(state.planets)
            raise Illegal(
                "colonize.planet", f"{name} by @{self.seat}: there is no planet {self.planet!r} among {there}"
            )
        planet = state.planets[self.planet]
        if not markers_in(state, planet.at, self.seat):
            raise Illegal(
                "colonize.fleet", f"{name} by @{self.seat}: has no fleet at {self.planet}, {place(planet.at)}"
            )
        activation = state.turn.activation
        if activation is not None and state.fleets[activation.marker].at != planet.at:
            raise Illegal(
                "colonize.follow", f"{name} by @{self.seat}: {activation.marker} is not in the sector of {self.planet}"
            )
        if planet.population.get(KEYS[self.seat]):
            raise Illegal(
                "colonize.new", f"{name} by @{self.seat}: has population on {self.planet}; populated adds to it"
            )
        if not may_settle(state, self.seat, self.planet):
            raise Illegal("colonize.uninhabitable", f"{name} by @{self.seat}: {self.planet} needs a technology")
        if not room(state, self.planet, self.seat):
            cubes = sum(planet.population.values())
            raise Illegal("colonize.room", f"{name} by @{self.seat}: {self.planet} is full with {cubes} cubes")
        can_pay(state, self.seat, name, "civilization", colonize_cost(state, self.seat), "colonize.pay")

    def _follows(self, state: State, name: str) -> None:
        nothing_open(state, self.seat, name)
        activation = state.turn.activation
        if activation is None or activation.fought:
            raise Illegal(
                "colonize.follow",
                f"{name} by @{self.seat}: in a military turn it is a follow-up of an activated fleet, none is open",
            )

    def play(self, table: Table) -> None:
        """Pays and puts the cube down. Within an activation nothing but colonizing follows."""
        cost, turn = colonize_cost(table, self.seat), table.turn
        if turn.type == "military" and turn.activation is not None:
            table.pay(self.seat, "civilization", cost)
            table.turn = replace(turn, activation=replace(turn.activation, colonized=True))
        else:
            act(table, self.seat, "civilization", cost)
        table.populate(self.seat, self.planet, 1)

    def tell(self, before: State, after: State) -> str:
        """Tells the planet and the price."""
        paid = _paid(before, after, self.seat)
        return f"@{self.seat} colonizes {self.planet} for {paid} civilization{told(before, after)}."


class Populated(Choice, frozen=True, gc=False):
    """A seat adds cubes to planets with own population."""

    planets: Annotated[dict[str, Some], Unordered()]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless there are own cubes and room on each planet, and the price is there."""
        name = "populated"
        may_act(state, self.seat, name, "civilization")
        may_populate(state, self.seat, self.planets, name)
        cost = populate_cost(state, self.seat, sum(self.planets.values()))
        can_pay(state, self.seat, name, "civilization", cost, "populate.pay")

    def play(self, table: Table) -> None:
        """Pays and adds the cubes."""
        act(table, self.seat, "civilization", populate_cost(table, self.seat, sum(self.planets.values())))
        if has_ability(table, self.seat, "free_population"):
            table.player(self.seat, used=1)
        for planet, cubes in self.planets.items():
            table.populate(self.seat, planet, cubes)

    def tell(self, before: State, after: State) -> str:
        """Tells the planets and the price."""
        where = ", ".join(f"{planet} by {cubes}" for planet, cubes in self.planets.items())
        return (
            f"@{self.seat} populates {where} for {_paid(before, after, self.seat)} civilization{told(before, after)}."
        )


def may_populate(state: Standing, seat: int, planets: dict[str, int], name: str) -> None:
    """Raises `Illegal` unless cubes may be added to these planets, apart from the price. `name` is the event's."""
    if list(planets) != sorted(planets) or not all(planets.values()):
        raise Illegal("write.order", f"{name} by @{seat}: planets ascend, and none gets 0 cubes")
    if not planets:
        raise Illegal("populate.some", f"{name} by @{seat}: names at least one planet and a cube for it")
    for planet, cubes in planets.items():
        if planet not in state.planets or not state.planets[planet].population.get(KEYS[seat]):
            own = ", ".join(own_planets(state, seat))
            raise Illegal("populate.own", f"{name} by @{seat}: has no population on {planet!r}, but on {own or 'none'}")
        left = room(state, planet, seat)
        if cubes > left:
            raise Illegal("populate.room", f"{name} by @{seat}: {planet} has room for {left} cubes, not {cubes}")


class StationBuilt(Choice, frozen=True, gc=False):
    """A seat builds a trade station."""

    at: Hex

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless technology, sector, fleet, number and price allow it."""
        name, sector = f"station_built by @{self.seat}", place(self.at)
        may_act(state, self.seat, "station_built", "civilization")
        if not may_build_stations(state, self.seat):
            raise Illegal("station.tech", f"{name}: needs a technology on top of a stack that allows trade stations")
        if self.at not in content_of(state).sectors or kind_of(state, self.at) not in ("empty", "nebula"):
            raise Illegal("station.sector", f"{name}: {sector} is no empty sector and no nebula")
        if place(self.at) in state.stations:
            raise Illegal("station.one", f"{name}: @{state.stations[place(self.at)]} has one at {sector}")
        if not markers_in(state, self.at, self.seat):
            raise Illegal("station.fleet", f"{name}: has no fleet at {sector}")
        most = content_of(state).board.stations
        if stations(state, self.seat) >= most:
            raise Illegal("station.most", f"{name}: has {most} on the map, which is all")
        can_pay(state, self.seat, "station_built", "civilization", state.rules.station_cost, "station.pay")

    def play(self, table: Table) -> None:
        """Pays and places it."""
        act(table, self.seat, "civilization", table.rules.station_cost)
        table.stations[place(self.at)] = self.seat

    def tell(self, before: State, after: State) -> str:
        """Tells the sector and the price."""
        paid = _paid(before, after, self.seat)
        return f"@{self.seat} builds a trade station at {place(self.at)} for {paid} civilization{told(before, after)}."


def may_build_stations(state: Standing, seat: int) -> bool:
    """Says whether a technology allows a seat trade stations."""
    return any(isinstance(each, UnlockAction) for each in lasting(state, seat))


def stations(state: Standing, seat: int) -> int:
    """Counts the trade stations of a seat on the map."""
    return sum(holder == seat for holder in state.stations.values())


def _paid(before: State, after: State, seat: int) -> int:
    return before.players[KEYS[seat]].cubes.civilization - after.players[KEYS[seat]].cubes.civilization


def options(state: State) -> Iterator[Choice]:
    """Gives what the seat on turn may colonize, populate and build."""
    seat = state.turn.seat
    yield from _to_colonize(state, seat)
    if is_free(state, seat, "civilization"):
        yield from _to_populate(state, seat)
        yield from _to_station(state, seat)


def _to_colonize(state: State, seat: int) -> Iterator[PlanetColonized]:
    activation = state.turn.activation
    follows = state.turn.type == "military"
    if not is_free(state, seat, "military" if follows else "civilization"):
        return
    if follows and (activation is None or activation.fought):
        return
    if state.players[KEYS[seat]].cubes.civilization < colonize_cost(state, seat):
        return
    here = state.fleets[activation.marker].at if activation is not None else None
    for name, planet in state.planets.items():
        if (
            (here is None or planet.at == here)
            and not planet.population.get(KEYS[seat])
            and markers_in(state, planet.at, seat)
            and may_settle(state, seat, name)
            and room(state, name, seat)
        ):
            yield PlanetColonized(seat, name)


def _to_populate(state: State, seat: int) -> Iterator[Populated]:
    """Gives a fair part of the ways: one cube on a planet, or as many as it holds and can be paid."""
    there = state.players[KEYS[seat]].cubes.civilization
    for planet in sorted(own_planets(state, seat)):
        affordable = [
            cubes for cubes in range(1, room(state, planet, seat) + 1) if populate_cost(state, seat, cubes) <= there
        ]
        for cubes in sorted({*affordable[:1], *affordable[-1:]}):
            yield Populated(seat, {planet: cubes})


def _to_station(state: State, seat: int) -> Iterator[StationBuilt]:
    player = state.players[KEYS[seat]]
    if (
        player.cubes.civilization < state.rules.station_cost
        or not may_build_stations(state, seat)
        or stations(state, seat) >= content_of(state).board.stations
    ):
        return
    fleets = (state.fleets[marker].at for marker in markers_of(state, seat))
    for at in sorted({at for at in fleets if at is not None}):
        if kind_of(state, at) in ("empty", "nebula") and place(at) not in state.stations:
            yield StationBuilt(seat, at)
