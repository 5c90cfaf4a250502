"""The tree of a log: its lines, where each stands, and which entries fit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from playfold.errors import DamagedLogError

from .entry import Entry
from .journal import (
    OWN,
    OWN_PLAY,
    Corrected,
    Finished,
    Forked,
    Noted,
    Promoted,
    Rated,
    Resigned,
    SeedRevealed,
    TakenBack,
)
from .positions import Positions, Run
from .text import NAME

__all__ = ["MAIN", "Line", "Mark", "Run", "Tree"]

MAIN = "main"


class Line(msgspec.Struct, frozen=True, gc=False):
    """A named path through the tree.

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


class Tree(Positions):
    """The tree of one log, built entry by entry; it holds the entries.

    Args:
        seats: how many seats the game has; an own event of another seat does not fit.

    `lines` has every line by name; `runs` all runs in file order; `main_finished` and `seed_revealed` (the seed, or "")
    tell of the end. Cost: 0.15 us an entry of play within a run, 3 us a run; a question about a position is logarithmic
    in the number of runs.
    """

    def __init__(self, seats: int = 99) -> None:
        super().__init__()
        self.seats = seats
        self.entries: list[Entry[Any]] = []
        self.lines: dict[str, Line] = {MAIN: Line(MAIN, 0)}
        self.main_finished = False
        self.seed_revealed = ""
        self._before: dict[str, Line | None] | None = None
        self._moves: dict[str, list[tuple[int, int]]] = {MAIN: []}

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

    def check(self, entry: Entry[Any]) -> None:
        """Raises what `add` would raise for this entry, and changes nothing."""
        mark = self.mark()
        try:
            self.extend((entry,))
        finally:
            self.undo(mark)

    def add(self, entry: Entry[Any]) -> None:
        """Adds the next entry.

        Raises:
            DamagedLogError: it does not fit.
        """
        self.extend((entry,))

    def mark(self) -> Mark:
        """Begins what `undo` can take back, until the next mark. Constant cost."""
        self._before = {}
        last = self.runs[-1].last if self.runs else 0
        return Mark(len(self.entries), len(self.runs), last, len(self._drawn), self.main_finished, self.seed_revealed)

    def undo(self, mark: Mark) -> None:
        """Takes back all that was added since the last mark."""
        for name, line in (self._before or {}).items():
            if line is None:
                del self.lines[name], self._moves[name]
                continue
            self.lines[name] = line
            moves = self._moves[name]
            while moves and moves[-1][0] > mark.count:
                moves.pop()
        self._before = None
        del self.entries[mark.count :]
        self._cut(mark.runs, mark.last, mark.drawn)
        self.main_finished, self.seed_revealed = mark.main_finished, mark.seed_revealed

    def extend(self, entries: Sequence[Entry[Any]]) -> None:  # noqa: C901 - one loop, for speed
        """Adds entries in order, up to the first that does not fit.

        Raises:
            DamagedLogError: one does not fit; `entry` is the number it should have. Those before it are in.
        """
        before = len(self.entries)
        self.entries += entries
        run = self.runs[-1] if self.runs and self.runs[-1].last == before else None
        line = None if run is None else "" if run.line == MAIN else run.line
        highest = 0 if run is None else self.highest_draw(before)
        own, play, drawn, highests = _OWN, _PLAY, self._drawn, self._highest
        n = first = before + 1
        try:
            for n, entry in enumerate(entries, first):
                if entry.n != n:
                    _wrong(n, f"it is numbered {entry.n}", "an entry is missing, doubled or moved")
                kind = type(entry.event)
                if kind in own and (kind not in play or self._check_own_play(entry)):
                    if run is not None:
                        self._close(run, n - 1)
                        run = line = None
                    self._add_own(entry)
                elif run is None or entry.line != line:
                    if run is not None:
                        self._close(run, n - 1)
                        run = line = None
                    run, highest = self._open(entry)
                    line = entry.line
                elif entry.of:
                    highest = self._draw(entry, run.line, n - 1, highest)
                elif draw := entry.draw:
                    if draw != highest + 1:
                        _wrong_draw(entry, highest)
                    drawn.append(n)
                    highests.append(draw)
                    highest = draw
            n = len(self.entries) + 1
        finally:
            del self.entries[n - 1 :]
            if run is not None:
                self._close(run, n - 1)

    def _put(self, line: Line) -> None:
        if self._before is not None and line.name not in self._before:
            self._before[line.name] = self.lines.get(line.name)
        self.lines[line.name] = line

    def _move(self, line: Line, n: int) -> None:
        """Moves a line's tip by entry n."""
        self._put(line)
        self._moves.setdefault(line.name, []).append((n, line.tip))

    def _close(self, run: Run, n: int) -> None:
        run.last = n
        self._put(msgspec.structs.replace(self.lines[run.line], tip=n))

    def _line(self, entry: Entry[Any]) -> Line:
        name = entry.line
        line = self.lines.get(name or MAIN)
        if name == MAIN:
            _wrong(entry.n, "its line is written `main`", "entries of main name no line")
        if line is None:
            _wrong(entry.n, f"the line {name[:64]!r} was not opened", "a line begins with `forked` or `corrected`")
        return line

    def _open(self, entry: Entry[Any]) -> tuple[Run, int]:
        line = self._line(entry)
        if self.main_finished and line.name == MAIN:
            _wrong(entry.n, "it plays on main, which is finished", "fork a line to go on")
        parent = line.tip
        draws = self.highest_draw(parent)
        highest = self._draw(entry, line.name, parent, draws) if entry.draw or entry.of else draws
        run = self._begin(line.name, parent, entry.n, draws)
        self._moves[line.name].append((entry.n, entry.n))
        return run, highest

    def _draw(self, entry: Entry[Any], name: str, parent: int, highest: int) -> int:
        """Checks an entry that is drawn or repeats another, and gives the highest draw on its path with it."""
        draw = entry.draw
        if entry.of:
            self._repeat(entry, self.lines[name], parent)
        elif draw != highest + 1:
            _wrong_draw(entry, highest)
        if draw > highest:
            self._drawn.append(entry.n)
            self._highest.append(draw)
            return draw
        return highest

    def _repeat(self, entry: Entry[Any], line: Line, parent: int) -> None:
        of = entry.of
        if not (of < entry.n and self.is_play(of)):
            _wrong(entry.n, f"it repeats {of}, which is no entry of play before it")
        if not line.theirs or parent != line.mine or self.parent(of) != line.theirs:
            _wrong(
                entry.n,
                f"it repeats entry {of} out of order",
                "a line that corrects repeats the entries after the corrected one, each once, in their order",
            )
        model = self.entries[of - 1]
        if model.event != entry.event or model.draw != entry.draw:
            _wrong(entry.n, f"it says that it repeats entry {of}, and differs from it")
        self._put(msgspec.structs.replace(line, mine=entry.n, theirs=of))

    def _check_own_play(self, entry: Entry[Any]) -> bool:
        """Checks an entry of play that is an own event; gives False."""
        event = entry.event
        if type(event) is Resigned:
            self._check_seat(entry, event.seat)
        if entry.draw and not entry.of:
            _wrong(entry.n, "it has a draw and draws nothing")
        return False

    def _check_seat(self, entry: Entry[Any], seat: int) -> None:
        if seat > self.seats:
            _wrong(entry.n, f"its seat is {seat}", f"the game has seats 1 to {self.seats}")

    def _check_name(self, entry: Entry[Any]) -> None:
        name = entry.line
        if not NAME.match(name):
            _wrong(
                entry.n,
                f"{name[:64]!r} is no name of a line",
                "a name is 1 to 64 letters, digits, _ or -, the first a letter or digit",
            )
        if name in self.lines:
            _wrong(entry.n, f"the line {name!r} was opened before", "choose another name")

    def _add_own(self, entry: Entry[Any]) -> None:  # noqa: C901 - one branch for each kind of event
        event, n = entry.event, entry.n
        kind = type(event)
        if entry.draw or entry.of or entry.state:
            _wrong(n, "it has a draw, a state or an entry that it repeats, and is no entry of play")
        if kind is Forked:
            self._check_name(entry)
            self._check_position(entry, event.at)
            self._move(Line(entry.line, event.at, n, event.at, event.seed), n)
            return
        if kind is Corrected:
            self._check_name(entry)
            if not self.is_play(event.entry):
                _wrong(n, f"it corrects {event.entry}, which is no entry of play before it")
            origin = self.parent(event.entry)
            self._move(Line(entry.line, origin, n, origin, event.seed, n + 1, event.entry), n)
            return
        line = self._line(entry)
        if kind is TakenBack:
            self._check_open(entry, line)
            self._check_position(entry, event.to)
            if event.to == line.tip or not self.on_path(event.to, line.tip):
                _wrong(n, f"it takes {line.name} back to {event.to}", f"not before {line.tip} on its path")
            self._move(msgspec.structs.replace(line, tip=event.to), n)
        elif kind in {Promoted, Finished, SeedRevealed}:
            self._add_end(entry, line)
        elif kind is Noted:
            if event.on >= n:
                _wrong(n, f"it is about entry {event.on}, which is not before it")
            self._check_seat(entry, event.seat)
        elif kind is Rated:
            self._check_seat(entry, event.seat)

    def _add_end(self, entry: Entry[Any], line: Line) -> None:
        event, n = entry.event, entry.n
        kind = type(event)
        if line.name != MAIN:
            _wrong(n, f"it stands on the line {line.name!r} and speaks of main")
        if kind is Promoted:
            self._check_open(entry, line)
            if event.line == MAIN or event.line not in self.lines:
                _wrong(n, f"it promotes {event.line!r}, which is no line beside main")
            self._move(msgspec.structs.replace(line, tip=self.lines[event.line].tip), n)
        elif kind is Finished:
            if self.main_finished:
                _wrong(n, "main is finished already")
            self.main_finished = True
        else:
            if not self.main_finished:
                _wrong(n, "it reveals the seed before main is finished")
            if self.seed_revealed:
                _wrong(n, "the seed is revealed already")
            self.seed_revealed = event.seed

    def _check_open(self, entry: Entry[Any], line: Line) -> None:
        if self.main_finished and line.name == MAIN:
            _wrong(entry.n, "it moves the tip of main, which is finished", "fork a line to go on")

    def _check_position(self, entry: Entry[Any], position: int) -> None:
        if not (position < entry.n and self.is_position(position)):
            _wrong(entry.n, f"{position} is no position before it", "a position is 0 or the number of an entry of play")


_OWN = frozenset(OWN)
_PLAY = frozenset(OWN_PLAY)


def _wrong(n: int, message: str, hint: str = "") -> NoReturn:
    raise DamagedLogError(message, entry=n, line=n + 1, hint=hint)


def _wrong_draw(entry: Entry[Any], highest: int) -> NoReturn:
    _wrong(entry.n, f"its draw is {entry.draw}", f"the next on its path is {highest + 1}")
