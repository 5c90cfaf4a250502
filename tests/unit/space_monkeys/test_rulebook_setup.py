"""The set-up of the rulebook, drawing by drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.points import in_quadrant
from playfold.engine.games.space_monkeys.setup import PlacementRolled, PlanetPlaced
from playfold.engine.games.space_monkeys.state import State

Do = Callable[..., State]

# Seat by seat: the two d8 of its five planets and of its home, the first die as the column.
ROLLS = {
    1: [(7, 8), (5, 2), (2, 4), (8, 5), (2, 6), (1, 1)],
    2: [(4, 4), (8, 4), (2, 5), (3, 7), (8, 7), (6, 2)],
    3: [(5, 4), (2, 1), (6, 2), (2, 6), (6, 6), (4, 7)],
    4: [(2, 3), (4, 3), (4, 5), (7, 6), (6, 8), (2, 6)],
}
QUADRANTS: dict[int, Any] = {1: "TL", 2: "TR", 3: "BR", 4: "BL"}
AFTER_ROUND_1 = {"7,8", "13,4", "14,13", "2,12"}
AFTER_ROUND_5 = {
    "5,2",
    "2,4",
    "13,4",
    "17,4",
    "8,5",
    "11,5",
    "2,6",
    "12,7",
    "17,7",
    "7,8",
    "11,10",
    "15,11",
    "2,12",
    "4,12",
    "14,13",
    "4,14",
    "7,15",
    "11,15",
    "15,15",
    "6,17",
}
HOMES = {"1,1": 1, "15,2": 2, "13,16": 3, "2,15": 4}


def setup_events() -> list[Any]:
    """Gives the events that lead to the last drawing, Greg's re-roll of a double seven included."""
    events: list[Any] = []
    for number in range(6):
        for seat in range(1, 5):
            dice = ROLLS[seat][number]
            if (seat, number) == (1, 1):
                events.append(PlacementRolled((7, 7)))
            events += [PlacementRolled(dice), PlanetPlaced(seat, in_quadrant(QUADRANTS[seat], *dice))]
    return events


def begun(**rules: Any) -> State:
    return RULES.start(RULES.params("1.0", **rules), 4)


def test_the_rulebooks_set_up_can_be_played() -> None:
    """Worked example 6: the rolls lead to the drawings after one round, after five and at the end."""
    events = setup_events()
    state = RULES.fold(begun(), events[:9])
    assert set(state.planets) == AFTER_ROUND_1
    state = RULES.fold(begun(), events[:41])
    assert set(state.planets) == AFTER_ROUND_5
    assert not any(planet.owner for planet in state.planets.values())
    assert (state.phase, state.active) == ("roll", 1)
    state = RULES.fold(begun(), events)
    assert set(state.planets) == AFTER_ROUND_5 | set(HOMES)
    assert {at: planet.owner for at, planet in state.planets.items() if planet.owner} == HOMES
    assert {planet.defense for planet in state.planets.values() if planet.owner} == {6}
    assert {name: (ship.at, ship.speed) for name, ship in state.ships.items()} == {
        "1b1": ("1,1", 1),
        "2b1": ("15,2", 1),
        "3b1": ("13,16", 1),
        "4b1": ("2,15", 1),
    }
    assert (state.phase, state.active, state.turn, state.round, state.left) == ("turn", 1, 1, 1, 1)
    assert RULES.sound(state) == ()


def test_a_planet_is_placed_by_two_eight_sided_dice() -> None:
    """Every pair of 1 to 8 is as likely as any other."""
    rolls = PlacementRolled.weights(begun())
    assert {roll.dice for roll, _ in rolls} == {(one, two) for one in range(1, 9) for two in range(1, 9)}
    assert [weight for _, weight in rolls] == [1] * 64


def test_a_rejected_roll_is_rolled_again_by_the_same_seat() -> None:
    """Greg's double seven touches his first planet, so the dice come again, without a decision between."""
    state = RULES.fold(begun(), setup_events()[:8])
    again = RULES.step(state, PlacementRolled((7, 7)))
    assert again == state
    assert RULES.to_act(again).chance == (PlacementRolled,)
    assert "again" in PlacementRolled((7, 7)).tell(state, again)


def test_seats_place_clockwise_each_in_its_quadrant() -> None:
    """In each round seats 1 to 4 place, in the top left, top right, bottom right and bottom left."""
    placed = [one for one in setup_events() if isinstance(one, PlanetPlaced)]
    assert [one.seat for one in placed] == [1, 2, 3, 4] * 6
    assert [one.at for one in placed[:4]] == [(7, 8), (13, 4), (14, 13), (2, 12)]


def test_the_told_set_up_names_the_choices(told: Callable[..., str]) -> None:
    """A roll is told with the points it allows, a home with its battlestar."""
    state = begun()
    assert told(state, "placement_rolled", dice=[7, 8]) == "@1 rolls 7 and 8 for a planet in the top left: 7,8 or 8,7."
    last = RULES.fold(begun(), setup_events()[:-1])
    text = told(last, "planet_placed", seat=4, at=[2, 15])
    assert text == "@4 makes its home on 2,15, with a battlestar above it; the board is set and @1 begins."


def test_two_seats_sit_opposite_and_serve_the_other_quadrants_in_turn() -> None:
    """House rule: with two seats the unused quadrants get five planets too, placed by the seats in rotation."""
    state = RULES.start(RULES.params("1.0"), 2)
    seats = []
    while state.phase != "turn":
        dice = next(roll for roll, _ in PlacementRolled.weights(state) if RULES.step(state, roll).phase == "place")
        state = RULES.step(state, dice)
        seats.append(state.active)
        state = RULES.step(state, RULES.options(state)[0])
    assert seats == [1, 1, 2, 2, 1, 2, 2, 1, 1, 1, 2, 2, 1, 2, 2, 1, 1, 1, 2, 2, 1, 2]
    assert len(state.planets) == 22
    assert sorted(state.ships) == ["1b1", "2b1"]
    homes = [at for at, planet in state.planets.items() if planet.owner == 2]
    assert all(int(part) > 9 for at in homes for part in at.split(","))
