"""Charts as static SVG, drawn by Altair and vl-convert: no scripts, colours that the page sets.

The extra `report` has both. Text in a chart is data to Vega and is escaped by it; what does not show is escaped here.
Vega measures text by a font of the machine that draws, the reader's browser has another: the room for names is reckoned
here, for the widest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from playfold.errors import NotWrittenError

from ..telling import visible

INK, FAINT, ACCENT, SOFT, SECOND = "#0a0b01", "#0a0b02", "#0a0b03", "#0a0b04", "#0a0b05"
"""Stand-ins: the style sheet of the page gives them their colours, light or dark."""

WIDTH = 280

_SIZE = 13
_WHOLE = WIDTH + 100
_ROOM = 150.0
_NARROW, _WIDE = frozenset(" .,:;'!|()[]fijlrtI-"), frozenset("mwMW@%_")

_SIGNED = "(datum.value > 0 ? '+' : '') + datum.label"

_BACKGROUND = re.compile(r'<rect width="[0-9.]+" height="[0-9.]+" fill="(?:white|transparent)"/>')
_CONFIG: dict[str, Any] = {
    # The page describes the chart and has its table. Vega would describe each mark, by expressions of its own in which
    # titles are not escaped.
    "aria": False,
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
    "axisY": {"minExtent": 50},
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
            return 1.1
        return 0.45 if character in _NARROW else 0.65 if character.islower() or character.isdigit() else 0.8

    return _SIZE * sum(map(width, text))


def _fitting(text: str, pixels: float) -> str:
    """Gives a text that shows, cut where there is no room for more of it."""
    text = visible(text)
    if room(text) <= pixels:
        return text
    text = text[:200]
    while text and room(text) > pixels - _SIZE:
        text = text[:-1]
    return f"{text.rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _middle(text: str, pixels: float) -> str:
    """Gives a text that shows, cut in the middle: the kind of players and the seats at its end stay."""
    text = visible(text)
    for kept in range(min(len(text), 200), 1, -1):
        cut = text if kept == len(text) else f"{text[: kept // 2]}\N{HORIZONTAL ELLIPSIS}{text[-(kept - kept // 2) :]}"
        if room(cut) <= pixels:
            return cut
    return text[:1]


def _named(rows: Sequence[tuple[Any, ...]], *columns: str) -> tuple[Any, Any, Any]:
    """Gives a chart of the rows, the axis of their places, and a layer with their names, which need not differ."""
    alt, _ = libraries()
    labels = [_fitting(str(row[0]), _ROOM) for row in rows]
    axis = alt.Axis(labels=False, minExtent=max(map(room, labels), default=0) + _SIZE)
    y = alt.Y("place:O", title=None, axis=axis)
    values = [
        dict(zip(("place", "label", *columns), (place, label, *row[1:]), strict=True))
        for place, (label, row) in enumerate(zip(labels, rows, strict=True))
    ]
    base = alt.Chart(alt.Data(values=values))
    names = base.mark_text(align="right", baseline="middle", color=INK, fontSize=_SIZE)
    return base, y, names.encode(x=alt.value(-9), y=y, text="label:N")


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    title: str,
    mark: float | None = None,
    *,
    share: bool = False,
    domain: tuple[float, float] | None = None,
    signed: bool = False,
    marks: Sequence[float | None] = (),
) -> str:
    """Draws a value with its interval for each name.

    Args:
        rows: (name, value, low, high).
        title: of the axis.
        mark: where a line is to compare with.
        share: the axis goes from 0 to 1, in percent.
        domain: or it goes from the one to the other; as far as the values and the mark need when both are left out.
        signed: its figures have a sign, as differences have.
        marks: where each row has a mark of its own to compare with, in place of a line; None for none.
    """
    alt, _ = libraries()
    base, y, names = _named(rows, "value", "low", "high")
    domain = (0, 1) if share else domain
    scale = alt.Scale(domain=list(domain)) if domain else alt.Scale(zero=False, nice=True)
    axis = alt.Axis(format="%") if share else alt.Axis(labelExpr=_SIGNED) if signed else alt.Axis()
    layers = [
        base.mark_rule(color=ACCENT, strokeWidth=3, opacity=0.6).encode(
            x=alt.X("low:Q", title=_fitting(title, WIDTH), scale=scale, axis=axis), x2="high:Q", y=y
        ),
        base.mark_point(filled=True, color=ACCENT, size=80, opacity=1).encode(x="value:Q", y=y),
        names,
    ]
    if found := [{"place": place, "value": each} for place, each in enumerate(marks) if each is not None]:
        own = alt.Chart(alt.Data(values=found)).mark_tick(color=SECOND, thickness=3, size=22)
        layers.append(own.encode(x="value:Q", y=y))
    if mark is not None:
        layers.append(
            alt.Chart(alt.Data(values=[{"value": mark}]))
            .mark_rule(color=SECOND, strokeDash=[5, 4], strokeWidth=2)
            .encode(x="value:Q")
        )
    return _svg(alt.layer(*layers).properties(width=WIDTH, height={"step": 30}))


def bars(rows: Sequence[tuple[str, float, float, float]], title: str, *, whole: bool = True) -> str:
    """Draws a share with its interval for each name, from zero; to 1, or as far as it needs when not `whole`."""
    alt, _ = libraries()
    base, y, names = _named(rows, "value", "low", "high")
    scale = alt.Scale(domain=[0, 1]) if whole else alt.Scale(zero=True, nice=True)
    x = alt.X("value:Q", title=_fitting(title, WIDTH), scale=scale, axis=alt.Axis(format="%"))
    drawn = alt.layer(
        base.mark_bar(color=SOFT).encode(x=x, y=y),
        base.mark_rule(color=ACCENT, strokeWidth=3).encode(x=alt.X("low:Q", scale=scale), x2="high:Q", y=y),
        names,
    )
    return _svg(drawn.properties(width=WIDTH, height={"step": 30}))


def counts(rows: Sequence[tuple[str, int]], title: str) -> str:
    """Draws how many there are of each; its name, which may be long, stands above its bar."""
    alt, _ = libraries()
    values = [
        {"place": place, "label": _middle(name, _WHOLE), "value": value} for place, (name, value) in enumerate(rows)
    ]
    base = alt.Chart(alt.Data(values=values))
    y = alt.Y("place:O", title=None, axis=alt.Axis(labels=False, ticks=False, minExtent=4))
    scale = alt.Scale(zero=True, nice=True)
    x = alt.X("value:Q", title=_fitting(title, _WHOLE), scale=scale, axis=alt.Axis(tickMinStep=1, format=",d"))
    drawn = alt.layer(
        base.mark_bar(color=SOFT, stroke=ACCENT, size=14, yOffset=8).encode(x=x, y=y),
        base.mark_text(align="left", baseline="middle", dy=-9, color=INK, fontSize=_SIZE).encode(
            x=alt.value(4), y=y, text="label:N"
        ),
    )
    return _svg(drawn.properties(width=_WHOLE, height={"step": 42}))


def reaches(rows: Sequence[tuple[str, float, float, bool]], title: str) -> str:
    """Draws a share against what would show, from zero: (name, share, what would show, whether it is odd)."""
    alt, _ = libraries()
    base, y, names = _named(rows, "value", "reach", "odd")
    x = alt.X("reach:Q", title=_fitting(title, WIDTH), scale=alt.Scale(zero=True), axis=alt.Axis(format="%"))
    plain = base.transform_filter("!datum.odd").mark_point(filled=True, color=ACCENT, size=80, opacity=1)
    odd = base.transform_filter("datum.odd").mark_point(filled=True, color=SECOND, shape="diamond", size=160, opacity=1)
    layers = [base.mark_bar(color=SOFT, size=16).encode(x=x, y=y), names]
    layers += [points.encode(x="value:Q", y=y) for points in (plain, odd)]
    return _svg(alt.layer(*layers).properties(width=WIDTH, height={"step": 30}))


def quartiles(rows: Sequence[tuple[str, float, float, float, float, float]], title: str, *, whole: bool = False) -> str:
    """Draws least, quartiles and most for each name; what is counted has a `whole` axis."""
    alt, _ = libraries()
    base, y, names = _named(rows, "least", "quarter", "median", "three", "most")
    scale = alt.Scale(zero=False, nice=True)
    axis = alt.Axis(tickMinStep=1, format="d") if whole else alt.Axis()
    drawn = alt.layer(
        base.mark_rule(color=ACCENT, strokeWidth=2).encode(
            x=alt.X("least:Q", title=_fitting(title, WIDTH), scale=scale, axis=axis), x2="most:Q", y=y
        ),
        base.mark_bar(color=SOFT, size=16).encode(x="quarter:Q", x2="three:Q", y=y),
        base.mark_tick(color=ACCENT, thickness=3, size=20).encode(x="median:Q", y=y),
        names,
    )
    return _svg(drawn.properties(width=WIDTH, height={"step": 34}))


def course(rows: Sequence[tuple[float, float, float, float]], across: str, title: str) -> str:
    """Draws a median with its quartiles over a course: (place, quarter, median, three quarters)."""
    alt, _ = libraries()
    values = [{"x": x, "quarter": low, "median": middle, "three": high} for x, low, middle, high in rows]
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("x:Q", title=_fitting(across, WIDTH), axis=alt.Axis(tickMinStep=1, format="d"))
    )
    drawn = alt.layer(
        base.mark_area(color=SOFT, opacity=0.8).encode(
            y=alt.Y("quarter:Q", title=_fitting(title, WIDTH)), y2="three:Q"
        ),
        base.mark_line(color=ACCENT, strokeWidth=2.5, point=alt.OverlayMarkDef(color=ACCENT)).encode(y="median:Q"),
    )
    return _svg(drawn.properties(width=WIDTH, height=190))


def _svg(chart: Any) -> str:
    _, vl_convert = libraries()
    svg = str(vl_convert.vegalite_to_svg(chart.configure(**_CONFIG).to_dict()))
    return _BACKGROUND.sub("", svg, count=1).replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
