"""The two versions of The Silver River at the command line: the errata, and what they would have done to games."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.engine.installed import ruleset
from playfold.replay.bundled import bundled

Run = Callable[..., subprocess.CompletedProcess[str]]

OLD, NEW = "silver-river@5.0", "silver-river@6.0"
SHORT = ("silver-river@5.0+ages=1", "silver-river@6.0+ages=1")
ERRATA = {
    "round_limit_by_level": ({}, {"0": 3, "1": 5}),
    "wonder_vp": ([0, 1, 2, 3], [0, 1, 3, 6]),
    "deploy_copies": (0, 1),
    "objectives_removed": ([], ["civ03", "misc01"]),
    "explore_objective": ("misc02", "exp01"),
}
"""What the errata change, as the specification lists it."""
KEPT = ("civ01", "civ02", "mil01", "mil02", "pol01")
"""Objectives that both versions have."""


def begin(path: Path, objectives: Sequence[str] = KEPT) -> playfold.Game:
    """Records a game of two seats up to the first turn: seat 1 has two home planets, both have 13 politics."""
    rules = ruleset("silver-river")
    game = playfold.new(path, SHORT[0], ["Ann", "Bob"])
    game.play({"type": "race_chosen", "seat": 1, "race": "yahyel"})
    game.play({"type": "race_chosen", "seat": 2, "race": "grey"})
    game.play({"type": "monsters_dealt", "monsters": ["void_leech", "rift_eel", "star_kraken", "leviathan"]})
    for seat in (1, 2):
        options: Any = rules.options(game.state)
        home = list(options[0].at[0])
        game.play({"type": "fleets_placed", "seat": seat, "at": [home] * 4, "numbers": [1, 2, 3, 4]})
    for seat, card in ((1, "census"), (2, "war_bonds")):
        game.play({"type": "tactics_dealt", "seat": seat, "card": card})
    for seat, kept in ((2, KEPT), (1, objectives)):
        game.play({"type": "objectives_chosen", "seat": seat, "objectives": list(kept)})
    game.play({"type": "first_seat_chosen", "seat": 1})
    for seat in (1, 2):
        game.play({"type": "production_assigned", "seat": seat, "cubes": {"politics": 13}})
    return game


def turn(game: playfold.Game, seat: int, *wonders: tuple[str, str]) -> None:
    """Builds wonders in a turn, or passes, without a step on any track."""
    for wonder, planet in wonders:
        game.play({"type": "wonder_built", "seat": seat, "wonder": wonder, "planet": planet})
    game.play({"type": "turn_ended" if wonders else "passed", "seat": seat})


@pytest.fixture(name="games")
def _games(tmp_path: Path) -> Path:
    """Games of one age: without wonders, with two against one, and with an objective that 6.0 has no longer."""
    folder = tmp_path / "games"
    folder.mkdir()
    with begin(folder / "idle.jsonl") as game:
        turn(game, 1)
        turn(game, 2)
    with begin(folder / "wonders.jsonl") as game:
        turn(game, 1, ("pleasure_dome", "1h1"), ("orbital_shipyard", "1h2"))
        turn(game, 2, ("pleasure_dome", "2h1"))
        turn(game, 1)
        turn(game, 2)
    with begin(folder / "objective.jsonl", ("civ01", "civ02", "civ03", "mil01", "mil02")) as game:
        turn(game, 1)
    return folder


def test_the_errata_are_all_that_differs(run: Run) -> None:
    """Five parameters with both values, each citing the errata of the rulebook, and nothing else."""
    found = json.loads(run("diff", OLD, NEW, "--format", "json").stdout)["parameters"]
    assert {each["name"]: (each["a"], each["b"]) for each in found} == ERRATA
    assert all("rulebook, Errata for Version 6.0" in each["cite"] for each in found)
    assert [rule["id"] for each in found for rule in each["rules"]] == [
        "battle.limit",
        "score.wonders",
        "tactics.drawn",
        "setup.objectives",
        "setup.objectives",
    ]


def test_the_errata_are_readable(run: Run) -> None:
    """Within 80 columns: a line for each parameter, its meaning and citation below it, and what rule it touches."""
    text = run("diff", OLD, NEW, env={"COLUMNS": "80"}).stdout
    assert max(map(len, text.splitlines())) <= 80
    changes = re.findall(r"^(\w+): (.+) -> (.+)$", text, re.MULTILINE)
    plain = {
        name: tuple(json.loads(value) if value[0] in "[{0123" else value for value in pair) for name, *pair in changes
    }
    assert plain == ERRATA
    words = " ".join(text.split())
    assert words.count("rulebook, Errata for Version 6.0") == 6
    assert "points by wonders controlled, from none [a list; rulebook, Errata for Version 6.0]" in words
    assert "battle.limit: After so many rounds as the fleet level allows, fleets of the attacker" in words


def test_what_became_of_each_game(run: Run, games: Path) -> None:
    """Idle games stay; two wonders that count 3 instead of 2 win a game; an objective that left is refused, by name."""
    found = json.loads(run("diff", *SHORT, games, "--format", "json").stdout)
    became = {Path(each["path"]).stem: each for each in found["games"]}
    assert {name: each["became"] for name, each in became.items()} == {
        "idle": "identical",
        "wonders": "different result",
        "objective": "illegal",
    }
    wonders, objective = became["wonders"], became["objective"]
    assert (wonders["a"]["winners"], wonders["b"]["winners"]) == ([2], [1])
    assert (objective["rule"], objective["entry"]) == ("setup.objectives", 9)
    assert "needs 5 different ones of civ01, civ02, exp01" in objective["why"]
    text = run("diff", *SHORT, games).stdout
    assert "The winner changes in 1 of 2 games" in text
    assert "wonders.jsonl: Bob (seat 2) -> Ann (seat 1)" in text
    assert "by setup.objectives" in text


def test_where_one_game_parts(run: Run, games: Path) -> None:
    """`--game` names the entry, what each version makes of it, and the points of both."""
    text = run("diff", *SHORT, "--game", games / "objective.jsonl").stdout
    assert "objective.jsonl: illegal by setup.objectives" in text
    assert "A: Ann keeps the objectives civ01, civ02, civ03, mil01, mil02." in text
    text = run("diff", *SHORT, "--game", games / "wonders.jsonl").stdout
    assert "wonders.jsonl: different result" in text
    assert "A: Over (last_age): Bob wins" in text
    assert "B: Over (last_age): Ann wins" in text


def test_points_that_differ_are_no_identical_game(run: Run) -> None:
    """A parameter that counts in the points alone changes no state: the result is the same, and the points are told."""
    (log,) = (path for path in bundled() if path.name == "silver-river-elections.jsonl")
    other = f"{NEW}+wonder_vp=[0,2,20,50]"
    text = run("diff", NEW, other, "--game", log).stdout
    assert "silver-river-elections.jsonl: same result" in text
    assert "the standings differ: vp 23, 24, 16 -> 67, 68, 33; wonders_vp 6, 6, 3 -> 50, 50, 20" in " ".join(
        text.split()
    )
    assert "The states never differ." in text
    assert "silver-river-elections.jsonl: identical" in run("diff", NEW, f"{NEW}+ages=4", "--game", log).stdout


def test_points_of_a_game_that_goes_on(run: Run, tmp_path: Path) -> None:
    """Where nobody has won yet, other points leave the game undecided."""
    log = tmp_path / "open.jsonl"
    (source,) = (path for path in bundled() if path.name == "silver-river-elections.jsonl")
    log.write_bytes(source.read_bytes())
    with playfold.open(log) as game:
        last = game.line("main").position
    run("branch", log, "before", "--at", str(last - 1))
    run("extract", log, "--line", "before", "-o", tmp_path / "part.jsonl")
    text = run("diff", NEW, f"{NEW}+wonder_vp=[0,2,20,50]", "--game", tmp_path / "part.jsonl").stdout
    assert "part.jsonl: undecided" in text
    assert "the states are the same, the standings differ: vp" in " ".join(text.split())
