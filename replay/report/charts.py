"""Charts as static SVG, drawn by Altair and vl-convert: no scripts, colours that the page sets.

The extra `report` has both. Text in a chart is data to Vega and is escaped by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playfold.errors import NotWrittenError

INK, FAINT, ACCENT, SOFT, SECOND = "#0a0b01", "#0a0b02", "#0a0b03", "#0a0b04", "#0a0b05"
"""Stand-ins: the style sheet of the page gives them their colours, light or dark."""

WIDTH = 330

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
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 180,
    },
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


def intervals(
    rows: Sequence[tuple[str, float, float, float]], title: str, mark: float | None = None, *, share: bool = False
) -> str:
    """Draws a value with its interval for each name; `mark` is a line to compare with, a share goes from 0 to 1."""
    alt, _ = libraries()
    values = [{"name": name, "value": value, "low": low, "high": high} for name, value, low, high in rows]
    base = alt.Chart(alt.Data(values=values))
    y = alt.Y("name:N", title=None, sort=None)
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
    values = [{"name": name, "value": value, "low": low, "high": high} for name, value, low, high in rows]
    base = alt.Chart(alt.Data(values=values))
    y = alt.Y("name:N", title=None, sort=None)
    scale = alt.Scale(domain=[0, 1])
    x = alt.X("value:Q", title=title, scale=scale, axis=alt.Axis(format="%"))
    drawn = alt.layer(
        base.mark_bar(color=SOFT).encode(x=x, y=y),
        base.mark_rule(color=ACCENT, strokeWidth=3).encode(x=alt.X("low:Q", scale=scale), x2="high:Q", y=y),
    )
    return _svg(drawn.properties(width=WIDTH, height={"step": 30}))


def quartiles(rows: Sequence[tuple[str, float, float, float, float, float]], title: str) -> str:
    """Draws least, quartiles and most for each name."""
    alt, _ = libraries()
    names = ("name", "least", "quarter", "median", "three", "most")
    base = alt.Chart(alt.Data(values=[dict(zip(names, row, strict=True)) for row in rows]))
    y = alt.Y("name:N", title=None, sort=None)
    scale = alt.Scale(zero=False, nice=True)
    drawn = alt.layer(
        base.mark_rule(color=ACCENT, strokeWidth=2).encode(
            x=alt.X("least:Q", title=title, scale=scale), x2="most:Q", y=y
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
