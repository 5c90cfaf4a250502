"""Taking a territory: the ships that move in, the card, and the hand of a seat that is out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.events import Chance, Decision
from playfold.errors import Illegal

from .cards import HIDDEN, KIND_OF, TERRITORY_ON, Card, deck, in_order
from .ending import checked, closing
from .galaxy import english
from .state import NOBODY, SEAT_KEYS, State, cards_left, count, pile, seats_of
from .turn import must_exchange


def captured(state: State, ships: dict[str, int]) -> State:
    """Gives the state after a territory has lost its last ship: its new owner's ships of the last roll are there."""
    attack = state.attack
    if attack is None:
        return state
    for_ally = attack.force and state.rules.ally_capture_owner == "ally"
    ships[attack.from_] -= attack.dice
    ships[attack.to] = attack.dice
    owner = state.owner.copy()
    owner[attack.to] = NOBODY if for_ally else state.active
    state = replace(state, owner=owner, ships=ships, captures=state.captures + (not for_ally))
    if state.rules.advance == "at_least_last_dice" and ships[attack.from_] > 1:
        return replace(state, phase="move_in")
    return _taken(state)


def _taken(state: State) -> State:
    """Goes on when the ships have moved in: a victory, a card, or the hand of a seat that is out."""
    attack, rules = state.attack, state.rules
    state = checked(state)
    if state.phase == "over" or attack is None:
        return state
    for_ally = attack.force and rules.ally_capture_owner == "ally"
    draws = not for_ally and (rules.card_per == "territory" or state.captures == 1)
    if draws and cards_left(state):
        return replace(state, phase="card")
    return _spoils(state)


def _spoils(state: State) -> State:
    """Gives the hand of a seat that is out to the active seat."""
    state = replace(state, phase="conquer", attack=None)
    owners = set(state.owner.values())
    for seat in seats_of(state):
        key, own = SEAT_KEYS[seat], SEAT_KEYS[state.active]
        cards = state.hands[key]
        if seat in owners or not cards:
            continue
        hands = {**state.hands, key: (), own: in_order((*state.hands[own], *cards))}
        # Both know these cards from now on: who loses them has seen them.
        known = {**state.known, key: in_order({*state.known.get(key, ()), *cards})}
        state = replace(state, hands=hands, known=_elsewhere(known, hands))
        if state.rules.exchange_on_elimination == "immediately" and must_exchange(state, state.active):
            return replace(state, phase="spoils")
    return state


def _elsewhere(known: dict[str, tuple[str, ...]], hands: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Drops cards that have come back to the hand of a seat that knew them."""
    found = {seat: tuple(card for card in cards if card not in hands[seat]) for seat, cards in known.items()}
    return {seat: cards for seat, cards in found.items() if cards}


class MovedIn(Decision[State], frozen=True, gc=False):
    """The attacker says how many ships move into a captured territory, those of the last roll included."""

    ships: Annotated[int, msgspec.Meta(ge=1, le=10_000)]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless a capture asks for it and the number is one that may move."""
        attack = state.attack
        if state.phase != "move_in" or attack is None:
            raise Illegal("capture.ships", f"@{self.seat} has captured nothing into which more ships could move now")
        least, most = attack.dice, attack.dice + state.ships[attack.from_] - 1
        if not least <= self.ships <= most:
            raise Illegal(
                "capture.ships",
                f"@{self.seat} moves {least} to {most} ships into {attack.to}, not {self.ships}; the last roll had "
                f"{least}, and one stays on {attack.from_}",
            )

    def apply(self, state: State) -> State:
        """Moves those that are not there yet."""
        attack = state.attack
        if attack is None:
            return state
        more = self.ships - attack.dice
        ships = state.ships.copy()
        ships[attack.from_] -= more
        ships[attack.to] += more
        return _taken(replace(state, ships=ships))

    def tell(self, before: State, after: State) -> str:
        """Tells the number."""
        attack = before.attack
        there, start = (attack.to, attack.from_) if attack else ("", "")
        return (
            f"@{self.seat} moves {count(self.ships, 'ship')} into {there}, {start} keeps {after.ships[start]}"
            f"{_inherited(before, after)}{closing(before, after)}."
        )


class CardDrawn(Chance[State], frozen=True, gc=False):
    """The card for a captured territory; only the seat that draws it sees it."""

    card: Card

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the card is in the draw pile."""
        card = self.card
        if card not in deck(len(state.hands)):
            raise Illegal("card.pile", f"@{state.active} draws a card of this game, {card!r} is none")
        if any(card in hand for hand in state.hands.values()):
            raise Illegal("card.pile", f"@{state.active} cannot draw {card}: it is in a hand")
        if card in state.discards and len(state.discards) < cards_left(state):
            raise Illegal(
                "card.pile", f"@{state.active} cannot draw {card}: it lies open, and the draw pile is not empty"
            )

    def apply(self, state: State) -> State:
        """Takes the card, from the open ones when there are no others, and then the hand of a seat that is out."""
        key = SEAT_KEYS[state.active]
        renewed = len(state.discards) == cards_left(state)
        state = replace(
            state,
            hands={**state.hands, key: in_order((*state.hands[key], self.card))},
            discards=() if renewed else state.discards,
        )
        return _spoils(state)

    def tell(self, before: State, after: State) -> str:
        """Tells the card to whom may know it, and what a seat that is out leaves."""
        if self.card == HIDDEN:
            drawn = "a card"
        elif self.card in TERRITORY_ON:
            drawn = f"the card {self.card} ({KIND_OF[self.card]}, {english(TERRITORY_ON[self.card])})"
        else:
            drawn = f"the card {self.card}"
        shuffled = " from the pile that the exchanged cards make" if before.discards and not after.discards else ""
        return f"@{before.active} draws {drawn}{shuffled}{_inherited(before, after)}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the cards of the draw pile."""
        return [(cls(card), 1) for card in pile(state)]


def _inherited(before: State, after: State) -> str:
    """Tells whose hand has gone to the active seat, and what that forces."""
    for seat in seats_of(before):
        cards = len(before.hands[SEAT_KEYS[seat]])
        if cards and not after.hands[SEAT_KEYS[seat]] and seat != before.active:
            total = len(after.hands[SEAT_KEYS[before.active]])
            forced = "; it has to exchange at once" if after.phase == "spoils" else ""
            return f" and takes the {count(cards, 'card')} of @{seat}, {total} in all{forced}"
    return ""
