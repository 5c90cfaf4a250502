"""Where output goes: whole files or none, no log overwritten, a closed pipe without a word."""

from __future__ import annotations

import os
import re
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from playfold.cli.terminal import write_file
from playfold.errors import NotWrittenError
from playfold.replay.bundled import bundled

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """A file is replaced in one step, keeps what umask gives it, and nothing temporary stays."""
    target = tmp_path / "board.txt"
    target.write_bytes(b"old")
    mask = os.umask(0o027)
    try:
        write_file(target, b"new")
    finally:
        os.umask(mask)
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [target]


def test_a_log_is_not_overwritten(run: Run, log: Path) -> None:
    """`-o` never replaces a log, not even through a link."""
    before = log.read_bytes()
    link = log.with_name("link.txt")
    link.symlink_to(log)
    for target in (log, link):
        assert "this file is a log" in run("show", log, "-o", target, status=2).stderr
    assert log.read_bytes() == before


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Writing to a link writes to what it names."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"x"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """What cannot be written is named with its reason."""
    with pytest.raises(NotWrittenError, match="No such file or directory"):
        write_file(tmp_path / "none" / "x", b"x")
    with pytest.raises(NotWrittenError, match="s a directory"):
        write_file(tmp_path, b"x")


def test_a_device_is_written_to(run: Run, log: Path) -> None:
    """`-o /dev/stdout` and `-o -` are standard output."""
    expected = run("show", log).stdout
    assert run("show", log, "-o", "-").stdout == expected
    assert run("show", log, "-o", "/dev/stdout").stdout == expected


def test_a_closed_pipe_ends_quietly(command: str, log: Path) -> None:
    """When nobody reads any more, the command ends without a traceback and without a message."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([command, "log", str(log)], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141


def test_a_full_disk_is_said(command: str, log: Path) -> None:
    """Output that cannot be written is an error, not a success."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([command, "log", str(log)], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr


def test_a_terminal_without_letters(run: Run, log: Path) -> None:
    """Where the encoding of the terminal lacks a letter, its code is shown."""
    run("note", log, 1, "Dvořák")
    assert (
        "Dvo\\u0159"
        in run("log", log, "--line", "main", env={"PYTHONIOENCODING": "latin-1"}, encoding="latin-1").stdout
    )


def test_a_full_disk_is_named_with_what_to_do(run: Run, log: Path) -> None:
    """The file that has no room is said, and what to do about it, by the demo too."""
    size = max(path.stat().st_size for path in bundled())

    def limited(most: int) -> Callable[[], None]:
        # A limit stands in for the full disk.
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    error = run("demo", "look", status=2, preexec_fn=limited(size - 1)).stderr
    assert re.fullmatch(
        r"playfold: look/[\w-]+\.jsonl: cannot be written: .* \(make room, or name .* DIR; .*\)\n", error
    )
    error = run("show", log, "-o", "s.svg", status=2, preexec_fn=limited(10)).stderr
    assert error.endswith("(make room, then try again)\n")
    assert not log.with_name("s.svg").exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_harm_nothing(command: str, log: Path, closed: str) -> None:
    """A shell may close what a command reads or writes: it runs as with nothing there, and no log is written into."""
    before = log.read_bytes()
    for line in ("lines g.jsonl", "record g.jsonl", "validate g.jsonl", "show g.jsonl --at 99"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" {line} {closed}', command], cwd=log.parent, capture_output=True, check=False
        )
        assert done.returncode == (2 if "99" in line else 0), (line, done)
        assert b"Traceback" not in done.stderr
    assert log.read_bytes() == before
