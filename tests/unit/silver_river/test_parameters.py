"""Parameters: their values of the specification, and those whose other values no test of a chapter shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Ships
from playfold.engine.games.silver_river.decks import tactics_deck
from playfold.engine.games.silver_river.pending import Draw
from playfold.engine.games.silver_river.pieces import Beast, Built
from playfold.engine.games.silver_river.scoring import score
from playfold.engine.games.silver_river.setup_seats import personal_deck
from playfold.engine.games.silver_river.state import State, Turn
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Refused = Callable[..., str]

EMPTY = ((-2, 1), (-1, -1), (-1, 0), (-1, 2), (0, 1), (1, -2), (1, -1), (1, 1), (2, -1))
"""All empty sectors of the map."""


def test_every_parameter_has_a_test_with_a_value_of_its_own() -> None:
    """Each parameter is given a value by name in a test of this folder."""
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    names = [each.name for each in describe(RULES.parameters)]
    assert [name for name in names if not re.search(rf'\b{name}=[^=]|"{name}": [^{{]', texts)] == []


def test_every_parameter_names_the_rules_that_it_touches() -> None:
    """What a version changes can be looked up in the index; the content pack alone touches everything."""
    known = {each.name: each.rules for each in describe(RULES.parameters)}
    assert [name for name, rules in known.items() if not rules] == ["content"]
    assert {rule for rules in known.values() for rule in rules} <= set(RULES.index)


def test_the_parameters_of_the_specification() -> None:
    """The names, the order and the defaults are those that logs of other programs have in `set`."""
    assert msgspec.to_builtins(RULES.parameters()) == {
        "players": 4,
        "content": "house-1",
        "ages": 4,
        "race_assignment": "choose",
        "monster_choice": "random",
        "first_player": "random",
        "booster": 8,
        "explore_limit": 3,
        "fleet_max": 10,
        "election_cost": 1,
        "wonder_cost": 4,
        "tactics_cost": 2,
        "reconfigure_cost": 1,
        "activation_cost": 1,
        "ship_cost": 1,
        "station_cost": 2,
        "colonize_base": 3,
        "populate_base": 2,
        "research_cost": "printed",
        "monster_replace": "new_replaces",
        "monster_respawn": "at_once",
        "monster_recycle": True,
        "monster_heals": True,
        "idle_turn": False,
        "pass_domestic": True,
        "tactics_instant_window": "any_time",
        "tactics_action_needs": "tactics_action",
        "vote_rule": "plurality",
        "vote_tie": "incumbent_keeps",
        "wonder_control": "most",
        "wonder_tie": "builder_else_none",
        "wonder_rebuild": False,
        "attack_without_move": True,
        "initiator_joins": "combat",
        "round_limit_by_level": {"0": 3, "1": 5},
        "round_limit_side": "attackers",
        "friendly_fire": "others_first",
        "quest_fleet": "exploring",
        "quest_lost_with_fleet": True,
        "public_tiers": "upgrade",
        "objective_window": "turn",
        "wonder_vp": (0, 1, 3, 6),
        "deploy_copies": 1,
        "objectives_removed": ("civ03", "misc01"),
        "explore_objective": "exp01",
        "domestic_highest_min": 1,
        "domestic_lowest": "own_lowest_level",
        "variant_fast": False,
        "fast_ages": 3,
        "fast_monster_levels": (1, 1, 2),
    }


def test_the_most_ships_of_a_fleet(acting: Build, having: Build, put: Build, do: Build, refused: Refused) -> None:
    """With fleet_max=6 fleet 1, of 5, takes one more: built, by a bonus, and of three that a card finds."""
    state = acting(cubes={1: {"military": 9}}, fleet_max=6)
    assert refused(state, "ships_built", seat=1, ships={"1": 2}) == "build.most"
    assert do(state, "ships_built", seat=1, ships={"1": 1}).players["1"].ships.one == 6
    step = do(having(state, 1, domestic=(0, 1, 0, 0)), "passed", seat=1, track="infrastructure")
    assert do(step, "effect_chosen", seat=1, use={"ships": {"1": 1}}).players["1"].ships.one == 6
    full = having(step, 1, ships=Ships(6, 3, 2, 1))
    assert refused(full, "effect_chosen", seat=1, use={"ships": {"1": 1}}) == "effect.ships"
    draw = Draw("explore", 1, marker="1a", at=EMPTY[-1])
    found = do(put(state, pending=(draw,), turn=Turn(1, "military", True)), "explore_drawn", cards=["derelict_fleet"])
    assert found.players["1"].ships.one == 6


def test_the_price_of_a_vote(acting: Build, do: Build, refused: Refused) -> None:
    """With election_cost=3 two titles cost 6, with 0 nothing; the cubes that are left may vote."""
    state = acting(cubes={1: {"politics": 7}}, election_cost=3)
    assert refused(state, "election_called", seat=1, titles=["spymaster", "trade_leader", "galactic_leader"]) == (
        "election.pay"
    )
    called = do(state, "election_called", seat=1, titles=["spymaster", "trade_leader"])
    assert called.players["1"].cubes.politics == 1
    assert refused(called, "vote_committed", seat=1, amount=2, candidate=1) == "vote.cubes"
    free = do(acting(cubes={1: {"politics": 7}}, election_cost=0), "election_called", seat=1, titles=["spymaster"])
    assert free.players["1"].cubes.politics == 7


def test_the_price_of_research_is_the_printed_one(acting: Build, do: Build) -> None:
    """There is no other value: a card of level 1 costs 3, as it says."""
    assert [each.allowed for each in describe(RULES.parameters) if each.name == "research_cost"] == ["printed"]
    with pytest.raises(UnknownRulesError, match="research_cost"):
        RULES.params("6.0", research_cost="free")
    state = acting(races=("human", "nordic"), cubes={1: {"technology": 5}}, research_cost="printed")
    state = do(state, "tech_researched", seat=1, card="trade_stations", slot="c1")
    assert state.players["1"].cubes.technology == 2


def test_the_rounds_of_a_level(acting: Build, do: Build, fleets: Build, refused: Refused) -> None:
    """With round_limit_by_level={"0": 1} an attacker of level 0 has to retreat after the first round (A20)."""
    for limits, bound in (({"0": 1}, True), ({"1": 1}, False)):
        state = acting(cubes={1: {"military": 2}}, round_limit_by_level=limits)
        state = fleets(state, {"1a": ((1, 0), 3), "2a": ((1, 0), 3)})
        state = do(state, "fleet_activated", seat=1, marker="1a")
        state = do(state, "attack_declared", seat=1, against=[2])
        state = do(state, "targets_chosen", seat=1, targets={"1a": "2a"})
        state = do(state, "targets_chosen", seat=2, targets={"2a": "1a"})
        for unit in ("1a", "2a"):
            state = do(state, "combat_rolled", unit=unit, faces=["d", "blank", "blank"])
        if bound:
            assert refused(state, "combat_continued", seat=1, choice="attack") == "battle.limit"
            assert do(state, "retreated", seat=1, to=[2, 0]).battle is None
        else:
            assert do(state, "combat_continued", seat=1, choice="attack").battle is not None


def test_the_points_of_wonders(acting: Build) -> None:
    """With wonder_vp=[0, 2, 7] two wonders are worth 7, and a third 3 more."""
    state = acting(wonder_vp=[0, 2, 7])
    for number, points in ((1, 2), (2, 7), (3, 10)):
        name, wonder = (("1h1", "racial"), ("P1", "pleasure_dome"), ("P2", "orbital_shipyard"))[number - 1]
        planet = replace(state.planets[name], population={"1": 1}, wonder=Built(wonder, 1))
        state = replace(state, planets={**state.planets, name: planet})
        assert score(state, 1).wonders == points


def test_copies_of_deploy(game: Build) -> None:
    """With deploy_copies=3 the tactics deck has 43 cards, with 0 there are 40 and none is Deploy."""
    for copies, cards in ((3, 43), (1, 41), (0, 40)):
        state = game(deploy_copies=copies)
        drawn = replace(state, players={key: replace(each, hand=()) for key, each in state.players.items()})
        deck = tactics_deck(drawn)
        assert (sum(deck.values()), deck.get("deploy", 0)) == (cards, copies)


def test_objectives_that_are_removed(refused: Refused) -> None:
    """With other cards removed a seat may keep civ03 and misc01, and not those; fewer than five are all kept."""
    state = RULES.start(RULES.params("6.0", objectives_removed=["civ01", "pol01"]), 2)
    assert personal_deck(state) == ["civ02", "civ03", "exp01", "mil01", "mil02", "misc01", "tec01", "tec02"]
    choosing = replace(state, phase="objectives", queue=(1, 2))
    kept = ["civ01", "civ02", "mil01", "mil02", "tec01"]
    assert refused(choosing, "objectives_chosen", seat=1, objectives=kept) == "setup.objectives"
    removed = ["civ01", "civ02", "civ03", "mil01", "mil02", "misc01", "pol01", "exp01"]
    few = RULES.start(RULES.params("6.0", objectives_removed=removed), 2)
    assert personal_deck(few) == ["tec01", "tec02"]
    few = replace(few, phase="objectives", queue=(1, 2))
    assert refused(few, "objectives_chosen", seat=2, objectives=["tec01"]) == "setup.objectives"
    assert [len(each.objectives) for each in RULES.options(few)] == [2, 2]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("form", "own", "other", "points"),
    [
        ("exp01", 2, 2, 6),
        ("exp01", 1, 2, 0),
        ("exp01", 0, 0, 0),
        ("misc02", 8, 0, 0),
        ("misc02", 9, 9, 6),
    ],
)
def test_the_form_of_the_objective_of_explorers(
    acting: Build, having: Build, form: str, own: int, other: int, points: int
) -> None:
    """exp01 brings 6 for the most explored empty sectors, tied too; misc02 6 for all nine of them (A14)."""
    state = acting(explore_objective=form)
    state = having(having(state, 1, objectives=(form,), explored=EMPTY[:own]), 2, explored=EMPTY[:other])
    assert score(replace(state, phase="over"), 1).end_game == points
    assert form in personal_deck(state)
    assert ({"exp01", "misc02"} - {form}).isdisjoint(personal_deck(state))


def test_the_monsters_of_the_faster_variant_come_by_its_levels(do: Build, refused: Refused) -> None:
    """With fast_monster_levels=[2, 1, 3] they stand in this order; the fourth stays out of three ages (A52)."""
    state = RULES.start(RULES.params("6.0", variant_fast=True, fast_monster_levels=[2, 1, 3]), 2)
    for seat, race in ((1, "human"), (2, "nordic")):
        state = do(state, "race_chosen", seat=seat, race=race)
    assert refused(state, "monsters_dealt", monsters=["void_leech", "rift_eel", "star_kraken", "leviathan"]) == (
        "setup.monsters"
    )
    monsters = ["star_kraken", "void_leech", "leviathan", "entropy_titan"]
    state = do(state, "monsters_dealt", monsters=monsters)
    stood: list[Beast] = []
    while state.phase != "over":
        if state.age and len(stood) < state.age:
            stood.append(state.monsters["0,0"])
        if state.phase == "action":
            state = do(state, "passed", seat=state.turn.seat)
        elif RULES.to_act(state).chance:
            (kind,) = RULES.to_act(state).chance
            state = RULES.step(state, kind.weights(state)[0][0])
        else:
            state = RULES.step(state, RULES.options(state)[0])
    assert stood == [Beast(each) for each in monsters[:3]]
    assert state.waiting == ("entropy_titan",)


def test_a_fleet_that_starts_above_the_maximum_keeps_its_ships(acting: Build, do: Build, refused: Refused) -> None:
    """With fleet_max=3 the fleets start with 5, 3, 2 and 1 ships all the same; the first two take no more."""
    state = acting(cubes={1: {"military": 9}}, fleet_max=3)
    assert state.players["1"].ships == Ships(5, 3, 2, 1)
    for full in ("1", "2"):
        assert refused(state, "ships_built", seat=1, ships={full: 1}) == "build.most"
    assert do(state, "ships_built", seat=1, ships={"3": 1}).players["1"].ships == Ships(5, 3, 3, 1)
    assert not RULES.sound(state)
