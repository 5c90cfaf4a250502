"""The tree of a log: which entries fit it, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn

from playfold.errors import DamagedLogError

from .entry import Entry
from .journal import (
    OWN_PLAY,
    Corrected,
    Finished,
    Forked,
    Noted,
    Paused,
    Promoted,
    Rated,
    Refused,
    Resigned,
    Resumed,
    SeedRevealed,
    TakenBack,
)
from .lines import MAIN, Line, Lines, Mark
from .positions import Run
from .text import NAME

__all__ = ["MAIN", "Line", "Mark", "Run", "Tree"]


class Tree(Lines):
    """The tree of one log, built entry by entry; it holds the entries.

    Args:
        seats: how many seats the game has; an own event of another seat does not fit.

    `lines` has every line by name; `runs` all runs in file order; `main_finished` and `seed_revealed` (the seed, or "")
    tell of the end. Cost: 0.1 us an entry of play within a run, 1 us a run; a question about a position is logarithmic
    in the number of runs.
    """

    def __init__(self, seats: int = 99) -> None:
        super().__init__()
        self.seats = seats

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

    def extend(self, entries: Sequence[Entry[Any]]) -> None:  # noqa: C901, PLR0912 - one loop, for speed
        """Adds entries in order, up to the first that does not fit.

        Raises:
            DamagedLogError: one does not fit; `entry` is the number it should have. Those before it are in.
        """
        before = len(self.entries)
        self.entries += entries
        run, line, highest = self._resumed(before)
        name = None if line is _NO_LINE else "" if line.name == MAIN else line.name
        play, add, drawn, highests = _PLAY, self._ADD, self._drawn, self._highest
        n = first = before + 1
        usual: type | None = None
        try:
            for n, entry in enumerate(entries, first):
                if entry.n != n:
                    _wrong(n, f"it is numbered {entry.n}", "an entry is missing, doubled or moved")
                kind = type(entry.event)
                if kind is not usual:  # saves the look-up where events of one class follow each other
                    if kind in add:
                        if line is not _NO_LINE:
                            run.last = line.tip = n - 1
                            line, name = _NO_LINE, None
                        if entry.draw or entry.of or entry.state:
                            _wrong(n, "it is no entry of play, and has a draw, a state or an entry that it repeats")
                        add[kind](self, entry)
                        continue
                    if kind in play:
                        self._check_own_play(entry)
                    else:
                        usual = kind
                if entry.line != name:
                    if line is not _NO_LINE:
                        run.last = line.tip = n - 1
                        line, name = _NO_LINE, None
                    run, line, highest = self._open(entry)
                    name = entry.line
                elif entry.of:
                    highest = self._draw(entry, line, n - 1, highest)
                elif draw := entry.draw:
                    if draw != highest + 1:
                        _wrong_draw(entry, highest)
                    drawn.append(n)
                    highests.append(draw)
                    highest = draw
            n = len(self.entries) + 1
        finally:
            del self.entries[n - 1 :]
            if line is not _NO_LINE:
                run.last = line.tip = n - 1

    def _resumed(self, count: int) -> tuple[Run, Line, int]:
        """Gives the run that ends at entry `count`, its line (`_NO_LINE`: there is none) and the highest draw."""
        if not self.runs or self.runs[-1].last != count:
            return _NO_RUN, _NO_LINE, 0
        run = self.runs[-1]
        drawn = self._drawn and self._drawn[-1] >= run.first
        return run, self.lines[run.line], self._highest[-1] if drawn else run.draws

    def _line(self, entry: Entry[Any]) -> Line:
        name = entry.line
        if not name:
            return self._main
        line = self.lines.get(name)
        if name == MAIN:
            _wrong(entry.n, "its line is written `main`", "entries of main name no line")
        if line is None:
            _wrong(entry.n, f"the line {name[:64]!r} was not opened", "a line begins with `forked` or `corrected`")
        return line

    def _open(self, entry: Entry[Any]) -> tuple[Run, Line, int]:
        """Begins a run."""
        line, n = self._line(entry) if entry.line else self._main, entry.n
        if self.main_finished and line is self._main:
            _wrong(n, "it plays on main, which is finished", "fork a line to go on")
        parent, draws, depth, jump = line.tip, 0, 1, 0
        if parent:
            draws, depth, jump = self._after(parent)
        highest = self._draw(entry, line, parent, draws) if entry.draw or entry.of else draws
        run = Run(line.name, parent, n, n, draws, depth, jump)
        self.runs.append(run)
        self._firsts.append(n)
        return run, line, highest

    def _draw(self, entry: Entry[Any], line: Line, parent: int, highest: int) -> int:
        """Checks an entry that is drawn or repeats another, and gives the highest draw on its path with it."""
        draw = entry.draw
        if entry.of:
            self._check_repeat(entry, line, parent)
        elif draw != highest + 1:
            _wrong_draw(entry, highest)
        if draw > highest:
            self._drawn.append(entry.n)
            self._highest.append(draw)
            return draw
        return highest

    def _check_repeat(self, entry: Entry[Any], line: Line, parent: int) -> None:
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
        self._repeat(line, entry.n, of)

    def _check_own_play(self, entry: Entry[Any]) -> None:
        """Checks an entry of play that is an own event."""
        event = entry.event
        if type(event) is Resigned:
            self._check_seat(entry, event.seat)
        if entry.draw and not entry.of:
            _wrong(entry.n, "it has a draw and draws nothing")

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

    def _check_main(self, entry: Entry[Any]) -> Line:
        line = self._line(entry)
        if line.name != MAIN:
            _wrong(entry.n, f"it stands on the line {line.name!r} and speaks of main")
        return line

    def _check_open(self, entry: Entry[Any], line: Line) -> None:
        if self.main_finished and line.name == MAIN:
            _wrong(entry.n, "it moves the tip of main, which is finished", "fork a line to go on")

    def _check_position(self, entry: Entry[Any], position: int) -> None:
        if not (position < entry.n and self.is_position(position)):
            _wrong(entry.n, f"{position} is no position before it", "a position is 0 or the number of an entry of play")

    # One method for each kind of event that is no entry of play.

    def _forked(self, entry: Entry[Forked]) -> None:
        event = entry.event
        self._check_name(entry)
        self._check_position(entry, event.at)
        self._new(Line(entry.line, event.at, entry.n, event.at, event.seed))

    def _corrected(self, entry: Entry[Corrected]) -> None:
        event, n = entry.event, entry.n
        self._check_name(entry)
        if not self.is_play(event.entry):
            _wrong(n, f"it corrects {event.entry}, which is no entry of play before it")
        origin = self.parent(event.entry)
        self._new(Line(entry.line, origin, n, origin, event.seed, n + 1, event.entry))

    def _taken_back(self, entry: Entry[TakenBack]) -> None:
        line = self._line(entry) if entry.line else self._main
        to, tip = entry.event.to, line.tip
        if self.main_finished:
            self._check_open(entry, line)
        if to >= tip or (to and not self.on_path(to, tip)):
            self._check_position(entry, to)
            _wrong(entry.n, f"it takes {line.name} back to {to}, which is not before {tip} on its path")
        line.tip = to  # as `jump` does, without a call for each game that is taken back
        line.moved.append(entry.n)
        line.tips.append(to)

    def _promoted(self, entry: Entry[Promoted]) -> None:
        line, other = self._check_main(entry), self.lines.get(entry.event.line)
        self._check_open(entry, line)
        if other is None or other is line:
            _wrong(entry.n, f"it promotes {entry.event.line!r}, which is no line beside main")
        line.jump(entry.n, other.tip)

    def _finished(self, entry: Entry[Finished]) -> None:
        self._check_main(entry)
        if self.main_finished:
            _wrong(entry.n, "main is finished already")
        self.main_finished = True

    def _revealed(self, entry: Entry[SeedRevealed]) -> None:
        self._check_main(entry)
        if not self.main_finished:
            _wrong(entry.n, "it reveals the seed before main is finished")
        if self.seed_revealed:
            _wrong(entry.n, "the seed is revealed already")
        self.seed_revealed = entry.event.seed

    def _noted(self, entry: Entry[Noted]) -> None:
        self._line(entry)
        if entry.event.on >= entry.n:
            _wrong(entry.n, f"it is about entry {entry.event.on}, which is not before it")
        self._check_seat(entry, entry.event.seat)

    def _rated(self, entry: Entry[Rated]) -> None:
        self._line(entry)
        self._check_seat(entry, entry.event.seat)

    def _other(self, entry: Entry[Any]) -> None:
        self._line(entry)

    _ADD: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        Forked: _forked,
        Corrected: _corrected,
        TakenBack: _taken_back,
        Promoted: _promoted,
        Finished: _finished,
        SeedRevealed: _revealed,
        Refused: _other,
        Noted: _noted,
        Rated: _rated,
        Paused: _other,
        Resumed: _other,
    }


_NO_RUN = Run("", 0, 0, 0, 0, 0, 0)
_NO_LINE = Line("", 0)
_PLAY = frozenset(OWN_PLAY)


def _wrong(n: int, message: str, hint: str = "") -> NoReturn:
    raise DamagedLogError(message, entry=n, line=n + 1, hint=hint)


def _wrong_draw(entry: Entry[Any], highest: int) -> NoReturn:
    _wrong(entry.n, f"its draw is {entry.draw}", f"the next on its path is {highest + 1}")
