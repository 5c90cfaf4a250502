"""The worked examples of the rules, by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.cards import set_made, worth
from playfold.engine.games.space_wars.conquest import losses
from playfold.engine.games.space_wars.ending import income
from playfold.engine.games.space_wars.galaxy import NEIGHBOURS, PLANETS, TERRITORIES
from playfold.engine.games.space_wars.setup import due, share
from playfold.engine.games.space_wars.state import State, lands, strength

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

MILITARY, CIVIL, SCIENTIFIC = (
    ("card_gab1", "card_gab4", "card_yag3"),
    ("card_gab2", "card_yag1", "card_luv1"),
    (
        "card_gab3",
        "card_yag2",
        "card_tro1",
    ),
)
EACH = ("card_gab1", "card_gab2", "card_gab3")


def test_example_1_planets_give_ships(galaxy: Build) -> None:
    """1: Gaba-2 and Tron-3 give 5, all six 23, Yagdez-5 without its moon nothing."""
    assert income(galaxy(whole={"gaba2": 1, "tron3": 1}), 1) == 5
    assert income(galaxy(whole=dict.fromkeys(PLANETS, 1)), 1) == 23
    assert income(galaxy(whole={"yagdez5": 1}), 1) == 2
    assert income(galaxy(whole={"yagdez5": 1}, own={"luv1": 2}), 1) == 0


@pytest.mark.parametrize(
    ("cards", "ships"),
    [
        (MILITARY, 4),
        (CIVIL, 6),
        (SCIENTIFIC, 8),
        (EACH, 10),
        (("card_gab2", "card_yag1", "joker_1"), 12),
        (("card_gab1", "card_gab2", "joker_1"), None),
        (("card_gab1", "card_gab2", "card_yag1"), None),
    ],
)
def test_example_2_sets(cards: Sequence[str], ships: int | None) -> None:
    """2: What sets are worth, and that a joker with two unlike cards is none."""
    rules: Any = RULES.params()
    made = set_made(rules, cards)
    assert (worth(rules, 0, made) if made else None) == ships


def test_example_3_escalation() -> None:
    """3: The first ten exchanges of a game in which values rise."""
    rules: Any = RULES.params("1.0", mode="galaxy")
    assert [worth(rules, done, "three_military") for done in range(10)] == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]


def test_example_4_dice_of_the_attacker(galaxy: Build, refused: Refused) -> None:
    """4: Two ships throw one die, one ship none, four ships up to three."""
    for ships, allowed in ((1, []), (2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (9, [1, 2, 3])):
        state = galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": ships})
        attack = {"seat": 1, "from_": "kan1", "to": "kan2"}
        assert [dice for dice in (1, 2, 3) if not refused(state, "attacked", dice=dice, **attack)] == allowed


@pytest.mark.parametrize(
    ("attacker", "defender", "lost"),
    [((5, 4, 3), (6, 3), (1, 1)), ((5, 5, 3), (5, 5), (2, 0)), ((6,), (4, 3), (0, 1)), ((5,), (6,), (1, 0))],
)
def test_example_5_rolls(attacker: tuple[int, ...], defender: tuple[int, ...], lost: tuple[int, int]) -> None:
    """5: Highest against highest, second against second."""
    assert losses(attacker, defender) == lost


def test_example_5_a_whole_battle(galaxy: Build, battle: Do) -> None:
    """5: Four attackers against three: from 5 ships to 1, rolled unsorted."""
    state = galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 5, "kan2": 3})
    for attacker, defender, left in (
        ((3, 5, 4), (3, 6), (4, 2)),
        ((5, 3, 5), (5, 5), (2, 2)),
        ((6,), (3, 4), (2, 1)),
        ((5,), (6,), (1, 1)),
    ):
        state = battle(state, "kan1", "kan2", attacker, defender)
        assert (state.ships["kan1"], state.ships["kan2"]) == left


def test_example_6_the_ships_of_the_last_roll_move_in(galaxy: Build, battle: Do) -> None:
    """6: Three dice against one: exactly three ships move in."""
    state = battle(galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 9}), "kan1", "kan2", (6, 2, 1), (5,))
    assert (state.owner["kan2"], state.ships["kan2"], state.ships["kan1"]) == (1, 3, 6)


def test_example_7_a_card_for_each_territory(galaxy: Build, battle: Do, do: Do) -> None:
    """7: Three captures in one turn draw three cards."""
    state = galaxy(own={"kan1": 1, "kan2": 2, "kan3": 2, "kan4": 2}, ships={"kan1": 9})
    for number, target in enumerate(("kan2", "kan3", "kan4"), 1):
        state = do(battle(state, "kan1", target, (6,), (1,)), "card_drawn", card=f"card_rae{number}")
    assert state.hands["1"] == ("card_rae1", "card_rae2", "card_rae3")
    assert state.captures == 3


def test_example_8_compulsory_exchanges(galaxy: Build, refused: Refused, do: Do) -> None:
    """8: Five cards have to be exchanged, four may be kept; eight take two exchanges, seven one."""
    ending = {"seat": 1}
    attack = {"seat": 1, "from_": "kan1", "to": "kan2", "dice": 1}
    transfer = {"seat": 1, "from_": "kan1", "to": "kan4", "ships": 1}
    own = {"own": {"kan1": 1, "kan2": 2, "kan4": 1}, "ships": {"kan1": 3}, "phase": "reinforce"}
    for cards, exchanges in (
        ((*MILITARY, "card_gab2"), 0),
        ((*MILITARY, *CIVIL[:2]), 1),
        ((*EACH, *MILITARY[1:], *CIVIL[1:]), 1),
        ((*MILITARY, *CIVIL, *SCIENTIFIC[:2]), 2),
    ):
        state = galaxy(hands={1: cards}, **own)
        for made in range(exchanges):
            assert refused(state, "turn_ended", **ending) == "exchange.forced", (cards, made)
            assert refused(state, "attacked", **attack) == "exchange.forced"
            assert refused(state, "fortified", **transfer) == "exchange.forced"
            options: list[Any] = [each for each in RULES.options(state) if type(each).__name__ == "SetExchanged"]
            state = RULES.step(state, options[0])
            assert refused(state, "turn_ended", **ending) in {"reinforce.all", "exchange.forced"}
        if state.pending:
            state = do(state, "ships_placed", seat=1, ships={"kan1": state.pending})
        assert refused(state, "turn_ended", **ending) == ""
        assert refused(state, "attacked", **attack) == ""


def test_example_9_the_deal(dealt: Build) -> None:
    """9: 15, 15 and 14 cards, or 11 each; 42 territories in all."""
    for seats, cards in ((3, [15, 15, 14]), (4, [11] * 4), (5, [9, 9, 9, 9, 8]), (6, [8, 8, 7, 7, 7, 7])):
        state = RULES.start(RULES.params(), seats)
        assert [share(state, seat) for seat in range(1, seats + 1)] == cards
        assert len(dealt(seats).owner) == 42


def test_example_10_two_players(dealt: Build, galaxy: Build, do: Do) -> None:
    """10: 14 territories each, 40, 40 and 28 ships; of 7 new ships the ally gets 3, which the opponent places."""
    state = dealt(2)
    assert [len(lands(state, seat)) for seat in (1, 2, 0)] == [14, 14, 14]
    assert strength(state, 0) == 28
    for seat in (1, 2):
        assert due(state, seat) == 26
        state = do(state, "ships_placed", seat=seat, ships={lands(state, seat)[0]: 26})
    assert [strength(state, seat) for seat in (1, 2)] == [40, 40]
    state = do(galaxy(seats=2, phase="reinforce", gained=7), "turn_ended", seat=1)
    assert (state.active, state.ally_pending) == (2, {"1": 0, "2": 3})


def test_example_11_transfers(galaxy: Build, refused: Refused, do: Do) -> None:
    """11: One edge only; of five ships four may leave, of one none; it ends the turn."""
    own = {"kan1": 1, "kan2": 1, "kan5": 1, "kan4": 2}
    state = galaxy(own=own, ships={"kan1": 5})
    assert refused(state, "fortified", seat=1, from_="kan1", to="kan5", ships=1) == "fortify.adjacent"
    assert refused(state, "fortified", seat=1, from_="kan1", to="kan2", ships=5) == "fortify.ships"
    assert refused(state, "fortified", seat=1, from_="kan2", to="kan1", ships=1) == "fortify.ships"
    after = do(state, "fortified", seat=1, from_="kan1", to="kan2", ships=4)
    assert (after.ships["kan1"], after.ships["kan2"], after.active, after.turn) == (1, 5, 2, 10)


def test_example_13_the_round_limit(galaxy: Build, do: Do) -> None:
    """13: At the end of round 60 most territories win, then most ships, then the victory is shared."""
    more = {"gab2": 1, "gab3": 2}
    for own, ships, winners in (({**more, "gab3": 1}, {}, (1,)), ({}, {"gab2": 5}, (2,)), ({}, {}, (1, 2, 3))):
        state = galaxy(own=own, ships=ships, active=3, number=60)
        over = do(state, "turn_ended", seat=3)
        outcome = RULES.outcome(over)
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("round_limit", winners)
    assert do(galaxy(active=3, number=59), "turn_ended", seat=3).round == 60


def test_example_14_the_objectives_of_the_rulebook(galaxy: Build, battle: Do) -> None:
    """14: 12 of 13 territories of obj01 do not win, the 13th does, with that roll and no card; 23 and 24 of obj02."""
    whole, fight = {"tariel7": 1, "tron3": 1}, ("tro1", "tro2", (6,), (1,))
    state = galaxy(whole=whole, own={"tro2": 2, "tro3": 2}, ships={"tro1": 9}, objectives=["obj01", "obj04", "obj05"])
    assert battle(state, *fight).phase == "card"
    state = galaxy(whole=whole, own={"tro2": 2}, ships={"tro1": 9}, objectives=["obj01", "obj04", "obj05"])
    over = battle(state, *fight)
    assert (over.phase, over.reason, over.active, over.hands["1"]) == ("over", "objective", 1, ())
    for held, phase in ((22, "card"), (23, "over")):
        own = {at: 1 if place < held else 2 for place, at in enumerate(reversed(TERRITORIES))}
        own["luv1"], own["yag3"] = 3, 3
        mine = [at for at in TERRITORIES if own[at] == 1]
        target = next(at for at in NEIGHBOURS[True][mine[0]] if own[at] != 1)
        state = galaxy(own=own, ships={mine[0]: 9}, objectives=["obj02", "obj04", "obj05"])
        assert len(mine) == held
        assert battle(state, mine[0], target, (6,), (1,)).phase == phase


def test_example_15_ships_of_the_start(dealt: Build) -> None:
    """15: 35, 30 and 40 ships in all; with 11 territories of four players 19 are placed freely."""
    state = dealt(4)
    for seat in (1, 2, 3, 4):
        assert due(state, seat) == 30 - len(lands(state, seat))
    assert [due(state, seat) for seat in (1, 2)] == [19, 19]
    three = dealt(3)
    assert [due(three, seat) for seat in (1, 2, 3)] == [35 - 14, 35 - 14, 35 - 14]
    assert due(dealt(2), 1) == 26


def test_example_16_edges(galaxy: Build, refused: Refused) -> None:
    """16: kan1 attacks kan3 over the edge of the disc and rae4 through space; gab2 nothing outside its planet."""
    own = {"kan1": 1, "kan3": 2, "rae4": 2}
    attack = {"seat": 1, "from_": "kan1", "dice": 1}
    state = galaxy(own=own, ships={"kan1": 2})
    assert refused(state, "attacked", to="kan3", **attack) == ""
    assert refused(state, "attacked", to="rae4", **attack) == ""
    flat = galaxy(own=own, ships={"kan1": 2}, wrap_edges=False)
    assert refused(flat, "attacked", to="kan3", **attack) == "attack.adjacent"
    assert {at[:3] for at in NEIGHBOURS[True]["gab2"]} == {"gab"}


def test_example_17_the_whole_galaxy(galaxy: Build, do: Do) -> None:
    """17: The first exchange of the game brings 4 whatever the set, the next 6 whoever makes it; planets still give."""
    state = galaxy(phase="reinforce", hands={1: SCIENTIFIC, 2: MILITARY}, mode="galaxy", whole={"gaba2": 2})
    state = do(state, "set_exchanged", seat=1, cards=list(SCIENTIFIC))
    assert state.pending == 4
    state = do(do(state, "ships_placed", seat=1, ships={"yag3": 4}), "turn_ended", seat=1)
    assert (state.active, state.pending) == (2, 2)
    assert do(state, "set_exchanged", seat=2, cards=list(MILITARY)).pending == 2 + 6


def test_example_18_the_hand_of_the_eliminated(galaxy: Build, battle: Do, do: Do, refused: Refused) -> None:
    """18: 3 cards, the territory's and a hand of 4 are 8: the eliminator attacks on, and exchanges twice next turn."""
    own = {at: 1 if at != "kan2" else 2 for at in TERRITORIES if at.startswith(("kan", "gab"))}
    own |= {at: 3 for at in TERRITORIES if at not in own}
    state = galaxy(own=own, ships={"kan1": 9}, hands={1: MILITARY, 2: (*CIVIL, "joker_1")})
    state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="card_rae1")
    assert len(state.hands["1"]) == 8
    assert state.hands["2"] == ()
    attack = {"seat": 1, "from_": "kan1", "to": "rae4", "dice": 1}
    assert refused(state, "attacked", **attack) == ""
    state = do(state, "turn_ended", seat=1)
    state = do(do(state, "ships_placed", seat=3, ships={"rae4": state.pending}), "turn_ended", seat=3)
    for exchanges in range(2):
        assert (state.active, state.phase, state.exchanges) == (1, "reinforce", exchanges)
        assert refused(state, "attacked", **attack) == "exchange.forced"
        sets: list[Any] = [each for each in RULES.options(state) if type(each).__name__ == "SetExchanged"]
        state = RULES.step(state, sets[0])
    state = do(state, "ships_placed", seat=1, ships={"kan1": state.pending})
    assert refused(state, "attacked", **attack) == ""


def test_example_19_the_allys_half(galaxy: Build, do: Do, refused: Refused) -> None:
    """19: Of 5 for a planet and 4 for a set the ally gets 4; B places all before it attacks, and leads the ally."""
    own = {"tar1": 1, "tar2": 0, "tar4": 0, "tar5": 2}
    state = galaxy(
        seats=2, whole={"kander_dag5": 1}, own=own, ships={"tar2": 3}, phase="conquer", active=2, hands={1: MILITARY}
    )
    state = do(state, "turn_ended", seat=2)
    assert state.pending == 5
    state = do(do(state, "set_exchanged", seat=1, cards=list(MILITARY)), "ships_placed", seat=1, ships={"kan1": 9})
    state = do(state, "turn_ended", seat=1)
    assert (state.active, state.ally_pending) == (2, {"1": 0, "2": 4})
    lead = {"seat": 2, "from_": "tar2", "dice": 2, "force": "ally"}
    assert refused(state, "attacked", to="tar1", **lead) == "place.ally"
    state = do(state, "ships_placed", seat=2, ships={"tar2": 4}, force="ally")
    assert refused(state, "attacked", to="tar1", **lead) == ""
    assert refused(state, "attacked", to="tar5", **lead) == "attack.ally"
    assert refused(state, "attacked", to="tar4", **lead) == "attack.ally"


def test_example_20_captures_with_an_ally(galaxy: Build, battle: Do) -> None:
    """20: Capturing from the ally brings a card; what the ally captures is the ally's, without; B's last one wins."""
    own = {"kan1": 1, "kan2": 0, "tar1": 0, "tar2": 2}
    state = galaxy(seats=2, own=own, ships={"kan1": 5, "tar1": 5})
    assert battle(state, "kan1", "kan2", (6,), (1,)).phase == "card"
    led = battle(state, "tar1", "tar2", (6, 5), (1,), force="ally")
    assert (led.phase, led.owner["tar2"], led.ships["tar2"], led.hands["1"]) == ("conquer", 0, 2, ())
    last = galaxy(seats=2, own={**dict.fromkeys(TERRITORIES, 1), "tar1": 0, "tar2": 2}, ships={"tar1": 5})
    over = battle(last, "tar1", "tar2", (6, 5), (1,), force="ally")
    assert (over.phase, over.reason, over.active) == ("over", "opponent", 1)


def test_example_21_jokers() -> None:
    """21: Two jokers and a card, a joker and two unlike cards: no set. A joker and two civil cards: 12."""
    rules: Any = RULES.params()
    assert set_made(rules, ("card_gab1", "joker_1", "joker_2")) is None
    assert set_made(rules, ("card_gab1", "card_gab2", "joker_1")) is None
    assert set_made(rules, ("card_gab2", "card_yag1", "joker_1")) == "joker_pair"


def test_example_22_equal_defends(galaxy: Build, battle: Do) -> None:
    """22: 3 against 3 costs the attacker a ship."""
    state = battle(galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 2}), "kan1", "kan2", (3,), (3,))
    assert (state.ships["kan1"], state.ships["kan2"]) == (1, 1)


def test_every_example_is_there() -> None:
    """Examples 1 to 22 are tested, 12 by the odds (test_odds.py)."""
    numbers = {int(name.split("_")[2]) for name in globals() if name.startswith("test_example_")}
    assert numbers == set(range(1, 23)) - {12}
