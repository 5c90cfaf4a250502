"""The mats, drawn: empire track, energy and culture, ships at home, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playfold.engine.scene import Shape, Tone

from .cards import piece
from .layout import boxed, lettered, marked, x_of, y_of
from .planets import MAT
from .rules import LEVELS, ROGUE_STEPS
from .scoring import score
from .state import SHIPS, State, whose

_BAR = 7
_RESOURCES: tuple[tuple[str, float, Tone], ...] = (("energy", 2.5, "orange"), ("culture", 3.9, "purple"))


def mats(state: State, keys: Sequence[str], line: int) -> Iterator[Shape]:
    """Draws one mat in every second line."""
    for place, key in enumerate(keys):
        yield from _mat(state, key, line + 2 * place)


def _mat(state: State, key: str, line: int) -> Iterator[Shape]:
    seat = int(key)
    y = y_of(line)
    active = bool(state.turn) and (seat == state.active) == (state.rogue.stage == "")
    stroke: Tone = "good" if active else "line"
    yield boxed(x_of(0) + 0.02, y - 0.14, 6.05, 0.28, "board", stroke, f"the mat of {whose(seat)}")
    levels = range(1, (LEVELS if seat else ROGUE_STEPS) + 1)
    level = state.level[key]
    track = "".join(f"[{each}]" if each == level else f" {each} " for each in levels)
    home = [ship for ship in SHIPS[seat] if state.ships.get(ship) == MAT]
    yield from marked(f"{'>' if active else ' '}{key if seat else 'R'}", 0, line, "ink", seat)
    yield from marked(f"{score(state, key):2} vp", 3, line)
    yield from marked(f"lv {track}", 9, line)
    yield from marked(f"E{_bar(state, 'energy', key)}", 31, line, "orange")
    yield from marked(f"C{_bar(state, 'culture', key)}", 45, line, "purple")
    yield from marked("home " + " ".join(home) if home else "home -", 59, line)
    yield lettered(f"@{seat}" if seat else "rogue", 0.3, y, 0.13)
    yield lettered(f"{score(state, key)} vp", 0.72, y, 0.13)
    for each in levels:
        here = each == level
        yield Shape(
            kind="square",
            x=0.92 + 0.18 * each,
            y=y,
            size=0.08,
            fill="yellow" if here else "paper",
            stroke="ink" if here else "line",
            text=str(each),
            hint=f"level {each}{', here' if here else ''}",
        )
    for name, left, tone in _RESOURCES:
        yield lettered(f"{name} {getattr(state, name)[key]}", left, y, 0.11, tone)
        held = getattr(state, name)[key]
        for pip in range(min(_BAR, held)):
            yield Shape(kind="circle", x=left + 0.4 + 0.1 * pip, y=y, size=0.04, fill=tone)
    for place, ship in enumerate(home):
        yield piece(ship, 5.25 + 0.2 * place, y)


def _bar(state: State, name: str, key: str) -> str:
    held = getattr(state, name)[key]
    most = state.rules.rogue_resource_max if key == "0" else state.rules.resource_max
    bar = "#" * held + "." * (most - held) if most <= _BAR else ""
    return f" {bar} {held}"
