"""Secrets: allocations, votes, hands, draws, objectives and markers change nothing for a seat that may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.conformance import Sample
from playfold.engine.digest import digester
from playfold.engine.events import Decision, Event
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.conversion import Converted
from playfold.engine.games.silver_river.cubes import TYPES, Cubes
from playfold.engine.games.silver_river.markers import sees
from playfold.engine.games.silver_river.pending import Ballot, Keep, Vote
from playfold.engine.games.silver_river.seats import HIDDEN, KEYS
from playfold.engine.games.silver_river.secrecy import SEALED
from playfold.engine.games.silver_river.state import State
from playfold.errors import Illegal

SAMPLES = [Sample(RULES, "6.0", 2, 1, 400), Sample(RULES, "5.0", 3, 2, 400), Sample(RULES, "6.0", 4, 3, 400)]
HOUSE = pack("house-1")


def others(state: State, seat: int) -> list[str]:
    """Lists the keys of the other seats."""
    return [key for key in state.players if key != KEYS[seat]]


def other_allocations(state: State, seat: int) -> State | None:
    """Gives the state in which others have assigned everything to one type while governing."""
    players = dict(state.players)
    for key in others(state, seat):
        player = players[key]
        if player.assigned is not None:
            players[key] = replace(player, assigned=Cubes(technology=player.raw))
    return replace(state, players=players)


def other_votes(state: State, seat: int) -> State | None:
    """Gives the state in which others have committed nothing, or all that they have for themselves."""
    top = state.pending[-1] if state.pending else None
    if not isinstance(top, Vote):
        return None
    ballots = dict(top.ballots)
    for key, ballot in top.ballots.items():
        if key != KEYS[seat]:
            there = state.players[key].cubes.politics
            ballots[key] = Ballot(there, int(key)) if there and not ballot.amount else Ballot(0)
    return replace(state, pending=(*state.pending[:-1], replace(top, ballots=ballots)))


def other_hands(state: State, seat: int) -> State | None:
    """Gives the state in which others hold cards of a kind that nobody has seen."""
    players = dict(state.players)
    for key in others(state, seat):
        players[key] = replace(players[key], hand=("conscription",) * len(players[key].hand))
    return replace(state, players=players)


def other_draws(state: State, seat: int) -> State | None:
    """Gives the state in which another seat has drawn other tactics cards."""
    top = state.pending[-1] if state.pending else None
    if not isinstance(top, Keep) or top.seat == seat:
        return None
    return replace(state, pending=(*state.pending[:-1], replace(top, cards=("conscription",) * len(top.cards))))


def other_objectives(state: State, seat: int) -> State | None:
    """Gives the state in which others have kept other objectives, and may claim others."""
    if state.phase == "over":
        return None
    players = dict(state.players)
    for key in others(state, seat):
        player = players[key]
        free = [name for name in reversed(HOUSE.personal) if name not in player.objectives]
        kept = tuple(name if name in player.claimed else free.pop() for name in player.objectives[:6] if free or name)
        players[key] = replace(player, objectives=kept, ready={})
    return replace(state, players=players)


def other_markers(state: State, seat: int) -> State | None:
    """Gives the state in which the markers of others that the seat may not look at stand for other fleets."""
    if state.battle is not None:
        # Dice on the table show how large a fleet is.
        return None
    fleets = dict(state.fleets)
    for key in others(state, seat):
        hidden = [
            marker
            for marker, fleet in sorted(fleets.items())
            if marker[0] == key and fleet.at is not None and not sees(state, seat, marker)
        ]
        numbers = [fleets[marker].number for marker in hidden]
        for marker, number in zip(hidden, [*numbers[1:], *numbers[:1]], strict=True):
            fleets[marker] = replace(fleets[marker], number=number)
    return replace(state, fleets=fleets)


SECRETS: dict[str, Callable[[State, int], State | None]] = {
    "allocations": other_allocations,
    "votes": other_votes,
    "hands": other_hands,
    "draws": other_draws,
    "objectives": other_objectives,
    "markers": other_markers,
}


@cache
def pairs(secret: str) -> tuple[tuple[Sample, int, int, State, State], ...]:
    """Gives plays, numbers of events, seats, states, and states that differ in this secret of others."""
    found: dict[int, list[tuple[Sample, int, int, State, State]]] = {}
    for sample in SAMPLES:
        for number, state in enumerate(sample.states):
            for seat in range(1, sample.seats + 1):
                other = SECRETS[secret](state, seat)
                if other is not None and other != state:
                    found.setdefault(sample.seats, []).append((sample, number, seat, state, other))
    return tuple(pair for some in found.values() for pair in some[:: max(1, len(some) // 25)])


def answer(state: State, event: Event[Any]) -> str:
    """Gives what the rules answer to an attempt."""
    try:
        RULES.check(state, event)
    except Illegal as error:
        return f"{error.rule}: {error.message}"
    return "legal"


def conversions(state: State) -> Iterator[Converted]:
    """Gives a conversion of each seat that has two cubes of a type: it may come while others are waited for."""
    for key, player in state.players.items():
        for kind in TYPES:
            if player.cubes.of(kind) > 1:
                gained = TYPES[TYPES.index(kind) - 1]
                yield Converted(int(key), Cubes(**{kind: 2}), gained)


def offered(state: State, seat: int) -> list[Decision[Any]]:
    """Lists the options of a seat."""
    return [each for each in RULES.options(state) if each.seat == seat]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_of_others_changes_nothing_that_a_seat_sees_or_may_do(secret: str) -> None:
    """View, scene, standings, options and answers are the same in states that differ in this secret of other seats."""
    digest = digester(RULES.state)
    for sample, number, seat, state, other in pairs(secret):
        one, two = RULES.view(state, seat), RULES.view(other, seat)
        assert digest(one) == digest(two), (sample, number, seat)
        assert RULES.scene(one) == RULES.scene(two)
        assert RULES.standings(one) == RULES.standings(two)
        assert RULES.to_act(state) == RULES.to_act(other)
        tries = offered(state, seat)
        assert tries == offered(other, seat) == offered(one, seat)
        tries += [each for each in sample.wrong if isinstance(each, Decision) and each.seat == seat]
        for event in tries:
            assert answer(state, event) == answer(other, event) == answer(one, event), (sample, number, event)
    assert len(pairs(secret)) > 10


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_of_others_changes_nothing_that_a_seat_is_told(secret: str) -> None:
    """The next event, or a conversion, is told in the same words, unless it brings the secret out."""
    told = 0
    for sample, number, seat, state, other in pairs(secret):
        event: Any = next(
            each
            for each in (*sample.events[number : number + 1], *conversions(state), None)
            if each is None or answer(state, each) == answer(other, each) == "legal"
        )
        if event is None:
            continue
        ends = [RULES.step(state, event), RULES.step(other, event)]
        views = [RULES.view(end, seat) for end in ends]
        if views[0] != views[1]:
            continue
        words = [
            RULES.hide(event, seat, before).tell(RULES.view(before, seat), view)
            for before, view in zip((state, other), views, strict=True)
        ]
        assert words[0] == words[1], (sample, number, seat)
        told += 1
    assert told > 5


def hidden_everywhere() -> Iterator[tuple[Sample, int, int]]:
    """Gives each play, number of events and seat."""
    for sample in SAMPLES:
        for number in range(len(sample.events)):
            for seat in range(1, sample.seats + 1):
                yield sample, number, seat


def test_no_event_shows_what_the_view_hides() -> None:
    """A hidden event names no card of another hand, no objective kept, no number of a marker not to be looked at."""
    for sample, number, seat in hidden_everywhere():
        event: Any = sample.events[number]
        before, after = sample.states[number], sample.states[number + 1]
        hidden = RULES.hide(event, seat, before)
        name = type(event).__name__
        if name == "FleetsPlaced":
            for letter, shown in zip("abcd", hidden.numbers, strict=True):
                assert bool(shown) == sees(after, seat, f"{event.seat}{letter}")
        elif name in ("TacticsDealt", "ObjectivesChosen") and event.seat != seat:
            assert set(getattr(hidden, "objectives", (getattr(hidden, "card", HIDDEN),))) == {HIDDEN}
        elif name == "TacticsDrawn" and before.pending[-1].seat != seat:
            assert set(hidden.cards) == {HIDDEN}
        elif name == "VoteCommitted" and event.seat != seat and after.pending and isinstance(after.pending[-1], Vote):
            still_open = after.pending[-1].titles == before.pending[-1].titles
            assert not still_open or (hidden.amount, hidden.candidate) == (SEALED.amount, 0)
        else:
            assert hidden == event or name in ("ProductionAssigned", "VoteCommitted", "TacticsKept")
