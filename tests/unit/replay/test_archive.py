"""Logs into an archive: what stands in its rows, and that it can be done as often as one likes, in any order."""

from __future__ import annotations

import dataclasses
import json
import shutil
from itertools import count, permutations
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

import playfold
from playfold.engine import installed
from playfold.errors import ArchiveRefusedError, Illegal
from playfold.records.archive_file import open_archive, open_to_write
from playfold.records.archive_tables import TABLES
from playfold.records.query import run
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.archive import archive
from playfold.replay.archive_rows import Watch
from playfold.replay.extract import extract
from playfold.replay.game import Game
from playfold.replay.simulate import simulate

HOSTILE = ("'); DROP TABLE games;--", '"}],[{"src":0,\\ \N{RIGHT-TO-LEFT OVERRIDE} =1+1')


def begin(path: Path, *cells: int, seats: tuple[str, str] = ("Ann", "Bob")) -> Game:
    """Begins a game of tic-tac-toe and plays some cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    game = playfold.new(path, "tic-tac-toe@1.0", seats=list(seats))
    mark(game, *cells)
    return game


def mark(game: Game, *cells: int, line: str = "main") -> None:
    """Plays cells by the seats whose turn it is."""
    for cell in cells:
        game.line(line).play({"type": "marked", "seat": game.line(line).to_act.seats[0], "at": cell})


def dump(path: Path) -> dict[str, list[str]]:
    """Gives all rows of an archive, sorted, as text."""
    connection = open_archive(path)
    try:
        return {
            table: sorted(repr(row) for row in connection.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 - names of TABLES
            for table in TABLES
        }
    finally:
        connection.close()


def ask(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Gives the rows of a query."""
    connection = open_archive(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


@pytest.fixture(name="target")
def _target(tmp_path: Path) -> Path:
    """Where the archive goes."""
    return tmp_path / "games.duckdb"


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


def grades(tmp_path: Path) -> dict[str, Path]:
    """Makes a log of each grade."""
    logs = {grade: tmp_path / f"{grade}.jsonl" for grade in playfold.replay.validate.GRADES}
    begin(logs["clean"], 4, 0, 8, 2, 1, 7, 6, 5, 3).line().finish()
    taken = begin(logs["taken_back"], 4, 0)
    taken.line().take_back()
    mark(taken, 1, 0, 2, 8)
    ruled = begin(logs["ruled"], 4)
    ruled.line().rule({"/board": "1...1...."}, why="forgotten")
    ruled.line().resign(2)
    begin(logs["incomplete"], 4, 0)
    illegal = begin(logs["illegal"], 4, 0)
    illegal.write(illegal.entry(illegal.rules.event({"type": "marked", "seat": 1, "at": 4})))
    begin(logs["damaged"], 4, 0, 8)
    data = logs["damaged"].read_bytes()
    logs["damaged"].write_bytes(data.replace(b'"at":8', b'"at":7'))
    return logs


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


def test_a_stopped_game_has_no_winner_and_no_loser(tmp_path: Path, target: Path) -> None:
    """Nobody lost a game that the table gave up."""
    begin(tmp_path / "g.jsonl", 4).line().stop("late")
    archive(target, [tmp_path])
    assert ask(target, "SELECT grade, reason, winners FROM games") == [("incomplete", "stopped", [])]
    assert ask(target, "SELECT won, rank FROM seats") == [(None, None), (None, None)]


def test_what_is_no_log_is_skipped_with_a_reason(tmp_path: Path, target: Path) -> None:
    """A missing file, text, and a log of rules that are not here are named with what is wrong; the others are added."""
    good = begin(tmp_path / "logs" / "deep" / "g.jsonl", 4)
    (tmp_path / "logs" / "text.jsonl").write_text("hello\n")
    (tmp_path / "logs" / "empty.jsonl").touch()
    (tmp_path / "logs" / "notes.txt").write_text("no log, and nobody asked\n")
    other = begin(tmp_path / "logs" / "other.jsonl", 4)
    other.path.write_bytes(other.path.read_bytes().replace(b"tic-tac-toe@1.0", b"chess-boxing@1.0"))
    report = archive(target, [tmp_path / "logs", tmp_path / "missing.jsonl", good.path])
    assert report.added == [str(good.path)]
    reasons = {Path(skipped.path).name: skipped.reason for skipped in report.skipped}
    assert set(reasons) == {"text.jsonl", "empty.jsonl", "other.jsonl", "missing.jsonl"}
    assert "no such file" in reasons["missing.jsonl"]
    assert "'chess-boxing' is not installed" in reasons["other.jsonl"]


def test_archiving_again_changes_nothing(tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log whose bytes are there is not even examined; with `again` it is, to the same rows."""
    logs = [str(path) for path in grades(tmp_path).values()]
    archive(target, logs)
    before = dump(target)
    report = archive(target, logs, again=True)
    assert (report.added, sorted(report.refreshed)) == ([], sorted(logs))
    assert dump(target) == before
    monkeypatch.setattr("playfold.replay.archive.examined", None)
    report = archive(target, logs)
    assert (report.added, report.refreshed, report.unchanged) == ([], [], logs)
    assert dump(target) == before


def test_a_log_that_grew_is_refreshed(tmp_path: Path, target: Path) -> None:
    """After more was played the rows are those of an archive made afresh, and no row is there twice."""
    game = begin(tmp_path / "g.jsonl", 4, 0)
    other = begin(tmp_path / "h.jsonl", 4)
    archive(target, [tmp_path])
    mark(game, 8)
    game.note(3, "aha")
    report = archive(target, [tmp_path])
    assert (report.added, report.refreshed, report.unchanged) == ([], [str(game.path)], [str(other.path)])
    archive(tmp_path / "fresh.duckdb", [tmp_path])
    assert dump(target) == dump(tmp_path / "fresh.duckdb")
    assert len(dump(target)["notes"]) == 1


def test_the_order_of_logs_does_not_matter(tmp_path: Path) -> None:
    """The same logs give the same rows, row by row, in every order, at once or one after the other."""
    simulated = list(simulate("tic-tac-toe@1.0", ["random", "random"], tmp_path / "logs", games=3, seed="x"))
    game = begin(tmp_path / "logs" / "a.jsonl", 4, 0)
    short = shutil.copy(game.path, tmp_path / "logs" / "short.jsonl")
    mark(game, 8)
    long = shutil.copy(game.path, tmp_path / "logs" / "z.jsonl")
    logs = [*simulated[:2], game.path, Path(short), Path(long)]
    archive(tmp_path / "0.duckdb", logs)
    expected = dump(tmp_path / "0.duckdb")
    assert len(expected["games"]) == 3
    for number, order in enumerate(list(permutations(logs))[1::10], 1):
        target = tmp_path / f"{number}.duckdb"
        if number % 2:
            archive(target, order)
        else:
            for log in order:
                archive(target, [log])
        assert dump(target) == expected


@pytest.mark.parametrize("longer_first", [True, False])
def test_of_two_logs_of_a_game_the_longer_one_counts(tmp_path: Path, target: Path, *, longer_first: bool) -> None:
    """A copy from before is left out, whichever comes first, and the report says which log has the game."""
    game = begin(tmp_path / "long.jsonl", 4, 0)
    short = Path(shutil.copy(game.path, tmp_path / "short.jsonl"))
    mark(game, 8)
    report = archive(target, [game.path, short] if longer_first else [short, game.path])
    assert report.added == [str(game.path)]
    ((skipped, reason),) = [(one.path, one.reason) for one in report.skipped]
    assert skipped == str(short)
    assert f"{game.path}, which has 3 entries, not 2" in reason
    assert ask(target, "SELECT count(*), max(n) FROM events") == [(3, 3)]


def test_a_sound_log_counts_before_a_longer_damaged_one(tmp_path: Path, target: Path) -> None:
    """A damaged log does not take the place of a sound one of the same game."""
    game = begin(tmp_path / "long.jsonl", 4, 0, 8, 1)
    data = game.path.read_bytes()
    (tmp_path / "short.jsonl").write_bytes(b"".join(data.splitlines(keepends=True)[:3]))
    game.path.write_bytes(data.replace(b'"n":4', b'"n":5'))
    for order in permutations([game.path, tmp_path / "short.jsonl"]):
        target.unlink(missing_ok=True)
        report = archive(target, order)
        assert report.added == [str(tmp_path / "short.jsonl")]
        assert "is in order" in report.skipped[0].reason
        assert report.problems == {}


def test_a_log_under_another_name_is_the_same_game(tmp_path: Path, target: Path) -> None:
    """A copy changes nothing; of a log that was moved the new place is kept."""
    game = begin(tmp_path / "g.jsonl", 4)
    archive(target, [game.path])
    copy = Path(shutil.copy(game.path, tmp_path / "h.jsonl"))
    assert archive(target, [copy]).unchanged == [str(copy)]
    assert ask(target, "SELECT path FROM games") == [(str(game.path),)]
    game.path.unlink()
    archive(target, [copy])
    assert ask(target, "SELECT path FROM games") == [(str(copy),)]


def test_logs_are_never_written_to(tmp_path: Path, target: Path) -> None:
    """Archiving reads; even a torn or damaged log stays as it is."""
    grades(tmp_path / "logs")
    torn = begin(tmp_path / "logs" / "torn.jsonl", 4)
    torn.path.write_bytes(torn.path.read_bytes() + b'{"n":2,')
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "logs").iterdir()}
    archive(target, [tmp_path / "logs"])
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "logs").iterdir()} == before


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


def test_a_failure_keeps_the_old_archive(tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens before the end, the archive holds what it held; a new one is not left half made."""
    game = begin(tmp_path / "g.jsonl", 4)
    archive(target, [game.path])
    before = dump(target)
    mark(game, 0)
    begin(tmp_path / "h.jsonl", 4)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive(target, [tmp_path], progress=interrupted)
    with pytest.raises(KeyboardInterrupt):
        archive(tmp_path / "new.duckdb", [tmp_path], progress=interrupted)
    assert dump(target) == before

    insert = "playfold.replay.archive_store.insert"
    monkeypatch.setattr(insert, lambda table: "SELEC 1" if table == "lines" else INSERTED)
    with pytest.raises(ArchiveRefusedError, match="nothing was changed"):
        archive(target, [tmp_path])
    with pytest.raises(ArchiveRefusedError, match="nothing was changed"):
        archive(tmp_path / "new.duckdb", [tmp_path])
    monkeypatch.undo()
    assert dump(target) == before
    assert not [found for found in tmp_path.iterdir() if "new" in found.name]
    archive(target, [tmp_path])
    assert len(dump(target)["games"]) == 2


INSERTED = "INSERT INTO notes (text) SELECT $1::VARCHAR"


def test_a_new_archive_is_whole_before_it_gets_its_name(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is left in DuckDB's own log beside it, which closing leaves there without a word on a full disk."""
    game = begin(tmp_path / "g.jsonl", 4)
    kept = []

    def opened(*args: Any) -> duckdb.DuckDBPyConnection:
        connection = open_to_write(*args)
        kept.append(connection.cursor())  # while it is there, closing the other one writes nothing back
        return connection

    monkeypatch.setattr("playfold.replay.archive.open_to_write", opened)
    archive(target, [game.path])
    kept[0].close()
    assert ask(target, "SELECT count(*) FROM events") == [(1,)]


def test_a_fault_of_a_rule_set_costs_its_logs_only(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a rule set raises what it should not, its logs are skipped, named with the fault, and the rest is stored."""
    good, bad = begin(tmp_path / "good.jsonl", 4, 0), begin(tmp_path / "bad.jsonl", 4)
    real = Watch.visit

    def visit(self: Watch, entry: Any, before: Any, after: Any) -> None:
        if game_of(entry) == "bad":
            raise KeyError("planet")
        real(self, entry, before, after)

    def game_of(entry: Any) -> str:
        return "bad" if entry.hash == bad.entries[0].hash else "good"

    monkeypatch.setattr(Watch, "visit", visit)
    report = archive(target, [tmp_path])
    assert report.added == [str(good.path)]
    assert "KeyError: 'planet'" in report.skipped[0].reason


def test_progress_counts_every_log(tmp_path: Path, target: Path) -> None:
    """Progress says how many are done of how many, also for logs that are skipped or unchanged."""
    begin(tmp_path / "a.jsonl", 4)
    (tmp_path / "b.jsonl").write_text("x")
    said: list[tuple[int, int, str]] = []
    for _ in range(2):
        archive(target, [tmp_path], progress=lambda *now: said.append(now))
    assert said == 2 * [(1, 2, str(tmp_path / "a.jsonl")), (2, 2, str(tmp_path / "b.jsonl"))]


def test_a_new_archive_is_never_found_half_made(tmp_path: Path, target: Path) -> None:
    """While it is built it has another name, and an archive that came up meanwhile is not overwritten."""
    begin(tmp_path / "g.jsonl", 4)

    def look(*_: object) -> None:
        assert not target.exists()
        if meanwhile:
            target.write_bytes(b"mine")

    meanwhile = True
    with pytest.raises(ArchiveRefusedError, match="meanwhile"):
        archive(target, [tmp_path], progress=look)
    assert target.read_bytes() == b"mine"
    target.unlink()
    meanwhile = False
    archive(target, [tmp_path], progress=look)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["g.jsonl", target.name]


def test_nothing_to_archive_makes_no_archive(tmp_path: Path, target: Path) -> None:
    """Without one log that can be stored there is no empty archive left over; an old one stays."""
    assert len(archive(target, [tmp_path / "missing.jsonl"]).skipped) == 1
    assert list(tmp_path.iterdir()) == []
    begin(tmp_path / "g.jsonl", 4)
    archive(target, [tmp_path])
    archive(target, [tmp_path / "missing.jsonl"])
    assert len(dump(target)["games"]) == 1


def test_what_is_no_archive_is_not_written(tmp_path: Path) -> None:
    """A log, a folder and somebody else's DuckDB are refused as the archive, and stay as they are."""
    game = begin(tmp_path / "g.jsonl", 4)
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE mine (i INTEGER)")
    before = game.path.read_bytes(), other.read_bytes()
    for path, reason in (
        (game.path, "no DuckDB file"),
        (tmp_path, "folder"),
        (other, "no archive of playfold"),
        (tmp_path / "nowhere" / "x.duckdb", "its folder is not there"),
    ):
        with pytest.raises(ArchiveRefusedError, match=reason):
            archive(path, [game.path])
    assert (game.path.read_bytes(), other.read_bytes()) == before


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
