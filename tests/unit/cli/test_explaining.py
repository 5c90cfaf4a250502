"""What ? says at the prompt, of games of any author."""

from __future__ import annotations

from pathlib import Path

import pytest

import playfold
from playfold.cli.explaining import explain


def test_an_event_without_a_description_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a class that says nothing its usage and an example are shown."""
    with playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", ["Ann", "Bob"]) as game:
        monkeypatch.setattr(game.rules.by_name["marked"], "__doc__", None)
        explain(game.line(), "marked")
    assert capsys.readouterr().out == "marked [@seat] at   for example: marked 0\n"
