"""Bots play whole games of every installed rule set: no error, no dead end, no game that does not end."""

from __future__ import annotations

from pathlib import Path

import pytest

import playfold
from playfold.engine.installed import names
from playfold.records.journal import Stopped
from playfold.replay.simulate import simulate

GAMES: dict[str, list[tuple[str, int, int]]] = {
    "tic-tac-toe": [("tic-tac-toe", 2, 30), ("tic-tac-toe@1.0-misere", 2, 10)],
    "space-monkeys": [(f"space-monkeys+max_rounds={20 + seats}", seats, 4) for seats in (2, 3, 4)],
    "small-star-empires": [("small-star-empires", seats, 8) for seats in (2, 3, 4)],
    "space-wars": [
        *(("space-wars+max_rounds=8", seats, 3) for seats in (2, 3, 6)),
        ("space-wars+mode=galaxy+max_rounds=8", 4, 3),
    ],
    "silver-river": [
        ("silver-river", 2, 4),
        ("silver-river@5.0", 3, 2),
        ("silver-river+variant_fast=true", 4, 2),
    ],
    "tiny-epic-galaxies": [
        ("tiny-epic-galaxies", 1, 6),
        ("tiny-epic-galaxies+end_vp=6", 2, 3),
        ("tiny-epic-galaxies+end_vp=4", 5, 2),
    ],
}
"""References, seats and numbers of games: a new rule set joins with one line."""
CASES = [case for cases in GAMES.values() for case in cases]


@pytest.mark.parametrize(("reference", "seats", "count"), CASES, ids=str)
def test_games_end_and_are_in_order(tmp_path: Path, reference: str, seats: int, count: int) -> None:
    """Every log validates as clean, with its drawn dice, and ends by the rules of the game."""
    paths = list(simulate(reference, ["random"] * seats, tmp_path, games=count, seed="suite"))
    assert len(paths) == count
    for path in paths:
        verdict = playfold.validate(path)
        assert [str(problem) for problem in verdict.problems] == []
        assert verdict.grade == "clean"
        assert verdict.log is not None
        assert not any(isinstance(entry.event, Stopped) for entry in verdict.log.entries)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    """Neither the number of games nor that of processes changes a game."""
    reference, seats, _ = GAMES[name][0]
    bots = ["random"] * seats
    (one,) = simulate(reference, bots, tmp_path / "one", games=1, seed="s")
    several = list(simulate(reference, bots, tmp_path / "two", games=2, seed="s", jobs=2))
    assert one.read_bytes() == several[0].read_bytes()
    assert several[0].read_bytes() != several[1].read_bytes()


def test_every_installed_game_is_simulated() -> None:
    """No rule set is installed that this suite does not play."""
    assert set(names()) == set(GAMES)
