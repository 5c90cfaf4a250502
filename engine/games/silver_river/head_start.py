"""The faster variant: each seat starts with a near planet, more ships, two open slots and two technologies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any

import msgspec

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .cubes import Ships
from .effects_ships import free_places, spreads
from .event import Choice
from .lookup import content_of
from .printed import HeadStart
from .rules import VARIANTS
from .seats import KEYS
from .setup_course import due_in, next_step, settle
from .state import State
from .table import Table
from .technology_boards import fits, lay, may_own
from .telling import told

INDEX = (
    Rule(
        "setup.head_start", "In the faster variant each seat gets a head start, by seat.", f"rulebook, {VARIANTS}; A52"
    ),
    Rule("head_start.ships", "The ships of the head start go to any fleets, up to the most.", f"rulebook, {VARIANTS}"),
    Rule("head_start.slots", "The head start opens locked slots.", f"rulebook, {VARIANTS}"),
    Rule("head_start.techs", "The technologies of the head start are of level 1.", f"rulebook, {VARIANTS}"),
)


def head_start_of(state: Any) -> HeadStart:
    """Gives the numbers of the head start."""
    return content_of(state).board.head_start


def head_start_planet(state: Any, seat: int) -> str:
    """Gives the planet near a seat's spot that it starts with (A52)."""
    pack = content_of(state)
    return pack.map.head_start_planets[str(pack.map.seat_spots[str(len(state.players))][seat - 1])]


class HeadStartChosen(Choice, frozen=True, gc=False):
    """A seat chooses its head start: ships, the locked slots that open, cards and their slots, one after the other."""

    ships: Ships
    slots: Annotated[tuple[str, ...], msgspec.Meta(examples=[["c3", "m3"]])]
    techs: Annotated[
        tuple[tuple[str, str], ...], msgspec.Meta(examples=[[["trade_stations", "c1"], ["fleet_upgrade_1", "m_fleet"]]])
    ]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's choice, and ships, slots and cards are those of a head start."""
        name = f"head_start_chosen by @{self.seat}"
        if not state.rules.variant_fast:
            raise Illegal("setup.head_start", f"{name}: belongs to the faster variant (variant_fast=true)")
        due_in(state, "head_start", self.seat, name)
        given = head_start_of(state)
        room = free_places(state, self.seat)
        number = min(given.ships, sum(room.values()))
        if self.ships.total != number or any(more > room[fleet] for fleet, more in self.ships.items()):
            raise Illegal(
                "head_start.ships",
                f"{name}: adds {number} ships, a fleet has {state.rules.fleet_max} at most; there are "
                f"{self.ships.written()}",
            )
        locked = locked_slots(state, self.seat)
        if len(self.slots) != min(given.slots, len(locked)) or len(set(self.slots)) != len(self.slots):
            raise Illegal(
                "head_start.slots",
                f"{name}: opens {given.slots} different ones of {', '.join(locked)}, not {len(self.slots)}",
            )
        if not set(self.slots) <= set(locked):
            raise Illegal("head_start.slots", f"{name}: locked are {', '.join(locked)}, not {', '.join(self.slots)}")
        self._check_techs(state, name)

    def _check_techs(self, state: State, name: str) -> None:
        given, known = head_start_of(state), content_of(state).techs
        if len(self.techs) != given.technologies:
            raise Illegal("head_start.techs", f"{name}: lays {given.technologies} cards, not {len(self.techs)}")
        table = Table(state)
        table.player(self.seat, opened=self.slots)
        for card, slot in self.techs:
            may_own(table, self.seat, card, "head_start_chosen")
            if known[card].level != 1:
                raise Illegal("head_start.techs", f"{name}: {card} is of level {known[card].level}, level 1 is needed")
            fits(table, self.seat, card, slot, "head_start_chosen")
            lay(table, self.seat, card, slot)

    def play(self, table: Table) -> None:
        """Adds population, ships, slots and cards."""
        player = table.player(self.seat)
        ships = player.ships
        for number, more in self.ships.items():
            ships = ships.changed(number, more)
        table.player(self.seat, ships=ships, opened=(*player.opened, *self.slots))
        for card, slot in self.techs:
            lay(table, self.seat, card, slot)
        table.populate(self.seat, head_start_planet(table, self.seat), head_start_of(table).population)
        settle(table, self.seat)
        next_step(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the head start."""
        cards = " and ".join(f"{content_of(before).techs[card].name} in {slot}" for card, slot in self.techs)
        return (
            f"@{self.seat} starts with ships {self.ships.written()}, the slots {', '.join(self.slots)} open and "
            f"{cards}{told(before, after)}."
        )


def locked_slots(state: Any, seat: int) -> list[str]:
    """Lists the slots of a seat that are still locked."""
    opened = state.players[KEYS[seat]].opened
    return [slot.id for slot in content_of(state).slots.values() if slot.opens and slot.id not in opened]


def options(state: State) -> Iterator[HeadStartChosen]:
    """Gives head starts: each pair of slots with each pair of cards in their first slots, the ships in turn."""
    if state.phase != "head_start":
        return
    seat, given, pack = state.queue[0], head_start_of(state), content_of(state)
    ways = list(spreads(free_places(state, seat), given.ships)) or [Ships()]
    cards = [tech for tech in pack.techs.values() if tech.level == 1]
    locked = locked_slots(state, seat)
    number = 0
    for opened in combinations(locked, min(given.slots, len(locked))):
        table = Table(state)
        table.player(seat, opened=opened)
        for chosen in combinations(cards, given.technologies):
            laid = [(card.id, slot) for card in chosen if (slot := _slot_for(table, seat, card.id, number))]
            if len(laid) == len(chosen):
                yield HeadStartChosen(seat, ways[number % len(ways)], opened, tuple(laid))
                number += 1


def _slot_for(table: Table, seat: int, card: str, number: int) -> str:
    """Gives a slot that a card fits, another one for another number; "" where there is none."""
    fitting = []
    for slot in content_of(table).slots:
        try:
            fits(table, seat, card, slot, "")
        except Illegal:
            continue
        fitting.append(slot)
    return fitting[number % len(fitting)] if fitting else ""
