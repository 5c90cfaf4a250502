"""The law of more ways: what is said to be legal beside the options is, and is not among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.engine.more_ways import more_ways
from playfold.errors import Illegal
from playfold.replay.bundled import bundled

LOGS = [path for path in bundled() if path.stem.endswith(("-2-seats", "-opening", "-playtest"))]
STEP = 7
"""Every so many positions are looked at."""


def groups(options: Any) -> list[list[Any]]:
    found: dict[type[Any], list[Any]] = {}
    for option in options:
        found.setdefault(type(option), []).append(option)
    return list(found.values())


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_what_is_found_is_legal_and_not_listed(path: Path) -> None:
    """At positions of every game each way that is found passes the check, and no option is the same."""
    game = playfold.open(path)
    for state in list(game.folded.states.values())[::STEP]:
        for group in groups(game.rules.options(state) if game.rules.outcome(state) is None else ()):
            for event in more_ways(game.rules, state, group):
                assert type(event) is type(group[0])
                assert event not in group
                try:
                    game.rules.check(state, event)
                except Illegal as error:
                    pytest.fail(f"{event} is not legal: {error}")


def test_a_complete_list_has_no_others() -> None:
    """Where all cells that are free are listed, nothing is found."""
    rules = playfold.ruleset("tic-tac-toe")
    state = rules.start(rules.params(), 2)
    assert list(more_ways(rules, state, rules.options(state))) == []
    assert list(more_ways(rules, state, [])) == []


def test_a_sample_has_others() -> None:
    """Of the placements of fleets in The Silver River a choice is listed: a marker of one and the rest of another."""
    rules = playfold.ruleset("silver-river")
    state = rules.start(rules.params(), 2)
    for event in (
        {"type": "race_chosen", "seat": 1, "race": "human"},
        {"type": "race_chosen", "seat": 2, "race": "martian"},
        {"type": "monsters_dealt", "monsters": ["void_leech", "rift_eel", "dark_maw", "elder_devourer"]},
    ):
        state = rules.step(state, rules.event(event))
    options = rules.options(state)
    found = [msgspec.to_builtins(event) for event in more_ways(rules, state, options)]
    assert found
    placed = [msgspec.to_builtins(option) for option in options]
    orders = {tuple(each["numbers"]) for each in placed if each["at"] == placed[0]["at"]}
    assert len(orders) < 24, "the options are complete: another event has to show this"
    assert any(each["at"] == placed[0]["at"] and tuple(each["numbers"]) not in orders for each in found)


def test_one_option_is_crossed_with_nothing_but_its_own_numbers() -> None:
    """An option alone gives what a number taken from one place and put to another makes of it, where that is legal."""
    rules = playfold.ruleset("tic-tac-toe")
    state = rules.start(rules.params(), 2)
    assert list(more_ways(rules, state, rules.options(state)[:1])) == []
