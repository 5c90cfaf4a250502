"""Military actions of The Silver River: building ships, activating fleets, and who is asked about an attack."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import State

Do = Callable[..., State]
Refused = Callable[..., str]
MILITARY = {1: {"military": 15}}
NEBULA, FREE, HOME_1 = (1, 0), (2, -1), (3, 0)


def test_the_military_turn_of_the_rulebook_costs_12_of_15(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """4 ships, an activation, a combat that loses 2, 4 ships, one for each other fleet; no second activation."""
    state = fleets(
        acting(2, cubes=MILITARY),
        {"1a": (HOME_1, 5), "1b": (HOME_1, 3), "1c": (FREE, 4), "1d": (HOME_1, 1), "2a": (NEBULA, 2)},
    )
    state = do(state, "ships_built", seat=1, ships={"3": 4})
    assert state.players["1"].ships.three == 8
    state = do(state, "fleet_activated", seat=1, marker="1c", to=list(NEBULA))
    assert refused(state, "ships_built", seat=1, ships={"3": 1}) == "play.open"
    state = do(state, "attack_declared", seat=1, against=[2])
    state = do(state, "targets_chosen", seat=1, targets={"1c": "2a"})
    state = do(state, "targets_chosen", seat=2, targets={"2a": "1c"})
    state = do(state, "combat_rolled", unit="1c", faces=["d", "d", *["blank"] * 6])
    state = do(state, "combat_rolled", unit="2a", faces=["crit", "blank"])
    state = do(state, "ships_built", seat=1, ships={"3": 4})
    assert state.players["1"].ships.three == 10
    assert refused(state, "ships_built", seat=1, ships={"3": 1}) == "build.most"
    state = do(state, "ships_built", seat=1, ships={"1": 1, "2": 1, "4": 1})
    assert state.players["1"].cubes.military == 3
    assert refused(state, "fleet_activated", seat=1, marker="1a", to=[2, 0]) == "activate.once"


def test_fleets_do_not_grow_beside_others(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """A fleet with another seat's fleet in its sector takes no ships until that is gone (example 20)."""
    state = fleets(acting(2, cubes=MILITARY), {"1a": (NEBULA, 5), "2a": (NEBULA, 1)})
    assert refused(state, "ships_built", seat=1, ships={"1": 1}) == "build.fleet"
    state = fleets(state, {"1a": (NEBULA, 5), "2a": (FREE, 1)})
    assert do(state, "ships_built", seat=1, ships={"1": 1}).players["1"].ships.one == 6


def test_lost_fleets_return_home_with_their_ships(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """A fleet off the board is built into the home sector, unless another seat's fleet is there (A56)."""
    state = fleets(acting(2, cubes=MILITARY), {"1a": (NEBULA, 5), "2a": (FREE, 1)})
    assert do(state, "ships_built", seat=1, ships={"4": 2}).fleets["1d"].at == HOME_1
    blocked = fleets(state, {"1a": (NEBULA, 5), "2a": (HOME_1, 1)})
    assert refused(blocked, "ships_built", seat=1, ships={"4": 2}) == "build.fleet"


def test_ships_cost_what_the_parameter_says(acting: Do, do: Do, refused: Refused) -> None:
    """At 2 a ship, 15 military pay for 7 ships and not for 8; none at all is no building."""
    state = acting(2, cubes=MILITARY, ship_cost=2)
    assert do(state, "ships_built", seat=1, ships={"2": 7}).players["1"].cubes.military == 1
    assert refused(state, "ships_built", seat=1, ships={"2": 5, "3": 3}) == "build.pay"
    assert refused(state, "ships_built", seat=1, ships={}) == "build.none"


def test_the_first_ships_of_an_age_are_free_for_reptilians(acting: Do, do: Do) -> None:
    """Of 3 ships one is paid for, then all: 2 are free in each age."""
    state = acting(2, races=("reptilian", "grey"), cubes=MILITARY)
    state = do(state, "ships_built", seat=1, ships={"4": 3})
    assert state.players["1"].cubes.military == 14
    assert do(state, "ships_built", seat=1, ships={"4": 3}).players["1"].cubes.military == 11


def test_a_fleet_moves_one_sector_or_stays(acting: Do, do: Do, refused: Refused) -> None:
    """It moves to an adjacent sector; `to` is left out when it stays; only own fleets on the board move."""
    state = acting(2, cubes=MILITARY)
    assert do(state, "fleet_activated", seat=1, marker="1a", to=[2, 0]).fleets["1a"].at == (2, 0)
    assert do(state, "fleet_activated", seat=1, marker="1a").fleets["1a"].at == HOME_1
    assert refused(state, "fleet_activated", seat=1, marker="1a", to=[1, 0]) == "activate.move"
    assert refused(state, "fleet_activated", seat=1, marker="1a", to=list(HOME_1)) == "activate.move"
    assert refused(state, "fleet_activated", seat=1, marker="2a", to=[2, 0]) == "activate.fleet"


def test_activation_costs_what_the_parameter_says(acting: Do, do: Do, refused: Refused) -> None:
    """With 3 for each activation, 2 military do not pay for one."""
    state = acting(2, cubes={1: {"military": 2}}, activation_cost=3)
    assert refused(state, "fleet_activated", seat=1, marker="1a") == "activate.pay"
    state = acting(2, cubes={1: {"military": 3}}, activation_cost=3)
    assert do(state, "fleet_activated", seat=1, marker="1a").players["1"].cubes.military == 0


def test_ion_drives_and_the_twin_gate_move_farther(acting: Do, do: Do, techs: Do, refused: Refused) -> None:
    """Ion Drives move a fleet 2 sectors; the gate adds one from the home sector; under another card they do not."""
    state = techs(acting(2, races=("yahyel", "grey"), cubes=MILITARY), 1, m_logistics="ion_drives")
    assert do(state, "fleet_activated", seat=1, marker="1a", to=[1, 0]).fleets["1a"].at == (1, 0)
    assert refused(state, "fleet_activated", seat=1, marker="1a", to=[0, 0]) == "activate.move"
    gate = replace(state.planets["1h1"], wonder=Built("racial", 1))
    player = replace(state.players["1"], wonders=("pleasure_dome", "orbital_shipyard"), built=1)
    built = replace(state, planets={**state.planets, "1h1": gate}, players={**state.players, "1": player})
    assert do(built, "fleet_activated", seat=1, marker="1a", to=[0, 0]).fleets["1a"].at == (0, 0)


def test_grand_logistics_activates_two_fleets(acting: Do, do: Do, techs: Do, refused: Refused) -> None:
    """With the card on top two fleets are activated in a turn, not three."""
    state = techs(acting(2, cubes=MILITARY), 1, m2="grand_logistics")
    state = do(state, "fleet_activated", seat=1, marker="1a", to=[2, 0])
    state = do(state, "fleet_activated", seat=1, marker="1b", to=[2, 0])
    assert refused(state, "fleet_activated", seat=1, marker="1c", to=[2, 0]) == "activate.once"


def test_the_mover_is_asked_first_then_the_others(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """Where three seats meet, the mover declines, then seat 2, then seat 3 attacks both."""
    state = fleets(acting(3, cubes=MILITARY), {"1a": (FREE, 5), "2a": (NEBULA, 2), "3a": (NEBULA, 2)})
    state = do(state, "fleet_activated", seat=1, marker="1a", to=list(NEBULA))
    assert RULES.to_act(state).due == (1,)
    assert refused(state, "attack_declined", seat=2) == "attack.asked"
    assert refused(state, "turn_ended", seat=1) == "play.open"
    for seat in (1, 2):
        state = do(state, "attack_declined", seat=seat)
    assert RULES.to_act(state).due == (3,)
    assert refused(state, "attack_declared", seat=3, against=[]) == "attack.whom"
    assert refused(state, "attack_declared", seat=3, against=[3]) == "attack.whom"
    assert refused(state, "attack_declared", seat=3, against=[2, 1]) == "write.order"
    state = do(state, "attack_declared", seat=3, against=[1, 2])
    assert state.battle is not None
    assert state.battle.initiator == 3
    assert state.battle.sides == {"1": "defender", "2": "defender", "3": "attacker"}


def test_once_all_have_declined_the_mover_goes_on(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """After both have declined nobody is asked any more; the fleet's follow-up is still open."""
    state = fleets(acting(2, cubes=MILITARY), {"1a": (NEBULA, 5), "2a": (FREE, 2)})
    state = do(state, "fleet_activated", seat=1, marker="1a", to=list(FREE))
    for seat in (1, 2):
        state = do(state, "attack_declined", seat=seat)
    assert refused(state, "attack_declared", seat=1, against=[2]) == "attack.asked"
    assert do(state, "sector_explored", seat=1).players["1"].tokens == 2


@pytest.mark.parametrize(("allowed", "due"), [(True, (1,)), (False, ())])
def test_whether_a_fleet_that_stayed_may_attack(
    acting: Do, do: Do, fleets: Do, *, allowed: bool, due: tuple[int, ...]
) -> None:
    """With attack_without_move=false nobody is asked where the fleet has stayed (A32)."""
    state = fleets(acting(2, cubes=MILITARY, attack_without_move=allowed), {"1a": (FREE, 5), "2a": (FREE, 2)})
    state = do(state, "fleet_activated", seat=1, marker="1a")
    assert state.turn.activation is not None
    assert state.turn.activation.asked[:1] == due


def test_an_attack_uses_the_follow_up_up(acting: Do, do: Do, fleets: Do, refused: Refused) -> None:
    """After the combat the fleet may not explore, whoever attacked (A34)."""
    state = fleets(acting(2, cubes=MILITARY), {"1a": (NEBULA, 5), "2a": (FREE, 1)})
    state = do(state, "fleet_activated", seat=1, marker="1a", to=list(FREE))
    state = do(state, "attack_declined", seat=1)
    state = do(state, "attack_declared", seat=2, against=[1])
    state = do(state, "targets_chosen", seat=2, targets={})
    state = do(state, "targets_chosen", seat=1, targets={"1a": "2a"})
    state = do(state, "combat_rolled", unit="1a", faces=["d"] * 5)
    assert refused(state, "sector_explored", seat=1) == "explore.fleet"
    assert refused(state, "monster_fought", seat=1) == "follow.one"
    assert do(state, "turn_ended", seat=1).turn.seat == 2


def test_a_further_action_is_doing_nothing_with_the_fleet(acting: Do, do: Do, refused: Refused) -> None:
    """Once ships are built, the fleet that was activated before has no follow-up any more."""
    state = do(acting(2, cubes=MILITARY), "fleet_activated", seat=1, marker="1a", to=[2, 0])
    state = do(state, "ships_built", seat=1, ships={"2": 1})
    assert refused(state, "monster_fought", seat=1) == "follow.one"
