"""What always holds in a state; it judges rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import deck, in_order
from .conquest import MOST_ATTACK, MOST_DEFENSE
from .galaxy import PLACE, TERRITORIES
from .objectives import OBJECTIVES
from .setup import due, waiting_to_place
from .state import MOST_SEATS, NOBODY, SEAT_KEYS, Attack, State, around, has_ally, lives, mode_of, whose
from .turn import must_exchange

_SETUP = frozenset({"objectives", "deal", "placement", "first"})
_ATTACK = frozenset({"defend", "roll", "move_in", "card"})


def sound(state: State) -> tuple[str, ...]:
    """Says in sentences what cannot be in a state; empty when all is well. Cost: 0.1 ms."""
    wrong = [*_seats(state), *_territories(state)]
    if wrong:
        # What follows looks seats and territories up, which has to be possible.
        return tuple(wrong)
    return (*_cards(state), *_objectives(state), *_due(state), *_phase(state))


def _seats(state: State) -> Iterator[str]:
    seats = len(state.hands)
    if not 2 <= seats <= MOST_SEATS or sorted(state.hands) != list(SEAT_KEYS[1 : seats + 1]):  # noqa: PLR2004 - two seats
        yield f"the hands are those of the seats 1, 2 and so on, not {', '.join(sorted(state.hands)) or 'none'}"
        return
    if (mode_of(state.rules, seats) == "ally2") != has_ally(state):
        yield f"{seats} seats cannot play the mode {mode_of(state.rules, seats)}"
    if not 1 <= state.active <= seats:
        yield f"the active seat is one of 1 to {seats}, not {state.active}"
    if not 0 <= state.first <= seats:
        yield f"the first seat is one of 1 to {seats}, not {state.first}"
    for name, keys in (("objectives", state.objectives), ("known cards", state.known), ("sealed ships", state.sealed)):
        if strange := sorted(set(keys) - set(state.hands)):
            yield f"there are {name} of {', '.join(strange)}, which is no seat"
    wanted = ["1", "2"] if has_ally(state) else []
    if sorted(state.ally_pending) != wanted:
        kept = ", ".join(sorted(state.ally_pending)) or "nobody"
        yield f"ally_pending is kept for {' and '.join(wanted) or 'nobody'}, not for {kept}"


def _territories(state: State) -> Iterator[str]:
    if strange := sorted({*state.owner, *state.ships} - set(PLACE)):
        yield f"{', '.join(strange)} is no territory; there are {TERRITORIES[0]} to {TERRITORIES[-1]}"
        return
    if set(state.owner) != set(state.ships):
        half = ", ".join(sorted(set(state.owner) ^ set(state.ships)))
        yield f"{half} has an owner without ships, or ships without an owner"
        return
    if state.phase not in {"objectives", "deal"} and len(state.owner) != len(TERRITORIES):
        yield f"all {len(TERRITORIES)} territories are held, not {len(state.owner)}"
    least = NOBODY if has_ally(state) else 1
    for at, seat in sorted(state.owner.items()):
        if not least <= seat <= len(state.hands):
            yield f"{at} belongs to seat {seat}, there are {least} to {len(state.hands)}"
        if state.ships[at] < 1:
            yield f"{at} has {state.ships[at]} ships, at least one is there"


def _cards(state: State) -> Iterator[str]:
    places = Counter([*state.discards, *(card for hand in state.hands.values() for card in hand)])
    cards = deck(len(state.hands))
    for card, number in sorted(places.items()):
        if card not in cards:
            yield f"{card!r} is no card of this game"
        elif number > 1:
            yield f"{card} is in {number} places"
    for key, hand in state.hands.items():
        if hand != in_order(hand):
            yield f"the hand of @{key} is not in the order of the map"
        if hand and state.phase in _SETUP:
            yield f"@{key} holds cards during the set-up"
        if hand and state.phase not in {*_SETUP, "move_in", "card", "over"} and not lives(state, int(key)):
            yield f"@{key} has no territory and holds cards, which belong to who took the last one"
    for key, known in sorted(state.known.items()):
        elsewhere = {card for other, hand in state.hands.items() if other != key for card in hand}
        if not known or not set(known) <= elsewhere or known != in_order(set(known)):
            yield f"@{key} knows {' '.join(known) or 'no card'}; known are cards in other hands, in order of the map"


def _objectives(state: State) -> Iterator[str]:
    if mode_of(state.rules, len(state.hands)) != "objectives":
        if state.objectives:
            yield "there are objectives only in the mode objectives"
        return
    if strange := sorted(set(state.objectives.values()) - set(OBJECTIVES)):
        yield f"{', '.join(strange)} is no objective"
    if len(set(state.objectives.values())) != len(state.objectives):
        yield "two seats have the same objective"
    expected = state.active - 1 if state.phase == "objectives" else len(state.hands)
    if sorted(state.objectives) != list(SEAT_KEYS[1 : expected + 1]):
        yield f"the seats 1 to {expected} have objectives, not {', '.join(sorted(state.objectives)) or 'none'}"


def _due(state: State) -> Iterator[str]:
    yield from _sealed(state)
    if min(state.pending, state.gained, state.exchanges, state.captures, *state.ally_pending.values(), 0) < 0:
        yield "ships that are due, exchanges and captures are 0 or more"
    if state.phase == "placement":
        yield from _placement(state)
    elif state.pending and state.phase not in {"reinforce", "spoils"}:
        yield f"new ships are placed before conquering, {state.pending} are still due"
    if state.phase == "spoils" and not state.pending and not must_exchange(state, state.active):
        yield f"@{state.active} has nothing to exchange and nothing to place"
    due_to_ally = state.ally_pending.get(SEAT_KEYS[state.active], 0)
    if due_to_ally and state.phase == "reinforce" and not lives(state, NOBODY):
        yield f"the ally holds no territory for the {due_to_ally} ships that @{state.active} would place"


def _sealed(state: State) -> Iterator[str]:
    for key, placed in sorted(state.sealed.items()):
        if state.phase != "placement" or state.rules.initial_placement != "simultaneous":
            yield "ships are sealed only while all seats place at once"
        elif any(state.owner.get(at) != int(key) or number < 1 for at, number in placed.items()):
            yield f"@{key} has sealed ships for territories that it does not hold"
        elif sum(placed.values()) != due(state, int(key)):
            yield f"@{key} has sealed {sum(placed.values())} ships, {due(state, int(key))} are due"


def _placement(state: State) -> Iterator[str]:
    if state.rules.initial_placement == "simultaneous":
        if not waiting_to_place(state):
            yield "all seats have placed their ships, and the game waits for them"
    elif state.pending < 1 or state.pending != due(state, state.active):
        yield f"@{state.active} has {due(state, state.active)} ships of the start to place, not {state.pending}"


def _phase(state: State) -> Iterator[str]:
    begun = state.phase not in _SETUP
    if begun != (state.turn >= 1 and state.round >= 1 and state.first >= 1):
        yield f"turns and rounds count from 1 after the set-up: turn {state.turn} of round {state.round}, {state.phase}"
    if state.rules.max_rounds and state.round > state.rules.max_rounds:
        yield f"there are {state.rules.max_rounds} rounds, this is round {state.round}"
    if (state.phase == "over") != bool(state.reason):
        yield f"a game that is over has a reason, another has none: phase {state.phase}, reason {state.reason!r}"
    if begun and state.phase != "over" and not lives(state, state.active):
        yield f"the active seat @{state.active} has no territory: make another seat active"
    if (state.attack is not None) != (state.phase in _ATTACK):
        yield f"there is an attack in the phases {', '.join(sorted(_ATTACK))}, and no other; this is {state.phase}"
    elif state.attack is not None:
        yield from _attack(state, state.attack)


def _attack(state: State, attack: Attack) -> Iterator[str]:
    if attack.from_ not in PLACE or attack.to not in PLACE or attack.to not in around(state, attack.from_):
        yield f"the attack goes from {attack.from_!r} to {attack.to!r}, which are not adjacent"
        return
    if attack.force and not has_ally(state):
        yield "there is no ally that could attack"
    attacker, held = (NOBODY if attack.force else state.active), state.owner[attack.to]
    if state.owner[attack.from_] != attacker:
        yield f"{attack.from_}, from where is attacked, belongs to {whose(state.owner[attack.from_])}"
    if not 1 <= attack.dice <= MOST_ATTACK:
        yield f"1 to {MOST_ATTACK} ships attack, not {attack.dice}"
    taken = state.phase in {"move_in", "card"}
    if taken != (held in {attacker, state.active}):
        yield f"{attack.to} is {'captured' if taken else 'attacked'} and belongs to {whose(held)}"
    if not taken:
        yield from _dice(state, attack)


def _dice(state: State, attack: Attack) -> Iterator[str]:
    if attack.dice >= state.ships[attack.from_]:
        yield f"{attack.dice} of {state.ships[attack.from_]} ships on {attack.from_} attack, one stays"
    chooses = state.phase == "defend"
    least, most = (0, 0) if chooses else (1, min(MOST_DEFENSE, state.ships[attack.to]))
    if not least <= attack.defense <= most:
        yield f"{attack.to} defends with {least} to {most} dice, not {attack.defense}"
    if chooses and (state.ships[attack.to] < MOST_DEFENSE or not state.rules.defender_choice):
        yield f"nobody chooses how many dice defend {attack.to}"
