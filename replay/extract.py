"""Writes one line of a log as a log of its own, whose header names its origin."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from playfold.records.entry import Entry
from playfold.records.header import Origin
from playfold.records.journal import Noted
from playfold.records.reader import read
from playfold.records.writer import Appender, create

from .clock import now
from .game import Game
from .lines import Line
from .opening import ENGINE


def extract(line: Line, target: str | os.PathLike[str]) -> Path:
    """Copies the path of a line, and the notes about its entries, into a new log.

    The new log's dice are `table`: what was drawn stays as it was, but no seed comes along. Times hold. Under a newer
    schema than the log's the entries are written in today's layout.

    Raises:
        NotWrittenError: the file exists or cannot be written.
        PlayfoldError: today's rules refuse the path.
    """
    game = line.game
    state = line.state
    path = line.path
    tip = game.entries[path[-1] - 1] if path else None
    header = msgspec.structs.replace(
        game.header,
        game=str(uuid4()),
        set=msgspec.to_builtins(state.rules),
        schema=game.rules.schema,
        engine=ENGINE,
        dice="table",
        time=now(),
        origin=Origin(
            game=game.header.game,
            line=line.name,
            n=tip.n if tip else 0,
            hash=tip.hash if tip else game.header.hash,
        ),
        hash="",
    )
    create(target, header)
    new = read(target, lambda _: game.rules.event_type)
    appender = Appender(new)
    try:
        entries = _copied(game, path)
        if entries:
            appender.append(entries)
    finally:
        appender.close()
    return Path(target)


def _copied(game: Game, path: list[int]) -> list[Entry[Any]]:
    number = {old: place for place, old in enumerate(path, 1)}
    notes = [entry for entry in game.entries if isinstance(entry.event, Noted) and entry.event.on in {0, *number}]
    copied: list[Entry[Any]] = []
    digest = game.digest
    for old, place in number.items():
        entry = game.entries[old - 1]
        state = digest(game.folded.states[old])
        copied.append(Entry(n=place, time=entry.time, event=entry.event, state=state, hash=""))
    for note in notes:
        event = msgspec.structs.replace(note.event, on=number.get(note.event.on, 0))
        copied.append(Entry(n=len(copied) + 1, time=note.time, event=event, hash=""))
    return copied
