"""Playing tactics cards: those marked action in the own turn, instants at any time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import may_act
from .due import chance_due
from .effects import Use, begin, check_use, effect_of
from .event import Choice
from .instants import in_window
from .lookup import content_of
from .operations_at_once import CancelHits, RerollDice
from .pending import Ask
from .printed import Tactic
from .rules import ACTION, POLITICS
from .seats import HIDDEN, KEYS, seats_of
from .state import State
from .table import Table
from .telling import told
from .telling_losses import coming
from .telling_use import told_use

INDEX = (
    Rule("card.hand", "A seat plays tactics cards of its own hand.", f"rulebook, {POLITICS}"),
    Rule(
        "card.action",
        "Cards marked action are played in the own turn once tactics cards were paid for in it.",
        f"rulebook, {ACTION}, {POLITICS}; A28",
    ),
    Rule("card.idle", "A card is played where it does something.", "content pack"),
)


class TacticsPlayed(Choice, frozen=True, gc=False):
    """A seat plays a tactics card; `use` holds what the card asks."""

    card: Annotated[str, msgspec.Meta(examples=["census", "war_bonds"])]
    use: Use | None = None

    def settles(self, state: State) -> bool:
        """Cards on dice and hits come before the losses of the round."""
        card = content_of(state).tactics.get(self.card)
        return card is None or not on_dice(card)

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the seat holds the card, may play it now, and says what it asks."""
        written = f"tactics_played {self.card} by @{self.seat}"
        card = content_of(state).tactics.get(self.card)
        if card is None or self.card not in state.players[KEYS[self.seat]].hand:
            raise Illegal("card.hand", f"{written}: is not in its hand")
        _check_timing(state, self.seat, card, written)
        first = asks_of(self.seat, card)[0]
        if not effect_of(first).possible(state, first):
            raise Illegal("card.idle", f"{written}: it would do nothing here")
        check_use(state, first, self.use, written)

    def play(self, table: Table) -> None:
        """Discards the card, and does what it says."""
        player = table.player(self.seat)
        hand = list(player.hand)
        hand.remove(self.card)
        table.player(self.seat, hand=tuple(hand))
        table.tactics_discards = (*table.tactics_discards, self.card)
        first, *others = asks_of(self.seat, content_of(table).tactics[self.card])
        if others:
            begin(table, *others)
        effect_of(first).perform(table, first, self.use or Use())

    def tell(self, before: State, after: State) -> str:
        """Tells the card and what was chosen."""
        card = content_of(before).tactics[self.card]
        costs = coming(after) if on_dice(card) and not after.pending else ""
        now = f"; the round costs {costs} now" if costs else ""
        return f"@{self.seat} plays {card.name}{told_use(self.use)}{told(before, after)}{now}."


def asks_of(seat: int, card: Tactic) -> list[Ask]:
    """Gives what a card does; what `use` holds belongs to the first operation, further ones ask by themselves."""
    return [Ask(seat, each, card.id) for each in card.effects]


def _check_timing(state: State, seat: int, card: Tactic, written: str) -> None:
    if card.timing == "instant":
        in_window(state, seat, written)
        return
    may_act(state, seat, written, "politics")
    if state.rules.tactics_action_needs == "tactics_action":
        if not state.turn.tactics:
            raise Illegal("card.action", f"{written}: is marked action, so tactics_bought comes before it in the turn")
    elif state.turn.type != "politics":
        raise Illegal(
            "card.action", f"{written}: is marked action, so it needs a politics turn, which no action has begun"
        )


def options(state: State, after: State) -> Iterator[TacticsPlayed]:
    """Gives the cards that seats may play, with what they ask; `after` is the state with the losses settled."""
    for seat in seats_of(state):
        for name in dict.fromkeys(state.players[KEYS[seat]].hand):
            if name != HIDDEN:
                card = content_of(state).tactics[name]
                yield from _plays(state if on_dice(card) else after, seat, card)


def on_dice(card: Tactic) -> bool:
    """Says whether a card works on the dice or hits of a round, so that it comes before the losses."""
    return any(isinstance(each, RerollDice | CancelHits) for each in card.effects)


def _plays(state: State, seat: int, card: Tactic) -> Iterator[TacticsPlayed]:
    if chance_due(state):
        return
    try:
        _check_timing(state, seat, card, "")
    except Illegal:
        return
    first = asks_of(seat, card)[0]
    how = effect_of(first)
    if not how.possible(state, first):
        return
    if not how.asks(state, first):
        yield TacticsPlayed(seat, card.id)
        return
    yield from (TacticsPlayed(seat, card.id, use) for use in how.uses(state, first))
