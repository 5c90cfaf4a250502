"""What cards, steps and rewards of The Silver River bring: each operation that belongs to no other chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.cubes import Cubes, Ships
from playfold.engine.games.silver_river.effects import EFFECTS, begin
from playfold.engine.games.silver_river.op import Op
from playfold.engine.games.silver_river.operations_at_once import (
    AddPopulation,
    AddShips,
    FreeElection,
    Gain,
    KeepForVp,
    Vp,
)
from playfold.engine.games.silver_river.pending import Ask
from playfold.engine.games.silver_river.state import State
from playfold.engine.games.silver_river.table import Table
from playfold.engine.notation import read
from playfold.engine.rulesets import ToAct
from playfold.errors import Illegal

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def brought(state: State, op: Op, source: str = "relic", seat: int = 1, **more: Any) -> State:
    """Gives the state once an operation has come to a seat."""
    table = Table(state)
    begin(table, Ask(seat, op, source, **more))  # type: ignore[arg-type]
    return table.state()


def with_card(acting: Build, having: Build, card: str, **more: Any) -> State:
    """Gives a politics turn of seat 1 after its tactics action, with a card in hand."""
    state = having(acting(**more), 1, hand=(card,))
    return replace(state, turn=replace(state.turn, type="politics", acted=True, tactics=True))


def on_planet(state: State, name: str, **parts: Any) -> State:
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


def test_points_and_cards_come_at_once(acting: Build) -> None:
    """vp, keep_for_vp, gain of typed cubes and free_election ask nothing."""
    state = acting()
    assert brought(state, Vp(3)).players["1"].vp == 3
    assert brought(state, KeepForVp(2)).players["1"].kept == ("relic",)
    assert brought(state, Gain(typed=Cubes(military=2))).players["1"].cubes == Cubes(military=2)
    assert brought(state, FreeElection(1)).players["1"].free_elections == 1


def test_an_answer_that_is_wrong_is_told_how_it_is_written(acting: Build) -> None:
    """Where an answer lacks what is asked or has something else, the refusal shows one that may be typed."""
    state = brought(acting(), Gain(raw_any_type=3), "raw_asteroid")
    for wrong in ("effect_chosen", "effect_chosen unit=1a"):
        with pytest.raises(Illegal, match=r"; it is written as cubes=politics:3$"):
            RULES.check(state, read(RULES, ToAct((1,)), wrong))
    RULES.check(state, read(RULES, ToAct((1,)), "effect_chosen cubes=politics:3"))


def test_cubes_of_any_type_are_split(acting: Build, do: Do, refused: Refused) -> None:
    """Three cubes are split over the types at will, and exactly three."""
    state = brought(acting(), Gain(raw_any_type=3), "raw_asteroid")
    assert RULES.to_act(state).due == (1,)
    assert refused(state, "effect_chosen", seat=1, use={"cubes": {"military": 2}}) == "effect.cubes"
    assert refused(state, "effect_chosen", seat=1) == "effect.use"
    assert refused(state, "effect_chosen", seat=2, use={"cubes": {"military": 3}}) == "effect.asked"
    state = do(state, "effect_chosen", seat=1, use={"cubes": {"military": 2, "politics": 1}})
    assert state.players["1"].cubes == Cubes(military=2, politics=1)
    assert refused(state, "effect_chosen", seat=1, use={"cubes": {"military": 3}}) == "effect.asked"


def test_ships_for_the_exploring_fleet(acting: Build, having: Build) -> None:
    """Three ships, as many as fit below the most."""
    state = acting()
    found = brought(state, AddShips(3, "exploring"), marker="1b")
    assert found.players["1"].ships.two == 6
    full = having(state, 1, ships=Ships(5, 9, 2, 1))
    assert brought(full, AddShips(3, "exploring"), marker="1b").players["1"].ships.two == 10


def test_ships_for_any_fleet(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """They go wherever a fleet is, also to one off the board, which returns home; all that have room are placed."""
    state = having(acting(), 1, ships=Ships(10, 10, 9, 0))
    state = replace(state, fleets={**state.fleets, "1d": replace(state.fleets["1d"], at=None)})
    asked = brought(state, AddShips(2, "any"), "infrastructure")
    assert refused(asked, "effect_chosen", seat=1, use={"ships": {"3": 2}}) == "effect.ships"
    assert refused(asked, "effect_chosen", seat=1, use={"ships": {"3": 1}}) == "effect.ships"
    after = do(asked, "effect_chosen", seat=1, use={"ships": {"3": 1, "4": 1}})
    assert (after.players["1"].ships, after.fleets["1d"].at) == (Ships(10, 10, 10, 1), (3, 0))


def test_population_on_own_planets_with_room(acting: Build, do: Do, refused: Refused) -> None:
    """One cube where own population is and there is room; without room nobody is asked."""
    state = on_planet(acting(), "P1", population={"1": 1})
    asked = brought(state, AddPopulation(1), "refugees")
    for planets in ({"P2": 1}, {"P1": 2}, {}):
        assert refused(asked, "effect_chosen", seat=1, use={"planets": planets}) == "effect.planets"
    assert do(asked, "effect_chosen", seat=1, use={"planets": {"P1": 1}}).planets["P1"].population == {"1": 2}
    two = brought(state, AddPopulation(2), "refugees")
    assert refused(two, "effect_chosen", seat=1, use={"planets": {"P1": 1, "1h1": 1}}) == "write.order"
    full = on_planet(on_planet(state, "P1", population={"1": 4}), "1h1", population={"1": 6})
    assert brought(full, AddPopulation(1), "refugees").pending == ()


def test_migration_moves_population(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """Up to two cubes between own planets at most two sectors apart, where there is room."""
    state = with_card(acting, having, "migration")
    assert refused(state, "tactics_played", seat=1, card="migration", use={"moves": [["1h1", "P1", 1]]}) == "card.idle"
    state = on_planet(on_planet(state, "P1", population={"1": 1}), "P4", population={"1": 1})
    bad: tuple[list[Any], ...] = (
        [],
        [["1h1", "P1", 3]],
        [["1h1", "P4", 1]],
        [["1h1", "P2", 1]],
        [["P1", "P1", 1]],
        [["P1", "1h1", 2]],
    )
    for moves in bad:
        assert refused(state, "tactics_played", seat=1, card="migration", use={"moves": moves}) == "effect.moves"
    after = do(state, "tactics_played", seat=1, card="migration", use={"moves": [["1h1", "P1", 2]]})
    assert (after.planets["1h1"].population, after.planets["P1"].population) == ({"1": 3}, {"1": 3})


def test_embargo_takes_cubes_of_the_opponents_choice(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """Two of three cubes as the opponent chooses; both, unasked, of one that has no more."""
    state = with_card(acting, having, "embargo", cubes={2: {"military": 2, "politics": 1}})
    assert refused(state, "tactics_played", seat=1, card="embargo", use={"opponent": 1}) == "effect.opponent"
    asked = do(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2})
    assert RULES.to_act(asked).due == (2,)
    assert refused(asked, "effect_chosen", seat=2, use={"cubes": {"politics": 2}}) == "effect.cubes"
    assert refused(asked, "turn_ended", seat=1) == "play.open"
    after = do(asked, "effect_chosen", seat=2, use={"cubes": {"military": 1, "politics": 1}})
    assert after.players["2"].cubes == Cubes(military=1)
    poor = with_card(acting, having, "embargo", cubes={2: {"military": 1}})
    after = do(poor, "tactics_played", seat=1, card="embargo", use={"opponent": 2})
    assert (after.players["2"].cubes, after.pending) == (Cubes(), ())


def test_embargo_takes_what_conversions_leave(acting: Build, having: Build, do: Do) -> None:
    """An opponent who converts before it has chosen loses what is left, unasked, once that is no more than two."""
    state = with_card(acting, having, "embargo", cubes={2: {"military": 2, "politics": 1}})
    state = do(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2})
    state = do(state, "converted", seat=2, spent={"military": 2}, gained="civilization")
    assert (state.players["2"].cubes, state.pending, RULES.to_act(state).due) == (Cubes(), (), (1,))


def test_conscription_builds_under_the_rule_of_building(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """Up to three ships without cost, not beside another seat's fleet."""
    state = with_card(acting, having, "conscription")
    assert refused(state, "tactics_played", seat=1, card="conscription", use={"ships": {"4": 4}}) == "effect.build"
    assert refused(state, "tactics_played", seat=1, card="conscription", use={"ships": {}}) == "build.none"
    after = do(state, "tactics_played", seat=1, card="conscription", use={"ships": {"1": 1, "4": 2}})
    assert after.players["1"].ships == Ships(6, 3, 2, 3)
    beside = replace(state, fleets={**state.fleets, "2a": replace(state.fleets["2a"], at=(3, 0))})
    assert refused(beside, "tactics_played", seat=1, card="conscription", use={"ships": {"4": 1}}) == "card.idle"


def test_espionage_shows_markers_until_the_end_of_the_turn(
    acting: Build, having: Build, do: Do, refused: Refused
) -> None:
    """Up to two markers of others are seen by the one who played it, until the turn ends."""
    state = having(acting(), 1, hand=("espionage",))
    for markers, rule in (
        (["1a"], "effect.markers"),
        (["2b", "2a"], "write.order"),
        (["2a", "2b", "2c"], "effect.markers"),
    ):
        assert refused(state, "tactics_played", seat=1, card="espionage", use={"markers": markers}) == rule
    state = do(state, "tactics_played", seat=1, card="espionage", use={"markers": ["2a", "2c"]})
    seen = [fleet.number for marker, fleet in RULES.view(state, 1).fleets.items() if marker[0] == "2"]
    assert seen == [1, 0, 3, 0]
    assert RULES.view(do(state, "passed", seat=1), 1).fleets["2a"].number == 0


def test_cards_that_give_cubes(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """Each of four instants gives three cubes of its type and asks nothing."""
    for card, kind in (
        ("war_bonds", "military"),
        ("census", "civilization"),
        ("grant", "technology"),
        ("lobby", "politics"),
    ):
        state = having(acting(), 1, hand=(card,))
        assert do(state, "tactics_played", seat=1, card=card).players["1"].cubes.total == 3
        assert getattr(do(state, "tactics_played", seat=1, card=card).players["1"].cubes, kind) == 3
        assert refused(state, "tactics_played", seat=1, card=card, use={"take": True}) == "effect.use"


def test_every_operation_of_the_pack_that_does_something_at_once_has_an_effect() -> None:
    """Cards, steps, rewards and discoveries name no operation that nothing performs."""
    known = pack("house-1")
    at_once = [
        *(op for card in known.tactics.values() for op in card.effects),
        *(op for card in known.discoveries.values() for op in card.effects),
        *(op for card in known.monsters.values() for op in card.reward),
        *(op for track in known.tracks.values() for op in track.bonuses),
    ]
    assert {type(op) for op in at_once} <= set(EFFECTS)


@pytest.mark.parametrize("track", ["arts", "infrastructure", "education", "social_programs"])
def test_every_step_of_every_track_brings_its_bonus(acting: Build, do: Do, track: str) -> None:
    """Eight steps up a track: each bonus comes, and whatever it asks has an answer."""
    place = list(pack("house-1").tracks).index(track)
    state = on_planet(acting(cubes={2: {"military": 30}}), "P1", population={"1": 1})
    for step in range(1, 9):
        state = do(state, "passed", seat=1, track=track)
        while RULES.to_act(state).chance or RULES.to_act(state).due == (1,):
            kinds = RULES.to_act(state).chance
            event = kinds[0].weights(state)[0][0] if kinds else RULES.options(state)[0]
            state = RULES.step(state, event)
        assert state.players["1"].domestic[place] == step
        state = do(do(state, "ships_built", seat=2, ships={str(1 + step % 4): 1}), "turn_ended", seat=2)
    assert state.players["1"].vp == 2
