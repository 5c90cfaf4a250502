"""What the author of a rule set needs, to be imported from one place."""

from __future__ import annotations

from playfold.errors import Illegal

from .dice import Dice
from .events import Chance, Decision, Event, Seat
from .field_types import Unordered
from .glossary import Term
from .parameters import Parameters, param
from .rulesets import Outcome, Rule, RuleSet, ToAct
from .scene import Scene, Shape, Table, squares

__all__ = [
    "Chance",
    "Decision",
    "Dice",
    "Event",
    "Illegal",
    "Outcome",
    "Parameters",
    "Rule",
    "RuleSet",
    "Scene",
    "Seat",
    "Shape",
    "Table",
    "Term",
    "ToAct",
    "Unordered",
    "param",
    "squares",
]
