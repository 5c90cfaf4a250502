"""The worked examples of the specification, by number: battles, and attacks on planets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled
from playfold.engine.games.space_monkeys.battle import BattleRolled
from playfold.engine.games.space_monkeys.state import State, points_of

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def duel(galaxy: Build, one: str, two: str, techs: dict[int, list[str]] | None = None) -> State:
    """Gives a battle that waits for its dice: seat 1's ship against seat 2's."""
    state = galaxy(ships={one: "5,5", two: "6,5"}, techs=techs)
    return RULES.step(state, RULES.event({"type": "ship_moved", "seat": 1, "ship": one, "path": "E1"}))


def fight(state: State, attacker: int, defender: int) -> State:
    return RULES.step(state, BattleRolled(attacker, defender))


def siege(
    galaxy: Build,
    ship: str,
    *,
    techs: dict[int, list[str]] | None = None,
    others: dict[str, str] | None = None,
) -> State:
    """Gives an attack on a white planet of seat 2, defense 3, that waits for its die."""
    state = galaxy(planets={"5,5": "white 2 3"}, ships={ship: "5,5", **(others or {})}, techs=techs)
    return RULES.step(state, RULES.event({"type": "planet_attacked", "seat": 1, "ship": ship}))


@pytest.mark.parametrize(("roll", "after"), [(2, "destroyed"), (3, "repelled"), (4, "hit")])
def test_9_planet_busting_helps_to_succeed_only(galaxy: Build, roll: int, after: str) -> None:
    """9: With planet_busting a 2 destroys the ship, a 3 repels it, and a 4 hits."""
    state = RULES.step(siege(galaxy, "1c1", techs={1: ["planet_busting"]}), AttackRolled(roll))
    assert ("1c1" not in state.ships) == (after == "destroyed")
    assert (state.phase == "repel") == (after == "repelled")
    assert (state.planets["5,5"].defense == 1) == (after == "hit")


def test_10_a_tie_is_the_defenders_without_first_strike(galaxy: Build) -> None:
    """10: Equal totals leave the defender, with first_strike the attacker."""
    assert list(fight(duel(galaxy, "1b1", "2b1"), 5, 5).ships) == ["2b1"]
    assert list(fight(duel(galaxy, "1b1", "2b1", techs={1: ["first_strike"]}), 5, 5).ships) == ["1b1"]
    assert list(fight(duel(galaxy, "1b1", "2b1", techs={2: ["first_strike"]}), 5, 5).ships) == ["2b1"]


def test_11_bad_ass_cards_change_the_totals(galaxy: Build) -> None:
    """11: With big_bad_ass 5 beats 6; with super_bad_ass 3 counts 6 and ties, which is the defender's."""
    assert list(fight(duel(galaxy, "1b1", "2d1", techs={1: ["bad_ass", "big_bad_ass"]}), 5, 6).ships) == ["1b1"]
    cards = {1: ["bad_ass", "big_bad_ass", "super_bad_ass"]}
    assert list(fight(duel(galaxy, "1b1", "2d1", techs=cards), 3, 6).ships) == ["2d1"]


def test_14_three_hits_take_a_home(galaxy: Build, do: Do) -> None:
    """14: A home at 6 falls to 4, to 2, and is captured with defense 1 and its 5 points."""
    state = galaxy(ships={"1d1": "15,2"}, left=3)
    defenses = []
    for _ in range(3):
        state = RULES.step(do(state, "planet_attacked", seat=1, ship="1d1"), AttackRolled(7))
        defenses.append(state.planets["15,2"].defense)
    assert defenses == [4, 2, 1]
    assert state.planets["15,2"].owner == 1
    assert (points_of(state.planets, 1), points_of(state.planets, 2)) == (10, 0)


def test_17_odds_of_two_battlestars(galaxy: Build) -> None:
    """17: A battlestar beats another in 28 of 64 rolls; with first_strike in 36."""
    for techs, wins in (({}, 28), ({1: ["first_strike"]}, 36)):
        state = duel(galaxy, "1b1", "2b1", techs=techs)
        rolls = BattleRolled.weights(state)
        assert sum(weight for _, weight in rolls) == 64
        assert sum(weight for roll, weight in rolls if "1b1" in RULES.step(state, roll).ships) == wins


def test_20_the_winner_over_a_guarded_planet_attacks_later(galaxy: Build, do: Do, refused: Refused) -> None:
    """20: The winner stands on the planet, which stays as it was; it may attack in its next turn, not in this one."""
    state = galaxy(planets={"6,5": "white 2 3"}, ships={"1b1": "5,5", "2b1": "6,5"}, left=2)
    state = fight(do(state, "ship_moved", seat=1, ship="1b1", path="E1"), 8, 1)
    assert state.ships["1b1"].at == "6,5"
    assert (state.planets["6,5"].owner, state.planets["6,5"].defense) == (2, 3)
    assert refused(state, "planet_attacked", seat=1, ship="1b1") == "attack.since"
    for seat in (1, 2, 3, 4):
        state = do(state, "passed", seat=seat)
    assert refused(state, "planet_attacked", seat=1, ship="1b1") == ""


def test_22_six_does_nothing_and_seven_hits(galaxy: Build) -> None:
    """22: A 6 changes nothing, a 7 takes 2; a cruiser can never hit without planet_busting."""
    nothing = RULES.step(siege(galaxy, "1b1"), AttackRolled(6))
    assert (nothing.planets["5,5"].defense, nothing.ships["1b1"].at) == (3, "5,5")
    assert RULES.step(siege(galaxy, "1b1"), AttackRolled(7)).planets["5,5"].defense == 1
    odds = {}
    for ship in ("1c1", "1b1", "1d1", "1m1"):
        for techs in ({}, {1: ["planet_busting"]}):
            state = siege(galaxy, ship, techs=techs)
            rolls = [RULES.step(state, roll).planets["5,5"].defense for roll, _ in AttackRolled.weights(state)]
            odds[ship[1], bool(techs)] = Fraction(rolls.count(1), len(rolls))
    assert [odds[ship, False] for ship in "cbdm"] == [Fraction(0), Fraction(1, 4), Fraction(2, 5), Fraction(1, 2)]
    assert [odds[ship, True] for ship in "cbdm"] == [Fraction(1, 4), Fraction(5, 8), Fraction(7, 10), Fraction(3, 4)]


def test_23_a_repelled_ship_without_room_is_destroyed(galaxy: Build) -> None:
    """23: With ships on all four neighbours a repelled ship is destroyed."""
    others = {"2b1": "5,4", "3b1": "6,5", "4b1": "5,6", "1c1": "4,5"}
    state = RULES.step(siege(galaxy, "1b1", others=others), AttackRolled(4))
    assert "1b1" not in state.ships
    assert state.active == 2
