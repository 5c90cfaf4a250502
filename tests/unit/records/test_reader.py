"""Reading a log that is in order."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playfold.errors import PlayfoldError
from playfold.records import scan
from playfold.records.header import Commitment, Header
from playfold.records.journal import OWN, OWN_NAMES, Finished, Forked, Noted, Refused, Ruled
from playfold.records.reader import read

Craft = Callable[..., Path]


class Placed(
    msgspec.Struct,
    tag="placed",
    tag_field="type",
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """An event of some game."""

    seat: int
    at: tuple[int, int]
    why: str = ""


PLACED = '{"n":%d,"event":{"type":"placed","seat":1,"at":[2,3]}}'


def test_members_and_defaults(craft: Craft) -> None:
    """Each member of a line is read; one that is left out has its default."""
    path = craft(
        '{"n":1,"time":"2026-11-29T18:03:22.120Z","event":{"type":"placed","seat":1,"at":[7,8]},"draw":1,'
        '"state":"9f2c44aa01b7c3de"}',
        '{"n":2,"event":{"type":"noted","on":1,"text":"nice"}}',
        '{"n":3,"line":"corner","event":{"type":"forked","at":0}}',
    )
    log = read(path, lambda _: Placed, every_hash=True)
    assert log.failure is None
    first, second, third = log.entries
    assert first.event == Placed(1, (7, 8))
    assert (first.draw, first.state, first.time, first.line) == (1, "9f2c44aa01b7c3de", "2026-11-29T18:03:22.120Z", "")
    assert second.event == Noted(1, "nice")
    assert (third.line, third.event) == ("corner", Forked(0))
    assert log.header.seats == ("Greg", "Cathy")
    assert log.header.set == {"size": 3}


def test_events_are_asked_for_the_header(craft: Craft) -> None:
    """Which events a log may hold is asked once, with its header."""
    seen: list[Header] = []

    def events(header: Header) -> Any:
        seen.append(header)
        return Placed

    read(craft(PLACED % 1), events)
    assert [header.rules for header in seen] == ["any@1"]


def test_error_of_events_is_passed_on(craft: Craft) -> None:
    """What the caller's choice of events raises comes through as it is."""

    def events(_: Header) -> Any:
        raise PlayfoldError("not installed")

    with pytest.raises(PlayfoldError, match="not installed"):
        read(craft(PLACED % 1), events)


def test_plain_events(craft: Craft) -> None:
    """Without event classes a game's events are dicts and the log's own are typed."""
    log = read(craft(PLACED % 1, '{"n":2,"event":{"type":"finished"}}'))
    assert [entry.event for entry in log.entries] == [{"type": "placed", "seat": 1, "at": [2, 3]}, Finished()]


def test_untyped_parts_keep_their_values(craft: Craft) -> None:
    """Rulings and refused attempts hold any JSON of strings, integers, booleans, null, lists and objects."""
    log = read(
        craft(
            '{"n":1,"event":{"type":"ruled","set":{"/a":[1,-9007199254740991,null,true,{"b":"c"}]},"drop":["/d"]}}',
            '{"n":2,"event":{"type":"refused","event":{"type":"placed","seat":9},"rule":"placed.free"}}',
        )
    )
    assert log.failure is None
    assert log.entries[0].event == Ruled({"/a": [1, -9007199254740991, None, True, {"b": "c"}]}, ("/d",))
    assert log.entries[1].event == Refused({"type": "placed", "seat": 9}, "placed.free")


def test_hash_as_the_shell_computes_it(craft: Craft) -> None:
    """`head -n K LOG | head -c -28 | sha256sum` gives the hash of line K, and sha256sum the digest of the file."""
    path = craft(PLACED % 1, PLACED % 2, PLACED % 3)
    log = read(path)
    for place, entry in enumerate(log.entries):
        shell = f"head -n {place + 2} '{path}' | head -c -28 | sha256sum"
        assert subprocess.check_output(["sh", "-c", shell], text=True)[:16] == entry.hash
    assert subprocess.check_output(["sha256sum", path], text=True)[:64] == log.digest
    assert log.size == path.stat().st_size


def test_header_alone(craft: Craft) -> None:
    """A log without entries is in order."""
    log = read(craft())
    assert (log.failure, log.entries, log.torn) == (None, [], 0)


@pytest.mark.parametrize("every_hash", [False, True])
@pytest.mark.parametrize("chunk", [1, 2, 27, 28, 29, 100, 1000])
def test_any_chunk(craft: Craft, monkeypatch: pytest.MonkeyPatch, chunk: int, every_hash: bool) -> None:
    """The result does not depend on where the file is cut for reading."""
    bodies = [PLACED % n for n in range(1, 40)]
    path = craft(*bodies)
    whole = read(path, every_hash=True)
    monkeypatch.setattr(scan, "CHUNK", chunk)
    monkeypatch.setattr("playfold.records.reader.CHUNK", chunk)
    log = read(path, every_hash=every_hash)
    assert log.failure is None
    assert (log.entries, log.digest, log.size) == (whole.entries, whole.digest, whole.size)
    assert log.tree.runs == whole.tree.runs


def test_escaped_quotes_and_backslashes(craft: Craft) -> None:
    """Quotes, backslashes, markup, SQL and marks for right-to-left text are text like any other."""
    text = 'a "quoted" \\n \\\\ <b>;DROP TABLE games;-- \u202e\u2028\u0301\U0001f3b2'
    raw = text.replace("\\", "\\\\").replace('"', '\\"')
    log = read(craft(f'{{"n":1,"event":{{"type":"noted","on":0,"text":"{raw}"}}}}'), every_hash=True)
    assert log.failure is None
    assert log.entries[0].event.text == text


def test_link_is_followed_for_reading(craft: Craft, tmp_path: Path) -> None:
    """A symbolic link to a log can be read."""
    link = tmp_path / "link.jsonl"
    link.symlink_to(craft(PLACED % 1))
    assert len(read(link).entries) == 1


def test_file_named_like_an_option(craft: Craft, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file named `-rf` is read, and the advice about it can be pasted into a shell."""
    path = craft(PLACED % 1, PLACED % 3, name="-rf")
    monkeypatch.chdir(tmp_path)
    failure = read("-rf").failure
    assert failure is not None
    assert "./-rf" in failure.hint
    command = failure.hint.split(": ", 1)[1]
    subprocess.run(["sh", "-c", command], check=True)
    assert len(read("good.jsonl").strict().entries) == 1
    assert path.exists()


def test_files_are_closed(craft: Craft) -> None:
    """Reading leaves no descriptor open, whatever it found."""
    path, bad = craft(PLACED % 1), craft(PLACED % 2, name="bad.jsonl")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        read(path)
        read(bad)
        with pytest.raises(PlayfoldError):
            read(path.parent)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_strict_raises_the_failure(craft: Craft) -> None:
    """A strict call raises what is wrong and gives the log when nothing is."""
    assert read(craft(PLACED % 1)).strict().entries
    with pytest.raises(PlayfoldError, match="entry 2"):
        read(craft(PLACED % 1, PLACED % 3)).strict()


def test_header_members(craft: Craft) -> None:
    """Bots, committed dice, tags and origin are read from the header."""
    seed = "ab" * 32
    log = read(
        craft(
            head='{"format":"playfold/1","game":"g-2_x","rules":"any@1","set":{},"schema":2,"engine":"9",'
            f'"seats":["A","B","C"],"bots":[1,3],"dice":{{"commit":"{seed}"}},"time":"2026-11-29T18:03:22.120Z",'
            '"tags":{"place":"club"},"origin":{"game":"g1","line":"main","n":7,"hash":"0123456789abcdef"}}'
        )
    )
    assert log.header.dice == Commitment(seed)
    assert log.header.bots == (1, 3)
    assert log.header.tags == {"place": "club"}
    assert log.header.origin is not None
    assert log.header.origin.n == 7


def test_own_names_are_the_journal(craft: Craft) -> None:
    """The names that rule sets may not use are those of all the log's own events."""
    assert {
        "ruled", "resigned", "stopped", "forked", "corrected", "taken_back", "promoted", "finished", "seed_revealed",
        "refused", "noted", "rated", "paused", "resumed",
    } == OWN_NAMES  # fmt: skip
    assert len(OWN) == len(OWN_NAMES)
    assert read(craft('{"n":1,"event":{"type":"paused"}}', '{"n":2,"event":{"type":"resumed"}}')).failure is None
