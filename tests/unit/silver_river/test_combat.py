"""Fleet combat of The Silver River: joining, targets, dice, losses and credits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Battle
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.seats import Running
from playfold.engine.games.silver_river.state import State

Do = Callable[..., State]
Refused = Callable[..., str]
Fleets = Mapping[str, tuple[tuple[int, int], int]]
AT, NEAR, FAR = (1, 0), (2, -1), (2, 1)
CUBES = {1: {"military": 9}}


@pytest.fixture
def attack(acting: Do, do: Do, fleets: Do) -> Callable[..., State]:
    """Gives the function that has seat 1 attack from its place: `attack(3, {...}, [2], stations={})`."""

    def begin(seats: int, units: Fleets, against: Sequence[int] = (2,), **more: Any) -> State:
        stations = more.pop("stations", {})
        state = fleets(acting(seats, cubes=CUBES, **more), units)
        state = replace(state, stations=stations)
        state = do(state, "fleet_activated", seat=1, marker="1a")
        return do(state, "attack_declared", seat=1, against=list(against))

    return begin


def fire(do: Do, state: State, targets: Mapping[int, Mapping[str, str]], dice: Mapping[str, str]) -> State:
    """Plays a round: targets by seat, and the dice of each unit as a letter each: - is blank, ! a crit."""
    faces = {"-": "blank", "!": "crit"}
    for seat, aims in targets.items():
        state = do(state, "targets_chosen", seat=seat, targets=dict(aims))
    for unit, row in dice.items():
        state = do(state, "combat_rolled", unit=unit, faces=[faces.get(each, each) for each in row])
    return state


def battle(state: State) -> Battle:
    """Gives the battle that goes on."""
    assert state.battle is not None
    return state.battle


# Joining


def test_all_who_are_near_join_clockwise_from_the_initiator(attack: Do, do: Do, refused: Refused) -> None:
    """Each seat once, the initiator first: own fleets, the attacked's, then others with a side (A6)."""
    state = attack(
        4,
        {
            "1a": (AT, 2),
            "1b": (NEAR, 1),
            "2a": (AT, 2),
            "2b": (NEAR, 1),
            "3a": (AT, 1),
            "4a": (NEAR, 3),
            "4b": (FAR, 1),
        },
    )
    assert battle(state).queue == (1, 2, 3, 4)
    assert refused(state, "battle_joined", seat=2, markers=[]) == "join.asked"
    assert refused(state, "battle_joined", seat=1, markers=["1b"], side="attacker") == "join.side"
    state = do(state, "battle_joined", seat=1, markers=["1b"])
    assert state.fleets["1b"].at == AT
    state = do(state, "battle_joined", seat=2, markers=[])
    assert refused(state, "battle_joined", seat=3, markers=[]) == "join.side"
    state = do(state, "battle_joined", seat=3, markers=[], side="bystander")
    assert refused(state, "battle_joined", seat=4, markers=["4b"], side="defender") == "join.fleets"
    assert refused(state, "battle_joined", seat=4, markers=["4a"]) == "join.side"
    assert refused(state, "battle_joined", seat=4, markers=[], side="defender") == "join.side"
    assert refused(state, "battle_joined", seat=4, markers=["4a", "4a"], side="defender") == "write.order"
    assert refused(state, "battle_joined", seat=4, markers=["4a"], side="attacker", ships=2) == "join.bombers"
    state = do(state, "battle_joined", seat=4, markers=["4a"], side="defender")
    assert battle(state).sides == {"1": "attacker", "2": "defender", "3": "bystander", "4": "defender"}
    assert battle(state).stage == "targets"


def test_who_stays_out_leaves_no_trace(attack: Do, do: Do) -> None:
    """A seat next to the combat that brings nothing has no side."""
    state = attack(3, {"1a": (AT, 2), "2a": (AT, 2), "3a": (NEAR, 1)})
    state = do(state, "battle_joined", seat=3, markers=[])
    assert battle(state).sides == {"1": "attacker", "2": "defender"}


@pytest.mark.parametrize(("how", "queue"), [("combat", (1, 2)), ("always", (1, 2)), ("never", (2,))])
def test_whether_the_initiator_brings_its_other_fleets(attack: Do, how: str, queue: tuple[int, ...]) -> None:
    """With initiator_joins=never it is not asked (A33)."""
    units = {"1a": (AT, 2), "1b": (NEAR, 1), "2a": (AT, 2), "2b": (NEAR, 1)}
    assert battle(attack(2, units, initiator_joins=how)).queue == queue


# Targets and dice


def test_targets_are_units_there_that_are_not_on_the_own_side(attack: Do, do: Do, refused: Refused) -> None:
    """Bystanders may be fired at, allies not, units elsewhere not; each own unit has one target (A7, A36, A38)."""
    units = {"1a": (AT, 2), "1b": (AT, 1), "2a": (AT, 2), "2b": (FAR, 1), "3a": (AT, 1), "4a": (AT, 1)}
    state = attack(4, units)
    state = do(state, "battle_joined", seat=3, markers=[], side="bystander")
    state = do(state, "battle_joined", seat=4, markers=[], side="attacker")
    assert refused(state, "targets_chosen", seat=2, targets={}) == "targets.asked"
    assert refused(state, "targets_chosen", seat=1, targets={"1a": "4a"}) == "targets.target"
    assert refused(state, "targets_chosen", seat=1, targets={"1a": "2b"}) == "targets.target"
    assert refused(state, "targets_chosen", seat=1, targets={"1c": "2a"}) == "targets.unit"
    assert refused(state, "targets_chosen", seat=1, targets={"1b": "2a", "1a": "2a"}) == "write.order"
    state = do(state, "targets_chosen", seat=1, targets={"1a": "3a"})
    state = do(state, "targets_chosen", seat=2, targets={"2a": "4a"})
    state = do(state, "targets_chosen", seat=4, targets={"4a": "2a"})
    assert battle(state).rolls_due == ("1a", "2a", "4a")


def test_one_die_for_each_ship_in_order(attack: Do, do: Do, refused: Refused) -> None:
    """The next unit rolls as many dice as it has ships; nothing else may come before them."""
    state = attack(2, {"1a": (AT, 2), "2a": (AT, 1)}, stations={"1,0": 1})
    state = do(state, "targets_chosen", seat=1, targets={"1a": "2a", "1s": "2a"})
    state = do(state, "targets_chosen", seat=2, targets={"2a": "1a"})
    assert refused(state, "combat_rolled", unit="2a", faces=["d"]) == "roll.unit"
    assert refused(state, "combat_rolled", unit="1a", faces=["d"]) == "roll.dice"
    assert refused(state, "converted", seat=1, spent={"military": 2}, gained="politics") == "play.turn"
    state = do(state, "combat_rolled", unit="1a", faces=["blank", "a"])
    state = do(state, "combat_rolled", unit="1s", faces=["crit"])
    state = do(state, "combat_rolled", unit="2a", faces=["d"])
    after = settled(state)
    assert after.battle is None
    assert after.players["1"].ships.one == 1
    assert after.players["1"].best_battle == 0


def test_a_station_is_behind_the_ships_of_its_owner(attack: Do, do: Do, refused: Refused) -> None:
    """Example 26: of 7 hits on a fleet of 5 the other fleet is unharmed; the station is no target in that round."""
    units = {"1a": (AT, 7), "2a": (AT, 5), "2b": (AT, 2)}
    state = attack(2, units, stations={"1,0": 2})
    assert refused(state, "targets_chosen", seat=1, targets={"1a": "2s"}) == "targets.station"
    state = fire(do, state, {1: {"1a": "2a"}, 2: {}}, {"1a": "ddddddd"})
    after = settled(state)
    assert (after.players["2"].ships.one, after.players["2"].ships.two) == (0, 2)
    assert after.fleets["2a"].at is None
    assert after.stations == {"1,0": 2}


def test_a_station_alone_fights_and_falls_to_one_hit(attack: Do, do: Do) -> None:
    """It rolls one die, and is gone after a hit; its owner may build it again."""
    state = attack(2, {"1a": (AT, 2)}, stations={"1,0": 2})
    state = fire(do, state, {1: {"1a": "2s"}, 2: {"2s": "1a"}}, {"1a": "d-", "2s": "d"})
    after = settled(state)
    assert after.stations == {}
    assert after.battle is None
    assert after.players["1"].ships.one == 1
    assert after.players["1"].battles == 1
    assert after.players["2"].battles == 0


def test_hits_count_by_the_fleet_level_and_crits_twice(attack: Do, do: Do, techs: Do) -> None:
    """Faces a, b, c, d and a crit are 2 + 1 hits at level 0, and 3 + 2 + 1 at level 3."""
    for level, hits in ((0, 3), (1, 4), (2, 5), (3, 6)):
        state = attack(2, {"1a": (AT, 5), "2a": (AT, 9)})
        if level:
            state = techs(state, 1, m_fleet=f"fleet_upgrade_{level}")
        state = fire(do, state, {1: {"1a": "2a"}, 2: {}}, {"1a": "abcd!"})
        assert settled(state).players["2"].ships.one == 9 - hits


# Losses


def test_hits_are_credited_in_the_order_of_rolls(attack: Do, do: Do) -> None:
    """Example 27: of 3 + 3 hits on a fleet of 4, three count for the initiator, one for the other (A39)."""
    state = attack(3, {"1a": (AT, 3), "2a": (AT, 4), "3a": (AT, 3)})
    state = do(state, "battle_joined", seat=3, markers=[], side="attacker")
    aims = {1: {"1a": "2a"}, 2: {"2a": "1a"}, 3: {"3a": "2a"}}
    state = fire(do, state, aims, {"1a": "ddd", "2a": "----", "3a": "ddd"})
    assert battle(state).destroyed == {}
    after = settled(state)
    assert after.players["1"].best_battle == 3
    assert after.players["3"].best_battle == 0
    assert [player.battles for player in after.players.values()] == [1, 0, 1]


def test_all_fire_at_once(attack: Do, do: Do) -> None:
    """Two fleets of one ship destroy each other: nobody has won."""
    state = attack(2, {"1a": (AT, 1), "2a": (AT, 1)})
    after = settled(fire(do, state, {1: {"1a": "2a"}, 2: {"2a": "1a"}}, {"1a": "d", "2a": "d"}))
    assert after.battle is None
    assert [after.players[key].ships.total for key in ("1", "2")] == [0, 0]
    assert [after.players[key].battles for key in ("1", "2")] == [0, 0]


@pytest.mark.parametrize(("lost", "left"), [(True, 0), (False, 1)])
def test_quests_are_lost_with_their_fleet(attack: Do, do: Do, having: Do, *, lost: bool, left: int) -> None:
    """The card goes to the discards, unless quest_lost_with_fleet=false (A48)."""
    state = attack(2, {"1a": (AT, 1), "2a": (AT, 1)}, quest_lost_with_fleet=lost)
    state = having(state, 2, quests=(Running("quest_pilgrim", "2a"),))
    after = settled(fire(do, state, {1: {"1a": "2a"}, 2: {}}, {"1a": "d"}))
    assert len(after.players["2"].quests) == left
    assert after.explore_discards == (("quest_pilgrim",) if lost else ())


def test_a_hunting_fleet_counts_its_own_ships_for_its_quest(attack: Do, do: Do, having: Do) -> None:
    """Ships that another own fleet destroys do not count for the quest; three by the own one complete it."""
    state = attack(2, {"1a": (AT, 3), "1b": (AT, 3), "2a": (AT, 9)})
    state = having(state, 1, quests=(Running("quest_hunter", "1a"),))
    first = settled(fire(do, state, {1: {"1a": "2a", "1b": "2a"}, 2: {}}, {"1a": "dd-", "1b": "ddd"}))
    assert first.players["1"].quests == (Running("quest_hunter", "1a", 2),)
    first = do(first, "combat_continued", seat=1, choice="attack")
    first = do(first, "combat_continued", seat=2, choice="hold")
    second = settled(fire(do, first, {1: {"1a": "2a"}}, {"1a": "d--"}))
    assert second.players["1"].quests == ()
    assert second.players["1"].completed == ("quest_hunter",)


def test_deflectors_absorb_the_first_hit_on_each_fleet_in_a_combat(attack: Do, do: Do, techs: Do) -> None:
    """Of 2 hits on one fleet and 1 on another one ship is lost; in the next round they absorb no more."""
    state = techs(attack(2, {"1a": (AT, 2), "1b": (AT, 1), "2a": (AT, 5), "2b": (AT, 5)}), 2, m2="deflectors")
    state = settled(fire(do, state, {1: {"1a": "2a", "1b": "2b"}, 2: {}}, {"1a": "dd", "1b": "d"}))
    assert (state.players["2"].ships.one, state.players["2"].ships.two) == (4, 5)
    state = do(state, "combat_continued", seat=1, choice="attack")
    state = do(state, "combat_continued", seat=2, choice="hold")
    state = settled(fire(do, state, {1: {"1a": "2a", "1b": "2b"}}, {"1a": "dd", "1b": "d"}))
    assert (state.players["2"].ships.one, state.players["2"].ships.two) == (2, 4)


def test_losses_come_with_the_next_event(attack: Do, do: Do) -> None:
    """After the last roll the ships stand until something other than a card on dice comes."""
    state = attack(2, {"1a": (AT, 1), "2a": (AT, 1)})
    state = fire(do, state, {1: {"1a": "2a"}, 2: {}}, {"1a": "d"})
    assert state.players["2"].ships.one == 1
    assert RULES.to_act(state).due == (1,)
    assert do(state, "turn_ended", seat=1).players["2"].ships.one == 0
