"""The colours of boards: the colour-blind-safe set of Okabe and Ito (2008), for terminals and for SVG."""

from __future__ import annotations

from typing import NamedTuple

RED, BLUE, GREEN, ORANGE, PURPLE, SKY = "#d55e00", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9"

SEATS = (RED, BLUE, GREEN, ORANGE, PURPLE, SKY)
"""The colours of seats 1, 2, ...; the seventh begins again, every piece carries the number of its seat besides."""

SEATS_ANSI = (166, 32, 36, 214, 175, 74)
"""The same among the 256 colours of terminals, the blue lighter for dark ones."""


class Shade(NamedTuple):
    """A tone on light and on dark paper, what is written on it, its number among a terminal's colours (0: none)."""

    light: str
    dark: str
    on_light: str
    on_dark: str
    ansi: int


_BLACK, _WHITE = "#111111", "#f6f6f6"

TONES = {
    "ink": Shade(_BLACK, _WHITE, _WHITE, _BLACK, 0),
    "muted": Shade("#6a6a6a", "#a3a7ad", "#ffffff", _BLACK, 244),
    "paper": Shade("#ffffff", "#15171b", _BLACK, _WHITE, 0),
    "board": Shade("#f4f1ea", "#23272e", _BLACK, _WHITE, 0),
    "line": Shade("#b3ac9c", "#565d68", _BLACK, _WHITE, 244),
    "good": Shade(GREEN, GREEN, _BLACK, _BLACK, 36),
    "bad": Shade(RED, RED, _BLACK, _BLACK, 166),
    "white": Shade("#ffffff", "#ffffff", _BLACK, _BLACK, 0),
    "purple": Shade(PURPLE, PURPLE, _BLACK, _BLACK, 175),
    "orange": Shade(ORANGE, ORANGE, _BLACK, _BLACK, 214),
    "black": Shade("#2b2b2b", "#000000", "#ffffff", "#ffffff", 0),
    "blue": Shade(BLUE, BLUE, "#ffffff", "#ffffff", 32),
    "green": Shade(GREEN, GREEN, _BLACK, _BLACK, 36),
    "yellow": Shade("#f0e442", "#f0e442", _BLACK, _BLACK, 227),
    "red": Shade(RED, RED, _BLACK, _BLACK, 166),
    "gray": Shade("#9a9a9a", "#8a8a8a", _BLACK, _BLACK, 246),
    **{
        f"seat{number}": Shade(color, color, on, on, ansi)
        for number, (color, ansi) in enumerate(zip(SEATS, SEATS_ANSI, strict=True), 1)
        for on in ["#ffffff" if color == BLUE else _BLACK]
    },
}
"""The shades by the tones of `engine/scene.py`; `seat1` to `seat6` for `seat`."""


def shade_of(tone: str, seat: int) -> str:
    """Gives the key into `TONES` for a tone of a shape that belongs to a seat (0: to none)."""
    if tone != "seat":
        return tone
    return f"seat{(seat - 1) % len(SEATS) + 1}" if seat else "ink"
