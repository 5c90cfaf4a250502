"""The production phase: the age's monster, raw production, typed cubes, ships of shipyards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule

from .cubes import Cubes
from .effects import advance
from .lookup import (
    content_of,
    kind_of,
    lasting,
    markers_in,
    near,
    planets_at,
    population,
    wonder_operations,
    wonders_controlled,
)
from .operations import Operation
from .operations_lasting import AddShipsAtProduction, Production, TradeStationBonus
from .pending import Ask
from .pieces import Beast, Planet, place
from .rules import PRODUCTION
from .seats import KEYS, clockwise, seats_of
from .table import Table

INDEX = (
    Rule(
        "production.ships",
        "Ships of the production phase go to own fleets below the most, clockwise from the first player.",
        f"rulebook, {PRODUCTION}",
    ),
    Rule(
        "production.monster",
        "The monster of an age comes to Sagittarius A*; one that still stands there goes back.",
        f"rulebook, {PRODUCTION}; A10",
        consequence=True,
    ),
)


class Income(NamedTuple):
    """What a seat produces: raw cubes by where they come from, typed cubes."""

    population: int
    booster: int
    effects: int
    rifts: int
    stations: int
    typed: Cubes

    @property
    def raw(self) -> int:
        """All raw cubes."""
        return self.population + self.booster + self.effects + self.rifts + self.stations


def income(state: Any, seat: int) -> Income:
    """Gives what a seat produces now (Production Phase, Trade Stations, Sagittarius A* and Nebula Sectors)."""
    raw, typed = 0, Cubes()
    for each in _operations(state, seat):
        if isinstance(each, Production):
            raw += each.raw + (max(each.min, each.n * _number(state, seat, each)) if each.raw_per else 0)
            typed = typed.plus(each.typed)
    return Income(
        population=population(state, seat),
        booster=state.rules.booster if state.age == 1 else 0,
        effects=raw,
        rifts=sum(holds_alone(state, seat, at) for at in content_of(state).sectors),
        stations=_stations(state, seat),
        typed=typed,
    )


def _operations(state: Any, seat: int) -> Iterator[Operation]:
    """Gives lasting operations, and those of shared wonders on planets where the seat has population (Wonders)."""
    yield from lasting(state, seat)
    for _, planet in shared_wonders(state, seat):
        yield from wonder_operations(state, planet)


def shared_wonders(state: Any, seat: int) -> Iterator[tuple[str, Planet]]:
    """Gives the planets with population of the seat that have a wonder which serves every race there."""
    for name, planet in state.planets.items():
        if planet.wonder is not None and planet.wonder.wonder != "racial" and planet.population.get(KEYS[seat]):
            yield name, planet


def _number(state: Any, seat: int, operation: Production) -> int:
    if operation.raw_per == "own_trade_station":
        return sum(owner == seat for owner in state.stations.values())
    return wonders_controlled(state, seat)


def holds_alone(state: Any, seat: int, at: Hex) -> bool:
    """Says whether a seat has the only fleets in a nebula or at Sagittarius A*."""
    if kind_of(state, at) not in ("nebula", "sagittarius"):
        return False
    markers = markers_in(state, at)
    return bool(markers) and all(marker[0] == KEYS[seat] for marker in markers)


def _stations(state: Any, seat: int) -> int:
    bonus = sum(each.raw for each in lasting(state, seat) if isinstance(each, TradeStationBonus))
    return sum(bonus + peopled_near(state, at) for at in _own_stations(state, seat))


def _own_stations(state: Any, seat: int) -> Iterator[Hex]:
    for key, owner in state.stations.items():
        if owner == seat:
            q, r = key.split(",")
            yield int(q), int(r)


def peopled_near(state: Any, at: Hex) -> int:
    """Counts the sectors next to one that hold a planet with population of anybody."""
    return sum(any(state.planets[name].population for name in planets_at(state, each)) for each in near(state, at))


def produce(table: Table) -> None:
    """Does the production phase of the table's age up to the choices that it asks for."""
    _monster(table)
    for seat in seats_of(table):
        came = income(table, seat)
        player = table.player(seat)
        table.player(
            seat, raw=player.raw + came.raw, cubes=player.cubes.plus(came.typed), tokens=table.rules.explore_limit
        )
    table.open(*(each for seat in clockwise(table, table.first) for each in _ships(table, seat)))
    advance(table)


def _monster(table: Table) -> None:
    """Puts the age's monster on Sagittarius A* (A10); after the last one that was selected none comes."""
    if not table.waiting:
        return
    new, table.waiting = table.waiting[0], table.waiting[1:]
    centre = place(content_of(table).centre)
    if centre in table.monsters:
        if table.rules.monster_replace == "keep_old":
            return
        table.defeated = (*table.defeated, table.monsters[centre].monster)
    table.monsters[centre] = Beast(new)


def _ships(table: Table, seat: int) -> Iterator[Ask]:
    for each in lasting(table, seat):
        if isinstance(each, AddShipsAtProduction):
            yield Ask(seat, each, "racial")
    for _, planet in shared_wonders(table, seat):
        for each in wonder_operations(table, planet):
            if isinstance(each, AddShipsAtProduction) and planet.wonder is not None:
                yield Ask(seat, each, planet.wonder.wonder)
