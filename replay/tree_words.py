"""What a drawing of a tree says of entries and lines: by the rules of the game, or as they are written without them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

import msgspec

from playfold.engine.rulesets import Outcome
from playfold.records.entry import Entry
from playfold.records.reader import Log

from .game import Game
from .story import tell
from .telling import named


class Words(Protocol):
    """Tells a log to a drawing; `seat` is for whom, 0 for everybody, `refused` what today's rules refuse."""

    log: Log
    seat: int
    refused: Collection[int]

    def told(self, n: int) -> str:
        """Tells entry n."""

    def turns(self, first: int, last: int) -> str:
        """Says in which turns entries were played; empty when nobody knows."""

    def over(self, line: str) -> bool:
        """Says whether a line is over."""

    def stands(self, line: str) -> str:
        """Says how a line stands; empty when nobody knows."""


class ByRules:
    """Tells a game by its rules, as a seat may know it."""

    def __init__(self, game: Game, seat: int = 0) -> None:
        if seat:
            game.check_seat(seat)
        self.game, self.log, self.seat = game, game.log, seat
        self.refused: Collection[int] = game.refused
        self._ends: dict[str, Outcome | None] = {
            line.name: None if line.refusal else line.outcome for line in game.lines
        }

    def told(self, n: int) -> str:
        """Tells entry n."""
        return tell(self.game, self.game.entries[n - 1], self.seat) or "hidden"

    def turns(self, first: int, last: int) -> str:
        """Says in which turns entries were played: each belongs to the turn that its state is in before it."""
        states, parent = self.game.folded.states, self.log.tree.parent
        one, other = states.get(parent(first)), states.get(parent(last))
        if one is None or other is None:
            return ""
        a, b = self.game.rules.turn(one), self.game.rules.turn(other)
        return f"turn {a}" if a == b else f"turns {a} to {b}"

    def over(self, line: str) -> bool:
        """Says whether a line is over."""
        return self._ends[line] is not None

    def stands(self, line: str) -> str:
        """Says who won a line, or whom it waits for."""
        view, end = self.game.line(line), self._ends[line]
        if view.refusal:
            return "refused by today's rules"
        if end is not None:
            winners = " and ".join(f"@{seat}" for seat in end.winners) or "nobody"
            return named(f"{winners} {'win' if len(end.winners) > 1 else 'wins'} ({end.reason})", self.game.names)
        act = view.to_act
        kinds = [str(kind.__struct_config__.tag).replace("_", " ") for kind in act.chance]
        return named(f"waits for {' or '.join([*(f'@{seat}' for seat in act.waits), *kinds])}", self.game.names)


class AsWritten:
    """Tells a log whose rules are not installed: its events as they are written."""

    def __init__(self, log: Log) -> None:
        self.log, self.seat = log, 0
        self.refused: Collection[int] = ()

    def told(self, n: int) -> str:
        """Gives entry n as it is written."""
        return written(self.log.entries[n - 1])

    def turns(self, first: int, last: int) -> str:
        """Gives nothing: only the rules know turns."""
        del first, last
        return ""

    def over(self, line: str) -> bool:
        """Says no: only the rules know."""
        del line
        return False

    def stands(self, line: str) -> str:
        """Gives nothing: only the rules know."""
        del line
        return ""


def written(entry: Entry[Any]) -> str:
    """Gives an entry's event as it is written: its type, and the rest as JSON."""
    raw: dict[str, Any] = msgspec.to_builtins(entry.event)
    rest = {key: value for key, value in raw.items() if key != "type"}
    return f"{raw.get('type', '?')} {msgspec.json.encode(rest).decode()}" if rest else str(raw.get("type", "?"))
