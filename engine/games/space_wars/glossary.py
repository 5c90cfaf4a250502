"""The objectives and cards of Space Wars in words."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.glossary import Term

from .cards import CARDS, KIND_OF, TERRITORY_ON
from .galaxy import english
from .objectives import OBJECTIVES, described
from .rules import Rules


def glossary(rules: Rules) -> Iterator[Term]:
    """Gives objectives and cards; which kind is on which territory is house content."""
    del rules
    for name, aim in OBJECTIVES.items():
        yield Term("objective", name, described(name), house=aim.provenance.startswith("house"))
    for card in CARDS:
        if card in TERRITORY_ON:
            yield Term("card", card, f"{KIND_OF[card]}, {english(TERRITORY_ON[card])}", house=True)
        else:
            yield Term("card", card, "stands for a card in a set of three")
