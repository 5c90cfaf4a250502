"""The parts of The Silver River that events bring into play, for coverage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Battle, Roll
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.operations import Operation
from playfold.engine.games.silver_river.operations_at_once import DrawTactics, PlaceMonster
from playfold.engine.games.silver_river.pending import Ask, Draw
from playfold.engine.games.silver_river.pieces import Beast
from playfold.engine.games.silver_river.state import State

Build = Callable[..., State]
HOUSE = pack("house-1")


def used(state: State, name: str, **fields: Any) -> set[tuple[str, str]]:
    """Gives what an event uses."""
    event = RULES.event({"type": name, **fields})
    return set(RULES.used(event, state, RULES.step(state, event)))


def test_everything_in_the_pack_is_a_part() -> None:
    """Every kind of card, step, level and operation of the pack is listed, those of the other version apart."""
    new, old = (RULES.parts(RULES.params(version)) for version in ("6.0", "5.0"))
    assert len(new["tactics"]) == 15
    assert set(new["tactics"]) - set(old["tactics"]) == {"deploy"}
    assert set(new["operation"]) - set(old["operation"]) == {"tactics move_any_fleets"}
    assert set(old["objective claimed"]) - set(new["objective claimed"]) == {"civ03", "misc01", "misc02"}
    assert len(new["wonder"]) == 10
    assert len(new["step"]) == sum(len(track.bonuses) for track in HOUSE.tracks.values())
    tags = {each.__struct_config__.tag for each in Operation.__args__}
    assert {each.split()[1] for each in new["operation"]} <= tags
    for card in (*HOUSE.tactics.values(), *HOUSE.discoveries.values()):
        kind = "tactics" if card.id in HOUSE.tactics else "explore"
        assert {f"{kind} {each.__struct_config__.tag}" for each in card.effects} <= set(new["operation"])


def test_a_card_brings_its_operation(acting: Build, having: Build) -> None:
    """A card that is played brings itself and its operation at once."""
    state = having(acting(cubes={1: {"politics": 1}}), 1, hand=("census",))
    assert used(state, "tactics_played", seat=1, card="census") == {
        ("tactics", "census"),
        ("operation", "tactics gain"),
    }


def test_what_asks_is_done_when_it_is_answered(acting: Build, put: Build) -> None:
    """A question of an explore card brings the operation when it is answered, not when it is declined."""
    card = next(each for each in HOUSE.discoveries.values() if each.kind == "quest")
    (quest,) = card.effects
    state = put(acting(), pending=(Ask(1, quest, card.id, marker="1a"),), explore_discards=(card.id,))
    assert used(state, "effect_chosen", seat=1, use={"take": True}) == {("operation", "explore quest")}
    assert used(state, "effect_chosen", seat=1) == set()


def test_wonders_steps_and_technology(acting: Build) -> None:
    """A wonder, a card on the board and a step bring themselves with what they do."""
    state = acting(cubes={1: {"politics": 4}})
    wonder = HOUSE.races[state.players["1"].race].wonder
    assert ("wonder", wonder.id) in used(state, "wonder_built", seat=1, wonder="racial", planet="1h1")
    state = acting(cubes={1: {"technology": 3}})
    assert used(state, "tech_researched", seat=1, card="trade_stations", slot="c1") == {
        ("technology", "trade_stations"),
        ("operation", "technology unlock_action"),
    }
    assert ("step", "arts 1") in used(acting(), "passed", seat=1, track="arts")
    assert used(acting(), "passed", seat=1) == set()


def test_titles_that_change_hands(acting: Build, put: Build) -> None:
    """The title comes with the last vote, and what it lets its holder do."""
    state = acting(cubes={1: {"politics": 3}})
    state = RULES.fold(
        state,
        [
            {"type": "election_called", "seat": 1, "titles": ["spymaster"]},
            {"type": "vote_committed", "seat": 2, "amount": 0},
        ],
    )
    assert used(state, "vote_committed", seat=1, amount=1, candidate=1) == {
        ("title", "spymaster"),
        ("operation", "title see_all_fleet_markers"),
        ("operation", "title tactics_keep"),
    }
    held = put(state, titles={"spymaster": 1})
    assert used(held, "vote_committed", seat=1, amount=1, candidate=1) == set()


def test_a_monster_that_is_killed(acting: Build, fleets: Build, put: Build) -> None:
    """It counts with the event that settles the last roll, and so does what its reward does unasked."""
    monster = next(
        each
        for each in HOUSE.monsters.values()
        if each.hits <= 8 and not any(isinstance(reward, DrawTactics) for reward in each.reward)
    )
    state = fleets(acting(cubes={2: {"military": 2}}), {"1a": ((0, 1), 5)})
    battle = Battle(
        "monster",
        (0, 1),
        1,
        "rolled",
        sides={"1": "attacker"},
        round=1,
        rolls=(Roll(1, ("crit",) * 5, 0, "1a"),),
        monster=monster.id,
    )
    state = put(state, battle=battle, monsters={"0,1": Beast(monster.id)}, waiting=())
    found = used(state, "converted", seat=2, spent={"military": 2}, gained="politics")
    assert ("monster killed", monster.id) in found


def test_a_monster_that_an_explorer_meets(acting: Build, put: Build) -> None:
    """The operation is done once the monster is there, whether it is fought or not."""
    draw = Draw("monster", 1, level=1, marker="1a", at=(0, 1), ask=True)
    state = put(acting(), pending=(draw,))
    free = next(
        each.id
        for each in HOUSE.monsters.values()
        if each.level == 1 and each.id not in (*state.waiting, *(beast.monster for beast in state.monsters.values()))
    )
    assert used(state, "monster_drawn", monster=free) == {("operation", "explore place_monster")}
    assert any(isinstance(each, PlaceMonster) for card in HOUSE.discoveries.values() for each in card.effects)


@pytest.mark.parametrize("name", ["race_chosen", "race_dealt"])
def test_races(name: str) -> None:
    """A race is in play once it is chosen or dealt."""
    how = {"race_chosen": "choose", "race_dealt": "deal"}[name]
    state = RULES.start(RULES.params("6.0", players=2, race_assignment=how), 2)
    assert used(state, name, seat=1, race="grey") == {("race", "grey")}


def test_claimed_and_marked_objectives(acting: Build, having: Build) -> None:
    """A personal objective counts when it is claimed, a public one with each level."""
    state = having(acting(cubes={1: {"military": 2}}), 1, ready={"mil01": 1000})
    state = replace(state, clock=1000)
    assert ("objective claimed", "mil01") in used(state, "objective_claimed", seat=1, objective="mil01")
    tier = HOUSE.public["war_hero"].tiers[0]
    state = having(acting(cubes={1: {"military": 2}}), 1, best_battle=tier.least)
    assert ("public objective", "war_hero 1") in used(
        state, "converted", seat=1, spent=Cubes(military=2), gained="politics"
    )
