"""The cards: one of three kinds for each territory, two jokers, the sets they make, and what a set is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Literal, get_args

import msgspec

from .galaxy import TERRITORIES
from .rules import Rules

PROVENANCE = MappingProxyType(
    {
        "42 cards, 2 jokers, three kinds, five sets and their ships": "the rulebook; certain",
        "14 cards of each kind, and which kind is on which territory": "house content: the kinds by turns",
    }
)
"""Where the content of this module comes from, and how sure it is."""

Card = Annotated[str, msgspec.Meta(max_length=20, examples=["card_gab1"])]
"""The id of a card: `card_gab1`, `joker_1`; `hidden` where a seat may not know it."""

HIDDEN = "hidden"

Kind = Literal["military", "civil", "scientific", "joker"]
KINDS: tuple[Kind, ...] = get_args(Kind)
JOKERS = ("joker_1", "joker_2")

CARDS = (*(f"card_{territory}" for territory in TERRITORIES), *JOKERS)
"""All cards, in the order in which events name them."""

CARD_PLACE = MappingProxyType({card: place for place, card in enumerate(CARDS)})
"""The place of a card in that order."""

KIND_OF: MappingProxyType[str, Kind] = MappingProxyType(
    {card: "joker" if card in JOKERS else KINDS[place % 3] for place, card in enumerate(CARDS)}
)

TERRITORY_ON = MappingProxyType({f"card_{territory}": territory for territory in TERRITORIES})
"""The territory on a card; jokers have none."""

SetKind = Literal["three_military", "three_civil", "three_scientific", "one_each", "joker_pair"]
_THREE: dict[str, SetKind] = {
    "military": "three_military",
    "civil": "three_civil",
    "scientific": "three_scientific",
}
SET_SIZE = 3


def deck(seats: int) -> tuple[str, ...]:
    """Gives all cards of a game: two seats, who have an ally, play without jokers."""
    return CARDS if seats > 2 else CARDS[: -len(JOKERS)]  # noqa: PLR2004 - two seats


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Gives cards in the order of the data; what a seat may not know stands behind."""
    return tuple(sorted(cards, key=lambda card: CARD_PLACE.get(card, len(CARDS))))


def set_made(rules: Rules, cards: Sequence[str]) -> SetKind | None:
    """Gives the set that three cards make; None when they make none."""
    kinds = [KIND_OF[card] for card in cards if card in KIND_OF]
    if len(kinds) != SET_SIZE:
        return None
    jokers = kinds.count("joker")
    others = {kind for kind in kinds if kind != "joker"}
    if jokers == 1 and (len(others) == 1 or rules.joker_set == "any_two"):
        return "joker_pair"
    if jokers:
        return None
    if len(others) == 1:
        return _THREE[kinds[0]]
    return "one_each" if len(others) == SET_SIZE else None


def sets_in(rules: Rules, hand: Sequence[str]) -> list[tuple[str, str, str]]:
    """Lists all sets in a hand, each in the order of the data. Cost: one look at every three cards."""
    known = [card for card in in_order(hand) if card in KIND_OF]
    return [
        (one, two, three) for one, two, three in combinations(known, SET_SIZE) if set_made(rules, (one, two, three))
    ]


def escalates(rules: Rules) -> bool:
    """Says whether sets are worth more with every exchange of the game."""
    if rules.exchange_values == "by_mode":
        return rules.mode == "galaxy"
    return rules.exchange_values == "escalating"


def worth(rules: Rules, exchanges: int, made: SetKind) -> int:
    """Gives the ships for a set after so many exchanges in the game."""
    if not escalates(rules):
        return int(getattr(rules.set_values, made))
    steps = rules.escalating
    if exchanges < len(steps):
        return steps[exchanges]
    return steps[-1] + rules.escalating_step * (exchanges - len(steps) + 1)
