"""What a seat chose for an effect, told to people."""

from __future__ import annotations

from .effects import Use
from .op import Op
from .operations_at_once import OpponentLoses, PlaceMonster, Quest
from .operations_lasting import ExploreDraw
from .pending import Ask


def told_answer(ask: Ask | None, use: Use | None, source: str, card: str) -> str:
    """Tells what a seat answers to what asks it, as of its verb: `takes the quest Delivery`, `fights the Void Leech`.

    Args:
        ask: what asked; None when that is not known.
        use: the answer; None to decline.
        source: the name of what asked.
        card: the name of the card that is chosen, where one is.
    """
    op: Op | None = ask.op if ask else None
    if isinstance(op, OpponentLoses) and ask and ask.loser:
        return f"loses cubes to {source}{told_use(use)}"
    if isinstance(op, PlaceMonster):
        return f"{'fights' if use and use.fight else 'does not fight'} the {source}"
    if isinstance(op, Quest):
        fleet = f" with {use.marker}" if use and use.marker else ""
        return f"{'takes' if use else 'does not take'} the quest {source}{fleet}"
    if isinstance(op, ExploreDraw):
        return f"keeps {card}"
    return f"{'declines' if use is None else 'uses'} {source}{told_use(use)}"


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
