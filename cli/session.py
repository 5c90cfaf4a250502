"""Questions at a terminal, with completion and a history; what a terminal sends by itself is no answer."""

from __future__ import annotations

import os

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.color_depth import ColorDepth


def session(completer: Completer | None = None) -> PromptSession[str]:
    """Gives a session of questions."""
    return PromptSession(
        completer=completer,
        complete_while_typing=False,
        enable_suspend=True,
        color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        key_bindings=_without_mouse(),
    )


def _without_mouse() -> KeyBindings:
    """Gives bindings that ignore the mouse.

    Nobody asked for it, but a program that ended badly may have left it on; prompt_toolkit takes any such bytes apart,
    and stops with a traceback where they are no event that it knows.
    """
    bindings = KeyBindings()

    @bindings.add(Keys.Vt100MouseEvent)
    def _(event: KeyPressEvent) -> None:
        del event

    return bindings
