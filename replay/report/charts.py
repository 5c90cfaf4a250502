"""Charts as static SVG, drawn by Altair and vl-convert: no scripts, colours that the page sets.

The extra `report` has both. Text in a chart is data to Vega and is escaped by it. Vega measures text by a font of the
machine that draws, the reader's browser has another: the room for names is reckoned here, for the widest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from playfold.errors import NotWrittenError

INK, FAINT, ACCENT, SOFT, SECOND = "#0a0b01", "#0a0b02", "#0a0b03", "#0a0b04", "#0a0b05"
"""Stand-ins: the style sheet of the page gives them their colours, light or dark."""

WIDTH = 330

_SIZE = 12
_ROOM = 170.0
_NARROW, _WIDE = frozenset(" .,:;'!|()[]fijlrtI-"), frozenset("mwMW@%_")

_BACKGROUND = re.compile(r'<rect width="[0-9.]+" height="[0-9.]+" fill="(?:white|transparent)"/>')
_CONFIG: dict[str, Any] = {
    "background": "transparent",
    "view": {"stroke": None},
    "axis": {
        "domainColor": FAINT,
        "gridColor": FAINT,
        "gridOpacity": 0.35,
        "tickColor": FAINT,
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": _SIZE,
        "titleFontSize": _SIZE,
        "titleFontWeight": "normal",
        "labelLimit": 0,
        "labelSeparation": 12,
    },
    "axisY": {"minExtent": 36},
}


def libraries() -> tuple[Any, Any]:
    """Loads Altair and vl-convert.

    Raises:
        NotWrittenError: the extra is not installed.
    """
    try:
        import altair  # noqa: ICN001, PLC0415 - loaded when a report is made
        import vl_convert  # noqa: PLC0415 - as above
    except ImportError as error:
        raise NotWrittenError(
            f"a report needs the extra `report` ({error})", hint="pip install 'playfold[report]'"
        ) from None
    return altair, vl_convert


def room(text: str) -> float:
    """Gives how many pixels text of a chart takes at most, in any font without serifs of its size."""

    def width(character: str) -> float:
        if unicodedata.east_asian_width(character) in "WF" or character in _WIDE:
            return 1.0
        return 0.45 if character in _NARROW else 0.65 if character.islower() or character.isdigit() else 0.8

    return _SIZE * sum(map(width, text))


def _fitting(texts: Sequence[str], pixels: float) -> int:
    """Gives how many characters of each text there is room for."""
    most = max(map(len, texts), default=0)
    while most > 1 and max(room(text[:most]) for text in texts) > pixels:
        most -= 1
    return most


def _named(rows: Sequence[tuple[Any, ...]], *columns: str) -> tuple[list[dict[str, Any]], Any]:
    """Gives the rows as Vega takes them, and their axis of names, with room for them; long ones are cut."""
    alt, _ = libraries()
    names = [str(row[0]) for row in rows]
    most = _fitting(names, _ROOM)
    cut = f"length(datum.label) > {most} ? slice(datum.label, 0, {most - 1}) + '\N{HORIZONTAL ELLIPSIS}' : datum.label"
    axis = alt.Axis(labelExpr=cut, minExtent=max((room(name[:most]) for name in names), default=0) + _SIZE)
    values = [
        dict(zip(("name", *columns), (name, *row[1:]), strict=True)) for name, row in zip(names, rows, strict=True)
    ]
    return values, alt.Y("name:N", title=None, sort=None, axis=axis)


def intervals(
    rows: Sequence[tuple[str, float, float, float]], title: str, mark: float | None = None, *, share: bool = False
) -> str:
    """Draws a value with its interval for each name; `mark` is a line to compare with, a share goes from 0 to 1."""
    alt, _ = libraries()
    values, y = _named(rows, "value", "low", "high")
    base = alt.Chart(alt.Data(values=values))
    title = title[: _fitting([title], WIDTH)]
    scale = alt.Scale(domain=[0, 1]) if share else alt.Scale(zero=False, nice=True)
    axis = alt.Axis(format="%") if share else alt.Axis()
    layers = [
        base.mark_rule(color=ACCENT, strokeWidth=3, opacity=0.6).encode(
            x=alt.X("low:Q", title=title, scale=scale, axis=axis), x2="high:Q", y=y
        ),
        base.mark_point(filled=True, color=ACCENT, size=80, opacity=1).encode(x="value:Q", y=y),
    ]
    if mark is not None:
        layers.append(
            alt.Chart(alt.Data(values=[{"value": mark}]))
            .mark_rule(color=SECOND, strokeDash=[5, 4], strokeWidth=2)
            .encode(x="value:Q")
        )
    return _svg(alt.layer(*layers).properties(width=WIDTH, height={"step": 30}))


def bars(rows: Sequence[tuple[str, float, float, float]], title: str) -> str:
    """Draws a share with its interval for each name, from zero."""
    alt, _ = libraries()
    values, y = _named(rows, "value", "low", "high")
    base = alt.Chart(alt.Data(values=values))
    scale = alt.Scale(domain=[0, 1])
    x = alt.X("value:Q", title=title, scale=scale, axis=alt.Axis(format="%"))
    drawn = alt.layer(
        base.mark_bar(color=SOFT).encode(x=x, y=y),
        base.mark_rule(color=ACCENT, strokeWidth=3).encode(x=alt.X("low:Q", scale=scale), x2="high:Q", y=y),
    )
    return _svg(drawn.properties(width=WIDTH, height={"step": 30}))


def quartiles(rows: Sequence[tuple[str, float, float, float, float, float]], title: str, *, whole: bool = False) -> str:
    """Draws least, quartiles and most for each name; what is counted has a `whole` axis."""
    alt, _ = libraries()
    values, y = _named(rows, "least", "quarter", "median", "three", "most")
    base = alt.Chart(alt.Data(values=values))
    scale = alt.Scale(zero=False, nice=True)
    axis = alt.Axis(tickMinStep=1, format="d") if whole else alt.Axis()
    drawn = alt.layer(
        base.mark_rule(color=ACCENT, strokeWidth=2).encode(
            x=alt.X("least:Q", title=title, scale=scale, axis=axis), x2="most:Q", y=y
        ),
        base.mark_bar(color=SOFT, size=16).encode(x="quarter:Q", x2="three:Q", y=y),
        base.mark_tick(color=ACCENT, thickness=3, size=20).encode(x="median:Q", y=y),
    )
    return _svg(drawn.properties(width=WIDTH, height={"step": 34}))


def course(rows: Sequence[tuple[float, float, float, float]], across: str, title: str) -> str:
    """Draws a median with its quartiles over a course: (place, quarter, median, three quarters)."""
    alt, _ = libraries()
    values = [{"x": x, "quarter": low, "median": middle, "three": high} for x, low, middle, high in rows]
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("x:Q", title=across, axis=alt.Axis(tickMinStep=1, format="d"))
    )
    drawn = alt.layer(
        base.mark_area(color=SOFT, opacity=0.8).encode(y=alt.Y("quarter:Q", title=title), y2="three:Q"),
        base.mark_line(color=ACCENT, strokeWidth=2.5, point=alt.OverlayMarkDef(color=ACCENT)).encode(y="median:Q"),
    )
    return _svg(drawn.properties(width=WIDTH, height=190))


def _svg(chart: Any) -> str:
    _, vl_convert = libraries()
    svg = str(vl_convert.vegalite_to_svg(chart.configure(**_CONFIG).to_dict()))
    # Vega describes every mark for screen readers; the page describes the chart, and has its table.
    return _BACKGROUND.sub("", svg, count=1).replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
