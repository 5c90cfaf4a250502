"""Plays of BG Stats of which a part is missing or cannot be: the rest is taken, the part told, nothing guessed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import open_archive
from playfold.replay.archive import archive
from playfold.replay.bgstats import Imported, import_bgstats
from playfold.replay.bgstats_file import Score
from playfold.replay.bgstats_scores import CONTRARY, IMPOSSIBLE, points, ranks
from playfold.replay.simulate import simulate


def score(player: int, text: Any = "", **more: Any) -> dict[str, Any]:
    """Gives a player's line of a play."""
    return {"playerRefId": player, "score": text, "winner": False, **more}


def play(uuid: str, *scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Gives a play of Catan."""
    return {"uuid": uuid, "gameRefId": 1, "playDate": "2024-05-06 20:15:00", "playerScores": list(scores), **more}


GAMES = [{"id": 1, "name": "Catan"}, {"id": 2, "name": "Pure luck", "noPoints": True}, {"id": 3, "name": "Seafarers"}]
PAIR = (score(1, "9", winner=True), score(2, "5"))


def imported(
    folder: Path,
    *plays: dict[str, Any],
    rules: dict[str, str] | None = None,
    names: Sequence[str | None] = ("Ann", "Bob", "Cy"),
) -> Imported:
    """Imports plays into x.duckdb of a folder, of players with these names; `Anon` is anonymous."""
    people = [{"id": number, "name": name, "isAnonymous": name == "Anon"} for number, name in enumerate(names, 1)]
    content = {"games": GAMES, "players": people, "plays": plays, "locations": [{"id": 7, "name": "club"}]}
    (folder / "export.json").write_text(json.dumps(content))
    return import_bgstats(folder / "x.duckdb", folder / "export.json", rules)


def ask(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """Gives the rows of a query."""
    with open_archive(folder / "x.duckdb") as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize("odd", ["", None, "ten", "3.5", 3.5, "9" * 300, 1e30])
def test_one_score_costs_no_other(tmp_path: Path, odd: Any) -> None:
    """The readable scores of a play are points; the one that is missing or no sum is told, and has no row."""
    done = imported(tmp_path, play("a", score(1, "10+2", winner=True), score(2, odd), score(3, "7")))
    assert (done.added, done.skipped) == (1, [])
    assert ask(tmp_path, "SELECT seat, name, value FROM final_standings ORDER BY seat") == [
        (1, "points", 12),
        (3, "points", 7),
    ]
    assert ask(tmp_path, "SELECT seat, value FROM standings ORDER BY seat") == [(1, 12), (3, 7)]
    assert ask(tmp_path, "SELECT count(*) FROM leads") == [(0,)]
    assert ask(tmp_path, "SELECT rank FROM seats ORDER BY seat") == [(1,), (None,), (None,)]
    told = "plays of which some scores are missing" if odd in ("", None) else "scores that are no sums"
    assert done.unknown == {told: 1}
    ((tag,),) = ask(tmp_path, "SELECT tags->>'score 2' FROM games")
    assert tag == (None if odd in ("", None) else str(odd))


def test_a_number_that_is_whole_is_a_score() -> None:
    """Exports have scores as text and, here and there, as numbers."""
    assert [points(38), points(38.0), points("38"), points(" 40 - 2 ")] == [38] * 4
    assert [points(38.5), points(2**53), points("38,5"), points(None), points("")] == [None] * 5


def test_scores_of_games_without_points_are_tags(tmp_path: Path) -> None:
    """They are no points, and are not dropped without a word; 0 says nothing."""
    plays = [
        play("a", score(1, "3", winner=True), score(2, "0"), gameRefId=2),
        play("b", score(1, "0", winner=True), score(2, ""), gameRefId=2),
    ]
    done = imported(tmp_path, *plays)
    assert done.unknown == {"scores of games without points": 1}
    assert ask(tmp_path, "SELECT tags->>'score 1' FROM games WHERE game = 'a'") == [("3",)]
    assert ask(tmp_path, "SELECT count(*) FROM final_standings") == [(0,)]
    assert ask(tmp_path, "SELECT DISTINCT won, rank FROM seats ORDER BY rank") == [(True, 1), (False, 2)]


def test_what_a_result_has_not_is_null(tmp_path: Path) -> None:
    """Without a log there are no entries, turns, dice and changes of the lead: NULL, not nought."""
    imported(tmp_path, play("a", *PAIR, comments="close"))
    assert ask(tmp_path, "SELECT n, about, text FROM notes") == [(None, 0, "close")]
    assert ask(tmp_path, "SELECT entries, turns, ended, minutes, dice, origin FROM games") == [(None,) * 6]
    assert ask(tmp_path, "SELECT leaders, since, changes FROM leads") == [([1], None, None)]
    assert ask(tmp_path, "SELECT turn, value FROM standings ORDER BY value") == [(None, 5), (None, 9)]


def test_a_log_takes_the_place_of_a_result(tmp_path: Path) -> None:
    """A log of the same game says more, whatever is wrong with it; a result never comes over a log."""
    (log,) = simulate("tic-tac-toe@1.0", ["random"] * 2, tmp_path / "logs", games=1, seed="a")
    log.write_bytes(log.read_bytes().replace(b'"n":3', b'"n":4'))
    game = json.loads(log.read_bytes().partition(b"\n")[0])["game"]
    imported(tmp_path, play(game, *PAIR))
    assert archive(tmp_path / "x.duckdb", [log]).refreshed == [str(log)]
    assert ask(tmp_path, "SELECT grade FROM games") == [("damaged",)]
    assert "a log of the same game" in imported(tmp_path, play(game, *PAIR)).skipped[0]


RANKS = [
    # (winner, rank kept), points of each player; ranks; remark
    ([(1, 0), (0, 0)], [4, 4], [1, 2], ""),
    ([(1, 0), (0, 0), (0, 0)], [4, 4, 4], [1, 2, 2], ""),
    ([(1, 0), (1, 0), (0, 0)], [4, 4, 4], [1, 1, 3], ""),
    ([(0, 0), (0, 0), (0, 0)], [4, 4, 3], [1, 1, 3], ""),
    ([(0, 0), (0, 0), (0, 0)], [4, None, 3], [None, None, None], ""),
    ([(1, 0), (0, 0), (0, 0)], [9, 5, 7], [1, 3, 2], ""),
    ([(1, 0), (0, 0), (0, 0)], [9, None, 7], [1, None, None], ""),
    ([(1, 0), (0, 0)], [9, None], [1, 2], ""),
    ([(1, 0), (0, 0)], [None, 7], [1, 2], ""),
    ([(1, 0), (0, 0)], [5, 7], [None, None], CONTRARY),
    ([(1, 0), (1, 0), (0, 0)], [9, 8, 7], [None, None, None], CONTRARY),
    ([(1, 1), (0, 1)], [4, 4], [1, 2], ""),
    ([(1, 1), (0, 1), (0, 3)], [4, 4, 1], [1, 2, 3], ""),
    ([(1, 2), (0, 1)], [4, 5], [None, None], CONTRARY),
    ([(1, 1), (0, 3), (0, 2)], None, [1, 3, 2], ""),
    ([(1, 1), (0, 0), (0, 2)], [1, 2, 3], [1, None, 2], ""),
    ([(1, 0), (0, 1)], [1, 2], [1, 2], ""),
    ([(1, 1), (0, 700)], [2, 1], [1, None], IMPOSSIBLE),
    ([(1, -1), (0, "2")], [2, 1], [1, 2], IMPOSSIBLE),
    ([(1, 0), (0, 0)], None, [None, None], ""),
]


@pytest.mark.parametrize(("players", "known", "expected", "remark"), RANKS)
def test_ranks_are_those_that_are_sure(
    players: list[tuple[int, Any]], known: list[int | None] | None, expected: list[int | None], remark: str
) -> None:
    """Who did not win stands below all who did; where a point that is needed is missing there is no rank."""
    scores = [Score(player_ref_id=1, winner=bool(winner), rank=rank) for winner, rank in players]
    assert ranks(scores, known) == (expected, remark)


def test_no_loser_stands_beside_a_winner() -> None:
    """Whatever winners, points and ranks there are, no rank of a loser is as good as that of a winner."""
    for won, kept, known in product(
        product((False, True), repeat=3), product((0, 1, 2), repeat=3), product((None, 1, 2), repeat=3)
    ):
        scores = [Score(player_ref_id=1, winner=w, rank=r) for w, r in zip(won, kept, strict=True)]
        given, _ = ranks(scores, known)
        best = [rank for rank, winner in zip(given, won, strict=True) if winner and rank]
        rest = [rank for rank, winner in zip(given, won, strict=True) if not winner and rank]
        assert not best or not rest or max(best) < min(rest), (won, kept, known)
        assert all(rank is None or 1 <= rank <= 3 for rank in given)


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    """Dates, durations and references that mean nothing are counted by plays, and the plays are taken."""
    plays = [
        play("date", *PAIR, playDate="2024-13-45 20:15:00"),
        play("zone", *PAIR, playDate="2024-05-06 20:15:00+02:00"),
        play("word", *PAIR, playDate="yesterday"),
        play("no date", *PAIR, playDate=None),
        play("minus", *PAIR, durationMin=-5),
        play("huge", *PAIR, durationMin=10**30),
        play("no time", *PAIR, durationMin=None),
        play("half", *PAIR, durationMin=12.5),
        play("place", *PAIR, locationRefId=99),
        play("club", *PAIR, locationRefId=7),
        play("sea", *PAIR, expansionPlays=[{"gameRefId": 98}, {"gameRefId": 3}]),
        play("rank", score(1, "9", winner=True, rank=300), score(2, "5", rank=1)),
    ]
    done = imported(tmp_path, *plays)
    assert (done.added, done.skipped) == (12, [])
    assert done.unknown == {
        "dates that cannot be": 3,
        "durations that cannot be": 2,
        "expansions that are not in the export": 1,
        "locations that are not in the export": 1,
        IMPOSSIBLE: 1,
    }
    assert ask(tmp_path, "SELECT count(*) FROM games WHERE started IS NULL") == [(4,)]
    assert ask(tmp_path, "SELECT game, minutes FROM games WHERE minutes IS NOT NULL") == [("half", 12.5)]
    assert ask(tmp_path, "SELECT tags->>'place' FROM games WHERE tags->>'place' IS NOT NULL") == [("club",)]


def test_rules_for_a_game_that_is_not_there_are_refused(tmp_path: Path) -> None:
    """A slip in a name is not taken for no such plays: it is said what there is, and nothing is made."""
    with pytest.raises(ArchiveRefusedError, match="there is no game 'Cattan' in this export") as refused:
        imported(tmp_path, play("a", *PAIR), rules={"Cattan": "tic-tac-toe@1.0"})
    assert refused.value.hint == "did you mean 'Catan'?"
    for name in ("Go", "NoCoopFlag"):
        with pytest.raises(ArchiveRefusedError, match=f"there is no game '{name}' in this export") as refused:
            imported(tmp_path, play("a", *PAIR), rules={name: "tic-tac-toe@1.0"})
        assert refused.value.hint == "there are 'Catan', 'Pure luck', 'Seafarers'"
    many = [{"id": number, "name": f"{chr(64 + number) * 3}"} for number in range(1, 16)]
    (tmp_path / "many.json").write_text(json.dumps({"games": many, "players": [], "plays": []}))
    with pytest.raises(ArchiveRefusedError, match="there is no game") as refused:
        import_bgstats(tmp_path / "x.duckdb", tmp_path / "many.json", {"Nope": "tic-tac-toe@1.0"})
    assert refused.value.hint.startswith("there are 'AAA', 'BBB', ")
    assert refused.value.hint.endswith(" 'LLL' and 3 more")
    assert not (tmp_path / "x.duckdb").exists()


def test_other_rules_for_the_same_plays_are_told(tmp_path: Path) -> None:
    """An import that counts plays otherwise than the one before says from which rules to which, and how many."""
    plays = play("a", *PAIR), play("b", *PAIR), play("c", *PAIR, gameRefId=2)
    mapped = {"Catan": "tic-tac-toe@1.0"}
    assert imported(tmp_path, *plays, rules=mapped).moved == {}
    assert imported(tmp_path, *plays, rules=mapped).unchanged == 3
    done = imported(tmp_path, *plays)
    assert (done.refreshed, done.unchanged) == (2, 1)
    assert done.moved == {("tic-tac-toe@1.0", "Catan"): 2}
    assert imported(tmp_path, *plays, rules=mapped).moved == {("Catan", "tic-tac-toe@1.0"): 2}


def test_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Behind the name stands the id of each, so that neither has the games of the other; it is told how many there are.

    An anonymous player who was given the name of another one is another player, too.
    """
    plays = (
        play("a", *PAIR),
        play("b", score(3, "9", winner=True), score(2, "5")),
        play("c", score(4, "9", winner=True, anonymousName="Bob"), score(5, "1")),
        play("d", score(4, "9", winner=True, anonymousName="Zoe"), score(6, "1")),
    )
    names = ("Ann", "Bob", " Ann ", "Anon", None, None)
    done = imported(tmp_path, *plays, names=names)
    assert done.shared == {"": 2, "Ann": 2, "Bob": 2}
    assert ask(tmp_path, "SELECT game, list(name ORDER BY seat) FROM seats GROUP BY ALL ORDER BY ALL") == [
        ("a", ["Ann (id 1)", "Bob (id 2)"]),
        ("b", ["Ann (id 3)", "Bob (id 2)"]),
        ("c", ["Bob (id 4)", "(id 5)"]),
        ("d", ["Zoe", "(id 6)"]),
    ]
    again = imported(tmp_path, *plays, names=names)
    assert (again.added, again.refreshed, again.unchanged, again.shared) == (0, 0, 4, done.shared)
    assert imported(tmp_path, *plays[:1], names=names).shared == {}  # who did not play makes no other ambiguous
    assert ask(tmp_path, "SELECT name FROM seats WHERE game = 'a' ORDER BY seat") == [("Ann",), ("Bob",)]


def test_names_come_as_logs_have_them(tmp_path: Path) -> None:
    """Without blanks at their ends, which nobody sees, and composed; capitals stay, as in logs."""
    names = (" Zo\u0065\u0308 ", "zo\u00eb", "NULL")
    imported(tmp_path, play("a", *PAIR, score(3, "1")), names=names)
    assert ask(tmp_path, "SELECT name FROM seats ORDER BY seat") == [("Zo\u00eb",), ("zo\u00eb",), ("NULL",)]


def test_of_different_plays_with_one_uuid_none_is_taken(tmp_path: Path) -> None:
    """Which one is meant nobody can say: all are named, whatever their order; where they say the same one counts."""
    one, other, more = play("a", *PAIR), play("a", score(1, "1"), score(2, "2", winner=True)), play("b", *PAIR)
    for order in ((one, other, more), (other, one, more), (more, one, other)):
        done = imported(tmp_path, *order)
        assert len(done.skipped) == 2
        assert all("differ and have one uuid, a: which" in said for said in done.skipped)
        assert ask(tmp_path, "SELECT game FROM games") == [("b",)]
    turned = dict(reversed(one.items()))
    for first, second in ((one, turned), (turned, one)):
        done = imported(tmp_path, first, second, more)
        assert [said.partition(" once more")[1] for said in done.skipped] == [" once more"]
    assert (done.added, done.refreshed, done.unchanged) == (0, 0, 2)
    stays = imported(tmp_path, one, other)
    assert (len(stays.skipped), stays.refreshed) == (2, 0)
    assert ask(tmp_path, "SELECT winners FROM games WHERE game = 'a'") == [([1],)]
