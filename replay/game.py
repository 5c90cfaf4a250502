"""An opened game: a log and its rules together; everything that may be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any, Self

import msgspec

from playfold.engine.digest import digester
from playfold.engine.events import Decision, Event
from playfold.engine.rulesets import Outcome, RuleSet, ToAct
from playfold.errors import DamagedLogError, NotWrittenError, PlayfoldError, UnknownPositionError
from playfold.records import seed as seeds
from playfold.records.entry import Entry
from playfold.records.files import as_argument
from playfold.records.header import Commitment, Header
from playfold.records.journal import SILENT, Forked, Noted, Paused, Resumed
from playfold.records.reader import Log
from playfold.records.writer import Appender

from . import chance
from .clock import now
from .folding import Folded
from .lines import MAIN, Line


class Game:
    """A log with its rules, its tree and all its states. `playfold.open` and `playfold.new` give one.

    `failure` is None or the first thing wrong with the file; the prefix before it is usable. `refused` holds the
    entries of play that today's rules refuse, by number. What does not name a line speaks of `main`; `line(name)` gives
    the same for another one. Writing methods append, flush to disk, and only then return.
    """

    def __init__(self, log: Log, rules: RuleSet[Any], folded: Folded) -> None:
        self.log, self.rules, self.folded = log, rules, folded
        self._appender: Appender | None = None
        self.digest = digester(rules.state)

    def __repr__(self) -> str:
        return f"<{self.path.name}: {self.header.rules}, {len(self.entries)} entries>"

    # What the log holds.

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.log.path)

    @property
    def typed(self) -> str:
        """The file as an argument of a command, quoted where a shell needs it."""
        return as_argument(str(self.path))

    @property
    def header(self) -> Header:
        """The first line of the file."""
        return self.log.header

    @property
    def entries(self) -> list[Entry[Any]]:
        """All entries, in file order; entry n stands at n - 1."""
        return self.log.entries

    @property
    def failure(self) -> PlayfoldError | None:
        """The first thing wrong with the file, None when all is well."""
        return self.log.failure

    @property
    def refused(self) -> dict[int, PlayfoldError]:
        """The entries of play that today's rules refuse, with the reason."""
        return self.folded.refused

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of the seats."""
        return tuple(self.header.seats)

    @property
    def drawn(self) -> str:
        """The commitment of drawn dice; empty with real ones."""
        return self.header.dice.commit if isinstance(self.header.dice, Commitment) else ""

    @property
    def lines(self) -> list[Line]:
        """All lines, main first, in the order in which they were opened."""
        return [Line(self, name) for name in self.log.tree.lines]

    def line(self, name: str = MAIN) -> Line:
        """Gives a line of the tree.

        Raises:
            UnknownPositionError: there is no such line.
        """
        if not isinstance(name, str) or name not in self.log.tree.lines:
            raise UnknownPositionError(
                f"{name!r} is no line of this log",
                path=str(self.path),
                hint=f"its lines: {', '.join(self.log.tree.lines)}",
            )
        return Line(self, name)

    def at(self, n: int) -> Line:
        """Gives entry n's line as it stood right after that entry; 0 is the start.

        Raises:
            UnknownPositionError: there is no such entry.
        """
        number = _whole(n)
        if not 0 <= number <= len(self.entries):
            raise UnknownPositionError(
                f"there is no entry {n!r}", path=str(self.path), hint=f"entries run from 0 to {len(self.entries)}"
            )
        name = self.entries[number - 1].line if number else MAIN
        return Line(self, name or MAIN, self.log.tree.position_after(number))

    @property
    def state(self) -> Any:
        """The state at the tip of main."""
        return self.line().state

    @property
    def to_act(self) -> ToAct:
        """Who may go on, on main."""
        return self.line().to_act

    def options(self) -> Sequence[Decision[Any]]:
        """The legal decisions on main."""
        return self.line().options()

    @property
    def outcome(self) -> Outcome | None:
        """How main ended; None while it goes on."""
        return self.line().outcome

    # What is appended to it.

    def play(self, event: Event[Any] | Mapping[str, Any], *, line: str = MAIN) -> Entry[Any]:
        """Checks an event at the tip of a line, appends it and flushes it to disk.

        Raises:
            Illegal: the rules do not allow it there; nothing is written.
            MalformedEventError: it is no event of this game.
            LogBusyError, NotWrittenError: it could not be written.
        """
        return self._play(event, line, 0)

    def draw(self, *, line: str = MAIN) -> Entry[Any]:
        """Draws the chance that is due on a line and appends it.

        Raises:
            UnknownPositionError: no chance is due, or this line has no seed to draw from.
        """
        view = self.line(line)
        kinds = view.to_act.chance
        if not kinds:
            raise UnknownPositionError("no dice or cards are due", hint="a seat has to decide")
        seed = chance.seed_of(self, line)
        number = chance.next_draw(self.log.tree, view.position)
        return self._play(chance.draw(kinds[0], view.state, seed, number), line, number)

    def _play(self, event: Event[Any] | Mapping[str, Any], line: str, draw: int) -> Entry[Any]:
        before = self._open_state(line)
        made = event if isinstance(event, Event) else self.rules.event(event)
        return self.own(made, line, state=self.rules.step(before, made), draw=draw)

    def _open_state(self, name: str) -> Any:
        """Gives the state at the tip of a line to play on; asks the line itself only when something is in the way."""
        tree, folded = self.log.tree, self.folded
        if name in tree.lines and not tree.main_finished and not folded.ended:
            state = folded.states.get(tree.lines[name].tip)
            if state is not None:
                return state
        return self.line(name).open_state()

    def entry(self, event: Any, line: str = MAIN, *, draw: int = 0, state: str = "") -> Entry[Any]:
        """Makes the next entry, which is not written yet."""
        n, name = len(self.log.entries) + 1, "" if line == MAIN else line
        return Entry(n=n, time=now(), line=name, event=event, draw=draw, state=state)

    def own(self, event: Any, line: str = MAIN, *, state: Any = None, draw: int = 0) -> Entry[Any]:
        """Appends one event to a line; with the state after it when it is of play. No rule is asked."""
        digest = "" if state is None else self.digest(state)
        (written,) = self.write(self.entry(event, line, draw=draw, state=digest))
        if state is not None:
            self.folded.states[written.n] = state
        return written

    def write(self, *entries: Entry[Any]) -> list[Entry[Any]]:
        """Appends entries in one write and flushes them; numbers, missing times and hashes are filled in here.

        Raises:
            PlayfoldError: an entry does not fit the tree, or the file is damaged, busy or cannot be written.
        """
        if self._appender is None:
            if self.header.schema < self.rules.schema:
                raise NotWrittenError(
                    f"the log has schema {self.header.schema}, {self.rules.id} writes schema {self.rules.schema} today",
                    path=str(self.path),
                    hint=f"to go on: playfold extract {self.typed} -o NEW",
                )
            self._appender = Appender(self.log)
        first = len(self.log.entries) + 1
        return self._appender.append([_numbered(entry, first + place) for place, entry in enumerate(entries)])

    def branch(self, name: str, at: int, why: str = "", *, seed: str = "") -> Line:
        """Opens a what-if line from the position right after entry `at`; its dice can be drawn from a seed of its own.

        Raises:
            UnknownPositionError: there is no such entry.
            DamagedLogError: the name is taken or not allowed.
        """
        if name == MAIN:
            raise DamagedLogError(
                f"the name {MAIN} is taken: every log begins with that line", hint="choose another name"
            )
        position = self.at(at).position
        self.own(Forked(at=position, why=why, seed=seed or seeds.fresh()), name)
        return self.line(name)

    def note(self, n: int, text: str, *, mark: str = "", seat: int = 0) -> Entry[Any]:
        """Keeps a note about entry n (0: the game); `seat` is its author, 0 the scribe."""
        name = self.at(n).name
        if seat:
            self.check_seat(seat)
        return self.own(Noted(on=n, text=text, mark=mark, seat=seat), name)

    def pause(self, *, line: str = MAIN) -> Entry[Any]:
        """Stops the clock; it goes on with `resume`, or with the next entry of main or of this line.

        Notes, ratings and refusals leave it as it is, and so does what is tried out on another line meanwhile.

        Raises:
            NotWrittenError: it stands already.
        """
        if self._clock_stands():
            raise NotWrittenError("the clock stands already", hint="resume, or just play on")
        return self.own(Paused(), line)

    def resume(self, *, line: str = MAIN) -> Entry[Any]:
        """Starts the clock again.

        Raises:
            NotWrittenError: it runs.
        """
        if not self._clock_stands():
            raise NotWrittenError("the clock runs already", hint="pause stops it")
        return self.own(Resumed(), line)

    def _clock_stands(self) -> bool:
        moved: set[str] = set()
        for each in reversed(self.entries):
            kind = type(each.event)
            if kind is Paused:
                return each.line not in moved
            if kind is Resumed:
                return False
            if kind not in SILENT:
                if not each.line:
                    return False
                moved.add(each.line)
        return False

    def check_seat(self, seat: int) -> None:
        """Raises `UnknownPositionError` unless there is such a seat."""
        if not 1 <= _whole(seat) <= len(self.header.seats):
            raise UnknownPositionError(
                f"there is no seat {seat!r}", hint=f"seats run from 1 to {len(self.header.seats)}"
            )

    def plain(self, event: Event[Any]) -> dict[str, Any]:
        """Gives an event as plain JSON."""
        raw: dict[str, Any] = msgspec.to_builtins(event)
        return raw

    def close(self) -> None:
        """Gives the file free for other writers."""
        if self._appender is not None:
            self._appender.close()
            self._appender = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def tree(self) -> Drawing:
        """The tree of lines as a drawing: a notebook shows it, `.dot` is its text for graphviz."""
        return Drawing(self)

    def _repr_svg_(self) -> str | None:
        return self.line()._repr_svg_()


class Drawing:
    """The tree of a game's lines, drawn when a notebook shows it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def dot(self) -> str:
        """The drawing as DOT text."""
        from .tree_drawing import dot_text  # noqa: PLC0415 - drawing is loaded when it is asked for

        return dot_text(self._game)

    def __repr__(self) -> str:
        return f"<the tree of {self._game.path.name}: {len(self._game.lines)} lines>"

    def _repr_svg_(self) -> str | None:
        """Gives an SVG; None where no renderer is installed (pip install 'playfold[graph]')."""
        from .rendering import render, renderer  # noqa: PLC0415 - drawing is loaded when it is asked for

        program = renderer()
        return None if program is None else render(self.dot, "svg", program).decode()


def _whole(number: Any) -> int:
    """Gives an integer, be it one of a library; -1 for anything else."""
    return index(number) if hasattr(number, "__index__") else -1


def _numbered(entry: Entry[Any], n: int) -> Entry[Any]:
    if entry.n == n and entry.time:
        return entry
    return msgspec.structs.replace(entry, n=n, time=entry.time or now())
