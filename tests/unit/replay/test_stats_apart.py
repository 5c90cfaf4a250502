"""What statistics never throw together: rules, kinds of players, numbers of seats."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.cli.statistics import _tables
from playfold.errors import ArchiveRefusedError, Illegal, UnknownRulesError
from playfold.replay.archive import archive
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS, report
from playfold.replay.stats.selection import GRADES, Options, Selection

Made = Any
"""The archive of conftest.py."""

GROUP = ("rules", "players", "seats")


@pytest.fixture(name="several", scope="module")
def _several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deep archive of two versions with two and three seats, of bots and of people who err, rate and take back."""
    folder = tmp_path_factory.mktemp("several")
    for rounds in (10, 40):
        for seats in (2, 3):
            reference = f"space-monkeys@1.0+max_rounds={rounds}"
            list(simulate(reference, ["random"] * seats, folder, games=6, seed=f"s{rounds}{seats}"))
    game = playfold.new(folder / "people.jsonl", "tic-tac-toe@1.0", seats=["Ann", "Bob"])
    game.play({"type": "marked", "seat": 1, "at": 8})
    game.line().refuse({"type": "marked", "seat": 2, "at": 8}, Illegal("mark.free", "taken"))
    game.line().take_back()
    for seat, at in ((1, 0), (2, 3), (1, 1), (2, 4), (1, 2)):
        game.play({"type": "marked", "seat": seat, "at": at})
    game.line().rate(4, "", 2)
    archive(folder / "x.duckdb", [folder], deep=True)
    return folder / "x.duckdb"


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_keeps_its_groups_apart(several: Path, name: str) -> None:
    """Rows of every report name rules, players and seats, and those of a group stand together under one heading."""
    options = Options(compared=("space-monkeys@1.0+max_rounds=10", "space-monkeys@1.0+max_rounds=40"))
    answer = report(several, name, Selection(grades=GRADES), options)
    assert answer.rows
    assert set(GROUP[1:]) < set(answer.columns)
    assert {"rules", "rules_a"} & set(answer.columns)
    headings = [text.split("\n")[0] for text in list(_tables(answer, None))[::2]]
    assert len(headings) == len(set(headings))
    if name in ("seats", "players", "length", "endings", "pacing", "dice"):
        assert len(headings) >= 4


def test_players_have_rows_for_each_number_of_seats(made: Made) -> None:
    """A player of games of two and of four has two rows, each against its own equal chance."""
    made.game(1, seats=2)
    made.game(2, seats=4)
    made.game(1, seats=4, players="mixed")
    found = [(row["players"], row["seats"], row["n"], row["fair"]) for row in made("players") if row["name"] == "P1"]
    assert found == [("mixed", 4, 1, 0.25), ("people", 2, 1, 0.5), ("people", 4, 1, 0.25)]


def test_dice_of_each_number_of_seats_are_tested_apart(made: Made) -> None:
    """Dice of three rows of games: each kind of row of one kind of games comes before the next kind of games."""
    for kind, seats in (("people", 2), ("people", 3), ("bots", 2)):
        game = made.game(1, seats=seats, players=kind)
        for n in range(12):
            chance = {"type": "rolled", "part": "one", "seat": 1, "weight": 1, "source": "table", "on_main": True}
            made.insert("chance", game=game, n=n, die="d6", outcome=str(1 + n % 6), total=6, line="main", **chance)
        made.insert(
            "chance", game=game, n=99, type="drawn", part="card", die="deck", outcome="a", odds='{"a":1,"b":1}',
            source="table", on_main=True,
        )  # fmt: skip
    answer = made.answer("dice")
    groups = [key for key, _ in groupby(answer.rows, key=lambda row: row[:3])]
    assert groups == [("x@1", "bots", 2), ("x@1", "people", 2), ("x@1", "people", 3)]
    assert [row[3:7] for row in answer.rows[:5]] == [
        ("d6", "die", "", 12), ("d6", "part", "rolled.one", 12), ("d6", "source", "table", 12),
        ("d6", "player", "P1", 12), ("deck", "part", "drawn.card", 1),
    ]  # fmt: skip


def test_each_group_has_its_own_leading_standing(made: Made) -> None:
    """Rules whose winners have most cash are told by cash, others by points; whoever is left out is named."""
    for _ in range(3):
        cash, points, none = (made.game(1, rules=rules) for rules in ("cash@1", "points@1", "none@1"))
        made.lead(cash, "cash", 1, since=3)
        made.lead(cash, "vp", 2)
        made.lead(points, "cash", 2)
        made.lead(points, "vp", 1, since=5)
        made.lead(none, "debts", 2)
    answer = made.answer("pacing")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    found = {
        row["rules"]: (row["standing"], row["n"], row["median"]) for row in rows if row["measure"] == "led from turn"
    }
    assert found == {"cash@1": ("cash", 3, 3), "points@1": ("vp", 3, 5)}
    (note,) = [note for note in answer.notes if "nobody is said to lead" in note]
    assert "none@1, people, 2 seats (there are debts)" in note
    answer = made.answer("pacing", Options(standing="vp"))
    assert {(row[0], row[4]) for row in answer.rows} == {("cash@1", "vp"), ("points@1", "vp")}
    assert any("there is no vp: none@1, people, 2 seats" in note for note in answer.notes)
    with pytest.raises(ArchiveRefusedError, match="cash, debts, vp"):
        made.answer("pacing", Options(standing="gold"))


def test_the_test_of_seats_says_how_many_games_it_has(made: Made) -> None:
    """Each group has its own n of the test; games with two winners are in the rates alone."""
    for number in range(10):
        made.game(1, winners=[1, 2] if number < 7 else [1])
        made.game(1, rules="y@1")
    answer = made.answer("seats")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert [(row["rules"], row["n"], row["n_test"], row["p"]) for row in rows] == [
        ("x@1", 10, 3, 0.25), ("x@1", 10, 3, 0.25), ("y@1", 10, 10, 0.001953), ("y@1", 10, 10, 0.001953),
    ]  # fmt: skip


def two_rule_sets(made: Made) -> None:
    """Adds games of x, in which `moved` has `to` and `drew` is a decision, and of y, where chance draws."""
    for number in range(4):
        one, other = made.game(1 + number % 2), made.game(1, rules="y@1")
        made.events(one, 1, "moved", '{"to":"north"}')
        made.events(one, 2, "drew", '{"card":"king"}', n=2)
        made.events(other, 1, "moved", '{"ship":"1b"}')
        made.events(other, 2, "drew", '{"suit":"red"}', n=2)
        for n, kind, game in ((1, "moved", one), (2, "drew", one), (1, "moved", other)):
            made.insert("decisions", game=game, n=n, line="main", turn=1, seat=n, type=kind, on_main=True)


def test_choices_are_those_of_the_rule_set(made: Made) -> None:
    """An event that is a decision by other rules alone is no choice by these, and no error names it."""
    two_rule_sets(made)
    everything = {(row["rules"], row["choice"]) for row in made("choices")}
    assert everything == {("x@1", "moved"), ("x@1", "drew"), ("y@1", "moved")}
    assert {row["rules"] for row in made("choices", Options(event="drew"))} == {"x@1"}
    with pytest.raises(ArchiveRefusedError, match="no decision 'drew' comes in these games") as refused:
        made("choices", Options(event="drew"), rules=("y",))
    assert refused.value.hint == "there are moved"
    with pytest.raises(ArchiveRefusedError, match="no decision 'flown'") as refused:
        made("choices", Options(event="flown"), rules=("x@1",))
    assert refused.value.hint == "there are drew, moved"


def test_fields_are_those_of_the_rule_set(made: Made) -> None:
    """A rule set whose event has not the field has no rows, and errors name the fields of what is selected."""
    two_rule_sets(made)
    found = [(row["rules"], row["choice"], row["n"]) for row in made("choices", Options(event="moved", field="to"))]
    assert found == [("x@1", "north", 4)]
    with pytest.raises(ArchiveRefusedError, match="moved has no field 'to'") as refused:
        made("choices", Options(event="moved", field="to"), rules=("y@1",))
    assert refused.value.hint == "it has ship"
    with pytest.raises(ArchiveRefusedError, match="drew has no field 'suit'") as refused:
        made("choices", Options(event="drew", field="suit"))
    assert refused.value.hint == "it has card"


def test_one_reference_keeps_its_label(made: Made) -> None:
    """Pooling one reference pools nothing: the label is the reference, with its version."""
    made.game(1)
    made.game(1, rules="x@2")
    made.game(1, rules="y@1")
    assert {row["rules"] for row in made("overview", pool=True)} == {"x (2 references pooled)", "y@1"}
    assert {row["rules"] for row in made("overview", pool=True, rules=("x@2",))} == {"x@2"}


def test_only_what_counts_together_is_said_to_be_pooled(made: Made) -> None:
    """The label has as many references as the games of a row, not as the rule set or other numbers of seats have."""
    for rules in ("x@1", "x@2", "x@3"):
        made.game(1, rules=rules)
    for rules in ("x@1", "x@4"):
        made.game(1, rules=rules, seats=3)
    made.game(1, rules="x@5", players="bots")
    made.game(1, rules="x@6", grade="taken_back")
    made.game(1, rules="x@7", grade="result", ignored=True)
    pooled = {(row["rules"], row["players"], row["seats"], row["n"]) for row in made("seats", pool=True)}
    assert pooled == {
        ("x (3 references pooled)", "people", 2, 3),
        ("x (2 references pooled)", "people", 3, 2),
        ("x@5", "bots", 2, 1),
    }
    chosen = made("seats", pool=True, rules=("x@1", "x@2"))
    assert {(row["rules"], row["seats"]) for row in chosen} == {("x (2 references pooled)", 2), ("x@1", 3)}


def test_pooled_games_without_a_name_are_called_so(made: Made) -> None:
    """A name that is empty is said in the label of what is pooled, too."""
    made.result(1, rules="", rule_set="")
    made.result(1, rules=" + Sea", rule_set="")
    assert {row["rules"] for row in made("seats", pool=True)} == {"a game without a name (2 references pooled)"}


@pytest.mark.parametrize("name", ["endings", "players", "seats", "overview"])
def test_a_game_without_a_name_is_called_so(made: Made, name: str) -> None:
    """Results of a game with an empty name have a heading that says so."""
    made.result(1, rules="", seats=1)
    (heading, _) = _tables(made.answer(name), None)
    assert heading.split("\n")[0] == "a game without a name, people, 1 seat"


def test_a_list_that_is_cut_says_so(made: Made) -> None:
    """What there is beside the first five kinds of games is counted."""
    for number in range(8):
        made.game(1, rules=f"x@{number}")
    with pytest.raises(ArchiveRefusedError, match="1 of x@4, people, clean; and 3 more"):
        made("seats", players=("bots",))
    with pytest.raises(UnknownRulesError, match="there are games of x@0, x@1, x@2, x@3, x@4, and 3 more"):
        made("compare", Options(compared=("x@9", "x@1")))


def test_ignored_plays_count_when_asked(made: Made) -> None:
    """What its owner keeps out of statistics stays out of them, says how it gets in where nothing else is, and does."""
    made.game(1, rules="x@1", grade="result", ignored=True)
    made.game(2, rules="x@1")
    made.game(2, rules="x@1", grade="illegal")
    assert [row["wins"] for row in made("players")] == [0, 1]
    assert [row["n"] for row in made("players", ignored=True)] == [2, 2]
    assert [row["games"] for row in made("overview", ignored=True)] == [1, 1]
    with pytest.raises(ArchiveRefusedError, match=r"1 of x@1, people, result, ignored \(--ignored counts them\)"):
        made("players", grades=("result",))
