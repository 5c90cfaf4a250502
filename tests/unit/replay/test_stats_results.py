"""Imported results in statistics: they count where they have data, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.replay.report.sections import SECTIONS
from playfold.replay.stats.selection import Options

Made = Any
"""The archive of conftest.py."""


def test_results_have_no_length_but_minutes(made: Made) -> None:
    """A result has no entries and no turns: the quartiles are those of the logs, minutes count from both."""
    for number in range(1, 8):
        made.game(1, entries=10 * number, minutes=None)
        made.result(1, minutes=30.0)
    found = {row["measure"]: row for row in made("length")}
    assert {measure: row["n"] for measure, row in found.items()} == {"entries": 7, "minutes": 7, "turns": 7}
    assert (found["entries"]["least"], found["entries"]["median"]) == (10, 40)


def test_results_are_no_games_without_a_choice(made: Made) -> None:
    """Nobody knows what was done in a result: it is neither with nor without a choice."""
    for number in range(4):
        game = made.game(1 + number % 2)
        if number:
            made.events(game, 1, "moved")
        made.result(2)
    ((moved),) = made("choices")
    assert (moved["n"], moved["n_without"], moved["without"]) == (3, 5, pytest.approx(0.6))


def test_results_have_no_pace(made: Made) -> None:
    """The one standing of a result says nothing of who led when; the games without a log are in no row."""
    for _ in range(3):
        made.lead(made.game(1), "vp", 1, since=4, changes=2)
        made.lead(made.result(1), "points", 1)
        made.lead(made.result(1, rules="y"), "points", 1)
    answer = [(row["rules"], row["measure"], row["n"], row["median"]) for row in made("pacing")]
    assert answer == [
        ("x@1", "lead changes", 3, 2),
        ("x@1", "led from share", 3, pytest.approx(4 / 9, abs=1e-6)),
        ("x@1", "led from turn", 3, 4),
    ]


def test_results_do_not_say_why_a_game_ended(made: Made) -> None:
    """That somebody won is no reason of the rules: results have their own rows and their own n."""
    for number in range(6):
        made.game(1, reason="line" if number < 4 else "full")
        made.result(1, reason="won")
    answer = made.answer("endings")
    assert [(row[3], row[4], row[5]) for row in answer.rows] == [("line", 4, 6), ("full", 2, 6), ("result: won", 6, 6)]
    assert "say who won, not why" in answer.notes[0]
    games, results = SECTIONS["endings"].figures(answer)
    assert games.says == "Why 6 games ended. \u2068line\u2069: 66.7 %; \u2068full\u2069: 33.3 %."
    assert results.says == "How 6 imported results ended. \u2068won\u2069: 100.0 %."


def test_two_versions_are_compared_by_what_their_games_have(made: Made) -> None:
    """In `compare` results have places, minutes and winners, no entries and no endings."""
    for rules in ("x@1", "x@2"):
        for _ in range(3):
            made.game(1, rules=rules, minutes=20.0)
            made.result(1, rules=rules, minutes=40.0)
    found = {(row["measure"], row["of"]): row for row in made("compare", Options(compared=("x@1", "x@2")))}
    assert found["wins of seat", "1"]["n_a"] == 6
    assert (found["minutes", ""]["n_a"], found["minutes", ""]["a"]) == (6, 30)
    assert (found["entries", ""]["n_a"], found["entries", ""]["a"]) == (3, 10)
    assert [key for key in found if key[0] == "ending"] == [("ending", "won")]
    assert found["ending", "won"]["n_a"] == 3


def test_games_without_a_log_have_no_refusals_to_count(made: Made) -> None:
    """The share of games with a refusal is one of games that have a log."""
    made.insert("refusals", game=made.game(1), n=10, seat=1, type="moved", rule="move.far", why="", payload="{}")
    made.result(1)
    ((refused),) = made("refusals")
    assert (refused["games"], refused["n"], refused["rate"]) == (1, 1, 1)


def test_an_unknown_outcome_is_not_decided(made: Made) -> None:
    """The overview counts as decided what has an outcome, and adds up entries of logs alone."""
    made.game(1)
    made.result(1)
    made.result(winners=None, reason="unknown")
    found = {row["grade"]: (row["games"], row["decided"], row["entries"]) for row in made("overview")}
    assert found == {"clean": (1, 1, 10), "result": (2, 1, None)}


def teams(*names: str) -> dict[str, str]:
    """Gives the tags that an import writes for teams of seats 1, 2, ...; "" for none."""
    return {f"team {seat}": name for seat, name in enumerate(names, 1) if name}


def test_teams_share_their_chance(made: Made) -> None:
    """Of two teams of two each player wins half of the time; of one against three, too; of three, of which two won."""
    made.result(1, 2, rules="pairs", seats=4, tags=teams("A", "A", "B", "B"))
    made.result(3, 4, rules="pairs", seats=4, tags=teams("A", "A", "B", "B"))
    made.result(1, rules="one", seats=4, tags=teams("A", "B", "B", "B"))
    made.result(2, 3, 4, rules="one", seats=4, tags=teams("A", "B", "B", "B"))
    made.result(1, rules="three", seats=3)
    made.result(2, rules="some", seats=3, tags=teams("A", "", "B"))
    made.result(1, 2, 3, rules="both", seats=4, tags=teams("A", "A", "B", "C"))
    found = {(row["rules"], row["name"]): row["fair"] for row in made("players")}
    assert {found["both", f"P{seat}"] for seat in (1, 2, 3, 4)} == {0.666667}
    assert {found[rules, f"P{seat}"] for rules in ("pairs", "one") for seat in (1, 2, 3, 4)} == {0.5}
    assert {found["three", f"P{seat}"] for seat in (1, 2, 3)} == {0.333333}
    assert {found["some", f"P{seat}"] for seat in (1, 2, 3)} == {None}


def test_nobody_competes_in_a_cooperative_game(made: Made) -> None:
    """Where all win or all lose there is no fair share; a tie of a game that others lost has one, of all its seats."""
    made.result(1, 2, rules="together")
    made.result(rules="together", reason="lost")
    made.result(1, 2, rules="tied")
    made.result(1, rules="tied")
    made.game(1, rules="alone@1", seats=1)
    answer = made.answer("players")
    found = {(row[0], row[3]): row[10] for row in answer.rows}
    assert answer.columns[10] == "fair"
    assert found == {
        ("alone@1", "P1"): None, ("tied", "P1"): 0.75, ("tied", "P2"): 0.75, ("together", "P1"): None,
        ("together", "P2"): None,
    }  # fmt: skip
    assert "do not compete" in answer.notes[1]


def test_fair_is_the_middle_of_the_rates(made: Made) -> None:
    """Where seats win together, and where nobody wins, an equal chance is still the mean of the seats' rates."""
    for _ in range(3):
        made.game(1, seats=3)
    made.game(None, seats=3)
    for _ in range(2):
        game = made.game(None, seats=3, winners=[1, 2])
        made.connection.execute("UPDATE seats SET won = seat < 3 WHERE game = $1", [game])
    for name in ("seats", "players"):
        found = made(name)
        assert [row["wins"] for row in found] == [5, 2, 0]
        assert {row["fair"] for row in found} == {round(7 / 18, 6)}
    assert {row["n_test"] for row in made("seats")} == {3}
    assert any("the share of seats, or of teams, that won" in note for note in made.answer("seats").notes)


def kind(cooperative: bool | None, teams: dict[str, str] | None = None) -> dict[str, str]:
    """Gives the tags that an import writes of what the export says of the game, and of teams."""
    said = {} if cooperative is None else {"cooperative": "true" if cooperative else "false"}
    return {**said, **(teams or {})}


def test_a_game_is_cooperative_when_the_export_says_so(made: Made) -> None:
    """Who won does not say what kind of game it was where the export does: a tie has a share, a joint win none."""
    made.result(1, 2, rules="tie", tags=kind(cooperative=False))
    made.result(1, 2, rules="guessed", tags=kind(cooperative=None))
    made.result(1, 2, rules="joint", tags=kind(cooperative=True))
    made.result(1, rules="joint", tags=kind(cooperative=True))
    made.result(1, rules="traitor", tags=kind(cooperative=True))
    made.result(1, 2, rules="overlord", seats=3, tags=kind(cooperative=True, teams=teams("A", "A", "B")))
    made.result(1, 2, 3, rules="shared", seats=3, tags=kind(cooperative=True, teams=teams("A", "A", "B")))
    found = {row["rules"]: row["fair"] for row in made("players")}
    assert found == {
        "tie": 1, "guessed": None, "joint": None, "traitor": None, "overlord": 0.5, "shared": None,
    }  # fmt: skip


def test_one_winner_of_a_cooperative_game_is_no_test_of_seats(made: Made) -> None:
    """A joint effort of which one seat is marked as winner is no game that one seat alone won."""
    for number in range(6):
        made.result(1, rules="joint", tags=kind(cooperative=True))
        made.result(1 + number % 2, rules="apart", tags=kind(cooperative=False))
    found = {row["rules"]: (row["n"], row["n_test"], row["fair"]) for row in made("seats")}
    assert found == {"joint": (6, 0, None), "apart": (6, 6, 0.5)}


def test_teams_that_are_not_named_have_no_fair_share(made: Made) -> None:
    """Where the export says that teams played, and not which, a seat has no share of its own."""
    made.result(1, 2, rules="teams", seats=4, tags={"teams": "true"})
    made.result(1, 2, rules="named", seats=4, tags={"teams": "true", **teams("A", "A", "B", "B")})
    made.result(1, rules="alone", seats=4)
    assert {row["rules"]: row["fair"] for row in made("players")} == {"teams": None, "named": 0.5, "alone": 0.25}


def test_a_label_of_a_log_changes_no_statistics(made: Made) -> None:
    """What people label their logs with says nothing of the rules."""
    made.game(1, tags={"cooperative": "true", "teams": "true", **teams("A", "A")})
    assert {row["fair"] for row in made("players")} == {0.5}


def test_seats_of_teams_are_not_tested_one_by_one(made: Made) -> None:
    """Of team plays seats have rates and their fair share; the test of single seats leaves them out."""
    for winner in (1, 2, 1):
        made.result(winner, rules="x@1", seats=2)
    for number in range(6):
        made.result(*((1,) if number % 2 else (2, 3)), rules="y", seats=3, tags=teams("A", "B", "B"))
        made.result(*((1, 2) if number else ()), rules="z", reason="won" if number else "lost")
    found = {(row["rules"], row["seat"]): row for row in made("seats")}
    assert (found["x@1", 1]["fair"], found["x@1", 1]["n_test"]) == (0.5, 3)
    assert (found["y", 1]["n"], found["y", 1]["fair"], found["y", 1]["n_test"], found["y", 1]["p"]) == (6, 0.5, 0, None)
    assert (found["z", 2]["wins"], found["z", 2]["fair"], found["z", 2]["edge"]) == (5, None, None)


def test_a_player_with_several_seats_counts_once_a_game(made: Made) -> None:
    """Three games with two seats each are three games, not six: won where one of the seats won, with the best rank."""
    for winner in (1, 2, 3):
        name = made.result(winner, seats=3)
        made.connection.execute("UPDATE seats SET name = 'Ann', rank = seat WHERE game = $1 AND seat < 3", [name])
    made.result(1, seats=3)
    answer = made.answer("players")
    rows = {row[3]: dict(zip(answer.columns, row, strict=True)) for row in answer.rows}
    assert {name: (row["n"], row["wins"], row["fair"]) for name, row in rows.items()} == {
        "Ann": (3, 2, None),
        "P1": (1, 1, pytest.approx(1 / 3, abs=1e-4)),
        "P2": (1, 0, pytest.approx(1 / 3, abs=1e-4)),
        "P3": (4, 1, pytest.approx(1 / 3, abs=1e-4)),
    }
    assert (rows["Ann"]["ranked"], rows["Ann"]["mean_rank"]) == (3, 1)
    assert any("counts once" in note for note in answer.notes)
