"""The board as a scene: the map of hexes with pieces and ships, the table of points, and notes."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.hexes import RADIUS, Hex, centre, rotated
from playfold.engine.scene import Scene, Shape, Table

from .drawing import COLUMNS, LINES, marks, shapes, unlaid
from .ending import outcome
from .galaxy import SEAT_KEYS, key, map_name, map_of
from .scoring import scores
from .sectors import HOME_TILE, RING, SLOTS
from .setup import overlays_left
from .state import State, galaxy, seats_of
from .telling import counted
from .unexplored import hidden_number


def scene(state: State) -> Scene:
    """Gives the board, at most 72 characters wide in a terminal, with its table and notes."""
    places = _area(state)
    left = min(centre(place)[0] for place in places) - 0.5
    top = min(centre(place)[1] for place in places) - RADIUS
    names = galaxy(state).points
    back: list[Shape] = []
    front: list[Shape] = []
    for place in places:
        x, y = centre(place)
        x, y = x - left, y - top
        if key(place) in names:
            back += shapes(state, key(place), x, y)
            front += marks(state, key(place), x, y)
        else:
            back += unlaid(x, y)
    laid = f"{map_name(state.rules)}{' shuffled' * state.rules.shuffle_sectors}"
    return Scene(
        title=f"Small Star Empires, {laid}, {f'turn {state.turn}' if state.turn else 'set-up'}",
        width=max(centre(place)[0] for place in places) - left + 0.5,
        height=max(centre(place)[1] for place in places) - top + RADIUS,
        shapes=(*back, *front),
        tables=(_points(state),),
        columns=COLUMNS,
        rows=LINES,
        waits=_waits(state),
        legend=tuple(_legend(state)),
        key=tuple(_key(state)),
    )


def _area(state: State) -> list[Hex]:
    """Lists every hex of the finished map, by r, then q."""
    found = [(middle[0] + q, middle[1] + r) for middle in SLOTS for q, r in RING]
    for home, rotation in map_of(state.rules).homes:
        found += [(home[0] + q, home[1] + r) for q, r in (rotated(place, rotation) for place in HOME_TILE)]
    return sorted(found, key=lambda place: (place[1], place[0]))


def _points(state: State) -> Table:
    rows = []
    for seat, score in zip(seats_of(state), scores(state), strict=True):
        player = state.players[SEAT_KEYS[seat]]
        row = [score.total, *score[:5], score.largest, player.colonies, player.stations]
        rows.append((f"{seat} @{seat}", *map(str, row), "passed" if player.passed else ""))
    heads = ("seat", "points", "systems", "nebulae", "trade", "land", "bonus", "largest", "C", "T", "")
    return Table("Points", heads, tuple(rows))


def _legend(state: State) -> Iterator[str]:
    yield "C, T: pieces left; land: bonus for the largest territory, its size: largest"
    yield "q,r and . empty, 1 2 3 planets, R G B nebulae, H home, @ wormhole, # black hole"
    yield "1C colony, 1T trade station of seat 1, 1s2 its ship; 1s124 are three at home"
    if state.rules.unexplored_count:
        yield "? unexplored; found: $ ruins, T trade hub, P prism; 1s2! is damaged"


def _key(state: State) -> Iterator[str]:
    yield "C, T: pieces left; land: bonus for the largest territory, its size: largest"
    yield "q,r and 1 to 3 planets, clouds R G B: nebulae, H home, purple rings: wormhole, orange ring: black hole"
    yield "circle 1C: colony, square 1T: trade station of seat 1, arrow 1s2: its ship; 1s124 are three at home"
    if state.rules.unexplored_count:
        yield "? unexplored; dust, asteroids, ruins, hub (trade), prism or planets were found; 1s2! is damaged"


def _waits(state: State) -> str:
    seat = f"@{state.active}"
    ship, at = state.ship, state.ships.get(state.ship, "")
    if state.phase == "over":
        result = outcome(state)
        winners = " and ".join(f"@{each}" for each in result.winners) if result else ""
        return f"the game is over ({result.reason if result else ''}): {winners}"
    return {
        "first_seat": "the starting seat is waited for",
        "sectors": f"the sector for slot {len(state.sectors)} is waited for",
        "overlays": f"{seat} lays an overlay; left are {_left(state)}",
        "unexplored": f"{counted(hidden_number(state), 'unexplored system')} are waited for",
        "move": f"it is the turn of {seat}, which moves a ship and places a piece",
        "reveal": f"{seat}'s {ship} has landed on {at}, its tile is waited for",
        "place": f"{seat} places a piece on {at}, beside the tile that {ship} has revealed",
        "drift": f"{seat}'s {ship} is adrift at {at} and moves again",
    }[state.phase]


def _left(state: State) -> str:
    return " and ".join(counted(number, kind.replace("_", " ")) for kind, number in overlays_left(state).items())
