"""Rulings say what they cannot do: a member that no part of the state has is not passed over in silence."""

from __future__ import annotations

import json

import msgspec
import pytest

import playfold
from playfold.engine.rulings import as_typed, rule
from playfold.errors import MalformedEventError
from playfold.replay.bundled import bundled

GAME = playfold.open(next(path for path in bundled() if path.stem == "space-monkeys-playtest"))
RIVER = playfold.open(next(path for path in bundled() if path.stem == "silver-river-battle"))
SHIP = next(iter(GAME.state.ships))


@pytest.mark.parametrize("pointer", ["/nowhere", f"/ships/{SHIP}/nowhere", "/players/2/nowhere"])
def test_a_member_that_no_part_has_is_refused(pointer: str) -> None:
    """A slip in the name of a field, at any depth, is no ruling without effect: it is refused, with its pointer."""
    with pytest.raises(MalformedEventError, match=f"'{pointer}' is no part of the state"):
        rule(GAME.rules, GAME.state, {pointer: 1})


def test_setting_what_is_there_already_changes_nothing() -> None:
    """Every part of the state set to its own value gives the same state."""
    plain = json.loads(msgspec.json.encode(GAME.state))
    for name, value in plain.items():
        if name != "rules":
            assert rule(GAME.rules, GAME.state, {f"/{name}": value}) == GAME.state


def test_lists_and_mappings_are_written_as_in_the_notation_of_events() -> None:
    """A text becomes a list or mapping where the state has one; a text stays a text, and JSON what it is."""
    state = RIVER.state
    values = {"/fleets/1a/at": "2,1", "/titles": "spymaster:1", "/phase": "a,b", "/first": 2, "/stations": {"x": 1}}
    wanted = {**values, "/fleets/1a/at": [2, 1], "/titles": {"spymaster": 1}}
    assert as_typed(state, values) == wanted
    assert as_typed(state, {"/nowhere/x": "1,2"}) == {"/nowhere/x": "1,2"}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("9", "has to have 2 values, not 1"),
        (9, "has to have 2 values, not 1"),
        ("9,x", "a value in it has to be a whole"),
    ],
)
def test_a_list_that_does_not_fit_is_quoted(value: str | int, says: str) -> None:
    """What is wrong is told of the pointer as it was typed."""
    with pytest.raises(MalformedEventError, match=f"/fleets/1a/at cannot be {value}: .*{says}"):
        as_typed(RIVER.state, {"/fleets/1a/at": value})


def test_a_place_beyond_all_numbers_leads_nowhere() -> None:
    """A pointer with more digits than Python turns into a number is refused as any other that leads nowhere."""
    far = "/fleets/1a/at/" + "9" * 5000
    assert as_typed(RIVER.state, {far: 3}) == {far: 3}
    with pytest.raises(MalformedEventError, match="leads nowhere at '99999"):
        rule(RIVER.rules, RIVER.state, {far: 3})
    with pytest.raises(MalformedEventError, match="leads nowhere at '99999"):
        rule(RIVER.rules, RIVER.state, {}, [far])


@pytest.mark.parametrize("value", ['"\udcff"', "a:\udcff"])
def test_a_value_that_is_no_text_is_refused(value: str) -> None:
    """What cannot be read since it is no character is refused as any other value that does not fit."""
    with pytest.raises(MalformedEventError, match=r"/titles cannot be .*no character"):
        as_typed(RIVER.state, {"/titles": value})
