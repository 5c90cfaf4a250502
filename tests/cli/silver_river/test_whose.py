"""Whose move is meant where the seat is left out, though others may come in between at any time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import playfold

Run = Callable[..., CompletedProcess[str]]

SET_UP = """\
race_chosen human
race_chosen martian
void_leech,rift_eel,dark_maw,elder_devourer
fleets_placed [3,0],[2,0],[2,1],[3,0] 4,2,1,3
fleets_placed [-3,0],[-3,0],[-3,0],[-3,0] 1,2,3,4
@1 census
@2 grant
objectives_chosen @1 civ01,civ02,mil01,mil02,tec01
objectives_chosen @2 civ01,civ02,mil01,mil02,tec01
@1
production_assigned @1 military:8,politics:5
production_assigned @2 military:6,technology:7
"""


@pytest.fixture
def log(run: Run, tmp_path: Path) -> Path:
    """A game of two in which Ann has her first turn."""
    run("new", "r.jsonl", "silver-river", "--seat", "Ann", "--seat", "Bob")
    run("record", "r.jsonl", stdin=SET_UP)
    path = tmp_path / "r.jsonl"
    with playfold.open(path) as game:
        assert game.to_act.seats == (1, 2)
        assert game.to_act.waits == (1,)
    return path


def test_who_is_waited_for_is_refused_by_the_rule(run: Run, log: Path) -> None:
    """What nobody may do now is no question of the seat: the seat whose turn it is hears the rule."""
    run("record", log, stdin="ships_built 1:1\n")
    for typed in ("wonder_built pleasure_dome 1h1", "wonder_built @1 pleasure_dome 1h1"):
        refusal = run("record", log, stdin=f"{typed}\n", status=1).stderr
        assert "[turn.type:" in refusal
        assert "Ann" in refusal
    assert "which seat" not in run("record", log, stdin="planet_colonized h1\n", status=1).stderr


def test_an_entry_is_corrected_for_its_own_seat(run: Run, log: Path) -> None:
    """`amend` takes the seat of the entry that it replaces, and refuses by the rule."""
    run("record", log, stdin="ships_built 1:1\n")
    with playfold.open(log) as game:
        n = len(game.entries)
    refusal = run("amend", log, n, "fleet_activated 2a", status=1).stderr
    assert "which seat" not in refusal
    assert "Ann" in refusal
    assert "Ann" in run("amend", log, n, "ships_built 2:1").stdout


@pytest.mark.parametrize("what", ["show", "log", "replay", "tree"])
def test_an_empty_seat_is_no_seat(run: Run, log: Path, what: str) -> None:
    """`--as ""`, from a variable that is not set, shows nothing: it is not the view of everybody."""
    done = run(what, log, "--as", "", *(["-o", "tree.dot"] if what == "tree" else []), status=2)
    assert "'' is no seat" in done.stderr
    assert not done.stdout
    assert "'' is no seat" in run("note", log, 1, "my plan", "--seat", "", status=2).stderr
