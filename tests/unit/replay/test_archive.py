"""Logs into an archive: what stands in its rows."""

from __future__ import annotations

import dataclasses
import json
import shutil
from itertools import count
from pathlib import Path

import msgspec
import pytest

import playfold
from playfold.engine import installed
from playfold.errors import Illegal
from playfold.records.query import run
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.archive import archive
from playfold.replay.extract import extract
from playfold.replay.simulate import simulate

from .archived import ask
from .tic_tac_toe import begin, grades, mark

HOSTILE = ("'); DROP TABLE games;--", '"}],[{"src":0,\\ \N{RIGHT-TO-LEFT OVERRIDE} =1+1')


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clock that goes on by ten seconds an entry; times in the list come first."""
    ahead: list[str] = []
    ticks = count()

    def now() -> str:
        seconds = 10 * next(ticks)
        return ahead.pop(0) if ahead else f"2026-11-29T18:{seconds // 60:02}:{seconds % 60:02}.000Z"

    monkeypatch.setattr("playfold.replay.game.now", now)
    monkeypatch.setattr("playfold.replay.opening.now", now)
    return ahead


@pytest.mark.usefixtures("clock")
def test_a_game_with_everything_stands_in_its_rows(tmp_path: Path, target: Path) -> None:
    """Take-back, what-if line, refused attempt, note, rating and outcome each have their row."""
    game = begin(tmp_path / "g.jsonl", 4, 0)  # entries 1, 2
    game.line().take_back()  # 3
    mark(game, 1)  # 4
    with pytest.raises(Illegal) as caught:
        game.play({"type": "marked", "seat": 1, "at": 4})
    game.line().refuse({"type": "marked", "seat": 1, "at": 4}, caught.value)  # 5
    game.branch("corner", at=1, why="the corner")  # 6
    mark(game, 2, line="corner")  # 7
    game.note(4, "why there?", mark="?", seat=2)  # 8
    mark(game, 0, 2, 8)  # 9, 10, 11
    game.line().finish()  # 12
    game.line().rate(4, "fine", 2)  # 13
    report = archive(target, [tmp_path])
    assert (report.added, report.problems, report.skipped) == ([str(game.path)], {}, [])
    assert report.entries == len(game.entries) == 13

    events = ask(target, "SELECT n, line, seat, type, turn, on_main FROM events ORDER BY n")
    assert events == [
        (1, "main", 1, "marked", 0, True),
        (2, "main", 2, "marked", 1, False),
        (3, "main", None, "taken_back", None, False),
        (4, "main", 2, "marked", 1, True),
        (5, "main", None, "refused", None, False),
        (6, "corner", None, "forked", None, False),
        (7, "corner", 2, "marked", 1, False),
        (8, "corner" if game.entries[7].line else "main", 2, "noted", None, False),
        (9, "main", 1, "marked", 2, True),
        (10, "main", 2, "marked", 3, True),
        (11, "main", 1, "marked", 4, True),
        (12, "main", None, "finished", None, False),
        (13, "main", 2, "rated", None, False),
    ]
    payloads = [json.loads(row[0]) for row in ask(target, "SELECT payload FROM events ORDER BY n")]
    assert payloads == [json.loads(msgspec.json.encode(entry.event)) for entry in game.entries]
    assert ask(target, "SELECT line, opened, origin, tip, why FROM lines ORDER BY opened") == [
        ("main", 0, 0, 11, ""),
        ("corner", 6, 1, 7, "the corner"),
    ]
    assert ask(target, "SELECT n, about, seat, mark, text FROM notes") == [(8, 4, 2, "?", "why there?")]
    assert ask(target, "SELECT n, seat, fun, text FROM ratings") == [(13, 2, 4, "fine")]
    assert ask(target, "SELECT n, seat, type, rule, why FROM refusals") == [
        (5, 1, "marked", "mark.free", caught.value.message)
    ]
    assert ask(target, "SELECT seat, name, bot, won, rank FROM seats ORDER BY seat") == [
        (1, "Ann", False, True, 1),
        (2, "Bob", False, False, 2),
    ]
    ((rules, rule_set, version, parameters, seats, grade, problem, players, reason, winners),) = ask(
        target,
        "SELECT rules, rule_set, version, parameters, seats, grade, problem, players, reason, winners FROM games",
    )
    assert (rules, rule_set, version, seats) == ("tic-tac-toe@1.0", "tic-tac-toe", "1.0", 2)
    assert json.loads(parameters) == {"first_seat": 1, "three_wins": True}
    assert (grade, problem, players, reason, winners) == ("taken_back", None, "people", "three", [1])
    ((turns, entries, minutes, tags, dice, origin),) = ask(
        target, "SELECT turns, entries, minutes, tags, dice, origin FROM games"
    )
    assert (turns, entries, tags, dice, origin) == (5, 13, "{}", "table", None)
    assert minutes == pytest.approx(110 / 60, abs=0.001)


def test_standings_are_those_after_each_turn(tmp_path: Path, target: Path) -> None:
    """The series of main is what the rule set counts after the last entry of each turn; what-if lines have none."""
    game = begin(tmp_path / "g.jsonl", 4, 0, 8)
    game.branch("x", at=2)
    mark(game, 1, 2, line="x")
    mark(game, 2, 1, 5)
    archive(target, [game.path])
    expected = [
        (turn, seat, name, values[seat - 1])
        for turn, n in enumerate([1, 2, 3, 7, 8, 9])
        for name, values in game.rules.standings(game.at(n).state).items()
        for seat in (1, 2)
    ]
    found = ask(target, "SELECT turn, seat, name, value FROM standings")
    assert sorted(found) == sorted(expected)
    last = ask(target, "SELECT seat, name, value FROM final_standings")
    assert sorted(last) == sorted((seat, name, value) for turn, seat, name, value in expected if turn == 5)


def test_minutes_leave_out_pauses(tmp_path: Path, target: Path, clock: list[str]) -> None:
    """A pause ends with `resumed`, or with the next entry of main; what is no time is NULL and spoils nothing."""
    clock += ["2026-11-29T18:00:00Z", "2026-11-29T18:01:00Z"]  # begun, 1
    game = begin(tmp_path / "g.jsonl", 4)
    clock += ["2026-11-29T18:02:00Z", "2026-11-29T18:32:00Z", "2026-11-29T18:33:00Z"]
    game.pause()
    game.resume()
    mark(game, 0)
    clock += ["2026-11-29T18:34:00Z", "2026-11-29T18:44:00Z"]
    game.pause()
    mark(game, 1)
    clock += ["yesterday"]
    game.note(1, "x")
    clock += ["99999-01-01T00:00:00Z"]
    game.note(1, "y")
    archive(target, [game.path])
    assert ask(target, "SELECT minutes, started::VARCHAR, ended::VARCHAR FROM games") == [
        (4.0, "2026-11-29 18:00:00", "2026-11-29 18:44:00")
    ]
    assert ask(target, "SELECT n, time FROM events WHERE time IS NULL") == [(7, None)]
    clock += ["2026-11-29T17:00:00Z"]
    mark(game, 2)
    archive(target, [game.path])
    assert ask(target, "SELECT minutes FROM games") == [(None,)]


def test_each_grade_is_stored_and_said(tmp_path: Path, target: Path) -> None:
    """What is not in order is stored with its grade, its valid part and its problem, and the report says it."""
    logs = grades(tmp_path)
    report = archive(target, [tmp_path])
    assert sorted(report.added) == sorted(str(path) for path in logs.values())
    assert set(report.problems) == {str(logs["illegal"]), str(logs["damaged"])}
    assert "free" in report.problems[str(logs["illegal"])]
    assert ":4:" in report.problems[str(logs["damaged"])]
    found = ask(target, "SELECT path, grade, reason, entries, problem IS NOT NULL FROM games ORDER BY path")
    assert found == sorted(
        [
            (str(logs["clean"]), "clean", "full", 10, False),
            (str(logs["taken_back"]), "taken_back", "three", 7, False),
            (str(logs["ruled"]), "ruled", "resigned", 3, False),
            (str(logs["incomplete"]), "incomplete", None, 2, False),
            (str(logs["illegal"]), "illegal", None, 3, True),
            (str(logs["damaged"]), "damaged", None, 2, True),
        ]
    )
    assert (
        ask(target, "SELECT won, rank FROM seats JOIN games USING (game) WHERE reason IS NULL AND won IS NOT NULL")
        == []
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_not_in_order_is_said_each_time(tmp_path: Path, target: Path, jobs: int) -> None:
    """Logs that did not change and were not in order are not now: the same ones are told, with the same words."""
    logs = grades(tmp_path)
    wrong = {name: str(logs[name]) for name in ("illegal", "damaged")}
    first = archive(target, [tmp_path], jobs=jobs).problems
    report = archive(target, [tmp_path], jobs=jobs)
    assert (len(report.unchanged), report.entries) == (6, 0)
    assert set(first) == set(wrong.values())
    assert report.problems == first
    assert first[wrong["damaged"]].startswith(f"{wrong['damaged']}:4: entry 3: ")
    assert f"{wrong['damaged']} > good.jsonl)" in first[wrong["damaged"]]  # what to do can be pasted
    assert set(archive(target, [logs["clean"], logs["illegal"]]).problems) == {wrong["illegal"]}
    assert archive(target, [logs["clean"]]).problems == {}
    assert set(archive(target, [tmp_path], again=True).problems) == set(wrong.values())


def test_of_copies_that_are_not_in_order_one_is_named(tmp_path: Path, target: Path) -> None:
    """The first name that is there and was given is told; a log that gives way to a sound one of its game is not."""
    log = grades(tmp_path / "logs")["illegal"]
    sound = tmp_path / "sound.jsonl"
    sound.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    one, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    shutil.copy(log, other)
    assert list(archive(target, [other]).problems) == [str(other)]
    shutil.copy(log, one)
    for paths in ([one, other], [other, one], [one], [one, other]):
        assert list(archive(target, paths).problems) == [str(one)]
    assert list(archive(target, [other]).problems) == [str(other)]
    for paths in ([one, other, sound], [sound, one, other]):
        copy = target.with_name("copy.duckdb")
        shutil.copy(target, copy)
        report = archive(copy, paths)
        assert (report.refreshed, report.problems) == ([str(sound)], {})
        assert {left.path for left in report.skipped} == {str(one), str(other)}


def test_a_stopped_game_has_no_winner_and_no_loser(tmp_path: Path, target: Path) -> None:
    """Nobody lost a game that the table gave up."""
    begin(tmp_path / "g.jsonl", 4).line().stop("late")
    archive(target, [tmp_path])
    assert ask(target, "SELECT grade, reason, winners FROM games") == [("incomplete", "stopped", [])]
    assert ask(target, "SELECT won, rank FROM seats") == [(None, None), (None, None)]


def renamed(path: Path, rules: str) -> None:
    """Writes a log anew whose header names other rules, with its parameters as they are."""
    log = read(path)
    path.unlink()
    create(path, msgspec.structs.replace(log.header, rules=rules))
    with Appender(read(path)) as appender:
        appender.append(log.entries)


def test_games_of_different_rules_share_no_name(tmp_path: Path, target: Path) -> None:
    """What the parameters are decides under which rules a game stands, not what its header calls them."""
    begin(tmp_path / "a.jsonl", 4)
    playfold.new(tmp_path / "b.jsonl", "tic-tac-toe@1.0-misere", seats=["Ann", "Bob"])
    renamed(tmp_path / "b.jsonl", "tic-tac-toe@1.0")
    archive(target, [tmp_path])
    assert ask(target, "SELECT rules, version FROM games ORDER BY path") == [
        ("tic-tac-toe@1.0", "1.0"),
        ("tic-tac-toe@1.0+three_wins=false", "1.0"),
    ]


def test_players_text_is_data(tmp_path: Path, target: Path) -> None:
    """Names, notes, tags, names of files and reasons full of SQL and JSON come back as they are."""
    path = tmp_path / "'); DROP TABLE games;--.jsonl"
    game = playfold.new(path, "tic-tac-toe", seats=HOSTILE, tags={HOSTILE[1]: HOSTILE[0]})
    mark(game, 4)
    for text in HOSTILE:
        game.note(1, text, mark=text)
        game.line().rate(1, text, 1)
    game.branch("x", at=1, why=HOSTILE[1])
    archive(target, [tmp_path])
    assert [row[0] for row in run(target, "SELECT name FROM seats ORDER BY seat").rows] == list(HOSTILE)
    assert ask(target, "SELECT mark, text FROM notes ORDER BY n") == [(text, text) for text in HOSTILE]
    assert ask(target, "SELECT text FROM ratings ORDER BY n") == [(text,) for text in HOSTILE]
    assert ask(target, "SELECT why FROM lines WHERE line = 'x'") == [(HOSTILE[1],)]
    ((tags, stored),) = ask(target, "SELECT tags, path FROM games")
    assert json.loads(tags) == {HOSTILE[1]: HOSTILE[0]}
    assert stored == str(path)


def test_rates_count_what_the_games_gave(tmp_path: Path, target: Path) -> None:
    """The view of win rates counts simulated games as their outcomes say, bots apart from people."""
    logs = list(simulate("tic-tac-toe@1.0", ["random", "random"], tmp_path / "logs", games=20, seed="7"))
    outcomes = [playfold.open(log).outcome for log in logs]
    begin(tmp_path / "logs" / "people.jsonl", 4, 0, 1, 3, 7)
    archive(target, [tmp_path / "logs"])
    expected = [
        ("bots", seat, 20, sum(outcome is not None and seat in outcome.winners for outcome in outcomes))
        for seat in (1, 2)
    ]
    assert ask(target, "SELECT players, seat, n, wins FROM win_rates") == [
        *expected,
        ("people", 1, 1, 1),
        ("people", 2, 1, 0),
    ]


def test_an_extract_of_an_archived_game_is_not_counted_twice(tmp_path: Path, target: Path) -> None:
    """A log that was extracted from a game with an outcome is stored, with its origin, and left out of statistics."""
    game = begin(tmp_path / "g.jsonl", 4, 0, 1, 3, 7)
    extract(game.line(), tmp_path / "copy.jsonl")
    archive(target, [tmp_path])
    assert ask(target, "SELECT count(*), count(origin) FROM games") == [(2, 1)]
    assert ask(target, "SELECT sum(n) FROM win_rates WHERE seat = 1") == [(1,)]


def test_a_turn_is_asked_of_the_right_state(tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lines alternate, each entry has the turn of its own line."""
    rules = installed.ruleset("tic-tac-toe")
    wrong = dataclasses.replace(rules, turn=lambda state: 100 + rules.turn(state))
    monkeypatch.setattr("playfold.replay.archive_examine.installed.ruleset", lambda _name: wrong)
    game = begin(tmp_path / "g.jsonl", 4, 0)
    game.branch("x", at=0)
    mark(game, 1, line="x")
    mark(game, 8)
    mark(game, 2, line="x")
    archive(target, [game.path])
    found = ask(target, "SELECT n, turn FROM events WHERE type = 'marked' ORDER BY n")
    assert found == [(1, 100), (2, 101), (4, 100), (5, 102), (6, 101)]
