"""Slips told from attempts where what may come cannot be listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.cli.known import unknown_in
from playfold.engine.games.silver_river.setup import MonstersDealt


def test_outcomes_that_cannot_be_listed_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where weights are not known, forty draws of one seed say what may come, each another one."""
    drawn: list[int] = []

    def draw(_kind: Any, _state: Any, dice: Any) -> MonstersDealt:
        drawn.append(dice.roll(10**12))
        return MonstersDealt(monsters=(f"beast{len(drawn)}",))

    monkeypatch.setattr(MonstersDealt, "weights", classmethod(lambda _kind, _state: ()))
    monkeypatch.setattr(MonstersDealt, "draw", classmethod(draw))
    game = playfold.new(tmp_path / "r.jsonl", "silver-river", ["Ann", "Bob"])
    for seat, race in ((1, "human"), (2, "martian")):
        game.play({"type": "race_chosen", "seat": seat, "race": race})
    assert unknown_in(game.line(), MonstersDealt(monsters=("beast40",))) == ("", "")
    assert len(set(drawn)) == 40
    assert unknown_in(game.line(), MonstersDealt(monsters=("beast81",)))[0] == "beast81"
