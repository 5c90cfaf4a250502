"""A battle as a whole: its events, its rules, and what the seat that is asked may choose."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.rulesets import Rule

from .battle_join import BattleJoined
from .battle_rolls import BombardmentRolled, CombatRerolled, CombatRolled
from .battle_rounds import CombatContinued, Retreated
from .battle_targets import TargetsChosen
from .bombardment import BombardmentDeclared, LossesChosen
from .event import Choice
from .military import AttackDeclared, AttackDeclined, FleetActivated, ShipsBuilt
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

INDEX: tuple[Rule, ...] = ()


def asked_options(state: State) -> Iterator[Choice]:
    """Gives what the seat may choose that a battle, or the question about an attack, waits for; losses are settled."""
    del state
    yield from ()


def action_options(state: State) -> Iterator[Choice]:
    """Gives the military actions and the follow-ups of war that the active seat may choose."""
    del state
    yield from ()
