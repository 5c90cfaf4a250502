"""Exploration: an empty sector is explored by a fleet, explore cards are drawn and resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import is_free, nothing_open
from .decks import drawn_from, sequences
from .effects import Effect, Use, begin, effect
from .event import Choice, Luck
from .lookup import Standing, content_of, kind_of, lasting, markers_of, near, top_cards
from .op import does
from .operations_at_once import ExploreAdjacent, KeepForVp, Quest
from .operations_lasting import ExploreDraw
from .pending import Ask, Draw
from .pieces import place
from .quests import count_exploration, has_room
from .rules import MILITARY, SETUP
from .seats import KEYS, seats_of
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule(
        "explore.fleet",
        "An activated fleet explores, as its one follow-up; a card may let another one do it.",
        f"rulebook, {MILITARY}",
    ),
    Rule(
        "explore.sector",
        "Empty sectors are explored, never Sagittarius A*, nebulae or sectors with planets.",
        f"rulebook, {MILITARY}",
    ),
    Rule("explore.once", "A seat explores a sector once in the game.", f"rulebook, {MILITARY}"),
    Rule("explore.token", "A seat explores so many times in an age as it has tokens.", f"rulebook, {SETUP} 3"),
    Rule("explore.near", "A card lets a fleet explore its own sector or one next to it.", "content pack"),
    Rule("explore.drawn", "Explore cards come from those that are left in the deck.", f"rulebook, {MILITARY}"),
    Rule("explore.keep", "Of several drawn cards one is resolved.", "content pack"),
)


def may_explore(state: State, seat: int, at: Hex, name: str) -> None:
    """Raises `Illegal` unless a seat may explore a sector, apart from the fleet. `name` is the event's."""
    if kind_of(state, at) != "empty":
        raise Illegal("explore.sector", f"{name} by @{seat}: {place(at)} is no empty sector ({kind_of(state, at)})")
    player = state.players[KEYS[seat]]
    if at in player.explored:
        raise Illegal("explore.once", f"{name} by @{seat}: has explored {place(at)} before")
    if not player.tokens:
        most = state.rules.explore_limit
        raise Illegal("explore.token", f"{name} by @{seat}: has no token left, there are {most} for each age")


def can_explore(state: Standing, seat: int, at: Hex) -> bool:
    """Says whether a seat may explore a sector, apart from the fleet."""
    player = state.players[KEYS[seat]]
    return kind_of(state, at) == "empty" and at not in player.explored and player.tokens > 0


def explore(table: Table, seat: int, marker: str, at: Hex) -> None:
    """Leaves a token, and opens the draw; without cards left the token alone is laid."""
    player = table.player(seat)
    table.player(seat, tokens=player.tokens - 1, explored=(*player.explored, at))
    count_exploration(table, marker)
    drawn, kept = 1, 1
    for each in lasting(table, seat):
        if isinstance(each, ExploreDraw) and each.draw > drawn:
            drawn, kept = each.draw, each.keep
    there = sum(deck(table).values()) + sum(_again(table).values())
    if there:
        table.open(Draw("explore", seat, n=min(drawn, there), keep=kept, marker=marker, at=at))


class SectorExplored(Choice, frozen=True, gc=False):
    """The active seat explores the sector of the fleet that it has activated."""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the activated fleet may explore here."""
        name = "sector_explored"
        nothing_open(state, self.seat, name)
        activation = state.turn.activation
        if activation is None or activation.colonized or activation.fought:
            raise Illegal("explore.fleet", f"{name} by @{self.seat}: no activated fleet has its follow-up open")
        at = state.fleets[activation.marker].at
        if at is None:
            raise Illegal("explore.fleet", f"{name} by @{self.seat}: {activation.marker} is not on the board")
        may_explore(state, self.seat, at, name)

    def play(self, table: Table) -> None:
        """Leaves the token; a card is drawn."""
        activation = table.turn.activation
        assert activation is not None  # noqa: S101 - legal has seen it
        at = table.fleets[activation.marker].at
        assert at is not None  # noqa: S101 - legal has seen it
        table.turn = replace(table.turn, activation=None)
        explore(table, self.seat, activation.marker, at)

    def tell(self, before: State, after: State) -> str:
        """Tells the sector."""
        activation = before.turn.activation
        at = before.fleets[activation.marker].at if activation else None
        return f"@{self.seat} explores {place(at) if at else 'a sector'}{told(before, after)}."


def deck(state: Standing) -> dict[str, int]:
    """Counts the cards that are left in the explore deck, by kind."""
    left = {card.id: card.count for card in content_of(state).explore.cards}
    for card in _seen(state):
        left[card] -= 1
    return {card: number for card, number in left.items() if number > 0}


def _seen(state: Standing) -> Iterator[str]:
    yield from state.explore_discards
    yield from state.explore_gone
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        yield from (card for card in player.kept if card in content_of(state).discoveries)
        yield from player.completed
        yield from (quest.card for quest in player.quests)
    for each in state.pending:
        if isinstance(each, Ask):
            yield from each.cards


def _again(state: Standing) -> dict[str, int]:
    """Counts the discards that make the next deck: all but the quests."""
    found: dict[str, int] = {}
    for card in state.explore_discards:
        if content_of(state).discoveries[card].kind != "quest":
            found[card] = found.get(card, 0) + 1
    return found


class ExploreDrawn(Luck, frozen=True, gc=False):
    """Explore cards are drawn and shown."""

    cards: tuple[str, ...]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the cards may come from the deck."""
        draw = _draw(state)
        if len(self.cards) != draw.n:
            raise Illegal("explore.drawn", f"explore_drawn: {draw.n} cards are drawn, not {len(self.cards)}")
        if drawn_from(deck(state), _again(state), self.cards) is None:
            left = ", ".join(deck(state) or _again(state))
            raise Illegal("explore.drawn", f"explore_drawn: {' and '.join(self.cards)} cannot come; left are {left}")

    def play(self, table: Table) -> None:
        """Shuffles the discards where the deck ends, and resolves the card, or asks which one is kept."""
        draw = _draw(table)
        shuffles = drawn_from(deck(table), _again(table), self.cards)
        table.close()
        if shuffles:
            quests = [card for card in table.explore_discards if content_of(table).discoveries[card].kind == "quest"]
            table.explore_discards, table.explore_gone = (), (*table.explore_gone, *quests)
        assert draw.at is not None  # noqa: S101 - exploring has a sector
        if len(self.cards) > draw.keep:
            how = ExploreDraw(len(self.cards), draw.keep)
            source = _drawing_card(table, draw.seat)
            begin(table, Ask(draw.seat, how, source, marker=draw.marker, at=draw.at, cards=self.cards))
        else:
            for card in self.cards:
                resolve(table, draw.seat, card, draw.marker, draw.at)

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Gives each sequence of cards with the number of ways in which it comes."""
        return [(cls(cards), ways) for cards, ways in sequences(deck(state), _again(state), _draw(state).n)]

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat that explores."""
        del field
        due = state.pending[-1] if state.pending else None
        return due.seat if isinstance(due, Draw) else None

    def tell(self, before: State, after: State) -> str:
        """Tells the cards and what they bring."""
        cards = (content_of(before).discoveries[card] for card in self.cards)
        names = " and ".join(f"{card.name} ({does(card.effects)})" for card in cards)
        return f"@{_draw(before).seat} finds {names}{told(before, after)}."


def _drawing_card(state: Standing, seat: int) -> str:
    """Gives the technology that lets a seat draw several cards, `explore` where something else does."""
    techs = content_of(state).techs
    cards = (
        card for card in top_cards(state, seat) if any(isinstance(each, ExploreDraw) for each in techs[card].effects)
    )
    return next(cards, "explore")


def _draw(state: Standing) -> Draw:
    draw = state.pending[-1]
    assert isinstance(draw, Draw)  # noqa: S101 - it comes when a draw is due
    return draw


def resolve(table: Table, seat: int, card: str, marker: str, at: Hex) -> None:
    """Does what an explore card says; one that is neither kept nor taken lies on the discards."""
    effects = content_of(table).discoveries[card].effects
    if not any(isinstance(each, KeepForVp) for each in effects):
        table.explore_discards = (*table.explore_discards, card)
    if any(isinstance(each, Quest) for each in effects) and not has_room(table):
        return
    begin(table, *(Ask(seat, each, card, marker=marker, at=at) for each in effects))


@effect(ExploreDraw)
class _Choose(Effect):
    """One of the drawn cards is resolved, the others go to the discards."""

    fields = ("card",)

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the card was drawn."""
        del state
        if use.card not in ask.cards:
            raise Illegal(
                "explore.keep", f"effect_chosen by @{ask.seat}: {use.card!r} was not drawn; {', '.join(ask.cards)} were"
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Discards the others and resolves the card."""
        rest = list(ask.cards)
        rest.remove(use.card)
        table.explore_discards = (*table.explore_discards, *rest)
        assert ask.at is not None  # noqa: S101 - exploring has a sector
        resolve(table, ask.seat, use.card, ask.marker, ask.at)

    def uses(self, state: Standing, ask: Ask) -> Iterator[Use]:
        """Gives each drawn card."""
        del state
        for card in dict.fromkeys(ask.cards):
            yield Use(card=card)


@effect(ExploreAdjacent)
class _Adjacent(Effect):
    """A fleet explores its own sector or one next to it without being activated."""

    fields = ("marker", "at")

    def possible(self, state: Standing, ask: Ask) -> bool:
        """Says whether there is a sector to explore."""
        return next(self.uses(state, ask), None) is not None

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the sector is next to the seat's fleet, or its own, and may be explored."""
        name = "tactics_played"
        if use.marker not in markers_of(state, ask.seat):
            own = ", ".join(markers_of(state, ask.seat))
            raise Illegal("explore.near", f"{name} by @{ask.seat}: {use.marker!r} is none of its fleets {own}")
        at = state.fleets[use.marker].at
        assert at is not None and use.at is not None  # noqa: S101, PT018 - it is on the board, and asked for
        if use.at != at and use.at not in near(state, at):
            raise Illegal(
                "explore.near", f"{name} by @{ask.seat}: {place(use.at)} is not next to {use.marker} at {place(at)}"
            )
        may_explore(state, ask.seat, use.at, name)

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Leaves the token; a card is drawn."""
        assert use.at is not None  # noqa: S101 - it was asked for
        explore(table, ask.seat, use.marker, use.at)

    def uses(self, state: Standing, ask: Ask) -> Iterator[Use]:
        """Gives each fleet with each sector that it may explore."""
        for marker in markers_of(state, ask.seat):
            at = state.fleets[marker].at
            for sector in (at, *near(state, at)):
                if can_explore(state, ask.seat, sector):
                    yield Use(marker=marker, at=sector)


def options(state: State) -> Iterator[SectorExplored]:
    """Gives the exploration that the activated fleet may make."""
    activation, seat = state.turn.activation, state.turn.seat
    if activation is None or activation.colonized or activation.fought or not is_free(state, seat, "military"):
        return
    at = state.fleets[activation.marker].at
    if at is not None and can_explore(state, seat, at):
        yield SectorExplored(seat)
