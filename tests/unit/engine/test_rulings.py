"""Rulings say what they cannot do: a member that no part of the state has is not passed over in silence."""

from __future__ import annotations

import json

import msgspec
import pytest

import playfold
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError
from playfold.replay.bundled import bundled

GAME = playfold.open(next(path for path in bundled() if path.stem == "space-monkeys-playtest"))
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
