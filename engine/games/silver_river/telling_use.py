"""What a seat chose for an effect, told to people."""

from __future__ import annotations

from .effects import Use


def told_use(use: Use | None) -> str:
    """Tells a choice in brackets: ` (3 to fleet 1)`; "" where nothing was chosen."""
    if use is None:
        return ""
    parts = [
        use.cubes.written() if use.cubes is not None else "",
        f"@{use.opponent}" if use.opponent else "",
        f"ships {use.ships.written()}" if use.ships is not None else "",
        ", ".join(f"{number} on {planet}" for planet, number in (use.planets or {}).items()),
        ", ".join(f"{number} from {one} to {other}" for one, other, number in use.moves or ()),
        use.marker,
        f"to {use.to[0]},{use.to[1]}" if use.to is not None else "",
        _markers(use.markers),
        f"for @{use.candidate}" if use.candidate else "",
        use.unit,
        f"dice {', '.join(map(str, use.dice))}" if use.dice else "",
        f"at {use.at[0]},{use.at[1]}" if use.at is not None else "",
        use.card,
        f"into {use.slot}" if use.slot else "",
        "taken" if use.take else "",
        "a fight" if use.fight else "",
    ]
    chosen = ", ".join(part for part in parts if part)
    return f" ({chosen})" if chosen else ""


def _markers(markers: object) -> str:
    if isinstance(markers, dict):
        return ", ".join(f"{marker} to {at[0]},{at[1]}" for marker, at in markers.items())
    return ", ".join(markers) if isinstance(markers, tuple) else ""
