"""Military actions: ships are built, a fleet is activated and may attack where others have units."""

from __future__ import annotations

from playfold.engine.hexes import Hex

from .cubes import Ships
from .event import Choice


class ShipsBuilt(Choice, frozen=True, gc=False):
    """The seat builds ships."""

    ships: Ships


class FleetActivated(Choice, frozen=True, gc=False):
    """The seat activates a fleet, which moves or stays."""

    marker: str
    to: Hex | None = None


class AttackDeclared(Choice, frozen=True, gc=False):
    """The seat attacks others where the activated fleet is."""

    against: tuple[int, ...]


class AttackDeclined(Choice, frozen=True, gc=False):
    """The seat does not attack."""
