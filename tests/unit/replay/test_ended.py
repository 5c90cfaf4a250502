"""Boards of games that the players ended, which no state knows."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import playfold
from playfold.cli.show import board
from playfold.replay.board_text import text
from playfold.replay.telling import named

GAMES = (
    "tic-tac-toe",
    "space-monkeys",
    "small-star-empires",
    "space-wars",
    "tiny-epic-galaxies",
    "silver-river",
)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A game at its start."""
    with playfold.new(tmp_path / "g.jsonl", request.param, seats=["Ann", "Bob"]) as game:
        yield game


@pytest.mark.parametrize("end", [lambda line: line.resign(2), lambda line: line.stop("the last bus")])
def test_nobody_has_a_turn_when_the_game_is_over(game: Any, end: Callable[[Any], Any]) -> None:
    """Below the board of each game, and in its drawing, the end replaces whose turn it is; earlier it does not."""
    scene = game.rules.scene(game.state)
    waits = named(scene.waits, game.names)
    before = board(game.line(), 0, coloured=False)
    assert waits
    assert " ".join(waits.split()) in " ".join(before.split())
    end(game.line())
    after = board(game.line(), 0, coloured=False)
    bare = text(replace(scene, waits=""), game.names, width=80)
    assert after == f"{bare.rstrip()}\n{after.splitlines()[-1]}"
    assert after.splitlines()[-1].startswith("Over (")
    assert " ".join(waits.split()) not in " ".join(after.split())
    assert f"<desc>{escape(waits)}" in game.at(0)._repr_svg_()
    assert "<desc>Over (" in game._repr_svg_()
    assert escape(waits) not in game._repr_svg_()
    assert board(game.at(0), 0, coloured=False) == before
