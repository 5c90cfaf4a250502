"""The positions of a log: runs of play, what comes before each position, and the draws on the way to it."""

from __future__ import annotations

from bisect import bisect_right

import msgspec

from playfold.errors import DamagedLogError


class Run(msgspec.Struct, gc=False):
    """A longest row of entries of play with consecutive numbers on one line, each the child of the one before it.

    Args:
        line: its line.
        parent: the position before `first`.
        first: the number of its first entry.
        last: the number of its last entry.
        draws: the highest `draw` on the path to `parent`.
        depth: how many runs its path has.
        jump: a position on its path from which the search for an ancestor goes on, by skewed binary steps.
    """

    line: str
    parent: int
    first: int
    last: int
    draws: int
    depth: int
    jump: int


class Positions:
    """The entries of play of a log by their runs, in file order. Questions are logarithmic in the number of runs."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._firsts: list[int] = []
        self._drawn: list[int] = []
        self._highest: list[int] = []

    def is_play(self, position: int) -> bool:
        """Says whether an entry of play has this number."""
        run = self._run(position)
        return run is not None and position <= run.last

    def is_position(self, position: int) -> bool:
        """Says whether this is a position: 0 or an entry of play."""
        return position == 0 or self.is_play(position)

    def parent(self, position: int) -> int:
        """Gives the position before an entry of play.

        Raises:
            DamagedLogError: it is none.
        """
        run = self._run(position)
        if run is None or position > run.last:
            raise DamagedLogError(f"{position} is no entry of play", entry=position or None)
        return position - 1 if position > run.first else run.parent

    def path(self, position: int) -> list[int]:
        """Lists the entries of play from the start to a position, in order; empty for 0. Linear in their number."""
        parts = []
        while position:
            run = self._run(position)
            if run is None or position > run.last:
                raise DamagedLogError(f"{position} is no entry of play", entry=position)
            parts.append(range(run.first, position + 1))
            position = run.parent
        return [n for part in reversed(parts) for n in part]

    def on_path(self, ancestor: int, position: int) -> bool:
        """Says whether the path to `position` passes `ancestor`. Both must be positions."""
        if not ancestor:
            return True
        while position > ancestor:
            run = self._run(position)
            if run is None:
                return False
            if run.first <= ancestor:
                return True
            position = run.jump if run.jump >= ancestor else run.parent
        return position == ancestor

    def highest_draw(self, position: int) -> int:
        """Gives the highest `draw` on the path to a position; 0 for none."""
        run = self._run(position)
        if run is None:
            return 0
        i = bisect_right(self._drawn, position) - 1
        return self._highest[i] if i >= 0 and self._drawn[i] >= run.first else run.draws

    @property
    def drawn(self) -> list[int]:
        """The entries with a draw, ascending."""
        return self._drawn

    def _run(self, position: int) -> Run | None:
        runs = self.runs
        if not position:
            return None
        if runs and position >= runs[-1].first:
            return runs[-1]
        i = bisect_right(self._firsts, position)
        return runs[i - 1] if i else None

    def _after(self, parent: int) -> tuple[int, int, int]:
        """Gives the draws, the depth and the jump of a run that goes on from a position."""
        before = self._run(parent)
        if before is None:
            return 0, 1, 0
        far = self._run(before.jump)
        farther = self._run(far.jump) if far is not None else None
        jump = parent
        if far is not None and before.depth - far.depth == far.depth - (farther.depth if farther else 0):
            jump = far.jump
        return self.highest_draw(parent), before.depth + 1, jump

    def _cut(self, runs: int, last: int, drawn: int) -> None:
        """Goes back to so many runs, the last of which ends at `last`, and so many drawn entries."""
        del self.runs[runs:], self._firsts[runs:]
        del self._drawn[drawn:], self._highest[drawn:]
        if self.runs:
            self.runs[-1].last = last
