"""Dice of a battle are typed as they lie: whose they are follows from the battle."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.replay.bundled import bundled

Run = Callable[..., subprocess.CompletedProcess[str]]
Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture(name="battle")
def _battle(tmp_path: Path) -> Path:
    """A battle of which the six dice of 1a are due on a line."""
    (source,) = (path for path in bundled() if path.name == "silver-river-battle.jsonl")
    path = Path(shutil.copy(source, tmp_path / "b.jsonl"))
    with playfold.open(path) as game:
        game.branch("dice", at=57)
    return path


@pytest.mark.parametrize(
    "typed",
    [
        "a b c d crit blank",
        "a,b,c,d,crit,blank",
        "a, b, c, d, crit, blank",
        "1a a,b,c,d,crit,blank",
        "combat_rolled a b c d crit blank",
        "combat_rolled 1a a,b,c,d,crit,blank",
        "combat_rolled unit=1a faces=a,b,c,d,crit,blank",
    ],
)
def test_faces_are_enough(run: Run, battle: Path, typed: str) -> None:
    """With spaces or commas, with the name of the event and the unit or without, the log holds the same."""
    run("record", battle, "--line", "dice", stdin=typed)
    with playfold.open(battle) as game:
        event = game.line("dice").entries[-1].event
    assert (event.unit, event.faces) == ("1a", ("a", "b", "c", "d", "crit", "blank"))


def test_a_wrong_number_is_refused_by_the_rule(run: Run, battle: Path) -> None:
    """Two faces of six are an attempt of the unit whose dice are due."""
    done = run("record", battle, "--line", "dice", stdin="d blank", status=1)
    assert "combat_rolled of 1a: 6 dice of blank, a, b, c, d, crit; there are 2" in done.stderr


def test_the_prompt_says_whose_dice(terminal: Open, battle: Path) -> None:
    """It shows the form without the unit, which it names."""
    with terminal("record", str(battle), "--line", "dice") as table:
        assert "type what was thrown or drawn for 1a, as " in table.until("combat rolled>")
        table.type("a b c d crit blank\r", "fires 1a at 2a: a, b, c, d, crit, blank")
