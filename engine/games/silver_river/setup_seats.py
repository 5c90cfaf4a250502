"""The set-up of the seats: fleets, the first tactics cards, objectives, the first player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Annotated, Self

import msgspec

from playfold.engine.events import Seat
from playfold.engine.field_types import Unordered
from playfold.engine.hexes import Hex
from playfold.errors import Illegal

from .content import pack
from .decks import tactics_deck
from .event import Choice, Luck
from .lookup import content_of, home, near
from .pieces import LETTERS, Fleet
from .rules import Rules
from .seats import seats_of
from .setup_course import due_in, next_step, settle
from .state import State
from .table import Table
from .telling import told

KEPT = 5
"""Personal objectives that a seat keeps."""


class FleetsPlaced(Choice, frozen=True, gc=False):
    """A seat places its markers a to d, and says which fleet lies below each."""

    at: tuple[Hex, ...]
    numbers: Annotated[tuple[int, ...], msgspec.Meta(examples=[[1, 2, 3, 4], [4, 3, 2, 1]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless all four start in or next to the home sector."""
        due_in(state, "fleets", self.seat, f"fleets_placed by @{self.seat}")
        places = starting_places(state, self.seat)
        if len(self.at) != len(LETTERS) or any(each not in places for each in self.at):
            where = ", ".join(f"{q},{r}" for q, r in places)
            raise Illegal(
                "setup.fleets",
                f"fleets_placed by @{self.seat}: needs four sectors of {where}; there is "
                f"{' '.join(f'{q},{r}' for q, r in self.at) or 'none'}",
            )
        if sorted(self.numbers) != [1, 2, 3, 4]:
            raise Illegal(
                "setup.numbers",
                f"fleets_placed by @{self.seat}: numbers holds 1, 2, 3 and 4 in the order of markers a to d",
            )

    def play(self, table: Table) -> None:
        """Puts the markers down."""
        for letter, at, number in zip(LETTERS, self.at, self.numbers, strict=True):
            table.fleets[f"{self.seat}{letter}"] = Fleet(number, at)
        settle(table, self.seat)
        next_step(table)

    def tell(self, before: State, after: State) -> str:
        """Tells where the markers lie, and their numbers to whom may know them."""
        fleets = ", ".join(
            f"{self.seat}{letter}{f' (fleet {number})' if number else ''} at {q},{r}"
            for letter, (q, r), number in zip(LETTERS, self.at, self.numbers, strict=False)
        )
        return f"@{self.seat} places {fleets}{told(before, after)}."


def starting_places(state: State, seat: int) -> tuple[Hex, ...]:
    """Gives the sectors where a seat's fleets may start."""
    at = home(state, seat)
    return (at, *near(state, at))


class TacticsDealt(Luck, frozen=True, gc=False):
    """The tactics card that a seat starts with."""

    seat: Seat
    card: Annotated[str, msgspec.Meta(examples=["census", "sabotage"])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the card is left and the seat is next."""
        due_in(state, "tactics", self.seat, f"tactics_dealt to @{self.seat}")
        if self.card not in tactics_deck(state):
            # Which cards are left tells what others hold.
            raise Illegal("setup.tactics", f"tactics_dealt to @{self.seat}: {self.card!r} is not in the deck")

    def play(self, table: Table) -> None:
        """Gives the card."""
        table.player(self.seat, hand=(self.card,))
        settle(table, self.seat)
        next_step(table)

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the kinds of cards by how many are left."""
        return [(cls(state.queue[0], card), number) for card, number in tactics_deck(state).items()]

    def tell(self, before: State, after: State) -> str:
        """Tells the card to its seat."""
        known = content_of(before).tactics.get(self.card)
        return f"@{self.seat} is dealt {known.name if known else 'a tactics card'}{told(before, after)}."


def personal_deck(state: State) -> list[str]:
    """Lists the personal objectives that a seat chooses from, ascending (A14)."""
    return personal_deck_of(state.rules)


def personal_deck_of(rules: Rules) -> list[str]:
    """Lists the personal objectives of a game with these parameters, ascending."""
    forms = {"exp01", "misc02"} - {rules.explore_objective}
    gone = {*rules.objectives_removed, *forms}
    return sorted(each for each in pack(rules.content).personal if each not in gone)


class ObjectivesChosen(Choice, frozen=True, gc=False):
    """A seat keeps five of its personal objectives; the others are out of the game."""

    objectives: Annotated[
        tuple[str, ...], Unordered(), msgspec.Meta(examples=[["civ01", "civ02", "mil01", "pol01", "tec01"]])
    ]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless they are five of the seat's objectives."""
        due_in(state, "objectives", self.seat, f"objectives_chosen by @{self.seat}")
        deck = personal_deck(state)
        needed = min(KEPT, len(deck))
        if len(self.objectives) != needed or not set(self.objectives) <= set(deck):
            raise Illegal(
                "setup.objectives",
                f"objectives_chosen by @{self.seat}: needs {needed} different ones of {', '.join(deck)}",
            )
        if list(self.objectives) != sorted(set(self.objectives)):
            raise Illegal("write.order", f"objectives_chosen by @{self.seat}: they are named ascending, each once")

    def play(self, table: Table) -> None:
        """Keeps them."""
        table.player(self.seat, objectives=self.objectives)
        settle(table, self.seat)
        next_step(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the objectives to their seat."""
        known = [each for each in self.objectives if each in content_of(before).personal]
        which = f"the objectives {', '.join(known)}" if known else f"{len(self.objectives)} personal objectives"
        return f"@{self.seat} keeps {which}{told(before, after)}."


class FirstSeatChosen(Luck, frozen=True, gc=False):
    """The first player."""

    seat: Seat

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is one of the seats."""
        if self.seat not in seats_of(state):
            raise Illegal("setup.first", f"the first player is one of @1 to @{len(state.players)}, not @{self.seat}")

    def play(self, table: Table) -> None:
        """Gives the marker; the first age begins."""
        table.first = self.seat
        table.queue = ()
        next_step(table)

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the seats."""
        return [(cls(seat), 1) for seat in seats_of(state)]

    def tell(self, before: State, after: State) -> str:
        """Tells the first player."""
        return f"@{self.seat} is the first player{told(before, after)}."


def placings(state: State, seat: int) -> Iterator[FleetsPlaced]:
    """Gives ways to place fleets: every order of the numbers, the markers together and apart in turn."""
    places = starting_places(state, seat)
    for turn, numbers in enumerate(permutations((1, 2, 3, 4))):
        for step in range(3):
            at = tuple(places[(turn + step * each) % len(places)] for each in range(4))
            yield FleetsPlaced(seat, at, numbers)
