"""Turns of The Silver River: their type, passing, domestic steps, the end of an age and of the game; conversion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.conversion import Converted
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.state import State, Turn

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

RICH: dict[int, Any] = {
    seat: {"civilization": 20, "military": 20, "technology": 20, "politics": 20} for seat in (1, 2, 3, 4)
}


def test_the_first_action_fixes_the_type(acting: Build, do: Do, refused: Refused) -> None:
    """After politics no populating in this turn, but in the next one (example 18)."""
    state = do(acting(cubes=RICH), "wonder_built", seat=1, wonder="racial", planet="1h1")
    assert state.turn.type == "politics"
    assert refused(state, "populated", seat=1, planets={"1h1": 1}) == "turn.type"
    assert refused(state, "wonder_built", seat=2, wonder="racial", planet="2h1") == "turn.seat"
    state = do(state, "turn_ended", seat=1)
    state = do(state, "passed", seat=2)
    assert do(state, "populated", seat=1, planets={"1h1": 1}).turn.type == "civilization"


def test_a_turn_holds_an_action_or_a_pass(acting: Build, do: Do, refused: Refused) -> None:
    """Without an action no turn ends, unless idle_turn; a conversion or reconfiguring is none (A27, A61)."""
    state = acting(cubes=RICH)
    assert refused(state, "turn_ended", seat=1) == "turn.idle"
    state = do(state, "converted", seat=1, spent={"military": 2}, gained="politics")
    state = do(state, "board_reconfigured", seat=1, slots={})
    assert refused(state, "turn_ended", seat=1) == "turn.idle"
    assert do(acting(idle_turn=True), "turn_ended", seat=1).turn.seat == 2
    acted = do(state, "ships_built", seat=1, ships={"4": 1})
    assert refused(acted, "passed", seat=1) == "pass.acted"


def test_whoever_has_passed_acts_no_more(acting: Build, do: Do, refused: Refused) -> None:
    """It may step up, not act; conversion, votes and instants stay open to it (A4)."""
    state = do(acting(cubes=RICH), "passed", seat=1)
    state = do(state, "ships_built", seat=2, ships={"4": 1})
    state = do(state, "turn_ended", seat=2)
    assert refused(state, "ships_built", seat=1, ships={"4": 1}) == "turn.passed"
    assert refused(state, "turn_ended", seat=1) == "turn.passed"
    state = do(state, "converted", seat=1, spent={"military": 2}, gained="politics")
    assert do(state, "passed", seat=1, track="arts").players["1"].domestic == (1, 0, 0, 0)


def test_others_step_up_while_the_last_seat_plays_on(acting: Build, do: Do) -> None:
    """The fourth seat plays two more turns, then passes: each other one gains a step in each own turn (example 23)."""
    state = acting(4, cubes=RICH)
    for seat in (1, 2, 3):
        state = do(state, "passed", seat=seat, track="education")
    for _ in range(2):
        state = do(state, "ships_built", seat=4, ships={"4": 1})
        state = do(state, "turn_ended", seat=4)
        for seat in (1, 2, 3):
            assert RULES.to_act(state).due == (seat,)
            state = do(
                state, "passed", seat=seat, track="arts" if state.players[str(seat)].domestic[0] == 0 else "education"
            )
            if state.pending:
                state = do(state, "effect_chosen", seat=seat, use={"cubes": {"politics": 1}})
    state = do(state, "passed", seat=4, track="infrastructure")
    assert [sum(player.domestic) for player in state.players.values()] == [3, 3, 3, 1]
    assert (state.age, state.phase) == (2, "governing")


def test_the_first_to_pass_starts_the_next_age(acting: Build, do: Do) -> None:
    """Seat 3 passes first, seat 2 second; the order of this age stays, and seat 3 opens the next (example 24)."""
    state = acting(4, seat=1, cubes=RICH)
    for seat in (1, 2):
        state = do(do(state, "ships_built", seat=seat, ships={"4": 1}), "turn_ended", seat=seat)
    state = do(state, "passed", seat=3)
    assert (state.first, state.opener) == (3, 1)
    for seat in (4, 1):
        state = do(do(state, "ships_built", seat=seat, ships={"4": 1}), "turn_ended", seat=seat)
    state = do(state, "passed", seat=2)
    assert state.first == 3
    state = do(state, "passed", seat=3)
    state = do(state, "passed", seat=4)
    state = do(state, "passed", seat=1)
    for seat in (1, 2, 3, 4):
        state = do(state, "production_assigned", seat=seat, cubes={"politics": state.players[str(seat)].raw})
    assert (state.age, state.turn.seat) == (2, 3)


def test_domestic_steps_bring_their_bonus(acting: Build, do: Do) -> None:
    """Onto a military icon: one military cube; onto a ship: one ship in any fleet (example 21)."""
    state = acting()
    up = replace(state, players={**state.players, "1": replace(state.players["1"], domestic=(0, 3, 0, 0))})
    assert do(up, "passed", seat=1, track="infrastructure").players["1"].cubes == Cubes(military=1)
    up = replace(state, players={**state.players, "1": replace(state.players["1"], domestic=(0, 1, 0, 0))})
    asked = do(up, "passed", seat=1, track="infrastructure")
    assert RULES.to_act(asked).due == (1,)
    after = do(asked, "effect_chosen", seat=1, use={"ships": {"2": 1}})
    assert (after.players["1"].ships.two, after.turn.seat) == (4, 2)


def test_a_full_track_and_an_idle_bonus_give_nothing_else(
    acting: Build, having: Build, do: Do, refused: Refused
) -> None:
    """A track ends at step 8; a bonus that finds no room is lost (A57)."""
    state = having(acting(), 1, domestic=(8, 0, 0, 0))
    assert refused(state, "passed", seat=1, track="arts") == "pass.track"
    assert refused(state, "passed", seat=1, track="sports") == "pass.track"
    full = having(state, 1, ships=replace(state.players["1"].ships, one=10, two=10, three=10, four=10))
    full = having(full, 1, domestic=(8, 1, 0, 0))
    assert do(full, "passed", seat=1, track="infrastructure").turn.seat == 2
    done = having(acting(cubes=RICH), 1, domestic=(8, 8, 8, 8), passed=True)
    ended = do(do(replace(done, turn=Turn(2)), "ships_built", seat=2, ships={"4": 1}), "turn_ended", seat=2)
    assert ended.turn.seat == 2


def test_no_step_with_the_parameter(acting: Build, do: Do, refused: Refused) -> None:
    """With pass_domestic=false a seat that has passed gets no turn any more."""
    state = acting(cubes=RICH, pass_domestic=False)
    assert refused(state, "passed", seat=1, track="arts") == "pass.track"
    state = do(state, "passed", seat=1)
    state = do(do(state, "ships_built", seat=2, ships={"4": 1}), "turn_ended", seat=2)
    assert state.turn.seat == 2


def test_the_end_of_the_game(acting: Build, do: Do, refused: Refused) -> None:
    """The last pass of the last age ends it, with its step; ages and fast_ages say how many there are."""
    state = do(do(acting(ages=1), "passed", seat=1), "passed", seat=2, track="arts")
    assert (state.phase, state.players["2"].domestic[0]) == ("over", 1)
    assert RULES.outcome(state) is not None
    assert refused(state, "passed", seat=1) == "play.over"
    fast = do(do(acting(variant_fast=True, fast_ages=1), "passed", seat=1), "passed", seat=2)
    assert fast.phase == "over"
    assert do(do(acting(), "passed", seat=1), "passed", seat=2).age == 2


# Conversion


def test_two_cubes_become_one(acting: Build, do: Do, refused: Refused) -> None:
    """Of any types, by any seat, at any time: two military become one politics for another's election (example 25)."""
    state = acting(cubes={1: {"military": 4}, 2: {"politics": 4}}, seat=1)
    state = do(state, "ships_built", seat=1, ships={"4": 1})
    state = do(state, "converted", seat=1, spent={"military": 2}, gained="politics")
    state = do(state, "turn_ended", seat=1)
    state = do(state, "election_called", seat=2, titles=["spymaster"])
    state = do(state, "converted", seat=1, spent={"military": 1, "politics": 1}, gained="politics")
    assert do(state, "vote_committed", seat=1, amount=1, candidate=1).players["1"].cubes == Cubes(politics=1)
    assert refused(state, "converted", seat=1, spent={"military": 1}, gained="politics") == "convert.two"
    assert refused(state, "converted", seat=1, spent={"military": 2}, gained="politics") == "convert.cubes"
    assert refused(state, "converted", seat=2, spent={"politics": 3}, gained="military") == "convert.two"


@pytest.mark.parametrize(
    ("cubes", "turn", "gained"),
    [
        ({"politics": 3, "military": 2}, Turn(1, "politics"), {"politics"}),
        ({"politics": 2, "military": 2}, Turn(1, "politics"), set()),
        ({"technology": 4, "military": 2}, Turn(1, "technology"), {"technology"}),
        ({"military": 2, "politics": 2}, Turn(1, "civilization"), set()),
        ({"civilization": 1, "politics": 2}, Turn(1, "civilization"), {"civilization"}),
        ({"politics": 6}, Turn(1), {"military"}),
        ({"politics": 6}, Turn(2), set()),
    ],
)
def test_conversions_are_offered_where_one_cube_is_missing(
    acting: Build, put: Build, cubes: dict[str, int], turn: Turn, gained: set[str]
) -> None:
    """The fourth politics for a wonder, the fifth technology for a card, the first military cube; nothing for later."""
    state = put(acting(cubes={1: cubes}), turn=turn)
    offered = [each for each in RULES.options(state) if isinstance(each, Converted)]
    assert {each.gained for each in offered} == gained
    assert {each.seat for each in offered} <= {1}
    assert all(getattr(each.spent, each.gained) == 0 for each in offered)


def test_whoever_has_no_votes_is_offered_to_make_one(acting: Build, do: Do) -> None:
    """While a vote is open a seat without politics may convert for it; one that has voted is offered nothing."""
    state = acting(3, cubes={1: {"politics": 2}, 2: {"military": 2}, 3: {"military": 2}})
    state = do(state, "election_called", seat=1, titles=["spymaster"])
    state = do(state, "vote_committed", seat=3, amount=0)
    offered = [each for each in RULES.options(state) if isinstance(each, Converted)]
    assert offered == [Converted(2, Cubes(military=2), "politics")]


def test_committed_votes_are_locked(acting: Build, do: Do, refused: Refused) -> None:
    """Of three politics cubes, two of them committed, no two can be converted."""
    state = do(acting(cubes={1: {"politics": 4}, 2: {"politics": 3}}), "election_called", seat=1, titles=["spymaster"])
    state = do(state, "vote_committed", seat=2, amount=2, candidate=2)
    assert refused(state, "converted", seat=2, spent={"politics": 2}, gained="military") == "convert.cubes"


def test_one_for_one_once_an_age(acting: Build, do: Do, refused: Refused) -> None:
    """The Human ability converts a single cube at no loss, once an age."""
    state = acting(races=("human", "grey"), cubes={1: {"military": 3}})
    state = do(state, "converted", seat=1, spent={"military": 1}, gained="technology")
    assert state.players["1"].cubes == Cubes(military=2, technology=1)
    assert refused(state, "converted", seat=1, spent={"military": 1}, gained="technology") == "convert.two"
    state = do(do(state, "passed", seat=1), "passed", seat=2)
    for seat in (1, 2):
        state = do(state, "production_assigned", seat=seat, cubes={"politics": 5})
    assert do(state, "converted", seat=1, spent={"military": 1}, gained="politics").players["1"].used == 1


@pytest.mark.parametrize("event", ["turn_ended", "passed", "tactics_bought"])
def test_what_is_open_comes_first(acting: Build, do: Do, refused: Refused, event: str) -> None:
    """While a vote is open the active seat does not go on."""
    state = do(acting(cubes=RICH), "election_called", seat=1, titles=["spymaster"])
    assert refused(state, event, seat=1) == "play.open"
