"""Parameters of colonies, their defense and attacks on them: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import AttackRolled, RepelDrawn
from playfold.engine.games.space_monkeys.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def test_attack_min_gap(galaxy: Build, do: Do, refused: Refused) -> None:
    """A planet is attacked by a ship that came in an earlier turn, or an earlier option."""
    for value, rule in (("turn", "attack.since"), ("option", "")):
        state = galaxy(
            planets={"6,5": "white 2 3"}, ships={"1b1": "5,5"}, techs={1: ["go_getter"]}, left=2, attack_min_gap=value
        )
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
        assert refused(state, "planet_attacked", seat=1, ship="1b1") == rule


def test_colonize_min_gap(galaxy: Build, do: Do, refused: Refused) -> None:
    """A planet is colonised by a ship that came in an earlier turn, or an earlier option."""
    for value, rule in (("turn", "colonize.since"), ("option", "")):
        state = galaxy(
            planets={"6,5": ""}, ships={"1b1": "5,5"}, techs={1: ["go_getter"]}, left=2, colonize_min_gap=value
        )
        state = do(state, "ship_moved", seat=1, ship="1b1", path="E1")
        assert refused(state, "planet_colonized", seat=1, ship="1b1") == rule


def attacked(galaxy: Build, defense: int, roll: int, *techs: str, **rules: Any) -> State:
    """Gives the state after seat 1's monitor rolled against a white planet of seat 2."""
    state = galaxy(planets={"5,5": f"white 2 {defense}"}, ships={"1m1": "5,5"}, techs={1: techs}, **rules)
    state = RULES.step(state, RULES.event({"type": "planet_attacked", "seat": 1, "ship": "1m1"}))
    return RULES.step(state, AttackRolled(roll))


def test_captured_defense(galaxy: Build) -> None:
    """A captured planet starts again with this defense."""
    for value in (1, 4):
        planet = attacked(galaxy, 2, 9, captured_defense=value).planets["5,5"]
        assert (planet.owner, planet.defense) == (1, value)


def test_repel_chooser(galaxy: Build, do: Do) -> None:
    """The attacker, the planet's owner or chance chooses the point of a repelled ship."""
    state = attacked(galaxy, 3, 4)
    assert RULES.to_act(state).seats == (1,)
    assert do(state, "ship_repelled", seat=1, to=[5, 4]).ships["1m1"].at == "5,4"
    state = attacked(galaxy, 3, 4, repel_chooser="defender")
    assert RULES.to_act(state).seats == (2,)
    assert do(state, "ship_repelled", seat=2, to=[4, 5]).ships["1m1"].at == "4,5"
    state = attacked(galaxy, 3, 4, repel_chooser="random")
    assert RULES.to_act(state).chance == (RepelDrawn,)
    assert [(roll.to, weight) for roll, weight in RepelDrawn.weights(state)] == [
        ((5, 4), 1),
        ((6, 5), 1),
        ((5, 6), 1),
        ((4, 5), 1),
    ]
    assert do(state, "repel_drawn", to=[6, 5]).ships["1m1"].at == "6,5"


def test_improve_under_siege(galaxy: Build, refused: Refused) -> None:
    """A besieged planet may be improved, or may not; an own ship above it never hinders."""
    fields = {"seat": 1, "at": [5, 5]}
    for value, rule in ((True, ""), (False, "improve.siege")):
        state = galaxy(planets={"5,5": "white 1 1"}, ships={"2b1": "5,5"}, improve_under_siege=value)
        assert refused(state, "defense_improved", **fields) == rule
        own = galaxy(planets={"5,5": "white 1 1"}, ships={"1b1": "5,5"}, improve_under_siege=value)
        assert refused(own, "defense_improved", **fields) == ""


def test_planet_attack_threshold(galaxy: Build) -> None:
    """An attack hits from this total on; a 7 and more that misses does nothing."""
    assert attacked(galaxy, 3, 7).planets["5,5"].defense == 1
    missed = attacked(galaxy, 3, 7, planet_attack_threshold=8)
    assert (missed.planets["5,5"].defense, missed.ships["1m1"].at, missed.active) == (3, "5,5", 2)
    assert attacked(galaxy, 3, 2, planet_attack_threshold=2).planets["5,5"].defense == 1


def test_planet_attack_damage(galaxy: Build) -> None:
    """A hit takes away so much."""
    assert attacked(galaxy, 5, 9).planets["5,5"].defense == 3
    assert attacked(galaxy, 5, 9, planet_attack_damage=4).planets["5,5"].defense == 1


def test_planet_busting_bonus(galaxy: Build) -> None:
    """planet_busting adds so much to the attack."""
    assert attacked(galaxy, 3, 5, "planet_busting").planets["5,5"].defense == 1
    assert attacked(galaxy, 3, 5, "planet_busting", planet_busting_bonus=1).phase == "repel"


def test_defense_max(galaxy: Build, refused: Refused) -> None:
    """A planet is improved up to this defense."""
    planets = {"5,5": "white 1 3"}
    assert refused(galaxy(planets=planets), "defense_improved", seat=1, at=[5, 5]) == ""
    assert refused(galaxy(planets=planets, defense_max=3), "defense_improved", seat=1, at=[5, 5]) == "improve.limit"


def test_colony_markers(galaxy: Build, do: Do, refused: Refused) -> None:
    """A seat without a marker colonises nothing, but a capture is never refused."""
    planets = {"5,5": "", "3,3": "white 1 1", "12,5": "white 2 1"}
    ships = {"1b1": "5,5", "1m1": "12,5"}
    assert refused(galaxy(planets=planets, ships=ships), "planet_colonized", seat=1, ship="1b1") == ""
    short = galaxy(planets=planets, ships=ships, colony_markers=1)
    assert refused(short, "planet_colonized", seat=1, ship="1b1") == "colonize.marker"
    taken = RULES.step(do(short, "planet_attacked", seat=1, ship="1m1"), AttackRolled(9))
    assert taken.planets["12,5"].owner == 1
