"""Options, passes and points agree with a second program that counts them from the words of the specification."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playfold.engine.conformance import Sample
from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen
from playfold.engine.games.small_star_empires.state import State

_SPEC = importlib.util.spec_from_file_location("counting", Path(__file__).with_name("counting.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
counting: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(counting)

WIDE = {"overlays": "free", "overlay_supply": {"wormhole": 5, "black_hole": 3}}
PLAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"map": "flower_b_2p", "ships": 2}),
    (3, {"map": "flower_b_3p", "territory_tie": "split"}),
    (4, {"map": "flower_b_4p", "colonies": 3, "stations": 9}),
    (2, {"map": "fan_2p_wormholes"}),
    (2, {"map": "fan_2p_wormholes", "wormhole_same_ok": True, "wormholes_connect": True}),
    (2, {"map": "fan_2p_wormholes", "unexplored_count": 14, "unexplored_passable": False}),
    (3, {"shuffle_sectors": True, **WIDE, "wormholes_connect": True, "territory_tie": "none"}),
    (4, {"shuffle_sectors": True, **WIDE, "unexplored_count": 9, "wormhole_same_ok": True}),
    (4, {"unexplored_count": 14}),
    (2, {"unexplored_count": 14, "damaged_range": 1, "home_counts_for_trade": False, "home_in_territory": False}),
    (3, {"unexplored_count": 14, "unexplored_passable": False, "damaged_range": 3, "nebula_points": [0, 1, 4, 9, 16]}),
    (2, {"unexplored_count": 14, **WIDE, "home_uses_colony": True}),
]


def table(state: State) -> Any:
    return counting.Table(msgspec.json.decode(msgspec.json.encode(state)))


def options(state: State) -> list[tuple[str, tuple[int, int], str]]:
    return [(each.ship, each.to, each.piece) for each in RULES.options(state)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("seats", "rules"), PLAYS, ids=[f"{seats}-{i}" for i, (seats, _) in enumerate(PLAYS)])
def test_moves_and_points_are_counted_again(seats: int, rules: dict[str, Any], seed: int) -> None:
    """In every position of random games the options are the moves that the second program finds, each once.

    Seats pass exactly where it finds none, and it counts the same points.
    """
    before: State | None = None
    for state in Sample(RULES, "1.0", seats, seed, 200, rules).states:
        again = table(state)
        if state.phase in {"move", "drift"}:
            found = options(state)
            assert sorted(found) == sorted(again.moves())
            assert len(set(found)) == len(found) > 0
        standings = RULES.standings(state)
        points = again.points()
        assert {name: standings[name] for name in points} == points
        if before is not None and state.turn > before.turn > 0:
            check_passes(before, state, again)
        if state.phase == "over":
            assert all(player.passed for player in state.players.values())
        before = state


def check_passes(before: State, after: State, again: Any) -> None:
    """Checks that the seats between the one that moved and the one that follows passed, as they cannot move."""
    seat = before.active % after.rules.players + 1
    while seat != after.active:
        assert after.players[str(seat)].passed
        assert before.players[str(seat)].passed or again.stuck(seat)
        seat = seat % after.rules.players + 1
    assert not after.players[str(seat)].passed
    assert not again.stuck(seat)


@pytest.mark.parametrize(("seats", "name", "counts"), [
    (2, "flower_a_2p", [96, 96]),
    (3, "flower_a_3p", [96, 96, 96]),
    (4, "flower_a_4p", [112, 96, 112, 96]),
    (2, "flower_b_2p", [96, 96]),
    (3, "flower_b_3p", [96, 96, 96]),
    (4, "flower_b_4p", [112, 96, 112, 96]),
    (2, "fan_2p_wormholes", [88, 80]),
])  # fmt: skip
def test_openings(seats: int, name: str, counts: list[int]) -> None:
    """The number of actions in the opening of each map, whoever begins."""
    start = RULES.start(RULES.params("1.0", map=name), seats)
    openings = [RULES.step(start, FirstSeatChosen(seat)) for seat in range(1, seats + 1)]
    assert [len(RULES.options(state)) for state in openings] == counts
    assert [len(list(table(state).moves())) for state in openings] == counts


def test_the_plays_meet_what_is_rare() -> None:
    """Among the plays are jumps, tiles of every kind, drifts, damaged ships, repairs, and seats that go on alone."""
    tiles: set[str] = set()
    phases: set[str] = set()
    met: set[str] = set()
    for seats, rules in PLAYS:
        for seed in range(4):
            sample = Sample(RULES, "1.0", seats, seed, 200, rules)
            for state, event in zip(sample.states, sample.events, strict=False):
                told = event.tell(state, event.apply(state))
                met |= {word for word in ("jumps", "repaired", "alone", "drifts on", "passes") if word in told}
                tiles |= set(state.tiles.values())
                phases.add(state.phase)
                met |= {"damaged"} if state.damaged else set()
    assert met == {"jumps", "repaired", "alone", "drifts on", "passes", "damaged"}
    assert len(tiles - {""}) == 9
    assert len(phases) == 8
