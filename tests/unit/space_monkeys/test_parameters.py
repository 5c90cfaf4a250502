"""Shows for every parameter that its values matter, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled, RepelDrawn
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.ending import outcome
from playfold.engine.games.space_monkeys.movement import ends, speeds
from playfold.engine.games.space_monkeys.planets import ColorDrawn
from playfold.engine.games.space_monkeys.research import price
from playfold.engine.games.space_monkeys.rules import NEEDS, TECHS
from playfold.engine.games.space_monkeys.setup import PlacementRolled, schedule
from playfold.engine.games.space_monkeys.state import State, whole_bag
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

NAMES = [item.name for item in describe(RULES.parameters)]


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of prices, has a test here that bears its name."""
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {name.partition(".")[0] for name in NAMES} <= tested


def test_every_parameter_has_meaning_citation_and_rules() -> None:
    """Each parameter says what it means, where it comes from, and which rules of the index it touches."""
    for item in describe(RULES.parameters):
        assert item.meaning, item.name
        assert item.cite, item.name
        assert item.rules, item.name
        assert set(item.rules) <= set(RULES.index), item.name


def test_the_versions() -> None:
    """1.0 is the defaults and comes first; 1.0-literal is the list of components as printed, without the quota."""
    assert list(RULES.versions) == ["1.0", "1.0-literal"]
    assert RULES.params() == RULES.parameters()
    literal: Any = RULES.params("1.0-literal")
    assert (literal.bag, literal.quota) == ("literal", False)


@pytest.mark.parametrize(
    "values",
    [
        {"vp_to_win": 5},
        {"vp_to_win": 65},
        {"captured_defense": 7},
        {"planet_attack_threshold": 0},
        {"tech_costs": {"warp": 100}},
        {"virtual_values": {"warp": -1}},
        {"colony_markers": 25},
        {"max_rounds": -1},
        {"repel_chooser": "owner"},
        {"bag": "literal"},
        {"quota": 1},
        {"nonsense": 1},
    ],
)
def test_values_out_of_range_are_refused(values: dict[str, Any]) -> None:
    """A value beyond its range, or a combination that could not be played, gives no rules."""
    with pytest.raises(UnknownRulesError):
        RULES.params("1.0", **values)


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


def test_allow_reversal(galaxy: Build, refused: Refused) -> None:
    """Going straight back is no turn, or one, which may even end where it began."""
    for allowed, rule in ((False, "move.reversal"), (True, "")):
        state = galaxy(ships={"1b1": "5,5 2"}, techs={1: ["steering"]}, allow_reversal=allowed)
        assert refused(state, "ship_moved", seat=1, ship="1b1", path="E1W1") == rule
        assert ("5,5" in [end for end, _, _ in ends(state, 1, "1b1")]) == allowed


def test_stuck_ship_reset(galaxy: Build, do: Do, refused: Refused) -> None:
    """A ship without a legal move stays as it is, or an option sets it to speed 1."""
    ships = {"1d1": "9,9 10"}
    assert refused(galaxy(ships=ships), "speed_reset", seat=1, ship="1d1") == "move.reset"
    state = galaxy(ships=ships, stuck_ship_reset="option")
    assert "SpeedReset" in [type(one).__name__ for one in RULES.options(state)]
    state = do(state, "speed_reset", seat=1, ship="1d1")
    assert (state.ships["1d1"].speed, state.ships["1d1"].since, state.active) == (1, 0, 2)


def test_accelerate_after_battle(galaxy: Build, do: Do, refused: Refused) -> None:
    """The winner shows 1, or what the move chose, counted from 1; the loser's choice is lost."""
    fields = {"seat": 1, "ship": "1b1", "path": "E5", "speed": 2}
    for allowed, rule in ((False, "accelerate.battle"), (True, "")):
        state = galaxy(
            ships={"1b1": "5,5 5", "2b1": "10,5 4"}, techs={1: ["accelerator"]}, accelerate_after_battle=allowed
        )
        assert refused(state, "ship_moved", **fields) == rule
        assert refused(state, "ship_moved", **{**fields, "speed": 6}) != ""
    state = do(state, "ship_moved", **fields)
    assert RULES.step(state, BattleRolled(8, 1)).ships["1b1"].speed == 2
    assert RULES.step(state, BattleRolled(1, 8)).ships["2b1"].speed == 1


def test_super_accelerator(galaxy: Build) -> None:
    """The second accelerator allows a change by up to 2, by exactly 2, or by up to 3; each stops at the die's ends."""
    techs = {1: ["accelerator", "super_accelerator"]}
    for value, middle, low, high in (
        ("up_to_2", (3, 4, 5, 6, 7), (1, 2, 3), (6, 7, 8)),
        ("exactly_2", (3, 5, 7), (1, 3), (6, 8)),
        ("up_to_3", (2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4), (5, 6, 7, 8)),
    ):
        state = galaxy(techs=techs, super_accelerator=value)
        assert speeds(state, 1, 5, 8) == middle
        assert speeds(state, 1, 1, 8) == low
        assert speeds(state, 1, 8, 8) == high
    assert speeds(galaxy(techs={1: ["accelerator"]}), 1, 5, 8) == (4, 5, 6)
    assert speeds(galaxy(), 1, 5, 8) == (5,)


def test_go_getter_speed(galaxy: Build, do: Do, refused: Refused) -> None:
    """The second move of a ship in a turn goes by its new number, or by that of the turn's start."""
    for value, path in (("current", "E3"), ("turn_start", "E2")):
        state = galaxy(ships={"1b1": "3,5 2"}, techs={1: ["go_getter", "accelerator"]}, left=2, go_getter_speed=value)
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E2", speed=3)
        assert [refused(state, "ship_moved", seat=1, ship="1b1", path=each) == "" for each in ("E2", "E3")] == [
            path == "E2",
            path == "E3",
        ]
        state = do(state, "ship_moved", seat=1, ship="1b1", path=path)
        assert state.ships["1b1"].speed == 3


def test_go_getter_from(galaxy: Build, do: Do) -> None:
    """Bought, go_getter counts from the next turn on, or gives another option at once."""
    later = do(galaxy(chips={1: 20}), "tech_bought", seat=1, tech="go_getter")
    assert later.active == 2
    at_once = do(galaxy(chips={1: 20}, go_getter_from="at_once"), "tech_bought", seat=1, tech="go_getter")
    assert (at_once.active, at_once.left) == (1, 1)
    for state in (later, do(at_once, "passed", seat=1)):
        for seat in (2, 3, 4):
            state = do(state, "passed", seat=seat)  # noqa: PLW2901 - the game goes on
        assert (state.active, state.left) == (1, 2)


def test_bad_ass_stacking(galaxy: Build, do: Do) -> None:
    """The highest card replaces the others, or 1 and 2 are added before doubling."""
    cards = ["bad_ass", "big_bad_ass", "super_bad_ass"]
    for number, replaced, cumulated in ((1, 3, 3), (2, 4, 5), (3, 4, 10)):
        for value, total in (("replace", replaced), ("cumulative", cumulated)):
            state = galaxy(ships={"1b1": "5,5", "2m1": "6,5"}, techs={1: cards[:number]}, bad_ass_stacking=value)
            state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
            assert "1b1" in RULES.step(state, BattleRolled(2, total - 1)).ships
            assert "2m1" in RULES.step(state, BattleRolled(2, total)).ships


def test_peace_scope(galaxy: Build, refused: Refused) -> None:
    """One seat's peace_negotiation ends its battles with all, or only those with seats that hold it too."""
    fields = {"seat": 1, "ship": "1b1", "path": "E1"}
    ships = {"1b1": "5,5", "2b1": "6,5"}
    card = ["peace_negotiation"]
    for techs in ({1: card}, {2: card}):
        assert refused(galaxy(ships=ships, techs=techs), "ship_moved", **fields) == "move.peace"
        assert refused(galaxy(ships=ships, techs=techs, peace_scope="both_hold"), "ship_moved", **fields) == ""
    both = galaxy(ships=ships, techs={1: card, 2: card}, peace_scope="both_hold")
    assert refused(both, "ship_moved", **fields) == "move.peace"
    assert refused(galaxy(ships=ships, techs={3: card}), "ship_moved", **fields) == ""


def test_attack_min_gap(galaxy: Build, do: Do, refused: Refused) -> None:
    """A planet is attacked by a ship that came in an earlier turn, or an earlier option."""
    for value, rule in (("turn", "attack.since"), ("option", "")):
        state = galaxy(
            planets={"6,5": "white 2 3"}, ships={"1b1": "5,5"}, techs={1: ["go_getter"]}, left=2, attack_min_gap=value
        )
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
        assert refused(state, "planet_attacked", seat=1, ship="1b1") == rule


def test_colonize_min_gap(galaxy: Build, do: Do, refused: Refused) -> None:
    """A planet is colonised by a ship that came in an earlier turn, or an earlier option."""
    for value, rule in (("turn", "colonize.since"), ("option", "")):
        state = galaxy(
            planets={"6,5": ""}, ships={"1b1": "5,5"}, techs={1: ["go_getter"]}, left=2, colonize_min_gap=value
        )
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
        assert refused(state, "planet_colonized", seat=1, ship="1b1") == rule


def attacked(galaxy: Build, defense: int, roll: int, *techs: str, **rules: Any) -> State:
    """Gives the state after seat 1's monitor rolled against a white planet of seat 2."""
    state = galaxy(planets={"5,5": f"white 2 {defense}"}, ships={"1m1": "5,5"}, techs={1: techs}, **rules)
    state = RULES.step(state, RULES.event({"type": "planet_attacked", "seat": 1, "ship": "1m1"}))
    return RULES.step(state, AttackRolled(roll))


def test_captured_defense(galaxy: Build) -> None:
    """A captured planet starts again with this defense."""
    for value in (1, 4):
        planet = attacked(galaxy, 2, 9, captured_defense=value).planets["5,5"]
        assert (planet.owner, planet.defense) == (1, value)


def test_repel_chooser(galaxy: Build, do: Do) -> None:
    """The attacker, the planet's owner or chance chooses the point of a repelled ship."""
    state = attacked(galaxy, 3, 4)
    assert RULES.to_act(state).seats == (1,)
    assert do(state, "ship_repelled", seat=1, to=[5, 4]).ships["1m1"].at == "5,4"
    state = attacked(galaxy, 3, 4, repel_chooser="defender")
    assert RULES.to_act(state).seats == (2,)
    assert do(state, "ship_repelled", seat=2, to=[4, 5]).ships["1m1"].at == "4,5"
    state = attacked(galaxy, 3, 4, repel_chooser="random")
    assert RULES.to_act(state).chance == (RepelDrawn,)
    assert [(roll.to, weight) for roll, weight in RepelDrawn.weights(state)] == [
        ((5, 4), 1),
        ((6, 5), 1),
        ((5, 6), 1),
        ((4, 5), 1),
    ]
    assert do(state, "repel_drawn", to=[6, 5]).ships["1m1"].at == "6,5"


def test_improve_under_siege(galaxy: Build, refused: Refused) -> None:
    """A besieged planet may be improved, or may not; an own ship above it never hinders."""
    fields = {"seat": 1, "at": [5, 5]}
    for value, rule in ((True, ""), (False, "improve.siege")):
        state = galaxy(planets={"5,5": "white 1 1"}, ships={"2b1": "5,5"}, improve_under_siege=value)
        assert refused(state, "defense_improved", **fields) == rule
        own = galaxy(planets={"5,5": "white 1 1"}, ships={"1b1": "5,5"}, improve_under_siege=value)
        assert refused(own, "defense_improved", **fields) == ""


def test_complete_costs_option(galaxy: Build, do: Do, refused: Refused) -> None:
    """A finished ship is launched for an option, or free of charge before the first one."""
    yard = {1: "1c1 4 1"}
    assert do(galaxy(yards=yard), "build_completed", seat=1, at=[1, 1]).active == 2
    free = do(galaxy(yards=yard, complete_costs_option=False), "build_completed", seat=1, at=[1, 1])
    assert (free.active, free.left, free.ships["1c1"].at) == (1, 1, "1,1")
    assert refused(free, "build_begun", seat=1, kind="cruiser") == ""
    used = galaxy(yards=yard, techs={1: ["go_getter"]}, left=2, complete_costs_option=False)
    used = do(used, "researched", seat=1)
    assert refused(used, "build_completed", seat=1, at=[1, 1]) == "build.first"


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


@pytest.mark.parametrize("tech", TECHS)
def test_tech_costs(galaxy: Build, refused: Refused, tech: Any) -> None:
    """Each technology has a price of its own."""
    needed = NEEDS.get(tech)
    owned = {1: [needed] if needed else []}
    usual = galaxy(techs=owned)
    assert price(usual.rules, usual.players["1"].techs, tech) > 3
    cheap = galaxy(techs=owned, chips={1: 3}, tech_costs={tech: 3}, virtual_values=dict.fromkeys(TECHS, 0))
    assert refused(cheap, "tech_bought", seat=1, tech=tech) == ""
    dear = galaxy(techs=owned, chips={1: 3}, tech_costs={tech: 4}, virtual_values=dict.fromkeys(TECHS, 0))
    assert refused(dear, "tech_bought", seat=1, tech=tech) == "buy.chips"


@pytest.mark.parametrize("tech", TECHS)
def test_virtual_values(galaxy: Build, tech: Any) -> None:
    """Each technology takes its own value off later prices, never below nothing."""
    wanted: Any = "warp" if tech != "warp" else "steering"
    for value, cost in ((0, 10), (4, 6), (30, 0)):
        state = galaxy(techs={1: [tech]}, virtual_values={tech: value})
        assert price(state.rules, state.players["1"].techs, wanted) == cost


def test_planet_attack_threshold(galaxy: Build) -> None:
    """An attack hits from this total on; a 7 and more that misses does nothing."""
    assert attacked(galaxy, 3, 7).planets["5,5"].defense == 1
    missed = attacked(galaxy, 3, 7, planet_attack_threshold=8)
    assert (missed.planets["5,5"].defense, missed.ships["1m1"].at, missed.active) == (3, "5,5", 2)
    assert attacked(galaxy, 3, 2, planet_attack_threshold=2).planets["5,5"].defense == 1


def test_planet_attack_damage(galaxy: Build) -> None:
    """A hit takes away so much."""
    assert attacked(galaxy, 5, 9).planets["5,5"].defense == 3
    assert attacked(galaxy, 5, 9, planet_attack_damage=4).planets["5,5"].defense == 1


def test_planet_busting_bonus(galaxy: Build) -> None:
    """planet_busting adds so much to the attack."""
    assert attacked(galaxy, 3, 5, "planet_busting").planets["5,5"].defense == 1
    assert attacked(galaxy, 3, 5, "planet_busting", planet_busting_bonus=1).phase == "repel"


def test_defense_max(galaxy: Build, refused: Refused) -> None:
    """A planet is improved up to this defense."""
    planets = {"5,5": "white 1 3"}
    assert refused(galaxy(planets=planets), "defense_improved", seat=1, at=[5, 5]) == ""
    assert refused(galaxy(planets=planets, defense_max=3), "defense_improved", seat=1, at=[5, 5]) == "improve.limit"


def test_colony_markers(galaxy: Build, do: Do, refused: Refused) -> None:
    """A seat without a marker colonises nothing, but a capture is never refused."""
    planets = {"5,5": "", "3,3": "white 1 1", "12,5": "white 2 1"}
    ships = {"1b1": "5,5", "1m1": "12,5"}
    assert refused(galaxy(planets=planets, ships=ships), "planet_colonized", seat=1, ship="1b1") == ""
    short = galaxy(planets=planets, ships=ships, colony_markers=1)
    assert refused(short, "planet_colonized", seat=1, ship="1b1") == "colonize.marker"
    taken = RULES.step(do(short, "planet_attacked", seat=1, ship="1m1"), AttackRolled(9))
    assert taken.planets["12,5"].owner == 1


def test_chip_supply(galaxy: Build, do: Do, refused: Refused) -> None:
    """The bank is endless, or research takes what is left in it and stops when it is empty."""
    chips = {1: 3, 2: 4}
    assert do(galaxy(chips=chips), "researched", seat=1).players["1"].chips == 4
    assert refused(galaxy(chips=chips, chip_supply=7), "researched", seat=1) == "research.bank"
    last = galaxy(chips=chips, chip_supply=8, techs={1: ["improved_research"]})
    assert do(last, "researched", seat=1).players["1"].chips == 4
