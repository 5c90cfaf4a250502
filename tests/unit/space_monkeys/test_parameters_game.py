"""Parameters of the set-up, of turns and of the end: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.ending import outcome
from playfold.engine.games.space_monkeys.planets import ColorDrawn
from playfold.engine.games.space_monkeys.setup import PlacementRolled, schedule
from playfold.engine.games.space_monkeys.state import State, whole_bag
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def test_players() -> None:
    """Two seats sit opposite, three in three quadrants, four in all; the seats of the game set the parameter."""
    for seats, quadrants in ((2, ["TL", "BR"]), (3, ["TL", "TR", "BR"]), (4, ["TL", "TR", "BR", "BL"])):
        assert RULES.start(RULES.params(), seats).rules.players == seats
        assert [quadrant for _, quadrant in schedule(seats, "place_planets")[-seats:]] == quadrants


def test_first_player(galaxy: Build, do: Do) -> None:
    """The first turn after the set-up, and each round, begins with this seat."""
    for first in (1, 3):
        state = RULES.start(RULES.params("1.0", first_player=first), 4)
        while state.phase != "turn":
            options = RULES.options(state)
            rolls = [roll for roll, _ in PlacementRolled.weights(state) if roll.dice[0] < roll.dice[1]]
            event: Any = options[0] if options else next(r for r in rolls if RULES.step(state, r).phase == "place")
            state = RULES.step(state, event)
        assert (state.active, state.turn, state.round) == (first, 1, 1)
    state = galaxy(first_player=3, active=2)
    assert do(state, "passed", seat=2).round == state.round + 1
    state = galaxy(active=2)
    assert do(state, "passed", seat=2).round == state.round
    with pytest.raises(UnknownRulesError):
        RULES.start(RULES.params("1.0", first_player=3), 2)


def test_bag() -> None:
    """The bag holds 8, 8 and 4 dice, or as listed 4, 8 and 8."""
    consistent: Any = RULES.params()
    literal: Any = RULES.params("1.0-literal")
    assert whole_bag(consistent) == {"white": 8, "purple": 8, "orange": 4}
    assert whole_bag(literal) == {"white": 4, "purple": 8, "orange": 8}


def test_quota(galaxy: Build, do: Do) -> None:
    """With the quota a third white planet of a quadrant is drawn again, without it it counts."""
    for quota, weights in ((True, {"purple": 8, "orange": 4}), (False, {"white": 6, "purple": 8, "orange": 4})):
        state = galaxy(planets={"3,3": "white 1 1", "5,3": "white 1 1", "5,5": ""}, ships={"1b1": "5,5"}, quota=quota)
        state = do(state, "planet_colonized", seat=1, ship="1b1")
        assert {roll.color: weight for roll, weight in ColorDrawn.weights(state)} == weights


def test_vp_to_win(galaxy: Build, do: Do) -> None:
    """So many points end the game at the end of the own turn, one less does not."""
    planets = {"5,5": "white 1 1"}
    assert do(galaxy(planets=planets, vp_to_win=6), "passed", seat=1).phase == "over"
    assert do(galaxy(planets=planets, vp_to_win=7), "passed", seat=1).phase == "turn"


def test_victory(galaxy: Build, do: Do, refused: Refused) -> None:
    """Victory comes by itself at the end of the turn, or only when it is declared."""
    planets = {"5,5": "white 1 1"}
    auto = galaxy(planets=planets, vp_to_win=6)
    assert refused(auto, "victory_declared", seat=1) == "win.declare"
    assert do(auto, "passed", seat=1).reason == "victory_points"
    declare = galaxy(planets=planets, vp_to_win=6, victory="declare")
    assert do(declare, "passed", seat=1).phase == "turn"
    assert do(declare, "victory_declared", seat=1).reason == "victory_points"
    late = do(declare, "passed", seat=1)
    assert [type(one).__name__ for one in RULES.options(late)].count("VictoryDeclared") == 1
    over = do(late, "victory_declared", seat=1)
    found = outcome(over)
    assert found is not None
    assert found.winners == (1,)


def test_pass_allowed(galaxy: Build, do: Do, refused: Refused) -> None:
    """A seat may pass; where it may not, it still can when it has nothing else to do."""
    assert refused(galaxy(), "passed", seat=1) == ""
    assert refused(galaxy(pass_allowed=False), "passed", seat=1) == "turn.pass"
    stuck = galaxy(pass_allowed=False, chip_supply=1, chips={1: 1}, yards={1: "1c1 4 9"})
    assert [type(one).__name__ for one in RULES.options(stuck)] == ["Passed"]
    assert do(stuck, "passed", seat=1).active == 2


def test_unused_quadrants() -> None:
    """Quadrants without a player get planets, or stay empty, and then the bag has fewer dice."""
    assert len(schedule(2, "place_planets")) == 22
    assert len(schedule(2, "leave_empty")) == 12
    empty = RULES.start(RULES.params("1.0", unused_quadrants="leave_empty"), 2).rules
    assert whole_bag(empty) == {"white": 4, "purple": 4, "orange": 2}
    full = RULES.start(RULES.params("1.0"), 2).rules
    assert whole_bag(full) == {"white": 8, "purple": 8, "orange": 4}


def lost(galaxy: Build, **rules: Any) -> State:
    """Gives the state after seat 2, with nothing but one ship, lost it to seat 1; seat 3 has a ship."""
    state = galaxy(homes=False, ships={"1b1": "5,5", "2b1": "6,5", "3b1": "9,9", "4b1": "3,9"}, **rules)
    state = RULES.step(state, RULES.event({"type": "ship_moved", "seat": 1, "ship": "1b1", "path": "E1"}))
    return RULES.step(state, BattleRolled(8, 1))


def test_elimination(galaxy: Build, do: Do) -> None:
    """A seat with nothing left is skipped and the last one wins, or nobody is ever out."""
    assert lost(galaxy).active == 3
    assert lost(galaxy, elimination="none").active == 2
    for rules, reason in (({}, "last_seat"), ({"elimination": "none"}, "")):
        state = galaxy(homes=False, ships={"1b1": "5,5", "2b1": "6,5"}, seats=2, **rules)
        state = RULES.step(do(state, "ship_moved", seat=1, ship="1b1", path="E1"), BattleRolled(1, 8))
        assert state.reason == reason
        found = outcome(state)
        assert (found.winners if found else ()) == ((2,) if reason else ())


def test_max_rounds(galaxy: Build, do: Do) -> None:
    """After so many rounds points, then planets, then ships on the board decide; what is equal is shared."""
    assert do(galaxy(active=4), "passed", seat=4).phase == "turn"
    state = do(galaxy(active=4, max_rounds=3), "passed", seat=4)
    assert (state.phase, state.reason) == ("over", "round_limit")
    found = outcome(state)
    assert found is not None
    assert found.winners == (1, 2, 3, 4)
    planets = {"5,5": "purple 1 1", "12,5": "white 2 1", "14,5": "white 2 1", "11,11": "white 3 1"}
    state = do(galaxy(active=4, max_rounds=3, planets=planets), "passed", seat=4)
    found = outcome(state)
    assert found is not None
    assert (found.winners, found.ranking) == ((2,), ((2,), (1,), (3,), (4,)))
    state = do(galaxy(active=4, max_rounds=3, ships={"3c1": "9,9"}), "passed", seat=4)
    found = outcome(state)
    assert found is not None
    assert found.ranking == ((3,), (1, 2, 4))
    assert do(galaxy(active=4, max_rounds=4), "passed", seat=4).phase == "turn"
