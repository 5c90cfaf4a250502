"""Remarks of statistics: which games are left out and why, what was not counted, what is not independent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import export
from playfold.replay.archive import archive
from playfold.replay.report.page import page
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import report
from playfold.replay.stats.selection import Options, Selection

Made = Any
"""The archive of conftest.py."""

RULES = ("tic-tac-toe@1.0", "tic-tac-toe@1.0-misere")
TOGETHER = Selection(pool=True)


@pytest.fixture(name="sown", scope="module")
def _sown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bot games of two versions, of which three of each have the same seeds."""
    folder = tmp_path_factory.mktemp("sown")
    for place, (rules, games) in enumerate(zip(RULES, (5, 3), strict=True)):
        list(simulate(rules, ["random"] * 2, folder / str(place), games=games, seed="s"))
    archive(folder / "x.duckdb", [folder])
    return folder / "x.duckdb"


def test_two_versions_of_one_seed_say_so(sown: Path, tmp_path: Path) -> None:
    """`compare` names the games that share their dice, of an archive and of a folder."""
    said = f"3 games of {RULES[0]} and as many of {RULES[1]} were simulated with the same seeds"
    export(sown, tmp_path / "out")
    for where in (sown, tmp_path / "out"):
        notes = report(where, "compare", options=Options(compared=RULES)).notes
        assert [note for note in notes if note.startswith(said) and "simulate --seed" in note]


def test_pooled_games_of_one_seed_say_so(sown: Path) -> None:
    """Every report of pooled versions names them, the page once; versions apart say nothing."""
    said = "6 games of tic-tac-toe (2 references pooled) were simulated with a seed that another reference has, too"
    for name in ("seats", "endings", "pacing"):
        assert [note for note in report(sown, name, TOGETHER).notes if note.startswith(said)]
        assert not [note for note in report(sown, name).notes if "seed" in note]
    assert page(sown, TOGETHER).count(said) == 1
    assert page(sown).count("were simulated with the same seeds") == 1


@pytest.mark.parametrize("more", [{"players": "people"}, {"seats": 3}, {"tags": {"seed": "s/2"}}, {"tags": {}}])
def test_games_that_share_no_dice_say_nothing(made: Made, more: dict[str, Any]) -> None:
    """A label of people's games is no seed, and games of another seed or number of seats are never thrown together."""
    row = {"players": "bots", "tags": {"seed": "s/1"}}
    made.game(1, **row)
    made.game(1, rules="x@2", **{**row, **more})
    assert not [note for note in made.answer("seats", pool=True).notes if "seed" in note]


def test_what_is_left_out_has_a_reason(made: Made) -> None:
    """The overview says why games are not in the selection, by the first reason; none is counted twice."""
    for grade in ("clean", "taken_back", "taken_back", "damaged"):
        made.game(1, grade=grade)
    made.game(1, origin="g1")
    made.game(1, players="mixed", grade="damaged")
    made.game(1, rules="y@1")
    made.result(1, ignored=True)
    (note,) = made.answer("overview", players=("people",), rules=("x",)).notes
    assert note == (
        "7 of 8 games of the archive are not in the selection: 2 taken_back (--grade taken_back), 1 damaged (--grade "
        "damaged), 1 extracted from games that are here themselves, 1 ignored (--ignored), 1 of other rules, "
        "1 played by people and bots"
    )


def test_an_archive_without_clean_games_names_the_option(made: Made) -> None:
    """The error counts games by grade and says how to take them."""
    for grade in ("incomplete", "taken_back", "incomplete"):
        made.game(1, grade=grade)
    with pytest.raises(
        ArchiveRefusedError, match=r"2 incomplete \(--grade incomplete\), 1 taken_back \(--grade taken_back\)"
    ):
        made("overview")


def test_options_say_of_how_many_games_they_are(made: Made) -> None:
    """Where only some games are deep the options are of those, and `pacing` says so."""
    game = made.game(1, deep=True)
    made.insert("decisions", game=game, n=1, line="main", turn=0, seat=1, type="moved", on_main=True, options=3)
    made.game(1)
    made.result(1)
    assert "options were counted for 1 of 2 games: those that were archived with --deep" in made.answer("pacing").notes


def test_games_that_nobody_led_are_named(made: Made) -> None:
    """The changes of the lead are of games in which somebody led, and a remark counts the others."""
    for changes in (0, 2, None):
        made.insert("leads", game=made.game(1), name="vp", leaders=[1], since=1 if changes else None, changes=changes)
    answer = made.answer("pacing")
    assert "lead changes leave out 1 of 3 games: nobody ever led alone in these" in answer.notes


def test_a_choice_that_all_make_says_why_it_has_no_difference(made: Made) -> None:
    """Where no seat went with and without, nothing can be compared, and a remark says so."""
    for _ in range(2):
        made.events(made.game(1), 1, "moved")
    answer = made.answer("choices")
    assert answer.rows[0][answer.columns.index("difference")] is None
    assert [note for note in answer.notes if note.startswith("no difference where each seat made the choice in all")]
    made.connection.close()


def test_rolls_that_are_tested_twice_are_corrected_once(made: Made) -> None:
    """A die of one source and one player has one test, not three; a part of its rolls has its own."""
    game = made.game(1)
    for n in range(1, 61):
        for part, outcome in (("one", 1 + n % 6), ("two", 6 if n % 3 else 1 + n % 6)):
            made.insert(
                "chance", game=game, n=n, line="main", turn=1, type="rolled", part=part, die="d6", seat=1,
                outcome=str(outcome), total=6, weight=1, source="drawn", on_main=True,
            )  # fmt: skip
            made.insert(
                "chance", game=game, n=n, line="main", turn=1, type="drawn", part=part, die="deck", seat=1,
                outcome="ab"[n % 2], total=2, weight=1, odds='{"a":1,"b":1}', source="drawn", on_main=True,
            )  # fmt: skip
    found = {(row["by"], row["of"]): row for row in made("dice")}
    for by, of in (("die", ""), ("source", "drawn"), ("player", "P1")):
        # Three tests of the die, and two of decks.
        assert found[by, of]["p_corrected"] == pytest.approx(4 * found[by, of]["p"], rel=1e-3)
    two = found["part", "rolled.two"]
    assert two["p_corrected"] == pytest.approx(5 * two["p"], rel=1e-3)
