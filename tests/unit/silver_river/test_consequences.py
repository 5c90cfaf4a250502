"""What follows from an event is the same whether the state before it was just made or comes from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.events import Event
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.consequences import _WITHOUT
from playfold.engine.games.silver_river.seats import Player
from playfold.engine.games.silver_river.state import State
from playfold.engine.reference import parse
from playfold.replay.simulate import play

Build = Callable[..., State]

PLAYS = [
    ("silver-river", ("curious", "curious")),
    ("silver-river@5.0+ages=6+booster=40+activation_cost=0", ("curious", "random", "curious")),
    ("silver-river+variant_fast=true", ("random", "curious", "curious", "curious")),
]


@pytest.mark.parametrize(("reference", "bots"), PLAYS, ids=[each[0] for each in PLAYS])
def test_a_state_from_elsewhere_goes_on_the_same(reference: str, bots: tuple[str, ...]) -> None:
    """At each event of whole games: a copy of the state, of which nothing is known, gives the same as itself."""
    wanted = parse(reference)
    state = RULES.start(RULES.params(wanted.version, **wanted.overrides), len(bots))
    states: list[tuple[State, Any, State]] = []
    for entry in play(reference, bots, "again"):
        event: Any = entry.event
        if not isinstance(event, Event):
            break
        after = RULES.step(state, event)
        states.append((state, event, after))
        state = after
    # Only now, since in the loop each state has to come right after the one that it was made of.
    for before, event, after in states:
        assert RULES.step(replace(before), event) == after
    assert len(states) > 100


def test_what_a_ruling_brings_is_seen_with_the_next_event(acting: Build, having: Build, do: Build) -> None:
    """A state that somebody has changed is judged anew by the next event, even where that moves cubes alone."""
    state = do(acting(cubes={1: {"military": 6}}), "converted", seat=1, spent={"military": 2}, gained="politics")
    state = do(state, "converted", seat=1, spent={"military": 2}, gained="politics")
    assert state.players["1"].public == {}
    ruled = having(state, 1, best_battle=5)
    after = do(ruled, "converted", seat=1, spent={"military": 2}, gained="politics")
    assert after.players["1"].public == {"war_hero": 2}


def test_what_is_not_asked_for_is_named_rightly() -> None:
    """The things of a seat that nothing is judged by exist."""
    assert set(Player.__struct_fields__) > _WITHOUT
