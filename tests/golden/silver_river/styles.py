"""What the players of the golden games are after."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """A way to play.

    Args:
        shares: of production: civilization, military, technology, politics.
        taste: what a fleet goes for: explore, settle, fight, bomb, hunt, hold.
        ships: it builds no more than these by its own military production.
        track: the domestic track that it steps up first.
        joins: how often it takes a side in the battles of others, from 0 to 1.
    """

    shares: tuple[int, int, int, int]
    taste: dict[str, float]
    ships: int
    track: str
    joins: float


def _taste(
    *, explore: float = 6, settle: float = 6, fight: float = 1, bomb: float = 2, hunt: float = 4
) -> dict[str, float]:
    return {"explore": explore, "settle": settle, "fight": fight, "bomb": bomb, "hunt": hunt, "hold": 2}


STYLES = {
    "builder": Style((5, 2, 3, 3), _taste(settle=8), 14, "infrastructure", 0.3),
    "scholar": Style((3, 2, 6, 2), _taste(explore=7), 14, "education", 0.3),
    "senator": Style((3, 2, 2, 6), _taste(), 13, "arts", 0.4),
    "shepherd": Style((6, 2, 3, 2), _taste(settle=9), 12, "social_programs", 0.2),
    "pioneer": Style((3, 5, 3, 1), _taste(explore=11), 16, "infrastructure", 0.4),
    "hunter": Style((2, 7, 4, 1), _taste(hunt=14, fight=0.5), 34, "education", 0.5),
    "raider": Style((2, 6, 4, 1), _taste(fight=9, bomb=12, hunt=5), 30, "arts", 0.8),
    "bomber": Style((3, 5, 4, 1), _taste(fight=4, bomb=14, settle=8), 22, "social_programs", 0.6),
}
