"""Small Star Empires: fly straight through a galaxy of hexes, and control where your ships land."""

from __future__ import annotations

from playfold.engine.rulesets import RuleSet

from .board import scene
from .ending import outcome
from .glossary import glossary
from .index import INDEX
from .options import options, to_act
from .rules import VERSIONS, Rules
from .scoring import standings
from .setup import FirstSeatChosen, OverlayPlaced, SectorPlaced, start
from .soundness import sound
from .state import State
from .turns import PiecePlaced, ShipMoved
from .unexplored import TileRevealed, UnexploredLaid


def turn(state: State) -> int:
    """Gives the number of turns begun; 0 during the set-up."""
    return state.turn


RULES: RuleSet[State] = RuleSet(
    id="small-star-empires",
    title={"en": "Small Star Empires"},
    seats=range(2, 5),
    versions=VERSIONS,
    parameters=Rules,
    rules=INDEX,
    events=(
        FirstSeatChosen,
        SectorPlaced,
        OverlayPlaced,
        UnexploredLaid,
        ShipMoved,
        TileRevealed,
        PiecePlaced,
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
    source="a French summary of the rulebook of Small Star Empires (M. Tasevski, Archona 2016), and public reviews",
)
