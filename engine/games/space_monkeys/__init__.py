"""Space Monkeys: conquer the galaxy with ships that move exactly as far as their dice show."""

from __future__ import annotations

from playfold.engine.rulesets import RuleSet

from .attacking import AttackRolled, PlanetAttacked, RepelDrawn, ShipRepelled
from .battle import BattleRolled
from .board import scene
from .building import BuildBegun, BuildCompleted, BuildContinued
from .ending import Passed, VictoryDeclared, outcome, standings
from .glossary import glossary
from .index import INDEX
from .movement import ShipMoved, SpeedReset
from .options import options, to_act
from .planets import ColorDrawn, DefenseImproved, PlanetColonized
from .research import Researched, TechBought
from .rules import VERSIONS, Rules
from .setup import PlacementRolled, PlanetPlaced, start
from .soundness import sound
from .state import State


def turn(state: State) -> int:
    """Gives the number of turns begun; 0 during the set-up."""
    return state.turn


RULES: RuleSet[State] = RuleSet(
    id="space-monkeys",
    title={"en": "Space Monkeys"},
    seats=range(2, 5),
    versions=VERSIONS,
    parameters=Rules,
    rules=INDEX,
    events=(
        PlacementRolled,
        PlanetPlaced,
        ShipMoved,
        BattleRolled,
        PlanetAttacked,
        AttackRolled,
        ShipRepelled,
        RepelDrawn,
        PlanetColonized,
        ColorDrawn,
        DefenseImproved,
        BuildBegun,
        BuildContinued,
        BuildCompleted,
        SpeedReset,
        Researched,
        TechBought,
        Passed,
        VictoryDeclared,
    ),
    state=State,
    start=start,
    to_act=to_act,
    options=options,
    outcome=outcome,
    standings=standings,
    turn=turn,
    scene=scene,
    glossary=glossary,
    sound=sound,
    source="the designer's draft rulebook of Space Monkeys (A.D. 4095), unplaytested",
)
