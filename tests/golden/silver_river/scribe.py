"""Writes a golden log: the same events give the same bytes, times and name of the game included."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

import playfold
from playfold.engine import reference
from playfold.engine.dice import Dice
from playfold.engine.digest import digester
from playfold.engine.events import Event
from playfold.errors import Illegal
from playfold.records.entry import Entry
from playfold.records.journal import Finished, Refused, Stopped
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.opening import header_for

RULES = playfold.ruleset("silver-river")
_DIGEST = digester(RULES.state)


class Scribe:
    """Keeps the entries of a game until they are written.

    Args:
        name: of the log, without the game; it is the seed of what chance and clock bring, too.
        rules_reference: the rules.
        seats: the players.
    """

    def __init__(self, name: str, rules_reference: str, seats: tuple[str, ...]) -> None:
        self.name, self.state = name, _start(rules_reference, len(seats))
        self._rules_reference, self._seats = rules_reference, seats
        self._chance = Random(f"clock of {name}")  # noqa: S311 - times that nobody has to guess
        self._time = datetime(2026, 11, 22, 17, tzinfo=UTC)
        self._began = self._now()
        self._draws = 0
        self.entries: list[Entry[Any]] = []

    def _now(self) -> str:
        self._time += timedelta(milliseconds=4000 + int(36_000 * self._chance.random()))
        return f"{self._time:%Y-%m-%dT%H:%M:%S}.{self._time.microsecond // 1000:03}Z"

    def _add(self, event: Any, *, play: bool = True) -> None:
        state = _DIGEST(self.state) if play else ""
        self.entries.append(Entry(n=len(self.entries) + 1, time=self._now(), event=event, state=state, hash=""))

    def play(self, event: Event[Any]) -> None:
        """Plays an event."""
        self.state = RULES.step(self.state, event)
        self._add(event)

    def say(self, kind: str, **fields: Any) -> None:
        """Plays an event as a log has it."""
        self.play(RULES.event({"type": kind, **fields}))

    def draw(self, seed: str) -> None:
        """Lets chance bring what is due."""
        self._draws += 1
        self.play(RULES.to_act(self.state).chance[0].draw(self.state, Dice(seed, self._draws)))

    def refuse(self, kind: str, **fields: Any) -> None:
        """Tries an event that the rules refuse, and keeps the refusal."""
        event = RULES.event({"type": kind, **fields})
        with pytest.raises(Illegal) as caught:
            RULES.step(self.state, event)
        refused = Refused(event={"type": kind, **fields}, rule=caught.value.rule, why=str(caught.value))
        self._add(refused, play=False)

    def write(self, folder: Path, *, stopped: str = "") -> Path:
        """Ends the log, writes it and gives its path."""
        self._add(Stopped(why=stopped) if stopped else Finished(), play=bool(stopped))
        header = header_for(
            self._rules_reference,
            self._seats,
            game=str(UUID(bytes=sha256(f"silver-river {self.name}".encode()).digest()[:16], version=4)),
            time=self._began,
        )
        path = folder / f"silver-river-{self.name}.jsonl"
        path.unlink(missing_ok=True)
        create(path, header)
        with closing(Appender(read(path, lambda _: RULES.event_type))) as appender:
            appender.append(self.entries)
        return path


def _start(rules_reference: str, seats: int) -> Any:
    wanted = reference.parse(rules_reference)
    return RULES.start(RULES.params(wanted.version, **wanted.overrides), seats)
