"""Tiny Epic Galaxies: dice, planets and empires for two to five players, or alone against a rogue galaxy."""

from __future__ import annotations

from playfold.engine.rulesets import RuleSet

# The operations of planet actions register themselves when their modules are read.
from . import effects_dice, effects_nested, effects_plain, effects_ships
from .activation import ActionContinued, DieActivated
from .board import scene
from .following import FollowDeclined, Followed
from .glossary import glossary
from .index import INDEX
from .options import options, to_act
from .rogue_events import RogueBonusRolled, RogueDieAccepted, RogueDieRolled, RogueRerollPaid, RogueTargetChosen
from .rules import VERSIONS, Rules
from .scoring import outcome, standings
from .secrecy import hide, view
from .setup import FirstSeatChosen, MissionKept, MissionsDealt, PlanetsDealt, start
from .soundness import sound
from .state import State
from .turns import DiceRolled, DieConverted, PlanetDealt, RerollChosen, TurnEnded

OPERATIONS = (effects_plain, effects_dice, effects_ships, effects_nested)


def turn(state: State) -> int:
    """Gives the number of turns begun, the rogue's included; 0 during the set-up."""
    return state.turn


RULES: RuleSet[State] = RuleSet(
    id="tiny-epic-galaxies",
    title={"en": "Tiny Epic Galaxies", "ru": "Крошечные эпические галактики"},
    seats=range(1, 6),
    versions=VERSIONS,
    parameters=Rules,
    rules=INDEX,
    events=(
        PlanetsDealt,
        MissionsDealt,
        MissionKept,
        FirstSeatChosen,
        DiceRolled,
        RerollChosen,
        DieConverted,
        DieActivated,
        Followed,
        ActionContinued,
        PlanetDealt,
        TurnEnded,
        RogueDieRolled,
        RogueBonusRolled,
        RogueRerollPaid,
        RogueDieAccepted,
        RogueTargetChosen,
        FollowDeclined,
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
    view=view,
    hide=hide,
    source="the English rulebook's excerpt; cards, mats and the solo game from public lists and descriptions",
)
