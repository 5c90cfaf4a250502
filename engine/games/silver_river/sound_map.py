"""What always holds on the map: sectors, planets, fleets, stations, monsters, titles."""

from __future__ import annotations

from collections.abc import Iterator

from .content import pack
from .operations_lasting import Capacity
from .pieces import LETTERS, place
from .seats import KEYS, seats_of
from .state import State

_NO_FLEETS = frozenset({"races", "monsters", "head_start"})


def on_the_map(state: State) -> Iterator[str]:
    """Says in sentences what cannot lie on the map."""
    yield from _planets(state)
    yield from _wonders(state)
    yield from _fleets(state)
    yield from _stations(state)
    yield from _monsters(state)
    yield from _titles(state)


def _planets(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    printed = {card.id: sector.at for sector in content.map.sectors for card in sector.planets}
    if missing := sorted(set(printed) - set(state.planets)):
        yield f"{', '.join(missing)} is missing"
    extra = _capacity_of_wonders(state)
    for name, planet in sorted(state.planets.items()):
        if planet.at not in content.sectors or (name in printed and printed[name] != planet.at):
            yield f"{name} is not at {list(planet.at)}"
        if any(key not in state.players or cubes < 1 for key, cubes in planet.population.items()):
            yield f"population of {name} belongs to seats and is at least 1"
        if planet.terraform < 0 or planet.capacity < 0:
            yield f"the capacity of {name} is not below 0"
        elif sum(planet.population.values()) > planet.capacity + planet.terraform + extra:
            yield f"{name} holds at most {planet.capacity + planet.terraform + extra} cubes"


def _capacity_of_wonders(state: State) -> int:
    """Gives the most that a wonder adds to a planet; cubes stay when it falls."""
    content = pack(state.rules.content)
    effects = [each.wonder.effects for each in content.races.values()]
    effects += [each.effects for each in content.wonders.values()]
    return max((each.n for some in effects for each in some if isinstance(each, Capacity)), default=0)


def _wonders(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    seen: set[tuple[str, int]] = set()
    for name, planet in sorted(state.planets.items()):
        wonder = planet.wonder
        if wonder is None:
            continue
        if wonder.seat not in seats_of(state) or wonder.wonder not in (*content.wonders, "racial"):
            yield f"{wonder.wonder} of {wonder.seat} on {name} is no wonder of a seat"
        elif (wonder.wonder, wonder.seat) in seen or wonder.wonder in state.players[KEYS[wonder.seat]].wonders:
            yield f"{wonder.wonder} of @{wonder.seat} is in two places"
        seen.add((wonder.wonder, wonder.seat))


def _fleets(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    wanted = {f"{seat}{letter}" for seat in seats_of(state) for letter in LETTERS}
    if strange := sorted(set(state.fleets) - wanted):
        yield f"{', '.join(strange)} is no marker"
        return
    late = state.phase not in (_NO_FLEETS | {"fleets"})
    if (late and set(state.fleets) != wanted) or (state.phase in _NO_FLEETS and state.fleets):
        yield "every seat has its four markers once they are placed, none before"
        return
    for seat in seats_of(state):
        own = [state.fleets[f"{seat}{letter}"] for letter in LETTERS if f"{seat}{letter}" in state.fleets]
        numbers = [fleet.number for fleet in own if fleet.number]
        if own and (any(not 1 <= each <= len(LETTERS) for each in numbers) or len(set(numbers)) < len(numbers)):
            yield f"the markers of @{seat} stand for the fleets 1 to 4, each once"
            continue
        for fleet in own:
            if fleet.at is not None and fleet.at not in content.sectors:
                yield f"there is no sector {list(fleet.at)}"
            if fleet.number and (fleet.at is None) == bool(state.players[KEYS[seat]].ships.of(fleet.number)):
                yield f"fleet {fleet.number} of @{seat} is on the map exactly while it has ships"


def _stations(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    places = {place(sector.at): sector.kind for sector in content.map.sectors}
    for at, seat in sorted(state.stations.items()):
        if places.get(at) not in ("empty", "nebula"):
            yield f"trade stations stand in empty sectors and nebulae, not at {at}"
        if seat not in seats_of(state):
            yield f"the trade station at {at} belongs to a seat, not to {seat}"
    for seat in seats_of(state):
        number = list(state.stations.values()).count(seat)
        if number > content.board.stations:
            yield f"@{seat} has {content.board.stations} trade stations, not {number}"


def _monsters(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    places = {place(sector.at) for sector in content.map.sectors}
    for at, beast in sorted(state.monsters.items()):
        if at not in places or beast.monster not in content.monsters:
            yield f"{beast.monster} at {at} is no monster on the map"
        elif not 0 <= beast.hits < content.monsters[beast.monster].hits:
            yield f"{beast.monster} lives with 0 to {content.monsters[beast.monster].hits - 1} hits, not {beast.hits}"
    # One monster may stand in two places: where none is free, exploring brings any of its level (content pack).
    for name in ("waiting", "defeated"):
        if strange := [each for each in getattr(state, name) if each not in content.monsters]:
            yield f"{', '.join(strange)} of {name} is no monster"


def _titles(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    for title, seat in sorted(state.titles.items()):
        if title not in content.titles or seat not in seats_of(state):
            yield f"{title} of {seat} is no title of a seat"
    if strange := [title for title in state.voted if title not in content.titles]:
        yield f"{', '.join(strange)} is no title"
