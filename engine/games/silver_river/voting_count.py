"""The count of a vote: the sums by candidate, and who is elected."""

from __future__ import annotations

from typing import Any

from .lookup import has_ability
from .pending import Vote


def tally(state: Any, vote: Vote) -> dict[int, int]:
    """Counts the votes by candidate: cubes, what abilities add to them, what cards added."""
    votes: dict[int, int] = {}
    for key, ballot in vote.ballots.items():
        if ballot.amount > 0:
            extra = has_ability(state, int(key), "extra_vote")
            votes[ballot.candidate] = votes.get(ballot.candidate, 0) + ballot.amount + extra
    for key, number in vote.extra.items():
        votes[int(key)] = votes.get(int(key), 0) + number
    return dict(sorted(votes.items()))


def elected(state: Any, votes: dict[int, int]) -> int:
    """Gives the seat with the most votes, 0 when no seat has (Title Cards; A3, A29)."""
    most = max(votes.values(), default=0)
    first = [seat for seat, number in votes.items() if number == most]
    if not most or len(first) != 1:
        return 0
    if state.rules.vote_rule == "majority" and 2 * most <= sum(votes.values()):
        return 0
    return first[0]
