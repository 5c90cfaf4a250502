"""The tactics deck: what is left in it, and what a draw may bring. No shuffle is recorded: each draw is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .lookup import content_of
from .pending import Keep
from .seats import HIDDEN


def tactics_deck(state: Any) -> dict[str, int]:
    """Gives the tactics cards that are in nobody's hand, not just drawn and not among the discards, by kind."""
    gone: Counter[str] = Counter(state.tactics_discards)
    for player in state.players.values():
        gone.update(player.hand)
    for each in state.pending:
        if isinstance(each, Keep):
            gone.update(each.cards)
    left = {}
    for card in content_of(state).tactics.values():
        count = state.rules.deploy_copies if card.id == "deploy" else card.count
        if count > gone[card.id]:
            left[card.id] = count - gone[card.id]
    return left


def unseen(cards: tuple[str, ...]) -> int:
    """Counts the cards that a view hides."""
    return sum(card == HIDDEN for card in cards)


def sequences(
    deck: Mapping[str, int], discards: Mapping[str, int], number: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Gives what drawing so many cards may bring, in order, with weights; discards become the deck once it is empty.

    Fewer cards come when there are no more of both.
    """
    source, rest = (deck, discards) if any(deck.values()) else (discards, {})
    if not number or not any(source.values()):
        yield (), 1
        return
    for card, count in source.items():
        if count:
            left = {**source, card: count - 1}
            for further, weight in sequences(left, rest, number - 1):
                yield (card, *further), count * weight


def drawn_from(deck: Mapping[str, int], discards: Mapping[str, int], cards: tuple[str, ...]) -> bool | None:
    """Says whether drawing cards in this order shuffles the discards into the deck; None when it cannot bring them."""
    source, shuffled = dict(deck), False
    for card in cards:
        if not any(source.values()):
            if shuffled:
                return None
            source, shuffled = dict(discards), True
        if not source.get(card):
            return None
        source[card] -= 1
    return shuffled
