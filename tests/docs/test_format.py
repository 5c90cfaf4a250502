"""docs/format.md is true, and enough: its examples, its tables, and a reader that follows it alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

import playfold
from playfold.records import seed as seeds
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import OWN
from playfold.replay.amend import amend
from playfold.replay.bundled import bundled
from playfold.replay.extract import extract

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "format.md").read_text("utf-8")
Raw = dict[str, Any]


def after(mark: str) -> str:
    """Gives the code block that follows a comment on the page."""
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found, mark
    return found[1]


def shell(command: str, folder: Path) -> str:
    return subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True).stdout


def read(paths: Iterable[Path]) -> list[Raw]:
    """Reads logs with the reader that knows the page and not playfold."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", HERE / "reader.py", *paths], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def sealed(lines: Iterable[Raw | bytes]) -> bytes:
    """Writes a log as the page says; what is no object is taken as the text of a line without its hash."""
    data = b""
    for line in lines:
        body = line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        data += body[:-1]
        data += b',"hash":"%b"}\n' % sha256(data).hexdigest()[:16].encode()
    return data


def test_the_worked_hash_is_right(tmp_path: Path) -> None:
    """The shell's line gives the hashes of the worked log, and playfold finds the log in order."""
    log = tmp_path / "LOG"
    log.write_text(after("worked-hash"), "utf-8")
    said = re.findall(r"`([0-9a-f]{64})`", PAGE)
    command = re.search(r"^head -n K LOG .*", PAGE, re.MULTILINE)
    assert command
    for number, line in enumerate(log.read_text("utf-8").splitlines(), 1):
        digits = shell(command[0].replace("K", str(number)), tmp_path).split()[0]
        assert digits == said[number - 1]
        assert json.loads(line)["hash"] == digits[:16]
    assert playfold.validate(log).ok
    assert read([log])[0]["entries"] == 1


def test_the_worked_digest_is_right(tmp_path: Path) -> None:
    """The shell's line gives the digest of the state in the worked log."""
    digits = shell(after("worked-digest"), tmp_path)[:16]
    assert f'"state":"{digits}"' in after("worked-hash")


def test_the_worked_draw_is_right() -> None:
    """Each line of the worked draw follows from its text, and playfold rolls the same."""
    from playfold.engine.dice import Dice  # noqa: PLC0415 - the rest of this module reads files

    shown = []
    for line in after("worked-draw").splitlines():
        text, digits, number, _, sides, _, rest, _, face = line.split()
        assert sha256(text.encode()).hexdigest()[:16] == digits
        assert int(digits, 16) == int(number)
        assert int(number) % int(sides) == int(rest) == int(face) - 1
        shown.append(int(face))
    dice = Dice("0" * 64, 1)
    assert [dice.roll(8), dice.roll(8)] == shown
    assert f'"dice":{json.dumps(shown, separators=(",", ":"))}' in PAGE


def rows(heading: str) -> list[list[str]]:
    """Gives the cells of the first table below a heading."""
    text = PAGE.split(f"\n{heading}\n")[1]
    table = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert table
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table[0].splitlines()[2:]]


@pytest.mark.parametrize(("heading", "struct"), [("## Header", Header), ("## Entries", Entry)])
def test_members_are_those_of_the_code(heading: str, struct: type[msgspec.Struct]) -> None:
    """The page has every member of the line in its order, and says which are always there."""
    table = rows(heading)
    assert [row[0].strip("`") for row in table] == list(struct.__struct_fields__)
    for field, row in zip(msgspec.structs.fields(struct), table, strict=True):
        assert (row[2] == "always") == (field.required or field.name == "hash"), row


def test_own_events_are_those_of_the_code() -> None:
    """The page has every event of the log itself with its members in order, optional ones with a question mark."""
    text = PAGE.split("The log's own are these")[1]
    found = {}
    for line in re.findall(r"^\| `.*", text.split("Pointers are")[0], re.MULTILINE):
        names, members = line.split(" | ")[:2]
        for name in re.findall(r"`(\w+)`", names):
            found[name] = re.findall(r"`(\w+)`(\??)", members)
    assert found == {
        str(kind.__struct_config__.tag): [(f.name, "" if f.required else "?") for f in msgspec.structs.fields(kind)]
        for kind in OWN
    }


def test_turn_rules_are_those_of_the_engine() -> None:
    """The page names the rules that hold in every game."""
    from playfold.engine.rulesets import ENGINE_RULES  # noqa: PLC0415 - as above

    assert [row[0].strip("`") for row in rows("## Turns")] == [rule.id for rule in ENGINE_RULES]


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Gives logs of Space Monkeys with drawn dice, a line that draws, a promotion, a correction, and an extract."""
    folder = tmp_path_factory.mktemp("drawn")
    path = folder / "d.jsonl"
    numbers = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "fresh", lambda: sha256(b"%d" % next(numbers)).hexdigest())
        _play(path)
    extract(playfold.open(path).line("other"), folder / "x.jsonl")
    return [path, folder / "x.jsonl"]


def _play(path: Path) -> None:
    with playfold.new(path, "space-monkeys", ["Ann", "Bo"], dice="drawn") as game:

        def on(line: str, entries: int) -> None:
            for _ in range(entries):
                view = game.line(line)
                if view.to_act.chance:
                    view.draw()
                else:
                    view.play(view.options()[-1])

        on("main", 60)
        game.branch("other", 50, "the other way")
        on("other", 20)
        game.line().take_back(40)
        on("main", 6)
        game.line("other").promote()
        on("main", 2)
        first = game.entries[1].event
        assert len(set(first.at)) == 2
        amended = amend(game.line(), 2, {"type": "planet_placed", "seat": 1, "at": first.at[::-1]})
        assert sum(each.copy > 0 for each in amended.later) > 5
        game.note(3, "für später: „so nicht“", seat=2)
        game.line().stop("late")
        game.line().finish()


def test_the_reader_agrees_with_playfold(drawn: list[Path]) -> None:
    """The reader finds the same entries, tips and digests as playfold, and draws every drawn outcome again."""
    paths = [*bundled(), *drawn]
    draws = 0
    for path, found in zip(paths, read(paths), strict=True):
        verdict = playfold.validate(path)
        assert verdict.ok
        assert verdict.log is not None
        assert "wrong" not in found, (path, found)
        assert found["digest"] == verdict.digest
        assert found["entries"] == len(verdict.log.entries)
        assert found["tips"] == {name: line.tip for name, line in verdict.log.tree.lines.items()}
        assert found["draws"] == sum(entry.draw > 0 and not entry.of for entry in verdict.log.entries)
        draws += found["draws"]
    assert draws > 60


HEADER = json.loads(after("worked-hash").splitlines()[0])
del HEADER["hash"]


def marked(n: int, seat: int, at: int, **more: Any) -> Raw:
    line = {"line": more.pop("line")} if "line" in more else {}
    return {"n": n, **line, "event": {"type": "marked", "seat": seat, "at": at}, **more}


def own(n: int, kind: str, line: str = "", **members: Any) -> Raw:
    return {"n": n, **({"line": line} if line else {}), "event": {"type": kind, **members}}


GOOD = [
    HEADER,
    marked(1, 1, 4),
    marked(2, 2, 0),
    marked(3, 1, 8),
    own(4, "noted", on=3, text='„gut“ \u2028 \\ "!"', mark="!", seat=2),
    own(5, "corrected", "fix-1", entry=2, why="it was the other corner"),
    marked(6, 2, 2, line="fix-1"),
    marked(7, 1, 8, line="fix-1", of=3),
    {"n": 8, "event": {"type": "promoted", "line": "fix-1"}},
    own(9, "taken_back", to=6),
    own(10, "forked", "idea", at=0),
    marked(11, 1, 0, line="idea"),
    own(12, "refused", "idea", event={"type": "marked", "seat": 2, "at": 0}, rule="mark.free", why="taken"),
    own(13, "resigned", seat=1),
    own(14, "finished"),
    own(15, "rated", seat=2, fun=5),
    marked(16, 2, 8, line="idea"),
]


def test_a_log_written_by_the_page_is_good(tmp_path: Path) -> None:
    """What is written as the page says, every kind of entry in it, is in order for playfold."""
    log = tmp_path / "g.jsonl"
    log.write_bytes(sealed(GOOD))
    verdict = playfold.validate(log)
    assert verdict.problems == []
    assert verdict.log is not None
    assert read([log])[0]["tips"] == {name: line.tip for name, line in verdict.log.tree.lines.items()}


def put(place: int, line: Raw | bytes) -> Callable[[list[Any]], list[Any]]:
    return lambda lines: [*lines[:place], line, *lines[place + 1 :]]


def add(line: Raw | bytes) -> Callable[[list[Any]], list[Any]]:
    return lambda lines: [*lines, line]


WRONG: dict[str, Callable[[list[Any]], list[Any]]] = {
    "a line is missing": lambda lines: lines[:4] + lines[5:],
    "a line is doubled": lambda lines: [*lines, lines[-1]],
    "a number is skipped": add(own(18, "paused")),
    "a float": add(b'{"n":17,"event":{"type":"rated","seat":1,"fun":4.0}}'),
    "a space": add(b'{"n":17, "event":{"type":"paused"}}'),
    "a member twice": add(b'{"n":17,"n":17,"event":{"type":"paused"}}'),
    "an escape": add(b'{"n":17,"event":{"type":"noted","on":1,"text":"\\u00e4"}}'),
    "a control character": add(b'{"n":17,"event":{"type":"noted","on":1,"text":"\\u001b"}}'),
    "a C1 character": add(own(17, "noted", on=1, text="\x9b")),
    "a carriage return": add(b'{"n":17,"event":{"type":"paused"}\r}'),
    "main is written": add(own(17, "paused", "main")),
    "a line was not opened": add(own(17, "paused", "other")),
    "a line is opened twice": add(own(17, "forked", "idea", at=0)),
    "no name of a line": add(own(17, "forked", "-x", at=0)),
    "a fork at no position": add(own(17, "forked", "x", at=4)),
    "a fork at itself": add(own(17, "forked", "x", at=17)),
    "a take-back to the tip": put(9, own(9, "taken_back", to=7)),
    "a take-back off the path": put(9, own(9, "taken_back", to=3)),
    "main is promoted": put(8, {"n": 8, "event": {"type": "promoted", "line": "main"}}),
    "finished twice": add(own(17, "finished")),
    "finished elsewhere": put(14, own(14, "finished", "idea")),
    "play after the seal": add(marked(17, 2, 7)),
    "a take-back after the seal": add(own(17, "taken_back", to=6)),
    "a promotion after the seal": add({"n": 17, "event": {"type": "promoted", "line": "idea"}}),
    "a seed before the end": put(13, own(13, "seed_revealed", seed="0" * 64)),
    "a note about what is not there": add(own(17, "noted", on=17)),
    "a repetition that differs": put(7, marked(7, 1, 7, line="fix-1", of=3)),
    "a draw that is not the next": put(3, marked(3, 1, 8, draw=2)),
    "a note with a state": put(4, {**own(4, "noted", on=3), "state": "0" * 16}),
    "a line of 2 MiB": add(own(17, "noted", on=1, text="x" * 2**21)),
}


def flipped(data: bytes) -> bytes:
    place = data.index(b'"at":8')
    return data[:place] + b'"at":7' + data[place + 6 :]


def test_the_reader_refuses_what_playfold_refuses(tmp_path: Path) -> None:
    """Whatever breaks one sentence of the page is refused by the reader and by playfold."""
    files = {name: sealed(change(list(GOOD))) for name, change in WRONG.items()}
    good = sealed(GOOD)
    rest = good.split(b"\n")
    files |= {
        "a changed byte": flipped(good),
        "lines swapped": b"\n".join([rest[0], rest[2], rest[1], *rest[3:]]),
        "two logs glued": good + good,
        "a torn line": good[:-1],
        "CRLF": good.replace(b"\n", b"\r\n"),
        "a byte order mark": b"\xef\xbb\xbf" + good,
        "not UTF-8": good.replace("„".encode(), b"\x84"),
    }
    paths = []
    for number, data in enumerate(files.values()):
        paths.append(tmp_path / f"{number}.jsonl")
        paths[-1].write_bytes(data)
    for name, path, found in zip(files, paths, read(paths), strict=True):
        verdict = playfold.validate(path, chain_only=True)
        assert verdict.problems or verdict.remarks, name
        assert "wrong" in found, name


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")
def test_jq_reads_a_log() -> None:
    """The line for jq lists notes."""
    command = re.search(r"^jq .*LOG$", PAGE, re.MULTILINE)
    assert command
    log = next(path for path in bundled() if "playtest" in path.name)
    assert shell(command[0].replace("LOG", log.name), log.parent).startswith("56 first turns are slow")


def test_duckdb_reads_a_log() -> None:
    """The SQL counts events."""
    sql = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert sql
    log = next(path for path in bundled() if "to-31" in path.name)
    with duckdb.connect() as connection:
        found = connection.execute(sql[1].replace("LOG", str(log))).fetchall()
    assert found[0] == ("ship_moved", 305)
