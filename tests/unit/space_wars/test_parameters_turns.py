"""Parameters of turns, battles, cards and the end: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.cards import set_made, worth
from playfold.engine.games.space_wars.conquest import AttackRolled
from playfold.engine.games.space_wars.ending import income
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

MILITARY = ("card_gab1", "card_gab4", "card_yag3")
DUEL = {"own": {"kan1": 1, "kan2": 2, "kan3": 2}, "ships": {"kan1": 9}}


def kinds(state: State) -> set[str]:
    return {type(option).__name__ for option in RULES.options(state)}


def test_wrap_edges(galaxy: Build, refused: Refused) -> None:
    """Over the edge of the disc kan1 attacks kan3, or not."""
    for wrap, rule in ((True, ""), (False, "attack.adjacent")):
        state = galaxy(wrap_edges=wrap, **DUEL)
        assert refused(state, "attacked", seat=1, from_="kan1", to="kan3", dice=1) == rule
        moving = galaxy(wrap_edges=wrap, own={"kan1": 1, "kan3": 1}, ships={"kan1": 2})
        assert refused(moving, "fortified", seat=1, from_="kan1", to="kan3", ships=1) == rule.replace(
            "attack", "fortify"
        )


def test_territory_income(galaxy: Build) -> None:
    """None, or a third of the territories and at least three."""
    for seats, classical in ((3, 14 // 3), (6, 3)):
        assert income(galaxy(seats=seats), 1) == 0
        assert income(galaxy(seats=seats, territory_income="classical"), 1) == classical


def test_planet_bonus(galaxy: Build) -> None:
    """Each planet gives what the parameter says."""
    for place, planet in enumerate(("gaba2", "yagdez5", "tron3", "tariel7", "kander_dag5", "raendezh2"), 20):
        assert income(galaxy(whole={planet: 1}, planet_bonus={planet: place}), 1) == place


def test_exchange_values() -> None:
    """Values are fixed, or rise with every exchange; by mode they rise in the galaxy."""
    for mode, values, ships in (
        ("auto", "by_mode", 8),
        ("galaxy", "by_mode", 10),
        ("galaxy", "fixed", 8),
        ("auto", "escalating", 10),
    ):
        rules: Any = RULES.params("1.0", mode=mode, exchange_values=values)
        assert worth(rules, 3, "three_scientific") == ships


def test_set_values() -> None:
    """Each set is worth what the parameter says."""
    for place, made in enumerate(("three_military", "three_civil", "three_scientific", "one_each", "joker_pair"), 30):
        rules: Any = RULES.params("1.0", set_values={made: place})
        assert worth(rules, 9, made) == place  # type: ignore[arg-type]


def test_escalating() -> None:
    """The first exchanges follow the list."""
    rules: Any = RULES.params("1.0", mode="galaxy", escalating=[1, 2])
    assert [worth(rules, done, "one_each") for done in range(4)] == [1, 2, 7, 12]


def test_escalating_step() -> None:
    """After the list each exchange is worth so much more."""
    rules: Any = RULES.params("1.0", mode="galaxy", escalating_step=3)
    assert [worth(rules, done, "one_each") for done in (6, 7, 8)] == [20, 23, 26]


def test_joker_set() -> None:
    """A joker goes with two alike, or with any two; two jokers never make a set."""
    unlike, two = ("card_gab1", "card_gab2", "joker_1"), ("card_gab1", "joker_1", "joker_2")
    strict: Any = RULES.params()
    loose: Any = RULES.params("1.0", joker_set="any_two")
    assert (set_made(strict, unlike), set_made(loose, unlike)) == (None, "joker_pair")
    assert (set_made(strict, two), set_made(loose, two)) == (None, None)


def test_hand_limit(galaxy: Build, refused: Refused) -> None:
    """With so many cards an exchange comes first."""
    hand = {1: (*MILITARY, "card_gab2", "card_gab3", "card_yag1")}
    for limit, rule in ((6, "exchange.forced"), (7, "")):
        state = galaxy(phase="reinforce", hands=hand, hand_limit=limit)
        assert refused(state, "turn_ended", seat=1) == rule


def test_defender_choice(galaxy: Build, do: Do) -> None:
    """The defender of two ships is asked for its dice, that of one is not; for the ally the opponent is asked."""
    attack = {"seat": 1, "from_": "kan1", "to": "kan2", "dice": 3}
    for choice, defenders, phase in ((False, 2, "roll"), (True, 2, "defend"), (True, 1, "roll")):
        state = do(
            galaxy(defender_choice=choice, own=DUEL["own"], ships={"kan1": 9, "kan2": defenders}), "attacked", **attack
        )
        assert state.phase == phase
    asked = do(galaxy(defender_choice=True, each=3, own=DUEL["own"]), "attacked", **{**attack, "dice": 2})
    assert RULES.to_act(asked).seats == (2,)
    for dice in (1, 2):
        answered = do(asked, "defended", seat=2, dice=dice)
        assert {len(event.defender) for event, _ in AttackRolled.weights(answered)} == {dice}
    ally = galaxy(seats=2, defender_choice=True, each=3, own={"kan1": 1, "kan2": 0})
    assert RULES.to_act(do(ally, "attacked", **{**attack, "dice": 2})).seats == (2,)


def test_advance(galaxy: Build, battle: Do, do: Do) -> None:
    """The ships of the last roll move in; or the attacker says how many, at least those, where there is a choice."""
    fight = ("kan1", "kan2", (6, 5), (1,))
    state = battle(galaxy(**DUEL), *fight)
    assert (state.phase, state.ships["kan2"]) == ("card", 2)
    state = battle(galaxy(advance="at_least_last_dice", **DUEL), *fight)
    assert (state.phase, state.ships["kan1"], kinds(state)) == ("move_in", 7, {"MovedIn"})
    for ships in (2, 5, 8):
        moved = do(state, "moved_in", seat=1, ships=ships)
        assert (moved.phase, moved.ships["kan1"], moved.ships["kan2"]) == ("card", 9 - ships, ships)
    tight = galaxy(advance="at_least_last_dice", own=DUEL["own"], ships={"kan1": 3})
    assert battle(tight, *fight).phase == "card"


def test_card_per(galaxy: Build, battle: Do, do: Do) -> None:
    """Every capture brings a card, or only the first of a turn."""
    for per, phase in (("territory", "card"), ("turn", "conquer")):
        state = battle(galaxy(card_per=per, **DUEL), "kan1", "kan2", (6,), (1,))
        state = do(state, "card_drawn", card="joker_1")
        assert battle(state, "kan1", "kan3", (6,), (1,)).phase == phase


def test_exchange_on_elimination(galaxy: Build, battle: Do, do: Do, refused: Refused) -> None:
    """A hand that an elimination fills waits for the next turn, or is exchanged, and its ships placed, at once."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES} | {"kan2": 2}
    hands = {1: MILITARY, 2: ("card_rae1", "card_rae4", "card_rae7")}
    attack = {"seat": 1, "from_": "kan1", "to": "rae4", "dice": 1}
    for when, phase in (("next_turn", "conquer"), ("immediately", "spoils")):
        state = galaxy(own=own, ships={"kan1": 5}, hands=hands, exchange_on_elimination=when)
        state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="joker_1")
        assert (state.phase, len(state.hands["1"])) == (phase, 7)
    assert kinds(state) == {"SetExchanged"}
    state = do(state, "set_exchanged", seat=1, cards=list(MILITARY))
    assert (state.pending, kinds(state)) == (4, {"ShipsPlaced"})
    assert refused(state, "attacked", **attack) == "reinforce.all"
    state = do(state, "ships_placed", seat=1, ships={"kan1": 4})
    assert (state.phase, refused(state, "attacked", **attack)) == ("conquer", "")


def test_ally_rounding(galaxy: Build, do: Do) -> None:
    """Half of 7 is 3, or 4."""
    for rounding, half in (("floor", 3), ("ceil", 4)):
        state = galaxy(seats=2, phase="reinforce", gained=7, ally_rounding=rounding)
        assert do(state, "turn_ended", seat=1).ally_pending == {"1": 0, "2": half}


def test_ally_capture_owner(galaxy: Build, battle: Do) -> None:
    """What the ally's ships take is the ally's, without a card; or the active seat's, who draws one."""
    for whose, owner, phase in (("ally", 0, "conquer"), ("active", 1, "card")):
        state = galaxy(seats=2, own={"tar1": 0, "tar2": 2}, ships={"tar1": 4}, ally_capture_owner=whose)
        state = battle(state, "tar1", "tar2", (6, 5), (1,), force="ally")
        assert (state.owner["tar2"], state.ships["tar2"], state.phase) == (owner, 2, phase)


def test_objective_check(galaxy: Build, battle: Do, do: Do) -> None:
    """An objective counts at once, or at the end of the own turn."""
    fields: dict[str, Any] = {
        "whole": {"kander_dag5": 1, "gaba2": 1},
        "own": {"kan2": 2},
        "ships": {"kan1": 9},
        "objectives": ["obj10", "obj04", "obj05"],
    }
    state = battle(galaxy(**fields), "kan1", "kan2", (6,), (1,))
    assert (state.phase, state.reason) == ("over", "objective")
    state = battle(galaxy(objective_check="turn_end", **fields), "kan1", "kan2", (6,), (1,))
    assert state.phase == "card"
    state = do(do(state, "card_drawn", card="joker_1"), "turn_ended", seat=1)
    assert (state.phase, state.reason, state.active) == ("over", "objective", 1)


def test_max_rounds(galaxy: Build, do: Do) -> None:
    """The game ends after so many rounds; with 0 it goes on."""
    for limit, phase in ((3, "over"), (4, "reinforce"), (0, "reinforce")):
        assert do(galaxy(active=3, number=3, max_rounds=limit), "turn_ended", seat=3).phase == phase
