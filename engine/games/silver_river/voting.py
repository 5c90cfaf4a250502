"""Votes on titles: every seat commits cubes in secret, then they are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .due import said
from .effects import Effect, Use, advance, effect
from .event import Choice
from .operations_at_once import AddVotes
from .pending import Ask, Ballot, Vote
from .rules import TITLES
from .seats import KEYS, seats_of
from .state import State
from .table import Table
from .telling import told
from .voting_count import elected, tally

INDEX = (
    Rule(
        "vote.open", "Every seat votes once on each title that a vote is open on.", f"rulebook, {TITLES}; A3, A4, A29"
    ),
    Rule("vote.cubes", "A seat votes with its own politics cubes, from none to all.", f"rulebook, {TITLES}"),
    Rule("vote.candidate", "Votes name a seat; without cubes none is named.", f"rulebook, {TITLES}"),
    Rule("effect.candidate", "A card adds votes for a seat while a vote is open.", "content pack"),
)


def open_vote(state: Any) -> Vote | None:
    """Gives the vote that is open, if it comes before all else that is."""
    top = state.pending[-1] if state.pending else None
    return top if isinstance(top, Vote) else None


class VoteCommitted(Choice, frozen=True, gc=False):
    """A seat commits politics cubes for a candidate; shown when all seats have."""

    amount: int
    candidate: int = 0

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless a vote waits for the seat, which has the cubes."""
        vote = open_vote(state)
        if vote is None or KEYS[self.seat] in vote.ballots:
            waits = f"the game waits for {said(state)}" if state.pending else "no vote is open"
            raise Illegal("vote.open", f"vote_committed by @{self.seat}: no vote waits for it; {waits}")
        there = state.players[KEYS[self.seat]].cubes.politics
        if not 0 <= self.amount <= there:
            raise Illegal(
                "vote.cubes", f"vote_committed by @{self.seat}: commits 0 to {there} politics, not {self.amount}"
            )
        if bool(self.amount) != (self.candidate in seats_of(state)) or (not self.amount and self.candidate):
            raise Illegal(
                "vote.candidate",
                f"vote_committed by @{self.seat}: with cubes names one of @1 to @{len(state.players)}; "
                f"there are {self.amount} for {self.candidate or 'nobody'}",
            )

    def play(self, table: Table) -> None:
        """Keeps the votes secret; the last seat's open the count."""
        vote = open_vote(table)
        assert vote is not None  # noqa: S101 - see `legal`
        ballots = {**vote.ballots, KEYS[self.seat]: Ballot(self.amount, self.candidate)}
        vote = replace(vote, ballots=dict(sorted(ballots.items())))
        table.close()
        if len(ballots) < len(table.players):
            table.open(vote)
            return
        _count(table, vote)
        if vote.titles[1:]:
            table.open(Vote(vote.seat, vote.titles[1:]))
        advance(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the votes to whom may know them."""
        if self.amount < 0:
            return f"@{self.seat} votes{told(before, after)}."
        if not self.amount:
            return f"@{self.seat} abstains{told(before, after)}."
        whom = "itself" if self.candidate == self.seat else f"@{self.candidate}"
        return f"@{self.seat} votes with {self.amount} politics for {whom}{told(before, after)}."


def _count(table: Table, vote: Vote) -> None:
    title = vote.titles[0]
    winner = elected(table, tally(table, vote))
    table.voted = (*table.voted, title)
    table.counted = vote
    if winner:
        table.titles[title] = winner
        for key, ballot in vote.ballots.items():
            if ballot.candidate == winner:
                table.pay(int(key), "politics", ballot.amount)
    elif table.rules.vote_tie == "to_table":
        table.titles.pop(title, None)


@effect(AddVotes)
class AddVotesEffect(Effect):
    """Adds votes for a candidate while a vote is open; they cost no cubes."""

    fields = ("candidate",)

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether a vote is open."""
        del ask
        return any(isinstance(each, Vote) for each in state.pending)

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless a vote is open and the candidate is a seat."""
        if open_vote(state) is None:
            raise Illegal("effect.candidate", f"{ask.source} by @{ask.seat}: adds votes while a vote is open, none is")
        if use.candidate not in seats_of(state):
            raise Illegal(
                "effect.candidate",
                f"{ask.source} by @{ask.seat}: names one of @1 to @{len(state.players)}, not {use.candidate}",
            )

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Adds the votes."""
        vote = open_vote(table)
        if vote is None or not isinstance(ask.op, AddVotes):
            return
        key = KEYS[use.candidate]
        extra = {**vote.extra, key: vote.extra.get(key, 0) + ask.op.n}
        table.close()
        table.open(replace(vote, extra=dict(sorted(extra.items()))))

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives all seats."""
        del ask
        if open_vote(state) is not None:
            yield from (Use(candidate=seat) for seat in seats_of(state))


def options(state: State) -> Iterator[VoteCommitted]:
    """Gives all votes of the seats that a vote waits for."""
    vote = open_vote(state)
    if vote is None:
        return
    for seat in seats_of(state):
        if KEYS[seat] not in vote.ballots:
            yield VoteCommitted(seat, 0)
            for amount in range(1, state.players[KEYS[seat]].cubes.politics + 1):
                yield from (VoteCommitted(seat, amount, candidate) for candidate in seats_of(state))
