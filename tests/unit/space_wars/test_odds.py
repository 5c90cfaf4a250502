"""The odds of battles, exactly: the counts of every roll, and the capture matrix that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from playfold.engine.dice import Dice
from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.conquest import AttackRolled, losses
from playfold.engine.games.space_wars.state import Attack, State

Build = Callable[..., State]

COUNTS: dict[tuple[int, int], dict[tuple[int, int], int]] = {
    (1, 1): {(0, 1): 15, (1, 0): 21},
    (1, 2): {(0, 1): 55, (1, 0): 161},
    (2, 1): {(0, 1): 125, (1, 0): 91},
    (2, 2): {(0, 2): 295, (1, 1): 420, (2, 0): 581},
    (3, 1): {(0, 1): 855, (1, 0): 441},
    (3, 2): {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275},
}
"""By the dice of attacker and defender: in how many rolls they lose so many ships."""

CAPTURED = """
.417 .106 .027 .007 .002 .000 .000 .000 .000 .000
.754 .363 .206 .091 .049 .021 .011 .005 .003 .001
.916 .656 .470 .315 .206 .134 .084 .054 .033 .021
.972 .785 .642 .477 .359 .253 .181 .123 .086 .057
.990 .890 .769 .638 .506 .397 .297 .224 .162 .118
.997 .934 .857 .745 .638 .521 .423 .329 .258 .193
.999 .967 .910 .834 .736 .640 .536 .446 .357 .287
1.000 .980 .947 .888 .818 .730 .643 .547 .464 .380
1.000 .990 .967 .930 .873 .808 .726 .646 .558 .480
1.000 .994 .981 .954 .916 .861 .800 .724 .650 .568
"""
"""The probability of a capture: a row for 1 to 10 attacking ships, a column for 1 to 10 defenders."""


def rolling(galaxy: Build, attacker: int, defender: int) -> State:
    """Gives a position in which so many dice on each side are waited for."""
    ships = {"kan1": attacker + 1, "kan2": defender}
    state = galaxy(own={"kan1": 1, "kan2": 2}, ships=ships)
    state = RULES.step(
        state, RULES.event({"type": "attacked", "seat": 1, "from": "kan1", "to": "kan2", "dice": attacker})
    )
    assert state.attack == Attack("kan1", "kan2", attacker, "", defender)
    return state


def odds(galaxy: Build, attacker: int, defender: int) -> dict[tuple[int, int], Fraction]:
    """Gives the probability of each pair of losses, from the outcomes that the event lists."""
    outcomes = AttackRolled.weights(rolling(galaxy, attacker, defender))
    total = sum(weight for _, weight in outcomes)
    found: Counter[tuple[int, int]] = Counter()
    for event, weight in outcomes:
        found[losses(event.attacker, event.defender)] += weight
    return {lost: Fraction(number, total) for lost, number in found.items()}


@pytest.mark.parametrize("dice", COUNTS, ids=lambda dice: f"{dice[0]}v{dice[1]}")
def test_the_counts_of_each_roll(galaxy: Build, dice: tuple[int, int]) -> None:
    """All 6^n ways in which the dice can lie are listed once, with the losses of section 3.2."""
    attacker, defender = dice
    outcomes = AttackRolled.weights(rolling(galaxy, attacker, defender))
    assert len({event for event, _ in outcomes}) == len(outcomes) == 6 ** (attacker + defender)
    assert {weight for _, weight in outcomes} == {1}
    assert odds(galaxy, attacker, defender) == {
        lost: Fraction(number, 6 ** (attacker + defender)) for lost, number in COUNTS[dice].items()
    }


def test_the_capture_matrix(galaxy: Build) -> None:
    """A Markov chain over these odds gives the matrix to three decimals, all 100 of them."""
    chances = {dice: odds(galaxy, *dice) for dice in COUNTS}
    table = {(0, defenders): Fraction(0) for defenders in range(1, 11)}
    table |= {(attackers, 0): Fraction(1) for attackers in range(11)}
    for attackers in range(1, 11):
        for defenders in range(1, 11):
            dice = min(3, attackers), min(2, defenders)
            table[attackers, defenders] = sum(
                (chance * table[attackers - lost, defenders - won] for (lost, won), chance in chances[dice].items()),
                Fraction(0),
            )
    expected = [row.split() for row in CAPTURED.strip().splitlines()]
    found = [
        [f"{float(round(table[attackers, defenders], 3)):.3f}".removeprefix("0") for defenders in range(1, 11)]
        for attackers in range(1, 11)
    ]
    assert found == expected


def test_rolls_as_the_dice_fall(galaxy: Build) -> None:
    """60,000 drawn rolls of three against two lie near the odds (chi-square below 13.8, one in a thousand)."""
    state = rolling(galaxy, 3, 2)
    found: Counter[tuple[int, int]] = Counter()
    for draw in range(60_000):
        event = AttackRolled.draw(state, Dice("0" * 64, draw + 1))
        found[losses(event.attacker, event.defender)] += 1
    expected = {lost: 60_000 * number / 7776 for lost, number in COUNTS[3, 2].items()}
    assert sum((found[lost] - number) ** 2 / number for lost, number in expected.items()) < 13.8


def test_a_roll_draws_one_integer_a_die(galaxy: Build) -> None:
    """The i-th die of the event is the i-th integer of the draw: the attacker's dice first."""
    event = AttackRolled.draw(rolling(galaxy, 3, 2), Dice("a" * 64, 7))
    dice = Dice("a" * 64, 7)
    assert [*event.attacker, *event.defender] == [dice.roll(6) for _ in range(5)]
