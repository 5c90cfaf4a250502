"""Reconfiguring: all cards laid anew, as an instant, within branch, icon and lock (Technology Actions)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.reconfiguring import BoardReconfigured
from playfold.engine.games.silver_river.state import State, Turn

Game = Callable[..., State]


@pytest.fixture
def stacked(acting: Game, techs: Game) -> State:
    """Gives seat 2 a covered card while it is the turn of seat 1."""
    state = acting(cubes={1: {"technology": 1}, 2: {"technology": 1}})
    return techs(state, 2, c1="trade_stations terraforming_1", m_fleet="fleet_upgrade_1")


def test_any_seat_reconfigures_at_any_time_for_one_technology(stacked: State, do: Game) -> None:
    """Seat 2 brings its covered card to the top in the turn of seat 1, which goes on as it was."""
    slots = {"c1": ["terraforming_1", "trade_stations"], "m_fleet": ["fleet_upgrade_1"]}
    state = do(stacked, "board_reconfigured", seat=2, slots=slots)
    assert state.players["2"].slots["c1"] == ("terraforming_1", "trade_stations")
    assert state.players["2"].cubes.total == 0
    assert state.turn == stacked.turn


def test_reconfiguring_is_no_action(stacked: State, do: Game, techs: Game, refused: Callable[..., str]) -> None:
    """A turn in which a seat did nothing but reconfigure cannot end (A61)."""
    state = techs(stacked, 1, c1="trade_stations terraforming_1")
    slots = {"c1": ["trade_stations"], "c2": ["terraforming_1"]}
    state = do(state, "board_reconfigured", seat=1, slots=slots)
    assert state.players["1"].slots["c2"] == ("terraforming_1",)
    assert refused(state, "turn_ended", seat=1) == "turn.idle"


@pytest.mark.parametrize(
    ("slots", "rule"),
    [
        ({"c1": ["trade_stations", "terraforming_1"]}, "reconfigure.cards"),
        (
            {"c1": ["trade_stations", "terraforming_1", "terraforming_2"], "m_fleet": ["fleet_upgrade_1"]},
            "reconfigure.cards",
        ),
        ({"c1": ["trade_stations"], "m1": ["terraforming_1"], "m_fleet": ["fleet_upgrade_1"]}, "write.order"),
        ({"c1": ["trade_stations"], "m_fleet": ["fleet_upgrade_1"], "m1": ["terraforming_1"]}, "slot.branch"),
        ({"c_populate": ["trade_stations"], "c1": ["terraforming_1"], "m_fleet": ["fleet_upgrade_1"]}, "slot.icon"),
        ({"c1": ["trade_stations"], "c3": ["terraforming_1"], "m_fleet": ["fleet_upgrade_1"]}, "slot.locked"),
        ({"c1": ["trade_stations", "terraforming_1"], "m_fleet": ["fleet_upgrade_1"], "m9": []}, "slot.known"),
    ],
)
def test_cards_are_laid_by_the_rules_of_slots(
    stacked: State, refused: Callable[..., str], slots: dict[str, list[str]], rule: str
) -> None:
    """All own cards and no others, slots in the order of the boards, by branch, icon and lock."""
    assert refused(stacked, "board_reconfigured", seat=2, slots=slots) == rule


def test_reconfiguring_costs_technology(stacked: State, having: Game, refused: Callable[..., str]) -> None:
    """Without a technology cube the boards stay as they are; the price is a parameter."""
    slots = {"c1": ["terraforming_1", "trade_stations"], "m_fleet": ["fleet_upgrade_1"]}
    poor = having(stacked, 2, cubes=stacked.players["2"].cubes.minus(stacked.players["2"].cubes))
    assert refused(poor, "board_reconfigured", seat=2, slots=slots) == "reconfigure.pay"


def test_the_price_of_reconfiguring_is_a_parameter(acting: Game, techs: Game, do: Game) -> None:
    """With reconfigure_cost=3 three cubes go, with 0 none."""
    for cost in (3, 0):
        state = techs(
            acting(cubes={1: {"technology": 3}}, reconfigure_cost=cost), 1, c1="trade_stations terraforming_1"
        )
        state = do(state, "board_reconfigured", seat=1, slots={"c1": ["terraforming_1", "trade_stations"]})
        assert state.players["1"].cubes.technology == 3 - cost


def test_own_turn_keeps_others_from_reconfiguring(acting: Game, techs: Game, refused: Callable[..., str]) -> None:
    """With tactics_instant_window=own_turn seat 2 waits for its turn (A15)."""
    state = acting(cubes={1: {"technology": 1}, 2: {"technology": 1}}, tactics_instant_window="own_turn")
    state = techs(techs(state, 1, c1="trade_stations terraforming_1"), 2, c1="trade_stations terraforming_1")
    slots = {"c1": ["terraforming_1", "trade_stations"]}
    assert refused(state, "board_reconfigured", seat=2, slots=slots) == "instant.window"


def test_reconfiguring_belongs_to_the_action_phase(game: Game, refused: Callable[..., str]) -> None:
    """While governing nobody reconfigures."""
    assert refused(game(), "board_reconfigured", seat=1, slots={}) == "turn.phase"


def test_options_bring_each_covered_card_up(stacked: State) -> None:
    """The covered card may come to the top of its own slot and of the other free one; in the own turn it is offered."""

    def offers(state: State) -> list[dict[str, tuple[str, ...]]]:
        return [each.slots for each in RULES.options(state) if isinstance(each, BoardReconfigured) and each.seat == 2]

    assert offers(stacked) == []
    offered = offers(replace(stacked, turn=Turn(2)))
    assert {"c1": ("terraforming_1", "trade_stations"), "m_fleet": ("fleet_upgrade_1",)} in offered
    assert {"c1": ("terraforming_1",), "c2": ("trade_stations",), "m_fleet": ("fleet_upgrade_1",)} in offered
    assert len(offered) == 2
