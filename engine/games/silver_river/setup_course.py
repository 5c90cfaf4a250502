"""The order of the set-up: which step comes next, and what follows from the races."""

from __future__ import annotations

from playfold.errors import Illegal

from .course import begin_age
from .decks import tactics_deck
from .lookup import content_of, home
from .pieces import Planet
from .seats import KEYS, seats_of
from .state import Phase, State
from .table import Table

_STEPS: tuple[Phase, ...] = ("races", "monsters", "head_start", "fleets", "tactics", "objectives", "first")


def due_in(state: State, phase: Phase, seat: int, name: str) -> None:
    """Raises `Illegal` unless a step of the set-up waits for the seat."""
    if state.phase != phase or seat not in state.queue:
        step = state.phase.replace("_", " ")
        whom = " and ".join(f"@{each}" for each in (state.queue if phase == "objectives" else state.queue[:1]))
        raise Illegal("setup.order", f"{name}: this is the step {step!r}{f', which waits for {whom}' if whom else ''}")
    if phase != "objectives" and seat != state.queue[0]:
        raise Illegal("setup.order", f"{name}: @{state.queue[0]} comes first")


def settle(table: Table, seat: int) -> None:
    """Takes a seat off those that a step waits for."""
    table.queue = tuple(each for each in table.queue if each != seat)


def next_step(table: Table) -> None:
    """Goes on to the next step that asks for anything, once a step waits for nobody."""
    while not table.queue and table.phase in _STEPS:
        if table.phase == "first":
            begin_age(table)
            return
        table.phase = _STEPS[_STEPS.index(table.phase) + 1]
        if table.phase == "first" and table.rules.first_player == "seat_1":
            table.first = 1
        else:
            table.queue = _waits(table)


def _waits(table: Table) -> tuple[int, ...]:
    seats = tuple(seats_of(table))
    if table.phase in ("monsters", "first"):
        return (1,)
    if table.phase == "head_start" and not table.rules.variant_fast:
        return ()
    if table.phase == "tactics":
        return seats[: sum(tactics_deck(table).values())]
    return seats


def settle_world(table: Table, seat: int) -> None:
    """Puts the home planets of a seat on its spot with their population."""
    pack = content_of(table)
    race = pack.races[table.players[KEYS[seat]].race]
    for name, world in zip(pack.map.home_ids, race.home, strict=False):
        people = {KEYS[seat]: world.population} if world.population else {}
        table.planets[name.format(seat=seat)] = Planet(home(table, seat), world.capacity, population=people)
