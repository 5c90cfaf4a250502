"""Planetary bombardment in The Silver River: who may bomb what, joiners, and friendly fire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import Activation, State

Do = Callable[..., State]
Refused = Callable[..., str]
AT, NEAR = (2, 0), (1, 1)
CUBES = {1: {"military": 9}}
BOMBS = "planetary_bombardment"


@pytest.fixture
def above(acting: Do, do: Do, fleets: Do, techs: Do, having: Do) -> Callable[..., State]:
    """Gives the function that has seat 1 stay above the planet P1 with an activated fleet and the technology.

    `people` by seat; `wonder` is its builder; `units` besides the fleet 1a of 6 ships; `level` of seat 1's fleets.
    """

    def begin(
        seats: int,
        people: Mapping[str, int],
        *,
        wonder: int = 0,
        units: Mapping[str, tuple[tuple[int, int], int]] | None = None,
        level: int = 0,
        **rules: Any,
    ) -> State:
        state = fleets(acting(seats, cubes=CUBES, **rules), {"1a": (AT, 6), **(units or {})})
        planet = replace(state.planets["P1"], population=dict(people))
        if wonder:
            planet = replace(planet, wonder=Built("pleasure_dome", wonder))
            state = having(state, wonder, wonders=("orbital_shipyard", "racial"), built=1)
        state = replace(state, planets={**state.planets, "P1": planet})
        state = techs(state, 1, m1=BOMBS, **({"m_fleet": f"fleet_upgrade_{level}"} if level else {}))
        state = do(state, "fleet_activated", seat=1, marker="1a")
        while state.turn.activation is not None and state.turn.activation.asked:
            state = do(state, "attack_declined", seat=state.turn.activation.asked[0])
        return state

    return begin


def bomb(do: Do, state: State, faces: str, against: int = 2) -> State:
    """Bombs P1 with a ship for each face, - is blank, ! a crit, and takes the losses."""
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=against, ships=len(faces))
    return rolled(do, state, faces)


def rolled(do: Do, state: State, faces: str) -> State:
    """Rolls bombs that are due, and takes the losses."""
    short = {"-": "blank", "!": "crit"}
    return settled(do(state, "bombardment_rolled", faces=[short.get(each, each) for each in faces]))


def test_two_bombing_ships_take_two_cubes(above: Do, do: Do, refused: Refused) -> None:
    """Example 32: of 6 ships 2 bomb, crit and blank: two cubes go; there is no second bombardment in the turn."""
    state = bomb(do, above(2, {"2": 3}), "!-")
    assert state.planets["P1"].population == {"2": 1}
    assert state.battle is None
    assert state.players["1"].razed == 2
    assert [player.battles for player in state.players.values()] == [0, 0]
    again = do(replace(state, turn=replace(state.turn, activations=0)), "fleet_activated", seat=1, marker="1a")
    assert refused(again, "bombardment_declared", seat=1, planet="P1", against=2, ships=1) == "bombard.once"


def test_who_may_bomb_what(above: Do, do: Do, techs: Do, fleets: Do, refused: Refused) -> None:
    """The technology lies on top; the planet is here; its people or wonder are another's; at most all ships bomb."""
    state = above(2, {"1": 1, "2": 3})
    bombard: dict[str, Any] = {"seat": 1, "planet": "P1", "against": 2, "ships": 1}
    covered = techs(state, 1, m1=f"{BOMBS} long_range_scouts")
    assert refused(covered, "bombardment_declared", **bombard) == "bombard.tech"
    assert refused(state, "bombardment_declared", **{**bombard, "planet": "2h1"}) == "bombard.planet"
    assert refused(state, "bombardment_declared", **{**bombard, "against": 1}) == "bombard.target"
    assert refused(state, "bombardment_declared", **{**bombard, "ships": 7}) == "bombard.ships"
    guarded = fleets(state, {"1a": (AT, 6), "2a": (AT, 1)})
    assert refused(guarded, "bombardment_declared", **bombard) == "bombard.fleet"
    colonized = replace(state, turn=replace(state.turn, activation=Activation("1a", AT, colonized=True)))
    assert refused(colonized, "bombardment_declared", **bombard) == "follow.one"
    assert do(state, "bombardment_declared", **bombard).battle is not None


def test_a_planet_with_a_wonder_alone_is_bombed(above: Do, do: Do) -> None:
    """Example 16: the wonder falls, its builder gets 4 military at once, and may not build it again."""
    state = bomb(do, above(2, {}, wonder=2), "d")
    assert state.planets["P1"].wonder is None
    assert state.players["2"].cubes.military == 4
    assert "pleasure_dome" not in state.players["2"].wonders
    assert state.players["1"].razed == 1


def test_a_destroyed_wonder_may_be_built_again_with_the_parameter(above: Do, do: Do) -> None:
    """With wonder_rebuild=true it lies on the board again (A31)."""
    state = bomb(do, above(2, {}, wonder=2, wonder_rebuild=True), "d")
    assert "pleasure_dome" in state.players["2"].wonders


def test_five_hits_on_three_cubes_and_a_wonder_leave_one_for_others(above: Do, do: Do) -> None:
    """Example 14: 4 removed, the fifth hits another race; without one own cubes; nobody chooses."""
    state = bomb(do, above(3, {"1": 1, "2": 3, "3": 1}, wonder=2), "!!d")
    assert state.planets["P1"].population == {"1": 1}
    assert state.planets["P1"].wonder is None
    assert state.players["1"].razed == 5
    own = bomb(do, above(3, {"1": 1, "2": 3}, wonder=2), "!!d")
    assert own.planets["P1"].population == {}
    assert own.players["1"].razed == 4


@pytest.mark.parametrize(("order", "left"), [("others_first", {"1": 1}), ("own_first", {"3": 1})])
def test_the_order_of_friendly_fire(above: Do, do: Do, order: str, left: dict[str, int]) -> None:
    """Of 3 hits on one cube of the target two are left over: seat 3's before own cubes, or own ones first (A46)."""
    state = bomb(do, above(3, {"1": 1, "2": 1, "3": 2}, friendly_fire=order), "!d")
    assert state.planets["P1"].population == left


def test_wonders_of_others_and_the_dead_hits_stay(above: Do, do: Do) -> None:
    """A wonder that a third seat built is not hit; hits beyond all cubes are lost."""
    state = bomb(do, above(3, {"2": 1}, wonder=3), "!!")
    assert state.planets["P1"].population == {}
    assert state.planets["P1"].wonder == Built("pleasure_dome", 3)
    assert state.players["1"].razed == 1


def test_the_attacker_chooses_between_wonder_and_cubes(above: Do, do: Do, refused: Refused) -> None:
    """With one hit on a cube and a wonder it is asked; with hits for both, or none, it is not."""
    state = bomb(do, above(2, {"2": 1}, wonder=2), "d")
    assert refused(state, "losses_chosen", seat=2) == "losses.asked"
    assert refused(state, "turn_ended", seat=1) == "play.open"
    spared = do(state, "losses_chosen", seat=1)
    assert spared.planets["P1"].population == {}
    assert spared.planets["P1"].wonder is not None
    taken = do(state, "losses_chosen", seat=1, wonder=True)
    assert taken.planets["P1"].population == {"2": 1}
    assert taken.planets["P1"].wonder is None
    assert bomb(do, above(2, {"2": 1}, wonder=2), "!").battle is None
    assert bomb(do, above(2, {"2": 1}, wonder=2), "-").battle is None


# Joining


def test_the_target_moves_a_fleet_in_and_is_fought_first(above: Do, do: Do) -> None:
    """Example 33: no bombs before that fleet is gone; then at most the ships that are left, undefended (A44)."""
    state = above(2, {"2": 3}, units={"2a": (NEAR, 1)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=6)
    state = do(state, "battle_joined", seat=2, markers=["2a"])
    assert state.battle is not None
    assert state.battle.sides == {"1": "attacker", "2": "defender"}
    state = do(state, "targets_chosen", seat=1, targets={"1a": "2a"})
    state = do(state, "targets_chosen", seat=2, targets={"2a": "1a"})
    state = do(state, "combat_rolled", unit="1a", faces=["d", *["blank"] * 5])
    state = do(state, "combat_rolled", unit="2a", faces=["d"])
    assert [kind.__name__ for kind in RULES.to_act(state).chance] == ["BombardmentRolled"]
    state = rolled(do, state, "d!---")
    assert state.battle is None
    assert state.planets["P1"].population == {}
    assert [player.battles for player in state.players.values()] == [1, 0]


def test_no_bombs_while_a_fleet_of_the_target_is_left(above: Do, do: Do, refused: Refused) -> None:
    """Both hold: the bombardment does not take place, and there is no second one in the turn."""
    state = above(2, {"2": 3}, units={"2a": (NEAR, 1)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=6)
    state = do(state, "battle_joined", seat=2, markers=["2a"])
    for seat in (1, 2):
        state = do(state, "targets_chosen", seat=seat, targets={})
    for seat in (1, 2):
        state = do(state, "combat_continued", seat=seat, choice="hold")
    assert state.battle is None
    assert state.planets["P1"].population == {"2": 3}
    assert refused(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=1) == "follow.one"


def test_no_bombs_when_the_bombers_have_gone(above: Do, do: Do) -> None:
    """The attacker retreats from the combat before: nothing falls."""
    state = above(2, {"2": 3}, units={"2a": (NEAR, 9)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=6)
    state = do(state, "battle_joined", seat=2, markers=["2a"])
    for seat in (1, 2):
        state = do(state, "targets_chosen", seat=seat, targets={})
    state = do(state, "retreated", seat=1, to=[3, 0])
    assert state.battle is None
    assert state.planets["P1"].population == {"2": 3}
    assert state.players["2"].battles == 1


def test_a_target_that_stays_out_has_no_side(above: Do, do: Do, refused: Refused) -> None:
    """It is asked with a fleet next to the sector, names no side, and the bombs fall."""
    state = above(2, {"2": 3}, units={"2a": (NEAR, 1)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=1)
    assert refused(state, "battle_joined", seat=2, markers=["2a"], side="defender") == "join.side"
    state = rolled(do, do(state, "battle_joined", seat=2, markers=[]), "d")
    assert state.planets["P1"].population == {"2": 2}
    assert state.battle is None


def test_joining_the_bombers_needs_the_technology(above: Do, do: Do, techs: Do, refused: Refused) -> None:
    """Seat 3 names from 1 to all of its ships there; the hits of both are added, each counts for its roll (A44)."""
    state = above(3, {"2": 4}, units={"3a": (AT, 2), "3b": (NEAR, 3)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=2)
    joins: dict[str, Any] = {"seat": 3, "markers": ["3b"], "side": "attacker"}
    assert refused(state, "battle_joined", **joins, ships=1) == "join.bombers"
    state = techs(state, 3, m1=BOMBS)
    assert refused(state, "battle_joined", **joins) == "join.bombers"
    assert refused(state, "battle_joined", **joins, ships=6) == "join.bombers"
    state = do(state, "battle_joined", **joins, ships=5)
    state = rolled(do, rolled(do, state, "d-"), "!----")
    assert state.planets["P1"].population == {"2": 1}
    assert (state.players["1"].razed, state.players["3"].razed) == (1, 2)


def test_defenders_fire_at_the_bombers_and_fight_on(above: Do, do: Do, refused: Refused) -> None:
    """The exchange is round 1 of a combat: the bombs fall, the bombers have losses, then all choose."""
    state = above(4, {"2": 4}, units={"3a": (AT, 2), "4a": (AT, 2)})
    state = do(state, "bombardment_declared", seat=1, planet="P1", against=2, ships=6)
    state = do(state, "battle_joined", seat=3, markers=[], side="defender")
    state = do(state, "battle_joined", seat=4, markers=[], side="bystander")
    assert refused(state, "targets_chosen", seat=3, targets={"3a": "4a"}) == "targets.target"
    state = do(state, "targets_chosen", seat=3, targets={"3a": "1a"})
    assert refused(state, "combat_rolled", unit="3a", faces=["d", "d"]) == "play.chance"
    state = do(state, "bombardment_rolled", faces=["d", "d", "blank", "blank", "blank", "blank"])
    state = settled(do(state, "combat_rolled", unit="3a", faces=["d", "d"]))
    assert state.planets["P1"].population == {"2": 2}
    assert state.players["1"].ships.one == 4
    assert state.battle is not None
    assert (state.battle.stage, state.battle.queue, state.battle.round) == ("choose", (1, 3), 1)
    state = do(state, "combat_continued", seat=1, choice="attack")
    state = do(state, "combat_continued", seat=3, choice="hold")
    assert refused(state, "targets_chosen", seat=1, targets={"1a": "2a"}) == "targets.target"
    state = do(state, "targets_chosen", seat=1, targets={"1a": "3a"})
    state = settled(do(state, "combat_rolled", unit="1a", faces=["crit", "blank", "blank", "blank"]))
    assert state.battle is None
    assert [player.battles for player in state.players.values()] == [1, 0, 0, 0]
    assert state.players["1"].best_battle == 2


def test_the_mover_may_bomb_after_a_combat_of_another(do: Do, acting: Do, fleets: Do, techs: Do) -> None:
    """Seat 3 attacks the mover and dies; the mover bombs seat 2 then (A60)."""
    state = acting(3, cubes=CUBES)
    state = fleets(state, {"1a": (AT, 6), "3a": (AT, 1)})
    planet = replace(state.planets["P1"], population={"2": 3})
    state = techs(replace(state, planets={**state.planets, "P1": planet}), 1, m1=BOMBS)
    state = do(state, "fleet_activated", seat=1, marker="1a")
    state = do(state, "attack_declined", seat=1)
    state = do(state, "attack_declared", seat=3, against=[1])
    state = do(state, "targets_chosen", seat=3, targets={"3a": "1a"})
    state = do(state, "targets_chosen", seat=1, targets={"1a": "3a"})
    state = do(state, "combat_rolled", unit="3a", faces=["blank"])
    state = do(state, "combat_rolled", unit="1a", faces=["d", *["blank"] * 5])
    assert bomb(do, state, "d").planets["P1"].population == {"2": 2}
