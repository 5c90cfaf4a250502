"""Logs into an archive: it is whole or not there, and what cannot be stored costs nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import open_to_write
from playfold.replay.archive import archive
from playfold.replay.archive_watch import Watch

from .archived import ask, dump
from .tic_tac_toe import begin, grades, mark


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


def test_logs_are_never_written_to(tmp_path: Path, target: Path) -> None:
    """Archiving reads; even a torn or damaged log stays as it is."""
    grades(tmp_path / "logs")
    torn = begin(tmp_path / "logs" / "torn.jsonl", 4)
    torn.path.write_bytes(torn.path.read_bytes() + b'{"n":2,')
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "logs").iterdir()}
    archive(target, [tmp_path / "logs"])
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "logs").iterdir()} == before


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


def test_a_name_that_is_no_utf_8_is_skipped_with_a_reason(tmp_path: Path, target: Path) -> None:
    """An archive holds paths as text: a log whose name is none is named, and costs the others nothing."""
    good = begin(tmp_path / "logs" / "g.jsonl", 4)
    name = tmp_path / os.fsdecode(b"\xff.jsonl")
    report = archive(target, [good.path, name])
    assert report.added == [str(good.path)]
    assert [one.path for one in report.skipped] == [str(name)]
    assert "no UTF-8" in report.skipped[0].reason


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_place_where_no_archive_can_be_is_refused_before_a_log_is_looked_at(
    tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is not there, or a name that no archive can have, costs nobody a look at a thousand logs."""
    game = begin(tmp_path / "g.jsonl", 4)
    monkeypatch.setattr("playfold.replay.archive_logs.open_log", lambda path: pytest.fail(f"{path} was opened"))
    for name, said in (
        ("gone/new.duckdb", "its folder is not there"),
        ("new?.duckdb", "question mark"),
        (f"{'n' * 60}?.duckdb", "question mark"),
        ("n" * 60 + os.fsdecode(b"\xff"), "no UTF-8"),
        ("n" * 256, "too long"),
        ("new\0.duckdb", "null"),
    ):
        with pytest.raises(ArchiveRefusedError, match=said):
            archive(tmp_path / name, [game.path], jobs=jobs)
