"""Between the rounds of a combat of The Silver River: attack, hold, retreat, limits, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.state import State

Do = Callable[..., State]
Refused = Callable[..., str]
AT, NEAR = (1, 0), (2, -1)
CUBES = {1: {"military": 9}}


@pytest.fixture
def second_round(acting: Do, do: Do, fleets: Do, techs: Do) -> Callable[..., State]:
    """Gives a combat before its second round, which seat 1 began: `second_round(2, {...}, fired={1: "2a", ...})`.

    Everyone fires with fleet a at the unit named and misses; those not named do not fire. `levels` by seat.
    """

    def begin(
        seats: int,
        units: Mapping[str, tuple[tuple[int, int], int]],
        *,
        against: Sequence[int] = (2,),
        sides: Mapping[int, str] | None = None,
        fired: Mapping[int, str] | None = None,
        stations: Mapping[str, int] | None = None,
        levels: Mapping[int, int] | None = None,
        **rules: Any,
    ) -> State:
        state = replace(fleets(acting(seats, cubes=CUBES, **rules), units), stations=dict(stations or {}))
        for seat, level in (levels or {}).items():
            state = techs(state, seat, m_fleet=f"fleet_upgrade_{level}")
        state = do(state, "fleet_activated", seat=1, marker="1a")
        state = do(state, "attack_declared", seat=1, against=list(against))
        for seat, side in (sides or {}).items():
            state = do(state, "battle_joined", seat=seat, markers=[], side=side)
        return a_round(do, state, fired or {1: "2a", 2: "1a"})

    return begin


def a_round(do: Do, state: State, fired: Mapping[int, str]) -> State:
    """Plays a round without a hit, and takes the losses."""
    while state.battle is not None and state.battle.stage == "targets":
        seat = state.battle.queue[0]
        state = do(state, "targets_chosen", seat=seat, targets={f"{seat}a": fired[seat]} if seat in fired else {})
    while state.battle is not None and state.battle.stage == "roll":
        unit = state.battle.rolls_due[0]
        ships = state.players[unit[0]].ships.of(state.fleets[unit].number)
        state = do(state, "combat_rolled", unit=unit, faces=["blank"] * ships)
    return settled(state)


def queue(state: State) -> tuple[int, ...]:
    """Gives the seats that are still asked."""
    assert state.battle is not None
    assert state.battle.stage == "choose"
    return state.battle.queue


def test_the_first_retreat_ends_a_combat_of_two(second_round: Do, do: Do, refused: Refused) -> None:
    """Example 28: the attacker retreats, the defender has won; if the attacker stays, the defender may retreat (A8)."""
    state = second_round(2, {"1a": (AT, 2), "2a": (AT, 2)})
    assert queue(state) == (1, 2)
    assert refused(state, "combat_continued", seat=2, choice="hold") == "round.asked"
    assert refused(state, "retreated", seat=1, to=[3, 0]) == "retreat.to"
    gone = do(state, "retreated", seat=1, to=list(NEAR))
    assert gone.battle is None
    assert gone.fleets["1a"].at == NEAR
    assert (gone.players["1"].battles, gone.players["2"].battles) == (0, 1)
    stays = do(state, "combat_continued", seat=1, choice="attack")
    left = do(stays, "retreated", seat=2, to=list(NEAR))
    assert left.battle is None
    assert left.players["1"].battles == 1


def test_a_combat_ends_when_nobody_attacks(second_round: Do, do: Do) -> None:
    """Both hold: all stay where they are, nobody has won."""
    state = second_round(2, {"1a": (AT, 2), "2a": (AT, 2)})
    for seat in (1, 2):
        state = do(state, "combat_continued", seat=seat, choice="hold")
    assert state.battle is None
    assert state.fleets["1a"].at == state.fleets["2a"].at == AT
    assert [player.battles for player in state.players.values()] == [0, 0]


def test_who_held_may_attack_again(second_round: Do, do: Do) -> None:
    """In the second round only the defender fires; before the third the initiator is asked again (A41)."""
    state = second_round(2, {"1a": (AT, 2), "2a": (AT, 2)})
    state = do(state, "combat_continued", seat=1, choice="hold")
    state = do(state, "combat_continued", seat=2, choice="attack")
    assert state.battle is not None
    assert state.battle.queue == (2,)
    state = a_round(do, state, {2: "1a"})
    assert queue(state) == (1, 2)
    assert do(state, "combat_continued", seat=1, choice="attack").battle is not None


def test_all_fleets_of_a_seat_retreat_together(second_round: Do, do: Do, refused: Refused) -> None:
    """Both fleets go to the one sector (A40); a station stays, and with it alone one cannot retreat."""
    units = {"1a": (AT, 2), "1b": (AT, 1), "2a": (AT, 2)}
    state = do(second_round(2, units), "retreated", seat=1, to=list(NEAR))
    assert state.fleets["1a"].at == state.fleets["1b"].at == NEAR
    alone = second_round(2, {"1a": (AT, 2)}, stations={"1,0": 2}, fired={1: "2s"})
    alone = do(alone, "combat_continued", seat=1, choice="attack")
    assert refused(alone, "retreated", seat=2, to=list(NEAR)) == "retreat.fleets"


def test_one_may_not_retreat_after_the_other_side(second_round: Do, do: Do, refused: Refused) -> None:
    """With two attackers one of whom has retreated, the defender stays; its own ally may still go."""
    units = {"1a": (AT, 2), "2a": (AT, 2), "3a": (AT, 2)}
    state = second_round(3, units, sides={3: "attacker"}, fired={1: "2a"})
    state = do(state, "retreated", seat=1, to=list(NEAR))
    assert queue(state) == (2, 3)
    assert refused(state, "retreated", seat=2, to=list(NEAR)) == "retreat.other"
    state = do(state, "combat_continued", seat=2, choice="attack")
    assert do(state, "retreated", seat=3, to=list(NEAR)).battle is None


def test_bystanders_are_asked_when_they_were_shot_at(second_round: Do, do: Do, refused: Refused) -> None:
    """One that was fired at holds or retreats and never attacks; another one is not asked (A7)."""
    units = {"1a": (AT, 2), "2a": (AT, 2), "3a": (AT, 2), "4a": (AT, 2)}
    state = second_round(4, units, sides={3: "bystander", 4: "bystander"}, fired={1: "3a", 2: "1a"})
    assert queue(state) == (1, 2, 3)
    for seat in (1, 2):
        state = do(state, "combat_continued", seat=seat, choice="attack")
    assert refused(state, "combat_continued", seat=3, choice="attack") == "round.attack"
    state = do(state, "retreated", seat=3, to=list(NEAR))
    assert state.battle is not None
    assert state.battle.round == 2


def after_rounds(do: Do, state: State, rounds: int, fired: Mapping[int, str]) -> State:
    """Plays further rounds in which all attack."""
    for _ in range(rounds):
        while state.battle is not None and state.battle.stage == "choose":
            state = do(state, "combat_continued", seat=state.battle.queue[0], choice="attack")
        state = a_round(do, state, fired)
    return state


@pytest.mark.parametrize(("level", "rounds"), [(0, 3), (1, 5)])
def test_attackers_of_low_level_have_to_retreat(
    second_round: Do, do: Do, refused: Refused, level: int, rounds: int
) -> None:
    """Example 13: after 3 rounds at level 0, 5 at level 1, the attacker retreats; the defender is not bound (A20)."""
    units = {"1a": (AT, 2), "2a": (AT, 2)}
    fired = {1: "2a", 2: "1a"}
    state = second_round(2, units, levels={1: level} if level else {})
    state = after_rounds(do, state, rounds - 2, fired)
    assert do(state, "combat_continued", seat=1, choice="attack").battle is not None
    state = after_rounds(do, state, 1, fired)
    assert refused(state, "combat_continued", seat=1, choice="attack") == "battle.limit"
    assert refused(state, "combat_continued", seat=1, choice="hold") == "battle.limit"
    assert next(each.__struct_config__.tag for each in RULES.options(state) if each.seat == 1) == "retreated"
    assert do(state, "retreated", seat=1, to=list(NEAR)).battle is None


def test_only_rounds_in_which_it_fired_count(second_round: Do, do: Do) -> None:
    """A seat that held in the second round has a round more."""
    fired = {1: "2a", 2: "1a"}
    state = second_round(2, {"1a": (AT, 2), "2a": (AT, 2)})
    state = do(state, "combat_continued", seat=1, choice="hold")
    state = do(state, "combat_continued", seat=2, choice="attack")
    state = after_rounds(do, a_round(do, state, fired), 1, fired)
    assert state.battle is not None
    assert state.battle.fired == {"1": 2, "2": 3}
    assert do(state, "combat_continued", seat=1, choice="attack").battle is not None


def test_no_limit_from_level_two_and_in_5_0(second_round: Do, do: Do) -> None:
    """After 7 rounds both may go on (A20, A42)."""
    fired = {1: "2a", 2: "1a"}
    for more in ({"levels": {1: 2}}, {"version": "5.0"}):
        state = after_rounds(do, second_round(2, {"1a": (AT, 2), "2a": (AT, 2)}, **more), 6, fired)
        assert do(state, "combat_continued", seat=1, choice="attack").battle is not None


@pytest.mark.parametrize(("side", "bound"), [("attackers", {1, 3}), ("initiator", {1}), ("all", {1, 2, 3})])
def test_whom_the_limit_binds(second_round: Do, do: Do, side: str, bound: set[int]) -> None:
    """round_limit_side: every attacker, the initiator alone, or all on a side (A43)."""
    units = {"1a": (AT, 2), "2a": (AT, 2), "3a": (AT, 2)}
    fired = {1: "2a", 2: "1a", 3: "2a"}
    state = second_round(3, units, sides={3: "attacker"}, fired=fired, round_limit_side=side)
    state = after_rounds(do, state, 2, fired)
    assert state.battle is not None
    for seat in (1, 2, 3):
        asked = replace(state, battle=replace(state.battle, queue=(seat,)))
        continues = {each.__struct_config__.tag for each in RULES.options(asked) if each.seat == seat}
        assert ("combat_continued" not in continues) == (seat in bound)


def test_a_forced_retreat_may_follow_one_of_the_other_side(second_round: Do, do: Do) -> None:
    """The attackers at their limit go although a defender has gone before."""
    units = {"1a": (AT, 2), "2a": (AT, 2), "3a": (AT, 2), "4a": (AT, 2)}
    fired = {1: "2a", 2: "1a", 3: "1a", 4: "2a"}
    state = second_round(4, units, against=(2, 3), sides={4: "attacker"}, fired=fired)
    state = after_rounds(do, state, 2, fired)
    assert state.battle is not None
    state = replace(state, battle=replace(state.battle, queue=(2, 4), left=()))
    state = do(state, "retreated", seat=2, to=list(NEAR))
    assert do(state, "retreated", seat=4, to=list(NEAR)).fleets["4a"].at == NEAR


def test_a_station_at_its_limit_holds(second_round: Do, do: Do, refused: Refused) -> None:
    """Without a fleet an attacker cannot retreat: it may only hold its fire."""
    units = {"1a": (AT, 2), "2a": (AT, 2)}
    fired = {1: "2a", 2: "1a"}
    state = after_rounds(do, second_round(2, units, stations={"1,0": 1}), 2, fired)
    moved = {**state.fleets, "1a": replace(state.fleets["1a"], at=NEAR)}
    state = replace(state, fleets=moved)
    assert refused(state, "combat_continued", seat=1, choice="attack") == "battle.limit"
    assert do(state, "combat_continued", seat=1, choice="hold").battle is not None
