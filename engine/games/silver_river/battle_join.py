"""Joining a battle: fleets move in, and everyone with units there takes a side."""

from __future__ import annotations

from typing import Literal

from .battle import Side
from .event import Choice


class BattleJoined(Choice, frozen=True, gc=False, kw_only=True):
    """The seat moves fleets in, takes a side, and names how many ships bomb."""

    side: Side | Literal[""] = ""
    markers: tuple[str, ...]
    ships: int = 0
