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
_PLANETS = {1: ((0.0, 0.0),), 2: ((-0.14, 0.0), (0.14, 0.0)), 3: ((-0.2, 0.06), (0.0, -0.08), (0.2, 0.06))}
_CLOUD = ((-0.15, 0.03, 0.12), (0.15, 0.03, 0.12), (0.0, -0.03, 0.17))
_HULL = ((0.0, -0.2), (0.17, 0.14), (0.0, 0.06), (-0.17, 0.14))
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
        yield _hexagon(x, y, 0.88, "", "seat", seat)
    if home:
        yield Shape(kind="circle", x=x, y=y - 0.1, size=0.2, fill="seat", stroke="paper", seat=seat, text=f"{home}H")
    elif kind == "wormhole":
        for size in (0.3, 0.21, 0.12):
            yield Shape(kind="circle", x=x, y=y + 0.02, size=size, stroke="purple")
        yield Shape(kind="circle", x=x, y=y + 0.02, size=0.05, fill="purple")
    elif kind == "black_hole":
        yield Shape(kind="circle", x=x, y=y + 0.02, size=0.3, fill="orange")
        yield Shape(kind="circle", x=x, y=y + 0.02, size=0.24, fill="black", stroke="black")
    else:
        yield from _inside(state, name, x, y - 0.12 if piece else y)
    yield Shape(kind="label", x=x, y=y - 0.38, size=0.13, text=name, fill="gray")
    yield from _pieces(state, name, x, y)


def _inside(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws planets, a nebula, or an unexplored tile."""
    kind, tile = galaxy(state).types[name], state.tiles.get(name)
    planets = {"planet1": 1, "planet2": 2, "planet3": 3}.get(kind, 0)
    if tile is not None:
        planets = TILES[tile].planets if tile else 0
        if tile == "":
            yield Shape(kind="label", x=x, y=y, size=0.4, text="?", fill="orange")
        elif not planets:
            yield Shape(kind="label", x=x, y=y, size=0.16, text=tile[2:], fill="orange")
    if kind.startswith("nebula"):
        tone = _TONES[kind]
        for dx, dy, size in _CLOUD:
            yield Shape(kind="circle", x=x + dx, y=y + dy, size=size, fill=tone)
        yield Shape(kind="circle", x=x, y=y, size=0.13, fill=tone, text=_MARKS[kind])
    spots = _PLANETS.get(planets) or tuple((each * 0.17 - 0.255, 0.0) for each in range(planets))
    for dx, dy in spots:
        yield Shape(kind="circle", x=x + dx, y=y + dy, size=0.09, fill="yellow", stroke="orange")


def _pieces(state: State, name: str, x: float, y: float) -> Iterator[Shape]:
    """Draws the piece, and the ships: one beside it, those at home in a row."""
    piece, ships = state.pieces.get(name), _ships(state, name)
    if piece:
        place = x - 0.19 if ships else x
        yield Shape(
            kind="circle" if piece[2:] == "colony" else "square",
            x=place,
            y=y + 0.2,
            size=0.16 if piece[2:] == "colony" else 0.15,
            fill="seat",
            stroke="paper",
            seat=int(piece[0]),
            text=f"{piece[0]}{'C' if piece[2:] == 'colony' else 'T'}",
        )
    shown = ships[:_HULLS_AT_HOME]
    for place, ship in enumerate(shown):
        at_home = name in galaxy(state).owner
        dx = (place - (len(shown) - 1) / 2) * 0.17 if at_home else 0.2 if piece else 0.0
        yield Shape(
            kind="polygon",
            x=x + dx,
            y=y + (0.28 if at_home else 0.22),
            size=0.14,
            points=_HULL if not at_home else tuple((px * 0.5, py * 0.7) for px, py in _HULL),
            fill="seat",
            stroke="bad" if ship in state.damaged else "white",
            seat=int(ship[0]),
            text="" if at_home else ship + ("!" if ship in state.damaged else ""),
            hint=f"@{ship[0]}'s ship {ship}{', damaged' if ship in state.damaged else ''}, at {name}",
        )


def _hint(state: State, name: str) -> str:
    piece = state.pieces.get(name)
    home = galaxy(state).owner.get(name)
    if home:
        return f"@{home}'s home system {name}"
    return system(state, name) + (f", @{piece[0]}'s {PIECE_NAMES[piece[2:]]}" if piece else "")


def _hexagon(x: float, y: float, size: float, fill: Tone | str, stroke: Tone, seat: int = 0, hint: str = "") -> Shape:
    points = tuple((px * size, py * size) for px, py in CORNERS)
    return Shape(kind="polygon", x=x, y=y, points=points, fill=cast("Tone", fill), stroke=stroke, seat=seat, hint=hint)
