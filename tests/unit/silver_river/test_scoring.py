"""Scoring and ties: the points of each source, and who wins (Scoring, Ties)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Cubes, Ships
from playfold.engine.games.silver_river.lookup import controller, wonders_controlled
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.scoring import (
    domestic_points,
    leftover_points,
    outcome,
    score,
    wonder_points,
)
from playfold.engine.games.silver_river.state import State

Game = Callable[..., State]


@pytest.fixture
def end(acting: Game, put: Game) -> Callable[..., State]:
    """Gives a game that is over, with nothing left to score but what is put in."""

    def over(seats: int = 2, **more: Any) -> State:
        state = acting(seats, **more)
        players = {
            key: replace(player, objectives=(), cubes=Cubes(), domestic=(0, 0, 0, 0))
            for key, player in state.players.items()
        }
        return put(state, phase="over", turn=type(state.turn)(), players=players)

    return over


def planet(state: State, name: str, **parts: Any) -> State:
    """Changes parts of a planet."""
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


def test_leftover_production_counts_by_steps(end: Callable[..., State], having: Game) -> None:
    """0, 1, 3, 4, 8, 9, 15 and 16 cubes of all types together are worth 0, 1, 1, 3, 3, 5, 5 and 8."""
    state = end()
    points = [leftover_points(state, cubes) for cubes in (0, 1, 3, 4, 8, 9, 15, 16, 40)]
    assert points == [0, 1, 1, 3, 3, 5, 5, 8, 8]
    assert score(having(state, 1, cubes=Cubes(2, 3, 1, 3)), 1).leftovers == 5


@pytest.mark.parametrize(("version", "points"), [("6.0", [0, 1, 3, 6, 9]), ("5.0", [0, 1, 2, 3, 6])])
def test_wonders_count_by_their_number(end: Callable[..., State], version: str, points: list[int]) -> None:
    """0 to 3 wonders are worth 0, 1, 3, 6, in the body of the rulebook 0, 1, 2, 3; each further one 3 more."""
    state = end(version=version)
    assert [wonder_points(state, number) for number in range(5)] == points


def test_a_shared_wonder_belongs_to_the_most_population(end: Callable[..., State]) -> None:
    """Not its builder but who has most people on the planet controls it; a tie goes to the builder among the tied."""
    state = planet(end(), "P1", population={"1": 1, "2": 2}, wonder=Built("pleasure_dome", 1))
    assert (wonders_controlled(state, 1), wonders_controlled(state, 2)) == (0, 1)
    tied = planet(state, "P1", population={"1": 2, "2": 2})
    assert controller(tied, "P1") == 1
    none = planet(end(wonder_tie="none"), "P1", population={"1": 2, "2": 2}, wonder=Built("pleasure_dome", 1))
    assert controller(none, "P1") == 0
    assert controller(planet(state, "P1", population={}), "P1") == 0


def test_a_tie_without_the_builder_controls_nothing(end: Callable[..., State]) -> None:
    """Two others with the same population leave a shared wonder to nobody (A30)."""
    state = planet(end(3), "P1", population={"1": 2, "2": 2}, wonder=Built("orbital_shipyard", 3))
    assert controller(state, "P1") == 0


def test_a_racial_wonder_stays_its_builders(end: Callable[..., State]) -> None:
    """Builder's points as long as it stands, whoever lives there (A21)."""
    state = planet(end(), "P1", population={"2": 3}, wonder=Built("racial", 1))
    assert (score(state, 1).wonders, score(state, 2).wonders) == (1, 0)


def test_a_harmony_garden_brings_its_builder_two_points_while_it_stands(end: Callable[..., State]) -> None:
    """The Arcturian wonder is worth 2 beside what wonders are worth."""
    state = planet(end(races=("arcturian", "grey")), "P1", wonder=Built("racial", 1))
    assert (score(state, 1).bonuses, score(state, 1).wonders) == (2, 1)
    assert score(planet(state, "P1", wonder=None), 1).total == 0


def test_domestic_tracks_of_the_example(end: Callable[..., State], having: Game) -> None:
    """Levels 3, 1, 0, 5, highest in tracks 1 and 4, the icon at 4: 1 + 3 + 3 + 0 = 7."""
    state = having(having(end(), 1, domestic=(3, 1, 0, 5)), 2, domestic=(2, 2, 1, 5))
    assert domestic_points(state, 1) == 7
    assert domestic_points(state, 2) == 1 + 3 * 3 + 1


def test_being_highest_at_level_0_counts_where_the_parameter_says_so(end: Callable[..., State]) -> None:
    """All tracks tied at 0: nothing, or 3 each with domestic_highest_min=0 (A11)."""
    assert domestic_points(end(), 1) == 0
    assert domestic_points(end(domestic_highest_min=0), 1) == 12


def test_the_lowest_track_is_the_own_lowest_or_where_nobody_is_lower(end: Callable[..., State], having: Game) -> None:
    """Levels 2, 3, 1, 0 beside 2, 4, 0, 3: the lowest own one is 0; by tracks 2 + 3 + 0 (A51)."""
    for reading, points in (("own_lowest_level", 0), ("tracks_where_lowest", 5)):
        state = having(end(domestic_lowest=reading), 1, domestic=(2, 3, 1, 0))
        state = having(state, 2, domestic=(2, 4, 0, 3))
        assert domestic_points(state, 1) == points + 3 + 3


def test_end_game_halves_count_revealed_or_not(end: Callable[..., State], having: Game, put: Game) -> None:
    """11 ships and 5 planets: civ01 brings 4, most ships 5 to whom has more; nothing before the end."""
    state = having(end(), 1, objectives=("civ01", "mil02", "pol01"), claimed=("civ01",), ships=Ships(6, 3, 2, 1))
    for name in ("P1", "P2", "H1", "H2"):
        state = planet(state, name, population={"1": 1})
    assert (score(state, 1).immediate, score(state, 1).end_game) == (3, 9)
    assert score(put(state, phase="action"), 1).end_game == 0


def test_points_of_all_sources_add_up(end: Callable[..., State], having: Game) -> None:
    """Quests 3 + 5, relics 2 each, bonuses and public marks: the total is the sum of the parts."""
    state = having(
        end(),
        1,
        completed=("quest_delivery", "quest_ambassador"),
        kept=("relic", "relic"),
        vp=7,
        public={"war_hero": 3, "cartographer": 1},
    )
    found = score(state, 1)
    assert (found.quests, found.cards, found.bonuses, found.public, found.total) == (8, 4, 7, 9, 28)
    series = RULES.standings(state)
    assert series["vp"] == (28, 0)
    assert sum(series[f"{name}_vp"][0] for name, _ in found.parts()) == 28


def test_the_game_is_won_by_points(end: Callable[..., State], having: Game) -> None:
    """The most points win, the ranking follows them, and there is no outcome before the end."""
    state = having(having(end(3), 2, vp=9), 3, vp=4)
    result = outcome(state)
    assert result is not None
    assert (result.winners, result.ranking) == ((2,), ((2,), (3,), (1,)))
    assert outcome(replace(state, phase="action")) is None


def test_at_30_points_each_the_spymaster_beats_the_trade_leader(
    end: Callable[..., State], having: Game, put: Game
) -> None:
    """With the Galactic Leader elsewhere the Spymaster wins the tie."""
    state = put(
        having(having(having(end(3), 1, vp=30), 2, vp=30), 3, vp=10),
        titles={"trade_leader": 1, "spymaster": 2, "galactic_leader": 3},
    )
    result = outcome(state)
    assert result is not None
    assert result.ranking == ((2,), (1,), (3,))


def test_ties_go_on_with_leader_population_planets_and_ships(
    end: Callable[..., State], having: Game, put: Game
) -> None:
    """Each tie-break decides where all before it are equal; equal seats share the victory."""
    state = end()
    result = outcome(state)
    assert result is not None
    assert (result.winners, result.ranking) == ((1, 2), ((1, 2),))

    def winners(changed: State) -> tuple[int, ...]:
        found = outcome(changed)
        assert found is not None
        return found.winners

    ships = having(state, 2, ships=Ships(6, 3, 2, 1))
    assert winners(ships) == (2,)
    planets = planet(planet(ships, "1h1", population={"1": 4}), "P1", population={"1": 1})
    assert winners(planets) == (1,)
    people = planet(planets, "2h1", population={"2": 6})
    assert winners(people) == (2,)
    assert winners(put(people, titles={"galactic_leader": 1, "spymaster": 2})) == (1,)
