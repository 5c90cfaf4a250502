"""Drawn dice: where their seeds lie, and how a draw is made and made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playfold.engine.dice import Dice
from playfold.engine.events import Chance
from playfold.errors import UnknownPositionError
from playfold.records import seed as seeds
from playfold.records.header import Commitment
from playfold.records.tree import Tree

if TYPE_CHECKING:
    from .game import Game

MAIN = "main"


def draw(kind: type[Chance[Any]], state: Any, seed: str, number: int) -> Chance[Any]:
    """Draws an outcome of a kind of chance: the same for the same state, seed and number, everywhere."""
    return kind.draw(state, Dice(seed, number))


def next_draw(tree: Tree, position: int) -> int:
    """Gives the number of the next draw after a position: 1 + the highest on its path. Cost: logarithmic in the log."""
    return 1 + tree.highest_draw(position)


def seed_of(game: Game, line: str) -> str:
    """Gives the seed from which a line draws.

    Raises:
        UnknownPositionError: the line has none: dice of a table game, or a lost seed.
    """
    if line != MAIN:
        seed = game.log.tree.lines[line].seed
        if not seed:
            raise UnknownPositionError(f"the line {line!r} has no seed to draw from", hint="type in what the dice show")
        return seed
    if not isinstance(game.header.dice, Commitment):
        raise UnknownPositionError(
            "this game is played with real dice", hint="type in what the dice show; what-if lines can draw"
        )
    found = seeds.find(game.path, game.header.dice.commit)
    if found is None:
        raise UnknownPositionError(
            f"the seed of this game is lost or not the one that was committed ({seeds.seed_path(game.path)})",
            hint="go on with real dice and type in what they show",
        )
    return found
