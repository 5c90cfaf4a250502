"""Options: they miss nothing that is legal, and name nothing that is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from playfold.engine.events import Decision
from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.attacking import PlanetAttacked, ShipRepelled
from playfold.engine.games.space_monkeys.building import BuildBegun, BuildCompleted, BuildContinued
from playfold.engine.games.space_monkeys.ending import Passed, VictoryDeclared
from playfold.engine.games.space_monkeys.movement import ShipMoved, SpeedReset, number_of
from playfold.engine.games.space_monkeys.planets import DefenseImproved, PlanetColonized
from playfold.engine.games.space_monkeys.points import POINTS, arrival
from playfold.engine.games.space_monkeys.research import Researched, TechBought
from playfold.engine.games.space_monkeys.rules import TECHS
from playfold.engine.games.space_monkeys.setup import PlanetPlaced
from playfold.engine.games.space_monkeys.state import KINDS, State
from playfold.errors import Illegal


def legal(state: State, event: Decision[Any]) -> bool:
    try:
        RULES.check(state, event)
    except Illegal:
        return False
    return True


def plain_decisions(state: State, seat: int) -> Iterator[Decision[Any]]:
    """Lists every decision of a seat that there could be, but for moves."""
    yield from (Researched(seat), Passed(seat), VictoryDeclared(seat), BuildContinued(seat))
    yield from (BuildBegun(seat, kind) for kind in KINDS)
    yield from (TechBought(seat, tech) for tech in TECHS)
    for name in state.ships:
        yield from (kind(seat, name) for kind in (PlanetAttacked, PlanetColonized, SpeedReset))
    for point in POINTS.values():
        yield from (kind(seat, point) for kind in (BuildContinued, BuildCompleted, DefenseImproved, PlanetPlaced))
        yield ShipRepelled(seat, point)


def paths(steps: int, bends: int, last: str = "") -> Iterator[str]:
    """Lists every path of so many steps, reversals included."""
    for letter in "NESW":
        if letter != last:
            yield f"{letter}{steps}"
            for first in range(1, steps if bends else 1):
                yield from (f"{letter}{first}{rest}" for rest in paths(steps - first, bends - 1, letter))


def text(event: Decision[Any]) -> str:
    return msgspec.json.encode(event).decode()


def test_options_miss_no_small_decision(random_game: list[tuple[State, Any]]) -> None:
    """Of all decisions with a point, a ship, a kind or a technology those that are legal are the options."""
    for state, _ in random_game[::29]:
        options = {text(one) for one in RULES.options(state) if not isinstance(one, ShipMoved)}
        possible = (one for seat in RULES.to_act(state).seats for one in plain_decisions(state, seat))
        assert {text(one) for one in possible if legal(state, one)} == options


def test_options_miss_no_end_of_a_move(random_game: list[tuple[State, Any]]) -> None:
    """Of all paths and new speeds the legal ones lead to the ends and speeds of the options, and to no others."""
    for state, _ in random_game[::61]:
        seat = state.active
        warp = "warp" in state.players[str(seat)].techs
        offered = [
            (one.ship, arrival(state.ships[one.ship].at, one.path, warp), one.speed)
            for one in RULES.options(state)
            if isinstance(one, ShipMoved)
        ]
        moves = [
            ShipMoved(seat, name, path, speed)
            for name, ship in state.ships.items()
            if name[0] == str(seat)
            for path in paths(number_of(state, ship), 2)
            for speed in range(13)
        ]
        possible = {
            (one.ship, arrival(state.ships[one.ship].at, one.path, warp), one.speed)
            for one in moves
            if legal(state, one)
        }
        assert possible == set(offered)
        assert len(offered) == len(possible)
