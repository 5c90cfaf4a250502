"""Logs are found in folders, and what may not be looked into is said."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import playfold
from playfold.replay.archive import archive
from playfold.replay.sources import logs_of, once
from playfold.replay.validate import examine, logs_in

NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """Gives a folder that anybody may look into, with two logs."""
    folder = Path(tempfile.mkdtemp())
    for name in ("a", "b"):
        (folder / name).mkdir()
        playfold.new(folder / name / f"{name}.jsonl", "tic-tac-toe", ["Ann", "Bob"]).close()
        examine(folder / name / f"{name}.jsonl")  # whatever is loaded late is there now
    (folder / "a" / "a.seed").write_text("no log")
    (folder / "c.jsonl").mkdir()
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def without_rights() -> Iterator[None]:
    """Does without what root may do, where the tests run as root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def found(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in logs_in([folder])]


def test_logs_below_a_folder(folder: Path) -> None:
    """Every file that is named as a log is found, sorted, and nothing else."""
    assert found(folder) == ["a/a.jsonl", "b/b.jsonl"]
    assert list(logs_in([folder / "a" / "a.seed"])) == [folder / "a" / "a.seed"]


def test_a_folder_is_gone_through_before_the_next(folder: Path) -> None:
    """What is below it is not torn apart by names that begin like its own, whatever sign follows there."""
    (folder / "a" / "z").mkdir()
    (folder / "a-b").mkdir()
    for name in ("a/z/c.jsonl", "a-b/c.jsonl", "a!.jsonl"):
        (folder / name).write_text("")
    assert found(folder) == ["a/a.jsonl", "a/z/c.jsonl", "a!.jsonl", "a-b/c.jsonl", "b/b.jsonl"]


@pytest.mark.parametrize(
    ("place", "mode", "shown"), [("a/a.jsonl", 0, "a/a.jsonl"), ("a", 0, "a"), ("a", 0o444, "a/a.jsonl")]
)
def test_what_may_not_be_read_is_a_bad_log(folder: Path, place: str, mode: int, shown: str) -> None:
    """A file or a folder without rights does not hide, and does not keep the others from being examined."""
    (folder / place).chmod(mode)
    with without_rights():
        assert found(folder) == [shown, "b/b.jsonl"]
        verdicts = [examine(path) for path in logs_in([folder])]
    assert [verdict.ok for verdict in verdicts] == [False, True]
    assert "it cannot be opened: Permission denied" in str(verdicts[0].problems[0])
    (folder / place).chmod(0o755)


def test_links_to_folders_are_not_followed(folder: Path) -> None:
    """A link to a log is a log, one that leads nowhere a bad one; a link to a folder may lead around in a circle."""
    (folder / "a" / "around").symlink_to(folder)
    (folder / "a" / "folder.jsonl").symlink_to(folder / "b")
    (folder / "a" / "link.jsonl").symlink_to(folder / "b" / "b.jsonl")
    (folder / "a" / "lost.jsonl").symlink_to(folder / "gone.jsonl")
    assert found(folder) == ["a/a.jsonl", "a/link.jsonl", "a/lost.jsonl", "b/b.jsonl"]


def test_what_has_the_name_of_a_log_and_is_no_file_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe or a socket is found as a bad log, and nobody waits for it; a folder of such a name is gone through."""
    monkeypatch.chdir(folder)
    os.mkfifo("pipe.jsonl")
    os.mkfifo("c.jsonl/pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.jsonl")
    shutil.copy("b/b.jsonl", "c.jsonl/c.jsonl")
    assert found(folder) == ["a/a.jsonl", "b/b.jsonl", "c.jsonl/c.jsonl", "pipe.jsonl", "socket.jsonl"]
    pipe, listener = (examine(folder / name) for name in ("pipe.jsonl", "socket.jsonl"))
    for found_bad, kind in ((pipe, "pipe"), (listener, "socket")):
        says = f"{kind}.jsonl: it is a {kind} (a log is a regular file: name one that playfold new began)"
        assert says in str(found_bad.problems[0])
    report = archive("x.duckdb", [folder])
    assert (len(report.added), len(report.copies)) == (2, 1)
    assert [one.path for one in report.skipped] == [str(folder / "pipe.jsonl"), str(folder / "socket.jsonl")]
    assert "it is a pipe" in report.skipped[0].reason


def test_a_log_that_is_named_twice_is_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is named, by itself, by its folder or from the root, it is listed once, where it comes first."""
    monkeypatch.chdir(folder)
    found = ["b/b.jsonl", "a/a.jsonl"]
    names = ["b/b.jsonl", "a", "./a/a.jsonl", "./b", str(folder), str(folder / "a" / "a.jsonl"), "."]
    assert [str(path) for path in logs_of(names)] == found
    assert [str(path) for path in once(logs_in(names))] == found


def test_what_only_looks_like_one_log_is_two(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A way up from a linked folder does not lead back: such names are left as they are."""
    (folder / "b" / "deep").mkdir()
    shutil.copy(folder / "a" / "a.jsonl", folder / "b" / "x.jsonl")
    shutil.copy(folder / "a" / "a.jsonl", folder / "x.jsonl")
    (folder / "link").symlink_to(folder / "b" / "deep")
    monkeypatch.chdir(folder)
    assert len(logs_of(["x.jsonl", "link/../x.jsonl"])) == 2


def test_logs_are_sorted_folder_by_folder(folder: Path) -> None:
    """Names are compared part by part: a folder comes before what begins with its name."""
    for name in ("a.jsonl", "a-b.jsonl", "a/z.jsonl"):
        shutil.copy(folder / "b" / "b.jsonl", folder / name)
    assert found(folder) == ["a/a.jsonl", "a/z.jsonl", "a-b.jsonl", "a.jsonl", "b/b.jsonl"]
