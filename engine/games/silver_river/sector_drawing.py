"""How a sector is drawn in SVG: its hex, planets with cubes and wonder, station, monster, fleets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

from playfold.engine.hexes import CORNERS, Hex
from playfold.engine.scene import Shape, Tone

from .content import pack
from .lookup import capacity, kind_of, markers_in, planets_at
from .pieces import owner, place
from .seats import KEYS, seats_of
from .sector_marks import LETTER
from .state import State

_HULL = ((0.0, -0.13), (0.11, -0.02), (0.11, 0.1), (0.0, 0.06), (-0.11, 0.1), (-0.11, -0.02))
_WONDER = ((0.0, -0.12), (0.11, 0.0), (0.0, 0.12), (-0.11, 0.0))
_STARS = ((-0.2, -0.08), (0.12, -0.2), (0.27, 0.02), (-0.02, 0.05), (-0.29, 0.1))
_CLOUD = ((-0.2, -0.03, 0.13), (0.18, -0.05, 0.14), (0.0, -0.1, 0.17))
_PAIR = 2
"""So many seats have their cubes beside each other."""
_ROW, _MANY, _FULL = 4, 6, 4
"""Markers in a row, small ones where room is short; so many rows fill a sector."""
_SPOTS = ((0.36, -0.2), (-0.36, -0.2), (0.36, -0.05), (-0.36, -0.05))
"""Where it stands beside a monster who has explored the sector."""
_RIM: dict[str, Tone] = {"sagittarius": "yellow", "nebula": "purple", "hostile": "bad"}


def shapes(state: State, at: Hex, x: float, y: float) -> Iterator[Shape]:
    """Draws a sector from back to front, whose middle is at x and y."""
    kind = kind_of(state, at)
    homes = {where: seat for seat, where in pack(state.rules.content).homes(len(state.players)).items()}
    yield _hexagon(x, y, 0.97, "black", _RIM.get(kind, "line"), hint=f"{place(at)}: {_told(kind, homes.get(at, 0))}")
    if at in homes:
        yield _hexagon(x, y, 0.9, "", "seat", homes[at])
    yield from _ground(kind, x, y)
    yield Shape(kind="label", x=x, y=y - 0.4, size=0.09, text=place(at), fill="gray")
    yield from _explored(state, at, x, y)
    names = planets_at(state, at)
    for number, name in enumerate(names):
        # A single planet has its cubes beside it, two have them below.
        alone = len(names) == 1
        dx = -0.2 if alone else (number - (len(names) - 1) / 2) * 0.46
        yield from _planet(state, name, x + dx, y - (0.18 if alone else 0.2), alone=alone)
        yield from _cubes(state, name, x + 0.2 if alone else x + dx, y, alone=alone)
    yield from _pieces(state, at, x, y)
    yield from _fleets(state, at, x, y)


def _explored(state: State, at: Hex, x: float, y: float) -> Iterator[Shape]:
    """Draws which seats have explored a sector: below its place, or on both sides of a monster."""
    seats = [seat for seat in seats_of(state) if at in state.players[KEYS[seat]].explored]
    beset = place(at) in state.monsters
    for number, seat in enumerate(seats):
        dx, dy = _SPOTS[number] if beset else ((number - (len(seats) - 1) / 2) * 0.16, -0.25)
        yield Shape(
            kind="circle", x=x + dx, y=y + dy, size=0.07, fill="seat", seat=seat, text=f"{seat}e",
            hint=f"explored by @{seat}",
        )  # fmt: skip


def _told(kind: str, seat: int) -> str:
    if seat:
        return f"the home sector of @{seat}"
    return {"sagittarius": "Sagittarius A*", "empty": "empty", "planets": "planets"}.get(kind, f"a {kind} sector")


def _ground(kind: str, x: float, y: float) -> Iterator[Shape]:
    if kind == "nebula":
        for dx, dy, size in _CLOUD:
            yield Shape(kind="circle", x=x + dx, y=y + dy, size=size, fill="purple")
    elif kind == "sagittarius":
        yield Shape(kind="circle", x=x, y=y - 0.14, size=0.22, fill="orange")
        yield Shape(kind="circle", x=x, y=y - 0.14, size=0.16, fill="black")
    elif kind == "empty":
        for dx, dy in _STARS:
            yield Shape(kind="circle", x=x + dx, y=y + dy, size=0.013, fill="gray")


def _planet(state: State, name: str, x: float, y: float, *, alone: bool) -> Iterator[Shape]:
    """Draws a planet with its id, how full it is, and its wonder."""
    planet = state.planets[name]
    most = capacity(state, name)
    total = sum(planet.population.values())
    people = ", ".join(f"{cubes} of @{key}" for key, cubes in sorted(planet.population.items())) or "nobody"
    says = [f"{name}: {people}, capacity {most}"]
    says += ["uninhabitable"] * planet.uninhabitable
    says += [f"terraformed by {planet.terraform}"] * bool(planet.terraform)
    yield Shape(
        kind="circle",
        x=x,
        y=y,
        size=0.15 if alone else 0.13,
        fill="gray" if planet.uninhabitable else "white",
        stroke="good" if planet.terraform else "black",
        text=name,
        hint=", ".join(says),
    )
    yield Shape(kind="label", x=x, y=y + (0.205 if alone else 0.18), size=0.09, text=f"{total}/{most}", fill="white")
    if planet.wonder:
        seat = planet.wonder.seat
        crowded = len(planet.population) > _PAIR
        yield Shape(
            kind="polygon",
            x=x + (-0.16 if crowded else 0.49) if alone else x + 0.14,
            y=y + (-0.08 if crowded else 0.2) if alone else y - 0.13,
            size=0.085,
            points=_WONDER,
            fill="seat",
            stroke="white",
            seat=seat,
            text=f"{seat}{LETTER[planet.wonder.wonder]}",
            hint=f"{planet.wonder.wonder.replace('_', ' ')} of @{seat} on {name}",
        )


def _cubes(state: State, name: str, x: float, y: float, *, alone: bool) -> Iterator[Shape]:
    """Draws how many cubes each seat has on a planet, two beside each other."""
    people = sorted(state.planets[name].population.items())
    size = (0.11 if len(people) == 1 else 0.095) if alone else 0.075
    across = min(_PAIR, len(people))
    top = y - (0.17 if len(people) <= _PAIR else 0.22) if alone else y + 0.09
    for number, (key, cubes) in enumerate(people):
        column, line = number % _PAIR, number // _PAIR
        yield Shape(
            kind="square",
            x=x + (column - (across - 1) / 2) * size * 2.1,
            y=top + line * size * 2.1,
            size=size,
            fill="seat",
            seat=int(key),
            text=f"{key}x{cubes}",
            hint=f"{cubes} population of @{key} on {name}",
        )


def _pieces(state: State, at: Hex, x: float, y: float) -> Iterator[Shape]:
    """Draws a monster and a trade station."""
    beast, station = state.monsters.get(place(at)), state.stations.get(place(at), 0)
    if beast:
        card = pack(state.rules.content).monsters[beast.monster]
        hits = f"{beast.hits}/{card.hits}"
        says = f"{card.name}, level {card.level}, {beast.hits} of {card.hits} hits"
        yield Shape(kind="circle", x=x, y=y - 0.14, size=0.17, fill="bad", stroke="white", text=hits, hint=says)
        yield Shape(kind="label", x=x, y=y + 0.13, size=0.09, text=card.name, fill="white")
    if station:
        yield Shape(
            kind="square",
            x=x - 0.3 if beast else x,
            y=y + 0.09 if beast else y - 0.07,
            size=0.1,
            fill="seat",
            stroke="white",
            seat=station,
            text=f"{station}s",
            hint=f"trade station of @{station} at {place(at)}",
        )


def _fleets(state: State, at: Hex, x: float, y: float) -> Iterator[Shape]:
    """Draws the fleet markers, in rows; where the fleet below is known, its number and ships are in the hint."""
    markers = markers_in(state, at)
    if not markers:
        return
    beset, worlds = place(at) in state.monsters, len(planets_at(state, at))
    if beset or worlds or place(at) in state.stations:
        # Below the name of a monster, and below the cubes of two planets.
        columns, scale, top, down = _below(len(markers), 0.07 if beset else 0.05 if worlds > 1 else 0.0)
    else:
        columns, scale, top, down = _alone(len(markers))
    for line, start in enumerate(range(0, len(markers), columns)):
        row = markers[start : start + columns]
        for number, marker in enumerate(row):
            seat, fleet = owner(marker), state.fleets[marker]
            known = f", fleet {fleet.number} with {state.players[KEYS[seat]].ships.of(fleet.number)} ships"
            yield Shape(
                kind="polygon",
                x=x + (number - (len(row) - 1) / 2) * 0.235 * scale,
                y=y + top + line * down,
                size=0.1 * scale,
                points=tuple((px * scale, py * scale) for px, py in _HULL),
                fill="seat",
                stroke="white",
                seat=seat,
                text=marker,
                hint=f"marker {marker} of @{seat} at {place(at)}{known if fleet.number else ''}",
            )


Rows: TypeAlias = tuple[int, float, float, float]
"""How markers stand: how many in a row, their scale, the height of the first row, and of each next one below it."""


def _alone(number: int) -> Rows:
    """Gives how so many markers stand that have a sector to themselves."""
    lines = -(-number // _ROW)
    full = lines >= _FULL
    return _ROW, 0.68 if full else 0.95, 0.06 - (0.08 if full else 0.09) * (lines - 1), 0.16 if full else 0.22


def _below(number: int, lower: float) -> Rows:
    """Gives how so many markers stand below what else is in a sector, so much lower than below a single planet."""
    if number <= _ROW:
        return _ROW, 0.85 - 2.5 * lower, 0.2 + lower, 0.0
    return _MANY, 0.6 - lower, (0.22 if number <= _MANY else 0.17) + lower, 0.15 - lower / 2


def _hexagon(x: float, y: float, size: float, fill: Tone | str, stroke: Tone, seat: int = 0, hint: str = "") -> Shape:
    points = tuple((px * size, py * size) for px, py in CORNERS)
    return Shape(kind="polygon", x=x, y=y, points=points, fill=cast("Tone", fill), stroke=stroke, seat=seat, hint=hint)
