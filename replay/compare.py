"""Compares two lines of a game: where they part, how they differ after each turn, and how they ended."""

from __future__ import annotations

import msgspec

from playfold.engine.difference import Change, difference
from playfold.engine.rulesets import Outcome

from .game import Game
from .lines import Line


class Turn(msgspec.Struct, frozen=True):
    """How two lines differ at the end of one turn.

    Args:
        turn: its number, as the rule set counts.
        entries: the last entry of the turn on the one and on the other line; 0 where a line never came so far.
        changes: the states' differences, from the one line to the other; empty where one has no state.
        standings: by name, the values of the one line and of the other; only names that differ.
    """

    turn: int
    entries: tuple[int, int]
    changes: tuple[Change, ...]
    standings: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]


class Comparison(msgspec.Struct, frozen=True):
    """Two lines side by side.

    Args:
        names: the lines.
        parted: the last position that both have.
        first: the first entry of each line after it; 0 where there is none.
        turns: from the turn in which they part to the last that either has.
        outcomes: how each ended; None while it goes on.
    """

    names: tuple[str, str]
    parted: int
    first: tuple[int, int]
    turns: tuple[Turn, ...]
    outcomes: tuple[Outcome | None, Outcome | None]


def compare(one: Line, other: Line) -> Comparison:
    """Compares two lines of one game at their tips.

    Raises:
        PlayfoldError: today's rules refuse a path.

    Cost: linear in the entries after the parting; each turn compares two states.
    """
    game = one.game
    for line in (one, other):
        if line.refusal is not None:
            raise line.refusal
    ways = [0, *one.path], [0, *other.path]
    common = sum(1 for a, b in zip(*ways, strict=False) if a == b)
    parted = ways[0][common - 1]
    ends = [_turn_ends(game, way[common:]) for way in ways]
    turns = []
    for turn in sorted({*ends[0], *ends[1]}):
        a, b = ends[0].get(turn, 0), ends[1].get(turn, 0)
        turns.append(_compared(game, turn, a, b))
    first = tuple(way[common] if len(way) > common else 0 for way in ways)
    return Comparison((one.name, other.name), parted, (first[0], first[1]), tuple(turns), (one.outcome, other.outcome))


def _turn_ends(game: Game, entries: list[int]) -> dict[int, int]:
    """Gives the last of these entries in each turn: an entry belongs to the turn that its state is in before it."""
    tree, states, turn = game.log.tree, game.folded.states, game.rules.turn
    return {turn(states[tree.parent(n)]): n for n in entries}


def _compared(game: Game, turn: int, a: int, b: int) -> Turn:
    if not (a and b):
        return Turn(turn, (a, b), (), {})
    one, other = game.folded.states[a], game.folded.states[b]
    left, right = game.rules.standings(one), game.rules.standings(other)
    differ = {name: (tuple(left[name]), tuple(right[name])) for name in left if left[name] != right[name]}
    return Turn(turn, (a, b), difference(one, other), differ)
