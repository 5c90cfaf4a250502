"""The beginning and the end of turns and of the game: new ships, victory, the round limit, and how seats rank."""

from __future__ import annotations

from msgspec.structs import replace

from playfold.engine.rulesets import Outcome
from playfold.engine.turn_order import following

from .galaxy import PLANETS, TERRITORIES
from .objectives import described, holds, is_reached
from .state import (
    NOBODY,
    SEAT_KEYS,
    Reason,
    State,
    count,
    has_ally,
    lands,
    lives,
    living,
    mode_of,
    other,
    planets,
    seats_of,
    strength,
)


def income(state: State, seat: int) -> int:
    """Gives the new ships of a seat at the start of its turn."""
    ships = 0
    for planet in planets(state, seat):
        ships += getattr(state.rules.planet_bonus, planet)
    return ships + _for_territories(state, seat)


def _for_territories(state: State, seat: int) -> int:
    return max(3, len(lands(state, seat)) // 3) if state.rules.territory_income == "classical" else 0


def new_ships(state: State) -> str:
    """Writes the ships with which a turn begins and what brings them: `5 new ships (2 for Gaba-2, 3 for Tron-3)`.

    A turn that begins without any gives "".
    """
    if not state.pending:
        return ""
    seat, bonus = state.active, state.rules.planet_bonus
    parts = [(PLANETS[planet].en, getattr(bonus, planet)) for planet in planets(state, seat)]
    parts.append((count(len(lands(state, seat)), "territory"), _for_territories(state, seat)))
    sources = [(name, ships) for name, ships in parts if ships]
    told = ", ".join(f"{ships} for {name}" if len(sources) > 1 else f"for {name}" for name, ships in sources)
    return f"{count(state.pending, 'new ship')} ({told})"


def begin_turn(state: State, seat: int, number: int) -> State:
    """Begins the turn of a seat in a round: its new ships are due, what the ally has lost is gone."""
    gain = income(state, seat)
    ally_pending = state.ally_pending
    if ally_pending.get(SEAT_KEYS[seat]) and NOBODY not in state.owner.values():
        ally_pending = {**ally_pending, SEAT_KEYS[seat]: 0}
    state = replace(
        state,
        phase="reinforce",
        turn=state.turn + 1,
        round=number,
        active=seat,
        pending=gain,
        gained=gain,
        captures=0,
        ally_pending=ally_pending,
        attack=None,
    )
    return over(state, "objective") if _reaches(state, "immediate") else state


def leave_reinforcement(state: State) -> dict[str, int]:
    """Gives what is due to the ally, placed by the opponent, once the active seat has its new ships: half of them."""
    if state.phase != "reinforce" or not state.ally_pending:
        return state.ally_pending
    half = (state.gained + (state.rules.ally_rounding == "ceil")) // 2
    return {**state.ally_pending, SEAT_KEYS[other(state.active)]: half}


def end_turn(state: State) -> State:
    """Ends the turn of the active seat: it may have won; else the next living seat begins, or the rounds are over."""
    ally_pending = leave_reinforcement(state)
    if ally_pending is not state.ally_pending:
        state = replace(state, ally_pending=ally_pending)
    if _reaches(state, state.rules.objective_check):
        return over(state, "objective")
    owners = state.owner.values()
    seat, wraps = following(len(state.hands), state.first, state.active, lambda each: each in owners)
    if seat == state.active:
        # A ruling took the others off the board.
        return over(state, "last_seat")
    number = state.round + wraps
    if state.rules.max_rounds and number > state.rules.max_rounds:
        return over(state, "round_limit")
    return begin_turn(state, seat, number)


def over(state: State, reason: Reason) -> State:
    """Ends the game."""
    return replace(state, phase="over", reason=reason, attack=None, pending=0)


def _reaches(state: State, when: str) -> bool:
    if not state.objectives or state.rules.objective_check != when:
        return False
    return is_reached(state.objectives[SEAT_KEYS[state.active]], state.owner, state.ships, state.active)


def checked(state: State) -> State:
    """Ends the game where the active seat has just won it."""
    reason = _victory(state)
    return over(state, reason) if reason else state


def _victory(state: State) -> Reason:
    if has_ally(state):
        return "" if lives(state, other(state.active)) else "opponent"
    if _reaches(state, "immediate"):
        return "objective"
    if len(living(state)) == 1:
        return "galaxy" if mode_of(state.rules, len(state.hands)) == "galaxy" else "last_seat"
    return ""


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives territories, ships on them, whole planets and cards of each seat."""
    seats = seats_of(state)
    owners = list(state.owner.values())
    return {
        "territories": tuple(owners.count(seat) for seat in seats),
        "ships": tuple(strength(state, seat) for seat in seats),
        "planets": tuple(len(planets(state, seat)) for seat in seats),
        "cards": tuple(len(state.hands[SEAT_KEYS[seat]]) for seat in seats),
    }


def outcome(state: State) -> Outcome | None:
    """Gives winners and ranking; None while the game goes on.

    Behind the winner, and at the round limit, rank territories, then ships; seats equal in both share a rank.
    """
    if state.phase != "over":
        return None
    series = standings(state)
    power = dict(enumerate(zip(series["territories"], series["ships"], strict=True), 1))
    first: tuple[int, ...] = (state.active,)
    if state.reason == "round_limit":
        first = tuple(seat for seat in power if power[seat] == max(power.values()))
    others = [seat for seat in power if seat not in first]
    levels = sorted({power[seat] for seat in others}, reverse=True)
    ranks = [tuple(seat for seat in others if power[seat] == level) for level in levels]
    return Outcome(first, (first, *ranks), state.reason)


def closing(before: State, after: State) -> str:
    """Tells what an event brought beyond itself: planets, seats out of the game, the next turn, the end of the game."""
    parts = [*_planet_news(before, after)]
    for seat in seats_of(before):
        if lives(before, seat) and not lives(after, seat):
            objective = (
                f", its objective was {described(after.objectives[SEAT_KEYS[seat]])}" if after.objectives else ""
            )
            parts.append(f"@{seat} is out of the game{objective}")
    if after.phase == "over":
        parts.append(ending(after))
    elif after.turn != before.turn:
        parts.append(_next(before, after))
    return "".join(f"; {part}" for part in parts)


def _planet_news(before: State, after: State) -> list[str]:
    if before.owner is after.owner:
        return []
    found = []
    for planet in PLANETS.values():
        was, now = (
            next((seat for seat in (0, *seats_of(before)) if holds(state.owner, seat, planet.id)), None)
            for state in (before, after)
        )
        if now and was is None:
            moon = " with its moon Luver" if planet.id == "yagdez5" else ""
            found.append(f"@{now} holds {planet.en}{moon} whole")
        elif was and now is None:
            found.append(f"@{was} holds {planet.en} no longer")
    return found


def _next(before: State, after: State) -> str:
    due = after.ally_pending.get(SEAT_KEYS[after.active], 0)
    new = [new_ships(after)] if after.pending else []
    new += [f"{count(due, 'ship')} of the ally"] if due else []
    begins = f"round {after.round} begins, " if after.round != before.round and before.round else ""
    return f"{begins}@{after.active} is next{' with ' + ' and '.join(new) if new else ''}"


def ending(state: State) -> str:
    """Tells how the game ended."""
    seat = state.active
    if state.reason == "objective":
        return f"@{seat} has reached its objective, {described(state.objectives[SEAT_KEYS[seat]])}, and wins"
    if state.reason == "galaxy":
        return f"@{seat} holds all {len(TERRITORIES)} territories and wins the whole galaxy"
    if state.reason == "opponent":
        return f"@{other(seat)} has no territory left and @{seat} wins"
    if state.reason == "last_seat":
        return f"@{seat} is the last one left and wins"
    result = outcome(state)
    winners = [f"@{each}" for each in result.winners] if result else []
    listed = " and ".join([", ".join(winners[:-1]), winners[-1]] if len(winners) > 1 else winners)
    shared = f"{listed} share the victory" if len(winners) > 1 else f"{listed} wins"
    return f"the {state.rules.max_rounds} rounds are over and {shared}"
