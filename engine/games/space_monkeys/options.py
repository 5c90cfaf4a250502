"""Who may go on, and the legal decisions, in an order that depends on nothing but the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.events import Decision
from playfold.engine.rulesets import ToAct

from .attacking import AttackRolled, PlanetAttacked, RepelDrawn, ShipRepelled, attackers
from .battle import BattleRolled
from .building import BuildBegun, BuildCompleted, BuildContinued, is_ready, leaves_over, vacant
from .ending import Passed, TurnOption, VictoryDeclared
from .movement import ShipMoved, SpeedReset, ends, speeds
from .planets import ColorDrawn, DefenseImproved, PlanetColonized, colonisers, improvable
from .points import POINTS
from .research import Researched, TechBought, affordable, earned
from .setup import PlacementRolled, PlanetPlaced, legal_points
from .state import KINDS, SEAT_KEYS, SIDES, State, free_around, points_of, seat_of, stock

_SEATS = tuple(ToAct((seat,)) for seat in range(5))
_PAIRS = {(one, two): ToAct((one, two)) for one in range(1, 5) for two in range(1, 5)}
_CHANCE = {
    "roll": ToAct(chance=(PlacementRolled,)),
    "battle": ToAct(chance=(BattleRolled,)),
    "attack": ToAct(chance=(AttackRolled,)),
    "color": ToAct(chance=(ColorDrawn,)),
    "over": ToAct(),
}
_REPEL_DRAWN = ToAct(chance=(RepelDrawn,))


def to_act(state: State) -> ToAct:
    """Says who may go on: the active seat, the seat that chooses for a repelled ship, a late victor too, or chance."""
    phase = state.phase
    if phase == "turn":
        if state.late and state.late != state.active:
            return _PAIRS[state.active, state.late]
        return _SEATS[state.active]
    if phase == "place":
        return _SEATS[state.active]
    if phase == "repel":
        return _repel(state)
    return _CHANCE[phase]


def _repel(state: State) -> ToAct:
    chooser = state.rules.repel_chooser
    if chooser == "random":
        return _REPEL_DRAWN
    return _SEATS[state.active if chooser == "attacker" else state.planets[state.ships[state.ship].at].owner]


def options(state: State) -> list[Decision[Any]]:
    """Lists the legal decisions, of the paths to one point with one new speed the one with the fewest turns.

    Complete but for the other paths. Order: moves by ship, attacks, colonisations, improvements, building, research,
    purchases, resets, passing, victory.
    """
    if state.phase == "place":
        return [PlanetPlaced(state.active, point) for point in legal_points(state, state.dice)]
    if state.phase == "repel":
        seats = to_act(state).seats
        return [
            ShipRepelled(seat, POINTS[point])
            for seat in seats
            for point in free_around(state, state.ships[state.ship].at)
        ]
    if state.phase != "turn":
        return []
    found: list[Decision[Any]] = [*_turn_options(state)]
    if state.rules.pass_allowed or not found:
        found.append(Passed(state.active))
    if state.rules.victory == "declare":
        goal = state.rules.vp_to_win
        found += [VictoryDeclared(seat) for seat in to_act(state).seats if points_of(state.planets, seat) >= goal]
    return found


def any_option(state: State) -> TurnOption | None:
    """Gives one option of the active seat other than passing; None when it has none."""
    return next(iter(_turn_options(state)), None)


def _turn_options(state: State) -> list[TurnOption]:
    seat = state.active
    own = sorted(name for name in state.ships if seat_of(name) == seat)
    found: list[TurnOption] = []
    for name in own:
        found += _moves(state, seat, name)
    found += _planet_options(state, seat)
    found += _building(state, seat)
    found += _research(state, seat)
    if state.rules.stuck_ship_reset == "option":
        found += [SpeedReset(seat, name) for name in own if not ends(state, seat, name)]
    return found


def _moves(state: State, seat: int, name: str) -> list[ShipMoved]:
    ship = state.ships[name]
    sides = SIDES[name[1]]
    plain = [0 if speed == ship.speed else speed for speed in speeds(state, seat, ship.speed, sides)]
    fought = [0]
    if state.rules.accelerate_after_battle:
        fought = [0 if speed == 1 else speed for speed in speeds(state, seat, 1, sides)]
    return [
        ShipMoved(seat, name, path, speed)
        for _, path, enemy in ends(state, seat, name)
        for speed in (fought if enemy else plain)
    ]


def _planet_options(state: State, seat: int) -> Iterator[TurnOption]:
    yield from (PlanetAttacked(seat, name) for name in attackers(state, seat))
    yield from (PlanetColonized(seat, name) for name in colonisers(state, seat))
    yield from (DefenseImproved(seat, point) for point in improvable(state, seat))


def _building(state: State, seat: int) -> Iterator[TurnOption]:
    player = state.players[SEAT_KEYS[seat]]
    yard = player.yard
    if yard is None:
        yield from (BuildBegun(seat, kind) for kind in KINDS if stock(state, seat, kind))
    elif yard.progress < SIDES[yard.ship[1]]:
        yield BuildContinued(seat)
        if leaves_over(player):
            yield from (BuildContinued(seat, POINTS[at]) for at in vacant(state, seat))
    elif is_ready(state, player):
        yield from (BuildCompleted(seat, POINTS[at]) for at in vacant(state, seat))


def _research(state: State, seat: int) -> Iterator[TurnOption]:
    if earned(state, state.players[SEAT_KEYS[seat]]):
        yield Researched(seat)
    yield from (TechBought(seat, tech) for tech in affordable(state, seat))
