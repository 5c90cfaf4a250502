"""What changed on the map, told to people: planets, wonders, stations, monsters, fleets."""

from __future__ import annotations

from collections.abc import Iterator

from .lookup import capacity, content_of, kind_of, race_of
from .pieces import Built
from .printed import Wonder
from .seats import KEYS, seats_of
from .state import State


def on_map(before: State, after: State) -> Iterator[str]:
    """Tells every change on the map."""
    yield from _fleets(before, after)
    yield from _planets(before, after)
    yield from _stations(before, after)
    yield from _monsters(before, after)


def wonder_of(state: State, built: Built) -> Wonder:
    """Gives a wonder that stands."""
    return race_of(state, built.seat).wonder if built.wonder == "racial" else content_of(state).wonders[built.wonder]


def _fleets(before: State, after: State) -> Iterator[str]:
    for marker, fleet in after.fleets.items():
        old = before.fleets.get(marker)
        if old is None or old.at == fleet.at:
            continue
        if fleet.at is None:
            yield f"{marker} leaves the map"
        else:
            at = f"{fleet.at[0]},{fleet.at[1]} ({_where(after, fleet.at)})"
            yield f"{marker} returns to {at}" if old.at is None else f"{marker} is at {at}"


def _where(state: State, at: tuple[int, int]) -> str:
    kind = kind_of(state, at)
    homes = content_of(state).homes(len(state.players))
    owner = next((seat for seat in seats_of(state) if homes[seat] == at), 0)
    return f"home of @{owner}" if owner else {"sagittarius": "Sagittarius A*", "planets": "planet"}.get(kind, kind)


def _planets(before: State, after: State) -> Iterator[str]:
    for name, planet in after.planets.items():
        old = before.planets.get(name)
        if old is None:
            people = ", ".join(f"{number} of @{key}" for key, number in planet.population.items())
            yield f"the home planet {name} lies at {planet.at[0]},{planet.at[1]} with {people}"
            continue
        for seat in seats_of(after):
            was, now = old.population.get(KEYS[seat], 0), planet.population.get(KEYS[seat], 0)
            if was != now:
                full = sum(planet.population.values())
                yield f"population of @{seat} on {name} {was} to {now} ({full} of {capacity(after, name, seat)} in all)"
        if planet.terraform != old.terraform:
            yield f"{name} is terraformed by {planet.terraform} and holds {capacity(after, name)}"
        if old.wonder is not None and planet.wonder != old.wonder:
            paid = content_of(after).board.wonder_destroyed_military
            yield (
                f"the {wonder_of(before, old.wonder).name} on {name} is destroyed: @{old.wonder.seat} gets {paid} "
                "military"
            )


def _stations(before: State, after: State) -> Iterator[str]:
    for at, seat in before.stations.items():
        if after.stations.get(at) != seat:
            yield f"the trade station of @{seat} at {at} is destroyed"
    for at, seat in after.stations.items():
        if before.stations.get(at) != seat:
            owned = sum(owner == seat for owner in after.stations.values())
            yield f"@{seat} has {owned} of {content_of(after).board.stations} trade stations"


def _monsters(before: State, after: State) -> Iterator[str]:
    known = content_of(after).monsters
    for at, beast in before.monsters.items():
        new = after.monsters.get(at)
        card = known[beast.monster]
        if new is not None and new.monster == beast.monster:
            if new.hits > beast.hits:
                yield f"the {card.name} has {new.hits} of {card.hits} hits"
            elif new.hits < beast.hits:
                yield f"the {card.name} is whole again"
        elif after.age == before.age:
            yield f"the {card.name} is killed"
        else:
            yield f"the {card.name} goes back"
    for at, beast in after.monsters.items():
        old = before.monsters.get(at)
        if old is None or old.monster != beast.monster:
            card = known[beast.monster]
            yield f"the {card.name} (level {card.level}, {card.hits} hits) stands at {at}"
