"""How a sector is written in a terminal: four lines for its place, planets or what else is there, and fleets."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.hexes import ROW, Hex
from playfold.engine.scene import Shape, Tone

from .content import pack
from .lookup import capacity, kind_of, markers_in, planets_at
from .pieces import place
from .seats import KEYS, seats_of
from .state import State

COLUMNS = 11
"""Characters of a terminal to one sector."""
LINES = 4 / ROW
"""Lines of a terminal to one unit of y: a sector takes four."""
LETTER = {"pleasure_dome": "D", "orbital_shipyard": "S", "racial": "R"}
"""What stands for a wonder; the seat of its builder follows."""

_KINDS = {"sagittarius": "*", "nebula": "~", "empty": ".", "hostile": "X", "planets": "", "home": ""}
LEGEND = (
    "q,r sector: * Sagittarius A*, ~ nebula, . empty and the seats that explored it, h1 home of seat 1, X hostile",
    "P1 4 planet and capacity (x uninhabitable, + terraformed); below it cubes by seat 1/2, and its wonder:",
    "D dome, S shipyard, R racial with its builder's seat; two planets of a sector have their cubes beside them",
    "1ab fleet markers a and b of seat 1, 1*4 four of them, 1+ several; 1s its trade station; a monster's hits 2 of 6",
)

KEY = (
    "disc with a name: planet, grey when uninhabitable, green rim when terraformed; 5/6 below it: 5 cubes, it holds 6",
    "square 4x5: 5 cubes of seat 4; diamond 1D: wonder of seat 1, D dome, S shipyard, R racial; square 1s: station",
    "hull 1a: fleet marker a of seat 1; small disc 1e: explored by seat 1; red disc 2/6: monster with 2 of 6 hits",
    "ring: Sagittarius A*; cloud: nebula; stars: empty; rim in the colour of a seat: its home; red rim: hostile",
)


def marks(state: State, at: Hex, x: float, y: float) -> Iterator[Shape]:
    """Gives the lines of a sector, whose middle is at x and y."""
    lines = [y + ROW * (line - 1.5) / 4 for line in range(4)]
    yield from _texts([(_place(state, at), "muted", 0)], x, lines[0])
    yield from _inside(state, at, x, lines)
    yield from _texts([(text, "", seat) for seat, text in fleets(state, at)], x, lines[3])


def _place(state: State, at: Hex) -> str:
    kind = kind_of(state, at)
    seats = [seat for seat in seats_of(state) if at in state.players[KEYS[seat]].explored]
    homes = {where: seat for seat, where in pack(state.rules.content).homes(len(state.players)).items()}
    mark = f"h{homes[at]}" if at in homes else _KINDS[kind] + "".join(map(str, seats))
    return f"{place(at)} {mark}".rstrip()


def _inside(state: State, at: Hex, x: float, lines: list[float]) -> Iterator[Shape]:
    names = planets_at(state, at)
    if len(names) == 1:
        name = names[0]
        planet = state.planets[name]
        inked: Tone = "ink" if planet.population else "muted"
        wonder = f" {LETTER[planet.wonder.wonder]}{planet.wonder.seat}" if planet.wonder else ""
        yield from _texts([(titled(state, name), inked, 0)], x, lines[1])
        people = cubes(state, name) if planet.population else "-"
        yield from _texts([(people + wonder, inked, 0)], x, lines[2])
        return
    for line, name in zip(lines[1:3], names, strict=False):
        yield from _texts([(f"{name} {cubes(state, name)}", "ink", 0)], x, line)
    if names:
        return
    beast, station = state.monsters.get(place(at)), state.stations.get(place(at), 0)
    if beast:
        card = pack(state.rules.content).monsters[beast.monster]
        yield from _texts([(card.name, "bad", 0)], x, lines[1])
        yield from _texts([(f"{beast.hits} of {card.hits}", "bad", 0), *_station(station)], x, lines[2])
    else:
        yield from _texts(_station(station), x, lines[2])


def _station(seat: int) -> list[tuple[str, Tone | str, int]]:
    return [(f"{seat}s", "", seat)] if seat else []


def titled(state: State, name: str) -> str:
    """Writes a planet with its capacity: `P1 4`, `U1 4x`, `P2 5+` when it is terraformed."""
    planet = state.planets[name]
    return f"{name} {capacity(state, name)}{'x' * planet.uninhabitable}{'+' * bool(planet.terraform)}"


def cubes(state: State, name: str) -> str:
    """Writes the population of a planet by seat: `3/0/1`."""
    people = state.planets[name].population
    return "/".join(str(people.get(KEYS[seat], 0)) for seat in seats_of(state))


def fleets(state: State, at: Hex) -> list[tuple[int, str]]:
    """Gives the markers in a sector by seat as a terminal shows them: `1ab`, where room is short `1*4` or `1+`."""
    found = [(seat, "".join(marker[1] for marker in markers_in(state, at, seat))) for seat in seats_of(state)]
    there = [(seat, letters) for seat, letters in found if letters]
    forms = (
        [f"{seat}{letters}" for seat, letters in there],
        [f"{seat}{letters if len(letters) == 1 else f'*{len(letters)}'}" for seat, letters in there],
        [f"{seat}{letters if len(letters) == 1 else '+'}" for seat, letters in there],
    )
    fits = next((form for form in forms if len(" ".join(form)) <= COLUMNS), forms[-1])
    return [(seat, text) for (seat, _), text in zip(there, fits, strict=True)]


def crowded(state: State) -> Iterator[str]:
    """Names the markers of each sector that has no room for all letters: `at 1,1: 1a 1b 2a 2b 3a 4a`."""
    for at in sorted({fleet.at for fleet in state.fleets.values() if fleet.at is not None}):
        if any(text[1] in "*+" for _, text in fleets(state, at)):
            yield f"at {place(at)}: {' '.join(markers_in(state, at))}"


def _texts(parts: list[tuple[str, Tone | str, int]], x: float, y: float) -> Iterator[Shape]:
    """Writes parts side by side from the left end of a sector's line."""
    gap = 1 if sum(len(text) + 1 for text, _, _ in parts) - 1 <= COLUMNS else 0
    column = 0
    for text, tone, seat in parts:
        shown = text[: COLUMNS - column]
        if shown:
            yield Shape(
                kind="label",
                x=x - 0.5 + (column + len(shown) / 2) / COLUMNS,
                y=y,
                size=0.1,
                fill="seat" if seat else tone,  # type: ignore[arg-type]
                seat=seat,
                mark=shown,
            )
        column += len(text) + gap
