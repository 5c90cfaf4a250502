"""The register of open questions: each reading, shown by a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.ambiguities import REGISTER
from playfold.engine.games.space_wars.capture import CardDrawn
from playfold.engine.games.space_wars.cards import CARDS, set_made, sets_in, worth
from playfold.engine.games.space_wars.galaxy import EDGES, NEIGHBOURS, TERRITORIES
from playfold.engine.games.space_wars.objectives import OBJECTIVES, is_reached
from playfold.engine.games.space_wars.setup import FirstSeatChosen, due, share
from playfold.engine.games.space_wars.state import State, lands, pile
from playfold.engine.parameters import describe
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

RULES_NOW: Any = RULES.params()
MILITARY = ("card_gab1", "card_gab4", "card_yag3")
CIVIL = ("card_gab2", "card_yag1", "card_luv1")
ALLIED: dict[str, Any] = {
    "seats": 2,
    "own": {"tar1": 0, "tar2": 2, "tar3": 0, "tar4": 1},
    "ships": {"tar1": 4, "tar4": 4},
}


def ending(galaxy: Build, own: dict[str, int]) -> State:
    """Gives a position in which seat 1 may take kan2, the last territory of seat 2, from kan1 with five ships."""
    objectives = ["obj03", "obj04", "obj05"]
    return galaxy(own={**own, "kan2": 2}, ships={"kan1": 5}, hands={2: CIVIL}, objectives=objectives)


def test_the_register_is_complete_and_names_parameters() -> None:
    """A1 to A40 are there, each with a test here, and each parameter named exists and cites the entry."""
    assert [one.id for one in REGISTER] == [f"A{number}" for number in range(1, 41)]
    tested = {name.split("_")[1].upper() for name in globals() if re.match(r"test_a\d", name)}
    assert tested == {one.id for one in REGISTER}
    cited: dict[str, set[str]] = {}
    for item in describe(RULES.parameters):
        cited.setdefault(item.name.partition(".")[0], set()).update(re.findall(r"\bA\d+\b", item.cite))
    entries = {one.id: set(one.parameters) for one in REGISTER}
    assert {name for names in entries.values() for name in names} <= set(cited)
    for name, ids in cited.items():
        assert ids == {entry for entry, names in entries.items() if name in names}, name


def test_a1_the_number_is_all_ships(dealt: Build) -> None:
    """A1: 30 ships are all of a seat: 19 beside those on 11 territories."""
    assert due(dealt(4), 1) == 19


def test_a2_territories_bring_nothing(galaxy: Build, do: Do) -> None:
    """A2: Who holds 14 territories and no planet gets no ship."""
    assert do(galaxy(), "turn_ended", seat=1).pending == 0


def test_a3_a_joker_is_a_territory_less(dealt: Build) -> None:
    """A3: With 11 cards, one of them a joker, a seat has 10 territories."""
    assert [len(lands(dealt(4), seat)) for seat in (1, 2, 3, 4)] == [11, 11, 10, 10]


def test_a4_a_card_for_every_territory(galaxy: Build, battle: Do) -> None:
    """A4: The second capture of a turn brings a card too."""
    state = galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 5}, captures=1)
    assert battle(state, "kan1", "kan2", (6,), (1,)).phase == "card"


def test_a5_jokers_go_with_a_pair() -> None:
    """A5: A joker with two unlike cards is no set, nor are two jokers with one card."""
    assert set_made(RULES_NOW, ("card_gab1", "card_gab2", "joker_1")) is None
    assert set_made(RULES_NOW, ("card_gab1", "joker_1", "joker_2")) is None


def test_a6_several_exchanges_in_a_turn(galaxy: Build, do: Do) -> None:
    """A6: Two sets may be exchanged in one turn, and five cards have to be."""
    state = galaxy(phase="reinforce", hands={1: (*MILITARY, *CIVIL)})
    state = do(do(state, "set_exchanged", seat=1, cards=list(CIVIL)), "set_exchanged", seat=1, cards=list(MILITARY))
    assert (state.pending, state.exchanges, state.hands["1"]) == (10, 2, ())
    assert RULES_NOW.hand_limit == 5


def test_a7_the_ships_of_the_last_roll_move_in(galaxy: Build, battle: Do) -> None:
    """A7: Of nine ships two were thrown in, two move."""
    state = battle(galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 9}), "kan1", "kan2", (6, 6), (1,))
    assert (state.phase, state.ships["kan2"]) == ("card", 2)


def test_a8_the_defender_rolls_all_it_can(galaxy: Build, do: Do) -> None:
    """A8: Two ships or more roll two dice, without a question."""
    state = do(galaxy(own={"kan1": 1, "kan2": 2}, each=3), "attacked", seat=1, from_="kan1", to="kan2", dice=2)
    assert (state.phase, state.attack and state.attack.defense) == ("roll", 2)


def test_a9_a_full_hand_waits_for_the_next_turn(galaxy: Build, battle: Do, do: Do) -> None:
    """A9: After an elimination with six cards in hand conquering goes on."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES}
    state = galaxy(own={**own, "kan2": 2}, ships={"kan1": 5}, hands={1: MILITARY[:2], 2: CIVIL})
    state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="joker_1")
    assert (state.phase, len(state.hands["1"])) == ("conquer", 6)


def test_a10_the_active_seats_objective_counts_at_once(galaxy: Build, do: Do, battle: Do) -> None:
    """A10: What the deal has brought counts from the first turn; another seat's objective does not count in mine."""
    fields: dict[str, Any] = {"whole": {"kander_dag5": 2, "gaba2": 2}, "objectives": ["obj04", "obj10", "obj05"]}
    first = galaxy(**fields, phase="first", turn=0, number=0, first=0)
    assert do(first, "first_seat_chosen", seat=1).phase == "reinforce"
    over = do(first, "first_seat_chosen", seat=2)
    assert (over.phase, over.reason, over.active) == ("over", "objective", 2)
    state = galaxy(**fields, ships={"tar2": 3}, own={"tar2": 1, "tar3": 3})
    assert battle(state, "tar2", "tar3", (6,), (1,)).phase == "card"
    assert do(galaxy(**fields), "turn_ended", seat=1).reason == "objective"


def test_a11_two_seats_leave_no_cards(galaxy: Build, battle: Do) -> None:
    """A11: With two seats the game is over with the last territory; the hand stays where it is."""
    state = galaxy(seats=2, own={**dict.fromkeys(TERRITORIES, 1), "kan2": 2}, ships={"kan1": 5}, hands={2: CIVIL})
    over = battle(state, "kan1", "kan2", (6,), (1,))
    assert (over.reason, over.hands["2"]) == ("opponent", CIVIL)


def test_a12_half_of_an_odd_sum_is_rounded_down(galaxy: Build, do: Do) -> None:
    """A12: Of 9 ships in one turn the ally gets 4, whatever they came from."""
    assert do(galaxy(seats=2, phase="reinforce", gained=9), "turn_ended", seat=1).ally_pending["2"] == 4


def test_a13_the_ally_is_led(galaxy: Build, refused: Refused) -> None:
    """A13: The ally has no turn; the active seat leads it against the opponent alone."""
    state = galaxy(**ALLIED)
    assert RULES.to_act(state).seats == (1,)
    assert refused(state, "attacked", seat=1, from_="tar1", to="tar2", dice=1, force="ally") == ""
    assert refused(state, "attacked", seat=1, from_="tar1", to="tar4", dice=1, force="ally") == "attack.ally"


def test_a14_the_allys_captures_are_the_allys(galaxy: Build, battle: Do) -> None:
    """A14: A territory that the ally's ships take is the ally's and brings no card."""
    state = battle(galaxy(**ALLIED), "tar1", "tar2", (6,), (1,), force="ally")
    assert (state.owner["tar2"], state.phase, state.captures) == (0, "conquer", 0)


def test_a15_the_allys_ships_are_not_transferred(galaxy: Build, refused: Refused) -> None:
    """A15: From tar1 to tar3, both the ally's, nothing moves."""
    assert refused(galaxy(**ALLIED), "fortified", seat=1, from_="tar1", to="tar3", ships=1) == "fortify.own"


def test_a16_adjacency_through_space_is_listed() -> None:
    """A16: 14 edges join planets, and no others do."""
    assert len(EDGES["space"]) == 14
    joined = {frozenset(edge) for edge in EDGES["space"]}
    for at, near in NEIGHBOURS[True].items():
        for other in near:
            moon = {at[:3], other[:3]} == {"yag", "luv"}
            assert (at[:3] != other[:3] and not moon) == (frozenset((at, other)) in joined)


def test_a17_the_moon_is_next_to_its_planet_alone() -> None:
    """A17: Luver is adjacent to two territories of Yagdez-5."""
    assert NEIGHBOURS[True]["luv1"] == ("yag2", "yag3")


def test_a18_ships_break_the_tie_of_the_limit(galaxy: Build, do: Do) -> None:
    """A18: With 14 territories each the most ships win."""
    outcome = RULES.outcome(do(galaxy(active=3, number=60, ships={"gab2": 3}), "turn_ended", seat=3))
    assert outcome is not None
    assert outcome.ranking == ((2,), (1, 3))


def test_a19_chance_chooses_the_first_seat(dealt: Build) -> None:
    """A19: Every seat may begin, with equal chances."""
    assert FirstSeatChosen.weights(dealt(3)) == [(FirstSeatChosen(seat), 1) for seat in (1, 2, 3)]


def test_a20_a_transfer_is_one_step(galaxy: Build, refused: Refused) -> None:
    """A20: Over kan2 to kan5, all own, nothing moves at once."""
    state = galaxy(own={"kan1": 1, "kan2": 1, "kan5": 1}, ships={"kan1": 5})
    assert refused(state, "fortified", seat=1, from_="kan1", to="kan5", ships=1) == "fortify.adjacent"


def test_a21_18_territories_with_two_ships() -> None:
    """A21: obj03 asks for 18 territories with two ships each; it alone counts ships."""
    owner = dict.fromkeys(TERRITORIES[:18], 1)
    assert is_reached("obj03", owner, dict.fromkeys(TERRITORIES, 2), 1)
    assert not is_reached("obj03", owner, {**dict.fromkeys(TERRITORIES, 2), "gab1": 1}, 1)
    assert [name for name, aim in OBJECTIVES.items() if aim.ships > 1] == ["obj03"]
    assert "house" in OBJECTIVES["obj03"].provenance


def test_a22_ships_that_moved_in_attack_on(galaxy: Build, battle: Do, do: Do, refused: Refused) -> None:
    """A22: From the territory just taken the next one is attacked."""
    state = galaxy(own={"kan1": 1, "kan2": 2, "kan5": 3}, ships={"kan1": 5})
    state = do(battle(state, "kan1", "kan2", (6, 5), (1,)), "card_drawn", card="joker_1")
    assert refused(state, "attacked", seat=1, from_="kan2", to="kan5", dice=1) == ""


def test_a23_all_dealt_cards_make_the_pile(dealt: Build) -> None:
    """A23: After the deal 44 cards, jokers too, may be drawn; with an ally 42."""
    assert [len(pile(dealt(seats))) for seats in (3, 2)] == [44, 42]
    assert "joker_2" in pile(dealt(3))


def test_a24_the_lower_seats_have_a_card_more() -> None:
    """A24: The deal begins with seat 1."""
    state = RULES.start(RULES_NOW, 6)
    assert [share(state, seat) for seat in range(1, 7)] == [8, 8, 7, 7, 7, 7]


def test_a25_new_ships_stand_anywhere(galaxy: Build, do: Do) -> None:
    """A25: New ships of a planet may go to another one, divided as one likes."""
    state = galaxy(phase="reinforce", pending=3, own={"gab1": 1, "rae7": 1})
    state = do(state, "ships_placed", seat=1, ships={"gab1": 1, "rae7": 2})
    assert (state.ships["gab1"], state.ships["rae7"], state.pending) == (2, 3, 0)


def test_a26_exchange_and_placing_in_any_order(galaxy: Build, do: Do) -> None:
    """A26: Before, between and after placing cards are exchanged, until the first attack."""
    state = galaxy(
        phase="reinforce", pending=2, own={"kan1": 1, "kan2": 2}, ships={"kan1": 5}, hands={1: (*MILITARY, "card_gab2")}
    )
    state = do(state, "ships_placed", seat=1, ships={"kan1": 1})
    state = do(state, "set_exchanged", seat=1, cards=list(MILITARY))
    state = do(state, "ships_placed", seat=1, ships={"kan1": 5})
    assert (state.phase, state.pending) == ("reinforce", 0)


def test_a27_the_allys_half_comes_on_top(galaxy: Build, do: Do) -> None:
    """A27: Of 6 ships the seat places 6, and the ally gets 3 more."""
    state = galaxy(seats=2, phase="reinforce", pending=6, gained=6)
    state = do(do(state, "ships_placed", seat=1, ships={lands(state, 1)[0]: 6}), "turn_ended", seat=1)
    assert state.ally_pending == {"1": 0, "2": 3}


def test_a28_the_opponent_places_it_before_it_attacks(galaxy: Build, refused: Refused) -> None:
    """A28: While ships of the ally are due, the turn neither attacks nor ends."""
    state = galaxy(phase="reinforce", ally_pending={1: 3}, **ALLIED)
    assert refused(state, "attacked", seat=1, from_="tar4", to="tar2", dice=1) == "place.ally"
    assert refused(state, "turn_ended", seat=1) == "place.ally"
    assert refused(state, "ships_placed", seat=1, ships={"tar1": 3}, force="ally") == ""


def test_a29_without_a_territory_the_ally_loses_it(galaxy: Build, do: Do) -> None:
    """A29: When the opponent's turn begins and the ally holds nothing, nothing is due."""
    own = {at: 1 + place % 2 for place, at in enumerate(TERRITORIES)}
    state = galaxy(seats=2, phase="reinforce", gained=8, own=own)
    assert do(state, "turn_ended", seat=1).ally_pending == {"1": 0, "2": 0}
    state = galaxy(seats=2, phase="reinforce", gained=8, own={**own, "kan1": 0})
    assert do(state, "turn_ended", seat=1).ally_pending == {"1": 0, "2": 4}


def test_a30_the_attacker_chooses_its_dice(galaxy: Build) -> None:
    """A30: With nine ships one, two or three dice are options."""
    options: Any = RULES.options(galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 9}))
    assert [each.dice for each in options if getattr(each, "to", "") == "kan2" and each.from_ == "kan1"] == [1, 2, 3]


def test_a31_targets_are_left_and_taken_up_again(galaxy: Build, battle: Do) -> None:
    """A31: kan2, then kan3, then kan2 again."""
    state = galaxy(own={"kan1": 1, "kan2": 2, "kan3": 3}, ships={"kan1": 9, "kan2": 3, "kan3": 3})
    for target in ("kan2", "kan3", "kan2"):
        state = battle(state, "kan1", target, (6,), (1, 1))
    assert (state.ships["kan2"], state.ships["kan3"]) == (1, 2)


def test_a32_victory_then_card_then_hand(galaxy: Build, battle: Do, do: Do) -> None:
    """A32: The card of the territory comes before the hand; a victory comes before both."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES}
    state = battle(ending(galaxy, own), "kan1", "kan2", (6,), (1,))
    assert (state.phase, state.hands["1"], state.hands["2"]) == ("card", (), CIVIL)
    state = do(state, "card_drawn", card="joker_1")
    assert (state.hands["1"], state.hands["2"]) == ((*CIVIL, "joker_1"), ())
    over = battle(ending(galaxy, dict.fromkeys(TERRITORIES, 1)), "kan1", "kan2", (6,), (1,))
    assert (over.phase, over.reason, over.hands["1"]) == ("over", "last_seat", ())


def test_a33_ships_are_not_limited(galaxy: Build, do: Do) -> None:
    """A33: A thousand ships may stand on one territory."""
    state = do(galaxy(phase="reinforce", pending=1000), "ships_placed", seat=1, ships={"gab1": 1000})
    assert state.ships["gab1"] == 1001


def test_a34_exchanges_of_all_seats_count(galaxy: Build, do: Do) -> None:
    """A34: After three exchanges of others the first of a seat brings 10."""
    state = galaxy(mode="galaxy", phase="reinforce", exchanges=3, hands={1: MILITARY})
    assert do(state, "set_exchanged", seat=1, cards=list(MILITARY)).pending == 10


def test_a35_the_kind_of_a_set_does_not_matter_where_values_rise() -> None:
    """A35: The same sets count, and all bring the same."""
    rules: Any = RULES.params("1.0", mode="galaxy")
    hand = ("card_gab1", "card_gab2", "card_gab3", "card_gab4", "joker_1")
    assert sets_in(rules, hand) == sets_in(RULES_NOW, hand)
    assert worth(rules, 4, "three_military") == worth(rules, 4, "joker_pair") == 12


def test_a36_the_last_living_seat_ends_the_round(galaxy: Build, do: Do) -> None:
    """A36: With the first seat out a round still ends before its place; with the last one out, before it too."""
    out = {at: 2 + place % 2 for place, at in enumerate(TERRITORIES)}
    assert do(galaxy(own=out, active=2, number=60), "turn_ended", seat=2).phase == "reinforce"
    assert do(galaxy(own=out, active=3, number=60), "turn_ended", seat=3).reason == "round_limit"
    two = {at: 1 + place % 2 for place, at in enumerate(TERRITORIES)}
    assert do(galaxy(own=two, active=2, number=60), "turn_ended", seat=2).reason == "round_limit"
    assert do(galaxy(own=two, active=2, number=60, first=2), "turn_ended", seat=2).phase == "reinforce"


def test_a37_the_ally_is_not_compared(galaxy: Build, do: Do) -> None:
    """A37: The ally holds most, and the seat with more than the other one wins."""
    own = {**dict.fromkeys(TERRITORIES, 0), "kan1": 1, "kan2": 2, "kan3": 2}
    outcome = RULES.outcome(do(galaxy(seats=2, own=own, active=2, number=60), "turn_ended", seat=2))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((2,), ((2,), (1,)))


def test_a38_a_transfer_alone_ends_the_turn(galaxy: Build, do: Do) -> None:
    """A38: Without any attack ships may be moved, and the next seat is active."""
    state = galaxy(phase="reinforce", own={"kan1": 1, "kan2": 1}, ships={"kan1": 3})
    assert do(state, "fortified", seat=1, from_="kan1", to="kan2", ships=2).active == 2


def test_a39_two_seats_have_an_ally() -> None:
    """A39: Two seats cannot play for objectives or for the galaxy."""
    for mode in ("objectives", "galaxy"):
        with pytest.raises(UnknownRulesError):
            RULES.start(RULES.params("1.0", mode=mode), 2)


def test_a40_seat_by_seat_at_the_start(dealt: Build, refused: Refused) -> None:
    """A40: Seat 1 places all its ships first."""
    state = dealt(3)
    assert RULES.to_act(state).seats == (1,)
    assert refused(state, "ships_placed", seat=2, ships={"gab2": 21}) == "play.turn"


def test_an_empty_pile_is_renewed_from_the_open_cards(galaxy: Build, battle: Do, do: Do) -> None:
    """The exchanged cards become the pile when it is empty; when all cards are in hands there is no card."""
    rest = [card for card in CARDS if card not in MILITARY]
    fields: dict[str, Any] = {"own": {"kan1": 1, "kan2": 2}, "ships": {"kan1": 5}}
    state = battle(galaxy(hands={3: rest}, discards=MILITARY, **fields), "kan1", "kan2", (6,), (1,))
    assert [event for event, _ in CardDrawn.weights(state)] == [CardDrawn(card) for card in MILITARY]
    state = do(state, "card_drawn", card="card_gab4")
    assert (state.hands["1"], state.discards) == (("card_gab4",), ())
    assert set(pile(state)) == {"card_gab1", "card_yag3"}
    full = battle(galaxy(hands={3: CARDS}, **fields), "kan1", "kan2", (6,), (1,))
    assert full.phase == "conquer"
