"""A line of a game, as it stands or as it stood: state, who may act, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.engine import rulings
from playfold.engine.events import Decision, Event
from playfold.engine.rulesets import Outcome, ToAct
from playfold.engine.scene import Scene
from playfold.errors import Illegal, MalformedEventError, PlayfoldError, UnknownPositionError
from playfold.records import seed as seeds
from playfold.records.entry import Entry
from playfold.records.journal import (
    Finished,
    Promoted,
    Rated,
    Refused,
    Resigned,
    Ruled,
    SeedRevealed,
    Stopped,
    TakenBack,
)

from .outcomes import ending, outcome_at, over

if TYPE_CHECKING:
    from .game import Game

MAIN = "main"


class Line:
    """A line of a game at its tip, or at an earlier position.

    Args:
        game: the opened game.
        name: the line.
        position: where to look; None is the tip, and follows it.
    """

    def __init__(self, game: Game, name: str, position: int | None = None) -> None:
        self.game, self.name, self._position = game, name, position

    @property
    def position(self) -> int:
        """The position: 0 or the number of an entry of play."""
        return self.game.log.tree.lines[self.name].tip if self._position is None else self._position

    @property
    def path(self) -> list[int]:
        """The entries of play from the start to the position."""
        return self.game.log.tree.path(self.position)

    @property
    def entries(self) -> list[Entry[Any]]:
        """The entries on the path."""
        return [self.game.entries[n - 1] for n in self.path]

    @property
    def refusal(self) -> PlayfoldError | None:
        """Why today's rules refuse this path; None when they do not."""
        if self.position in self.game.folded.states:
            return None
        for n in self.path:
            if n in self.game.refused:
                return self.game.refused[n]
        raise AssertionError("a path without a state has a refused entry")

    @property
    def state(self) -> Any:
        """The state there.

        Raises:
            PlayfoldError: today's rules refuse an entry on the path; `refusal` tells it.
        """
        refusal = self.refusal
        if refusal is not None:
            raise refusal
        return self.game.folded.states[self.position]

    def before(self, n: int) -> Any:
        """Gives the state before entry n of the path.

        Raises:
            UnknownPositionError: the entry is not on the path.
            PlayfoldError: today's rules refuse an entry before it.
        """
        path = self.path
        if n not in path:
            raise UnknownPositionError(
                f"entry {n} is not on the path of {self.name}", hint=f"see playfold log {self.game.typed}"
            )
        parent = self.game.log.tree.parent(n)
        if parent not in self.game.folded.states and self.refusal is not None:
            raise self.refusal
        return self.game.folded.states[parent]

    @property
    def ended(self) -> Resigned | Stopped | None:
        """The resignation or stop that ended the line; None without."""
        return self.game.folded.ended.get(self.position)

    @property
    def to_act(self) -> ToAct:
        """Who may go on; nobody when the game is over, resigned or stopped."""
        return ToAct() if self.ended is not None else self.game.rules.to_act(self.state)

    def options(self) -> Sequence[Decision[Any]]:
        """The legal decisions."""
        return () if self.ended is not None else self.game.rules.options(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the line ended; None while it goes on. Of two seats the one that did not resign wins, of more nobody."""
        return outcome_at(self.game.rules, self.state, self.ended, len(self.game.header.seats))

    def __repr__(self) -> str:
        return f"<{self.name} of {self.game.path.name} at entry {self.position}>"

    def _repr_svg_(self) -> str | None:
        """Draws the board for a notebook; None where today's rules refuse the path."""
        return None if self.refusal else self.drawn(self.state)

    def drawn(self, state: Any) -> str:
        """Draws the board as SVG.

        Args:
            state: of the line here, perhaps as a seat may know it.

        Where the players ended the game, which no state knows, the first note says how.
        """
        from .board_svg import svg  # noqa: PLC0415 - drawing is loaded when it is asked for

        scene = self.scene(state)
        if self.ended is not None and (end := self.outcome) is not None:
            scene = msgspec.structs.replace(scene, notes=(ending(end), *scene.notes))
        return svg(scene, self.game.names)

    def scene(self, state: Any) -> Scene:
        """Gives the board, as `drawn`; where the players ended the game it waits for nobody."""
        scene = self.game.rules.scene(state)
        return scene if self.ended is None else msgspec.structs.replace(scene, waits="")

    def at_tip(self) -> None:
        """Raises unless the line may be written on here."""
        if self._position is not None and self._position != self.game.log.tree.lines[self.name].tip:
            raise UnknownPositionError(
                f"position {self._position} is not the tip of {self.name}",
                hint=f"playfold branch {self.game.typed} NAME --at {self._position}",
            )

    def open_state(self) -> Any:
        """Gives the state to play on.

        Raises:
            PlayfoldError: the line is over, resigned, stopped or refused, or this is not its tip.
        """
        self.at_tip()
        if self.name == MAIN and self.game.log.tree.main_finished:
            raise UnknownPositionError(
                "this would go on with main, which is finished",
                hint=f"open a what-if line: playfold branch {self.game.typed} NAME --at N",
            )
        ended = self.ended
        if ended is not None:
            raise Illegal("play.over", over(ended))
        return self.state

    def play(self, event: Event[Any] | Mapping[str, Any]) -> Entry[Any]:
        """Checks an event, appends it and flushes it to disk. Raises as `Game.play`."""
        self.at_tip()
        return self.game.play(event, line=self.name)

    def draw(self) -> Entry[Any]:
        """Draws the chance that is due and appends it. Raises as `Game.draw`."""
        self.at_tip()
        return self.game.draw(line=self.name)

    def refuse(self, event: Event[Any] | Mapping[str, Any], error: Illegal) -> Entry[Any]:
        """Keeps an attempt that the rules refused."""
        raw = event if isinstance(event, Mapping) else self.game.plain(event)
        return self.game.own(Refused(event=dict(raw), rule=error.rule, why=error.message), self.name)

    def resign(self, seat: int) -> Entry[Any]:
        """Ends the line by a seat's resignation. The state stays as it is."""
        self.game.check_seat(seat)
        return self._end(Resigned(seat=seat))

    def stop(self, why: str = "") -> Entry[Any]:
        """Ends the line: the table stops here. The state stays as it is."""
        return self._end(Stopped(why=why))

    def _end(self, event: Resigned | Stopped) -> Entry[Any]:
        state = self.open_state()
        if self.outcome is not None:
            raise Illegal("play.over", "the game is over")
        entry = self.game.own(event, self.name, state=state)
        self.game.folded.ended[entry.n] = event
        return entry

    def rule(self, values: Mapping[str, Any], drops: Sequence[str] = (), why: str = "") -> Entry[Any]:
        """Sets parts of the state by JSON pointer; the game is then graded `ruled`.

        Raises:
            MalformedEventError: values are no mapping, a pointer leads nowhere, or the result is not sound.
        """
        if not isinstance(values, Mapping):
            raise MalformedEventError(f"a ruling sets values by their pointers, not {values!r}", hint='{"/a/b": 3}')
        state = rulings.rule(self.game.rules, self.open_state(), values, drops)
        return self.game.own(Ruled(set=dict(values), drop=tuple(drops), why=why), self.name, state=state)

    def take_back(self, to: int | None = None) -> Entry[Any]:
        """Moves the tip to an earlier position on its path; by default over one entry.

        Raises:
            UnknownPositionError: there is nothing to take back, or the position is not on the path.
        """
        self.at_tip()
        path = [0, *self.path]
        if len(path) == 1:
            raise UnknownPositionError("there is nothing to take back")
        if to is None:
            to = path[-2]
        if to not in path[:-1]:
            raise UnknownPositionError(
                f"entry {to} is not an earlier position on the path of {self.name}",
                hint=f"see playfold log {self.game.typed}",
            )
        return self.game.own(TakenBack(to=to), self.name)

    def start_of_turn(self) -> int:
        """Gives the position at which the turn began to which the last entry belongs.

        That is the start of the turn that is being played, or of the whole turn before it when nothing of this one was
        played. An entry belongs to the turn that its state is in before it.

        Raises:
            UnknownPositionError: there is nothing to take back.
            PlayfoldError: today's rules refuse an entry on the path.
        """
        if self.refusal is not None:
            raise self.refusal
        path = [0, *self.path]
        if len(path) == 1:
            raise UnknownPositionError("there is nothing to take back")
        states, turn = self.game.folded.states, self.game.rules.turn
        path.pop()
        number = turn(states[path[-1]])
        while len(path) > 1 and turn(states[path[-2]]) == number:
            path.pop()
        return path[-1]

    def finish(self) -> list[Entry[Any]]:
        """Seals main once it is over, resigned or stopped; reveals the seed of drawn dice in the same write.

        Raises:
            UnknownPositionError: the game is not over, or this is not main.
        """
        if self.name != MAIN:
            raise UnknownPositionError("only main is finished", hint=f"playfold promote {self.game.typed} {self.name}")
        if self.outcome is None:
            raise UnknownPositionError("the game is not over", hint="resigned or stopped ends it, or play on")
        sealed = [self.game.entry(Finished())]
        if self.game.drawn:
            found = seeds.find(self.game.path, self.game.drawn)
            if found is not None:
                sealed.append(self.game.entry(SeedRevealed(seed=found)))
        return self.game.write(*sealed)

    def rate(self, fun: int, text: str = "", seat: int = 0) -> Entry[Any]:
        """Keeps a player's feedback: fun from 1 to 5.

        Raises:
            UnknownPositionError: there is no such seat.
        """
        self.game.check_seat(seat)
        return self.game.own(Rated(seat=seat, fun=fun, text=text), self.name)

    def promote(self) -> Entry[Any]:
        """Makes this line's tip the tip of main."""
        return self.game.own(Promoted(line=self.name), MAIN)
