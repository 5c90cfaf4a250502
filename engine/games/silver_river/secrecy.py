"""What a seat may know: its own cards and objectives, what has been shown, and the markers that it may look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from .battle_losses import settled
from .cubes import Cubes
from .governing import ProductionAssigned
from .markers import sees
from .pending import Ballot, Keep, Pending, Vote
from .pieces import LETTERS, Fleet
from .politics import TacticsDrawn, TacticsKept
from .seats import HIDDEN, KEYS, Player
from .setup_seats import FleetsPlaced, ObjectivesChosen, TacticsDealt
from .state import State
from .voting import VoteCommitted, open_vote

SEALED = Ballot(-1)
"""Votes that are not shown yet."""


def view(state: State, seat: int) -> State:
    """Gives the state as a seat may know it.

    Hidden are the hands of others and the cards that they draw, their personal objectives until claimed (all are shown
    at the end), what they have assigned and voted before everybody has, and the numbers of markers that it may not look
    at now. Decks are in no state: what is left of them follows from what is seen.
    """
    own = KEYS[seat]
    return replace(
        state,
        players={
            key: each if key == own else _seen(each, over=state.phase == "over") for key, each in state.players.items()
        },
        fleets={
            marker: fleet if sees(state, seat, marker) else replace(fleet, number=0)
            for marker, fleet in state.fleets.items()
        },
        pending=tuple(_open(each, seat) for each in state.pending),
    )


def _seen(player: Player, *, over: bool) -> Player:
    """Gives a seat's things as others see them."""
    objectives = player.objectives if over else _shown(player.objectives, player.claimed)
    return replace(
        player,
        hand=(HIDDEN,) * len(player.hand),
        objectives=objectives,
        ready={},
        assigned=None if player.assigned is None else Cubes(),
    )


def _shown(cards: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    # Known cards first: where a hidden one stands in the order of the data would say something about it.
    return known + (HIDDEN,) * (len(cards) - len(known))


def _open(each: Pending, seat: int) -> Pending:
    """Gives what is open as a seat sees it."""
    if isinstance(each, Keep) and each.seat != seat:
        return replace(each, cards=(HIDDEN,) * len(each.cards))
    if isinstance(each, Vote):
        own = KEYS[seat]
        return replace(each, ballots={key: vote if key == own else SEALED for key, vote in each.ballots.items()})
    return each


def hide(event: Any, seat: int, before: State) -> Any:
    """Gives an event as a seat may know it where it comes: counts stay, secrets do not."""
    secret = _SECRETS.get(type(event))
    if secret is None:
        return event
    # The draw may be the reward of a monster that the last dice have killed.
    due = settled(before).pending if isinstance(event, TacticsDrawn) else ()
    owner = due[-1].seat if due else getattr(event, "seat", 0)
    return event if owner == seat else secret(event, seat, before)


def _production(event: Any, _seat: int, before: State) -> Any:
    # With the last seat's all are shown.
    return event if before.queue == (event.seat,) else ProductionAssigned(event.seat, Cubes())


def _vote(event: Any, _seat: int, before: State) -> Any:
    return event if _is_last(before, event.seat) else VoteCommitted(event.seat, SEALED.amount)


_SECRETS: dict[type, Callable[[Any, int, State], Any]] = {
    ProductionAssigned: _production,
    VoteCommitted: _vote,
    FleetsPlaced: lambda event, seat, before: FleetsPlaced(event.seat, event.at, _numbers(event, seat, before)),
    TacticsDealt: lambda event, _seat, _before: TacticsDealt(event.seat, HIDDEN),
    TacticsDrawn: lambda event, _seat, _before: TacticsDrawn((HIDDEN,) * len(event.cards)),
    TacticsKept: lambda event, _seat, before: TacticsKept(event.seat, _kept(event.cards, before)),
    ObjectivesChosen: lambda event, _seat, _before: ObjectivesChosen(event.seat, (HIDDEN,) * len(event.objectives)),
}
"""What others see of the events with secrets."""


def _is_last(before: State, seat: int) -> bool:
    """Says whether all other seats have voted, so that this vote is shown with theirs."""
    vote = open_vote(before)
    return vote is not None and all(key in vote.ballots for key in before.players if key != KEYS[seat])


def _numbers(event: FleetsPlaced, seat: int, before: State) -> tuple[int, ...]:
    placed = {
        f"{event.seat}{letter}": Fleet(number, at)
        for letter, number, at in zip(LETTERS, event.numbers, event.at, strict=False)
    }
    after = replace(before, fleets={**before.fleets, **placed})
    return tuple(fleet.number if sees(after, seat, marker) else 0 for marker, fleet in placed.items())


def _kept(cards: Sequence[str], before: State) -> tuple[str, ...]:
    """Gives hidden cards for those that were kept, and names the others, which lie open now, as `not:census`."""
    due = before.pending[-1] if before.pending else None
    if not isinstance(due, Keep) or HIDDEN in cards:
        return tuple(cards)
    rest = Counter(due.cards)
    rest.subtract(cards)
    left = (f"not:{card}" for card in dict.fromkeys(due.cards) for _ in range(rest[card]))
    return (*(HIDDEN,) * len(cards), *left)
