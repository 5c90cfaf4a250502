"""The worked examples of the specification, by number: set-up, movement, research, building, points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled
from playfold.engine.games.space_monkeys.building import BuildContinued
from playfold.engine.games.space_monkeys.movement import ends
from playfold.engine.games.space_monkeys.planets import ColorDrawn
from playfold.engine.games.space_monkeys.research import virtual_value
from playfold.engine.games.space_monkeys.rules import TECHS
from playfold.engine.games.space_monkeys.setup import PlacementRolled, PlanetPlaced
from playfold.engine.games.space_monkeys.state import State, points_of

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def placing(*placed: tuple[int, tuple[int, int], tuple[int, int]]) -> State:
    """Gives the set-up after some planets: seat, roll, point each."""
    state = RULES.start(RULES.params("1.0"), 4)
    for seat, dice, at in placed:
        state = RULES.step(RULES.step(state, PlacementRolled(dice)), PlanetPlaced(seat, at))
    return state


FIRST_ROUND = ((1, (7, 8), (7, 8)), (2, (4, 4), (13, 4)), (3, (5, 4), (14, 13)), (4, (2, 3), (2, 12)))


def choices(state: State, dice: tuple[int, int]) -> list[tuple[int, int]]:
    """Gives the points offered after a roll; none when it has to be rolled again."""
    after = RULES.step(state, PlacementRolled(dice))
    return [one.at for one in RULES.options(after) if isinstance(one, PlanetPlaced)]


def reached(state: State, ship: str) -> set[str]:
    return {end for end, _, _ in ends(state, int(ship[0]), ship)}


def test_1_a_roll_offers_both_assignments() -> None:
    """1: In the empty top left 7 and 8 offer column 7 row 8, and column 8 row 7."""
    assert choices(placing(), (7, 8)) == [(7, 8), (8, 7)]


def test_2_a_double_offers_one_point() -> None:
    """2: A double four in the top right offers exactly board column 13, row 4."""
    assert choices(placing(FIRST_ROUND[0]), (4, 4)) == [(13, 4)]


def test_3_a_touching_point_is_not_offered(refused: Refused) -> None:
    """3: With a planet on 7,8 a roll of 6 and 8 leaves only 8,6."""
    state = placing(*FIRST_ROUND)
    assert choices(state, (6, 8)) == [(8, 6)]
    assert refused(RULES.step(state, PlacementRolled((6, 8))), "planet_placed", seat=1, at=[6, 8]) == "setup.apart"


def test_4_a_roll_without_a_legal_point_comes_again() -> None:
    """4: In the same position a double seven has to be rolled again."""
    state = placing(*FIRST_ROUND)
    assert choices(state, (7, 7)) == []
    assert RULES.to_act(RULES.step(state, PlacementRolled((7, 7)))).chance == (PlacementRolled,)


def test_5_the_first_round_is_legal() -> None:
    """5: The four planets of the drawing after the first round can be placed so."""
    assert sorted(placing(*FIRST_ROUND).planets) == ["13,4", "14,13", "2,12", "7,8"]


def test_7_the_galaxy_holds_56_points(galaxy: Build) -> None:
    """7: With the consistent bag all planets are worth 56, each quadrant 14."""
    state = galaxy(
        planets={
            "3,3": "white 1 1",
            "5,3": "white 1 1",
            "7,3": "purple 1 1",
            "3,5": "purple 1 1",
            "5,5": "orange 1 1",
        }
    )
    assert points_of(state.planets, 1) == 14
    assert RULES.sound(state) == ()
    assert 4 * points_of(state.planets, 1) == 56


def test_8_fast_workers_place_with_the_left_over_point(galaxy: Build, do: Do) -> None:
    """8: A cruiser at 1 goes to 3, and then onto a vacant planet at once; without one it stands at 4, a point lost."""
    state = galaxy(techs={1: ["fast_workers"]}, yards={1: "1c1 1"}, left=2)
    state = do(state, "build_continued", seat=1)
    assert state.players["1"].yard is not None
    assert state.players["1"].yard.progress == 3
    launched = do(state, "build_continued", seat=1, at=[1, 1])
    assert launched.ships["1c1"].at == "1,1"
    assert launched.players["1"].yard is None
    blocked = galaxy(techs={1: ["fast_workers"]}, yards={1: "1c1 3"}, ships={"2b1": "1,1"})
    assert [one for one in RULES.options(blocked) if isinstance(one, BuildContinued)] == [BuildContinued(1)]
    blocked = do(blocked, "build_continued", seat=1)
    assert blocked.players["1"].yard is not None
    assert (blocked.players["1"].yard.progress, blocked.players["1"].yard.full) == (4, 9)


def test_12_virtual_values_are_a_discount(galaxy: Build, do: Do, refused: Refused) -> None:
    """12: With accelerator and steering super_accelerator costs 8 chips, and the sum of values is 4 afterwards."""
    techs = {1: ["accelerator", "steering"]}
    poor = galaxy(techs=techs, chips={1: 7})
    assert refused(poor, "tech_bought", seat=1, tech="super_accelerator") == "buy.chips"
    state = do(galaxy(techs=techs, chips={1: 8}), "tech_bought", seat=1, tech="super_accelerator")
    assert state.players["1"].chips == 0
    assert virtual_value(state.rules, state.players["1"].techs) == 4


def test_13_a_cruiser_takes_five_turns(galaxy: Build, do: Do) -> None:
    """13: Begin, three times continue, complete: the cruiser is on the board after five own turns."""
    state = galaxy()
    events: list[tuple[str, dict[str, Any]]] = [
        ("build_begun", {"kind": "cruiser"}),
        *[("build_continued", {})] * 3,
        ("build_completed", {"at": [1, 1]}),
    ]
    for number, (name, fields) in enumerate(events):
        assert "1c1" not in state.ships
        state = do(state, name, seat=1, **fields)
        for seat in (2, 3, 4):
            state = do(state, "passed", seat=seat)
        assert state.turn == 9 + 4 * (number + 1)
    assert (state.ships["1c1"].at, state.ships["1c1"].speed) == ("1,1", 1)


def test_15_three_steps_straight(galaxy: Build) -> None:
    """15: From 1,1 three steps end on 4,1 or 1,4; with warp on 17,1 and 1,17 too."""
    assert reached(galaxy(ships={"1b1": "1,1 3"}), "1b1") == {"4,1", "1,4"}
    warped = galaxy(ships={"1b1": "1,1 3"}, techs={1: ["warp"]})
    assert reached(warped, "1b1") == {"4,1", "1,4", "17,1", "1,17"}


def test_16_steering_reaches_the_diagonals(galaxy: Build, refused: Refused) -> None:
    """16: With steering two steps from 5,5 end on four straight and four diagonal points, these by two paths each."""
    state = galaxy(ships={"1b1": "5,5 2"}, techs={1: ["steering"]})
    assert reached(state, "1b1") == {"5,3", "7,5", "5,7", "3,5", "4,4", "6,4", "4,6", "6,6"}
    for path in ("N1E1", "E1N1", "S1W1", "W1S1"):
        assert refused(state, "ship_moved", seat=1, ship="1b1", path=path) == ""


@pytest.mark.parametrize("second", ["same", "other", "research"])
def test_18_go_getter_gives_two_options(galaxy: Build, do: Do, second: str) -> None:
    """18: Two moves of one ship, moves of two ships, and a move with research all make one turn."""
    state = galaxy(ships={"1b1": "5,5 2", "1c1": "7,7"}, techs={1: ["go_getter", "accelerator"]}, left=2)
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E2", speed=3)
    assert (state.active, state.left) == (1, 1)
    if second == "same":
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E3")
        assert state.ships["1b1"].at == "10,5"
    elif second == "other":
        state = do(state, "ship_moved", seat=1, ship="1c1", path="E1")
    else:
        state = do(state, "researched", seat=1)
    assert state.active == 2


def test_19_a_besieged_planet_still_counts(galaxy: Build, do: Do, refused: Refused) -> None:
    """19: With an enemy above it the own orange planet keeps its 3 points, may be improved, and launches no ship."""
    state = galaxy(planets={"5,5": "orange 1 1"}, ships={"2b1": "5,5"}, yards={1: "1c1 4 1"})
    assert points_of(state.planets, 1) == 8
    assert do(state, "defense_improved", seat=1, at=[5, 5]).planets["5,5"].defense == 2
    assert refused(state, "build_completed", seat=1, at=[5, 5]) == "build.vacant"


def test_21_the_quota_shapes_the_draw(galaxy: Build, do: Do) -> None:
    """21: With two white planets in the quadrant a third one is purple by 8 dice or orange by 4."""
    state = galaxy(planets={"3,3": "white 1 1", "5,3": "white 2 1", "5,5": ""}, ships={"1b1": "5,5"})
    state = do(state, "planet_colonized", seat=1, ship="1b1")
    assert ColorDrawn.weights(state) == [(ColorDrawn("purple"), 8), (ColorDrawn("orange"), 4)]


def test_24_four_of_a_kind_is_the_limit(galaxy: Build, refused: Refused) -> None:
    """24: With four battlestars in play a fifth cannot be begun; with one lost it can."""
    ships = {f"1b{number}": f"{number},9" for number in (1, 2, 3, 4)}
    assert refused(galaxy(ships=ships), "build_begun", seat=1, kind="battlestar") == "build.stock"
    del ships["1b2"]
    state = galaxy(ships=ships)
    assert refused(state, "build_begun", seat=1, kind="battlestar") == ""
    after = RULES.step(state, RULES.event({"type": "build_begun", "seat": 1, "kind": "battlestar"}))
    assert after.players["1"].yard is not None
    assert after.players["1"].yard.ship == "1b2"
    assert refused(galaxy(ships=ships, yards={1: "1b2 8 1"}), "build_begun", seat=1, kind="cruiser") == "build.one"


def test_25_completing_waits_for_the_next_turn(galaxy: Build, do: Do, refused: Refused) -> None:
    """25: With go_getter a ship that comes to its highest number cannot be completed in the same turn."""
    state = galaxy(techs={1: ["go_getter"]}, yards={1: "1c1 3"}, left=2)
    state = do(state, "build_continued", seat=1)
    assert refused(state, "build_completed", seat=1, at=[1, 1]) == "build.ready"
    for seat in (1, 2, 3, 4):
        state = do(state, "passed", seat=seat)
    assert refused(state, "build_completed", seat=1, at=[1, 1]) == ""


def test_26_victory_has_to_be_declared_in_time(galaxy: Build, do: Do, refused: Refused) -> None:
    """26: At 31 a seat that lets the next one begin does not win; at 28 it may not declare; at 31 again it may."""
    planets = {f"{col},{row}": f"orange 1 {1}" for col, row in ((4, 4), (12, 4), (11, 11), (4, 12))}
    planets |= {f"{col},{row}": "purple 1 1" for col, row in ((6, 4), (14, 5), (13, 11), (6, 12), (4, 6), (17, 6))}
    planets |= {"6,6": "white 1 1", "16,8": "white 1 1"}
    state = galaxy(planets=planets, ships={"2b1": "4,4"}, victory="declare")
    assert points_of(state.planets, 1) == 31
    state = do(state, "researched", seat=1)
    assert RULES.to_act(state).seats == (2, 1)
    assert refused(state, "researched", seat=1) == "play.turn"
    assert do(state, "victory_declared", seat=1).phase == "over"
    state = do(state, "planet_attacked", seat=2, ship="2b1")
    assert RULES.to_act(state).seats == ()
    state = RULES.step(state, AttackRolled(8))
    assert RULES.to_act(state).seats == (3,)
    state = do(do(state, "passed", seat=3), "passed", seat=4)
    assert points_of(state.planets, 1) == 28
    assert refused(state, "victory_declared", seat=1) == "win.points"
    again = do(galaxy(planets=planets, victory="declare"), "victory_declared", seat=1)
    assert (again.reason, again.active) == ("victory_points", 1)


def test_27_a_ship_in_the_yard_does_not_save_a_seat(galaxy: Build, do: Do) -> None:
    """27: A seat without planet and ship, with a dreadnought at 9 in the yard, is out, and is skipped."""
    state = galaxy(
        planets={"5,5": "black 2 1"}, ships={"1d1": "5,5", "3b1": "8,9"}, homes=False, yards={2: "2d1 9"}, chips={2: 7}
    )
    state = RULES.step(do(state, "planet_attacked", seat=1, ship="1d1"), AttackRolled(7))
    assert state.active == 3
    assert (state.players["2"].yard, state.players["2"].chips) == (None, 0)


def test_the_technologies_cost_37_chips_at_best(galaxy: Build) -> None:
    """All 14 cards are listed at 170 chips; with virtual values as discounts 37 chips can buy them."""
    assert sum(getattr(galaxy().rules.tech_costs, tech) for tech in TECHS) == 170
    best: dict[frozenset[str], int] = {frozenset(): 0}
    costs, values = galaxy().rules.tech_costs, galaxy().rules.virtual_values
    needs = {
        "super_accelerator": "accelerator",
        "swerving": "steering",
        "big_bad_ass": "bad_ass",
        "super_bad_ass": "big_bad_ass",
    }
    for _ in TECHS:
        wider: dict[frozenset[str], int] = {}
        for owned, paid in best.items():
            worth = sum(getattr(values, tech) for tech in owned)
            for tech in TECHS:
                if tech not in owned and needs.get(tech, tech) in {tech, *owned}:
                    total = paid + max(0, getattr(costs, tech) - worth)
                    wider[owned | {tech}] = min(total, wider.get(owned | {tech}, total))
        best = wider
    assert set(best.values()) == {37}
