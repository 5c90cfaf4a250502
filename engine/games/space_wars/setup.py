"""The set-up: objectives, the deal of the territories, the ships of the start, the first seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Seat
from playfold.errors import Illegal, UnknownRulesError

from .cards import CARD_PLACE, HIDDEN, TERRITORY_ON, Card, deck
from .ending import begin_turn, ending, new_ships
from .galaxy import PLACE
from .objectives import OBJECTIVES, Objective, described
from .rules import Rules
from .state import NOBODY, SEAT_KEYS, Phase, State, count, has_ally, lands, mode_of, seats_of, strength

ALLY_SHARE = 14
"""Cards that each of two seats is dealt; as many are the ally's."""


def start(rules: Rules, seats: int) -> State:
    """Gives the empty galaxy.

    Raises:
        UnknownRulesError: the parameters cannot be played by so many.
    """
    if reason := rules.refuse():
        raise UnknownRulesError(f"space-wars: {reason}")
    mode = mode_of(rules, seats)
    if (mode == "ally2") != (seats == 2):  # noqa: PLR2004 - two seats
        needs = "two seats" if mode == "ally2" else "three seats or more"
        raise UnknownRulesError(f"space-wars: mode={mode} needs {needs}, here are {seats}", hint="leave mode=auto")
    phase: Phase = "objectives" if mode == "objectives" else "deal"
    return State(
        rules,
        phase,
        turn=0,
        round=0,
        active=1,
        first=0,
        pending=0,
        gained=0,
        exchanges=0,
        captures=0,
        owner={},
        ships={},
        hands={SEAT_KEYS[seat]: () for seat in range(1, seats + 1)},
        ally_pending={SEAT_KEYS[seat]: 0 for seat in (1, 2)} if seats == 2 else {},  # noqa: PLR2004 - two seats
    )


class ObjectiveDealt(Chance[State], frozen=True, gc=False):
    """The secret objective of a seat."""

    seat: Seat
    objective: Objective

    def check(self, state: State) -> None:
        """Raises `Illegal` unless it is the seat's turn to get one, and this one is left."""
        if self.seat != state.active:
            raise Illegal("setup.objective", f"@{state.active} is next to get an objective, not @{self.seat}")
        if self.objective not in _objectives_left(state):
            raise Illegal(
                "setup.objective",
                f"@{self.seat} gets one of the objectives that are left, {self.objective!r} is none; there are "
                f"{len(OBJECTIVES)}: obj01 to obj11, each given once",
            )

    def apply(self, state: State) -> State:
        """Gives it; after the last seat the territories are dealt."""
        objectives = {**state.objectives, SEAT_KEYS[self.seat]: self.objective}
        if self.seat < len(state.hands):
            return replace(state, objectives=objectives, active=self.seat + 1)
        return replace(state, objectives=objectives, active=1, phase="deal")

    def tell(self, before: State, after: State) -> str:
        """Tells the objective to whom may know it."""
        del before, after
        if self.objective == HIDDEN:
            return f"@{self.seat} is dealt a secret objective."
        return f"@{self.seat} is dealt the objective {self.objective}: {described(self.objective)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the objectives that are left."""
        return [(cls(state.active, objective), 1) for objective in _objectives_left(state)]


def _objectives_left(state: State) -> list[str]:
    given = set(state.objectives.values())
    return [objective for objective in OBJECTIVES if objective not in given]


def share(state: State, seat: int) -> int:
    """Gives how many cards a seat is dealt."""
    if has_ally(state):
        return ALLY_SHARE
    seats = len(state.hands)
    whole, rest = divmod(len(deck(seats)), seats)
    return whole + (seat <= rest)


class CardsDealt(Chance[State], frozen=True, gc=False):
    """All cards that a seat is dealt at the start, in their order; everybody sees them."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], msgspec.Meta(examples=[("card_gab1", "joker_1")])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless these are the seat's share of the cards that are left."""
        if self.seat != state.active:
            raise Illegal("setup.deal", f"@{state.active} is next to be dealt its cards, not @{self.seat}")
        due = share(state, self.seat)
        if len(self.cards) != due:
            raise Illegal("setup.deal", f"@{self.seat} is dealt {due} cards, not {len(self.cards)}")
        if len(set(self.cards)) != due:
            raise Illegal("setup.deal", f"@{self.seat} is dealt {due} different cards; one is named twice")
        left = _undealt(state)
        for card in self.cards:
            if card not in left:
                why = "was dealt before" if card in CARD_PLACE else "is no card of this game"
                raise Illegal("setup.deal", f"@{self.seat} cannot be dealt {card!r}, which {why}")

    def apply(self, state: State) -> State:
        """Puts a ship on each territory; after the last seat the ally takes what is left, and ships are placed."""
        owner, ships = dict(state.owner), dict(state.ships)
        for card in self.cards:
            if card in TERRITORY_ON:
                owner[TERRITORY_ON[card]] = self.seat
                ships[TERRITORY_ON[card]] = 1
        state = replace(state, owner=owner, ships=ships, discards=(*state.discards, *self.cards))
        if self.seat < len(state.hands):
            return replace(state, active=self.seat + 1)
        for at in PLACE:
            if at not in owner:
                owner[at] = NOBODY
                ships[at] = state.rules.ally_initial_ships
        # Kept in order so that the digest has nothing left to sort.
        state = replace(state, owner=dict(sorted(owner.items())), ships=dict(sorted(ships.items())), discards=())
        return next_placement(replace(state, phase="placement", active=len(state.hands)))

    def tell(self, before: State, after: State) -> str:
        """Tells how many territories and jokers the seat gets."""
        jokers = sum(card not in TERRITORY_ON for card in self.cards)
        extra = f" and {count(jokers, 'joker')}" if jokers else ""
        told = f"@{self.seat} is dealt {count(len(self.cards) - jokers, 'territory')}{extra}"
        if after.phase == before.phase:
            return f"{told}."
        ally = f"; the ally takes the other {len(lands(after, NOBODY))}" if has_ally(after) else ""
        return f"{told}{ally}; {after_deal(after)}."

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws card after card from those that are left: one integer each."""
        left = list(_undealt(state))
        return cls(state.active, tuple(left.pop(dice.below(len(left))) for _ in range(share(state, state.active))))


def _undealt(state: State) -> tuple[str, ...]:
    dealt = set(state.discards)
    return tuple(card for card in deck(len(state.hands)) if card not in dealt)


def due(state: State, seat: int) -> int:
    """Gives how many ships of the start a seat has still to place, beyond the one on each territory."""
    free = state.rules.ships_by_players.of(len(state.hands))
    own = len(lands(state, seat))
    if state.rules.initial_ships == "total":
        free -= own
    return free - (strength(state, seat) - own)


def waiting_to_place(state: State) -> tuple[int, ...]:
    """Lists the seats that have ships of the start to place and have not sealed them."""
    return tuple(seat for seat in seats_of(state) if SEAT_KEYS[seat] not in state.sealed and due(state, seat) > 0)


def next_placement(state: State) -> State:
    """Gives the state in which the next seat places ships of the start; when all stand, the one after the set-up."""
    seats = len(state.hands)
    if state.rules.initial_placement == "simultaneous":
        waiting = waiting_to_place(state)
        if waiting:
            return replace(state, active=waiting[0], pending=0)
        ships = dict(state.ships)
        for sealed in state.sealed.values():
            for at, number in sealed.items():
                ships[at] += number
        return _placed(replace(state, ships=ships, sealed={}))
    for step in range(seats):
        seat = (state.active + step) % seats + 1
        pending = due(state, seat)
        if pending > 0:
            return replace(state, active=seat, pending=pending)
    return _placed(state)


def _placed(state: State) -> State:
    if state.rules.first_player == "random":
        return replace(state, phase="first", active=1, pending=0)
    return begin_turn(replace(state, first=1), 1, 1)


def begins(state: State) -> str:
    """Tells who has the first turn, and that it wins at once when the deal has given it what it is after."""
    gain = f" with {new_ships(state)}" if state.pending else ""
    won = f"; {ending(state)}" if state.phase == "over" else ""
    return f"@{state.active} begins{gain}{won}"


def after_deal(state: State) -> str:
    """Tells what comes once the territories are dealt, or once ships of the start were placed."""
    if state.phase == "placement":
        waiting = waiting_to_place(state)
        if state.rules.initial_placement == "simultaneous":
            return f"{', '.join(f'@{seat}' for seat in waiting)} place their ships, hidden from each other"
        return f"@{state.active} places {count(state.pending, 'ship')}"
    if state.phase == "first":
        return "all ships stand, the first seat is drawn"
    return f"all ships stand and {begins(state)}"


class FirstSeatChosen(Chance[State], frozen=True, gc=False):
    """The seat that has the first turn."""

    seat: Seat

    def check(self, state: State) -> None:
        """Raises `Illegal` unless there is such a seat."""
        if self.seat not in seats_of(state):
            raise Illegal(
                "setup.first", f"the first turn goes to one of the {len(state.hands)} seats, not to @{self.seat}"
            )

    def apply(self, state: State) -> State:
        """Begins the first turn."""
        return begin_turn(replace(state, first=self.seat), self.seat, 1)

    def tell(self, before: State, after: State) -> str:
        """Tells who begins, and with how many new ships."""
        del before
        return f"{begins(after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the seats."""
        return [(cls(seat), 1) for seat in seats_of(state)]
