"""What always holds in a state; it judges rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .points import POINTS, QUADRANT_NAMES, QUADRANT_OF, QUADRANTS, SURROUNDINGS
from .setup import ROUNDS, legal_points, schedule
from .state import (
    HOME,
    KIND_OF,
    QUOTA,
    SEAT_KEYS,
    SEAT_QUADRANTS,
    SHIPS_PER_KIND,
    SIDES,
    State,
    bag,
    free_around,
    lives,
    seat_of,
)


def sound(state: State) -> tuple[str, ...]:
    """Says in sentences what cannot be in a state; empty when all is well. Cost: 0.1 ms."""
    wrong = [*_seats(state), *_ids(state), *_points(state)]
    if wrong:
        # What follows looks points, seats and ships up, which has to be possible.
        return tuple(wrong)
    return (*_planets(state), *_colors(state), *_ships(state), *_players(state), *_phase(state))


def _seats(state: State) -> Iterator[str]:
    seats = [SEAT_KEYS[seat] for seat in range(1, state.rules.players + 1)]
    if sorted(state.players) != seats:
        yield f"the players are the seats {', '.join(seats)}, not {', '.join(sorted(state.players)) or 'none'}"
    if not 1 <= state.active <= state.rules.players:
        yield f"the active seat is one of 1 to {state.rules.players}, not {state.active}"
    if not 0 <= state.late <= state.rules.players:
        yield f"the seat that may still declare is 0 to {state.rules.players}, not {state.late}"


def _ids(state: State) -> Iterator[str]:
    yards = [player.yard.ship for player in state.players.values() if player.yard]
    for name in sorted({*state.ships, *yards}):
        seats = SEAT_KEYS[1 : state.rules.players + 1]
        numbers = SEAT_KEYS[1 : SHIPS_PER_KIND + 1]
        if len(name) != 3 or name[0] not in seats or name[1] not in KIND_OF or name[2] not in numbers:  # noqa: PLR2004 - seat, kind, number
            yield f"{name!r} is no ship: an id is seat, one of c b d m, and a number from 1 to {SHIPS_PER_KIND}"
    if state.ship and state.ship not in state.ships:
        yield f"the game waits for {state.ship!r}, which is not on the board"


def _points(state: State) -> Iterator[str]:
    for at in sorted(state.planets):
        if at not in POINTS:
            yield f"the planet at {at!r} is on no point of the board; a point is column,row such as 5,2"
    for name, ship in sorted(state.ships.items()):
        if ship.at not in POINTS:
            yield f"{name} is at {ship.at!r}, which is no point of the board; a point is column,row such as 5,2"


def _planets(state: State) -> Iterator[str]:
    for at, planet in sorted(state.planets.items()):
        if QUADRANT_OF[at] is None:
            yield f"the planet at {at} lies in no quadrant"
        near = [other for other in SURROUNDINGS[at] if other > at and other in state.planets]
        if near:
            yield f"the planets at {at} and {near[0]} touch"
        if not 0 <= planet.owner <= state.rules.players:
            yield f"the planet at {at} belongs to seat {planet.owner}, there are {state.rules.players}"
        claimed = bool(planet.owner)
        if claimed != bool(planet.color) or claimed != bool(planet.defense):
            yield f"the planet at {at} has to have colour, owner and defense, or none of them"
        if not 0 <= planet.defense <= 6:  # noqa: PLR2004 - planets are six-sided dice
            yield f"the planet at {at} has defense {planet.defense}, a planet has 1 to 6"


def _colors(state: State) -> Iterator[str]:
    for quadrant in QUADRANTS:
        colors = Counter(planet.color for at, planet in state.planets.items() if QUADRANT_OF[at] == quadrant)
        name = QUADRANT_NAMES[quadrant]
        homes = int(quadrant in SEAT_QUADRANTS[state.rules.players])
        if colors[HOME] > homes:
            yield f"the {name} quadrant has {colors[HOME]} home planets, at most {homes} belongs there"
        if colors.total() - colors[HOME] > ROUNDS:
            yield f"the {name} quadrant has {colors.total() - colors[HOME]} planets beside its home, at most {ROUNDS}"
        for color, most in QUOTA.items():
            if state.rules.quota and colors[color] > most:
                yield f"the {name} quadrant has {colors[color]} {color} planets, at most {most}"
    for color, number in bag(state).items():
        if number < 0:
            yield f"there are {-number} more {color} planets than dice of that colour"


def _ships(state: State) -> Iterator[str]:
    where: dict[str, list[str]] = {}
    for name, ship in sorted(state.ships.items()):
        where.setdefault(ship.at, []).append(name)
        if not 1 <= ship.speed <= SIDES[name[1]]:
            yield f"{name} has speed {ship.speed}, its die shows 1 to {SIDES[name[1]]}"
        if not 0 <= ship.shown <= SIDES[name[1]]:
            yield f"{name} began with {ship.shown}, its die shows 1 to {SIDES[name[1]]}"
        if not 0 <= ship.since <= state.turn:
            yield f"{name} came to its point in turn {ship.since}, it is turn {state.turn}"
    fight = state.ships[state.ship].at if state.phase == "battle" and state.ship else ""
    for at, names in sorted(where.items()):
        if at == fight:
            if len(names) != 2 or seat_of(names[0]) == seat_of(names[1]):  # noqa: PLR2004 - attacker and defender
                yield f"a battle at {at} needs one ship each of two seats, there are {' '.join(names)}"
        elif len(names) > 1:
            yield f"{' and '.join(names)} are both at {at}"


def _players(state: State) -> Iterator[str]:
    for seat, player in sorted(state.players.items()):
        if player.chips < 0:
            yield f"@{seat} has {player.chips} chips"
        if len(set(player.techs)) != len(player.techs):
            yield f"@{seat} has a technology twice"
        yard = player.yard
        if yard is None:
            continue
        sides = SIDES[yard.ship[1]]
        if yard.ship[0] != seat:
            yield f"{yard.ship} in the yard of @{seat} is another seat's"
        if yard.ship in state.ships:
            yield f"{yard.ship} is on the board and in the yard of @{seat}"
        if not 1 <= yard.progress <= sides:
            yield f"{yard.ship} in the yard of @{seat} shows {yard.progress}, its die shows 1 to {sides}"
        if bool(yard.full) != (yard.progress == sides) or not 0 <= yard.full <= state.turn:
            yield (
                f"{yard.ship} in the yard of @{seat} is at {yard.progress} of {sides}: full is the turn in which that "
                f"became {sides}, up to {state.turn}, and 0 before"
            )
    supply = state.rules.chip_supply
    held = sum(player.chips for player in state.players.values())
    if supply and held > supply:
        yield f"the seats hold {held} chips, there are {supply}"


def _phase(state: State) -> Iterator[str]:
    if state.phase in {"roll", "place"}:
        yield from _setup(state)
        return
    if state.turn < 1 or state.round < 1:
        yield f"turns and rounds count from 1 after the set-up, not turn {state.turn} of round {state.round}"
    if state.phase != "over" and state.left < 1:
        yield f"the active seat has {state.left} options left, its turn would be over"
    if state.dice:
        yield "the dice of the set-up lie there after the set-up"
    if (state.phase == "over") != bool(state.reason):
        yield f"a game that is over has a reason, another has none: phase {state.phase}, reason {state.reason!r}"
    if not any(lives(state.planets, state.ships, seat) for seat in range(1, state.rules.players + 1)):
        yield "no seat has a planet or a ship"
    yield from _waiting(state)


def _setup(state: State) -> Iterator[str]:
    places = schedule(state.rules.players, state.rules.unused_quadrants)
    number = len(state.planets) + 1
    if number > len(places):
        yield f"the set-up waits for a planet, and all {len(places)} are placed"
    elif places[number - 1][0] != state.active:
        yield f"planet {number} is placed by @{places[number - 1][0]}, not @{state.active}"
    if state.phase == "roll":
        if state.dice:
            yield "the dice of the set-up lie there before they are rolled"
    elif len(state.dice) != 2 or any(not 1 <= die <= 8 for die in state.dice):  # noqa: PLR2004 - 2d8
        yield "a planet waits for its point, which takes two dice from 1 to 8"
    elif not legal_points(state, state.dice):
        yield f"a planet waits for its point, and the roll of {state.dice[0]} and {state.dice[1]} allows none"


def _waiting(state: State) -> Iterator[str]:
    name, phase = state.ship, state.phase
    if bool(name) != (phase in {"battle", "attack", "repel", "color"}):
        yield f"a ship is waited for in battles, attacks and colonisations, not {name!r} in phase {phase}"
    elif name and seat_of(name) != state.active:
        yield f"the game waits for {name}, which is not a ship of the active seat @{state.active}"
    elif name and phase != "battle":
        at = state.ships[name].at
        planet = state.planets.get(at)
        if planet is None or planet.owner == state.active or (phase == "color") == bool(planet.owner):
            yield f"{name} waits for phase {phase} and is not on a planet where that can be"
        elif phase == "repel" and not free_around(state, at):
            yield f"{name} is repelled from {at}, and no point around it is empty"
    elif name and not any(each != name and ship.at == state.ships[name].at for each, ship in state.ships.items()):
        yield f"{name} is in a battle, and no other ship is at {state.ships[name].at}"
    if state.speed and (phase != "battle" or not 1 <= state.speed <= SIDES[name[1]]):
        yield f"a speed of {state.speed} is kept for the winner, which needs a battle and a die that shows it"
