"""The guide's table of messages names messages that there are, and its repairs repair."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import playfold
from playfold.replay.bundled import bundled

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guide.md").read_text("utf-8")
DAMAGE = GUIDE.split("## When something is wrong")[1].split("## Terminals")[0]
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", DAMAGE, re.MULTILINE)[1:]
CODE = "".join(
    path.read_text("utf-8")
    for part in ("records", "replay", "cli", "engine")
    for path in sorted((ROOT / part).rglob("*.py"))
    if "games" not in path.parts
)


def said() -> list[str]:
    """Lists the parts of the messages in the table."""
    messages = [message for row in ROWS for message in row[0].split(", ")]
    return [part.strip() for message in messages for part in message.split("...") if part.strip()]


@pytest.mark.parametrize("part", said())
def test_a_message_of_the_table_is_one_that_comes(part: str) -> None:
    """Each message in the table stands in the code; `...` is what it says of the case at hand."""
    assert part in CODE


PLAY = next(path for path in bundled() if "playtest" in path.name)


def shell(command: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    subprocess.run(["bash", "-c", command], cwd=folder, check=False, capture_output=True, env={"PATH": path})


@pytest.mark.parametrize(
    ("message", "damage"),
    [
        ("it holds a carriage return", lambda data: data.replace(b"\n", b"\r\n")),
        ("it begins with a byte order mark", lambda data: b"\xef\xbb\xbf" + data),
    ],
)
def test_a_repair_gives_the_file_back(message: str, damage: object, tmp_path: Path) -> None:
    """The command in the table brings back every byte."""
    assert callable(damage)
    (tmp_path / "LOG").write_bytes(damage(PLAY.read_bytes()))
    found = playfold.validate(tmp_path / "LOG").problems[0].message
    assert message in found
    (row,) = (row for row in ROWS if message in row[0])
    command = re.search(r"`(.* LOG .*|.* < LOG .*)`", row[2])
    assert command
    shell(command[1], tmp_path)
    assert (tmp_path / "good.jsonl").read_bytes() == PLAY.read_bytes()


def test_what_is_good_before_a_damage_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines below the table cut a damaged log and record again what came after, until something does not fit."""
    monkeypatch.chdir(tmp_path)
    lines = PLAY.read_bytes().split(b"\n")
    lines[39] = lines[39].replace(b'"time":"2026', b'"time":"2025')
    bad = Path("bad.jsonl")
    bad.write_bytes(b"\n".join(lines))
    (problem,) = playfold.validate(bad).problems
    cut, again = re.findall(r"^(?:head|tail) .*", DAMAGE, re.MULTILINE)
    assert cut.split(" #")[0].strip() in problem.hint
    shell(cut, tmp_path)
    good = Path("good.jsonl")
    assert playfold.validate(good).ok
    assert f"tail -n +{problem.line} " in again
    if shutil.which("jq"):
        before = len(playfold.open(good).entries)
        shell(again, tmp_path)
        assert len(playfold.open(good).entries) > before + 20
        assert playfold.validate(good).ok
