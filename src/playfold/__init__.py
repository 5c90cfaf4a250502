"""Event-sourced game records and replay for tabletop games.

    import playfold
    game = playfold.new("g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])
    game.play({"type": "marked", "seat": 1, "at": 4})
    playfold.open("g.jsonl").state

Names are loaded when they are first used, so that `import playfold` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playfold.errors import Illegal, PlayfoldError

if TYPE_CHECKING:
    from playfold.engine.installed import ruleset
    from playfold.replay.game import Game
    from playfold.replay.opening import new_game as new
    from playfold.replay.opening import open_game as open  # noqa: A004 - playfold.open is the name of the agreed interface
    from playfold.replay.validate import examine as validate

__all__ = ["Game", "Illegal", "PlayfoldError", "new", "open", "ruleset", "validate"]

_PLACES = {
    "ruleset": ("playfold.engine.installed", "ruleset"),
    "Game": ("playfold.replay.game", "Game"),
    "new": ("playfold.replay.opening", "new_game"),
    "open": ("playfold.replay.opening", "open_game"),
    "validate": ("playfold.replay.validate", "examine"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'playfold' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only when a name is used

    module, attribute = _PLACES[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value
