"""Who may go on: the seats that are waited for, those that may come in between, and the dice and cards."""

from __future__ import annotations

from typing import Any

from playfold.engine.events import Chance
from playfold.engine.rulesets import ToAct

from .battle_losses import settled
from .battle_rolls import BombardmentRolled, CombatRerolled, CombatRolled
from .due import chance_due, seats_due
from .exploration import ExploreDrawn
from .monsters import MonsterDrawn
from .politics import TacticsDrawn
from .seats import seats_of
from .setup import MonstersDealt, RaceDealt
from .setup_seats import FirstSeatChosen, TacticsDealt
from .state import State

_CHANCE: dict[str, type[Chance[Any]]] = {
    "races": RaceDealt,
    "monsters": MonstersDealt,
    "deal": TacticsDealt,
    "first": FirstSeatChosen,
    "tactics": TacticsDrawn,
    "explore": ExploreDrawn,
    "monster": MonsterDrawn,
    "reroll": CombatRerolled,
    "roll": CombatRolled,
    "bombs": BombardmentRolled,
}


def to_act(state: State) -> ToAct:
    """Gives who may go on. In the action phase, and before the first decision of an age, any seat may come in between.

    That is for instants and for objectives (Action Phase; Objectives; A15, A50). While production is assigned these are
    the seats that have not done it: until the first of them has, all.

    After the last roll of a round cards on dice and hits may come as well as what follows once the losses are settled.
    """
    if state.phase == "over":
        return ToAct()
    if state.battle is not None and state.battle.stage == "rolled" and not chance_due(state):
        after = settled(state)
        kind = chance_due(after)
        return ToAct(tuple(seats_of(state)), (_CHANCE[kind],) if kind else (), seats_due(after))
    if kind := chance_due(state):
        return ToAct(chance=(_CHANCE[kind],))
    due = seats_due(state)
    between = state.phase in ("production", "action")
    return ToAct(tuple(seats_of(state)), (), due) if between else ToAct(due)
