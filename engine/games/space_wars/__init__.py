"""Space Wars: conquer planets from territory to territory, for a secret objective or for the whole galaxy."""

from __future__ import annotations

from playfold.engine.rulesets import RuleSet

from .board import scene
from .capture import CardDrawn, MovedIn
from .conquest import Attacked, AttackRolled, Defended
from .ending import outcome, standings
from .glossary import glossary
from .index import INDEX
from .movement import Fortified, TurnEnded
from .options import options, to_act
from .reinforcement import SetExchanged, ShipsPlaced
from .rules import VERSIONS, Rules
from .secrecy import hide, view
from .setup import CardsDealt, FirstSeatChosen, ObjectiveDealt, start
from .soundness import sound
from .state import State


def turn(state: State) -> int:
    """Gives the number of turns begun; 0 during the set-up."""
    return state.turn


RULES: RuleSet[State] = RuleSet(
    id="space-wars",
    title={"en": "Space Wars", "ru": "Космические войны"},
    seats=range(2, 7),
    versions=VERSIONS,
    parameters=Rules,
    rules=INDEX,
    events=(
        ObjectiveDealt,
        CardsDealt,
        FirstSeatChosen,
        ShipsPlaced,
        SetExchanged,
        Attacked,
        Defended,
        AttackRolled,
        MovedIn,
        CardDrawn,
        Fortified,
        TurnEnded,
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
    source="the Russian rulebook «Космические войны»; what it leaves open is house content, labelled so",
)
