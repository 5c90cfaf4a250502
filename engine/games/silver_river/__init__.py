"""The Silver River: ages of politics, technology, fleets and colonies for two to four players."""

from __future__ import annotations

from playfold.engine.rulesets import RuleSet

# The operations of cards, wonders and steps register themselves when their modules are read.
from . import drawing, effects_gain, effects_markers, effects_population, effects_ships
from .board import scene
from .civilization import PlanetColonized, Populated, StationBuilt
from .combat import EVENTS as COMBAT
from .conversion import Converted
from .effect_events import EffectChosen
from .exploration import ExploreDrawn, SectorExplored
from .flow import to_act
from .glossary import glossary
from .governing import ProductionAssigned
from .head_start import HeadStartChosen
from .index import INDEX
from .objective_events import ObjectiveClaimed
from .options import options
from .parts import parts, used
from .politics import ElectionCalled, TacticsBought, TacticsDrawn, TacticsKept, WonderBuilt
from .reconfiguring import BoardReconfigured
from .rules import VERSIONS, Rules
from .scoring import outcome, standings
from .secrecy import hide, view
from .setup import MonstersChosen, MonstersDealt, RaceChosen, RaceDealt, start
from .setup_seats import FirstSeatChosen, FleetsPlaced, ObjectivesChosen, TacticsDealt
from .soundness import sound
from .state import State
from .tactics import TacticsPlayed
from .technology import TechResearched
from .turns import Passed, TurnEnded
from .voting import VoteCommitted

OPERATIONS = (drawing, effects_gain, effects_ships, effects_markers, effects_population)


def turn(state: State) -> int:
    """Gives the number of turns and phases begun; 0 during the set-up."""
    return state.clock


RULES: RuleSet[State] = RuleSet(
    id="silver-river",
    title={"en": "The Silver River"},
    seats=range(2, 5),
    versions=VERSIONS,
    parameters=Rules,
    rules=INDEX,
    events=(
        RaceChosen,
        RaceDealt,
        MonstersDealt,
        MonstersChosen,
        HeadStartChosen,
        FleetsPlaced,
        TacticsDealt,
        ObjectivesChosen,
        FirstSeatChosen,
        ProductionAssigned,
        EffectChosen,
        Converted,
        ObjectiveClaimed,
        TacticsPlayed,
        BoardReconfigured,
        ElectionCalled,
        VoteCommitted,
        WonderBuilt,
        TacticsBought,
        TacticsDrawn,
        TacticsKept,
        TechResearched,
        *COMBAT,
        SectorExplored,
        ExploreDrawn,
        PlanetColonized,
        Populated,
        StationBuilt,
        TurnEnded,
        Passed,
    ),
    state=State,
    start=start,
    to_act=to_act,
    options=options,
    outcome=outcome,
    standings=standings,
    turn=turn,
    scene=scene,
    sound=sound,
    view=view,
    hide=hide,
    parts=parts,
    used=used,
    glossary=glossary,
    source="the English rulebook; map, boards and cards are house content (content pack house-1)",
)
