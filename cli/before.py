"""What stands above a question of the prompt: the board when a whole turn passed, and what may be done."""

from __future__ import annotations

import click

from playfold.replay.lines import MAIN

from .examples import shown
from .sealing import sealed
from .show import board
from .terminal import colour, say, say_wrapped, width
from .tip import Tip


class Before:
    """Prints what stands above a question.

    Args:
        tip: where the game stands.
    """

    def __init__(self, tip: Tip) -> None:
        self._tip = tip
        self._drawn_at: tuple[int, int] | None = None
        self._explained = False

    def again(self) -> None:
        """Sees to it that the next question shows the board, whatever stands above it."""
        self._drawn_at = None

    def show(self) -> None:
        """Prints the board when a whole turn passed, and what may be done; nothing where nothing moved."""
        line, recorder = self._tip.line, self._tip.recorder
        turn = (recorder.game.rules.turn(line.state), line.position)
        moved = self._drawn_at is None or turn[1] < self._drawn_at[1] or turn[0] != self._drawn_at[0]
        if self._drawn_at == turn:
            return  # nothing moved: a refusal or a note needs no second look at the same menu
        end = line.outcome
        if moved or end is not None:
            click.echo(f"\n{board(line, 0, coloured=colour(), brief=self._explained)}")
            self._explained = True  # what the marks mean is said once; show says it again
        self._drawn_at = turn
        if end is None:
            self.options()
            return
        if recorder.name != MAIN:
            promote = f"playfold promote {recorder.game.typed} {recorder.name}"
            text = f"{promote} makes this line the game; undo takes the last entry back"
        elif not sealed(recorder.game):
            text = "Seal it? yes (or finished) seals it for good; undo takes the last entry back; quit leaves it open."
        else:
            text = "The game is sealed. rated @1 4 TEXT and note TEXT still go in; quit leaves."
        say_wrapped(text)

    def options(self) -> None:
        """Prints what may be done: the groups of the menu, and what chance is to bring."""
        line, recorder = self._tip.line, self._tip.recorder
        for row in self._tip.menu.lines(width()):
            click.echo(row)
        for kind in line.to_act.chance:
            name = str(kind.__struct_config__.tag)
            if recorder.draws:
                say(f"    {name}  Enter draws it")
                continue
            example = shown(line, kind)
            short = example.partition(" ")[2]
            if recorder.due and len(line.to_act.chance) == 1 and short:
                words = short.split(" ", len(kind.given))
                whose = f" for {' '.join(words[:-1])}" if kind.given else ""
                say_wrapped(
                    f"    {name}  type what was thrown or drawn{whose}, as {words[-1] if kind.given else short}", 6
                )
            else:
                say_wrapped(f"    {name}  type it, as {example}", 6)
