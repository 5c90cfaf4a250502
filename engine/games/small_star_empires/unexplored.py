"""Unexplored systems: where the tiles lie, and what is found when a ship lands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Annotated, Self

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Chance
from playfold.errors import Illegal

from .galaxy import key
from .state import Point, State, empty_systems, galaxy, listed
from .tiles import TILES, TileId

MANY = 600
"""Outcomes that are listed at most; more of them are drawn, but not listed."""


def hidden_number(state: State) -> int:
    """Counts the systems on which a tile is to be laid: as the parameters say, as long as there are empty ones."""
    return min(state.rules.unexplored_count, len(empty_systems(state)))


class UnexploredLaid(Chance[State], frozen=True, gc=False):
    """The empty systems on which unexplored tiles lie, by q, then r. House rule (A26)."""

    at: Annotated[tuple[Point, ...], msgspec.Meta(max_length=14, examples=[((-3, 0), (1, -3))])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless these are so many different empty systems, in order."""
        number, free = hidden_number(state), empty_systems(state)
        if len(self.at) != number:
            raise Illegal("unexplored.number", f"unexplored tiles lie on {number} systems, not on {len(self.at)}")
        for place in self.at:
            if key(place) not in free:
                points = galaxy(state).points
                raise Illegal(
                    "unexplored.empty",
                    f"{key(place)} is no empty system without a tile; legal: {listed([points[each] for each in free])}",
                )
        if list(self.at) != sorted(set(self.at)):
            raise Illegal(
                "unexplored.order", f"the systems are listed once each, by q, then r: {listed(sorted(set(self.at)))}"
            )

    def apply(self, state: State) -> State:
        """Lays the tiles face down; the first turn begins."""
        from .setup import next_step  # noqa: PLC0415 - the set-up builds on this module

        return next_step(msgspec.structs.replace(state, tiles={key(place): "" for place in self.at}))

    def whose(self, state: State, field: str) -> int | None:
        """Says that it is nobody's."""
        del state, field
        return 0

    def tell(self, before: State, after: State) -> str:
        """Tells where the tiles lie and who begins."""
        del before
        begins = f"; @{after.active} begins" if after.phase == "move" else ""
        return f"Unexplored tiles lie face down on {' '.join(key(place) for place in self.at)}{begins}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the ways to choose the systems, where they are not too many."""
        number, free = hidden_number(state), empty_systems(state)
        if comb(len(free), number) > MANY:
            return ()
        points = galaxy(state).points
        return [(cls(tuple(points[name] for name in chosen)), 1) for chosen in combinations(free, number)]

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws one system after the other from the empty ones by q, then r: an integer below the number left each."""
        points, free = galaxy(state).points, empty_systems(state)
        return cls(tuple(sorted(points[free.pop(dice.below(len(free)))] for _ in range(hidden_number(state)))))


def left(state: State) -> dict[TileId, int]:
    """Counts the tiles that are not revealed, by id, those on the map and those in the box alike."""
    shown = list(state.tiles.values())
    return {name: tile.number - shown.count(name) for name, tile in TILES.items()}


class TileRevealed(Chance[State], frozen=True, gc=False):
    """The tile on the system where a ship has just landed. House content."""

    tile: TileId

    def check(self, state: State) -> None:
        """Raises `Illegal` when all tiles of this kind are revealed already."""
        if left(state)[self.tile] < 1:
            kinds = ", ".join(name for name, number in left(state).items() if number)
            raise Illegal("tile.stock", f"every {self.tile} is revealed already; still face down are {kinds}")

    def apply(self, state: State) -> State:
        """Turns the tile up: asteroids damage the ship, a dock repairs all of the seat; then a piece is placed."""
        damaged = state.damaged
        if self.tile == "u_asteroids":
            damaged = tuple(sorted({*damaged, state.ship}))
        elif self.tile == "u_dock":
            damaged = tuple(ship for ship in damaged if ship[0] != state.ship[0])
        tiles = {**state.tiles, state.ships[state.ship]: self.tile}
        return msgspec.structs.replace(state, phase="place", damaged=damaged, tiles=tiles)

    def tell(self, before: State, after: State) -> str:
        """Tells what was found, and which ships are damaged or repaired."""
        tile = TILES[self.tile]
        repaired = [ship for ship in before.damaged if ship not in after.damaged]
        more = f" ({' '.join(repaired)})" if repaired else ""
        return f"On {before.ships[before.ship]} {before.ship} finds {tile.title}: {tile.text}{more}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the tiles by how many of each are not revealed."""
        return [(cls(name), number) for name, number in left(state).items() if number]
