"""How one system is drawn, as shapes and as two lines of marks: its hex, what is there, the piece, the ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from playfold.engine.hexes import CORNERS, ROW
from playfold.engine.scene import Shape, Tone

from .state import State, galaxy
from .telling import PIECE_NAMES, system
from .tiles import TILES

COLUMNS = 8
"""Characters of a terminal to one hex: five for the coordinates, then what there is; below the piece and the ship."""
LINES = 2 / ROW
"""Lines of a terminal to one unit of y: a hex takes two."""

_MARKS = {
    "empty": ".",
    "planet1": "1",
    "planet2": "2",
    "planet3": "3",
    "nebula_red": "R",
    "nebula_green": "G",
    "nebula_blue": "B",
    "home": "H",
    "wormhole": "@",
    "black_hole": "#",
}
_TONES: dict[str, Tone] = {
    "empty": "muted",
    "planet1": "yellow",
    "planet2": "yellow",
    "planet3": "yellow",
    "nebula_red": "red",
    "nebula_green": "green",
    "nebula_blue": "blue",
    "wormhole": "purple",
    "black_hole": "orange",
}
_TILE_MARKS = {"u_ruins": "$", "u_station": "T", "u_prism": "P", "": "?"}
_PLANETS = {
    1: ((0.0, 0.0),),
    2: ((-0.14, 0.0), (0.14, 0.0)),
    3: ((-0.2, 0.05), (0.0, -0.05), (0.2, 0.05)),
    4: ((-0.27, 0.02), (-0.09, -0.05), (0.09, 0.05), (0.27, -0.02)),
}
_STARS = ((-0.18, 0.1), (0.09, -0.04), (0.24, 0.22), (-0.05, 0.27))
_FINDS = {"u_barren": "dust", "u_asteroids": "asteroids", "u_ruins": "ruins", "u_station": "hub", "u_prism": "prism"}
_CLOUD = ((-0.15, 0.05, 0.11), (0.15, 0.05, 0.11), (0.0, 0.01, 0.15))
_HULL = ((0.0, -0.24), (0.18, -0.05), (0.18, 0.17), (0.0, 0.11), (-0.18, 0.17), (-0.18, -0.05))
_HULLS_AT_HOME = 6
"""Ships at home that are drawn side by side at most, and named one by one in a terminal."""


def marks(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Gives the two lines of a system in a terminal: `0,-4 1` and `1C 1s2`."""
    above, below = y - ROW / 4, y + ROW / 4
    kind = galaxy(state).types[name]
    tile = state.tiles.get(name)
    yield _mark(x, above, 0, name, "muted")
    mark = _MARKS[kind] if tile is None else _TILE_MARKS.get(tile, str(TILES[tile].planets or ".") if tile else "?")
    home = galaxy(state).owner.get(name)
    if home:
        yield _mark(x, above, 6, mark, "", int(home))
    else:
        tone: Tone = _TONES[kind] if tile is None else "orange" if tile == "" or mark in {"$", "T", "P"} else "yellow"
        yield _mark(x, above, 6, mark, "muted" if mark == "." else tone)
    piece = state.pieces.get(name)
    if piece:
        yield _mark(x, below, 0, f"{piece[0]}{'C' if piece[2:] == 'colony' else 'T'}", "", int(piece[0]))
    ships = _ships(state, name)
    if home:
        yield _mark(x, below, 0, _fleet(ships) or f"{home}", "", int(home))
    elif ships:
        ship = ships[0]
        text = f"{ship}{'!' if ship in state.damaged else ''}"
        yield _mark(x, below, 3 if piece else 2, text, "", int(ship[0]))


def _mark(x: float, y: float, column: int, text: str, tone: Tone | str, seat: int = 0) -> Shape:
    """Gives a mark that begins in a column of the hex."""
    place = x - 0.5 + (column + len(text) / 2) / COLUMNS
    return Shape(kind="label", x=place, y=y, size=0.1, mark=text, fill=cast("Tone", tone), seat=seat)


def _fleet(ships: list[str]) -> str:
    """Writes the ships at home: `1s124`, many as `1s*8`."""
    if not ships:
        return ""
    numbers = "".join(ship[2:] for ship in ships)
    return f"{ships[0][:2]}{numbers if len(numbers) <= _HULLS_AT_HOME else f'*{len(numbers)}'}"


def _ships(state: State, name: str) -> list[str]:
    return sorted(ship for ship, at in state.ships.items() if at == name)


def unlaid(x: float, y: float) -> Iterator[Shape]:
    """Draws a hex where no sector lies yet."""
    yield _hexagon(x, y, 0.97, "board", "line")
    yield Shape(kind="label", x=x, y=y - ROW / 4, size=0.1, mark="-", fill="muted")


def shapes(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws a system from back to front."""
    stars = galaxy(state)
    kind = stars.types[name]
    yield _hexagon(x, y, 0.97, "black", "line", hint=_hint(state, name))
    home, piece = stars.owner.get(name), state.pieces.get(name)
    seat = int(home or (piece or "0")[0])
    if seat:
        yield _hexagon(x, y, 0.9, "", "seat", seat)
    if home:
        yield Shape(kind="circle", x=x, y=y - 0.06, size=0.17, fill="seat", stroke="white", seat=seat, text=f"{home}H")
    elif kind == "wormhole":
        for size in (0.3, 0.21, 0.12):
            yield Shape(kind="circle", x=x, y=y + 0.07, size=size, stroke="purple")
        yield Shape(kind="circle", x=x, y=y + 0.07, size=0.05, fill="purple")
    elif kind == "black_hole":
        yield Shape(kind="circle", x=x, y=y + 0.07, size=0.3, fill="orange")
        yield Shape(kind="circle", x=x, y=y + 0.07, size=0.24, fill="black", stroke="black")
    else:
        yield from _inside(state, name, x, y - 0.09 if piece or name in state.ships.values() else y + 0.06)
    yield Shape(kind="label", x=x, y=y - 0.31, size=0.13, text=name, fill="gray")
    yield from _pieces(state, name, x, y)
    yield from _fleet_shapes(state, name, x, y)


def _inside(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws planets, a nebula, an unexplored tile, or nothing but stars."""
    kind, tile = galaxy(state).types[name], state.tiles.get(name)
    planets = {"planet1": 1, "planet2": 2, "planet3": 3}.get(kind, 0)
    if tile:
        planets = TILES[tile].planets
        if not planets:
            yield Shape(kind="label", x=x, y=y, size=0.15, text=_FINDS.get(tile, tile[2:]), fill="orange")
    elif tile == "":
        yield Shape(kind="label", x=x, y=y, size=0.4, text="?", fill="orange")
    elif kind.startswith("nebula"):
        tone = _TONES[kind]
        for dx, dy, size in _CLOUD:
            yield Shape(kind="circle", x=x + dx, y=y + dy, size=size, fill=tone)
        yield Shape(kind="circle", x=x, y=y, size=0.13, fill=tone, text=_MARKS[kind])
    elif not planets:
        for dx, dy in _STARS:
            yield Shape(kind="circle", x=x + dx, y=y + dy, size=0.015, fill="gray")
    for dx, dy in _PLANETS.get(planets, ()):
        yield Shape(kind="circle", x=x + dx, y=y + dy, size=0.085, fill="yellow", stroke="orange")


def _pieces(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws the piece and the ship beside it."""
    piece, ships = state.pieces.get(name), _ships(state, name)
    if piece:
        colony = piece[2:] == "colony"
        yield Shape(
            kind="circle" if colony else "square",
            x=x - 0.19 if ships else x,
            y=y + 0.2,
            size=0.15 if colony else 0.14,
            fill="seat",
            stroke="white",
            seat=int(piece[0]),
            text=f"{piece[0]}{'C' if colony else 'T'}",
        )
    if ships and name not in galaxy(state).owner:
        ship = ships[0]
        hurt = ship in state.damaged
        yield Shape(
            kind="polygon",
            x=x + 0.19 if piece else x,
            y=y + 0.2,
            size=0.15,
            points=_HULL,
            fill="seat",
            stroke="white",
            seat=int(ship[0]),
            text=ship + "!" * hurt,
            hint=f"@{ship[0]}'s {'damaged ' * hurt}ship {ship}, at {name}",
        )


def _fleet_shapes(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws the ships at home: as many small hulls, and their numbers below."""
    ships = _ships(state, name) if name in galaxy(state).owner else []
    small = tuple((px * 0.35, py * 0.4) for px, py in _HULL)
    shown = ships[:_HULLS_AT_HOME]
    for place, ship in enumerate(shown):
        dx = (place - (len(shown) - 1) / 2) * 0.15
        yield Shape(kind="polygon", x=x + dx, y=y + 0.2, points=small, fill="white", hint=f"@{ship[0]}'s ship {ship}")
    if ships:
        yield Shape(kind="label", x=x, y=y + 0.33, size=0.12, text=_fleet(ships), fill="white")


def _hint(state: State, name: str) -> str:
    piece = state.pieces.get(name)
    home = galaxy(state).owner.get(name)
    if home:
        return f"@{home}'s home system {name}"
    return system(state, name) + (f", @{piece[0]}'s {PIECE_NAMES[piece[2:]]}" if piece else "")


def _hexagon(x: float, y: float, size: float, fill: Tone | str, stroke: Tone, seat: int = 0, hint: str = "") -> Shape:
    points = tuple((px * size, py * size) for px, py in CORNERS)
    return Shape(kind="polygon", x=x, y=y, points=points, fill=cast("Tone", fill), stroke=stroke, seat=seat, hint=hint)
