"""Logs made byte by byte, without the writer, so that reader and writer are tested apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.reader import Log, read
from playfold.records.writer import Appender, create

HEAD = (
    '{"format":"playfold/1","game":"g1","rules":"any@1","set":{"size":3},"schema":1,"engine":"0.1.0",'
    '"seats":["Greg","Cathy"],"dice":"table"}'
)

Craft = Callable[..., Path]
Begin = Callable[..., Log]


def seal(bodies: Sequence[str | bytes]) -> bytes:
    """Gives the bytes of a log for the JSON of its lines without hashes, as the format's description says."""
    data = b""
    for body in bodies:
        data += (body.encode() if isinstance(body, str) else body)[:-1]
        data += b',"hash":"' + sha256(data).hexdigest()[:16].encode() + b'"}\n'
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
