"""Breaks every rule of the index, and only these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.rulesets import ENGINE_RULES
from playfold.errors import Illegal

Build = Callable[..., State]
Case = tuple[str, Callable[[Build], State], dict[str, Any]]


def at_the_start(*events: dict[str, Any], seats: int = 2, **rules: Any) -> State:
    return RULES.fold(RULES.start(RULES.params("1.0", **rules), seats), events)


def move(q: int, r: int, piece: str = "colony", ship: str = "1s1") -> dict[str, Any]:
    return {
        "type": "ship_moved",
        "seat": int(ship[0]),
        "ship": ship,
        "to": [q, r],
        **({"piece": piece} if piece else {}),
    }


def sector(name: str, slot: int) -> dict[str, Any]:
    return {"type": "sector_placed", "sector": name, "side": "A", "slot": slot, "rotation": 0}


def laid(*points: list[int]) -> dict[str, Any]:
    return {"type": "unexplored_laid", "at": list(points)}


def overlay(q: int, r: int, kind: str = "wormhole", seat: int = 1) -> dict[str, Any]:
    return {"type": "overlay_placed", "seat": seat, "at": [q, r], "kind": kind}


def adrift(galaxy: Build) -> State:
    """Gives a ship that has been carried to the drift and moves again."""
    return RULES.fold(
        galaxy(tiles={"-1,-3": ""}),
        [
            move(-1, -3, ""),
            {"type": "tile_revealed", "tile": "u_drift"},
            {"type": "piece_placed", "seat": 1, "piece": "colony"},
        ],
    )


def revealed(galaxy: Build) -> State:
    """Gives a ship beside whose revealed tile a piece is waited for."""
    return RULES.fold(galaxy(tiles={"-1,-3": ""}), [move(-1, -3, ""), {"type": "tile_revealed", "tile": "u_ruins"}])


CASES: list[Case] = [
    ("play.turn", lambda g: g(), move(0, 4, ship="2s1")),
    ("play.chance", lambda g: g(), {"type": "tile_revealed", "tile": "u_twin"}),
    (
        "play.over",
        lambda g: RULES.step(g(supply={1: (1, 0), 2: (0, 0)}), RULES.event(move(0, -4))),
        move(1, -4),
    ),
    ("setup.order", lambda g: g(), overlay(0, 0)),
    ("setup.order", lambda g: g(overlays=["wormhole 0,0"]), overlay(-1, -3)),
    ("setup.order", lambda _: at_the_start(overlays="free", first_player="seat1"), move(0, -4)),
    (
        "setup.order",
        lambda _: at_the_start(overlays="free", first_player="seat1"),
        {"type": "piece_placed", "seat": 1, "piece": "colony"},
    ),
    ("setup.first", lambda _: at_the_start(), {"type": "first_seat_chosen", "seat": 3}),
    ("sector.slot", lambda _: at_the_start(shuffle_sectors=True, first_player="seat1"), sector("S1", 1)),
    (
        "sector.slot",
        lambda _: at_the_start(sector("S1", 0), shuffle_sectors=True, first_player="seat1"),
        sector("S2", 0),
    ),
    (
        "sector.once",
        lambda _: at_the_start(sector("S1", 0), shuffle_sectors=True, first_player="seat1"),
        sector("S1", 1),
    ),
    ("overlay.empty", lambda _: at_the_start(overlays="free", first_player="seat1"), overlay(1, 0)),
    ("overlay.empty", lambda _: at_the_start(overlays="free", first_player="seat1"), overlay(-1, -4)),
    ("overlay.empty", lambda _: at_the_start(overlays="free", first_player="seat1"), overlay(9, 9)),
    (
        "overlay.empty",
        lambda _: at_the_start(overlay(0, 0), overlays="free", first_player="seat1"),
        overlay(0, 0, seat=2),
    ),
    (
        "overlay.supply",
        lambda _: at_the_start(overlays="free", first_player="seat1", overlay_supply={"black_hole": 0}),
        overlay(0, 0, "black_hole"),
    ),
    ("unexplored.number", lambda _: at_the_start(unexplored_count=2, first_player="seat1"), laid([0, 0])),
    (
        "unexplored.number",
        lambda _: at_the_start(unexplored_count=2, first_player="seat1"),
        laid([-1, -3], [0, 0], [1, 3]),
    ),
    ("unexplored.empty", lambda _: at_the_start(unexplored_count=2, first_player="seat1"), laid([0, 0], [1, 0])),
    ("unexplored.empty", lambda _: at_the_start(unexplored_count=1, first_player="seat1"), laid([-1, -4])),
    (
        "unexplored.empty",
        lambda _: at_the_start(unexplored_count=1, first_player="seat1", map="fan_2p_wormholes"),
        laid([1, -3]),
    ),
    ("unexplored.order", lambda _: at_the_start(unexplored_count=2, first_player="seat1"), laid([0, 0], [-1, -3])),
    ("unexplored.order", lambda _: at_the_start(unexplored_count=2, first_player="seat1"), laid([0, 0], [0, 0])),
    ("ship.own", lambda g: g(), {**move(0, 4), "ship": "2s1"}),
    ("ship.own", lambda g: g(), {**move(0, -4), "ship": "1s5"}),
    ("ship.own", lambda g: g(), {**move(0, -4), "ship": "nonsense"}),
    ("ship.drift", adrift, move(0, -4, ship="1s2")),
    ("move.map", lambda g: g(), move(-1, -5)),
    ("move.map", lambda g: g(), move(9, -9)),
    ("move.straight", lambda g: g(), move(0, -2)),
    ("move.straight", lambda g: g(), move(-1, -4)),
    ("move.straight", lambda g: g(map="fan_2p_wormholes", ships={"1s1": "3,-1"}), move(0, 0)),
    ("move.blocked", lambda g: g(pieces={"0,-4": "2t"}), move(1, -4)),
    ("move.blocked", lambda g: g(pieces={"-1,-3": "2c"}), move(-1, 0)),
    ("move.blocked", lambda g: g(seats=4, ships={"1s1": "3,-5", "2s1": "3,-4"}, pieces={"4,-4": "1c"}), move(3, -3)),
    ("move.black_hole", lambda g: g(overlays=["black_hole -1,-3"]), move(-1, -2)),
    ("move.black_hole", lambda g: g(overlays=["black_hole -1,-3"]), move(-1, -3)),
    ("move.wormhole", lambda g: g(overlays=["wormhole -1,-3"]), move(-1, -3)),
    ("move.free", lambda g: g(pieces={"0,-4": "1c"}), move(0, -4)),
    ("move.free", lambda g: g(pieces={"0,-4": "2c"}), move(0, -4)),
    ("move.home", lambda g: g(ships={"1s1": "0,-4"}), move(-1, -4)),
    ("move.home", lambda g: g(ships={"1s1": "0,4"}), move(1, 4)),
    (
        "move.home",
        lambda g: g(ships={"1s1": "0,4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"]),
        move(1, 4, ""),
    ),
    ("move.jump", lambda g: g(ships={"1s1": "0,1"}, overlays=["wormhole 0,0", "wormhole 3,1"]), move(1, -1)),
    ("move.jump", lambda g: g(ships={"1s1": "0,1"}, overlays=["wormhole 0,0"]), move(1, -1)),
    ("move.damaged", lambda g: g(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"]), move(0, -1)),
    (
        "move.damaged",
        lambda g: g(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids", "-1,-3": ""}, damaged=["1s1"]),
        move(-1, -3, ""),
    ),
    (
        "move.damaged",
        lambda g: g(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids", "-1,-3": ""}, damaged=["1s1"]),
        move(-2, -2),
    ),
    (
        "move.damaged",
        lambda g: g(ships={"1s1": "2,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"]),
        move(-1, -4, ""),
    ),
    ("move.unexplored", lambda g: g(tiles={"-1,-3": ""}, unexplored_passable=False), move(-1, -2)),
    ("piece.due", lambda g: g(), move(0, -4, "")),
    ("piece.due", lambda g: g(tiles={"-1,-3": "u_twin"}), move(-1, -3, "")),
    ("piece.none", lambda g: g(tiles={"-1,-3": ""}), move(-1, -3)),
    ("piece.none", lambda g: g(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"]), move(-1, -4)),
    ("piece.tile", revealed, move(0, -4, ship="1s2")),
    ("piece.tile", lambda g: g(), {"type": "piece_placed", "seat": 1, "piece": "colony"}),
    ("piece.tile", adrift, {"type": "piece_placed", "seat": 1, "piece": "colony"}),
    ("piece.tile", revealed, overlay(0, 0)),
    ("piece.supply", lambda g: g(supply={1: (0, 2)}), move(0, -4)),
    ("piece.supply", lambda g: g(supply={1: (2, 0)}), move(0, -4, "trade_station")),
    (
        "piece.supply",
        lambda g: RULES.fold(
            g(supply={1: (1, 0)}, tiles={"-1,-3": ""}), [move(-1, -3, ""), {"type": "tile_revealed", "tile": "u_twin"}]
        ),
        {"type": "piece_placed", "seat": 1, "piece": "trade_station"},
    ),
    (
        "tile.stock",
        lambda g: RULES.step(g(tiles={"-1,-3": "", "0,0": "u_quad"}), RULES.event(move(-1, -3, ""))),
        {"type": "tile_revealed", "tile": "u_quad"},
    ),
]


@pytest.mark.parametrize(("rule", "position", "raw"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_the_rule_refuses(galaxy: Build, rule: str, position: Callable[[Build], State], raw: dict[str, Any]) -> None:
    """The event breaks this rule, the message says who or what, and the event is no option."""
    state = position(galaxy)
    assert RULES.sound(state) == ()
    event = RULES.event(raw)
    with pytest.raises(Illegal) as caught:
        RULES.check(state, event)
    assert caught.value.rule == rule
    assert event not in RULES.options(state)
    chance = {"play.chance", "play.over", "setup.first", "tile.stock"}
    assert "@" in str(caught.value) or rule in chance or rule.partition(".")[0] in {"sector", "unexplored"}


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    """No rule of the index is without an event that breaks it, and no case names a rule that is not there."""
    assert {case[0] for case in CASES} == set(RULES.index)
    assert len(RULES.rules) + len(ENGINE_RULES) == len(RULES.index)


def test_every_rule_says_something_and_cites_its_place() -> None:
    """Each rule has a sentence of its own and a citation."""
    says = [rule.says for rule in RULES.rules]
    assert len(set(says)) == len(says)
    assert all(rule.says.endswith(".") and rule.cite for rule in RULES.rules)


@pytest.mark.parametrize(
    ("position", "raw", "message"),
    [
        (
            lambda g: g(pieces={"0,-4": "2t", "-1,-3": "2c"}),
            move(1, -4),
            "@1's 1s1 cannot go from -1,-4 to 1,-4: @2 controls 0,-4 on the line; legal: -2,-3",
        ),
        (
            lambda g: g(map="fan_2p_wormholes", ships={"1s1": "3,-1"}, pieces={"2,-1": "2c", "4,-2": "2c"}),
            move(0, 0),
            (
                "@1's 1s1 cannot go from 3,-1 to 0,0: it lies in none of the six directions, and beside no other "
                "wormhole than 3,-2; legal: -3,-1 -3,0 -2,-2 -2,0 -2,3 -2,4 -1,-2 -1,-1 -1,2 -1,4 0,2 0,3 and 7 more"
            ),
        ),
        (
            lambda g: g(supply={1: (0, 2)}),
            move(0, -4),
            "@1 has no colony left; legal: trade_station (2 left)",
        ),
        (
            lambda g: g(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"]),
            move(0, -1),
            (
                "@1's 1s1 cannot go from 0,-4 to 0,-1: a damaged ship moves 2 at most, not 3; "
                "legal: -2,-2 -1,-4 -1,-3 0,-3 0,-2 1,-4 2,-4"
            ),
        ),
        (
            lambda _: at_the_start(overlays="free", first_player="seat1", overlay_supply={"black_hole": 0}),
            overlay(0, 0, "black_hole"),
            "@1 cannot lay a black_hole, none is left; legal: wormhole",
        ),
    ],
)
def test_messages_say_who_what_and_what_would_be_legal(
    galaxy: Build, position: Callable[[Build], State], raw: dict[str, Any], message: str
) -> None:
    """A refusal names the seat, what was needed, what was there, and what would be legal."""
    with pytest.raises(Illegal) as caught:
        RULES.check(position(galaxy), RULES.event(raw))
    assert str(caught.value) == message


def test_a_sector_in_a_wrong_slot_is_told_the_right_one() -> None:
    """A refused sector says which slot is next and which one was named."""
    state = at_the_start(shuffle_sectors=True, first_player="seat1")
    with pytest.raises(Illegal, match="next is slot 0, not 1"):
        RULES.check(state, RULES.event(sector("S1", 1)))
