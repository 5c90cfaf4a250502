"""Plays of BG Stats in an archive: what is taken, what is known, and that nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import open_archive
from playfold.replay.archive import archive
from playfold.replay.bgstats import import_bgstats
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import report

HOSTILE = "=1+1'); DROP TABLE games;-- <b>\N{RIGHT-TO-LEFT OVERRIDE}"


def score(player: int, points: Any = "", **more: Any) -> dict[str, Any]:
    """Gives a player's line of a play."""
    return {
        "playerRefId": player, "score": points, "winner": False, "startPlayer": False, "seatOrder": 0, "rank": 0,
        "newPlayer": False, **more,
    }  # fmt: skip


def play(uuid: str, *scores: dict[str, Any], game: int = 1, **more: Any) -> dict[str, Any]:
    """Gives a play."""
    return {
        "uuid": uuid, "gameRefId": game, "playDate": "2024-05-06 20:15:00", "durationMin": 0, "ignored": False,
        "manualWinner": False, "expansionPlays": [], "playerScores": list(scores), "modificationDate": "x", **more,
    }  # fmt: skip


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """An export with a play of each kind."""
    games = [
        {"id": 1, "uuid": "a", "name": "Catan", "highestWins": True, "noPoints": False, "cooperative": False},
        {"id": 2, "uuid": "b", "name": "Golf", "highestWins": False},
        {"id": 3, "uuid": "c", "name": "Pandemic", "cooperative": True, "noPoints": True},
        {"id": 4, "uuid": "d", "name": "Seafarers", "isExpansion": True},
        {"id": 5, "uuid": "e", "name": "Tic-tac-toe"},
    ]
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": HOSTILE}, {"id": 3, "name": "Anon", "isAnonymous": True}]
    plays = [
        play("sums", score(1, "15+16+8-30", winner=True), score(2, "3 + 2"), durationMin=45, locationRefId=7),
        play("order", score(1, "5", seatOrder=2), score(2, "9", seatOrder=1, winner=True), comments="close"),
        play("first", score(1, "5"), score(2, "9", startPlayer=True, winner=True), score(3, "1", anonymousName="Zoe")),
        play("low", score(1, "70"), score(2, "68", winner=True), game=2),
        play("text", score(1, "ten", winner=True), score(2, None), rating=8),
        play("lost", score(1), score(2), game=3),
        play("nobody", score(1, "4"), score(2, "4")),
        play("tie", score(1, "4", winner=True, rank=1, team="A"), score(2, "4", winner=True, rank=1)),
        play("sea", score(1, "9", winner=True), score(2, "1"), expansionPlays=[{"gameRefId": 4}]),
        play("ignored", score(1, "9", winner=True), score(2, "1"), ignored=True),
        play("ttt", score(1, "", winner=True, seatOrder=1), score(2, "", seatOrder=2), game=5),
        play("stranger", score(99, "1")),
        play("alone", game=1),
    ]
    plays.append(plays[0])
    path = tmp_path / "export.json"
    content = {"games": games, "players": players, "plays": plays, "locations": [{"id": 7, "name": "club"}]}
    path.write_text(json.dumps({**content, "tags": [], "userInfo": {"x": 1}, "challenges": [{}]}))
    return path


def ask(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Gives the rows of a query."""
    with open_archive(path) as connection:
        return connection.execute(sql).fetchall()


def test_what_is_known_is_taken_and_the_rest_reported(file: Path, tmp_path: Path) -> None:
    """Sums are added up, seats known only where they are, nobody wins who is not marked, and what is left is named."""
    target = tmp_path / "x.duckdb"
    done = import_bgstats(target, file, {"Tic-tac-toe": "tic-tac-toe@1.0"})
    assert (done.added, done.refreshed, done.unchanged, len(done.skipped)) == (11, 0, 0, 3)
    assert ["99" in done.skipped[0], "0 players" in done.skipped[1], "once more" in done.skipped[2]] == [True] * 3
    assert done.unknown == {
        "challenges": 1,
        "isExpansion of games": 1,
        "modificationDate": 11,
        "plays without a winner": 1,
        "rating": 1,
        "scores that are no sums": 1,
        "userInfo": 1,
    }
    assert ask(target, "SELECT DISTINCT grade, players, deep FROM games") == [("result", "people", False)]
    points = dict(ask(target, "SELECT game, list(value ORDER BY seat) FROM final_standings GROUP BY game"))
    assert (points["sums"], points["order"], points["first"]) == ([9, 5], [9, 5], [9, 5, 1])
    assert {"text", "lost"} & set(points) == set()
    listed = "SELECT game, list((seat, name, placed, won, rank) ORDER BY seat) FROM seats GROUP BY game"
    seats = dict(ask(target, listed))
    assert seats["order"] == [(1, HOSTILE, True, True, 1), (2, "Ann", True, False, 2)]
    assert seats["first"][0] == (1, HOSTILE, True, True, 1)
    assert [row[2] for row in seats["first"]] == [True, False, False]
    assert seats["first"][2][1] == "Zoe"
    assert [row[2] for row in seats["sums"]] == [False, False]
    assert [row[4] for row in seats["low"]] == [2, 1]
    assert [row[3:] for row in seats["lost"]] == [(False, None)] * 2
    assert [row[3:] for row in seats["nobody"]] == [(None, 1)] * 2
    assert [row[3:] for row in seats["tie"]] == [(True, 1)] * 2
    games = {
        row[0]: row[1:] for row in ask(target, "SELECT game, rules, rule_set, version, reason, minutes FROM games")
    }
    assert games["sums"] == ("Catan", "Catan", "", "won", 45.0)
    assert games["sea"] == ("Catan + Seafarers", "Catan", "Seafarers", "won", None)
    assert games["ttt"] == ("tic-tac-toe@1.0", "tic-tac-toe", "1.0", "won", None)
    assert games["lost"][3] == "lost"
    assert games["nobody"][3] == "unknown"
    assert ask(target, "SELECT game, tags->>'score 1' FROM games WHERE tags->>'score 1' IS NOT NULL") == [
        ("text", "ten")
    ]
    assert ask(target, "SELECT game, text, about FROM notes") == [("order", "close", 0)]
    assert ask(target, "SELECT game FROM games EXCEPT SELECT game FROM counted") == [("ignored",)]


def test_what_kind_of_game_it_was_is_kept(file: Path, tmp_path: Path) -> None:
    """Whether a game is cooperative stands with each play, nothing where the export does not say; teams do, too."""
    target = tmp_path / "x.duckdb"
    file.write_text(file.read_text().replace('"uuid": "tie"', '"uuid": "tie", "usesTeams": true'))
    import_bgstats(target, file)
    found = dict(ask(target, "SELECT game, (tags->>'cooperative', tags->>'teams') FROM games"))
    assert found["lost"] == ("true", None)
    assert found["low"] == (None, None)
    assert found["tie"] == ("false", "true")
    assert {found[name] for name in ("sums", "nobody", "sea")} == {("false", None)}


def test_a_game_whose_kind_was_changed_is_read_again(file: Path, tmp_path: Path) -> None:
    """Its owner says now that Catan is cooperative: only its plays are refreshed; without a winner they were lost."""
    target = tmp_path / "x.duckdb"
    import_bgstats(target, file)
    before = "SELECT reason FROM games WHERE game = 'nobody'"
    assert ask(target, before) == [("unknown",)]
    file.write_text(file.read_text().replace('"cooperative": false', '"cooperative": true'))
    done = import_bgstats(target, file)
    plays = ask(target, "SELECT count(*) FROM games WHERE rule_set = 'Catan'")
    assert [(done.refreshed,)] == plays
    assert (done.added, done.unchanged) == (0, 11 - done.refreshed)
    assert ask(target, before) == [("lost",)]
    file.write_text(file.read_text().replace('"highestWins": false', '"highestWins": true'))
    assert import_bgstats(target, file).refreshed == 1


def test_a_game_of_no_known_kind_costs_no_other(file: Path, tmp_path: Path) -> None:
    """A flag that is null says nothing, as one that is missing: the export is read, the outcome unknown."""
    target = tmp_path / "x.duckdb"
    file.write_text(file.read_text().replace('"cooperative": true', '"cooperative": null'))
    assert import_bgstats(target, file).added == 11
    assert ask(target, "SELECT reason, winners, tags->>'cooperative' FROM games WHERE game = 'lost'") == [
        ("unknown", None, None)
    ]


def test_importing_again_changes_nothing(file: Path, tmp_path: Path) -> None:
    """The same file gives the same rows; a play that was changed takes its own place."""
    target = tmp_path / "x.duckdb"
    import_bgstats(target, file)
    before = ask(target, "SELECT * FROM seats ORDER BY ALL"), ask(target, "SELECT * FROM games ORDER BY ALL")
    done = import_bgstats(target, file)
    assert (done.added, done.refreshed, done.unchanged) == (0, 0, 11)
    file.write_text(file.read_text().replace("15+16+8-30", "100"))
    done = import_bgstats(target, file)
    assert (done.added, done.refreshed, done.unchanged) == (0, 1, 10)
    assert ask(target, "SELECT value FROM standings WHERE game = 'sums' AND seat = 1") == [(100,)]
    file.write_text(file.read_text().replace('"100"', '"15+16+8-30"'))
    import_bgstats(target, file)
    assert before == (ask(target, "SELECT * FROM seats ORDER BY ALL"), ask(target, "SELECT * FROM games ORDER BY ALL"))


def test_results_count_beside_logs(file: Path, tmp_path: Path) -> None:
    """Logs and plays of the same rules stand in the same archive, and pruning logs leaves results alone."""
    target = tmp_path / "x.duckdb"
    import_bgstats(target, file, {"Tic-tac-toe": "tic-tac-toe@1.0"})
    (log,) = simulate("tic-tac-toe@1.0", ["random"] * 2, tmp_path / "logs", games=1, seed="a")
    archive(target, [log])
    found = report(target, "seats")
    mine = [row for row in found.rows if row[0] == "tic-tac-toe@1.0" and row[1] == "people"]
    assert [(row[3], row[4], row[5]) for row in mine] == [(1, 1, 1), (2, 1, 0)]
    catan = [(row[3], row[4]) for row in found.rows if row[0] == "Catan" and row[2] == 2]
    assert catan == [(1, 1), (2, 1)]
    file.unlink()
    log.unlink()
    assert archive(target, [], prune=True).dropped == [str(log)]
    assert ask(target, "SELECT count(*) FROM games") == [(11,)]


@pytest.mark.parametrize("content", ["", "[]", '{"plays": 1}', "{" * 100_000, '{"games":[],"players":[],"plays":[{'])
def test_what_is_no_export_is_refused(tmp_path: Path, content: str) -> None:
    """Anything else is named as such, and no archive is left."""
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(ArchiveRefusedError, match="no JSON export"):
        import_bgstats(tmp_path / "x.duckdb", file)
    assert [found.name for found in tmp_path.iterdir()] == ["x.json"]
