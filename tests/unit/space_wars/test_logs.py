"""Logs of Space Wars: the parameters of their headers, and events as people type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.state import State
from playfold.engine.notation import read, write
from playfold.engine.notation_typed import complete
from playfold.errors import UnknownRulesError
from playfold.records.header import Header
from playfold.replay.opening import start_of

Build = Callable[..., State]


def header(seats: int, **changes: Any) -> Header:
    """Gives the header of a log as it is read: its parameters are plain JSON."""
    plain = msgspec.json.decode(msgspec.json.encode(RULES.params()))
    return Header(
        format="playfold/1",
        game="g",
        rules="space-wars@1.0",
        set={name: value for name, value in {**plain, **changes}.items() if value is not None},
        schema=1,
        engine="0.1.0",
        seats=tuple(f"player {seat}" for seat in range(1, seats + 1)),
        dice="table",
    )


def test_the_parameters_of_a_log_are_complete() -> None:
    """A log holds every parameter, groups and lists too; one that lacks one or has another is refused."""
    assert start_of(RULES, header(3)) == RULES.start(RULES.params(), 3)
    changed = start_of(
        RULES, header(3, escalating=[1, 2], ships_by_players={"2": 40, "3": 33, "4": 30, "5": 25, "6": 20})
    )
    assert (changed.rules.escalating, changed.rules.ships_by_players.of(3)) == ((1, 2), 33)
    for changes in ({"escalating": None}, {"ships_by_players": {"3": 33}}, {"players": 3}):
        with pytest.raises(UnknownRulesError):
            start_of(RULES, header(3, **changes))


def test_events_are_typed_in_one_line(galaxy: Build) -> None:
    """What people type reads as the events: fields in their order, the seat left out, `from` by its place."""
    state = galaxy(seats=2, phase="reinforce", pending=3, own={"kan1": 1, "kan2": 2, "tar1": 0}, ships={"kan1": 5})
    act = RULES.to_act(state)
    lines: dict[str, dict[str, Any]] = {
        "attacked kan1 kan2 3": {"type": "attacked", "seat": 1, "from": "kan1", "to": "kan2", "dice": 3},
        "att tar1 tar2 2 ally": {
            "type": "attacked",
            "seat": 1,
            "from": "tar1",
            "to": "tar2",
            "dice": 2,
            "force": "ally",
        },
        "ships_placed kan1:2,tar4:1": {"type": "ships_placed", "seat": 1, "ships": {"kan1": 2, "tar4": 1}},
        "set_exchanged card_gab1,card_gab4,joker_1": {
            "type": "set_exchanged",
            "seat": 1,
            "cards": ["card_gab1", "card_gab4", "joker_1"],
        },
        "attack_rolled 6,2,1 5": {"type": "attack_rolled", "attacker": [6, 2, 1], "defender": [5]},
        "fortified kan1 kan4 2": {"type": "fortified", "seat": 1, "from": "kan1", "to": "kan4", "ships": 2},
        "turn_ended": {"type": "turn_ended", "seat": 1},
    }
    for text, raw in lines.items():
        event = RULES.event(raw)
        assert read(RULES, act, text) == event
        assert read(RULES, act, write(event, act)) == event


def test_completion_offers_territories(galaxy: Build) -> None:
    """While an attack is typed, the targets of the territory are offered."""
    state = galaxy(own={"kan1": 1, "kan2": 2, "kan3": 3, "kan4": 1, "rae4": 2}, ships={"kan1": 5})
    assert complete(RULES, state, "attacked kan1 ") == ["kan2", "kan3", "rae4"]
    assert complete(RULES, state, "attacked kan1 kan2 ") == ["1", "2", "3"]


def test_dice_are_offered_while_they_are_few(galaxy: Build) -> None:
    """The 36 rolls of two dice are offered; of the 7776 of five only the name of the event, at once."""
    for ships, offered in ((2, ["1", "2", "3", "4", "5", "6"]), (4, [])):
        state = galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": ships, "kan2": ships // 2})
        state = RULES.fold(state, [{"type": "attacked", "seat": 1, "from": "kan1", "to": "kan2", "dice": ships - 1}])
        assert complete(RULES, state, "att") == ["attack_rolled"]
        assert complete(RULES, state, "attack_rolled ") == offered
