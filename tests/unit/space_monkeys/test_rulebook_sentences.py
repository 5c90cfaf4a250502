"""Sentences of the rulebook that no worked example covers, in its order, with its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.ending import outcome
from playfold.engine.games.space_monkeys.movement import ends
from playfold.engine.games.space_monkeys.planets import ColorDrawn
from playfold.engine.games.space_monkeys.state import State, bag, markers_left, points_of, stock
from playfold.errors import MalformedEventError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def own_turn_again(do: Do, state: State, seat: int = 1) -> State:
    """Lets the seats pass until it is the turn of `seat`."""
    while state.active != seat:
        state = do(state, "passed", seat=state.active)
    return state


@pytest.mark.parametrize(("ship", "kind", "sides"), [("1c1", "cruiser", 4), ("1d1", "dreadnought", 10)])
def test_a_die_of_n_takes_n_turns_and_then_the_launch(
    galaxy: Build, do: Do, refused: Refused, ship: str, kind: str, sides: int
) -> None:
    """The ships: a cruiser takes 4 turns to build, a dreadnought 10; it is placed in a later one, with speed 1."""
    state = do(galaxy(), "build_begun", seat=1, kind=kind)
    for _ in range(sides - 1):
        state = own_turn_again(do, state)
        assert refused(state, "build_completed", seat=1, at=[1, 1]) == "build.ready"
        state = do(state, "build_continued", seat=1)
    state = own_turn_again(do, state)
    assert refused(state, "build_continued", seat=1) == "build.full"
    state = do(state, "build_completed", seat=1, at=[1, 1])
    assert (state.ships[ship].at, state.ships[ship].speed) == ("1,1", 1)


@pytest.mark.parametrize(("ship", "sides"), [("1c1", 4), ("1b1", 8), ("1d1", 10), ("1m1", 12)])
def test_the_die_is_battle_die_and_highest_speed(
    galaxy: Build, do: Do, refused: Refused, ship: str, sides: int
) -> None:
    """The ships: a die of N rolls N in battle and moves N spaces, and no accelerator makes it more."""
    move: dict[str, Any] = {"seat": 1, "ship": ship, "path": f"E{sides}"}
    battle = do(galaxy(ships={ship: f"3,9 {sides}", "2b1": f"{3 + sides},9"}), "ship_moved", **move)
    assert {roll.attacker for roll, _ in BattleRolled.weights(battle)} == set(range(1, sides + 1))
    fast = galaxy(ships={ship: f"3,9 {sides}"}, techs={1: ["accelerator"]})
    assert refused(fast, "ship_moved", **move, speed=sides - 1) == ""
    assert max(getattr(one, "speed", 0) for one in RULES.options(fast)) == sides - 1


def test_a_ten_sided_die_rolls_10_and_never_0(galaxy: Build, do: Do) -> None:
    """The ships: the 0 of a d10 is written 10; 0 is no roll."""
    state = do(galaxy(ships={"1d1": "15,2"}), "planet_attacked", seat=1, ship="1d1")
    assert do(state, "attack_rolled", roll=10).planets["15,2"].defense == 4
    with pytest.raises(MalformedEventError):
        do(state, "attack_rolled", roll=0)


def test_a_ship_may_fly_over_anything(galaxy: Build, do: Do) -> None:
    """Move: own ships, other ships and planets are passed over, also under peace."""
    state = galaxy(
        planets={"8,5": "white 2 6"},
        ships={"1b1": "5,5 4", "1c1": "6,5", "2b1": "7,5", "3b1": "8,5"},
        techs={2: ["peace_negotiation"]},
    )
    assert do(state, "ship_moved", seat=1, ship="1b1", path="E4").ships["1b1"].at == "9,5"


def test_a_direction_is_free_at_the_beginning_of_each_turn(galaxy: Build, do: Do, refused: Refused) -> None:
    """Move: without steering a ship goes any of four ways, another one in its next turn; never diagonally."""
    state = galaxy(ships={"1b1": "5,5 2"})
    assert {end for end, _, _ in ends(state, 1, "1b1")} == {"5,3", "7,5", "5,7", "3,5"}
    state = own_turn_again(do, do(state, "ship_moved", seat=1, ship="1b1", path="E2"))
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="N1E1") == "move.turns"
    assert do(state, "ship_moved", seat=1, ship="1b1", path="W2").ships["1b1"].at == "5,5"


def test_warp_joins_all_four_edges(galaxy: Build, do: Do, refused: Refused) -> None:
    """Warp: a ship leaves on any side and comes in on the other one; on a crossing of edges too."""
    for start, path, end in (
        ("0,5", "W2", "17,5"),
        ("18,5", "E2", "1,5"),
        ("5,0", "N2", "5,17"),
        ("5,18", "S2", "5,1"),
        ("18,18", "E1S1", "0,0"),
    ):
        move: dict[str, Any] = {"seat": 1, "ship": "1b1", "path": path}
        ships = {"1b1": f"{start} 2"}
        assert refused(galaxy(ships=ships, techs={1: ["steering"]}), "ship_moved", **move) == "move.edge"
        warped = galaxy(ships=ships, techs={1: ["steering", "warp"]})
        assert do(warped, "ship_moved", **move).ships["1b1"].at == end
    fighting = do(
        galaxy(ships={"1b1": "0,5", "2b1": "18,5"}, techs={1: ["warp"]}), "ship_moved", seat=1, ship="1b1", path="W1"
    )
    assert fighting.phase == "battle"


def test_colour_decides_what_a_planet_is_worth(galaxy: Build, do: Do) -> None:
    """Colonize: white, purple and orange are worth 1, 2 and 3 points, with a defense of 1; the home counts 5."""
    for color, points in (("white", 1), ("purple", 2), ("orange", 3)):
        state = do(galaxy(planets={"5,5": ""}, ships={"1b1": "5,5"}), "planet_colonized", seat=1, ship="1b1")
        state = do(state, "color_drawn", color=color)
        assert (state.planets["5,5"].owner, state.planets["5,5"].defense) == (1, 1)
        assert points_of(state.planets, 1) == 5 + points


def test_the_quota_is_that_of_the_quadrant_where_the_planet_lies(galaxy: Build, do: Do) -> None:
    """Colonize (footnote): also in a quadrant without a player; what other quadrants hold does not matter."""
    there = {"11,3": "orange 1 1", "13,3": "purple 2 1", "15,3": "purple 1 1"}
    state = galaxy(seats=2, planets={**there, "3,3": "white 1 1", "12,6": ""}, ships={"1b1": "12,6"}, homes=False)
    state = do(state, "planet_colonized", seat=1, ship="1b1")
    assert ColorDrawn.weights(state) == [(ColorDrawn("white"), 7)]


def test_the_bag_of_empty_quadrants_lasts_for_the_others(galaxy: Build, do: Do) -> None:
    """House rule: with quadrants left empty two seats share 4 white, 4 purple and 2 orange dice."""
    state = galaxy(seats=2, planets={"5,5": ""}, ships={"1b1": "5,5"}, homes=False, unused_quadrants="leave_empty")
    state = do(state, "planet_colonized", seat=1, ship="1b1")
    assert [(roll.color, weight) for roll, weight in ColorDrawn.weights(state)] == [
        ("white", 4),
        ("purple", 4),
        ("orange", 2),
    ]


def test_the_listed_bag_is_drawn_as_it_is(galaxy: Build, do: Do) -> None:
    """What you'll need: with 4 white, 8 purple and 8 orange dice a quadrant may become all orange."""
    oranges = dict.fromkeys(("3,3", "5,3", "7,3", "3,5"), "orange 1 1")
    state = galaxy(planets={**oranges, "5,5": ""}, ships={"1b1": "5,5"}, version="1.0-literal")
    state = do(state, "planet_colonized", seat=1, ship="1b1")
    assert [(roll.color, weight) for roll, weight in ColorDrawn.weights(state)] == [
        ("white", 4),
        ("purple", 8),
        ("orange", 4),
    ]
    assert bag(do(state, "color_drawn", color="orange"))["orange"] == 3


def test_a_capture_takes_a_marker_but_needs_none(galaxy: Build, do: Do, refused: Refused) -> None:
    """Colonize, Attacking a planet: with its one marker used a seat still captures, and colonises no more."""
    state = galaxy(
        planets={"5,5": "white 1 1", "7,7": "white 2 1", "3,3": ""},
        ships={"1m1": "7,7", "1b1": "3,3"},
        colony_markers=1,
    )
    assert refused(state, "planet_colonized", seat=1, ship="1b1") == "colonize.marker"
    state = RULES.step(do(state, "planet_attacked", seat=1, ship="1m1"), AttackRolled(7))
    assert (state.planets["7,7"].owner, markers_left(state, 1), RULES.sound(state)) == (1, -1, ())
    assert markers_left(state, 2) == 1


def test_two_options_may_attack_and_colonise(galaxy: Build, do: Do, refused: Refused) -> None:
    """Go-getter: after one ship has moved another one attacks or colonises; the one that moved may not."""
    state = galaxy(
        planets={"6,5": "", "3,3": ""},
        ships={"1b1": "5,5", "1c1": "3,3", "1m1": "15,2"},
        techs={1: ["go_getter"]},
        left=2,
    )
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
    assert refused(state, "planet_colonized", seat=1, ship="1b1") == "colonize.since"
    assert refused(state, "planet_colonized", seat=1, ship="1c1") == ""
    assert refused(state, "planet_attacked", seat=1, ship="1m1") == ""


def test_fast_workers_begin_at_2(galaxy: Build, do: Do) -> None:
    """Fast workers: a cruiser begins at 2, comes to 4 without a point left over, and is launched in a later turn."""
    state = do(galaxy(techs={1: ["fast_workers"]}), "build_begun", seat=1, kind="cruiser")
    yard = state.players["1"].yard
    assert yard is not None
    assert yard.progress == 2
    state = own_turn_again(do, state)
    assert sum(type(one).__name__ == "BuildContinued" for one in RULES.options(state)) == 1
    state = own_turn_again(do, do(state, "build_continued", seat=1))
    assert do(state, "build_completed", seat=1, at=[1, 1]).ships["1c1"].since == state.turn


def test_the_supply_of_chips_runs_out_and_fills_up(galaxy: Build, do: Do, refused: Refused) -> None:
    """What you'll need, Improved research: of two chips earned only those that are there are taken."""
    state = galaxy(techs={1: ["improved_research"]}, chips={1: 10, 2: 2}, chip_supply=13)
    state = do(state, "researched", seat=1)
    assert state.players["1"].chips == 11
    assert refused(state, "researched", seat=2) == "research.bank"
    state = do(own_turn_again(do, state), "tech_bought", seat=1, tech="warp")
    assert state.players["1"].chips == 3
    assert refused(state, "researched", seat=2) == ""


def test_prices_may_be_nothing(galaxy: Build, do: Do) -> None:
    """Technology cards: with a price of 0, or virtual values above it, a card costs no chip."""
    free = galaxy(tech_costs={"warp": 0})
    assert do(free, "tech_bought", seat=1, tech="warp").players["1"].techs == ("warp",)
    rich = galaxy(techs={1: ["first_strike"]}, chips={1: 3}, virtual_values={"first_strike": 99})
    assert do(rich, "tech_bought", seat=1, tech="planet_busting").players["1"].chips == 3


def test_clearing_a_besieger_is_an_attack(galaxy: Build, do: Do) -> None:
    """Battle: who moves attacks, also over its own planet; the tie is the besieger's, who defends."""
    state = galaxy(planets={"6,5": "white 1 1"}, ships={"1b1": "5,5", "2b1": "6,5 3"})
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
    assert list(RULES.step(state, BattleRolled(5, 5)).ships) == ["2b1"]
    won = RULES.step(state, BattleRolled(6, 5))
    assert (won.ships["1b1"].at, won.planets["6,5"].owner) == ("6,5", 1)


def test_a_lost_ship_can_be_built_again(galaxy: Build, do: Do) -> None:
    """The ships: the loser's die goes back to its stockpile."""
    ships = {f"2b{number}": f"{number},9" for number in (1, 2, 3)}
    state = galaxy(ships={**ships, "1b1": "0,9"}, yards={2: "2b4 3"})
    assert stock(state, 2, "battlestar") == []
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
    assert stock(RULES.step(state, BattleRolled(8, 1)), 2, "battlestar") == ["2b1"]


def test_peace_binds_three_seats_and_spares_the_fourth(galaxy: Build, refused: Refused) -> None:
    """Peace negotiation: nobody moves onto the holder's ships nor the holder onto theirs; others still fight."""
    ships = {"1b1": "5,5", "2b1": "6,5", "3b1": "5,6"}
    for active, path, target in ((1, "E1", "move.peace"), (1, "S1", "")):
        state = galaxy(ships=ships, techs={2: ["peace_negotiation"]}, active=active, seats=3)
        assert refused(state, "ship_moved", seat=1, ship="1b1", path=path) == target
    state = galaxy(ships=ships, techs={2: ["peace_negotiation"]}, active=2, seats=3)
    assert refused(state, "ship_moved", seat=2, ship="2b1", path="W1") == "move.peace"


def test_an_attack_that_costs_the_last_ship_puts_its_seat_out(galaxy: Build, do: Do) -> None:
    """Attacking a planet: a 1 or 2 destroys; a seat without planets and other ships is out, its chips lapse."""
    state = galaxy(homes=False, planets={"5,5": "white 2 6"}, ships={"1b1": "5,5", "3b1": "9,9"}, chips={1: 4}, seats=3)
    state = RULES.step(do(state, "planet_attacked", seat=1, ship="1b1"), AttackRolled(2))
    assert (state.active, state.players["1"].chips) == (2, 0)
    assert do(do(state, "passed", seat=2), "passed", seat=3).active == 2


def test_the_last_seat_wins_while_planets_are_unclaimed(galaxy: Build, do: Do) -> None:
    """House rule: planets of nobody keep nobody in the game."""
    state = galaxy(homes=False, planets={"5,5": ""}, ships={"1b1": "8,8", "3b1": "9,8"}, seats=3)
    state = RULES.step(do(state, "ship_moved", seat=1, ship="1b1", path="E1"), BattleRolled(1, 1))
    found = outcome(state)
    assert found is not None
    assert (found.winners, found.ranking, found.reason) == ((3,), ((3,), (1, 2)), "last_seat")


def test_a_home_comes_back(galaxy: Build, do: Do) -> None:
    """Attacking a planet: a home that is captured and won back counts 5 points for whoever has it."""
    state = galaxy(planets={"15,2": "black 1 1"}, ships={"2d1": "15,2"}, active=2)
    assert (points_of(state.planets, 1), points_of(state.planets, 2)) == (10, 0)
    state = RULES.step(do(state, "planet_attacked", seat=2, ship="2d1"), AttackRolled(9))
    assert (points_of(state.planets, 1), points_of(state.planets, 2)) == (5, 5)
    assert markers_left(state, 2) == 20


def test_victory_is_declared_between_two_options_too(galaxy: Build, do: Do) -> None:
    """Winning the game: with options left a seat may declare; it need not use them."""
    state = galaxy(planets={"5,5": "orange 1 1"}, techs={1: ["go_getter"]}, left=2, vp_to_win=8, victory="declare")
    state = do(do(state, "researched", seat=1), "victory_declared", seat=1)
    found = outcome(state)
    assert found is not None
    assert (found.winners, found.reason) == ((1,), "victory_points")


def test_a_late_declaration_lasts_until_the_next_seat_begins(galaxy: Build, do: Do, refused: Refused) -> None:
    """Winning the game: also a free launch by the next seat is its first event."""
    state = galaxy(
        planets={"5,5": "orange 1 1"}, yards={2: "2c1 4 1"}, vp_to_win=8, victory="declare", complete_costs_option=False
    )
    state = do(state, "passed", seat=1)
    assert refused(state, "victory_declared", seat=1) == ""
    state = do(state, "build_completed", seat=2, at=[15, 2])
    assert (state.active, refused(state, "victory_declared", seat=1)) == (2, "play.turn")


def test_rounds_begin_with_the_first_player(galaxy: Build, do: Do) -> None:
    """House rule: with first_player=3 and one round the seats 3, 4, 1 and 2 have one turn each."""
    state = galaxy(first_player=3, max_rounds=3, active=3)
    for seat in (3, 4, 1):
        state = do(state, "passed", seat=seat)
        assert state.phase == "turn"
    state = do(state, "passed", seat=2)
    assert (state.phase, state.reason) == ("over", "round_limit")


def test_a_ship_launched_in_a_turn_moves_by_its_1(galaxy: Build, do: Do, refused: Refused) -> None:
    """Ship building, Go-getter: a new ship shows 1 and may move in the same turn."""
    for value in ("current", "turn_start"):
        state = galaxy(yards={1: "1c1 4 1"}, techs={1: ["go_getter"]}, left=2, go_getter_speed=value)
        state = do(state, "build_completed", seat=1, at=[1, 1])
        assert refused(state, "ship_moved", seat=1, ship="1c1", path="E2") == "move.exact"
        assert refused(state, "ship_moved", seat=1, ship="1c1", path="E1") == ""


def test_a_failed_roll_above_6_does_nothing(galaxy: Build, do: Do) -> None:
    """House rule: where hits need more than 7, a failed 7 leaves ship and planet as a 6 does."""
    state = galaxy(ships={"1b1": "15,2 3"}, planet_attack_threshold=8)
    state = RULES.step(do(state, "planet_attacked", seat=1, ship="1b1"), AttackRolled(7))
    assert (state.planets["15,2"].defense, state.ships["1b1"].at, state.active) == (6, "15,2", 2)


def test_seats_behind_the_winner_rank_by_points_planets_and_ships(galaxy: Build, do: Do) -> None:
    """House rule: of equal points more planets rank higher, then more ships; equal in all share a rank."""
    planets = {"5,5": "orange 1 1", "12,5": "white 2 1", "14,7": "white 2 1", "11,11": "purple 3 1"}
    state = do(galaxy(planets=planets, ships={"4b1": "9,9"}, vp_to_win=8), "passed", seat=1)
    found = outcome(state)
    assert found is not None
    assert found.ranking == ((1,), (2,), (3,), (4,))
    alike = outcome(do(galaxy(planets={"5,5": "orange 1 1"}, vp_to_win=8), "passed", seat=1))
    assert alike is not None
    assert alike.ranking == ((1,), (2, 3, 4))
