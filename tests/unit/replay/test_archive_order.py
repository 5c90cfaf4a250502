"""Logs into an archive: the same logs give the same rows, as often as one likes and in any order."""

from __future__ import annotations

import shutil
from itertools import permutations
from pathlib import Path

import pytest

from playfold.errors import of_copy
from playfold.replay.archive import archive
from playfold.replay.simulate import simulate

from .archived import ask, dump
from .tic_tac_toe import begin, grades, mark


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


def test_copies_of_a_damaged_log_come_in_any_order(tmp_path: Path) -> None:
    """What is wrong with a log is stored as it is true of every copy: which one was examined makes no difference."""
    logs = grades(tmp_path)
    for name in ("damaged", "illegal"):
        copy = Path(shutil.copy(logs[name], tmp_path / f"z-{name}.jsonl"))
        there = tmp_path / f"{name}-0.duckdb", tmp_path / f"{name}-1.duckdb", tmp_path / f"{name}-2.duckdb"
        archive(there[0], [logs[name], copy])
        archive(there[1], [copy, logs[name]])
        archive(there[2], [copy])
        archive(there[2], [logs[name]])
        assert dump(there[0]) == dump(there[1]) == dump(there[2])
        ((path, problem),) = ask(there[0], "SELECT path, problem FROM games")
        assert path == str(logs[name])
        assert problem
        assert str(tmp_path) not in problem
        told = of_copy(problem, str(copy))
        assert told.startswith(f"{copy}:")
        assert archive(tmp_path / f"{name}-3.duckdb", [copy]).problems == {str(copy): told}


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


@pytest.mark.parametrize("names", ["za", "ab", "abz"])
def test_a_shorter_log_that_is_archived_gives_way_in_any_order(tmp_path: Path, target: Path, names: str) -> None:
    """One that was archived, and comes before or after a longer one of its game, is left out by what it says, no copy.

    The first name is that of the longer one. The game stands under it, also where the shorter one has a copy.
    """
    game = begin(tmp_path / "short", 4, 0)
    short = game.path.read_bytes()
    mark(game, 8)
    paths = [tmp_path / f"{name}.jsonl" for name in names]
    paths[-1].write_bytes(short)
    archive(target, [paths[-1]])
    shutil.copy(game.path, paths[0])
    for path in paths[1:]:
        path.write_bytes(short)
    report = archive(target, paths)
    assert (report.refreshed, report.unchanged, report.copies) == ([str(paths[0])], [], {})
    assert [one.path for one in report.skipped] == [str(path) for path in paths[1:]]
    assert all("which has 3 entries, not 2" in one.reason for one in report.skipped)
    assert ask(target, "SELECT path, entries FROM games") == [(str(paths[0]), 3)]


def test_a_copy_before_a_longer_log_moves_nothing(tmp_path: Path, target: Path) -> None:
    """Where a copy with a name that comes before is found, and then a longer log, the game stands under the latter."""
    game = begin(tmp_path / "z.jsonl", 4, 0)
    short = shutil.copy(game.path, tmp_path / "b.jsonl")
    archive(target, [short])
    shutil.copy(short, tmp_path / "a.jsonl")
    mark(game, 8)
    assert archive(target, [tmp_path]).refreshed == [str(game.path)]
    assert ask(target, "SELECT path, entries FROM games") == [(str(game.path), 3)]


def test_pruning_lets_a_shorter_log_take_the_place_of_one_that_is_gone(tmp_path: Path, target: Path) -> None:
    """A log that is gone holds no place any more: what is pruned has the rows of an archive made afresh, at once."""
    game = begin(tmp_path / "long.jsonl", 4, 0)
    short = shutil.copy(game.path, tmp_path / "short.jsonl")
    gone = begin(tmp_path / "gone.jsonl", 4)
    mark(game, 8)
    archive(target, [tmp_path])
    game.path.unlink()
    gone.path.unlink()
    report = archive(target, [tmp_path], prune=True)
    assert (report.refreshed, report.skipped, report.dropped) == ([str(short)], [], [str(gone.path)])
    archive(tmp_path / "fresh.duckdb", [tmp_path])
    assert dump(target) == dump(tmp_path / "fresh.duckdb")


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a"), ("b",)])
def test_copies_that_are_examined_again_are_named(tmp_path: Path, target: Path, order: tuple[str, ...]) -> None:
    """With `again` too the game stands under the first name that is there, and a copy is said to be one."""
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    begin(first, 4, 0).close()
    shutil.copy(first, second)
    archive(target, [tmp_path])
    report = archive(target, [tmp_path / f"{name}.jsonl" for name in order], again=True)
    assert (report.refreshed, report.unchanged) == ([str(first)], [str(second)])
    assert report.copies == {str(second): str(first)}
