"""What seats hold is the same whatever was counted before."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from playfold.engine.conformance import Sample
from playfold.engine.games.small_star_empires import RULES, holdings
from playfold.engine.games.small_star_empires.state import State

PLAYS: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {"shuffle_sectors": True, "wormholes_connect": True, "home_in_territory": False}),
    (2, {"unexplored_count": 14, "home_counts_for_trade": False}),
]


def fresh(state: State) -> dict[str, tuple[int, ...]]:
    """Counts a state as if nothing had been counted before."""
    holdings._LAST.clear()
    return dict(RULES.standings(state))


@pytest.mark.parametrize(("seats", "rules"), PLAYS)
def test_points_do_not_depend_on_what_was_counted_before(seats: int, rules: dict[str, Any]) -> None:
    """States of several games, in any order, forwards, backwards and revived, have the points of a first count."""
    states = [state for seed in (1, 2) for state in Sample(RULES, "1.0", seats, seed, 60, rules).states]
    states += [msgspec.json.decode(msgspec.json.encode(state, order="sorted"), type=State) for state in states[::7]]
    expected = [fresh(state) for state in states]
    orders = [list(range(len(states))), list(range(len(states)))[::-1]]
    orders.append(random.Random(seats).sample(orders[0], len(states)))  # noqa: S311 - an order, not a secret
    for order in orders:
        for number in order:
            assert RULES.standings(states[number]) == expected[number]
