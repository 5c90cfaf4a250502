"""Logs made byte by byte, without the writer, so that reader and writer are tested apart; and an archive to ask."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from playfold.records import query
from playfold.records.archive_file import open_to_write
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.query import Answer, Question
from playfold.records.reader import Log, read
from playfold.records.sandbox import answer
from playfold.records.writer import Appender, create

from .damage import PLAY

HEAD = (
    '{"format":"playfold/1","game":"g1","rules":"any@1","set":{"size":3},"schema":1,"engine":"0.1.0",'
    '"seats":["Greg","Cathy"],"dice":"table"}'
)

HOSTILE = "'); DROP TABLE games;-- \" ; [/b] \N{RIGHT-TO-LEFT OVERRIDE}"
"""The name of a player that is SQL, markup and reads backwards."""

Craft = Callable[..., Path]
Begin = Callable[..., Log]


def seal(bodies: Sequence[str | bytes]) -> bytes:
    """Gives the bytes of a log for the JSON of its lines without hashes, as the format's description says."""
    data = b""
    for body in bodies:
        data += (body.encode() if isinstance(body, str) else body)[:-1]
        data += b',"hash":"' + hashlib.sha256(data).hexdigest()[:16].encode() + b'"}\n'
    return data


@pytest.fixture
def craft(tmp_path: Path) -> Craft:
    """Gives a function that writes a log of these lines, each with the right hash, whatever else is wrong with it."""

    def crafted(*bodies: str | bytes, head: str = HEAD, name: str = "g.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(seal([head, *bodies]))
        return path

    return crafted


@pytest.fixture
def lines(craft: Craft) -> list[bytes]:
    """Gives the lines of a good log of 5 entries."""
    return craft(*(PLAY % n for n in range(1, 6))).read_bytes().splitlines(keepends=True)


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Gives a function that begins a log with these events on main and reads it."""

    def begun(*events: Any, name: str = "g.jsonl") -> Log:
        path = tmp_path / name
        create(path, header())
        log = read(path)
        with Appender(log) as appender:
            appender.append([Entry(n=n, event=event) for n, event in enumerate(events, 1)])
        return log

    return begun


def header(**changes: Any) -> Header:
    """Makes a header."""
    members: dict[str, Any] = {
        "format": "playfold/1",
        "game": "g1",
        "rules": "any@1",
        "set": {"size": 3},
        "schema": 1,
        "engine": "0.1.0",
        "seats": ("Greg", "Cathy"),
        "dice": "table",
    }
    return Header(**{**members, **changes})


@pytest.fixture
def new_header() -> Callable[..., Header]:
    """Gives a function that makes a header, with some members changed."""
    return header


@pytest.fixture
def same() -> Callable[[Log], None]:
    """Gives a function that asserts that a log in memory is what a reader finds in its file."""

    def agree(log: Log) -> None:
        found = read(log.path, every_hash=True).strict()
        assert found.entries == log.entries
        assert found.tree.lines == log.tree.lines
        assert found.tree.runs == log.tree.runs
        assert (found.size, found.digest, found.torn) == (log.size, log.digest, log.torn)
        assert log.failure is None

    return agree


@pytest.fixture(name="archive", scope="module")
def _archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An archive with 100 games, 100 seats; not one byte of it changes in a whole module of tests."""
    folder = tmp_path_factory.mktemp("archive")
    path = folder / "games.duckdb"
    connection = open_to_write(path, folder, "test")
    connection.execute("INSERT INTO games (game, seats) SELECT 'g' || range, 2 FROM range(100)")
    connection.execute("INSERT INTO seats (game, seat, name) SELECT 'g' || range, 1, $1 FROM range(100)", [HOSTILE])
    connection.close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    yield path
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert [found.name for found in folder.iterdir()] == ["games.duckdb"]


@pytest.fixture
def hostile() -> str:
    """Gives the name that seats of the archive have."""
    return HOSTILE


@pytest.fixture
def ask(archive: Path) -> Callable[..., Answer]:
    """Gives a function that asks in this process what the child would be asked: the same code, without its start."""

    def asked(sql: str, params: Any = None, seconds: float = 5.0, max_rows: int = 10) -> Answer:
        return answer(Question(str(archive), sql, params, seconds, max_rows, query.MEMORY))

    return asked
