"""Extracts beside the games that they come from: `diff` and `coverage` count a game once, as archives do."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.replay.coverage import coverage
from playfold.replay.extract import extract
from playfold.replay.rerun import Rerun, rerun
from playfold.replay.sources import LeftOut

from .rerunning import MISERE, TTT
from .tic_tac_toe import begin, mark

WON = (0, 3, 1, 4, 2)


def counted(paths: list[Path]) -> tuple[list[str], dict[str, str]]:
    """Gives which logs both commands count, and why others are left out; the two must agree."""
    found = list(rerun(paths, TTT, MISERE))
    assert [each.path for each in found] == [str(path) for path in paths]
    taken = [Path(each.path).name for each in found if isinstance(each, Rerun)]
    why = {Path(each.path).name: each.why for each in found if isinstance(each, LeftOut)}
    totals, left = coverage(paths)
    assert {Path(each.path).name: each.why for each in left} == why
    assert sum(each.games for each in totals) == len(taken)
    return taken, why


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> playfold.Game:
    """A game that is won, with a what-if line."""
    game = begin(tmp_path / "game.jsonl", *WON)
    game.branch("corner", at=3)
    mark(game, 8, line="corner")
    return game


def test_an_extract_beside_its_game_does_not_count(game: playfold.Game, tmp_path: Path) -> None:
    """Whichever of them comes first, what main or a line was extracted to is left out, and the game is named."""
    main, line = extract(game.line(), tmp_path / "main.jsonl"), extract(game.line("corner"), tmp_path / "line.jsonl")
    again = extract(playfold.open(line).line(), tmp_path / "again.jsonl")
    other = begin(tmp_path / "other.jsonl", *WON[:4]).path
    for paths in permutations([game.path, main, line, other]):
        taken, why = counted(list(paths))
        assert sorted(taken) == ["game.jsonl", "other.jsonl"]
        said = f"it is an extract of the game in {game.path}, which counts"
        assert why == {"main.jsonl": said, "line.jsonl": said}
    assert counted([main, line])[0] == ["main.jsonl", "line.jsonl"]
    assert counted([again, game.path])[0] == ["again.jsonl", "game.jsonl"]  # it is an extract of another log


def test_an_extract_of_a_game_without_an_outcome_counts(tmp_path: Path) -> None:
    """A line that was played to an end, beside the game that was not: both are looked at, as archives count them."""
    game = begin(tmp_path / "game.jsonl", *WON[:4])
    game.branch("end", at=4)
    mark(game, 2, line="end")
    assert playfold.open(game.path).outcome is None
    end = extract(game.line("end"), tmp_path / "end.jsonl")
    for paths in permutations([game.path, end]):
        assert counted(list(paths)) == ([path.name for path in paths], {})


def test_a_game_that_does_not_count_leaves_its_extract(game: playfold.Game, tmp_path: Path) -> None:
    """Where the game's own log is damaged or is not there, the extract stands for it."""
    copy = extract(game.line(), tmp_path / "copy.jsonl")
    game.path.write_bytes(b"no log\n")
    taken, why = counted([copy, game.path])
    assert (taken, list(why)) == (["copy.jsonl"], ["game.jsonl"])


def test_progress_does_not_wait_for_extracts(game: playfold.Game, tmp_path: Path) -> None:
    """Each log is reported when it is examined, also while it is open whether an extract counts."""
    copy = extract(game.line(), tmp_path / "copy.jsonl")
    commands: tuple[Any, ...] = (partial(rerun, one=TTT, other=MISERE), coverage)
    for command in commands:
        told: list[tuple[int, int]] = []
        list(command([copy, game.path], progress=lambda *numbers, told=told: told.append(numbers)))
        assert told == [(1, 2), (2, 2)]
