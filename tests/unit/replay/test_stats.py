"""Named statistics: what they count, what they never pool, and that they say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.errors import ArchiveRefusedError, UnknownRulesError
from playfold.replay.archive import archive
from playfold.replay.archive_course import course
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS, report
from playfold.replay.stats.selection import Answer, Options

Made = Any
"""The archive of conftest.py."""


def rows(answer: Answer) -> list[dict[str, Any]]:
    """Gives the rows of an answer by column."""
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


@pytest.fixture(name="real", scope="module")
def _real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deep archive of simulated games of two versions and of one game of people with a rating and a refusal."""
    folder = tmp_path_factory.mktemp("real")
    for rounds in (10, 40):
        reference = f"space-monkeys@1.0+max_rounds={rounds}"
        list(simulate(reference, ["random"] * 3, folder, games=6, seed=f"s{rounds}"))
    game = playfold.new(folder / "people.jsonl", "tic-tac-toe@1.0", seats=["=HYPERLINK(1)", "<b>'\"; DROP"])
    for seat, at in ((1, 0), (2, 3), (1, 1), (2, 4), (1, 2)):
        game.play({"type": "marked", "seat": seat, "at": at})
    game.line().rate(4, "<script>", 2)
    archive(folder / "x.duckdb", [folder], deep=True)
    return folder / "x.duckdb"


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_says_of_which_rules_it_speaks(real: Path, name: str) -> None:
    """On real games each report has rows where there is data, every one with its rules and a number of cases."""
    compared = ("space-monkeys@1.0+max_rounds=10", "space-monkeys@1.0+max_rounds=40")
    found = rows(report(real, name, options=Options(compared=compared)))
    if name not in ("refusals", "takebacks"):
        assert found
    for row in found:
        assert "@" in row.get("rules", row.get("rules_a", ""))
        assert {"n", "n_a", "games"} & set(row)


def test_seats_are_counted_and_tested(made: Made) -> None:
    """8 wins of 10 of the first seat: rate, Wilson's interval, the exact test, and a draw beside."""
    for number in range(10):
        made.game(1 if number < 8 else 2)
    made.game(None)
    answer = made.answer("seats")
    first, second = rows(answer)
    assert (first["n"], first["wins"], second["wins"]) == (11, 8, 2)
    assert first["rate"] == pytest.approx(8 / 11, abs=1e-6)
    assert first["low"] < first["rate"] < first["high"]
    assert (first["p"], first["test"]) == (pytest.approx(0.109375), "exact")
    assert first["edge"] == pytest.approx(0.4167, abs=0.001)
    assert (first["n_test"], second["n_test"]) == (10, 10)
    assert "games that one seat alone won" in answer.notes[1]


def test_versions_are_pooled_only_when_asked(made: Made) -> None:
    """Rules, kinds of players and numbers of seats stand for themselves; pooled versions are named so."""
    made.game(1)
    made.game(1, rules="x@1+a=2")
    made.game(1, players="bots")
    made.game(1, seats=3)
    made.game(1, grade="taken_back")
    made.game(1, grade="result")
    made.game(1, grade="result", ignored=True)
    made.game(1, origin="g1")
    found = made("overview")
    assert [(row["rules"], row["players"], row["seats"], row["grade"], row["games"]) for row in found] == [
        ("x@1", "bots", 2, "clean", 1),
        ("x@1", "people", 2, "clean", 1),
        ("x@1", "people", 2, "result", 1),
        ("x@1", "people", 3, "clean", 1),
        ("x@1+a=2", "people", 2, "clean", 1),
    ]
    pooled = made("seats", pool=True, players=("people",))
    assert [(row["rules"], row["seats"], row["n"]) for row in pooled if row["seat"] == 1] == [
        ("x (2 references pooled)", 2, 3),
        ("x@1", 3, 1),
    ]
    assert [row["n"] for row in made("seats", rules=("x@1+a=2",))] == [1, 1]
    assert len({row["rules"] for row in made("seats", rules=("x",))}) == 2
    assert [row["grade"] for row in made("overview", grades=("taken_back",))] == ["taken_back"]


def test_an_empty_selection_says_what_there_is(made: Made) -> None:
    """When no game is left, the error names what the archive has."""
    made.game(1)
    with pytest.raises(ArchiveRefusedError, match="1 of x@1, people, clean; left out: 1 played by people"):
        made("seats", players=("bots",))


def test_choices_hold_the_seat_fixed(made: Made) -> None:
    """A choice that only the better seat makes more often is worth nothing within seats."""
    for number in range(40):
        game = made.game(1 if number % 4 else 2)
        if number % 10:
            made.events(game, 1, "moved", '{"to":"a"}')
        if number % 10 == 0:
            made.events(game, 2, "moved", '{"to":"a"}')
        made.events(game, 2, "moved", '{"to":"b"}', n=2)
        made.events(game, 1, "moved", '{"to":"c"}', n=3, on_main=False)
    found = {row["choice"]: row for row in made("choices", Options(event="moved", field="to"))}
    assert set(found) == {"a", "b"}
    assert found["a"]["n"] == 40
    assert found["a"]["difference_low"] < 0 < found["a"]["difference_high"]
    assert found["a"]["rate"] - found["a"]["without"] > 0.2
    with pytest.raises(ArchiveRefusedError, match="it has to"):
        made("choices", Options(event="moved", field="from"))
    with pytest.raises(ArchiveRefusedError, match="there are moved"):
        made("choices", Options(event="jumped"))


def test_dice_are_tested_by_die_part_source_and_player(made: Made) -> None:
    """A loaded die is found, a fair one not; p is corrected for many tests; what is off the path is out."""
    game = made.game(1)
    chance = {"game": game, "line": "main", "turn": 1, "type": "rolled", "weight": 1, "on_main": True}
    for n in range(1, 301):
        outcome = 1 + n % 6
        made.insert(
            "chance", n=n, part="one", die="d6", seat=1, outcome=str(outcome), total=6, source="drawn", **chance
        )
        loaded = 6 if n % 3 == 0 else outcome
        made.insert("chance", n=n, part="two", die="d6", seat=2, outcome=str(loaded), total=6, source="table", **chance)
    made.insert("chance", **{**chance, "n": 999, "part": "one", "die": "d6", "outcome": "1", "on_main": False})
    found = {(row["by"], row["of"]): row for row in made("dice")}
    assert set(found) == {
        ("die", ""), ("part", "rolled.one"), ("part", "rolled.two"), ("source", "drawn"), ("source", "table"),
        ("player", "P1"), ("player", "P2"),
    }  # fmt: skip
    assert found["part", "rolled.one"]["p"] == 1
    two = found["part", "rolled.two"]
    assert (two["n"], two["off_most"], two["p_corrected"] < 0.001) == (300, 6, True)
    assert two["p"] < two["p_corrected"]
    assert found["die", ""]["n"] == 600


def test_a_deck_whose_odds_change_is_judged_by_its_odds(made: Made) -> None:
    """A bag from which red comes as its weights say is fair, however uneven; one that gives it too often is not."""
    game = made.game(1)
    even, uneven = '{"blue":1,"red":1}', '{"blue":1,"red":9}'
    for n in range(200):
        odds, outcome = (even, "red" if n % 4 else "blue") if n % 2 else (uneven, "blue" if n % 20 == 0 else "red")
        for kind, drawn in (("good", outcome), ("bad", "red")):
            made.insert(
                "chance", game=game, n=n, type=kind, part="colour", die="deck", outcome=drawn, odds=odds,
                source="table", on_main=True,
            )  # fmt: skip
    found = {row["of"]: row for row in made("dice")}
    assert found["bad.colour"]["p"] < 1e-6
    assert found["good.colour"]["n"] == 200
    assert found["good.colour"]["p"] == pytest.approx(0.0001, abs=0.01) or found["good.colour"]["p"] > 0.01


def test_decks_are_tested_by_part_source_and_player(made: Made) -> None:
    """A deck has a row whole, one for each source, and one for each player; nobody's draws are no player's."""
    game = made.game(1)
    for n in range(120):
        made.insert(
            "chance", game=game, n=n, type="drawn", part="card", die="deck", outcome="ab"[n % 4 == 0],
            seat=(None, 1, 2)[n % 3], weight=1, odds='{"a":1,"b":1}',
            source="table" if n < 40 else "drawn", on_main=True,
        )  # fmt: skip
    found = [row for row in made("dice") if row["die"] == "deck"]
    assert [(row["by"], row["of"], row["n"]) for row in found] == [
        ("part", "drawn.card", 120), ("source", "drawn.card: drawn", 80), ("source", "drawn.card: table", 40),
        ("player", "drawn.card: P1", 40), ("player", "drawn.card: P2", 40),
    ]  # fmt: skip
    assert all(row["p"] < 0.01 for row in found)
    assert all(row["bias"] is None for row in found)


def test_a_small_deck_is_looked_at_whole_beside_a_large_one(made: Made) -> None:
    """Of a deck with thousands of draws whose odds hardly repeat some games are read, of another one all the same."""
    for number, game in enumerate([made.game(1) for _ in range(30)], 1000):
        made.connection.execute(
            """INSERT INTO chance (game, n, line, type, part, die, outcome, weight, total, odds, source, on_main)
            SELECT $1, n, 'main', 'drawn', 'card', 'deck', 'a', n, n + $2,
            '{"a":' || n || ',"b":' || $2 || '}', 'drawn', true
            FROM range(1, 101) AS r(n) UNION ALL
            SELECT $1, n, 'main', 'dealt', 'card', 'deck', 'a', 1, 2, '{"a":1,"b":1}', 'drawn', true
            FROM range(101, 105) AS r(n)""",
            [game, number],
        )
    answer = made.answer("dice")
    found = {row[answer.columns.index("of")]: row[answer.columns.index("n")] for row in answer.rows}
    assert found["dealt.card"] == 120
    assert 0 < found["drawn.card"] < 3000
    assert [note for note in answer.notes if "of 3000 draws of drawn.card" in note]


def test_pacing_follows_the_lead(made: Made) -> None:
    """The lead changes twice, and the winner leads for good from turn 4; options and waiting go by decision."""
    game = made.game(1, deep=True)
    vp = ((1, 0), (1, 2), (2, 2), (1, 3), (5, 3), (6, 3))
    rows = course(1, range(6), [{"vp": each, "cash": (0, 0)} for each in vp])["leads"]
    for row in map(msgspec.structs.asdict, rows):
        made.insert("leads", game=game, **{name: value for name, value in row.items() if name != "src"})
    for n, (seat, seconds, waited) in enumerate(((1, 5.0, None), (2, 20.0, 5.0), (2, 10.0, None), (1, 7.0, 30.0)), 1):
        row = {"type": "moved", "on_main": True, "options": n, "waited": waited}
        made.insert("decisions", game=game, n=n, line="main", turn=0, seat=seat, seconds=seconds, **row)
    found = {(row["measure"], row["turn"]): row for row in made("pacing")}
    assert found["lead changes", None]["median"] == 2
    assert found["led from turn", None]["median"] == 4
    assert (found["options", 0]["n"], found["options", 0]["median"]) == (4, 2.5)
    assert (found["wait", None]["n"], found["wait", None]["median"]) == (2, 17.5)
    with pytest.raises(ArchiveRefusedError, match="cash, vp"):
        made("pacing", Options(standing="gold"))


def test_luck_counts_games_without_chances(made: Made) -> None:
    """A seat that chance never touched has luck 0 in that game; without a deep archive there is none to speak of."""
    for gain in (2.0, None, 1.0):
        game = made.game(1, deep=True)
        if gain is not None:
            made.insert("luck", game=game, n=1, turn=0, type="rolled", seat=1, name="vp", gain=gain)
    made.game(1)
    first, second = made("luck")
    assert (first["n"], first["chances"], first["mean"]) == (3, 2, 1.0)
    assert (second["n"], second["chances"], second["mean"]) == (3, 0, 0.0)


@pytest.mark.parametrize(("above", "below", "known"), [(1, 39, False), (4, 12, True), (5, 95, True), (0, 3, False)])
def test_luck_that_came_too_rarely_has_no_bounds(made: Made, above: int, below: int, known: bool) -> None:
    """A rare and large gain that few games had, or none, says nothing sure about its mean, and a note says so."""
    for number in range(above + below):
        game = made.game(1, deep=True)
        gain = 1.9 if number < above else -0.1 - number / 1000
        made.insert("luck", game=game, n=1, turn=0, type="rolled", seat=1, name="vp", gain=gain)
    first = made("luck")[0]
    assert (first["low"] is not None, first["high"] is not None) == (known, known)
    assert any("what is rare" in note for note in made.answer("luck").notes) is not known


def test_luck_needs_a_deep_archive(made: Made) -> None:
    """The error says how to make one."""
    made.game(1)
    with pytest.raises(ArchiveRefusedError, match="--deep"):
        made("luck")


def test_two_versions_stand_side_by_side(made: Made) -> None:
    """Shares and means of both, with the difference and its interval; what is not there is named."""
    for number in range(20):
        made.game(1 if number % 4 else 2, rules="x@1", turns=10 + number % 3)
        made.game(1 if number % 2 else 2, rules="x@2", turns=14 + number % 3)
    found = {(row["measure"], row["of"]): row for row in made("compare", Options(compared=("x@1", "x@2")))}
    seat = found["wins of seat", "1"]
    assert (seat["rules_a"], seat["rules_b"], seat["n_a"], seat["a"], seat["b"]) == ("x@1", "x@2", 20, 0.75, 0.5)
    assert seat["difference"] == -0.25
    assert seat["low"] < -0.25 < seat["high"]
    turns = found["turns", ""]
    assert turns["difference"] == pytest.approx(4)
    assert 3 < turns["low"] < 4 < turns["high"] < 5
    with pytest.raises(UnknownRulesError, match="no game of x@3"):
        made("compare", Options(compared=("x@1", "x@3")))
    with pytest.raises(UnknownRulesError, match="two rules references"):
        made("compare")


def test_what_people_stumble_over(made: Made) -> None:
    """Refusals by rule with the share of games, take-backs by event with their share, ratings of winners and others."""
    for number in range(4):
        game = made.game(1, grade="taken_back" if number else "clean")
        for n in range(number):
            made.insert("refusals", game=game, n=10 + n, type="moved", rule="move.far", why="", payload="{}")
        made.events(game, 1, "moved", on_main=number == 0)
        made.insert("ratings", game=game, n=20, seat=1, fun=1, text="")
        made.insert("ratings", game=game, n=21, seat=1, fun=4, text="")
        made.insert("ratings", game=game, n=22, seat=2, fun=2 + number % 2, text="")
    grades = ("clean", "taken_back")
    ((refusal,), (back,)) = (made(name, grades=grades) for name in ("refusals", "takebacks"))
    assert (refusal["rule"], refusal["attempts"], refusal["games"], refusal["n"]) == ("move.far", 6, 3, 4)
    assert (back["type"], back["taken_back"], back["n"], back["rate"]) == ("moved", 3, 4, 0.75)
    fun = {row["who"]: (row["n"], row["mean"]) for row in made("ratings", grades=grades)}
    assert fun == {"all": (8, 3.25), "winners": (4, 4.0), "others": (4, 2.5)}


@pytest.mark.parametrize(
    ("grades", "note"),
    [
        (("clean", "result"), "clean games and imported results have no take-backs"),
        (("clean",), "clean games have no take-backs"),
        (("result",), "imported results have no take-backs"),
        (("clean", "incomplete"), ""),
        (("incomplete",), ""),
        (("illegal",), ""),
        (("damaged",), ""),
        (("ruled",), ""),
        (("taken_back",), ""),
    ],
)
def test_games_without_take_backs(made: Made, grades: tuple[str, ...], note: str) -> None:
    """That there are none is said only where no game of the selection can have one: unfinished games may."""
    for grade in grades:
        made.game(1, grade=grade)
    notes = made.answer("takebacks", grades=grades).notes
    assert [each.split(":")[0] for each in notes] == ([note] if note else [])


def test_length_and_endings(made: Made) -> None:
    """Quartiles of turns with the bounds of the median, and the share of each reason."""
    for number in range(1, 10):
        made.game(1, turns=number, reason="won" if number > 3 else "timeout", minutes=None)
    found = {row["measure"]: row for row in made("length")}
    assert set(found) == {"turns", "entries"}
    turns = found["turns"]
    assert (turns["least"], turns["quarter"], turns["median"], turns["most"]) == (1, 3, 5, 9)
    assert (turns["low"], turns["high"]) == (2, 8)
    assert [(row["reason"], row["games"], row["n"]) for row in made("endings")] == [("won", 6, 9), ("timeout", 3, 9)]


def test_bounds_stay_on_the_scale(made: Made) -> None:
    """Two ratings far apart say no more than that the mean is from 1 to 5; no game has fewer than 0 turns."""
    for number, fun in enumerate((3, 5)):
        game = made.game(1, turns=1 + 20 * number)
        made.game(1, rules="x@2", turns=1 + 20 * number)
        made.insert("ratings", game=game, n=20, seat=1, fun=fun, text="")
    found = {row["who"]: (row["n"], row["mean"], row["low"], row["high"]) for row in made("ratings")}
    assert found["all"] == (2, 4, 1, 5)
    turns = next(row for row in made("compare", Options(compared=("x@1", "x@2"))) if row["measure"] == "turns")
    assert (turns["a"], turns["low_a"], turns["low_b"]) == (11, 0, 0)
    assert turns["low"] < 0 < turns["high"]


def test_chance_is_no_choice(made: Made) -> None:
    """What a die did for a seat is not listed among the choices, and is refused as one."""
    for number in range(4):
        game = made.game(1 + number % 2)
        made.events(game, 1, "moved")
        made.events(game, 1, "rolled", '{"roll":4}', n=2)
        made.insert("chance", game=game, n=2, type="rolled", part="roll", die="d6", outcome="4", total=6, on_main=True)
    assert [row["choice"] for row in made("choices")] == ["moved"]
    with pytest.raises(ArchiveRefusedError, match="no decision 'rolled'"):
        made("choices", Options(event="rolled"))
