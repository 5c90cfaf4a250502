"""Makes every draw of a log again and compares it with what the log says."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from playfold.engine.events import Chance
from playfold.errors import PlayfoldError
from playfold.records import seed as seeds
from playfold.records.entry import Entry
from playfold.records.header import Commitment
from playfold.records.journal import SeedRevealed, TakenBack
from playfold.records.reader import Log

from . import chance


class Draws:
    """The drawn outcomes of one log.

    `visit` looks at each entry of play as it is folded; `problems` has the first outcome that differs, or a seed that
    is not the committed one; `remarks` tells what could not be checked and what a reader should know.
    """

    def __init__(self, log: Log) -> None:
        self._path = str(log.path)
        self.problems: list[PlayfoldError] = []
        self.remarks: list[str] = []
        self._typed = 0
        dice = log.header.dice
        self._drawn = isinstance(dice, Commitment)
        self.seeds = {name: line.seed for name, line in log.tree.lines.items() if line.seed}
        if isinstance(dice, Commitment):
            self.seeds[""] = self._main_seed(log, dice)
            self._count_taken_back(log)
        else:
            self._find_unsown(log)

    def _find_unsown(self, log: Log) -> None:
        for n in log.tree.drawn:
            entry = log.entries[n - 1]
            if not entry.line and not entry.of:
                what = "an outcome on main is marked as drawn, but the dice of this game are real ones"
                self.problems.append(PlayfoldError(what, path=self._path, entry=n, hint="nobody can check this draw"))
                return

    def _main_seed(self, log: Log, dice: Commitment) -> str:
        seed = log.tree.seed_revealed
        if not seed:
            found = seeds.find(log.path, dice.commit)
            if found is None:
                self.remarks.append("the seed of the drawn dice is not revealed: draws on main cannot be checked")
            return found or ""
        if sha256(seed.encode()).hexdigest() != dice.commit:
            entry = next(entry.n for entry in log.entries if type(entry.event) is SeedRevealed)
            what = "the revealed seed is not the one that the header commits to"
            self.problems.append(PlayfoldError(what, path=self._path, entry=entry))
            return ""
        return seed

    def _count_taken_back(self, log: Log) -> None:
        count = 0
        for entry in log.entries:
            event = entry.event
            if type(event) is TakenBack and not entry.line:
                before = log.tree.position_after(entry.n - 1, "main")
                count += log.tree.highest_draw(before) > log.tree.highest_draw(event.to)
        if count:
            self.remarks.append(f"{count} take-back{'s' * (count != 1)} past a draw")

    def visit(self, entry: Entry[Any], before: Any, _after: Any) -> None:
        """Draws the outcome of an entry again, and counts those that were typed in on main of a drawn game."""
        if not entry.draw:
            if self._drawn and not entry.line and isinstance(entry.event, Chance):
                self._typed += 1
            return
        seed = self.seeds.get(entry.line, "")
        if not seed or self.problems or entry.of:
            return  # a repeated entry is as good as the one that it repeats: the tree compares them
        made = chance.draw(type(entry.event), before, seed, entry.draw)
        if made != entry.event:
            one, other = (msgspec.json.encode(event).decode() for event in (made, entry.event))
            what = f"draw {entry.draw} gives {one}, the log says {other}"
            hint = "this outcome was not drawn from the seed"
            self.problems.append(PlayfoldError(what, path=self._path, entry=entry.n, hint=hint))

    def sum_up(self) -> None:
        """Adds the remark about outcomes that were typed in although this game draws."""
        if self._typed:
            self.remarks.append(f"{self._typed} outcome{'s' * (self._typed != 1)} on main typed in, not drawn")
