"""War as a whole: its events, its rules, and what seats may choose in a battle and in a military turn."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.rulesets import Rule

from . import (
    battle_join,
    battle_rolls,
    battle_rounds,
    battle_targets,
    bombardment,
    bombs,
    building,
    effects_fleets,
    military,
    monster_fight,
    monsters,
)
from .battle_join import BattleJoined
from .battle_rolls import BombardmentRolled, CombatRerolled, CombatRolled
from .battle_rounds import CombatContinued, Retreated
from .battle_targets import TargetsChosen
from .bombardment import BombardmentDeclared, LossesChosen
from .building import ShipsBuilt
from .event import Choice
from .military import AttackDeclared, AttackDeclined, FleetActivated
from .monsters import MonsterDrawn, MonsterFought
from .state import State

EVENTS = (
    ShipsBuilt,
    FleetActivated,
    AttackDeclared,
    AttackDeclined,
    BombardmentDeclared,
    MonsterFought,
    BattleJoined,
    TargetsChosen,
    CombatRolled,
    BombardmentRolled,
    CombatRerolled,
    CombatContinued,
    Retreated,
    LossesChosen,
    MonsterDrawn,
)
"""The events of fleets and battles, in the order of the table of events."""

INDEX: tuple[Rule, ...] = tuple(
    rule
    for chapter in (
        military,
        building,
        battle_join,
        battle_targets,
        battle_rolls,
        battle_rounds,
        monsters,
        monster_fight,
        bombardment,
        bombs,
        effects_fleets,
    )
    for rule in chapter.INDEX
)


def asked_options(state: State) -> Iterator[Choice]:
    """Gives what the seat may choose that a battle, or the question about an attack, waits for; losses are settled."""
    battle = state.battle
    if battle is None:
        activation = state.turn.activation
        if activation is not None and activation.asked:
            yield from military.asked_options(state, activation.asked[0])
        return
    if not battle.queue:
        return
    seat = battle.queue[0]
    if battle.stage == "join":
        yield from battle_join.options(state, seat)
    elif battle.stage == "targets":
        yield from battle_targets.options(state, seat)
    elif battle.stage == "choose":
        yield from battle_rounds.options(state, seat)
    elif battle.stage == "losses":
        yield LossesChosen(seat)
        yield LossesChosen(seat, wonder=True)


def action_options(state: State) -> Iterator[Choice]:
    """Gives the military actions and the follow-ups of war that the active seat may choose."""
    seat = state.turn.seat
    if state.turn.type in ("", "military"):
        yield from building.options(state, seat)
        yield from military.options(state, seat)
    yield from monsters.options(state, seat)
    yield from bombardment.options(state, seat)
