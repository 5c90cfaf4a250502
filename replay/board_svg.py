"""Draws a scene as a standalone SVG: light and dark, without scripts, its tables and notes as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from playfold.engine.scene import Scene, Shape

from . import board_table
from .cells import width, wrap
from .palette import TONES, shade_of
from .telling import named

_MARGIN = 16.0
_LINE = 18.0
_CELL = 7.9
"""Width of a monospaced character of 13 pixels."""
_TITLE_CELL = 10.0
_TABLE_CELLS = 84
_WIDE = 400.0
"""Notes stand below a board of this width, below everything else."""
_DARK = "@media (prefers-color-scheme: dark)"


def svg(scene: Scene, names: Sequence[str]) -> str:
    """Draws a scene as one SVG document that needs nothing else.

    Args:
        scene: the board.
        names: of the players, by seat; untrusted.

    The title and the notes are its `<title>` and `<desc>`. Everything is escaped, characters that would not show are
    made visible. The board stands left, notes below it, tables beside.
    """
    unit = min(120.0, max(24.0, round(720 / max(scene.width, scene.height, 1))))
    key = scene.legend if scene.key is None else scene.key
    title, notes = named(scene.title, names), [named(note, names) for note in (*scene.below, *key)]
    top = _MARGIN + 26
    board_width, board_height = scene.width * unit, scene.height * unit
    tables = [board_table.lines(table, names, _TABLE_CELLS) for table in scene.tables]
    left = _MARGIN + board_width + 2 * _MARGIN if board_width else _MARGIN
    beside, column_width, column_height = _column(tables, left, top)
    right = max(left + column_width if tables else _MARGIN + board_width, _MARGIN + _TITLE_CELL * width(title), 320)
    under = board_width if board_width >= _WIDE else right - _MARGIN
    y = top + (board_height if board_width >= _WIDE else max(board_height, column_height)) + _LINE * 1.5
    below = []
    for line in (line for note in notes for line in wrap(note, int(under / _CELL))):
        below.append(_words("n", _MARGIN, y, line))
        y += _LINE
    wide, high = _n(right + _MARGIN), _n(max(y - _LINE, top + column_height) + _MARGIN)
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" style="max-width:100%;height:auto"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(' '.join(notes) or title)}</desc>",
            f"<style>{_style()}</style>",
            # A colour of its own, for viewers that take no styles.
            f'<rect class="pf-f-paper" fill="{TONES["paper"].light}" width="{wide}" height="{high}"/>',
            _words("t", _MARGIN, _MARGIN + 14, title),
            f'<g transform="translate({_n(_MARGIN)} {_n(top)})">',
            *filter(None, (_shape(shape, unit, names) for shape in scene.shapes)),
            "</g>",
            *beside,
            *below,
            "</svg>",
        ]
    )


def _column(tables: Iterable[Sequence[str]], left: float, top: float) -> tuple[list[str], float, float]:
    """Gives the tables one below the other, and the width and height that they take."""
    found, y, cells = [], top + 12, 0
    for table in tables:
        for place, line in enumerate(table):
            found.append(_words("h" if place == 0 else "n", left, y, line))
            cells = max(cells, width(line))
            y += _LINE
        y += _LINE / 2
    return found, cells * _CELL, y - top - 12


def _n(number: float) -> str:
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")


def _words(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="pf-{kind}" x="{_n(x)}" y="{_n(y)}" xml:space="preserve">{escape(text)}</text>'


def _style() -> str:
    """Gives the rules of fills, strokes and text on fills, for light paper, then for dark."""
    found = [
        "text{font-family:system-ui,'DejaVu Sans',sans-serif}",
        ".pf-n,.pf-h{font:13px ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre}",
        ".pf-h{font-weight:bold}.pf-t{font-size:18px;font-weight:bold}",
        ".pf-m{text-anchor:middle;font-weight:bold}",
        ".pf-none{fill:none}.pf-r{paint-order:stroke;stroke-linejoin:round}",
    ]
    for dark in (False, True):
        rules = []
        for name, shade in TONES.items():
            tone, on = (shade.dark, shade.on_dark) if dark else (shade.light, shade.on_light)
            if not dark or shade.dark != shade.light:
                rules.append(f".pf-f-{name}{{fill:{tone}}}.pf-s-{name}{{stroke:{tone}}}")
            if not dark or shade.on_dark != shade.on_light:
                rules.append(f".pf-o-{name}{{fill:{on}}}")
        rules.append(f".pf-n,.pf-h,.pf-t{{fill:{TONES['ink'].dark if dark else TONES['ink'].light}}}")
        found.append(f"{_DARK}{{{''.join(rules)}}}" if dark else "".join(rules))
    return "".join(found)


def _shape(shape: Shape, unit: float, names: Sequence[str]) -> str:
    x, y, size = shape.x * unit, shape.y * unit, shape.size * unit
    fill = shade_of(shape.fill, shape.seat) if shape.fill else ""
    stroke = shade_of(shape.stroke, shape.seat) if shape.stroke else ""
    look = f'class="{f"pf-f-{fill}" if fill else "pf-none"}{f" pf-s-{stroke}" if stroke else ""}"'
    if stroke:
        look += f' stroke-width="{_n(max(1.0, unit / (12 if shape.stroke == "seat" else 40)))}"'
    points = " ".join(f"{_n(x + px * unit)},{_n(y + py * unit)}" for px, py in shape.points)
    match shape.kind:
        case "circle":
            body = f'<circle {look} cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>'
        case "square":
            body = (
                f'<rect {look} x="{_n(x - size)}" y="{_n(y - size)}" width="{_n(2 * size)}" height="{_n(2 * size)}"/>'
            )
        case "polygon":
            body = f'<polygon {look} points="{points}"/>'
        case "line":
            tone = stroke or fill or "line"
            body = f'<polyline class="pf-none pf-s-{tone}" stroke-width="{_n(max(1.0, unit / 30))}" points="{points}"/>'
        case "label" if not shape.text:
            return ""
        case "label":
            return _hinted(_label(x, y, size, fill or "ink", "f", named(shape.text, names)), shape, names)
    text = named(shape.text, names)
    if text:
        # It has to fit between the sides of the shape, which a disc has nearer above and below its middle.
        fits = size * (2.0 if shape.kind == "circle" else 2.6) / max(1, width(text))
        body += _label(x, y, min(size * 1.15, fits), fill or "ink", "o" if fill else "f", text)
    # Colour alone never tells whose a piece is. A number may mean something else than the seat.
    if shape.seat and shape.fill and not (text.startswith(str(shape.seat)) and not text.isdecimal()):
        right, low, high = x + size * 0.85, y + size * 0.8, max(10.0, size * 0.45)
        tone = shade_of("seat", shape.seat)
        body += f'<circle class="pf-f-{tone}" cx="{_n(right)}" cy="{_n(low)}" r="{_n(high * 0.6)}"/>'
        body += _label(right, low, high, tone, "o", str(shape.seat))
    return _hinted(body, shape, names)


def _label(x: float, y: float, size: float, tone: str, role: str, text: str) -> str:
    # Half the height of a capital below the centre: not every program knows dominant-baseline.
    place = f'x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}"'
    # On a fill, a rim of its colour keeps letters readable that reach beyond the shape.
    rim = f' pf-r pf-s-{tone}" stroke-width="{_n(size / 3)}"' if role == "o" else '"'
    return f'<text class="pf-m pf-{role}-{tone}{rim} {place}>{escape(text)}</text>'


def _hinted(body: str, shape: Shape, names: Sequence[str]) -> str:
    return f"<g><title>{escape(named(shape.hint, names))}</title>{body}</g>" if shape.hint else body
