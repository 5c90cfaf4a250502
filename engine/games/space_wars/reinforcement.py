"""New ships: placing them, at the start and in each turn, and exchanging cards for them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from playfold.engine.events import Decision
from playfold.engine.field_types import Unordered
from playfold.errors import Illegal

from .cards import CARD_PLACE, SET_SIZE, Card, in_order, set_made, worth
from .ending import checked, closing
from .galaxy import PLACE, TERRITORIES
from .setup import after_deal, due, next_placement
from .state import NOBODY, SEAT_KEYS, Force, State, count, lands, whose
from .turn import in_turn, must_exchange, refuse_full_hand, some_sets

Territory = Annotated[str, msgspec.Meta(max_length=20)]
Ships = Annotated[int, msgspec.Meta(ge=1, le=10_000)]

_SET_NAMES = {
    "three_military": "three military cards",
    "three_civil": "three civil cards",
    "three_scientific": "three scientific cards",
    "one_each": "one card of each kind",
    "joker_pair": "a joker and two cards",
}


class ShipsPlaced(Decision[State], frozen=True, gc=False):
    """A seat places ships: those of the start, new ones, or the ally's."""

    ships: Annotated[dict[Territory, Ships], Unordered(PLACE.get), msgspec.Meta(examples=[{"gab1": 2, "tro3": 1}])]
    force: Force = ""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless so many are due and the territories are the right ones."""
        name = f"ships_placed by @{self.seat}"
        initial = state.phase == "placement"
        if not initial:
            in_turn(state, self.seat, "ships_placed")
        if not self.ships:
            raise Illegal("place.some", f"{name}: name a territory and how many ships")
        if self.force:
            self._check_ally(state, name)
        owner, wanted = state.owner, NOBODY if self.force else self.seat
        for at in self.ships:
            if owner.get(at) != wanted:
                rule = "place.ally" if self.force else "place.own"
                there = f"belongs to {whose(owner[at])}" if at in owner else "is no territory"
                legal = " ".join(lands(state, wanted))
                raise Illegal(rule, f"{name}: {at} {there}; {whose(wanted)} holds {legal}")
        places = [PLACE[at] for at in self.ships]
        if places != sorted(places):
            order = " ".join(TERRITORIES[place] for place in sorted(places))
            raise Illegal("write.order", f"{name}: the territories are named in the order of the map: {order}")
        if initial:
            self._check_initial(state, name)
        elif not self.force:
            self._check_due(state, name)

    def _check_initial(self, state: State, name: str) -> None:
        total, free = sum(self.ships.values()), due(state, self.seat)
        if state.rules.initial_placement == "one_by_one":
            if total != 1:
                raise Illegal("setup.place", f"{name}: ships of the start are placed one by one, not {total} at once")
        elif total != free:
            raise Illegal("setup.place", f"{name}: all {free} ships of the start are placed at once, not {total}")

    def _check_due(self, state: State, name: str) -> None:
        if state.phase == "spoils":
            refuse_full_hand(state, self.seat, "ships_placed")
        total = sum(self.ships.values())
        if total > state.pending:
            raise Illegal(
                "place.pending",
                f"{name}: {count(state.pending, 'new ship') if state.pending else 'no new ship'} may be placed, "
                f"not {total}",
            )

    def _check_ally(self, state: State, name: str) -> None:
        free = state.ally_pending.get(SEAT_KEYS[self.seat], 0) if state.phase == "reinforce" else 0
        total = sum(self.ships.values())
        if total > free:
            raise Illegal(
                "place.ally",
                f"{name}: {count(free, 'ship') if free else 'no ship'} of the ally may be placed now, not {total}",
            )

    def apply(self, state: State) -> State:
        """Adds the ships; at the start goes on to the next seat."""
        if state.phase == "placement" and state.rules.initial_placement == "simultaneous":
            sealed = {**state.sealed, SEAT_KEYS[self.seat]: dict(self.ships)}
            return next_placement(replace(state, sealed=sealed))
        ships = state.ships.copy()
        for at, number in self.ships.items():
            ships[at] += number
        total = sum(self.ships.values())
        if state.phase == "placement":
            return next_placement(replace(state, ships=ships, active=self.seat))
        if self.force:
            key = SEAT_KEYS[self.seat]
            ally_pending = {**state.ally_pending, key: state.ally_pending[key] - total}
            return replace(state, ships=ships, ally_pending=ally_pending)
        state = replace(state, ships=ships, pending=state.pending - total)
        return checked(after_spoils(state))

    def tell(self, before: State, after: State) -> str:
        """Tells how many ships go where."""
        if not self.ships:
            return f"@{self.seat} places its ships, hidden until all have placed{self._next(before, after)}."
        total = sum(self.ships.values())
        where = ", ".join(f"{number} on {at}" for at, number in self.ships.items())
        if len(self.ships) == 1:
            where = f"on {next(iter(self.ships))}"
        of_ally = " of the ally" if self.force else ""
        told = f"@{self.seat} places {count(total, 'ship')}{of_ally}: {where}"
        if len(self.ships) == 1:
            told = f"@{self.seat} places {count(total, 'ship')}{of_ally} {where}"
        return f"{told}{self._next(before, after)}."

    def _next(self, before: State, after: State) -> str:
        if before.phase == "placement":
            return "" if after.phase == "placement" and after.active == self.seat else f"; {after_deal(after)}"
        left = f"; {after.pending} more to place" if after.pending else ""
        return left + closing(before, after)


class SetExchanged(Decision[State], frozen=True, gc=False):
    """A seat exchanges three cards for ships."""

    cards: Annotated[
        tuple[Card, Card, Card],
        Unordered(CARD_PLACE.get),
        msgspec.Meta(examples=[("card_gab1", "card_gab4", "card_yag3")]),
    ]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless conquering has not begun and the cards are an own set."""
        name = f"set_exchanged by @{self.seat}"
        in_turn(state, self.seat, "set_exchanged")
        if state.phase == "conquer":
            raise Illegal(
                "exchange.before", f"{name}: cards are exchanged before the first attack of the turn, not after"
            )
        if state.phase == "spoils" and not must_exchange(state, self.seat):
            raise Illegal(
                "exchange.before",
                f"{name}: after an elimination cards are exchanged down to fewer than {state.rules.hand_limit}, it "
                f"holds {len(state.hands[SEAT_KEYS[self.seat]])}",
            )
        hand = state.hands[SEAT_KEYS[self.seat]]
        for card in self.cards:
            if card not in hand:
                raise Illegal(
                    "exchange.hand", f"{name}: {card!r} is not in its hand, which is {' '.join(hand) or 'empty'}"
                )
        if len(set(self.cards)) != SET_SIZE:
            raise Illegal("exchange.hand", f"{name}: three different cards are needed, one is named twice")
        if in_order(self.cards) != self.cards:
            raise Illegal(
                "write.order", f"{name}: cards are named in the order of the map: {' '.join(in_order(self.cards))}"
            )
        if not set_made(state.rules, self.cards):
            legal = some_sets(state, self.seat)
            raise Illegal("exchange.set", f"{name}: {' '.join(self.cards)} are no set; its sets are: {legal}")

    def apply(self, state: State) -> State:
        """Lays the cards open and makes the ships due."""
        key, rules = SEAT_KEYS[self.seat], state.rules
        made = set_made(rules, self.cards)
        ships = worth(rules, state.exchanges, made) if made else 0
        known = state.known
        if known:
            known = {seat: tuple(card for card in cards if card not in self.cards) for seat, cards in known.items()}
            known = {seat: cards for seat, cards in known.items() if cards}
        state = replace(
            state,
            hands={**state.hands, key: tuple(card for card in state.hands[key] if card not in self.cards)},
            discards=(*state.discards, *self.cards),
            known=known,
            pending=state.pending + ships,
            gained=state.gained + ships,
            exchanges=state.exchanges + 1,
        )
        return after_spoils(state)

    def tell(self, before: State, after: State) -> str:
        """Tells the set and what it is worth."""
        made = set_made(before.rules, self.cards)
        words = _SET_NAMES[made] if made else "three cards"
        ships = after.gained - before.gained
        left = len(after.hands[SEAT_KEYS[self.seat]])
        return (
            f"@{self.seat} exchanges {words} for {count(ships, 'ship')}, exchange {after.exchanges} of the game; it "
            f"keeps {count(left, 'card')} and has {count(after.pending, 'ship')} to place."
        )


def after_spoils(state: State) -> State:
    """Lets conquering go on when the exchange that an elimination forced is done."""
    if state.phase == "spoils" and not state.pending and not must_exchange(state, state.active):
        return replace(state, phase="conquer")
    return state


def card_named(card: str) -> str:
    """Writes a card for people."""
    return card if card in CARD_PLACE else "a card"
