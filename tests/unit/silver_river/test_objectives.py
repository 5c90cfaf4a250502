"""Objectives: public ones are marked by themselves, personal ones are claimed in their window (Objectives)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Ships
from playfold.engine.games.silver_river.objective_events import ObjectiveClaimed
from playfold.engine.games.silver_river.objectives import CLOSED
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import State, Turn

Game = Callable[..., State]
Refused = Callable[..., str]

CUBES = {1: {"civilization": 8, "politics": 8}, 2: {"civilization": 8}}


def converted(do: Game, state: State, seat: int = 1) -> State:
    """Plays an event that changes nothing else."""
    return do(state, "converted", seat=seat, spent={"civilization": 2}, gained="technology")


def colonies(state: State, *names: str) -> State:
    """Gives seat 1 a cube on planets."""
    put = {name: replace(state.planets[name], population={"1": 1}) for name in names}
    return replace(state, planets={**state.planets, **put})


def true_now(acting: Game, do: Game, **more: Any) -> State:
    """Gives a turn of seat 1 in which civ01, three planets, has just become true."""
    return converted(do, colonies(acting(cubes=CUBES, **more), "P1", "H1"))


def test_a_public_objective_is_marked_when_first_met(acting: Game, do: Game, having: Game) -> None:
    """War Hero is marked at 2 ships and moves up at 4; levels never fall, and one level counts (A49)."""
    state = converted(do, having(acting(cubes=CUBES), 1, best_battle=2))
    assert state.players["1"].public == {"war_hero": 1}
    state = converted(do, having(state, 1, best_battle=5))
    assert state.players["1"].public == {"war_hero": 2}
    assert converted(do, having(state, 1, best_battle=0)).players["1"].public == {"war_hero": 2}
    assert RULES.standings(state)["public_vp"] == (3, 0)


def test_each_tier_counts_where_the_parameter_says_so(acting: Game, do: Game, having: Game) -> None:
    """With public_tiers=each two levels of Galactic Defender bring 2 and 3 (A49)."""
    state = converted(do, having(acting(cubes=CUBES, public_tiers="each"), 1, monster_level=2))
    assert RULES.standings(state)["public_vp"] == (5, 0)


def test_the_four_public_objectives_stand_open_to_every_seat(acting: Game, do: Game, having: Game) -> None:
    """Architect and Cartographer have one level; two seats mark the same one (A59)."""
    explored = ((-2, 1), (-1, -1), (-1, 0), (-1, 2), (0, 1), (1, -2))
    state = having(having(acting(cubes=CUBES), 1, built=3, explored=explored), 2, built=3)
    state = converted(do, state)
    assert state.players["1"].public == {"architect": 1, "cartographer": 1}
    assert state.players["2"].public == {"architect": 1}
    assert RULES.standings(state)["public_vp"] == (8, 4)


def test_an_objective_is_claimed_in_the_turn_in_which_it_came_true(acting: Game, do: Game) -> None:
    """Three planets: civ01 is ready, and its 3 points are kept when a planet is lost later."""
    state = true_now(acting, do)
    assert state.players["1"].ready == {"civ01": state.clock}
    state = do(state, "objective_claimed", seat=1, objective="civ01")
    assert (state.players["1"].claimed, state.players["1"].ready) == (("civ01",), {})
    lost = replace(state, planets={**state.planets, "P1": replace(state.planets["P1"], population={})})
    lost = converted(do, lost)
    assert (lost.players["1"].claimed, RULES.standings(lost)["immediate_vp"]) == (("civ01",), (3, 0))


def test_it_may_still_be_claimed_after_it_is_true_no_more(acting: Game, do: Game) -> None:
    """Within the turn the moment counts; with while_true the condition has to hold (A50)."""
    for window, ready in (("turn", True), ("while_true", False)):
        state = true_now(acting, do, objective_window=window)
        lost = replace(state, planets={**state.planets, "P1": replace(state.planets["P1"], population={})})
        assert ("civ01" in converted(do, lost).players["1"].ready) is ready


def test_the_window_closes_with_the_first_event_of_the_next_turn(
    acting: Game, do: Game, put: Game, refused: Refused
) -> None:
    """After turn_ended it is still open, also for a second claim; then something else closes it (A50)."""
    state = true_now(acting, do)
    state = put(state, turn=replace(state.turn, type="civilization", acted=True))
    ended = do(state, "turn_ended", seat=1)
    assert ended.turn.seat == 2
    assert do(ended, "objective_claimed", seat=1, objective="civ01").players["1"].claimed == ("civ01",)
    late = converted(do, ended, seat=2)
    assert late.players["1"].ready == {"civ01": CLOSED}
    assert refused(late, "objective_claimed", seat=1, objective="civ01") == "objective.window"
    assert not [each for each in RULES.options(late) if isinstance(each, ObjectiveClaimed)]


def test_a_claim_does_not_close_the_windows_of_others(acting: Game, do: Game, put: Game, having: Game) -> None:
    """Two seats whose objectives came true in one turn may both claim after it."""
    state = having(colonies(acting(cubes=CUBES), "P1", "H1"), 2, battles=1)
    state = converted(do, state)
    state = do(put(state, turn=replace(state.turn, acted=True)), "turn_ended", seat=1)
    state = do(state, "objective_claimed", seat=1, objective="civ01")
    assert do(state, "objective_claimed", seat=2, objective="mil01").players["2"].claimed == ("mil01",)


def test_what_comes_true_again_opens_again(acting: Game, do: Game) -> None:
    """A condition that was lost and met anew in a later turn may be claimed then."""
    state = replace(true_now(acting, do), clock=50, turn=Turn(2))
    state = converted(do, state, seat=2)
    assert state.players["1"].ready == {"civ01": CLOSED}
    lost = converted(do, replace(state, planets={**state.planets, "P1": replace(state.planets["P1"], population={})}))
    assert lost.players["1"].ready == {}
    assert converted(do, colonies(lost, "P1")).players["1"].ready == {"civ01": 50}


def test_while_true_keeps_the_window_open_over_turns(acting: Game, do: Game) -> None:
    """With objective_window=while_true a later turn claims as well, as long as it holds (A50)."""
    state = replace(true_now(acting, do, objective_window="while_true"), clock=50, turn=Turn(2))
    state = converted(do, state, seat=2)
    assert any(isinstance(each, ObjectiveClaimed) for each in RULES.options(state))
    assert do(state, "objective_claimed", seat=1, objective="civ01").players["1"].claimed == ("civ01",)


def test_claims_are_of_own_true_objectives_once(acting: Game, game: Game, do: Game, refused: Refused) -> None:
    """Cards of others, conditions that are not met, and a second claim are refused; in every phase of an age."""
    state = true_now(acting, do)
    assert refused(state, "objective_claimed", seat=1, objective="tec01") == "objective.own"
    assert refused(state, "objective_claimed", seat=1, objective="mil01") == "objective.true"
    claimed = do(state, "objective_claimed", seat=1, objective="civ01")
    assert refused(claimed, "objective_claimed", seat=1, objective="civ01") == "objective.once"
    assert refused(game(), "objective_claimed", seat=1, objective="civ01") == "objective.true"
    choosing = RULES.start(RULES.params("6.0"), 2)
    assert refused(choosing, "objective_claimed", seat=1, objective="civ01") == "objective.own"


def test_claims_are_offered_to_every_seat_at_any_time(acting: Game, do: Game, having: Game) -> None:
    """Seat 2 is offered its claim in the turn of seat 1."""
    state = converted(do, having(acting(cubes=CUBES), 2, battles=1))
    assert ObjectiveClaimed(2, "mil01") in RULES.options(state)


def test_what_the_last_pass_of_an_age_makes_true_is_claimed_in_the_next_phase(
    acting: Game, do: Game, having: Game, put: Game, refused: Refused
) -> None:
    """A step brings the tenth ship with the last pass: the claim comes before any assignment, or never (A50)."""
    state = having(acting(version="5.0", cubes=CUBES), 2, passed=True)
    ships = Ships(9, 3, 2, 1)
    state = put(having(state, 1, objectives=("misc01",), ships=ships, domestic=(0, 1, 0, 0)), age=1)
    state = do(state, "passed", seat=1, track="infrastructure")
    state = do(state, "effect_chosen", seat=1, use={"ships": {"1": 1}})
    assert (state.age, state.phase) == (2, "governing")
    assert RULES.to_act(state).seats == (1, 2)
    assert ObjectiveClaimed(1, "misc01") in RULES.options(state)
    claimed = do(state, "objective_claimed", seat=1, objective="misc01")
    assert (claimed.players["1"].claimed, claimed.queue) == (("misc01",), (1, 2))
    late = do(state, "production_assigned", seat=2, cubes={"politics": state.players["2"].raw})
    assert refused(late, "objective_claimed", seat=1, objective="misc01") == "objective.window"


def test_what_the_set_up_makes_true_is_claimed_when_the_first_age_begins(
    game: Game, do: Game, refused: Refused
) -> None:
    """Two home planets and the near one of the faster variant are three planets: civ01, before assigning (A50)."""
    state = game(variant_fast=True, races=("yahyel", "grey"))
    assert (state.phase, state.players["1"].ready, state.players["2"].ready) == ("governing", {"civ01": 0}, {})
    assert refused(state, "objective_claimed", seat=2, objective="civ01") == "objective.true"
    claimed = do(state, "objective_claimed", seat=1, objective="civ01")
    assert RULES.standings(claimed)["immediate_vp"] == (3, 0)
    late = do(state, "production_assigned", seat=2, cubes={"politics": state.players["2"].raw})
    assert refused(late, "objective_claimed", seat=1, objective="civ01") == "objective.window"
    held = game(variant_fast=True, races=("yahyel", "grey"), objective_window="while_true")
    held = do(held, "production_assigned", seat=2, cubes={"politics": held.players["2"].raw})
    assert do(held, "objective_claimed", seat=1, objective="civ01").players["1"].claimed == ("civ01",)


def test_what_the_production_phase_makes_true_is_claimed_before_assigning(
    acting: Game, do: Game, having: Game, refused: Refused
) -> None:
    """The ship of a shipyard is the tenth of a fleet: claimed in the governing phase, before anything else (A50)."""
    state = having(acting(version="5.0", cubes=CUBES), 2, passed=True)
    state = having(state, 1, objectives=("misc01",), ships=Ships(9, 3, 2, 1), wonders=())
    yard = replace(state.planets["1h1"], wonder=Built("orbital_shipyard", 1))
    state = do(replace(state, planets={**state.planets, "1h1": yard}), "passed", seat=1)
    assert state.phase == "production"
    assert refused(state, "effect_chosen", seat=2, use={"ships": {"1": 1}}) == "effect.asked"
    state = do(state, "effect_chosen", seat=1, use={"ships": {"1": 1}})
    assert state.phase == "governing"
    assert do(state, "objective_claimed", seat=1, objective="misc01").players["1"].claimed == ("misc01",)


def test_what_the_last_event_makes_true_counts_as_claimed(acting: Game, do: Game, having: Game) -> None:
    """What the last pass of the game makes true is claimed by itself, what was true before is not."""
    state = acting(cubes={}, races=("grey", "martian"), ages=1)
    state = having(having(state, 2, passed=True), 1, domestic=(0, 8, 8, 8))
    early = having(colonies(state, "P1", "H1"), 1, ready={"civ01": CLOSED})
    over = do(early, "passed", seat=1)
    assert (over.phase, over.players["1"].claimed) == ("over", ())
    late = do(colonies(state, "P1", "H1"), "passed", seat=1)
    assert (late.phase, late.players["1"].claimed, late.players["1"].ready) == ("over", ("civ01",), {})
    assert RULES.standings(late)["immediate_vp"] == (3, 0)
