"""Cards on fleets, dice and hits in The Silver River, and the monster that is found by exploring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.pieces import Beast
from playfold.engine.games.silver_river.state import State

Do = Callable[..., State]
Refused = Callable[..., str]
AT, NEAR, FAR = (1, 0), (2, -1), (-1, 0)
CUBES = {1: {"military": 9, "politics": 2}}


@pytest.fixture
def politics(acting: Do, do: Do, having: Do, fleets: Do) -> Callable[..., State]:
    """Gives the function that has seat 1 buy tactics and hold a card: `politics(2, "sabotage", {...})`."""

    def begin(seats: int, card: str, units: Mapping[str, tuple[tuple[int, int], int]]) -> State:
        state = do(fleets(acting(seats, cubes=CUBES), units), "tactics_bought", seat=1)
        state = do(state, "tactics_drawn", cards=["grant", "lobby"])
        state = do(state, "tactics_kept", seat=1, cards=["grant"])
        return having(state, 1, hand=(card,))

    return begin


@pytest.fixture
def rolled(acting: Do, do: Do, having: Do, fleets: Do) -> Callable[..., State]:
    """Gives a combat of 1a and 2a with all dice rolled: `rolled("rapid_fire", seat=1, own="d--", other="dd-")`."""

    def begin(card: str, *, seat: int, own: str = "d--", other: str = "dd-") -> State:
        state = fleets(acting(2, cubes=CUBES), {"1a": (AT, len(own)), "2a": (AT, len(other))})
        state = having(state, seat, hand=(card,))
        state = do(state, "fleet_activated", seat=1, marker="1a")
        state = do(state, "attack_declared", seat=1, against=[2])
        state = do(state, "targets_chosen", seat=1, targets={"1a": "2a"})
        state = do(state, "targets_chosen", seat=2, targets={"2a": "1a"})
        for unit, row in (("1a", own), ("2a", other)):
            state = do(state, "combat_rolled", unit=unit, faces=["blank" if each == "-" else each for each in row])
        return state

    return begin


def options(state: State, seat: int, name: str) -> list[Any]:
    """Gives the legal decisions of a seat with this name."""
    return [each for each in RULES.options(state) if each.seat == seat and each.__struct_config__.tag == name]


# Sabotage


def test_sabotage_takes_two_ships_near_an_own_fleet(politics: Do, do: Do, refused: Refused) -> None:
    """Up to 2 of one fleet of another seat at most one sector away; nobody is credited."""
    units = {"1a": (AT, 3), "2a": (NEAR, 5), "2b": (AT, 1), "2c": (FAR, 4)}
    state = politics(2, "sabotage", units)
    for marker in ("2c", "1a", "2d"):
        assert refused(state, "tactics_played", seat=1, card="sabotage", use={"marker": marker}) == "sabotage.fleet"
    assert [each.use.marker for each in options(state, 1, "tactics_played")] == ["2a", "2b"]
    assert do(state, "tactics_played", seat=1, card="sabotage", use={"marker": "2a"}).players["2"].ships.one == 3
    gone = do(state, "tactics_played", seat=1, card="sabotage", use={"marker": "2b"})
    assert gone.fleets["2b"].at is None
    assert gone.tactics_discards[-1] == "sabotage"


def test_sabotage_without_a_fleet_near_does_nothing(politics: Do, refused: Refused) -> None:
    """A card that would do nothing is not played."""
    state = politics(2, "sabotage", {"1a": (AT, 3), "2c": (FAR, 4)})
    assert refused(state, "tactics_played", seat=1, card="sabotage", use={"marker": "2c"}) == "card.idle"


# Dice and hits


def test_rapid_fire_rolls_own_dice_again(rolled: Do, do: Do, refused: Refused) -> None:
    """Up to 3 dice of an own roll, after the rolls of the round and before its losses; only they may come then."""
    state = rolled("rapid_fire", seat=1)
    card: dict[str, Any] = {"seat": 1, "card": "rapid_fire"}
    assert refused(state, "tactics_played", **card, use={"unit": "2a", "dice": [1]}) == "reroll.roll"
    assert refused(state, "tactics_played", **card, use={"unit": "1a", "dice": [4]}) == "reroll.dice"
    assert refused(state, "tactics_played", **card, use={"unit": "1a", "dice": []}) == "reroll.dice"
    assert refused(state, "tactics_played", **card, use={"unit": "1a", "dice": [3, 2]}) == "write.order"
    assert len(options(state, 1, "tactics_played")) == 7
    state = do(state, "tactics_played", **card, use={"unit": "1a", "dice": [2, 3]})
    assert refused(state, "combat_rerolled", faces=["d"]) == "roll.dice"
    assert refused(state, "combat_rolled", unit="1a", faces=["d"] * 3) == "play.chance"
    state = do(state, "combat_rerolled", faces=["d", "crit"])
    assert state.battle is not None
    assert state.battle.rolls[0].faces == ("d", "d", "crit")
    assert settled(state).players["2"].ships.one == 0


def test_more_dice_than_the_card_says_are_not_rolled_again(rolled: Do, refused: Refused) -> None:
    """Four dice are one too many."""
    state = rolled("rapid_fire", seat=1, own="d---")
    use = {"unit": "1a", "dice": [1, 2, 3, 4]}
    assert refused(state, "tactics_played", seat=1, card="rapid_fire", use=use) == "reroll.dice"


def test_evasive_burn_takes_two_hits_off_a_fleet(rolled: Do, do: Do, refused: Refused) -> None:
    """Of 3 hits one is left; a fleet without hits cannot evade."""
    state = rolled("evasive_burn", seat=1, other="ddd-")
    use = {"marker": "1b"}
    assert refused(state, "tactics_played", seat=1, card="evasive_burn", use=use) == "cancel.fleet"
    state = do(state, "tactics_played", seat=1, card="evasive_burn", use={"marker": "1a"})
    assert settled(state).players["1"].ships.one == 2
    assert settled(state).players["2"].ships.one == 3


def test_cards_on_dice_need_dice(acting: Do, having: Do, refused: Refused) -> None:
    """Outside a round that is rolled they would do nothing."""
    state = having(acting(2, cubes=CUBES), 1, hand=("rapid_fire", "evasive_burn"))
    use = {"unit": "1a", "dice": [1]}
    assert refused(state, "tactics_played", seat=1, card="rapid_fire", use=use) == "card.idle"
    assert refused(state, "tactics_played", seat=1, card="evasive_burn", use={"marker": "1a"}) == "card.idle"


def test_the_losses_wait_for_all_cards_on_dice(rolled: Do, do: Do, having: Do) -> None:
    """Both seats play a card on the same round; a card of another kind takes the losses first."""
    state = having(rolled("evasive_burn", seat=1, own="dd-"), 2, hand=("rapid_fire", "census"))
    state = do(state, "tactics_played", seat=1, card="evasive_burn", use={"marker": "1a"})
    state = do(state, "tactics_played", seat=2, card="rapid_fire", use={"unit": "2a", "dice": [3]})
    state = do(state, "combat_rerolled", faces=["d"])
    assert state.players["1"].ships.one == 3
    state = do(state, "tactics_played", seat=2, card="census")
    assert (state.players["1"].ships.one, state.players["2"].ships.one) == (2, 1)
    assert state.battle is not None
    assert state.battle.stage == "choose"


def test_bombing_dice_are_rolled_again_without_a_unit(acting: Do, do: Do, having: Do, fleets: Do, techs: Do) -> None:
    """`unit` is left out for the own bombardment roll."""
    state = fleets(acting(2, cubes=CUBES), {"1a": ((2, 0), 2)})
    planet = replace(state.planets["P1"], population={"2": 3})
    state = techs(replace(state, planets={**state.planets, "P1": planet}), 1, m1="planetary_bombardment")
    state = do(having(state, 1, hand=("rapid_fire",)), "fleet_activated", seat=1, marker="1a")
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=2)
    state = do(state, "bombardment_rolled", faces=["blank", "d"])
    state = do(state, "tactics_played", seat=1, card="rapid_fire", use={"dice": [1]})
    state = settled(do(state, "combat_rerolled", faces=["crit"]))
    assert state.planets["P1"].population == {}


# Moves


def test_deploy_moves_any_own_fleets_one_sector(politics: Do, do: Do, refused: Refused) -> None:
    """Each at most one sector, without follow-up or battle; markers ascend."""
    state = politics(2, "deploy", {"1a": (AT, 3), "1b": (AT, 1), "2a": (NEAR, 5)})
    card: dict[str, Any] = {"seat": 1, "card": "deploy"}
    assert refused(state, "tactics_played", **card, use={"markers": {"1a": list(FAR)}}) == "deploy.fleets"
    assert refused(state, "tactics_played", **card, use={"markers": {"1a": list(AT)}}) == "deploy.fleets"
    assert refused(state, "tactics_played", **card, use={"markers": {"2a": list(AT)}}) == "deploy.fleets"
    assert refused(state, "tactics_played", **card, use={"markers": ["1a"]}) == "effect.use"
    both = {"1b": [0, 0], "1a": list(NEAR)}
    assert refused(state, "tactics_played", **card, use={"markers": both}) == "write.order"
    state = do(state, "tactics_played", **card, use={"markers": {"1a": list(NEAR), "1b": [0, 0]}})
    assert (state.fleets["1a"].at, state.fleets["1b"].at) == (NEAR, (0, 0))
    assert state.battle is None
    assert RULES.to_act(state).due == (1,)


@pytest.fixture
def explored(acting: Do, do: Do, fleets: Do) -> Callable[..., State]:
    """Gives the function that has seat 1 explore and find a card: `explored("beacon", {"1a": ...})`."""

    def begin(card: str, units: Mapping[str, tuple[tuple[int, int], int]], **rules: Any) -> State:
        state = do(fleets(acting(2, cubes=CUBES, **rules), units), "fleet_activated", seat=1, marker="1a")
        return do(do(state, "sector_explored", seat=1), "explore_drawn", cards=[card])

    return begin


def test_a_beacon_moves_one_own_fleet(explored: Do, do: Do, refused: Refused) -> None:
    """One sector, without follow-up; it may be declined."""
    state = explored("beacon", {"1a": (NEAR, 3), "1b": ((3, 0), 1), "2a": (AT, 1)})
    assert refused(state, "effect_chosen", seat=1, use={"marker": "1a", "to": [0, 0]}) == "deploy.fleets"
    assert refused(state, "effect_chosen", seat=1, use={"marker": "1a"}) == "effect.use"
    moved = do(state, "effect_chosen", seat=1, use={"marker": "1a", "to": list(AT)})
    assert moved.fleets["1a"].at == AT
    assert moved.turn.activation is None
    assert do(state, "effect_chosen", seat=1).fleets["1a"].at == NEAR


def test_a_monster_that_is_found_may_be_fought(explored: Do, do: Do, refused: Refused) -> None:
    """The monster of level 1 is drawn, then the seat fights it or declines; it stays until it is killed."""
    state = explored("rogue_beast", {"1a": (NEAR, 3), "2a": (AT, 1)})
    assert [kind.__name__ for kind in RULES.to_act(state).chance] == ["MonsterDrawn"]
    assert refused(state, "monster_drawn", monster="leviathan") == "monster.drawn"
    free = next(each for each in ("void_leech", "shard_swarm", "rift_eel") if each in _free(state))
    state = do(state, "monster_drawn", monster=free)
    assert state.monsters["2,-1"] == Beast(free)
    declined = do(state, "effect_chosen", seat=1)
    assert declined.battle is None
    assert declined.monsters["2,-1"] == Beast(free)
    fought = do(state, "effect_chosen", seat=1, use={"fight": True})
    assert fought.battle is not None
    assert fought.battle.queue == (2,)
    fought = do(fought, "battle_joined", seat=2, markers=["2a"], side="attacker")
    assert fought.battle is not None
    assert fought.battle.rolls_due == ("1a", "2a")


def _free(state: State) -> list[str]:
    in_play = {beast.monster for beast in state.monsters.values()}
    return [each for each in ("void_leech", "shard_swarm", "rift_eel") if each not in {*in_play, *state.waiting}]


def test_a_second_monster_does_not_come_where_one_stands(acting: Do, do: Do, fleets: Do) -> None:
    """Nothing is drawn and nobody is asked; the card is done."""
    state = fleets(acting(2, cubes=CUBES), {"1a": (NEAR, 3)})
    state = replace(state, monsters={**state.monsters, "2,-1": Beast("shard_swarm")})
    state = do(do(state, "fleet_activated", seat=1, marker="1a"), "sector_explored", seat=1)
    state = do(state, "explore_drawn", cards=["rogue_beast"])
    assert state.pending == ()
    assert RULES.to_act(state).chance == ()


def test_a_monster_found_from_afar_is_not_fought(politics: Do, do: Do) -> None:
    """A card lets a fleet explore next to it: the monster comes, and no fight is offered where the fleet is not."""
    state = politics(2, "quick_survey", {"1a": (AT, 3)})
    state = do(state, "tactics_played", seat=1, card="quick_survey", use={"marker": "1a", "at": list(NEAR)})
    state = do(state, "explore_drawn", cards=["rogue_beast"])
    state = do(state, "monster_drawn", monster=_free(state)[0])
    assert state.pending == ()
    assert "2,-1" in state.monsters
