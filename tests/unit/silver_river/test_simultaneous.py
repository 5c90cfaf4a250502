"""Decisions that all seats make at once: recorded in any order, and shown to nobody else before all are in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.events import Event
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.state import State
from playfold.errors import Illegal

Build = Callable[..., State]

SEATS = (1, 2, 3, 4)
RACES = {1: "martian", 2: "grey", 3: "nordic", 4: "reptilian"}
KEPT = [
    ["civ01", "civ02", "mil01", "mil02", "pol01"],
    ["civ01", "exp01", "mil01", "tec01", "tec02"],
    ["civ02", "exp01", "mil02", "pol01", "tec02"],
    ["civ01", "civ02", "exp01", "tec01", "tec02"],
]
PRODUCTION = [
    {"military": 13},
    {"politics": 6, "technology": 7},
    {"civilization": 13},
    {"civilization": 9, "military": 4},
]
OTHER_PRODUCTION = [{"technology": 13}, {"civilization": 13}, {"politics": 13}, {"technology": 12, "politics": 1}]
VOTES = [(3, 1), (2, 3), (2, 3), (0, 0)]
OTHER_VOTES = [(1, 2), (0, 0), (5, 4), (4, 4)]

Begin = Callable[[Build], State]
Decisions = tuple[str, list[dict[str, Any]], list[dict[str, Any]]]


def choosing(acting: Build) -> State:
    """Gives a game of four seats that choose their objectives."""
    del acting
    state = RULES.start(RULES.params("6.0", players=4, first_player="seat_1"), 4)
    events: list[dict[str, Any]] = [{"type": "race_chosen", "seat": seat, "race": RACES[seat]} for seat in SEATS]
    events.append({"type": "monsters_dealt", "monsters": ["void_leech", "rift_eel", "star_kraken", "leviathan"]})
    state = RULES.fold(state, events)
    for seat in SEATS:
        options: Any = RULES.options(state)
        state = RULES.fold(
            state, [{"type": "fleets_placed", "seat": seat, "at": [options[0].at[0]] * 4, "numbers": [1, 2, 3, 4]}]
        )
    cards = ("census", "war_bonds", "grant", "lobby")
    return RULES.fold(state, [{"type": "tactics_dealt", "seat": seat, "card": cards[seat - 1]} for seat in SEATS])


def governing(acting: Build) -> State:
    """Gives a game of four seats with 13 raw cubes each."""
    state = acting(4)
    players = {key: replace(player, raw=13) for key, player in state.players.items()}
    return replace(state, phase="governing", players=players, queue=SEATS)


def voting(acting: Build) -> State:
    """Gives a game of four seats that vote on two titles, with 5 politics each when the vote was called."""
    state = acting(4, cubes={1: {"politics": 7}, **{seat: {"politics": 5} for seat in (2, 3, 4)}})
    return RULES.fold(state, [{"type": "election_called", "seat": 1, "titles": ["spymaster", "trade_leader"]}])


CASES: dict[str, tuple[Begin, Decisions]] = {
    "objectives_chosen": (
        choosing,
        (
            "objectives_chosen",
            [{"objectives": each} for each in KEPT],
            [{"objectives": each} for each in (*KEPT[1:], KEPT[0])],
        ),
    ),
    "production_assigned": (
        governing,
        (
            "production_assigned",
            [{"cubes": each} for each in PRODUCTION],
            [{"cubes": each} for each in OTHER_PRODUCTION],
        ),
    ),
    "vote_committed": (
        voting,
        (
            "vote_committed",
            [{"amount": amount, "candidate": seat} for amount, seat in VOTES],
            [{"amount": amount, "candidate": seat} for amount, seat in OTHER_VOTES],
        ),
    ),
}


def events_of(name: str, fields: Sequence[dict[str, Any]]) -> dict[int, Event[Any]]:
    """Gives the decision of each seat."""
    return {seat: RULES.event({"type": name, "seat": seat, **each}) for seat, each in zip(SEATS, fields, strict=True)}


@pytest.fixture(name="case", params=CASES)
def _case(request: pytest.FixtureRequest, acting: Build) -> tuple[State, dict[int, Event[Any]], dict[int, Event[Any]]]:
    """Gives the state before the decisions, those of each seat, and others that each could make as well."""
    begin, (name, fields, others) = CASES[request.param]
    return begin(acting), events_of(name, fields), events_of(name, others)


Case = tuple[State, dict[int, Event[Any]], dict[int, Event[Any]]]


def test_any_order_gives_the_same_state(case: Case) -> None:
    """All 24 orders of four seats end in one state, and none of them is refused."""
    before, decisions, _ = case
    ends = [RULES.fold(before, [decisions[seat] for seat in order]) for order in permutations(SEATS)]
    assert all(end == ends[0] for end in ends)
    assert ends[0] != before


def test_those_who_are_missing_are_named(case: Case) -> None:
    """Before each decision the game waits for the seats that have not decided, whatever the order, for no others."""
    before, decisions, _ = case
    for order in permutations(SEATS):
        state = before
        for number, seat in enumerate(order):
            assert RULES.to_act(state).waits == tuple(sorted(order[number:]))
            offered = {each.seat for each in RULES.options(state) if type(each) is type(decisions[seat])}
            assert offered == set(order[number:])
            state = RULES.step(state, decisions[seat])


def test_nothing_is_seen_before_all_are_in(case: Case) -> None:
    """Whatever others have decided, a seat sees, is told and may do the same, until the last one has."""
    before, decisions, others = case
    for order in permutations(SEATS):
        state, twin = before, before
        for seat in order[:-1]:
            pairs = []
            for each, event in ((state, decisions[seat]), (twin, others[seat])):
                after = RULES.step(each, event)
                told = {
                    by: RULES.hide(event, by, each).tell(RULES.view(each, by), RULES.view(after, by))
                    for by in SEATS
                    if by not in order[: order.index(seat) + 1]
                }
                pairs.append((after, told))
            (state, one), (twin, other) = pairs
            assert one == other
            for by in one:
                assert RULES.view(state, by) == RULES.view(twin, by)
                assert RULES.scene(RULES.view(state, by)) == RULES.scene(RULES.view(twin, by))
                assert [each for each in RULES.options(state) if each.seat == by] == [
                    each for each in RULES.options(twin) if each.seat == by
                ]
        assert state != twin
        assert RULES.view(state, order[0]) != RULES.view(twin, order[0])


def test_the_last_decision_shows_all_but_objectives(case: Case) -> None:
    """With the last one cubes and votes lie open to everybody; personal objectives never do."""
    before, decisions, others = case
    ends = [RULES.fold(before, each.values()) for each in (decisions, others)]
    views = [RULES.view(end, 2) for end in ends]
    if type(decisions[1]).__name__ == "ObjectivesChosen":
        kept = [{key: each.objectives for key, each in view.players.items() if key != "2"} for view in views]
        assert kept[0] == kept[1]
    elif type(decisions[1]).__name__ == "VoteCommitted":
        assert [view.counted for view in views] == [end.counted for end in ends]
        assert views[0].counted != views[1].counted
    else:
        cubes = [[player.cubes for player in view.players.values()] for view in views]
        assert cubes == [[event.cubes for event in each.values()] for each in (decisions, others)]  # type: ignore[attr-defined]


def test_a_seat_decides_once(case: Case) -> None:
    """A second decision of a seat is refused while others are missing."""
    before, decisions, others = case
    state = RULES.step(before, decisions[3])
    with pytest.raises(Illegal, match="@3"):
        RULES.step(state, others[3])
