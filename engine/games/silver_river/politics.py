"""Politics actions: calling elections, building wonders, drawing tactics cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, may_act
from .battle_losses import settled
from .decks import drawn_from, sequences, tactics_deck, unseen
from .drawing import draw_tactics, kept_of
from .due import said
from .effects import advance
from .event import Choice, Luck
from .lookup import content_of, most_population
from .op import does
from .pending import Draw, Keep, Vote
from .rules import POLITICS, TITLES, WONDERS
from .seats import KEYS
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule("election.pay", "Calling a vote costs politics for each title, before the vote.", f"rulebook, {POLITICS}"),
    Rule(
        "election.titles",
        "A vote is called for titles that were not voted on in this age, each once.",
        f"rulebook, {POLITICS}, {TITLES}",
    ),
    Rule("wonder.pay", "Building a wonder costs politics.", f"rulebook, {POLITICS}"),
    Rule("wonder.control", "A wonder is built on a planet that the seat controls.", f"rulebook, {POLITICS}; A5"),
    Rule("wonder.one", "A planet holds one wonder.", f"rulebook, {WONDERS}"),
    Rule("wonder.board", "A wonder is built from the seat's own board.", f"rulebook, {WONDERS}; A31"),
    Rule("tactics.pay", "Drawing tactics cards costs politics.", f"rulebook, {POLITICS}"),
    Rule(
        "tactics.drawn",
        "Tactics cards come from those that are left; discards are shuffled when the deck is empty.",
        f"rulebook, {POLITICS}; A53",
    ),
    Rule(
        "tactics.kept",
        "Who draws tactics cards keeps as many as allowed; the others are discarded.",
        f"rulebook, {POLITICS}",
    ),
)


class ElectionCalled(Choice, frozen=True, gc=False):
    """A seat calls a vote on titles, in this order."""

    titles: Annotated[tuple[str, ...], msgspec.Meta(examples=[["galactic_leader", "spymaster"]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the titles may be voted on and are paid for."""
        may_act(state, self.seat, "election_called", "politics")
        left = titles_left(state)
        if not self.titles or len(set(self.titles)) != len(self.titles) or not set(self.titles) <= set(left):
            raise Illegal(
                "election.titles",
                f"election_called by @{self.seat}: names titles not yet voted on in this age, each once: "
                f"{', '.join(left) or 'none is left'}; there is {', '.join(self.titles) or 'none'}",
            )
        cost = election_cost(state, self.seat, len(self.titles))
        can_pay(state, self.seat, "election_called", "politics", cost, "election.pay")

    def play(self, table: Table) -> None:
        """Pays, and opens the vote on the first title."""
        player = table.player(self.seat)
        cost = election_cost(table.before, self.seat, len(self.titles))
        free = min(player.free_elections, len(self.titles))
        table.player(self.seat, free_elections=player.free_elections - free)
        act(table, self.seat, "politics", cost)
        table.open(Vote(self.seat, self.titles))

    def tell(self, before: State, after: State) -> str:
        """Tells the titles."""
        names = ", then ".join(content_of(before).titles[each].name for each in self.titles)
        return f"@{self.seat} calls a vote on {names}{told(before, after)}."


def titles_left(state: State) -> list[str]:
    """Lists the titles that may still be voted on in this age."""
    return [title for title in content_of(state).titles if title not in state.voted]


def election_cost(state: State, seat: int, number: int) -> int:
    """Gives what calling a vote on so many titles costs: those that a step has given cost nothing."""
    paid = max(0, number - state.players[KEYS[seat]].free_elections)
    return paid * state.rules.election_cost


class WonderBuilt(Choice, frozen=True, gc=False):
    """A seat builds a wonder: `pleasure_dome`, `orbital_shipyard` or `racial`."""

    wonder: Annotated[str, msgspec.Meta(examples=["pleasure_dome", "racial"])]
    planet: Annotated[str, msgspec.Meta(examples=["1h1", "P1"])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the wonder is the seat's, and the planet is controlled and without one."""
        may_act(state, self.seat, "wonder_built", "politics")
        wonders = state.players[KEYS[self.seat]].wonders
        if self.wonder not in wonders:
            there = ", ".join(wonders) or "none"
            raise Illegal(
                "wonder.board", f"wonder_built by @{self.seat}: {self.wonder!r} is not on its board; there is {there}"
            )
        planet = state.planets.get(self.planet)
        if planet is None or not may_build_on(state, self.seat, self.planet):
            needed = "own population" if state.rules.wonder_control == "any" else "the most population"
            where = ", ".join(name for name in state.planets if may_build_on(state, self.seat, name))
            raise Illegal(
                "wonder.control",
                f"wonder_built by @{self.seat}: needs a planet with {needed}, {self.planet!r} is none; there is "
                f"{where or 'none'}",
            )
        if planet.wonder is not None:
            raise Illegal(
                "wonder.one",
                f"wonder_built by @{self.seat}: {self.planet} has the {planet.wonder.wonder} of @{planet.wonder.seat}",
            )
        can_pay(state, self.seat, "wonder_built", "politics", state.rules.wonder_cost, "wonder.pay")

    def play(self, table: Table) -> None:
        """Pays and builds."""
        act(table, self.seat, "politics", table.rules.wonder_cost)
        table.build_wonder(self.seat, self.wonder, self.planet)

    def tell(self, before: State, after: State) -> str:
        """Tells wonder and planet."""
        return (
            f"@{self.seat} builds {wonder_name(before, self.wonder, self.seat)} on {self.planet}{told(before, after)}."
        )


def wonder_name(state: State, wonder: str, seat: int) -> str:
    """Gives the name of a wonder of a seat."""
    pack = content_of(state)
    race = pack.races[state.players[KEYS[seat]].race]
    return race.wonder.name if wonder == "racial" else pack.wonders[wonder].name


def may_build_on(state: State, seat: int, name: str) -> bool:
    """Says whether a seat controls a planet for building (Politics Actions; A5)."""
    planet = state.planets[name]
    if state.rules.wonder_control == "any":
        return bool(planet.population.get(KEYS[seat]))
    return most_population(planet) == (seat,)


class TacticsBought(Choice, frozen=True, gc=False):
    """A seat pays for drawing tactics cards; from now on in this turn it may play cards marked action."""

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is paid for."""
        may_act(state, self.seat, "tactics_bought", "politics")
        can_pay(state, self.seat, "tactics_bought", "politics", state.rules.tactics_cost, "tactics.pay")

    def play(self, table: Table) -> None:
        """Pays; tactics_drawn comes next, if there is a card left."""
        act(table, self.seat, "politics", table.rules.tactics_cost)
        table.turn = replace(table.turn, tactics=True)
        draw_tactics(table, self.seat, draw=2, keep=1)

    def tell(self, before: State, after: State) -> str:
        """Tells the purchase."""
        return f"@{self.seat} pays {before.rules.tactics_cost} politics for tactics cards{told(before, after)}."


class TacticsDrawn(Luck, frozen=True, gc=False):
    """The tactics cards that a seat draws, in their order."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(examples=[["census", "sabotage"]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless these cards can come from the deck."""
        due = state.pending[-1]
        discards = _counted(state.tactics_discards)
        left = sum(tactics_deck(state).values()) + len(state.tactics_discards)
        number = min(due.n, left) if isinstance(due, Draw) else 0
        if len(self.cards) != number or drawn_from(tactics_deck(state), discards, self.cards) is None:
            raise Illegal(
                "tactics.drawn",
                f"tactics_drawn: {number} cards that are left in the deck come; these cannot: {', '.join(self.cards)}",
            )

    def play(self, table: Table) -> None:
        """Gives them to the seat, which keeps some of them."""
        due = table.pending[-1]
        assert isinstance(due, Draw)  # noqa: S101 - to_act waits for tactics_drawn only then
        if drawn_from(tactics_deck(table), _counted(table.tactics_discards), self.cards):
            table.tactics_discards = ()
        table.close()
        table.open(Keep(due.seat, self.cards, min(len(self.cards), kept_of(table, due))))

    def whose(self, state: State, field: str) -> int | None:
        """Gives the seat that draws."""
        del field
        due = settled(state).pending[-1]
        return due.seat if isinstance(due, Draw) else None

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists what may come: the cards that are left, in each order."""
        due = settled(state).pending[-1]
        number = due.n if isinstance(due, Draw) else 0
        found = sequences(tactics_deck(state), _counted(state.tactics_discards), number)
        return [(cls(cards), weight) for cards, weight in found]

    def tell(self, before: State, after: State) -> str:
        """Tells the cards to their seat."""
        seat = after.pending[-1].seat
        return f"@{seat} draws {named(before, self.cards, says=True)}{told(before, after)}."


def named(state: State, cards: Sequence[str], *, says: bool = False) -> str:
    """Names tactics cards, as far as they are known, with what they say where that is asked for."""
    known = [content_of(state).tactics[card] for card in cards if card in content_of(state).tactics]
    names = [f"{card.name} ({does(card.effects)})" if says else card.name for card in known]
    if hidden := unseen(tuple(cards)):
        names.append("1 tactics card" if hidden == 1 else f"{hidden} tactics cards")
    return ", ".join(names) or "no tactics card"


def _counted(cards: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return dict(sorted(counts.items()))


class TacticsKept(Choice, frozen=True, gc=False):
    """A seat keeps some of the tactics cards that it drew; the others lie open on the discards."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(examples=[["census"]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless they are among the drawn ones, and as many as are kept."""
        due = state.pending[-1] if state.pending else None
        if not isinstance(due, Keep) or due.seat != self.seat:
            waits = f"the game waits for {said(state)}" if state.pending else "no cards were drawn"
            raise Illegal("tactics.kept", f"tactics_kept by @{self.seat}: has drawn no cards to choose from; {waits}")
        if len(self.cards) != due.keep or any(self.cards.count(card) > due.cards.count(card) for card in self.cards):
            raise Illegal(
                "tactics.kept",
                f"tactics_kept by @{self.seat}: keeps {due.keep} of {', '.join(due.cards)}; there is "
                f"{', '.join(self.cards) or 'none'}",
            )

    def play(self, table: Table) -> None:
        """Takes them into the hand, and discards the others."""
        due = table.pending[-1]
        assert isinstance(due, Keep)  # noqa: S101 - see `legal`
        rest = list(due.cards)
        for card in self.cards:
            rest.remove(card)
        table.close()
        table.player(self.seat, hand=(*table.player(self.seat).hand, *self.cards))
        table.tactics_discards = (*table.tactics_discards, *rest)
        advance(table)

    def tell(self, before: State, after: State) -> str:
        """Tells what is discarded, and what is kept to whom may know it."""
        rest = after.tactics_discards[len(before.tactics_discards) :]
        others = f" and discards {named(before, rest)}" if rest else ""
        return f"@{self.seat} keeps {named(before, self.cards)}{others}{told(before, after)}."


def keep_options(state: State) -> Iterator[TacticsKept]:
    """Gives the ways to keep drawn cards."""
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Keep):
        ways = combinations(sorted(top.cards), top.keep)
        yield from (TacticsKept(top.seat, cards) for cards in dict.fromkeys(ways))


def action_options(state: State, seat: int) -> Iterator[Choice]:
    """Gives the politics actions of the seat on turn."""
    if state.turn.type not in ("", "politics"):
        return
    player, rules = state.players[KEYS[seat]], state.rules
    left = titles_left(state)
    for number in range(1, len(left) + 1):
        if election_cost(state, seat, number) <= player.cubes.politics:
            yield from (ElectionCalled(seat, titles) for titles in permutations(left, number))
    if rules.wonder_cost <= player.cubes.politics:
        for name, planet in state.planets.items():
            if planet.wonder is None and may_build_on(state, seat, name):
                yield from (WonderBuilt(seat, wonder, name) for wonder in player.wonders)
    if rules.tactics_cost <= player.cubes.politics:
        yield TacticsBought(seat)
