"""The row of planets, drawn: each card with its track as a ladder, and the ships on it."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.scene import Shape, Tone

from .card_texts import action
from .layout import CARD, LINES, boxed, lettered, marked, x_of, y_of
from .planets import MAT, PLANETS, Planet
from .state import State, whose

NAME = 12
"""Characters of a card's name in one line."""
FIRST = 4
"""The line of the first space of an orbit."""
CARD_HEIGHT = 11 / LINES
_MARK = {"diplomacy": "D", "economy": "E", "energy": "e", "culture": "c"}


def cards(state: State) -> Iterator[Shape]:
    """Draws the row from the left."""
    there: dict[str, list[str]] = {}
    for ship in sorted(state.ships):
        there.setdefault(state.ships[ship], []).append(ship)
    # In a terminal the second line of the names is there only where a name needs it.
    lift = all(len(PLANETS[planet].name) <= NAME for planet in state.row if planet)
    for slot, planet in enumerate(state.row):
        card = PLANETS.get(planet)
        left = CARD * slot
        x = x_of(left)
        if card is None:
            yield boxed(x + 0.02, 0.0, 0.94, CARD_HEIGHT, "paper", "line", f"slot {slot + 1}: empty")
            yield from marked(f"{slot + 1} empty", left, 0, "muted")
        else:
            hint = f"{card.name}: {card.vp} vp, {card.track}, {card.resource}; {action(card, state.rules)}"
            yield boxed(x + 0.02, 0.0, 0.94, CARD_HEIGHT, "board", "line", hint)
            yield from _head(card, slot, left)
            yield from _ladder(card, left, there, lift)


def _head(card: Planet, slot: int, left: int) -> Iterator[Shape]:
    x = x_of(left)
    tone: Tone = "blue" if card.track == "diplomacy" else "red"
    yield from marked(f"{slot + 1} {card.vp}vp {_MARK[card.track]} {_MARK[card.resource]}", left, 0, tone)
    cut = card.name.rfind("-", 0, NAME) + 1 if len(card.name) > NAME else len(card.name)
    cut = cut or NAME
    yield from marked(card.name[:cut], left, 1)
    yield from marked(card.name[cut:], left, 2)
    yield lettered(card.name, x + 0.49, y_of(1) + 0.04, min(0.135, 1.35 / len(card.name)))
    yield Shape(kind="circle", x=x + 0.14, y=y_of(0) + 0.03, size=0.085, fill="yellow", stroke="ink", text=str(card.vp))
    yield lettered(card.track, x + 0.58, y_of(0) + 0.03, 0.11, tone)
    yield lettered(card.resource, x + 0.49, y_of(2) + 0.02, 0.1, "orange" if card.resource == "energy" else "purple")


def _ladder(card: Planet, left: int, there: dict[str, list[str]], lift: int) -> Iterator[Shape]:
    x = x_of(left)
    yield from marked(f"={_ships(there.get(card.id, ()))}", left, FIRST - 1 - lift)
    yield lettered("surface", x + 0.19, y_of(FIRST - 1), 0.075, "muted")
    yield from _pieces(there.get(card.id, ()), x, FIRST - 1)
    for space in range(card.steps):
        line = FIRST + space
        ships = there.get(f"{card.id}:{space}", ())
        yield from marked(f"{space}{_ships(ships)}", left, line - lift, "ink" if ships else "muted")
        yield Shape(
            kind="circle",
            x=x + 0.1,
            y=y_of(line),
            size=0.06,
            fill="paper",
            stroke="line",
            text=str(space),
            hint=f"space {space} of {card.name}",
        )
        yield from _pieces(ships, x, line)
    last = FIRST + card.steps
    tone: Tone = "blue" if card.track == "diplomacy" else "red"
    yield from marked(f"{_MARK[card.track]} {card.track}"[:NAME], left, last - lift, tone)
    yield Shape(kind="circle", x=x + 0.1, y=y_of(last), size=0.07, fill=tone, stroke="ink", text=_MARK[card.track])


CROWD = 4
"""So many ships on one space are written by letters: `1b2c3a4a` are 1s2, 2s3, 3s1 and 4s1."""


def _ships(ships: list[str] | tuple[str, ...]) -> str:
    """Writes ships so that they fit a card: `1s2 2s1`, three as `12,21,33`, more with letters."""
    if not ships:
        return ""
    if len(ships) >= CROWD:
        return " " + "".join(ship[0] + "abcd"[int(ship[2]) - 1] for ship in ships)
    if len(ships) == CROWD - 1:
        return " " + ",".join(ship[0] + ship[2] for ship in ships)
    return " " + " ".join(ships)


def is_crowded(state: State) -> bool:
    """Says whether somewhere so many ships stand that letters tell them apart."""
    spots = [spot for spot in state.ships.values() if spot != MAT]
    return any(spots.count(spot) >= CROWD for spot in spots)


def _pieces(ships: list[str] | tuple[str, ...], x: float, line: int) -> Iterator[Shape]:
    first = 0.24 if len(ships) >= CROWD else 0.45
    for place, ship in enumerate(ships):
        yield piece(ship, x + first + 0.17 * place, y_of(line))


def piece(ship: str, x: float, y: float) -> Shape:
    """Draws a ship; the rogue's are black."""
    seat = int(ship[0])
    return Shape(
        kind="circle",
        x=x,
        y=y,
        size=0.078,
        fill="seat" if seat else "black",
        stroke="ink",
        seat=seat,
        text=ship,
        hint=f"{ship} of {whose(seat)}",
    )
