"""What always holds in a state; it judges rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .missions import MISSIONS
from .planets import FACES, MAT, PLANETS, RESOURCES, SPOTS
from .rogue import operation_count
from .rules import ALL_DICE, LEVELS
from .setup import row_size
from .state import HIDDEN, MOST_SEATS, ROGUE_LEVELS, SEAT_KEYS, SHIPS, State, has_rogue, seats_of

_SETUP = frozenset({"row", "missions", "keep", "first"})
_ROLLED = frozenset({"turn", "reroll"})


def sound(state: State) -> tuple[str, ...]:
    """Says in sentences what cannot be in a state; empty when all is well. Cost: 0.1 ms."""
    wrong = [*_players(state)]
    if wrong:
        # What follows looks seats up, which has to be possible.
        return tuple(wrong)
    wrong = [*_cards(state), *_ships(state)]
    if wrong:
        return tuple(wrong)
    return (*_amounts(state), *_missions(state), *_dice(state), *_phase(state), *_open(state), *_rogue(state))


def _players(state: State) -> Iterator[str]:
    keys = sorted(state.level)
    seats = len(keys)
    if keys not in (list(SEAT_KEYS[:2]), list(SEAT_KEYS[1 : seats + 1])) or not 2 <= seats <= MOST_SEATS:  # noqa: PLR2004 - 0 and 1 are the solo game
        yield f"the levels are those of the seats 1, 2 and so on, or of 0 and 1, not of {', '.join(keys) or 'none'}"
        return
    for name in ("energy", "culture", "colonies"):
        if sorted(getattr(state, name)) != keys:
            yield f"{name} is kept for {', '.join(keys)}, not for {', '.join(sorted(getattr(state, name))) or 'none'}"
    seats = len(seats_of(state))
    for name in ("active", "first", "elder"):
        if not (name == "active") <= getattr(state, name) <= seats:
            yield f"{name} is a seat from 1 to {seats}, not {getattr(state, name)}"
    for key, level in sorted(state.level.items()):
        most = LEVELS if key != "0" else ROGUE_LEVELS + (state.reason == "skull")
        if not 1 <= level <= most:
            yield f"the level of {key} is from 1 to {most}, not {level}"


def _cards(state: State) -> Iterator[str]:
    places = Counter(
        [
            *(planet for planet in state.row if planet),
            *state.under,
            *state.discards,
            *(planet for own in state.colonies.values() for planet in own),
        ]
    )
    for planet, number in sorted(places.items()):
        if planet not in PLANETS:
            yield f"{planet!r} is no planet"
        elif number > 1:
            yield f"{planet} is in {number} places"
    wanted = 0 if state.phase == "row" else row_size(state)
    if len(state.row) != wanted:
        yield f"the row has {wanted} slots, not {len(state.row)}"


def _ships(state: State) -> Iterator[str]:
    wanted = {
        ship
        for seat in map(int, state.level)
        for ship in SHIPS[seat][: state.rules.ships[state.level[str(seat)] - 1] if seat else None]
    }
    if set(state.ships) != wanted:
        odd = ", ".join(sorted(set(state.ships) ^ wanted))
        yield f"the unlocked ships are those that the levels give; wrong is {odd}"
        return
    taken: set[tuple[str, str, bool]] = set()
    for ship, spot in sorted(state.ships.items()):
        if spot not in SPOTS:
            yield f"{ship} is at {spot!r}; places are mat, a planet, or a planet and a space as jakks:0"
            continue
        planet, space = SPOTS[spot]
        if spot == MAT:
            continue
        if planet not in state.row:
            yield f"{ship} is at {planet}, which is not in the row"
        place = (ship[0], planet, space < 0)
        if place in taken:
            yield f"two ships of {ship[0]} are {'on' if space < 0 else 'in the orbit of'} {planet}"
        taken.add(place)


def _amounts(state: State) -> Iterator[str]:
    for resource in RESOURCES:
        for key, held in sorted(getattr(state, resource).items()):
            most = state.rules.rogue_resource_max if key == "0" else state.rules.resource_max
            if not 0 <= held <= most:
                yield f"{key} has {held} {resource}, there may be 0 to {most}"
    for name in ("turn", "rerolls", "converted", "price", "die", "fewer"):
        if getattr(state, name) < 0:
            yield f"{name} is not below 0"
    if strange := sorted(set(state.bonus) - set(RESOURCES)):
        yield f"a bonus is energy or culture, not {', '.join(strange)}"
    for key, cards in sorted(state.used.items()):
        if key not in state.level or any(card not in PLANETS for card in cards):
            yield f"used names planets by seat, not {key}: {', '.join(cards)}"


def _missions(state: State) -> Iterator[str]:
    kept = sorted({*state.offers, *state.missions})
    seats = [str(seat) for seat in seats_of(state)]
    named = [mission for offer in state.offers.values() for mission in offer] + list(state.missions.values())
    if has_rogue(state):
        if named:
            yield "there are no missions in the solo game"
        return
    if strange := sorted(set(named) - set(MISSIONS) - {HIDDEN}):
        yield f"{', '.join(strange)} is no mission"
    if twice := sorted(name for name, number in Counter(named).items() if number > 1 and name != HIDDEN):
        yield f"{', '.join(twice)} is there twice"
    if set(kept) - set(seats) or set(state.offers) & set(state.missions):
        yield "missions are offered to seats, or kept by them"
    if state.phase == "keep" and (kept != seats or not state.offers):
        yield "each seat has an offer or has kept a mission, and one has still to choose"
    if state.phase not in _SETUP and sorted(state.missions) != seats:
        yield "every seat has kept a mission"
    if state.phase == "missions" and sorted(state.offers) != seats[: state.active - 1]:
        yield "missions are dealt seat by seat up to the active one"


def _dice(state: State) -> Iterator[str]:
    if len(state.faces) != len(state.dice) or len(state.dice) > ALL_DICE:
        yield f"each of at most {ALL_DICE} dice has a face and a state"
        return
    if (state.phase in _ROLLED) != bool(state.dice) and state.phase not in {"planet", "over"}:
        yield "there are dice in a turn, and none outside"
    numbers = range(1, len(state.dice) + 1)
    for name in ("rolling", "repeaters"):
        values = getattr(state, name)
        if list(values) != sorted(set(values)) or any(number not in numbers for number in values):
            yield f"{name} are numbers of dice in ascending order"
    if state.die and state.die not in numbers:
        yield f"die is one of {len(state.dice)}, not {state.die}"
    if (state.phase == "reroll") != bool(state.rolling):
        yield "dice are rolling exactly in a reroll"


def _phase(state: State) -> Iterator[str]:
    if (state.phase == "over") != bool(state.reason):
        yield "there is a reason exactly when the game is over"
    if state.phase in {"missions", "keep", "first"} and has_rogue(state):
        yield f"the solo game has no phase {state.phase}"
    if state.phase == "planet" and "" not in state.row:
        yield "a planet comes for an empty slot, there is none"
    if (state.phase in _SETUP) != (state.turn == 0):
        yield "turns are counted from the first one"


def _open(state: State) -> Iterator[str]:
    seats = seats_of(state)
    for question in state.open:
        if question.seat not in seats or any(seat not in seats for seat in question.left):
            yield f"a question is asked of seats from 1 to {len(seats)}"
        if question.kind in {"follow", "free", "use"} and question.face not in FACES:
            yield f"what may be followed has a face, {question.kind} has none"
    if state.open and state.phase not in {"turn", "reroll", "planet", "rogue"}:
        yield f"nothing is open in the phase {state.phase}"


def _rogue(state: State) -> Iterator[str]:
    turn = state.rogue
    if (turn.stage != "") != (state.phase == "rogue") and state.phase not in {"planet", "over"}:
        yield "the rogue's turn has a stage exactly while it lasts"
    if turn.stage and not has_rogue(state):
        yield "there is no rogue in this game"
    if turn.stage in {"shown", "target", "acted", "follow", "followed"} and turn.face is None:
        yield f"a die of the rogue lies there in the stage {turn.stage}"
    if turn.stage and not (turn.bonus > 0 or turn.dice > 0):
        yield "the rogue has a die to come"
    if not 1 <= turn.level <= ROGUE_LEVELS + 1:
        yield f"the level of a rogue's dice is from 1 to {ROGUE_LEVELS}"
    if turn.stage == "target" and not 0 <= turn.step < operation_count(state):
        yield "the rogue's target belongs to one of its operations"
