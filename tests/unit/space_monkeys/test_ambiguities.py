"""The register of open questions: each reading, shown by a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.ambiguities import REGISTER
from playfold.engine.games.space_monkeys.attacking import AttackRolled, ShipRepelled
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.movement import ends, speeds
from playfold.engine.games.space_monkeys.research import price
from playfold.engine.games.space_monkeys.setup import PlacementRolled, PlanetPlaced
from playfold.engine.games.space_monkeys.state import State, markers_left, points_of, stock
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

RULES_NOW: Any = RULES.params()


def test_the_register_is_complete_and_names_parameters() -> None:
    """A1 to A41 are there, each with a test here, and each parameter named exists and cites the entry."""
    assert [one.id for one in REGISTER] == [f"A{number}" for number in range(1, 42)]
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_a")}
    assert tested == {one.id for one in REGISTER}
    cited = {item.name: set(re.findall(r"\bA\d+\b", item.cite)) for item in describe(RULES.parameters)}
    entries = {one.id: set(one.parameters) for one in REGISTER}
    assert {name for names in entries.values() for name in names} <= set(cited)
    for name, ids in cited.items():
        assert ids == {entry for entry, names in entries.items() if name in names}, name


def test_a1_the_quota_wins_over_the_list_of_dice() -> None:
    """A1: By default the bag is what the quota needs."""
    assert (RULES_NOW.bag, RULES_NOW.quota) == ("quota_consistent", True)


def test_a2_31_points_win() -> None:
    """A2: 31 points win."""
    assert RULES_NOW.vp_to_win == 31


def test_a3_the_placing_seat_assigns_the_dice() -> None:
    """A3: Both assignments of a roll are options of the placing seat."""
    state = RULES.step(RULES.start(RULES_NOW, 4), PlacementRolled((3, 6)))
    assert RULES.options(state) == [PlanetPlaced(1, (3, 6)), PlanetPlaced(1, (6, 3))]


def test_a4_set_up_planets_are_nobodys() -> None:
    """A4: A planet of the set-up has no owner."""
    state = RULES.fold(RULES.start(RULES_NOW, 4), [PlacementRolled((3, 6)), PlanetPlaced(1, (3, 6))])
    assert state.planets["3,6"].owner == 0


def test_a5_an_attack_is_an_option(galaxy: Build, do: Do) -> None:
    """A5: An attack uses one option."""
    state = do(galaxy(ships={"1b1": "15,2"}), "planet_attacked", seat=1, ship="1b1")
    assert RULES.step(state, AttackRolled(6)).active == 2


def test_a6_attack_after_an_earlier_turn(galaxy: Build, refused: Refused) -> None:
    """A6: A ship that came in this turn does not attack."""
    assert refused(galaxy(ships={"1b1": "15,2 1 9"}, left=2), "planet_attacked", seat=1, ship="1b1") == "attack.since"
    assert refused(galaxy(ships={"1b1": "15,2 1 8"}, left=2), "planet_attacked", seat=1, ship="1b1") == ""


def test_a7_colonise_after_an_earlier_turn(galaxy: Build, refused: Refused) -> None:
    """A7: A ship that came in this turn does not colonise."""
    for since, rule in ((9, "colonize.since"), (8, "")):
        state = galaxy(planets={"5,5": ""}, ships={"1b1": f"5,5 1 {since}"})
        assert refused(state, "planet_colonized", seat=1, ship="1b1") == rule


def test_a8_a_blocked_ship_cannot_move(galaxy: Build) -> None:
    """A8: At 9,9 a ship with speed 10 has no straight move, and none of its seat's ships can be moved."""
    state = galaxy(ships={"1d1": "9,9 10"})
    assert ends(state, 1, "1d1") == []
    assert "ShipMoved" not in [type(one).__name__ for one in RULES.options(state)]


def test_a9_a_turn_is_a_right_angle(galaxy: Build, refused: Refused) -> None:
    """A9: Steering does not allow going back."""
    state = galaxy(ships={"1b1": "5,5 3"}, techs={1: ["steering"]})
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="E2W1") == "move.reversal"


def test_a10_no_acceleration_after_a_battle(galaxy: Build, do: Do) -> None:
    """A10: The attacker that wins shows 1."""
    state = galaxy(ships={"1b1": "5,5 5", "2b1": "10,5"}, techs={1: ["accelerator"]})
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E5")
    assert RULES.step(state, BattleRolled(8, 1)).ships["1b1"].speed == 1


def test_a11_speeds_stop_at_the_ends_of_the_die(galaxy: Build) -> None:
    """A11: A change never leaves 1 to the sides of the die."""
    state = galaxy(techs={1: ["accelerator", "super_accelerator"]})
    assert (speeds(state, 1, 1, 4), speeds(state, 1, 4, 4)) == ((1, 2, 3), (2, 3, 4))


def test_a12_a_defender_that_wins_shows_1(galaxy: Build, do: Do) -> None:
    """A12: The defender that wins starts again from speed 1."""
    state = do(galaxy(ships={"1b1": "5,5", "2b1": "6,5 7"}), "ship_moved", seat=1, ship="1b1", path="E1")
    assert RULES.step(state, BattleRolled(1, 1)).ships["2b1"].speed == 1


def test_a13_the_highest_card_replaces(galaxy: Build, do: Do) -> None:
    """A13: With the two lower cards a roll counts 2 more, not 3."""
    state = galaxy(ships={"1b1": "5,5", "2b1": "6,5"}, techs={1: ["bad_ass", "big_bad_ass"]})
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
    assert "2b1" in RULES.step(state, BattleRolled(2, 4)).ships


def test_a14_the_price_is_10_and_the_other_card_is_needed(galaxy: Build, refused: Refused) -> None:
    """A14: super_bad_ass costs 10 less virtual values, and needs big_bad_ass."""
    state = galaxy(techs={1: ["bad_ass", "big_bad_ass"]}, chips={1: 7})
    assert price(state.rules, state.players["1"].techs, "super_bad_ass") == 7
    assert refused(state, "tech_bought", seat=1, tech="super_bad_ass") == ""
    lacking = galaxy(techs={1: ["bad_ass"]}, chips={1: 50})
    assert refused(lacking, "tech_bought", seat=1, tech="super_bad_ass") == "buy.needs"


def test_a15_ties_are_ties_of_totals(galaxy: Build, do: Do) -> None:
    """A15: A doubled 3 ties with a 6; without first_strike the defender stays."""
    cards = ["bad_ass", "big_bad_ass", "super_bad_ass"]
    for first, winner in (([], "2b1"), (["first_strike"], "1b1")):
        state = galaxy(ships={"1b1": "5,5", "2b1": "6,5"}, techs={1: [*cards, *first]})
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
        assert list(RULES.step(state, BattleRolled(3, 6)).ships) == [winner]


def test_a16_failures_go_by_the_natural_roll(galaxy: Build, do: Do) -> None:
    """A16: With planet_busting a failed 2 still destroys, though the total is 5."""
    state = galaxy(ships={"1b1": "15,2"}, techs={1: ["planet_busting"]})
    assert "1b1" not in RULES.step(do(state, "planet_attacked", seat=1, ship="1b1"), AttackRolled(2)).ships


def test_a17_peace_binds_the_holder_and_all(galaxy: Build, refused: Refused) -> None:
    """A17: Neither the holder attacks others nor they it; two seats without the card still fight."""
    ships = {"1b1": "5,5", "2b1": "6,5", "3b1": "5,6"}
    state = galaxy(ships=ships, techs={2: ["peace_negotiation"]})
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="E1") == "move.peace"
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="S1") == ""
    assert (
        refused(galaxy(ships={"1b1": "15,2"}, techs={2: ["peace_negotiation"]}), "planet_attacked", seat=1, ship="1b1")
        == ""
    )


def test_a18_a_battle_ends_with_the_move(galaxy: Build, do: Do) -> None:
    """A18: Until the dice of a battle have fallen nobody can do anything else."""
    state = galaxy(ships={"1b1": "5,5", "2b1": "6,5"}, techs={1: ["go_getter"]}, left=2, chips={1: 50})
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
    assert RULES.to_act(state).seats == ()
    assert RULES.to_act(state).chance == (BattleRolled,)
    assert RULES.options(state) == []


def test_a19_joined_edges_are_one_step_apart(galaxy: Build, do: Do) -> None:
    """A19: With warp one step west of column 0 is column 18."""
    state = galaxy(ships={"1b1": "0,5"}, techs={1: ["warp"]})
    assert do(state, "ship_moved", seat=1, ship="1b1", path="W1").ships["1b1"].at == "18,5"


def test_a20_the_attacker_chooses_the_point(galaxy: Build, do: Do) -> None:
    """A20: The attacker has the four points beside the planet to choose from."""
    state = RULES.step(do(galaxy(ships={"1b1": "15,2 4"}), "planet_attacked", seat=1, ship="1b1"), AttackRolled(5))
    assert RULES.options(state) == [ShipRepelled(1, to) for to in ((15, 1), (16, 2), (15, 3), (14, 2))]


def test_a21_a_captured_planet_has_defense_1(galaxy: Build, do: Do) -> None:
    """A21: A planet at 2 that is hit belongs to the attacker, with defense 1."""
    state = galaxy(planets={"5,5": "purple 2 2"}, ships={"1b1": "5,5"})
    planet = RULES.step(do(state, "planet_attacked", seat=1, ship="1b1"), AttackRolled(8)).planets["5,5"]
    assert (planet.owner, planet.defense) == (1, 1)


def test_a22_a_captured_home_is_worth_5_and_launches_ships(galaxy: Build, refused: Refused) -> None:
    """A22: Seat 1 has 10 points with seat 2's home, and may launch there."""
    state = galaxy(planets={"15,2": "black 1 1"}, yards={1: "1c1 4 1"}, ships={"2b1": "9,9"})
    assert points_of(state.planets, 1) == 10
    assert refused(state, "build_completed", seat=1, at=[15, 2]) == ""


def test_a23_launching_costs_an_option(galaxy: Build, do: Do) -> None:
    """A23: A launch is the option of the turn."""
    assert do(galaxy(yards={1: "1c1 4 1"}), "build_completed", seat=1, at=[1, 1]).active == 2


def test_a24_go_getter_counts_from_the_next_turn(galaxy: Build, do: Do) -> None:
    """A24: Buying go_getter ends a turn of one option."""
    assert do(galaxy(chips={1: 20}), "tech_bought", seat=1, tech="go_getter").active == 2


def test_a25_other_cards_work_at_once(galaxy: Build, do: Do) -> None:
    """A25: With two options warp bought by the first serves the second, and improved_research the next research."""
    state = galaxy(ships={"1b1": "0,5"}, chips={1: 30}, techs={1: ["go_getter"]}, left=2)
    warped = do(state, "tech_bought", seat=1, tech="warp")
    assert do(warped, "ship_moved", seat=1, ship="1b1", path="W1").ships["1b1"].at == "18,5"
    learned = do(state, "tech_bought", seat=1, tech="improved_research")
    assert do(learned, "researched", seat=1).players["1"].chips == learned.players["1"].chips + 2


def test_a26_no_second_card_and_no_change(galaxy: Build, do: Do, refused: Refused) -> None:
    """A26: A card is bought once; when virtual values exceed a price it is free and nothing comes back."""
    techs = ["accelerator", "super_accelerator", "improved_research"]
    state = galaxy(techs={1: techs}, chips={1: 3})
    assert refused(state, "tech_bought", seat=1, tech="accelerator") == "buy.owned"
    bought = do(state, "tech_bought", seat=1, tech="first_strike")
    assert (price(state.rules, state.players["1"].techs, "first_strike"), bought.players["1"].chips) == (0, 3)


def test_a27_victory_comes_by_itself(galaxy: Build, do: Do) -> None:
    """A27: At the end of the own turn the points are counted for the seat, and for no other."""
    state = galaxy(planets={"5,5": "white 2 1"}, vp_to_win=6)
    state = do(state, "passed", seat=1)
    assert state.phase == "turn"
    assert do(state, "passed", seat=2).reason == "victory_points"


def test_a28_passing_is_allowed(galaxy: Build, do: Do) -> None:
    """A28: A pass gives up all options that are left."""
    assert do(galaxy(left=2), "passed", seat=1).active == 2


def test_a29_two_or_three_players() -> None:
    """A29: Quadrants without a player still receive their five planets, and no home."""
    for seats, planets in ((2, 22), (3, 23), (4, 24)):
        state = RULES.start(RULES_NOW, seats)
        while state.phase != "turn":
            options = RULES.options(state)
            rolls = [roll for roll, _ in PlacementRolled.weights(state)]
            event: Any = options[0] if options else next(r for r in rolls if RULES.step(state, r).phase == "place")
            state = RULES.step(state, event)
        assert len(state.planets) == planets
        assert RULES.sound(state) == ()


def test_a30_out_without_planets_and_ships(galaxy: Build, do: Do) -> None:
    """A30: A planet or a ship on the board keeps a seat in the game, a ship in the yard does not."""
    yards = {2: "2d1 9", 3: "3d1 9", 4: "4d1 9"}
    state = galaxy(homes=False, planets={"5,5": "white 3 1"}, ships={"1b1": "9,9", "4b1": "3,9"}, yards=yards)
    assert do(state, "passed", seat=1).active == 3
    assert do(do(state, "passed", seat=1), "passed", seat=3).active == 4


def test_a31_an_abandoned_planet_stays(galaxy: Build, do: Do) -> None:
    """A31: A planet keeps its owner when the ship leaves."""
    state = do(galaxy(planets={"5,5": "white 1 1"}, ships={"1b1": "5,5"}), "ship_moved", seat=1, ship="1b1", path="E1")
    assert state.planets["5,5"].owner == 1


def test_a32_a_ship_in_the_yard_is_one_of_four(galaxy: Build) -> None:
    """A32: A cruiser in the yard leaves three in the stockpile, and the next id free."""
    assert stock(galaxy(yards={1: "1c1 1"}), 1, "cruiser") == ["1c2", "1c3", "1c4"]


def test_a33_the_second_move_goes_by_the_new_number(galaxy: Build, do: Do, refused: Refused) -> None:
    """A33: A ship set to 2 moves 2 in the same turn."""
    state = galaxy(ships={"1b1": "5,5"}, techs={1: ["go_getter", "accelerator"]}, left=2)
    state = do(state, "ship_moved", seat=1, ship="1b1", path="E1", speed=2)
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="E1") == "move.exact"
    assert refused(state, "ship_moved", seat=1, ship="1b1", path="E2") == ""


def test_a34_the_second_accelerator_allows_up_to_2(galaxy: Build) -> None:
    """A34: From 5 it is 3 to 7."""
    assert speeds(galaxy(techs={1: ["accelerator", "super_accelerator"]}), 1, 5, 12) == (3, 4, 5, 6, 7)


def test_a35_seat_1_begins() -> None:
    """A35: The first turn is seat 1's."""
    assert RULES_NOW.first_player == 1


def test_a36_chips_are_no_limit(galaxy: Build, refused: Refused) -> None:
    """A36: With 500 chips about, there is another one."""
    assert refused(galaxy(chips={1: 500}), "researched", seat=1) == ""


def test_a37_markers_limit_colonising_only(galaxy: Build) -> None:
    """A37: Twenty markers; the own home carries none, a captured one does."""
    assert markers_left(galaxy(), 1) == 20
    assert markers_left(galaxy(planets={"15,2": "black 1 1", "5,5": "white 1 1"}), 1) == 18


def test_a38_points_alone_decide(galaxy: Build, do: Do) -> None:
    """A38: Four homes and four orange planets, 8 of 24, win."""
    homes = dict.fromkeys(("1,1", "15,2", "13,16", "2,15"), "black 1 1")
    oranges = dict.fromkeys(("5,5", "12,5", "11,11", "5,11"), "orange 1 1")
    state = galaxy(planets={**homes, **oranges}, ships={"2b1": "9,9"})
    assert points_of(state.planets, 1) == 32
    assert do(state, "passed", seat=1).reason == "victory_points"


def test_a39_an_attack_is_no_movement(galaxy: Build, do: Do, refused: Refused) -> None:
    """A39: Neither attack nor repulse changes the speed, and an attack takes none."""
    state = galaxy(ships={"1b1": "15,2 4"}, techs={1: ["accelerator"]})
    state = RULES.step(do(state, "planet_attacked", seat=1, ship="1b1"), AttackRolled(5))
    assert do(state, "ship_repelled", seat=1, to=[15, 1]).ships["1b1"].speed == 4
    assert refused(state, "ship_repelled", seat=1, to=[15, 1]) == ""


def test_a40_the_listed_bag_with_the_quota_is_refused() -> None:
    """A40: bag=literal needs quota=false."""
    with pytest.raises(UnknownRulesError, match="quota=false"):
        RULES.params("1.0", bag="literal")


def test_a41_one_technology_an_option(galaxy: Build, do: Do) -> None:
    """A41: A purchase uses the option of the turn."""
    assert do(galaxy(chips={1: 50}), "tech_bought", seat=1, tech="warp").active == 2
