"""The commands that messages name: with the file that it is about, so that they can be typed as they stand."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import playfold

Run = Callable[..., Any]

GAME = "my game.jsonl"


@pytest.fixture(name="game")
def _game(log: Path, tmp_path: Path) -> str:
    """Gives the name of a log with a space, with a what-if line, and one that is over."""
    log.rename(tmp_path / GAME)
    with playfold.open(tmp_path / GAME) as game:
        game.branch("corner", at=2)
        game.line("corner").resign(1)
    return GAME


@pytest.mark.parametrize(
    ("status", "arguments", "stdin", "hint"),
    [
        (2, ("record", GAME), "undo\n", "here: playfold takeback 'my game.jsonl'"),
        (2, ("record", GAME), "note\n", "here: playfold note 'my game.jsonl' N TEXT"),
        (2, ("record", GAME, "--line", "corner"), "finished\n", "playfold promote 'my game.jsonl' corner"),
        (2, ("takeback", GAME, "--to", "7"), "", "see playfold log 'my game.jsonl'"),
        (2, ("show", GAME, "--at", "5", "--line", "main"), "", "see playfold log 'my game.jsonl'"),
        (2, ("stats", "my games.duckdb", "seats"), "", "playfold archive 'my games.duckdb' PATH ... builds one"),
    ],
)
def test_a_hint_names_the_file(
    run: Run, game: str, status: int, arguments: tuple[str, ...], stdin: str, hint: str
) -> None:
    """No message speaks of LOG or ARCHIVE where the command was told which one; a name with a space is quoted."""
    assert game == GAME
    assert hint in run(*arguments, stdin=stdin, status=status).stderr


def test_hints_on_an_archive_name_it(run: Run, game: str, tmp_path: Path) -> None:
    """What a report needs and the archive lacks is told with the command that brings it."""
    run("archive", "my games.duckdb", game)
    more = ("--grade", "incomplete")
    luck = run("stats", "my games.duckdb", "luck", *more, status=2).stderr
    assert "playfold archive 'my games.duckdb' PATH ... --deep does it" in luck
    two = run("stats", "my games.duckdb", "compare", *more, status=2).stderr
    assert "playfold stats 'my games.duckdb' compare REF_A REF_B" in two
    run("export", "my games.duckdb", "my folder")
    next((tmp_path / "my folder" / "events").rglob("*.parquet")).unlink()
    again = run("stats", "my folder", "seats", status=2).stderr
    assert "export it again: playfold export ARCHIVE 'my folder'" in again


def test_a_hint_can_be_typed(run: Run, game: str) -> None:
    """What the hint after a refusal says is a command that works."""
    refused = run("record", game, "--line", "corner", stdin="finished\n", status=2).stderr
    command = refused.partition("(playfold ")[2].rpartition(")")[0]
    assert "main stands at entry 5 now" in run(*shlex.split(command)).stdout
