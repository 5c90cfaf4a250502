"""The file of an archive, as it is opened: what is no archive, whatever it is called, and one that is busy."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import one_line, open_archive, open_to_write
from playfold.records.query import run


def refusal(path: Path) -> str:
    """Gives why an archive is refused; the same by both ways to open one."""
    with pytest.raises(ArchiveRefusedError) as refused:
        open_archive(path)
    with pytest.raises(ArchiveRefusedError) as again:
        run(path, "SELECT 1")
    assert str(again.value) == str(refused.value)
    assert refused.value.path == str(path)
    assert refused.value.hint
    return refused.value.message


def test_a_missing_archive_is_not_made(tmp_path: Path) -> None:
    """Asking an archive that is not there does not make one."""
    assert "no such archive" in refusal(tmp_path / "a.duckdb")
    assert "no such archive" in refusal(Path(":memory:"))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_archive_is_told_from_none(tmp_path: Path) -> None:
    """An archive that lost its end is said to be unreadable, and why, not to be somebody else's file."""
    with open_to_write(tmp_path / "a.duckdb", tmp_path, "test"):
        pass
    os.truncate(tmp_path / "a.duckdb", (tmp_path / "a.duckdb").stat().st_size - 2000)
    said = refusal(tmp_path / "a.duckdb")
    assert "the archive cannot be read: IO Error: Could not read enough bytes" in said
    assert "no archive of playfold" not in said


def test_a_file_with_a_table_of_that_name_is_no_archive(tmp_path: Path) -> None:
    """Somebody else's table `about`, without a format, makes no archive, and no damaged one."""
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE about (text VARCHAR)")
    assert "no archive of playfold" in refusal(tmp_path / "other.duckdb")


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    """A folder, a pipe, an empty file, text, SQLite and somebody else's DuckDB are told apart."""
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello, world\n" * 1000)
    (tmp_path / "sqlite").write_bytes(b"SQLite format 3\x00" + bytes(4096))
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / ("n" * 300)) == "the archive cannot be read: File name too long"
    duckdb.connect(str(tmp_path / "other.duckdb")).close()
    assert "folder" in refusal(tmp_path)
    assert "no regular file" in refusal(tmp_path / "pipe")
    for name in ("empty", "text", "sqlite"):
        assert "no DuckDB file" in refusal(tmp_path / name)
    assert "no archive of playfold" in refusal(tmp_path / "other.duckdb")


def test_another_format_is_refused(tmp_path: Path) -> None:
    """An archive of another layout is to be built again."""
    path = tmp_path / "a.duckdb"
    connection = open_to_write(path, tmp_path, "test")
    connection.execute("UPDATE about SET format = 'playfold-archive/99'")
    connection.close()
    assert "playfold-archive/99" in refusal(path)
    with pytest.raises(ArchiveRefusedError, match="playfold-archive/99"):
        open_to_write(path, tmp_path, "test")


@pytest.mark.parametrize(("layout", "hint"), [("playfold-archive/1", "builds it anew"), ("playfold-archive/99", "NEW")])
def test_what_to_do_with_another_format(tmp_path: Path, layout: str, hint: str) -> None:
    """An older archive is built anew in its place; one of a later playfold stays, another one is built beside it."""
    path = tmp_path / "a.duckdb"
    with open_to_write(path, tmp_path, "test") as connection:
        connection.execute("UPDATE about SET format = $1", [layout])
    with pytest.raises(ArchiveRefusedError) as refused:
        open_archive(path)
    assert hint in refused.value.hint


def checksum(block: bytes) -> int:
    """Gives DuckDB's checksum of a block of its file."""
    result = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        result ^= word * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return result


def test_a_file_of_a_newer_duckdb_is_told(archive: Path, tmp_path: Path) -> None:
    """A file that a newer DuckDB wrote is named as such, with the way out."""
    data = bytearray(archive.read_bytes())
    assert struct.unpack_from("<Q", data)[0] == checksum(bytes(data[8:4096]))
    data[12:20] = struct.pack("<Q", 10**6)
    data[:8] = struct.pack("<Q", checksum(bytes(data[8:4096])))
    path = tmp_path / "new.duckdb"
    path.write_bytes(data)
    assert "newer version of DuckDB" in refusal(path)


def test_a_damaged_archive_is_told(archive: Path, tmp_path: Path) -> None:
    """A flipped byte in the header of the file, or a missing end, is refused with DuckDB's own words."""
    data = bytearray(archive.read_bytes())
    data[40] ^= 1
    (tmp_path / "flipped.duckdb").write_bytes(data)
    assert "cannot be opened" in refusal(tmp_path / "flipped.duckdb")
    (tmp_path / "cut.duckdb").write_bytes(archive.read_bytes()[:10_000])
    assert "cannot be opened" in refusal(tmp_path / "cut.duckdb")


@pytest.mark.parametrize("name", ["-rf", "md:x", "http:x", "a'b \"c", "ü \N{SNOWMAN}", "a\nb"])
def test_any_name_of_a_file_will_do(archive: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that look like options, addresses or SQL are names."""
    (tmp_path / name).write_bytes(archive.read_bytes())
    monkeypatch.chdir(tmp_path)
    connection = open_archive(name)
    assert connection.execute("SELECT count(*) FROM games").fetchall() == [(100,)]
    connection.close()


def test_a_question_mark_in_a_name_is_told(archive: Path, tmp_path: Path) -> None:
    """DuckDB cannot open such a file; it is said in our words, and nothing is made."""
    (tmp_path / "a?b").write_bytes(archive.read_bytes())
    assert "question mark" in refusal(tmp_path / "a?b")
    with pytest.raises(ArchiveRefusedError, match="question mark"):
        open_to_write(tmp_path / "new?x", tmp_path, "test")
    assert [found.name for found in tmp_path.iterdir()] == ["a?b"]


HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


def test_a_locked_archive_is_waited_for_then_told(archive: Path, tmp_path: Path) -> None:
    """While another process writes, asking waits for a moment, then says so; once it is done, asking works."""
    path = tmp_path / "held.duckdb"
    path.write_bytes(archive.read_bytes())
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ArchiveRefusedError, match="another process has this archive open"):
            open_archive(path)
        letting_go = threading.Timer(0.5, holder.stdin.close)
        letting_go.start()
        assert run(path, "SELECT 1").rows == [[1]]
        letting_go.join()


def test_duckdb_is_loaded_late() -> None:
    """Importing the module does not load DuckDB: commands that need none start fast."""
    code = "import sys, playfold.records.query, playfold.replay.archive; print('duckdb' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_one_line_leaves_out_the_quoted_sql() -> None:
    """Of DuckDB's message the first sentence stays, not the picture of the SQL below it."""
    assert one_line("Parser Error: no\n\nLINE 1: x\n        ^") == "Parser Error: no"
    assert one_line("a\x1b[0m\nb") == "a\\x1b[0m b"


def test_a_name_that_is_no_utf_8_is_told(tmp_path: Path) -> None:
    """DuckDB takes no such name: that is said in our words, and nothing is made."""
    with pytest.raises(ArchiveRefusedError, match="no UTF-8"):
        open_to_write(tmp_path / os.fsdecode(b"\xff.duckdb"), tmp_path, "test")
    assert list(tmp_path.iterdir()) == []


def test_an_archive_of_a_newer_layout_says_to_update(tmp_path: Path) -> None:
    """A later playfold made it: a newer one reads it, and what is nobody's archive is not said to be one."""
    for layout, said in (
        ("playfold-archive/99", "install a newer playfold, or build a new one"),
        ("other/1", "(build"),
    ):
        path = tmp_path / f"{layout.partition('/')[0]}.duckdb"
        with open_to_write(path, tmp_path, "test") as connection:
            connection.execute("UPDATE about SET format = $1", [layout])
        with pytest.raises(ArchiveRefusedError) as refused:
            open_archive(path)
        assert f"is an archive of the format {layout}" in str(refused.value)
        assert said in str(refused.value)
