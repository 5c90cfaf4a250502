"""Higher card: the smallest game with chance and secrets, quoted by docs/adding-a-game.md and held to the laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Self

import msgspec

from playfold.engine.events import Chance, Decision
from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Outcome, Rule, RuleSet, ToAct
from playfold.engine.scene import Scene, Shape
from playfold.errors import Illegal

OVER = 4


class Rules(Parameters, frozen=True):
    """What a version may change."""

    highest: Annotated[int, param("the highest card", "Cards", "deal.deck", ge=4, le=99)] = 13
    exchange: Annotated[bool, param("a card may be exchanged once", "Play", "exchange.allowed")] = True


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment.

    Args:
        rules: the parameters.
        hands: the card of each seat; 0 is none, or one that this view does not show.
        aside: cards that were laid aside, face up.
        step: 0 and 1, the seats are dealt a card; 2 and 3, they decide; 4, over.
        exchanges: the seat that decided waits for its new card.
    """

    rules: Rules
    hands: tuple[int, ...] = (0, 0)
    aside: tuple[int, ...] = ()
    step: int = 0
    exchanges: bool = False


class CardDealt(Chance[State], frozen=True, gc=False):
    """A seat is dealt a card, which it alone sees."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=2)]
    card: Annotated[int, msgspec.Meta(ge=0, le=99)]

    def check(self, state: State) -> None:
        """The card comes from the deck, to the seat whose turn it is."""
        if self.seat != seat_of(state):
            raise Illegal("deal.seat", f"@{seat_of(state)} is dealt the next card, not @{self.seat}")
        if self.card not in deck(state):
            raise Illegal("deal.deck", f"{self.card} is no card of the deck for @{self.seat}")

    def apply(self, state: State) -> State:
        """The card goes into the hand."""
        return msgspec.structs.replace(
            state, hands=with_card(state, self.seat, self.card), step=state.step + 1, exchanges=False
        )

    def tell(self, before: State, after: State) -> str:
        """Tells the card, to those who may know it."""
        del before, after
        return f"@{self.seat} is dealt {f'the {self.card}' if self.card else 'a card'}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Every card of the deck is as likely."""
        return [(cls(seat_of(state), card), 1) for card in deck(state)]


class Kept(Decision[State], frozen=True, gc=False):
    """A seat keeps its card."""

    def apply(self, state: State) -> State:
        """The other one is next."""
        return msgspec.structs.replace(state, step=state.step + 1)

    def tell(self, before: State, after: State) -> str:
        """Tells that it is kept."""
        del before, after
        return f"@{self.seat} keeps the card."


class Exchanged(Decision[State], frozen=True, gc=False):
    """A seat lays its card aside, face up, and waits for another."""

    def check(self, state: State) -> None:
        """The parameters may forbid it."""
        if not state.rules.exchange:
            raise Illegal("exchange.allowed", f"@{self.seat} has to keep its card: here no card is exchanged")

    def apply(self, state: State) -> State:
        """The card lies aside, the hand is empty."""
        aside = (*state.aside, state.hands[self.seat - 1])
        return msgspec.structs.replace(state, hands=with_card(state, self.seat, 0), aside=aside, exchanges=True)

    def tell(self, before: State, after: State) -> str:
        """Tells the card that is laid aside."""
        del before
        return f"@{self.seat} lays the {after.aside[-1]} aside."


def seat_of(state: State) -> int:
    """Gives the seat whose turn it is."""
    return state.step % 2 + 1


def with_card(state: State, seat: int, card: int) -> tuple[int, ...]:
    """Gives the hands with another card in one of them."""
    return (card, state.hands[1]) if seat == 1 else (state.hands[0], card)


def deck(state: State) -> list[int]:
    """Lists the cards that can still come."""
    return [card for card in range(1, state.rules.highest + 1) if card not in (*state.hands, *state.aside)]


def to_act(state: State) -> ToAct:
    """Gives who may go on."""
    if state.step < 2 or state.exchanges:
        return ToAct(chance=(CardDealt,))
    return ToAct(seats=(seat_of(state),)) if state.step < OVER else ToAct()


def options(state: State) -> Sequence[Decision[State]]:
    """Lists what may be decided."""
    kinds = (Kept, Exchanged) if state.rules.exchange else (Kept,)
    return [kind(seat=seat) for seat in to_act(state).seats for kind in kinds]


def outcome(state: State) -> Outcome | None:
    """The higher card wins."""
    if state.step < OVER:
        return None
    first = 1 if state.hands[0] > state.hands[1] else 2
    return Outcome((first,), ((first,), (3 - first,)), "higher_card")


def view(state: State, seat: int) -> State:
    """Turns the other hand face down until the game is over."""
    if state.step >= OVER:
        return state
    return msgspec.structs.replace(state, hands=with_card(state, 3 - seat, 0))


def hide(event: Any, seat: int, before: State) -> Any:
    """Turns a card face down that another seat is dealt."""
    del before
    return CardDealt(event.seat, 0) if isinstance(event, CardDealt) and event.seat != seat else event


def sound(state: State) -> tuple[str, ...]:
    """Says what cannot be: a card that is there twice, or higher than any."""
    cards = [card for card in (*state.hands, *state.aside) if card]
    wrong = [f"there is more than one {card}" for card in sorted(set(cards)) if cards.count(card) > 1]
    return (*wrong, *(f"{card} is no card" for card in cards if not 1 <= card <= state.rules.highest))


def scene(state: State) -> Scene:
    """Draws the hands and what lies aside."""
    shapes = [
        Shape(kind="label", x=seat, y=1, text=str(card or "?"), mark=str(card or "?"), fill="seat", seat=seat)
        for seat, card in enumerate(state.hands, 1)
    ]
    shapes += [Shape(kind="label", x=4 + x, y=1, text=str(card), mark=str(card)) for x, card in enumerate(state.aside)]
    return Scene(title="Higher card", width=7, height=2, shapes=tuple(shapes))


RULES = RuleSet(
    id="higher-card",
    title={"en": "Higher card"},
    seats=range(2, 3),
    versions={"1.0": {}, "1.0-blind": {"exchange": False}},
    parameters=Rules,
    rules=(
        Rule("deal.seat", "Each seat is dealt a card, seat 1 first.", "Cards"),
        Rule("deal.deck", "Cards come from the deck.", "Cards"),
        Rule("exchange.allowed", "Each seat may exchange its card once.", "Play"),
    ),
    events=(CardDealt, Kept, Exchanged),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=to_act,
    options=options,
    outcome=outcome,
    standings=lambda state: {"card": state.hands},
    turn=lambda state: state.step,
    scene=scene,
    sound=sound,
    view=view,
    hide=hide,
)
