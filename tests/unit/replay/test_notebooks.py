"""Games, positions, trees and verdicts show themselves in a notebook."""

from __future__ import annotations

from pathlib import Path

import pytest

import playfold
from playfold.replay import rendering


@pytest.fixture
def game(tmp_path: Path) -> playfold.Game:
    """A game with a hostile name and a line."""
    game = playfold.new(tmp_path / "g<b>.jsonl", "tic-tac-toe", seats=["<script>", "Bob"])
    game.play({"type": "marked", "seat": 1, "at": 4})
    game.branch("side", at=0)
    return game


def test_a_position_shows_its_board(game: playfold.Game) -> None:
    """A game shows its main line, a position what stood there; names are text."""
    now, before = game._repr_svg_(), game.at(0)._repr_svg_()
    assert now is not None
    assert before is not None
    assert now.startswith("<svg")
    assert now != before
    assert "<script>" not in now


def test_a_tree_shows_its_drawing(game: playfold.Game) -> None:
    """With a renderer there is an SVG, the DOT text is always there."""
    assert game.tree.dot.startswith("digraph")
    drawn = game.tree._repr_svg_()
    assert drawn is None if rendering.renderer() is None else drawn is not None and "<svg" in drawn


def test_a_verdict_shows_a_table(game: playfold.Game) -> None:
    """Grade, digest, problems and remarks, escaped."""
    shown = playfold.validate(game.path)._repr_html_()
    assert "<td>incomplete</td>" in shown
    assert "g&lt;b&gt;.jsonl" in shown
    assert "g<b>" not in shown


def test_a_drawing_says_how_the_players_ended_the_game(tmp_path: Path) -> None:
    """No state knows of a resignation: the drawing of that position tells it, and of those before it does not."""
    game = playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])
    game.play({"type": "marked", "seat": 1, "at": 4})
    game.line().resign(2)
    now, before = game._repr_svg_(), game.at(1)._repr_svg_()
    assert "Over (resigned): Ann wins (1. Ann, 2. Bob)." in (now or "")
    assert "Over" not in (before or "")
