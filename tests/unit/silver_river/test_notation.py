"""Events of The Silver River as people type them: cubes and ships by name, answers by what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine import notation, notation_typed
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.state import State
from playfold.engine.rulesets import ToAct
from playfold.errors import MalformedEventError

ANY = ToAct((1, 2))
TYPED: list[tuple[str, dict[str, Any], str]] = [
    (
        "production_assigned @1 pol:9,mil:4",
        {"cubes": {"military": 4, "politics": 9}},
        "production_assigned @1 military:4,politics:9",
    ),
    (
        'production_assigned @1 {"politics":13}',
        {"cubes": {"politics": 13}},
        "production_assigned @1 politics:13",
    ),
    ("converted @2 mil:2 pol", {"spent": {"military": 2}, "gained": "politics"}, "converted @2 military:2 politics"),
    ("ships_built @1 3:4", {"ships": {"3": 4}}, "ships_built @1 3:4"),
    ("tactics_played @1 census", {"card": "census"}, "tactics_played @1 census"),
    (
        "tactics_played @1 embargo opponent=2",
        {"card": "embargo", "use": {"opponent": 2}},
        "tactics_played @1 embargo opponent=2",
    ),
    ("effect_chosen @2 ships=1:2,3:1", {"use": {"ships": {"1": 2, "3": 1}}}, "effect_chosen @2 ships=1:2,3:1"),
    ("effect_chosen @2 cubes=mil:2", {"use": {"cubes": {"military": 2}}}, "effect_chosen @2 cubes=military:2"),
    ("effect_chosen @1", {}, "effect_chosen @1 decline"),
    ("effect_chosen @1 decline", {}, "effect_chosen @1 decline"),
    ("passed @2", {}, "passed @2 no_step"),
    ("passed @2 NO_STEP", {}, "passed @2 no_step"),
    ("passed @2 arts", {"track": "arts"}, "passed @2 arts"),
    # Both the event and the answer in it have a field `card`: the first one is the event's.
    (
        "tactics_played @1 census card=0",
        {"card": "census", "use": {"card": "0"}},
        "tactics_played @1 census card=0",
    ),
    (
        "tactics_played @1 card=census card=0",
        {"card": "census", "use": {"card": "0"}},
        "tactics_played @1 census card=0",
    ),
]


@pytest.mark.parametrize(("typed", "fields", "written"), TYPED, ids=[each[0] for each in TYPED])
def test_what_is_typed(typed: str, fields: dict[str, Any], written: str) -> None:
    """Names of types may be cut, JSON is read as well, and what is written reads back as the same."""
    name, seat, *_ = typed.split()
    event = RULES.event({"type": name, "seat": int(seat[1:]), **fields})
    assert notation.read(RULES, ANY, typed) == event
    assert notation.write(event, ANY) == written
    assert notation.read(RULES, ANY, written) == event


@pytest.mark.parametrize("typed", ["mil:2,mil:1", "gold:2", "mil:many", "mil", "mil:-1"])
def test_cubes_that_are_none(typed: str) -> None:
    """A type twice, an unknown one, no number: it is said that they do not fit."""
    with pytest.raises(MalformedEventError, match="cubes"):
        notation.read(RULES, ANY, f"production_assigned @1 {typed}")


def test_what_is_asked_is_offered_by_name(acting: Callable[..., State], having: Callable[..., State]) -> None:
    """Completion gives the parts of an answer as words, one for each that is legal."""
    state = having(acting(3), 1, hand=("espionage",))
    assert "markers=2a" in notation_typed.complete(RULES, state, "tactics_played espionage ")


def test_the_word_for_nothing_stands_alone() -> None:
    """Beside other fields it is read as one of them."""
    with pytest.raises(MalformedEventError, match="no field for 'decline'"):
        notation.read(RULES, ANY, "effect_chosen @1 take=true decline")


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("objectives_chosen @1 civ02,civ01,exp01", "objectives_chosen @1 civ01,civ02,exp01"),
        ("targets_chosen @1 1b:2a,1a:2a", "targets_chosen @1 1a:2a,1b:2a"),
        ("populated @1 P3:1,H1:2", "populated @1 H1:2,P3:1"),
        ("attack_declared @1 3,2", "attack_declared @1 2,3"),
        ("battle_joined @1 attacker 1c,1b", "battle_joined @1 attacker 1b,1c"),
        ("tactics_played @1 rapid_fire dice=3,1", "tactics_played @1 rapid_fire dice=1,3"),
        ("effect_chosen @1 planets=P3:1,H1:2", "effect_chosen @1 planets=H1:2,P3:1"),
        ("tactics_played @1 espionage markers=2b,2a", "tactics_played @1 espionage markers=2a,2b"),
        ("tactics_played @1 deploy markers=1b:[0,1],1a:[1,0]", "tactics_played @1 deploy markers=1a:[1,0],1b:[0,1]"),
        # What has an order keeps it, and JSON is what a log has.
        ("election_called @1 trade_leader,spymaster", "election_called @1 trade_leader,spymaster"),
        ('objectives_chosen @1 ["civ02","civ01"]', 'objectives_chosen @1 ["civ02","civ01"]'),
    ],
)
def test_the_order_of_names_that_means_nothing_is_that_of_logs(typed: str, written: str) -> None:
    """Whoever names markers, planets or cards in another order is understood; the event is as a log has it."""
    event = notation.read(RULES, ANY, typed)
    assert notation.write(event, ANY) == written
    assert notation.read(RULES, ANY, written) == event
