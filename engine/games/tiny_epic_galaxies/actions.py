"""Actions: what a die's face does, how a planet's action is performed, and the ways in which both can be used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from playfold.errors import Illegal

from .effect import Effect, made
from .moving import check_move, move, moves
from .planets import PLANETS, RESOURCES, SPOTS, TRACKS, YIELDS, Face, named
from .state import SHIPS, orbiting
from .table import Table, Who, listed
from .uses import EMPTY, FITS, MOVES, Acquire, Advance, Choice, Colony, Land, Upgrade, Use


@cache
def effects(planet: str) -> tuple[Effect, ...]:
    """Gives the operations of a planet's action."""
    return made(PLANETS[planet].operations)


# Faces of dice


def perform(table: Table, who: Who, face: Face, use: Use) -> None:
    """Performs the action of a face, or raises `Illegal`."""
    if type(use) not in FITS[face]:
        fits = " or ".join(str(each.__struct_config__.tag) for each in FITS[face])
        raise Illegal("die.face", f"@{who.seat} uses a {face} die as {fits}, not as {use.__struct_config__.tag}")
    if isinstance(use, Acquire):
        acquire(table, who, face)
    elif isinstance(use, Advance):
        advance(table, who, use.ship, face, 1)
    elif isinstance(use, MOVES):
        check_move(table, who, use)
        move(table, use)
        if isinstance(use, Land) and use.choice is not None:
            planet_action(table, who.landed(use.ship), use.planet, use.choice)
    elif isinstance(use, Upgrade):
        upgrade(table, who, use.pay)
    elif isinstance(use, Colony):
        if use.planet not in table.colonies[who.key]:
            own = listed(table.colonies[who.key])
            raise Illegal(
                "colony.own", f"@{who.seat} uses the action of an own colony, not of {use.planet}; it has {own}"
            )
        planet_action(table, who, use.planet, use.choice)


def yielding(table: Table, seat: int, resource: str) -> int:
    """Counts the ships that bring a resource: on planets that yield it, for energy those at home too."""
    number = 0
    for ship in SHIPS[seat]:
        spot = table.ships.get(ship)
        if spot is not None and YIELDS[spot] == resource:
            number += 1
    return number


def acquire(table: Table, who: Who, face: str) -> None:
    """Gains energy or culture for each ship that counts."""
    number = yielding(table, who.seat, face)
    if not number:
        there = "at home or on a planet with energy" if face == "energy" else "on a planet with culture"
        raise Illegal("acquire.none", f"@{who.seat} has no ship {there}, so nothing is acquired")
    table.gain(who.key, face, number)


def advance(table: Table, who: Who, ship: str, track: str, steps: int) -> None:
    """Moves an own orbiting ship forward on a track, `any` for both."""
    if ship not in SHIPS[who.seat]:
        raise Illegal("advance.ship", f"@{who.seat} moves its own ships forward, not {ship}")
    planet, space = SPOTS[table.ships.get(ship, "mat")]
    if space < 0:
        own = listed(orbiting(table.ships, who.seat))
        raise Illegal("advance.ship", f"@{who.seat} has {ship} in no orbit; its orbiting ships: {own}")
    if track not in ("any", PLANETS[planet].track):
        fits = listed(forward(table, who.seat, track))
        raise Illegal(
            "advance.track",
            f"@{who.seat} has {ship} at {named(planet)}, whose track needs {PLANETS[planet].track}, not {track}; "
            f"its ships on {track} tracks: {fits}",
        )
    table.advance(ship, steps)


def forward(table: Table, seat: int, track: str) -> list[str]:
    """Lists the ships of a seat that orbit on a track, `any` for both."""
    return [
        ship for ship in orbiting(table.ships, seat) if track in ("any", PLANETS[SPOTS[table.ships[ship]][0]].track)
    ]


def next_cost(table: Table, who: Who) -> int:
    """Gives what the next level of the empire costs, or raises `Illegal` where there is none."""
    costs = table.rules.empire_costs
    level = table.level[who.key]
    if level >= len(costs):
        raise Illegal("upgrade.level", f"@{who.seat} has reached level {level}, the last one")
    return costs[level]


def upgrade(table: Table, who: Who, pay: str, discount: int = 0) -> None:
    """Raises the empire by a level, paid in one resource."""
    cost = max(0, next_cost(table, who) - discount)
    level = table.level[who.key] + 1
    held = table.energy[who.key], table.culture[who.key]
    if held[pay == "culture"] < cost:
        raise Illegal(
            "upgrade.pay",
            f"@{who.seat} needs {cost} energy or {cost} culture for level {level}, all in one, and has {held[0]} "
            f"energy and {held[1]} culture",
        )
    table.pay(who, "culture" if pay == "culture" else "energy", cost, "upgrade.pay", f"level {level}")
    table.upgrade(who.key)


def uses(table: Table, who: Who, face: Face, brief: bool = False) -> Iterator[Use]:
    """Gives the ways to use a face, in a fixed order.

    Args:
        table: stays as it is.
        who: who acts.
        face: of the die.
        brief: whether one way for each planet's action is enough.
    """
    if face == "move":
        yield from _moves(table, who, brief)
    elif face in RESOURCES:
        if yielding(table, who.seat, face):
            yield Acquire()
    elif face in TRACKS:
        for ship in forward(table, who.seat, face):
            yield Advance(ship)
    else:
        yield from _colony(table, who, brief)


def _moves(table: Table, who: Who, brief: bool) -> Iterator[Use]:
    for option in moves(table, who):
        yield option
        if isinstance(option, Land):
            trial = table.fork()
            move(trial, option)
            for choice in some(choices(trial, who.landed(option.ship), option.planet, brief), brief):
                yield Land(option.ship, option.planet, choice)


def _colony(table: Table, who: Who, brief: bool) -> Iterator[Use]:
    level, costs = table.level[who.key], table.rules.empire_costs
    if level < len(costs):
        for resource in RESOURCES:
            if getattr(table, resource)[who.key] >= costs[level]:
                yield Upgrade(resource)
    for planet in table.colonies[who.key]:
        for choice in some(choices(table, who, planet, brief), brief):
            yield Colony(planet, choice)


def some(found: Iterator[Choice], brief: bool) -> Iterator[Choice]:
    """Gives all choices, or the first one where that is enough."""
    return islice(found, 1) if brief else found


def possible(table: Table, who: Who, face: Face) -> bool:
    """Says whether a face can be used."""
    return next(uses(table, who, face, brief=True), None) is not None


# Actions of planets


def _refuse_use(table: Table, who: Who, planet: str) -> None:
    """Raises `Illegal` where marks of the card or the depth of nesting forbid its action."""
    card = PLANETS[planet]
    if card.own_turn and who.follow:
        raise Illegal("action.own_turn", f"@{who.seat} follows, {card.name} works only in one's own turn")
    if card.once and planet in table.used.get(who.key, ()):
        raise Illegal("action.once", f"@{who.seat} has used {card.name} in this turn, it works once a turn")
    if who.depth > table.rules.max_nesting:
        raise Illegal(
            "action.nesting",
            f"@{who.seat} uses actions {who.depth} deep, at most {table.rules.max_nesting} are nested",
        )


def planet_action(table: Table, who: Who, planet: str, choice: Choice) -> None:
    """Performs the action of a planet, or raises `Illegal`."""
    _refuse_use(table, who, planet)
    card = PLANETS[planet]
    asks = card.asks
    if not asks:
        if choice != EMPTY:
            raise Illegal("action.choice", f"@{who.seat} has nothing to choose for {card.name}, write an empty choice")
    else:
        _refuse_choice(who, planet, choice)
    if card.once:
        table.mark(who, planet)
    for effect in effects(planet):
        effect.perform(table, who, choice, planet)


_MAY_LACK = ("energy", "culture")


@cache
def _nothing(planet: str) -> dict[str, Any]:
    """Gives the fields that an action asks for, with nothing chosen."""
    return {name: getattr(EMPTY, name) for name in PLANETS[planet].asks}


def _refuse_choice(who: Who, planet: str, choice: Choice) -> None:
    """Raises `Illegal` unless a choice has the fields that the action asks for, and no others."""
    asks = PLANETS[planet].asks
    missing = [name for name in asks if name not in _MAY_LACK and getattr(choice, name) == getattr(EMPTY, name)]
    if missing or replace(choice, **_nothing(planet)) != EMPTY:
        needs = ", ".join(asks)
        raise Illegal(
            "action.choice",
            f"@{who.seat} tells {PLANETS[planet].name} {needs} and nothing else"
            + (f"; {', '.join(missing)} is missing" if missing else ""),
        )


def choices(table: Table, who: Who, planet: str, brief: bool = False) -> Iterator[Choice]:
    """Gives what may be chosen for a planet's action, in a fixed order; nothing when it is impossible."""
    try:
        _refuse_use(table, who, planet)
    except Illegal:
        return
    if PLANETS[planet].once:
        table = table.fork()
        table.mark(who, planet)
    yield from _fill(table, who, planet, EMPTY, 0, brief)


def _fill(table: Table, who: Who, planet: str, so_far: Choice, place: int, brief: bool) -> Iterator[Choice]:
    """Gives the choices for the operations from a place on."""
    parts = effects(planet)
    last = place == len(parts) - 1
    for choice in parts[place].choices(table, who, so_far, planet, brief):
        if last:
            yield choice
        else:
            trial = table.fork()
            parts[place].perform(trial, who, choice, planet)
            yield from _fill(trial, who, planet, choice, place + 1, brief)
