"""Archives whose logs changed, vanished or were copied, and those of older layouts: nothing goes without a word."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import playfold
from playfold.errors import ArchiveRefusedError, PlayfoldError
from playfold.replay.archive import archive
from playfold.replay.archive_examine import Batch, Skipped
from playfold.replay.archive_logs import Batches
from playfold.replay.bgstats import import_bgstats
from playfold.replay.simulate import simulate

from .archived import ask, dump


def begin(path: Path, *cells: int) -> Path:
    """Writes a log of tic-tac-toe in which these cells were marked."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with playfold.new(path, "tic-tac-toe@1.0", seats=["Ann", "Bob"]) as game:
        for cell in cells:
            game.play({"type": "marked", "seat": game.to_act.seats[0], "at": cell})
    return path


@pytest.fixture(name="logs")
def _logs(tmp_path: Path) -> list[Path]:
    """Three logs in a folder."""
    return [
        begin(tmp_path / "logs" / f"{name}.jsonl", *cells) for name, cells in (("a", (4,)), ("b", (0, 1)), ("c", (8,)))
    ]


def aged(path: Path, *, without: str = "") -> None:
    """Makes an archive one of an older layout; `without`: a column of games that it did not have."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE about SET format = 'playfold-archive/2'")
        if without:
            for (view,) in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
                connection.execute(f"DROP VIEW {view}")
            connection.execute(f"ALTER TABLE games DROP COLUMN {without}")


def export(path: Path) -> Path:
    """Writes an export of BG Stats with two plays."""
    scores = [{"playerRefId": 1, "score": "7", "winner": True}, {"playerRefId": 2, "score": "5"}]
    content = {
        "games": [{"id": 1, "name": "Catan"}],
        "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}],
        "plays": [{"uuid": name, "gameRefId": 1, "playerScores": scores} for name in ("p1", "p2")],
    }
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize("content", [bytes(range(256)), b"", b"hello\n", b'{"n":1}\n'])
def test_a_log_that_is_none_any_more_is_taken_out(target: Path, logs: list[Path], content: bytes) -> None:
    """What the file does not hold does not count: the archive is as one made afresh, and the report says so."""
    archive(target, [logs[0].parent])
    logs[1].write_bytes(content)
    report = archive(target, [logs[0].parent])
    assert [one.path for one in report.withdrawn] == [one.path for one in report.skipped] == [str(logs[1])]
    assert report.withdrawn[0].reason == report.skipped[0].reason != ""
    fresh = target.with_name("fresh.duckdb")
    archive(fresh, [logs[0].parent])
    assert dump(target) == dump(fresh)
    assert archive(target, [logs[0].parent]).withdrawn == []


def test_a_log_that_holds_another_game_now_is_said(target: Path, logs: list[Path]) -> None:
    """The game that was in it goes, the one that is in it comes; one that moved to another file stays."""
    archive(target, [logs[0].parent])
    logs[1].replace(logs[0])
    report = archive(target, [logs[0].parent])
    assert report.withdrawn == [Skipped(str(logs[0]), "another game is in it now")]
    assert report.unchanged == [str(logs[0]), str(logs[2])]
    fresh = target.with_name("fresh.duckdb")
    archive(fresh, [logs[0].parent])
    assert dump(target) == dump(fresh)


def test_a_log_that_cannot_be_opened_may_be_as_it_was(
    target: Path, logs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody can tell whether a log changed, its game stays, and that is said."""
    archive(target, [logs[0].parent])
    before = dump(target)

    def refused(path: str) -> int:
        raise playfold.errors.UnreadableLogError("it cannot be opened: Permission denied", path=path)

    monkeypatch.setattr("playfold.replay.archive_logs.open_log", refused)
    report = archive(target, logs[:1], prune=True)
    assert (report.withdrawn, report.dropped) == ([], [])
    assert report.skipped[0].reason.endswith("Permission denied; what was archived of it stays")
    assert dump(target) == before


@pytest.mark.parametrize("first", ["a", "z"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_copies_are_named(target: Path, tmp_path: Path, first: str, jobs: int) -> None:
    """Of files with the same bytes one counts, the first by name; the others are told as its copies, in any order."""
    log = begin(tmp_path / "a.jsonl", 4)
    copy = Path(shutil.copy(log, tmp_path / "z.jsonl"))
    order = [log, copy] if first == "a" else [copy, log]
    report = archive(target, order, jobs=jobs)
    assert (report.added, report.unchanged, report.copies) == ([str(log)], [str(copy)], {str(copy): str(log)})
    report = archive(target, order)
    assert (report.added, sorted(report.unchanged)) == ([], [str(log), str(copy)])
    assert report.copies == {str(copy): str(log)}
    copy.rename(tmp_path / "moved.jsonl")
    log.unlink()
    report = archive(target, [tmp_path / "moved.jsonl"])
    assert (report.unchanged, report.copies) == ([str(tmp_path / "moved.jsonl")], {})


def test_copies_of_a_log_that_is_left_out_are_left_out(target: Path, tmp_path: Path) -> None:
    """When a longer log of the game comes last, all shorter ones are named, each once."""
    short = begin(tmp_path / "a.jsonl", 4)
    twin = Path(shutil.copy(short, tmp_path / "b.jsonl"))
    long = Path(shutil.copy(short, tmp_path / "c.jsonl"))
    with playfold.open(long) as game:
        game.play({"type": "marked", "seat": 2, "at": 0})
    report = archive(target, [short, twin, long])
    assert (report.added, report.unchanged, report.copies) == ([str(long)], [], {})
    assert sorted(one.path for one in report.skipped) == [str(short), str(twin)]
    assert all(str(long) in one.reason for one in report.skipped)


def test_links_that_lead_nowhere_are_named(target: Path, logs: list[Path]) -> None:
    """A link in a folder that is named as a log and leads to none is left out with a reason, never passed over."""
    folder = logs[0].parent
    (folder / "dangling.jsonl").symlink_to("nowhere.jsonl")
    os.mkfifo(folder / "pipe")
    (folder / "pipe.jsonl").symlink_to("pipe")
    (folder / "good.jsonl").symlink_to(begin(target.with_name("elsewhere.jsonl"), 3))
    report = archive(target, [folder])
    assert len(report.added) == 4
    reasons = {Path(one.path).name: one.reason for one in report.skipped}
    assert set(reasons) == {"dangling.jsonl", "pipe.jsonl"}
    assert "a link to a file that is not there" in reasons["dangling.jsonl"]
    assert "a pipe" in reasons["pipe.jsonl"]


@pytest.mark.parametrize("without", ["", "deep", "grade"])
def test_what_cannot_be_built_anew_is_named_and_kept(target: Path, logs: list[Path], without: str) -> None:
    """Logs that are gone or no logs any more, and imports, are told; the older archive stays beside the new one."""
    archive(target, logs)
    if not without:
        import_bgstats(target, export(target.with_name("plays.json")))
    aged(target, without=without)
    before = target.read_bytes()
    target.with_name("x.duckdb.old").write_text("mine")
    logs[1].unlink()
    logs[2].write_bytes(b"?")
    report = archive(target, [])
    lost = report.lost
    assert lost is not None
    assert (report.rebuilt, report.added) == ("playfold-archive/2", [str(logs[0])])
    assert lost.logs[0] == Skipped(str(logs[1]), "the log is gone")
    assert (lost.logs[1].path, len(lost.logs)) == (str(logs[2]), 2)
    assert lost.imports == ({} if without else {str(target.with_name("plays.json")): 2})
    assert lost.kept == f"{target}.old2"
    assert Path(lost.kept).read_bytes() == before
    assert target.with_name("x.duckdb.old").read_text() == "mine"
    assert ask(target, "SELECT count(*) FROM games") == [(1,)]


@pytest.mark.parametrize("fails", ["os.replace", "os.rename"])
@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (OSError(errno.EIO, os.strerror(errno.EIO)), ArchiveRefusedError),
        (KeyboardInterrupt("nothing was changed: Input/output error"), KeyboardInterrupt),
    ],
    ids=["failure", "ctrl-c"],
)
def test_when_the_new_one_cannot_take_its_place_the_older_one_stays(
    target: Path,
    logs: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    raised: type[BaseException],
    fails: str,
) -> None:
    """A failure or ctrl-C at the last moment leaves the archive as it was, with all that belongs to it."""
    archive(target, logs)
    aged(target)
    logs[1].unlink()
    before = target.read_bytes()
    rename = os.rename

    def refuse(old: str, new: str) -> None:
        if fails == "os.rename":
            rename(old, new)
            monkeypatch.undo()
        raise error

    monkeypatch.setattr(fails, refuse)
    with pytest.raises(raised, match="nothing was changed: Input/output error"):
        archive(target, [])
    assert target.read_bytes() == before
    assert sorted(found.name for found in target.parent.iterdir()) == ["logs", "x.duckdb"]


def test_an_older_archive_of_logs_that_are_there_leaves_nothing(target: Path, logs: list[Path]) -> None:
    """When all is built anew, the older one is not kept; options and luck that were there are there."""
    archive(target, logs, deep=True)
    expected = dump(target)
    aged(target)
    report = archive(target, [])
    assert report.lost is not None
    assert (report.lost.something, report.lost.kept) == (False, "")
    assert dump(target) == expected
    assert not list(target.parent.glob("*.old*"))


def test_what_is_deep_stays_deep(target: Path, logs: list[Path]) -> None:
    """Options and luck took ten times as long: neither a log that grew nor a call without `deep` takes them away."""
    archive(target, logs[:2], deep=True)
    archive(target, logs[2:])
    before = dump(target)
    archive(target, logs, again=True)
    assert dump(target) == before
    moved = logs[0].rename(logs[0].with_name("moved.jsonl"))
    with playfold.open(logs[1]) as game:
        game.note(1, "it grew")
    archive(target, [moved, *logs[1:]], again=True, prune=True)
    assert dict(ask(target, "SELECT path, deep FROM games")) == {
        str(moved): True,
        str(logs[1]): True,
        str(logs[2]): False,
    }


def test_pruning_an_older_archive_drops_what_is_gone(target: Path, logs: list[Path]) -> None:
    """Who asks for it loses the games of vanished logs, and is told which."""
    archive(target, logs)
    aged(target)
    logs[1].unlink()
    report = archive(target, [], prune=True)
    assert report.lost is not None
    assert (report.dropped, report.lost.logs, report.lost.kept) == ([str(logs[1])], [], "")


def test_an_older_archive_of_which_nothing_is_left_stays(target: Path, logs: list[Path]) -> None:
    """When not one log is there, as on a disk that is not mounted, the archive stays as it is."""
    archive(target, logs)
    aged(target)
    before = target.read_bytes()
    logs[0].parent.rename(target.with_name("away"))
    with pytest.raises(ArchiveRefusedError, match="not one of its 3 games"):
        archive(target, [target.with_name("none.jsonl")])
    assert target.read_bytes() == before
    assert sorted(found.name for found in target.parent.iterdir()) == ["away", "x.duckdb"]


def test_names_of_any_length_will_do(tmp_path: Path, logs: list[Path]) -> None:
    """The name that an archive has while it is made is not longer than its own."""
    target = tmp_path / f"{'n' * 240}.duckdb"
    assert len(archive(target, logs).added) == 3


def test_a_folder_without_room_is_named_as_such(tmp_path: Path, logs: list[Path]) -> None:
    """Where no file can be made, the error speaks of the archive and of why, and of no other file."""
    target = tmp_path / f"{'n' * 256}.duckdb"
    with pytest.raises(ArchiveRefusedError) as refused:
        archive(target, logs)
    assert str(tmp_path / "n") in str(refused.value)
    assert ".making" not in str(refused.value)
    assert "Errno" not in str(refused.value)


def read_only(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes a folder one on a disk that is read only: there nothing can be made, and nothing be removed."""
    opened, made, unlinked = os.open, os.mkdir, Path.unlink

    def refuse(path: Any) -> None:
        if Path(path).parent == folder:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    def open_(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT:
            refuse(path)
        return opened(path, flags, *more, **named)

    def unlink(self: Path, *, missing_ok: bool = False) -> None:
        refuse(self)
        unlinked(self, missing_ok=missing_ok)

    def mkdir(path: Any, *more: Any) -> None:
        refuse(path)
        made(path, *more)

    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(os, "mkdir", mkdir)
    monkeypatch.setattr(Path, "unlink", unlink)


def test_on_a_disk_that_is_read_only_people_read_the_name_that_they_gave(
    tmp_path: Path, logs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of archive and simulate names what was to be made, and no file that is only there meanwhile."""
    folder = tmp_path / "disk"
    folder.mkdir()
    read_only(monkeypatch, folder)
    with pytest.raises(PlayfoldError) as refused:
        archive(folder / "x.duckdb", logs)
    assert str(refused.value).startswith(f"{folder}/x.duckdb: it cannot be made: Read-only file system")
    with pytest.raises(PlayfoldError) as refused:
        list(simulate("tic-tac-toe", ["random", "random"], folder, games=2))
    assert str(refused.value) == f"{folder}/tic-tac-toe-0-1.jsonl: it cannot be begun: Read-only file system"


def test_few_new_logs_among_many_are_spread_over_processes(
    target: Path, logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches are as large as there is to do, not as there are logs that are in the archive already."""
    archive(target, logs)
    new = [begin(tmp_path / f"new{number}.jsonl", 4) for number in range(4)]
    sizes: list[int] = []
    real = Batches.__iter__

    def given(batches: Batches) -> Iterator[Batch]:
        for batch in real(batches):
            sizes.append(len(batch.logs))
            yield batch

    monkeypatch.setattr(Batches, "__iter__", given)
    report = archive(target, [*logs, *new], jobs=2)
    assert (sorted(report.added), sizes) == (sorted(map(str, new)), [1, 1, 1, 1])
