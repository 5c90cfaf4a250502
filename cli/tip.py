"""The tip of the line on which is recorded: where the game stands, what may be done there, and how it came there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from playfold.engine.more_ways import more_ways
from playfold.replay.lines import MAIN, Line
from playfold.replay.opening import open_game
from playfold.replay.story import tell

from .menu import Menu
from .terminal import say_wrapped
from .typed import Recorder

if TYPE_CHECKING:
    from playfold.records.entry import Entry


class Tip:
    """The tip of a line.

    Args:
        recorder: what reads, checks and appends.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self._menu_at: tuple[int, Menu] | None = None

    @property
    def line(self) -> Line:
        """The line at its tip."""
        return self.recorder.line

    @property
    def menu(self) -> Menu:
        """What may be done at the tip; made once for each position."""
        line = self.line
        if self._menu_at is None or self._menu_at[0] != line.position:
            more = partial(more_ways, line.game.rules, line.state)
            self._menu_at = (line.position, Menu(line.options(), line.to_act, more))
        return self._menu_at[1]

    def told(self, entries: Iterable[Entry[Any]]) -> None:
        """Tells entries that were written."""
        for entry in entries:
            start = f"{entry.n}  "
            say_wrapped(start + tell(self.recorder.game, entry), len(start))

    def reopen(self) -> None:
        """Reads the log again after another program wrote to it.

        Raises:
            PlayfoldError: the log is damaged now.
        """
        old = self.recorder
        old.game.close()
        game = open_game(old.game.path)
        if game.failure is not None:
            raise game.failure
        self.recorder = Recorder(game, old.name, draw=old.draws and old.name != MAIN)
        self._menu_at = None
