"""Members of exports of BG Stats: what an analyst wants is kept, the rest told by name, and one costs no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import open_archive
from playfold.replay.bgstats import Imported, import_bgstats
from playfold.replay.bgstats_file import Game, Named
from playfold.replay.bgstats_members import taken

GAMES = [{"id": 1, "uuid": "a", "name": "Catan", "bggId": 13}, {"id": 2, "name": "Seafarers", "isExpansion": True}]
PLAYERS = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "", "isAnonymous": True}]


def score(player: Any, points: Any = "", **more: Any) -> dict[str, Any]:
    """Gives a player's line of a play."""
    return {"playerRefId": player, "score": points, "winner": False, **more}


def play(uuid: str, *scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Gives a play of Catan that Ann won."""
    pair = (score(1, "9", winner=True), score(2, "5"))
    return {"uuid": uuid, "gameRefId": 1, "playerScores": list(scores or pair), **more}


def imported(folder: Path, *plays: Any, **more: Any) -> Imported:
    """Imports plays into x.duckdb of a folder; `more` are other parts of the export."""
    places = [{"id": 7, "name": "club"}]
    content = {"games": GAMES, "players": PLAYERS, "plays": plays, "locations": places, **more}
    (folder / "export.json").write_text(json.dumps(content))
    return import_bgstats(folder / "x.duckdb", folder / "export.json")


def ask(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """Gives the rows of a query."""
    with open_archive(folder / "x.duckdb") as connection:
        return connection.execute(sql).fetchall()


def tags(folder: Path, game: str) -> dict[str, str]:
    """Gives the tags of a game."""
    with open_archive(folder / "x.duckdb") as connection:
        ((found,),) = connection.execute("SELECT tags FROM games WHERE game = $1", [game]).fetchall()
    return dict(json.loads(found))


def test_what_an_analyst_wants_is_kept(tmp_path: Path) -> None:
    """Winners set by hand, new players, where they began, when it was entered, the game's number and tags are tags."""
    done = imported(
        tmp_path,
        play(
            "a",
            score(1, "9", winner=True, newPlayer=True, startPosition="north"),
            score(2, "5", startPosition=2, newPlayer=False),
            manualWinner=True,
            entryDate="2024-05-07 09:00:00",
            tags=[{"tagRefId": 4}, 5],
        ),
        tags=[{"id": 4, "name": "solo"}, {"id": "5", "name": "it's $.a"}, {"id": 6, "name": "unused"}],
    )
    assert (done.added, done.skipped, done.unknown) == (1, [], {"isExpansion of games": 1})
    assert tags(tmp_path, "a") == {
        "source": "BG Stats", "bgg": "13", "manual winner": "true", "entered": "2024-05-07 09:00:00", "#solo": "true",
        "#it's $.a": "true", "new 1": "true", "start 1": "north", "start 2": "2",
    }  # fmt: skip
    assert ask(tmp_path, "SELECT tags->>'#solo' FROM games") == [("true",)]
    assert ask(tmp_path, "SELECT DISTINCT placed FROM seats") == [(False,)]


def test_every_member_that_is_not_taken_is_told_by_name(tmp_path: Path) -> None:
    """One line each with the number of plays, whether the format names it or not; what is empty says nothing."""
    more = {"rating": 8, "scoresheet": {"a": 1}, "rounds": 3, "playImages": [1], "nemestatsId": 0, "bggLastSync": None}
    done = imported(
        tmp_path,
        play("a", score(1, "9", winner=True, metaData="x"), score(2, "5", metaData="y"), **more),
        play("b", **more, tags=[{"tagRefId": 4}, "solo", {"name": "x"}]),
        groups=[{}, {}],
        deletedObjects=[],
        userInfo={"meRefId": 1},
        games=[{**GAMES[0], "usesTeams": True, "minPlayerCount": 3, "tags": []}],
        players=[{**PLAYERS[0], "bggUsername": "ann"}, PLAYERS[1]],
    )
    assert done.unknown == {
        "bggUsername of players": 1,
        "groups": 2,
        "metaData of playerScores": 1,
        "minPlayerCount of games": 1,
        "playImages": 2,
        "rating": 2,
        "rounds": 2,
        "scoresheet": 2,
        "tags that are not in the export": 1,
        "userInfo": 1,
        "usesTeams of games": 1,
    }
    assert not any(name.startswith("#") for name in tags(tmp_path, "b"))


def test_names_of_members_are_told_within_measure(tmp_path: Path) -> None:
    """Thousands of them, and long ones, do not fill the screen."""
    done = imported(tmp_path, play("a", **{f"m{number:04}": 1 for number in range(3000)}, **{"a" * 5000: 1}))
    assert len(done.unknown) == 101
    assert max(map(len, done.unknown)) < 60
    assert done.unknown["members of more names"] == 3000 + 2 - 100


@pytest.mark.parametrize("part", ["locations", "players", "games"])
@pytest.mark.parametrize("name", [None, 7, {}, ""])
def test_a_name_that_is_none_costs_nothing_else(tmp_path: Path, part: str, name: Any) -> None:
    """A location, player or game without a readable name is told, and its play is there without it."""
    there = {"games": GAMES, "players": PLAYERS, "locations": [{"id": 7, "name": "club"}]}[part]
    done = imported(tmp_path, play("a", locationRefId=7), **{part: [{**there[0], "name": name}, *there[1:]]})
    assert (done.added, done.skipped) == (1, [])
    assert done.unknown[f"{part} without a name"] == 1
    assert (f"name of {part} that cannot be read" in done.unknown) == (name not in (None, ""))
    assert ask(tmp_path, "SELECT rules, won FROM games JOIN seats USING (game) WHERE seat = 1") == [
        ("" if part == "games" else "Catan", True)
    ]


def test_two_games_without_a_name_do_not_count_as_one(tmp_path: Path) -> None:
    """Which is which is not known: their plays are left out with the reason, others are taken."""
    done = imported(tmp_path, play("a"), play("b", gameRefId=8), games=[*GAMES, {"id": 8}, {"id": 9}])
    assert (done.added, len(done.skipped)) == (1, 1)
    assert done.skipped[0] == "play 2: its game has no name, nor have others: they would count as one"


def test_ids_that_are_text_are_their_numbers(tmp_path: Path) -> None:
    """Wherever an id stands; one that is no number leaves out that object alone."""
    done = imported(
        tmp_path,
        play("a", score("1", "9", winner=True), score(2, "5"), gameRefId="1", expansionPlays=[{"gameRefId": "2"}]),
        play("b", locationRefId="7"),
        play("c", locationRefId="club"),
        games=[{"id": "1", "name": "Catan"}, GAMES[1], {"id": "x", "name": "Golf"}],
        players=[{"id": "1", "name": "Ann"}, PLAYERS[1]],
        locations=[{"id": "7", "name": "club"}, None],
    )
    assert done.added == 3
    assert [said.partition(":")[0] for said in done.skipped] == ["game 3", "location 2"]
    assert done.unknown["locationRefId that cannot be read"] == 1
    assert ask(tmp_path, "SELECT game, rules, tags->>'place' FROM games ORDER BY game") == [
        ("a", "Catan + Seafarers", None), ("b", "Catan", "club"), ("c", "Catan", None),
    ]  # fmt: skip


def test_an_id_that_two_have_is_none(tmp_path: Path) -> None:
    """Which game was played nobody can say: such plays are left out; the same game twice is one."""
    games = [*GAMES, {"id": 8, "name": "Golf"}, {"id": 8, "name": "Go"}, {"id": 8, "name": "Golf"}, GAMES[0]]
    done = imported(tmp_path, play("a"), play("b", gameRefId=8), games=games)
    assert done.added == 1
    assert done.skipped == ["games 8: there are several of this id", "play 2: it names no game of the export"]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("playDate", 5), ("durationMin", "long"), ("board", ["x"]), ("comments", 7), ("manualWinner", "yes"),
        ("entryDate", {}), ("tags", "solo"), ("locationRefId", [7]),
    ],
)  # fmt: skip
def test_a_member_of_another_type_costs_no_play(tmp_path: Path, member: str, value: Any) -> None:
    """What is not needed for the result is told, and the play is there without it."""
    done = imported(tmp_path, play("a", **{member: value}))
    assert (done.added, done.skipped) == (1, [])
    assert done.unknown == {f"{member} that cannot be read": 1, "isExpansion of games": 1}
    assert tags(tmp_path, "a") == {"source": "BG Stats", "bgg": "13"}


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("seatOrder", "first"), ("startPlayer", "yes"), ("team", 1), ("role", []), ("newPlayer", 2),
        ("startPosition", 1.5), ("anonymousName", 3),
    ],
)  # fmt: skip
def test_what_is_odd_of_a_player_costs_no_play(tmp_path: Path, member: str, value: Any) -> None:
    """What is not needed to know who won is told, once a play, and no place follows from it."""
    done = imported(
        tmp_path, play("a", score(1, "9", winner=True, **{member: value}), score(2, "5", **{member: value}))
    )
    assert (done.added, done.skipped) == (1, [])
    assert done.unknown == {f"{member} of playerScores that cannot be read": 1, "isExpansion of games": 1}
    assert ask(tmp_path, "SELECT placed, won FROM seats ORDER BY seat") == [(False, True), (False, False)]


@pytest.mark.parametrize(
    "odd",
    [
        {"usesTeams": "yes"}, {"ignored": 1}, {"expansionPlays": 3}, {"uuid": 5}, {"uuid": ""}, {"gameRefId": None},
        {"playerScores": None}, {"playerScores": [None]}, {"playerScores": [score(1, winner=None), score(2)]},
        {"playerScores": [score(1, winner="yes")]}, {"playerScores": [score(None)]}, {"playerScores": [score(True)]},
    ],
)  # fmt: skip
def test_what_makes_a_result_doubtful_leaves_the_play_out(tmp_path: Path, odd: dict[str, Any]) -> None:
    """Who played what, who won, in teams or not, ignored or not: where that cannot be read nothing is guessed."""
    done = imported(tmp_path, {**play("a"), **odd}, play("b"), None)
    assert (done.added, len(done.skipped)) == (1, 2)
    assert done.skipped[0].startswith("play 1: ")
    assert ask(tmp_path, "SELECT game FROM games") == [("b",)]


def test_flags_that_are_null_say_nothing(tmp_path: Path) -> None:
    """As those that are missing; where a game does not say whether much is good, points give no ranks."""
    silent = {"usesTeams": None, "ignored": None, "expansionPlays": None, "manualWinner": None, "tags": None}
    games = [{"id": 1, "name": "Catan", "highestWins": None, "noPoints": None, "bggId": None}]
    done = imported(tmp_path, play("a", **silent), games=games)
    assert (done.added, done.skipped, done.unknown) == (1, [], {})
    assert ask(tmp_path, "SELECT won, rank FROM seats ORDER BY seat") == [(True, None), (False, None)]
    assert ask(tmp_path, "SELECT ignored, rules FROM games") == [(False, "Catan")]


@pytest.mark.parametrize("odd", [True, [1], {"a": 1}, [[[[]]]]])
def test_scores_of_any_type_are_text(tmp_path: Path, odd: Any) -> None:
    """What is neither text nor number is no point, is told, and is kept as a tag."""
    done = imported(tmp_path, play("a", score(1, odd, winner=True), score(2, "5")))
    assert done.unknown["scores that are no sums"] == 1
    assert json.loads(tags(tmp_path, "a")["score 1"]) == odd


def test_other_parts_of_another_type_are_told(tmp_path: Path) -> None:
    """Locations and tags are not needed: where they are no lists plays come without them; games have to be."""
    done = imported(tmp_path, play("a", locationRefId=7), locations={"a": 1}, tags=3)
    assert done.added == 1
    assert done.unknown["locations that cannot be read"] == done.unknown["tags that cannot be read"] == 1
    assert done.unknown["locations that are not in the export"] == 1
    with pytest.raises(ArchiveRefusedError, match="no JSON export"):
        imported(tmp_path, games={})


def test_what_is_changed_in_tags_refreshes_plays(tmp_path: Path) -> None:
    """A tag or number of a game that was changed in the export is changed in the archive, once."""
    one = play("a", tags=[4])
    imported(tmp_path, one, tags=[{"id": 4, "name": "solo"}])
    assert imported(tmp_path, one, tags=[{"id": 4, "name": "duel"}]).refreshed == 1
    assert imported(tmp_path, one, tags=[{"id": 4, "name": "duel"}]).unchanged == 1
    assert "#duel" in tags(tmp_path, "a")


def test_needed_members_are_named_when_they_fail() -> None:
    """The reason names the member; what is no object is said to be none."""
    odd: set[str] = set()
    with pytest.raises(msgspec.ValidationError, match="its highestWins of games cannot be read"):
        taken({"id": 1, "highestWins": "no"}, Game, odd, "games")
    with pytest.raises(msgspec.ValidationError, match="Expected `object`"):
        taken([], Named, odd)
    assert taken({"id": 1, "name": 3, "x": 1, "y": ""}, Named, odd) == Named(1)
    assert odd == {"name that cannot be read", "x"}
