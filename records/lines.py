"""The lines of a log: where each stands and stood, and how to go back to an earlier moment while writing."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from typing import Any

import msgspec

from .entry import Entry
from .positions import Positions

MAIN = "main"


class Line(msgspec.Struct, gc=False):
    """A named path through the tree; the tree moves its tip.

    Args:
        name: `main`, or as its first entry names it.
        tip: the position where it stands.
        first: the number of the entry that opened it; 0 for main.
        origin: the position where it began.
        seed: for drawn dice on it, in clear; "" for none and for main.
        mine: on a line that corrects, the position up to which it repeats the other path; 0 elsewhere.
        theirs: the entry of the other path that `mine` repeats or replaces.
    """

    name: str
    tip: int
    first: int = 0
    origin: int = 0
    seed: str = ""
    mine: int = 0
    theirs: int = 0


class Mark(msgspec.Struct, frozen=True):
    """What `Tree.undo` goes back to."""

    count: int
    runs: int
    last: int
    drawn: int
    main_finished: bool
    seed_revealed: str


class Lines(Positions):
    """The lines of a log over its positions. Every change since the last `mark` can be undone."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry[Any]] = []
        self.lines: dict[str, Line] = {MAIN: Line(MAIN, 0)}
        self.main_finished = False
        self.seed_revealed = ""
        self._moves: dict[str, list[tuple[int, int]]] = {MAIN: []}
        self._before: dict[str, Line | None] = {}

    def position_after(self, n: int, name: str = "") -> int:
        """Gives the position of a line right after entry n; without a name, of the line of that entry.

        A line that was not opened yet, and any line right after the header (n is 0), stands at 0. Logarithmic in the
        number of moves of the line.
        """
        if n < 1:
            return 0
        moves = self._moves.get(name or self.entries[n - 1].line or MAIN, [])
        i = bisect_right(moves, (n, len(self.entries) + 1))
        if not i:
            return 0
        at, tip = moves[i - 1]
        run = self._run(at) if at == tip else None
        return tip if run is None else min(n, run.last)

    def mark(self) -> Mark:
        """Begins what `undo` can take back, until the next mark. Constant cost."""
        self._before = {}
        last = self.runs[-1].last if self.runs else 0
        return Mark(len(self.entries), len(self.runs), last, len(self._drawn), self.main_finished, self.seed_revealed)

    def undo(self, mark: Mark) -> None:
        """Takes back all that was added since the last mark."""
        for name, line in self._before.items():
            if line is None:
                del self.lines[name], self._moves[name]
                continue
            self.lines[name] = line
            moves = self._moves[name]
            while moves and moves[-1][0] > mark.count:
                moves.pop()
        self._before = {}
        del self.entries[mark.count :]
        self._cut(mark.runs, mark.last, mark.drawn)
        self.main_finished, self.seed_revealed = mark.main_finished, mark.seed_revealed

    def _keep(self, line: Line) -> None:
        """Keeps a line as it is before it changes, for `undo`."""
        if line.name not in self._before:
            self._before[line.name] = copy(line)

    def _new(self, line: Line) -> None:
        """Opens a line."""
        self._before[line.name] = None
        self.lines[line.name] = line
        self._moves[line.name] = [(line.first, line.tip)]

    def _move(self, line: Line, n: int, tip: int) -> None:
        """Moves a line's tip by entry n; for an entry of play that begins a run, tip is n."""
        self._keep(line)
        line.tip = tip
        self._moves[line.name].append((n, tip))
