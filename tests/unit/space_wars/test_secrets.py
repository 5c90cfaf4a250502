"""Secrets: objectives, hands and sealed placements change nothing for a seat that may not know them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from playfold.engine.conformance import Sample
from playfold.engine.digest import digester
from playfold.engine.events import Decision
from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.capture import CardDrawn
from playfold.engine.games.space_wars.cards import HIDDEN, in_order
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.objectives import OBJECTIVES, described
from playfold.engine.games.space_wars.reinforcement import SetExchanged, ShipsPlaced
from playfold.engine.games.space_wars.setup import ObjectiveDealt
from playfold.engine.games.space_wars.state import State, lands, lives, pile
from playfold.errors import Illegal

Build = Callable[..., State]
Do = Callable[..., State]

CIVIL = ("card_gab2", "card_yag1", "card_luv1")
SAMPLES = [
    Sample(RULES, "1.0", 2, 1, 900),
    Sample(RULES, "1.0", 3, 2, 900),
    Sample(RULES, "1.0-classical", 6, 3, 900),
    Sample(RULES, "1.0", 4, 4, 300, {"initial_placement": "simultaneous"}),
    Sample(RULES, "1.0", 3, 5, 900, {"mode": "galaxy"}),
]


def other_objectives(state: State, seat: int) -> State | None:
    """Gives the state with other objectives of the seats whose objective a seat may not know."""
    hidden = {key for key, seen in RULES.view(state, seat).objectives.items() if seen == HIDDEN}
    taken = {aim for key, aim in state.objectives.items() if key not in hidden}
    free = [aim for aim in reversed(OBJECTIVES) if aim not in taken]
    other = {key: free.pop(0) if key in hidden else aim for key, aim in state.objectives.items()}
    return msgspec.structs.replace(state, objectives=other) if other != state.objectives else None


def other_hands(state: State, seat: int) -> State | None:
    """Gives the state with cards of the pile in place of those in other hands that a seat may not know."""
    view = RULES.view(state, seat)
    secret = [card for key, hand in state.hands.items() for card in hand if card not in view.hands[key]]
    pool = [card for card in reversed((*pile(state), *secret)) if card not in state.discards]
    if not secret or len(pool) == len(secret):
        return None
    hands = {}
    for key, hand in state.hands.items():
        open_ = [card for card in hand if card in view.hands[key]]
        hands[key] = in_order([*open_, *(pool.pop(0) for _ in range(len(hand) - len(open_)))])
    # Who has lost a hand knows other cards then, too.
    known = {key: cards for key, cards in state.known.items() if key == str(seat)}
    return msgspec.structs.replace(state, hands=hands, known=known)


def other_seals(state: State, seat: int) -> State | None:
    """Gives the state with the sealed ships of the other seats elsewhere."""
    sealed = {
        key: ships if key == str(seat) else {lands(state, int(key))[-1]: sum(ships.values())}
        for key, ships in state.sealed.items()
    }
    return msgspec.structs.replace(state, sealed=sealed) if sealed != state.sealed else None


SECRETS = {"objectives": other_objectives, "hands": other_hands, "sealed": other_seals}


def pairs(secret: str, sample: Sample) -> Iterator[tuple[int, int, State, State]]:
    """Gives, along a play, a number of events, a seat, the state, and one that differs in this secret of others."""
    for number, state in enumerate(sample.states):
        if number > 40 and number % 3:
            continue
        for seat in range(1, sample.seats + 1):
            other = SECRETS[secret](state, seat)
            if other is not None:
                yield number, seat, state, other


def attempts(state: State, seat: int) -> list[Decision[Any]]:
    """Lists decisions of a seat, legal and not."""
    hand = state.hands[str(seat)]
    tries: list[Decision[Any]] = [each for each in RULES.options(state) if each.seat == seat]
    tries += [SetExchanged(seat, CIVIL), ShipsPlaced(seat, dict.fromkeys(TERRITORIES[:1], 1))]
    if len(hand) >= 3:
        tries.append(SetExchanged(seat, (hand[0], hand[1], hand[2])))
    return tries


def answer(state: State, event: Decision[Any]) -> str:
    try:
        RULES.check(state, event)
    except Illegal as error:
        return f"{error.rule}: {error.message}"
    return "legal"


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_of_others_changes_nothing_that_a_seat_sees_or_may_do(secret: str) -> None:
    """View, scene, options, answers and standings are the same in states that differ in this secret of other seats."""
    digest, found = digester(RULES.state), 0
    for sample in SAMPLES:
        for number, seat, state, other in pairs(secret, sample):
            found += 1
            one, two = RULES.view(state, seat), RULES.view(other, seat)
            assert digest(one) == digest(two), (sample, number, seat)
            assert RULES.to_act(state) == RULES.to_act(other)
            assert RULES.standings(one) == RULES.standings(state) == RULES.standings(other)
            if number < 40 or not number % 9:
                assert RULES.scene(one) == RULES.scene(two)
                assert attempts(one, seat) == attempts(state, seat) == attempts(other, seat)
                for event in attempts(state, seat):
                    assert answer(state, event) == answer(other, event) == answer(one, event), (sample, number, event)
    assert found > 5, found


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_of_others_changes_nothing_that_a_seat_is_told(secret: str) -> None:
    """The next event is told in the same words, as long as it does not bring the secret out."""
    found = 0
    for sample in SAMPLES:
        for number, seat, state, other in pairs(secret, sample):
            if number == len(sample.events):
                continue
            event = sample.events[number]
            try:
                after = RULES.step(other, event)
            except Illegal:
                assert not isinstance(event, Decision) or event.seat != seat, (
                    "an own decision is legal or not by what its view hides"
                )
                continue
            ends = [RULES.view(end, seat) for end in (sample.states[number + 1], after)]
            if ends[0] != ends[1]:
                assert "over" in {end.phase for end in ends} or sample.states[number].phase == "placement"
                continue
            found += 1
            told = [
                RULES.hide(event, seat, before).tell(RULES.view(before, seat), end)
                for before, end in zip((state, other), ends, strict=True)
            ]
            assert told[0] == told[1], (sample, number, seat)
    assert found > 5, found


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_no_story_and_no_board_names_a_secret(sample: Sample) -> None:
    """What a seat is told and shown over a whole game names no card of other hands and no secret objective."""
    aims = {aim: described(aim) for aim in OBJECTIVES}
    for number, event in enumerate(sample.events):
        before, after = sample.states[number], sample.states[number + 1]
        for seat in range(1, sample.seats + 1):
            hidden = RULES.hide(event, seat, before)
            text = hidden.tell(RULES.view(before, seat), RULES.view(after, seat)) + repr(hidden)
            if not number % 20:
                text += repr(RULES.scene(RULES.view(after, seat)))
            own = {*before.hands[str(seat)], *after.hands[str(seat)]}
            public = {*before.discards, *after.discards}
            dealt = after.phase in {"deal", "placement"} or type(event).__name__ == "CardsDealt"
            assert dealt or {*re.findall(r"card_\w+|joker_\d", text)} <= own | public, (number, seat, text)
            secret = [
                aim
                for key, aim in after.objectives.items()
                if key != str(seat) and after.phase != "over" and (not after.turn or lives(after, int(key)))
            ]
            for aim in secret:
                assert aim not in text
                if aims[aim] not in {aims.get(each) for each in after.objectives.values() if each not in secret}:
                    assert aims[aim] not in text


def test_views_keep_counts(galaxy: Build) -> None:
    """Other hands are as long as they are, their cards hidden; objectives of others too, the own are there."""
    state = galaxy(hands={1: CIVIL, 2: ("joker_1",)})
    view = RULES.view(state, 1)
    assert view.hands == {"1": in_order(CIVIL), "2": (HIDDEN,), "3": ()}
    assert view.objectives == {"1": "obj04", "2": HIDDEN, "3": HIDDEN}


def test_hidden_events_keep_their_type(galaxy: Build, battle: Do) -> None:
    """A card is hidden from all but who draws it, an objective from all but who gets it."""
    state = battle(galaxy(own={"kan1": 1, "kan2": 2}, ships={"kan1": 5}), "kan1", "kan2", (6,), (1,))
    card, objective = CardDrawn("card_gab1"), ObjectiveDealt(2, "obj01")
    assert [RULES.hide(card, seat, state) for seat in (1, 2, 3)] == [card, CardDrawn(HIDDEN), CardDrawn(HIDDEN)]
    hidden = ObjectiveDealt(2, HIDDEN)
    start = RULES.start(RULES.params(), 3)
    assert [RULES.hide(objective, seat, start) for seat in (1, 2, 3)] == [hidden, objective, hidden]
    assert ShipsPlaced(2, {"gab2": 1}) == RULES.hide(ShipsPlaced(2, {"gab2": 1}), 1, state)


def test_sealed_ships_come_out_with_the_last(dealt: Build, do: Do) -> None:
    """At a simultaneous start nobody sees where others place before all have, and then everybody does."""
    state = dealt(3, initial_placement="simultaneous", ships_by_players={"3": 20})
    first = ShipsPlaced(1, {"gab1": 6})
    assert RULES.hide(first, 2, state) == ShipsPlaced(1, {})
    state = RULES.step(state, first)
    assert RULES.view(state, 1).sealed == {"1": {"gab1": 6}}
    assert RULES.view(state, 2).sealed == {"1": {}}
    state = do(state, "ships_placed", seat=3, ships={"gab3": 6})
    last = ShipsPlaced(2, {"gab2": 6})
    assert RULES.hide(last, 1, state) == last
    assert RULES.view(RULES.step(state, last), 1).ships["gab3"] == 7


def test_objectives_come_out_with_the_seat_and_with_the_game(galaxy: Build, do: Do) -> None:
    """Who is out shows its objective; when the game is over everybody has."""
    own = {at: 1 + 2 * (place % 2) for place, at in enumerate(TERRITORIES)}
    state = galaxy(own=own, number=60, active=3)
    assert RULES.view(state, 1).objectives == {"1": "obj04", "2": "obj05", "3": HIDDEN}
    over = do(state, "turn_ended", seat=3)
    assert RULES.view(over, 1).objectives == over.objectives


def test_a_hand_that_is_taken_stays_known_to_who_lost_it(galaxy: Build, battle: Do, do: Do) -> None:
    """The eliminated seat sees its cards in the other hand, among hidden ones, until they are exchanged."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES}
    state = galaxy(own={**own, "kan2": 2}, ships={"kan1": 5}, hands={1: ("card_gab1",), 2: CIVIL})
    state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="card_rae1")
    assert state.known == {"2": in_order(CIVIL)}
    assert RULES.view(state, 2).hands == {"1": (*in_order(CIVIL), HIDDEN, HIDDEN), "2": (), "3": ()}
    assert RULES.view(state, 3).hands["1"] == (HIDDEN,) * 5
    assert RULES.view(state, 3).known == {}
    state = msgspec.structs.replace(state, phase="reinforce")
    state = do(state, "set_exchanged", seat=1, cards=list(in_order(CIVIL)))
    assert (state.known, RULES.view(state, 2).hands["1"]) == ({}, (HIDDEN, HIDDEN))


def test_a_card_that_returns_is_an_own_one(galaxy: Build, battle: Do, do: Do) -> None:
    """A seat that takes the hand that its former hand went to holds these cards itself and need not know them."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES}
    state = galaxy(own={**own, "kan2": 2}, ships={"kan1": 5}, hands={2: CIVIL})
    state = msgspec.structs.replace(state, known={"1": in_order(CIVIL)})
    state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="card_rae1")
    assert state.hands["1"] == (*in_order(CIVIL), "card_rae1")
    assert state.known == {"2": in_order(CIVIL)}
