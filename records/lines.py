"""The lines of a log: where each stands and stood, and how to go back to an earlier moment while writing."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .entry import Entry
from .positions import Positions

MAIN = "main"


@dataclass(slots=True)  # not a struct of msgspec: setting the tip is three times as fast
class Line:
    """A named path through the tree; the tree moves its tip.

    Args:
        name: `main`, or as its first entry names it.
        tip: the position where it stands.
        first: the number of the entry that opened it; 0 for main.
        origin: the position where it began.
        seed: for drawn dice on it, in clear; "" for none and for main.
        mine: on a line that corrects, the position up to which it repeats the other path; 0 elsewhere.
        theirs: the entry of the other path that `mine` repeats or replaces.
        moved: the entries that moved its tip without being entries of play, ascending.
        tips: where each of them moved it.
    """

    name: str
    tip: int
    first: int = 0
    origin: int = 0
    seed: str = ""
    mine: int = 0
    theirs: int = 0
    moved: list[int] = field(default_factory=list)
    tips: list[int] = field(default_factory=list)

    def jump(self, n: int, tip: int) -> None:
        """Moves its tip by entry n, which is no entry of play."""
        self.tip = tip
        self.moved.append(n)
        self.tips.append(tip)


class Mark(msgspec.Struct, frozen=True):
    """What `Tree.undo` goes back to."""

    count: int
    runs: int
    last: int
    drawn: int
    main_finished: bool
    seed_revealed: str


class Lines(Positions):
    """The lines of a log over its positions. What was added since a `mark` can be undone."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry[Any]] = []
        self._main = Line(MAIN, 0)
        self.lines: dict[str, Line] = {MAIN: self._main}
        self.main_finished = False
        self.seed_revealed = ""
        self._repeated: list[tuple[int, Line, int, int]] = []

    def position_after(self, n: int, name: str = "") -> int:
        """Gives the position of a line right after entry n; without a name, of the line of that entry.

        A line that was not opened yet, and any line right after the header (n is 0), stands at 0. Cost: the runs of
        other lines since the line's last move.
        """
        if n < 1:
            return 0
        name = name or self.entries[n - 1].line or MAIN
        line = self.lines.get(name)
        i = bisect_right(line.moved, n) if line is not None else 0
        at, tip = (line.moved[i - 1], line.tips[i - 1]) if line is not None and i else (0, 0)
        k = bisect_right(self._firsts, n)
        while k and self.runs[k - 1].first > at:
            k -= 1
            if self.runs[k].line == name:
                return min(n, self.runs[k].last)
        return tip

    def mark(self) -> Mark:
        """Gives what `undo` needs to come back to this moment. Constant cost."""
        last = self.runs[-1].last if self.runs else 0
        return Mark(len(self.entries), len(self.runs), last, len(self._drawn), self.main_finished, self.seed_revealed)

    def undo(self, mark: Mark) -> None:
        """Takes back all that was added since a mark. Linear in what is taken back and in the number of lines."""
        count = mark.count
        self._cut(mark.runs, mark.last, mark.drawn)
        while self._repeated and self._repeated[-1][0] > count:
            _, repeating, mine, theirs = self._repeated.pop()
            repeating.mine, repeating.theirs = mine, theirs
        for name in reversed(list(self.lines)):
            line = self.lines[name]
            if line.first > count:
                del self.lines[name]
                continue
            del line.tips[bisect_right(line.moved, count) :]
            del line.moved[len(line.tips) :]
            line.tip = self.position_after(count, name)
        del self.entries[count:]
        self.main_finished, self.seed_revealed = mark.main_finished, mark.seed_revealed

    def _new(self, line: Line) -> None:
        """Opens a line."""
        self.lines[line.name] = line
        line.jump(line.first, line.tip)

    def _repeat(self, line: Line, n: int, of: int) -> None:
        """Notes that entry n repeats entry `of` of another path."""
        self._repeated.append((n, line, line.mine, line.theirs))
        line.mine, line.theirs = n, of
