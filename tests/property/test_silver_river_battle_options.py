"""The options of battles of The Silver River against brute force: nothing legal is missing, nothing else is offered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Literal, get_args

import pytest
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Decision
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Side
from playfold.engine.games.silver_river.battle_join import BattleJoined
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.battle_rounds import CombatContinued, Retreated
from playfold.engine.games.silver_river.battle_targets import MANY_WAYS, TargetsChosen
from playfold.engine.games.silver_river.bombardment import BombardmentDeclared
from playfold.engine.games.silver_river.lookup import markers_in, markers_of, units_in
from playfold.engine.games.silver_river.military import AttackDeclared, AttackDeclined, FleetActivated
from playfold.engine.games.silver_river.monsters import MonsterFought
from playfold.engine.games.silver_river.pieces import Beast
from playfold.engine.games.silver_river.seats import seats_of
from playfold.engine.games.silver_river.state import Activation, State, content
from playfold.errors import Illegal

SIDES: tuple[Literal["", "attacker", "defender", "bystander"], ...] = ("", *get_args(Side))
SHIPS = (0, 1, 2, 5, 9, 30)
KINDS = (
    BattleJoined,
    TargetsChosen,
    CombatContinued,
    Retreated,
    BombardmentDeclared,
    AttackDeclared,
    AttackDeclined,
    FleetActivated,
    MonsterFought,
)


def said(state: State, seat: int) -> Iterator[Decision[State]]:
    """Gives everything that a seat may say of fleets and battles; most of it is illegal."""
    sectors = [sector.at for sector in content(state).map.sectors]
    own = list(markers_of(state, seat))
    for number in range(len(seats_of(state)) + 1):
        yield from (AttackDeclared(seat, against) for against in combinations(seats_of(state), number))
    yield AttackDeclined(seat)
    yield MonsterFought(seat)
    for each in ("attack", "hold"):
        yield CombatContinued(seat, each)
    for at in sectors:
        yield Retreated(seat, at)
        yield from (FleetActivated(seat, marker, at) for marker in own)
    yield from (FleetActivated(seat, marker) for marker in own)
    for planet, against, ships in product(state.planets, seats_of(state), SHIPS[1:]):
        yield BombardmentDeclared(seat, planet, against, ships)
    for number in range(len(own) + 1):
        for markers in combinations(own, number):
            for side, ships in product(SIDES, SHIPS):
                yield BattleJoined(seat, side=side, markers=markers, ships=ships)
    if state.battle is not None:
        there = [unit for each in seats_of(state) for unit in units_in(state, state.battle.at, each)]
        units = units_in(state, state.battle.at, seat)
        for aims in product((*there, ""), repeat=len(units)):
            yield TargetsChosen(seat, {unit: aim for unit, aim in zip(units, aims, strict=True) if aim})


def legal(state: State, event: Decision[State]) -> bool:
    """Says whether an event is legal."""
    try:
        RULES.check(state, event)
    except Illegal:
        return False
    return True


def compare(state: State) -> int:
    """Compares the options of all seats with what is legal of all that may be said; gives how many there were."""
    after, found = settled(state), 0
    for seat in RULES.to_act(state).waits:
        offered = [each for each in RULES.options(state) if each.seat == seat and isinstance(each, KINDS)]
        assert all(legal(state, each) for each in offered)
        may = {repr(each) for each in said(after, seat) if legal(state, each)}
        known = {repr(each) for each in offered if getattr(each, "ships", 0) in SHIPS}
        assert known <= may
        if len(may) <= MANY_WAYS or not any(isinstance(each, TargetsChosen) for each in offered):
            assert may == known
        found += len(may)
    return found


def fights(seats: int, dice: Dice) -> State:
    """Gives a turn in which a fleet is activated on Sagittarius A* among others, with a monster, or above a planet."""
    state = RULES.start(RULES.params("6.0"), seats)
    while state.phase != "action":
        act = RULES.to_act(state)
        options = [each for each in RULES.options(state) if each.seat in act.waits]
        event: Any = act.chance[0].draw(state, dice) if act.chance else options[dice.below(len(options))]
        state = RULES.step(state, event)
    at = ((0, 0), (2, 0))[dice.below(2)]
    fleets = dict(state.fleets)
    for marker, fleet in fleets.items():
        place = (at, *content(state).near[at])[dice.below(4)]
        fleets[marker] = replace(fleet, at=at if marker == f"{state.turn.seat}a" else place)
    players = {
        key: replace(player, slots={**player.slots, "m1": ("planetary_bombardment",) if dice.below(3) else ()})
        for key, player in state.players.items()
    }
    people = dict.fromkeys(sorted(players)[: dice.below(3) + 1], 1)
    planets = {**state.planets, "P1": replace(state.planets["P1"], population=people)}
    asked = tuple(seat for seat in seats_of(state) if markers_in(replace(state, fleets=fleets), at, seat))
    asked = (state.turn.seat, *(seat for seat in asked if seat != state.turn.seat))
    turn = replace(
        state.turn,
        type="military",
        acted=True,
        activations=1,
        activation=Activation(f"{state.turn.seat}a", at, asked if len(asked) > 1 and dice.below(2) else ()),
    )
    monsters = {"0,0": Beast("void_leech")}
    return replace(state, fleets=fleets, players=players, planets=planets, turn=turn, monsters=monsters)


@pytest.mark.parametrize("seed", range(12))
def test_options_of_battles_are_what_is_legal(seed: int) -> None:
    """In fights of 2 to 4 seats all that is offered is legal; while it is little, all that is legal is offered."""
    dice, found = Dice(f"{seed}" * 64, 1), 0
    state = fights(2 + seed % 3, dice)
    for _ in range(24):
        act = RULES.to_act(state)
        if act.chance:
            state = RULES.step(state, act.chance[0].draw(state, dice))
            continue
        found += compare(state)
        options = [each for each in RULES.options(state) if each.seat in act.waits]
        kinds = sorted({type(each).__name__ for each in options if isinstance(each, KINDS)})
        kind = kinds[dice.below(len(kinds))] if kinds else ""
        among = [each for each in options if type(each).__name__ == kind] or options
        state = RULES.step(state, among[dice.below(len(among))])
    assert found
