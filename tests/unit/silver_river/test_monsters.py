"""Monsters of The Silver River: fights, rewards and successors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.monster_fight import found, successors
from playfold.engine.games.silver_river.pieces import Beast
from playfold.engine.games.silver_river.state import Activation, State

Do = Callable[..., State]
Refused = Callable[..., str]
SAGITTARIUS, NEBULA = (0, 0), (1, 0)
HOMES = {1: (3, 0), 2: (-3, 0)}
CUBES = {1: {"military": 9}}


@pytest.fixture
def before(acting: Do, do: Do, fleets: Do) -> Callable[..., State]:
    """Gives the function that has seat 1 stay with an activated fleet where a monster stands.

    `units` by marker; `monster` that stands on Sagittarius A*; the void leech, of level 1 and 6 hits, by default.
    """

    def begin(
        seats: int,
        units: Mapping[str, tuple[tuple[int, int], int]],
        *,
        monster: str = "void_leech",
        **rules: Any,
    ) -> State:
        state = fleets(acting(seats, cubes=CUBES, **rules), units)
        state = replace(state, monsters={"0,0": Beast(monster)})
        state = do(state, "fleet_activated", seat=1, marker="1a")
        while state.turn.activation is not None and state.turn.activation.asked:
            state = do(state, "attack_declined", seat=state.turn.activation.asked[0])
        return state

    return begin


def roll(do: Do, state: State, *rows: str) -> State:
    """Rolls the dice of the units that are due, - is blank, ! a crit."""
    short = {"-": "blank", "!": "crit"}
    for row in rows:
        assert state.battle is not None
        unit = state.battle.rolls_due[0]
        state = do(state, "combat_rolled", unit=unit, faces=[short.get(each, each) for each in row])
    return state


def test_a_monster_dies_before_striking(before: Do, do: Do) -> None:
    """Example 29: 4 and 2 hits kill one of 6; both seats are rewarded, both fleets are at home."""
    state = before(2, {"1a": (SAGITTARIUS, 4), "2a": (NEBULA, 2)})
    state = do(state, "monster_fought", seat=1)
    state = do(state, "battle_joined", seat=2, markers=["2a"], side="attacker")
    state = settled(roll(do, state, "dddd", "dd"))
    assert state.battle is None
    assert "0,0" not in state.monsters
    assert [player.vp for player in state.players.values()] == [2, 2]
    assert [player.monster_level for player in state.players.values()] == [1, 1]
    assert [state.fleets[marker].at for marker in ("1a", "2a")] == [HOMES[1], HOMES[2]]
    assert (state.players["1"].ships.one, state.players["2"].ships.one) == (4, 2)


def test_a_monster_that_lives_strikes_every_fleet(before: Do, do: Do) -> None:
    """With 5 hits in all it strikes both; then each chooses, and the hits stay on it for the next round."""
    state = before(2, {"1a": (SAGITTARIUS, 4), "2a": (NEBULA, 2)})
    state = do(state, "monster_fought", seat=1)
    state = do(state, "battle_joined", seat=2, markers=["2a"], side="attacker")
    state = settled(roll(do, state, "dddd", "d-"))
    assert (state.players["1"].ships.one, state.players["2"].ships.one) == (3, 1)
    assert state.monsters["0,0"] == Beast("void_leech", 5)
    state = do(state, "combat_continued", seat=1, choice="attack")
    state = do(state, "retreated", seat=2, to=list(NEBULA))
    state = settled(roll(do, state, "d--"))
    assert [player.vp for player in state.players.values()] == [2, 0]
    assert state.fleets["2a"].at == NEBULA


def test_joining_a_fight_is_free_and_means_to_fight(before: Do, do: Do, refused: Refused) -> None:
    """Those there join or stay bystanders, those next to it move in as fighters or stay out without a side."""
    state = before(3, {"1a": (SAGITTARIUS, 4), "1b": (NEBULA, 1), "2a": (SAGITTARIUS, 2), "3a": (NEBULA, 2)})
    state = do(state, "monster_fought", seat=1)
    assert state.battle is not None
    assert state.battle.queue == (2, 3)
    assert refused(state, "battle_joined", seat=2, markers=[], side="defender") == "join.side"
    state = do(state, "battle_joined", seat=2, markers=[], side="bystander")
    assert refused(state, "battle_joined", seat=3, markers=["3a"], side="bystander") == "join.side"
    state = do(state, "battle_joined", seat=3, markers=[])
    assert state.battle is not None
    assert state.battle.rolls_due == ("1a",)
    state = settled(roll(do, state, "----"))
    assert state.players["2"].ships.one == 2


@pytest.mark.parametrize(("how", "queue"), [("combat", ()), ("always", (1,)), ("never", ())])
def test_whether_the_initiator_brings_its_other_fleets(before: Do, do: Do, how: str, queue: tuple[int, ...]) -> None:
    """Against monsters only with initiator_joins=always (A33)."""
    state = before(2, {"1a": (SAGITTARIUS, 4), "1b": (NEBULA, 1)}, initiator_joins=how)
    state = do(state, "monster_fought", seat=1)
    assert state.battle is not None
    assert state.battle.queue == queue


def test_a_fight_needs_a_monster_where_the_fleet_is(before: Do, refused: Refused) -> None:
    """Elsewhere, or where another follow-up was, there is none."""
    state = before(2, {"1a": (NEBULA, 4)})
    assert refused(state, "monster_fought", seat=1) == "monster.none"
    fought = replace(state, turn=replace(state.turn, activation=Activation("1a", SAGITTARIUS, fought=True)))
    assert refused(fought, "monster_fought", seat=1) == "follow.one"


def test_against_a_monster_one_goes_on_or_retreats(before: Do, do: Do, refused: Refused) -> None:
    """Holding is not possible; with the last participant gone the fight is over, the monster is whole again (A26)."""
    state = do(before(2, {"1a": (SAGITTARIUS, 4)}), "monster_fought", seat=1)
    state = settled(roll(do, state, "d---"))
    assert refused(state, "combat_continued", seat=1, choice="hold") == "round.hold"
    state = do(state, "retreated", seat=1, to=list(NEBULA))
    assert state.battle is None
    assert state.monsters["0,0"] == Beast("void_leech")


@pytest.mark.parametrize(("heals", "hits"), [(True, 0), (False, 1)])
def test_whether_a_monster_heals_after_its_last_enemy(before: Do, do: Do, *, heals: bool, hits: int) -> None:
    """With monster_heals=false the hits stay for the next attacker; the lost fleet is off the board."""
    state = do(before(2, {"1a": (SAGITTARIUS, 1)}, monster_heals=heals), "monster_fought", seat=1)
    state = settled(roll(do, state, "d"))
    assert state.battle is None
    assert state.fleets["1a"].at is None
    assert state.monsters["0,0"] == Beast("void_leech", hits)


def test_three_rolls_at_level_zero_then_retreat(before: Do, do: Do, refused: Refused) -> None:
    """Example 30: against monsters the limit binds all; who may not go on retreats."""
    state = do(before(2, {"1a": (SAGITTARIUS, 9)}, round_limit_side="initiator"), "monster_fought", seat=1)
    for ships in (9, 8):
        state = settled(roll(do, state, "-" * ships))
        state = do(state, "combat_continued", seat=1, choice="attack")
    state = settled(roll(do, state, "-" * 7))
    assert refused(state, "combat_continued", seat=1, choice="attack") == "battle.limit"
    assert do(state, "retreated", seat=1, to=list(NEBULA)).monsters["0,0"] == Beast("void_leech")


@pytest.mark.parametrize(
    ("monster", "faces", "left"),
    [
        ("star_kraken", "----", 2),
        ("shard_swarm", "----", 3),
        ("shard_swarm", "!!--", 2),
        ("entropy_titan", "----", 2),
        ("entropy_titan", "!!--", 0),
        ("rift_eel", "----", 2),
        ("rift_eel", "---", 2),
        ("nova_wyrm", "----", 2),
        ("nova_wyrm", "------", 3),
    ],
)
def test_what_each_kind_of_monster_does(before: Do, do: Do, monster: str, faces: str, left: int) -> None:
    """A number; so many for each crit of the owner, with a least; more to large fleets than to small ones."""
    state = do(before(2, {"1a": (SAGITTARIUS, len(faces))}, monster=monster), "monster_fought", seat=1)
    assert settled(roll(do, state, faces)).players["1"].ships.one == left


def test_crits_of_all_own_fleets_strike_each_of_them(before: Do, do: Do, techs: Do) -> None:
    """Two crits, rolled by two fleets: the swarm hits each of them twice; deflectors absorb one hit on each."""
    state = before(2, {"1a": (SAGITTARIUS, 4), "1b": (SAGITTARIUS, 3)}, monster="shard_swarm")
    state = do(state, "monster_fought", seat=1)
    state = roll(do, state, "!---", "!--")
    after = settled(state)
    assert (after.players["1"].ships.one, after.players["1"].ships.two) == (2, 1)
    shielded = settled(techs(state, 1, m2="deflectors"))
    assert (shielded.players["1"].ships.one, shielded.players["1"].ships.two) == (3, 2)


# Rewards and successors


def test_rewards_are_asked_before_the_successor_comes(before: Do, do: Do, refused: Refused) -> None:
    """The swarm brings 4 cubes of any types to each participant, clockwise; then the successor is drawn.

    The fleets stay until the last reward is given and see each other's numbers so long; then they are at home.
    """
    state = before(2, {"1a": (SAGITTARIUS, 4), "2a": (SAGITTARIUS, 4)}, monster="shard_swarm")
    state = do(state, "monster_fought", seat=1)
    state = do(state, "battle_joined", seat=2, markers=[], side="attacker")
    state = roll(do, state, "!!--", "!!--")
    assert RULES.to_act(state).due == (1,)
    assert refused(state, "turn_ended", seat=1) == "play.open"
    state = do(state, "effect_chosen", seat=1, use={"cubes": {"military": 4}})
    assert [state.fleets[marker].at for marker in ("1a", "2a")] == [SAGITTARIUS, SAGITTARIUS]
    assert RULES.view(state, 2).fleets["1a"].number == 1
    state = do(state, "effect_chosen", seat=2, use={"cubes": {"politics": 4}})
    assert [state.fleets[marker].at for marker in ("1a", "2a")] == [HOMES[1], HOMES[2]]
    assert RULES.view(state, 2).fleets["1a"].number == 0
    assert [kind.__name__ for kind in RULES.to_act(state).chance] == ["MonsterDrawn"]
    assert refused(state, "monster_drawn", monster="leviathan") == "monster.drawn"
    assert refused(state, "monster_drawn", monster="rift_eel") == "monster.drawn"
    state = do(state, "monster_drawn", monster="void_leech")
    assert state.monsters == {"0,0": Beast("void_leech")}
    assert state.defeated == ("shard_swarm",)


def test_a_reward_may_be_cards_before_the_successor(before: Do, do: Do) -> None:
    """The eel brings each participant 1 VP, then two cards to draw, one to keep, seat by seat."""
    state = before(2, {"1a": (SAGITTARIUS, 4), "2a": (SAGITTARIUS, 4)}, monster="rift_eel")
    state = do(state, "monster_fought", seat=1)
    state = do(state, "battle_joined", seat=2, markers=[], side="attacker")
    state = roll(do, state, "!!--", "!!--")
    for seat in (1, 2):
        state = do(state, "tactics_drawn", cards=["census", "migration"])
        assert [state.fleets[marker].at for marker in ("1a", "2a")] == [SAGITTARIUS, SAGITTARIUS]
        state = do(state, "tactics_kept", seat=seat, cards=["migration"])
    assert [state.fleets[marker].at for marker in ("1a", "2a")] == [HOMES[1], HOMES[2]]
    assert [player.vp for player in state.players.values()] == [1, 1]
    assert [kind.__name__ for kind in RULES.to_act(state).chance] == ["MonsterDrawn"]


def test_a_technology_may_be_the_reward(before: Do, do: Do) -> None:
    """The wyrm brings a card of at most 5, or nothing when it is declined."""
    state = before(2, {"1a": (SAGITTARIUS, 10)}, monster="nova_wyrm")
    state = roll(do, do(state, "monster_fought", seat=1), "!!!!!!!---")
    taken = do(state, "effect_chosen", seat=1, use={"card": "planetary_bombardment", "slot": "m1"})
    assert taken.players["1"].slots["m1"] == ("planetary_bombardment",)
    assert do(state, "effect_chosen", seat=1).players["1"].vp == 3


@pytest.mark.parametrize(("respawn", "drawn"), [("at_once", True), ("next_age", False)])
def test_whether_a_successor_comes_at_once(before: Do, do: Do, respawn: str, *, drawn: bool) -> None:
    """With monster_respawn=next_age none comes in this age (A25)."""
    state = before(2, {"1a": (SAGITTARIUS, 6)}, monster_respawn=respawn)
    state = settled(roll(do, do(state, "monster_fought", seat=1), "dddddd"))
    assert bool(RULES.to_act(state).chance) == drawn


def test_successors_are_neither_in_play_nor_waiting(acting: Do) -> None:
    """Example 31: of level 1, leech and eel wait for ages, the swarm is left; killed ones come again only after all."""
    state = replace(acting(2), monsters={}, waiting=("rift_eel", "star_kraken", "leviathan"))
    assert successors(state, 1) == ("void_leech", "shard_swarm")
    once = replace(state, defeated=("void_leech",))
    assert successors(once, 1) == ("shard_swarm",)
    both = replace(state, defeated=("void_leech", "shard_swarm"))
    assert successors(both, 1) == ("void_leech", "shard_swarm")
    assert successors(replace(both, monsters={"0,0": Beast("shard_swarm")}), 1) == ("void_leech",)


def test_killed_monsters_do_not_come_again_without_recycling(acting: Do) -> None:
    """With monster_recycle=false none is left then; exploring still finds any of the level."""
    state = acting(2, monster_recycle=False)
    state = replace(state, monsters={}, waiting=("rift_eel",), defeated=("void_leech", "shard_swarm"))
    assert successors(state, 1) == ()
    assert found(state, 1) == ("void_leech", "shard_swarm", "rift_eel")


def test_a_monster_away_from_sagittarius_has_no_successor(before: Do, do: Do) -> None:
    """One found by exploring is gone when it is killed (A25)."""
    state = before(2, {"1a": ((2, -1), 6)})
    state = replace(state, monsters={"2,-1": Beast("void_leech")})
    state = settled(roll(do, do(state, "monster_fought", seat=1), "dddddd"))
    assert state.monsters == {}
    assert not RULES.to_act(state).chance


def test_nothing_comes_between_a_death_and_its_draw(before: Do, do: Do, having: Do, refused: Refused) -> None:
    """Once the last roll has killed the monster its successor is drawn: only cards on the dice come first (A15)."""
    state = before(2, {"1a": (SAGITTARIUS, 4)})
    state = having(state, 2, hand=("war_bonds",), cubes=replace(state.players["2"].cubes, technology=3))
    state = roll(do, do(state, "monster_fought", seat=1), "dddd")
    assert settled(state).battle is not None
    fatal = roll(do, do(state, "combat_continued", seat=1, choice="attack"), "dd-")
    for name, fields in (
        ("converted", {"spent": {"technology": 2}, "gained": "military"}),
        ("tactics_played", {"card": "war_bonds"}),
        ("board_reconfigured", {"slots": {}}),
    ):
        assert refused(fatal, name, seat=2, **fields) == "play.turn"
    rerolled = having(fatal, 1, hand=("rapid_fire",))
    use = {"unit": "1a", "dice": [1]}
    assert do(rerolled, "tactics_played", seat=1, card="rapid_fire", use=use).pending
    after = do(fatal, "monster_drawn", monster="shard_swarm")
    assert do(after, "converted", seat=2, spent={"technology": 2}, gained="military").players["2"].cubes.military == 1
