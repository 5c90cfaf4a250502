"""The tiles of unexplored systems in words."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.glossary import Term

from .rules import Rules
from .tiles import TILES


def glossary(rules: Rules) -> Iterator[Term]:
    """Gives the tiles, which are house content; none where the parameters leave them out."""
    if rules.unexplored_count:
        for name, tile in TILES.items():
            copies = "1 tile" if tile.number == 1 else f"{tile.number} tiles"
            yield Term("unexplored tile", name, f"{copies}: {tile.text}", name=tile.title, house=True)
