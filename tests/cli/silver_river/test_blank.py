"""Choices that are nothing: they have a name in the menu, and nobody makes one by leaving off too early."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.replay.bundled import bundled

Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture(name="asked")
def _asked(tmp_path: Path) -> Path:
    """A game of four with a line on which Ann is asked about a quest, and one on which she may pass."""
    (source,) = (path for path in bundled() if path.name == "silver-river-4-seats.jsonl")
    path = Path(shutil.copy(source, tmp_path / "f.jsonl"))
    passes = next(entry.n for entry in playfold.open(path).entries if type(entry.event).__name__ == "Passed")
    with playfold.open(path) as game:
        game.branch("quest", at=25)
        game.branch("pass", at=passes - 1)
    return path


def test_a_quest_is_declined_by_name(terminal: Open, asked: Path) -> None:
    """The menu has `decline`; the name of the event alone asks, Enter leaves off, `decline` declines."""
    with terminal("record", str(asked), "--line", "quest") as table:
        assert "effect_chosen  2 ways  (take=true, decline)" in table.until("Ann>")
        assert "1 take=true   2 decline" in table.type("1\r", "effect_chosen, number>")
        table.type("\r", "Ann>")
        assert "decline" in table.type("effect_chosen\r", "effect_chosen ...>")
        table.type("\r", "nothing was recorded")
        table.type("effect_chosen dec\r", "Ann does not take the quest Delivery")
        table.type("undo\r", "Taken back")
        table.type("decline\r", "Ann does not take the quest Delivery")


def test_a_pass_without_a_step_has_a_name(terminal: Open, asked: Path) -> None:
    """`passed` alone asks for the track, Enter leaves off, and `no_step` passes without one."""
    with terminal("record", str(asked), "--line", "pass") as table:
        assert "no_step)" in table.until(">")
        assert "no_step" in table.type("passed\r", "passed ...>")
        table.type("\r", "nothing was recorded")
        table.type("passed\r", "passed ...>")
        table.type("no_step\r", "without a domestic step")
