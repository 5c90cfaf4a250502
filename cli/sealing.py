"""The digest of a sealed game for its score sheet: said at the seal, and again when the file has changed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from playfold.records.journal import Finished

from .terminal import say, say_wrapped, width

if TYPE_CHECKING:
    from playfold.replay.game import Game


def sealed(game: Game) -> bool:
    """Says whether a game is sealed."""
    return any(isinstance(entry.event, Finished) for entry in game.entries)


class Sheet:
    """What the score sheet of a game says of its file.

    Args:
        game: the game as it is opened; what it was then was said when it was sealed.
    """

    def __init__(self, game: Game) -> None:
        self._said = _digest(game) if sealed(game) else ""

    def say(self, game: Game) -> None:
        """Says the digest of a game that was just sealed."""
        self._said = _digest(game)
        _say("for the score sheet: sha256", self._said)
        say_wrapped("ratings and notes that still go in change it: it is said again when you leave", 2)

    def leave(self, game: Game) -> None:
        """Says it again where the game is sealed and its file is another one than it was when it was said."""
        if sealed(game) and _digest(game) != self._said:
            _say("for the score sheet, as it is now: sha256", _digest(game))


def _say(text: str, digest: str) -> None:
    """Says a digest, on a line of its own where there is no room: nothing is put into it, so that it can be copied."""
    fits = len(text) + 1 + len(digest) <= width()
    say(f"{text} {digest}" if fits else text)
    if not fits:
        say(digest)


def _digest(game: Game) -> str:
    return sha256(game.path.read_bytes()).hexdigest()
