"""Coverage counts the rules of the game, the same for every log of it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import playfold
from playfold.engine.installed import ruleset
from playfold.engine.rulesets import ENGINE_RULES
from playfold.errors import Illegal

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_refused_attempts_change_no_count_of_rules(run: Run, log: Path) -> None:
    """What every game forbids is told apart from the game's own rules; rules lists both."""
    own = len(ruleset("tic-tac-toe").rules)
    says = f"Rules: {own}, beside those of every game"
    before = run("coverage", log).stdout
    assert says in before
    assert "no rule of this game" not in before
    with playfold.open(log) as game:
        event = game.rules.event({"type": "marked", "seat": 1, "at": 1})
        game.line().refuse(event, Illegal("play.turn", "not now"))
    after = run("coverage", log).stdout
    assert says in after
    assert "refused attempts by what is no rule of this game: play.turn 1" in after
    raw = json.loads(run("rules", "tic-tac-toe", "--format", "json").stdout)
    assert len(raw["rules"]) == own + len(ENGINE_RULES)
