"""Writes the page of a report: one HTML file without scripts, addresses or anything that a player's text could do."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any

from playfold.errors import ArchiveRefusedError

from ..opening import ENGINE
from ..stats import seeds
from ..stats.reports import function
from ..stats.selection import Answer, Asked, Options, Report, Selection, asked, heading
from ..telling import visible
from .charts import libraries
from .figures import ISOLATE, POP, games_of
from .sections import SECTIONS, Section
from .style import STYLE

_MOST_ROWS = 300
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"
_SHORT = 1e-3
_LONG = 24
_HEAD = ("rules", "rules_a", "rules_b", "players", "seats")
_POOLED = "Versions of a rule set are taken together; kinds of players and numbers of seats stand for themselves."
_APART = "Versions of the rules, kinds of players and numbers of seats each stand for themselves."


def page(
    path: str | os.PathLike[str],
    selection: Selection | None = None,
    options: Options | None = None,
    *,
    title: str = "",
    progress: Callable[[str], None] = lambda _name: None,
) -> str:
    """Gives the report of an archive as one HTML page.

    Args:
        path: the archive, or a folder that `export` wrote.
        selection: which games; clean ones and imported results when left out.
        options: what some statistics want to know beside.
        title: of the page; the archive's name when left out.
        progress: told the name of each report before it is made.

    Raises:
        ArchiveRefusedError: the archive cannot be opened, or no game is in the selection.
        NotWrittenError: the extra `report` is not installed.

    Cost: 3 seconds for the first chart, which starts Vega, then a tenth of a second each; each pair of versions that is
    compared costs as much as another report.
    """
    libraries()
    chosen = selection or Selection()
    name = title or f"Statistics of {os.path.basename(os.path.abspath(path))}"  # noqa: PTH100, PTH119 - a name alone
    parts: list[tuple[str, Section, str]] = []
    silent: list[str] = []
    with asked(path, chosen, options or Options()) as games:
        for report, section in SECTIONS.items():
            if report == "compare" and chosen.pool:
                continue  # versions are taken together
            progress(report)
            answer = _answer(games, section.ask or function(report))
            if answer.rows:
                parts.append((report, section, "".join(_section(report, section, answer))))
            else:
                silent.append(section.title)
        count, shared = games.games, seeds.pooled(games)
    links = "".join(f'<li><a href="#{report}">{_text(section.title)}</a></li>' for report, section, _ in parts)
    body = [
        f"<h1>{_text(name)}</h1>",
        f"<p>{games_of(count)}: {_text(_said(chosen))}. {_POOLED if chosen.pool else _APART}</p>",
        *(f'<p class="dim">{_text(note)}</p>' for note in shared),
        f'<nav aria-label="Contents"><ul>{links}</ul></nav><main>',
        *(html for _, _, html in parts),
        "</main>",
        f'<p class="dim">Nothing to say about: {_text(", ".join(silent))}.</p>' if silent else "",
        f'<p class="dim">Made by playfold {_text(ENGINE)}. low and high are bounds at 95 %; n counts the cases.</p>',
    ]
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f'<meta name="color-scheme" content="light dark"><title>{_text(name)}</title><style>{STYLE}</style>'
    )
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def _answer(games: Asked, report: Report) -> Answer:
    try:
        return report(games)
    except ArchiveRefusedError:
        return Answer((), [])  # it has no data for this one; the page says so


def _said(chosen: Selection) -> str:
    return ", ".join(
        (
            "grade " + " or ".join(chosen.grades),
            "played by " + (" or ".join(chosen.players) or "people or bots"),
            "rules " + (" or ".join(chosen.rules) or "of any kind"),
            *(["with plays that their owner keeps out of statistics"] if chosen.ignored else []),
        )
    )


def _section(report: str, section: Section, answer: Answer) -> Iterator[str]:
    yield f'<section aria-labelledby="{report}"><h2 id="{report}">{_text(section.title)}</h2>'
    yield f"<p>{_text(section.words)}</p>"
    figures = [(about, list(each)) for about, each in groupby(section.figures(answer), key=lambda figure: figure.about)]
    if figures:
        yield '<div class="charts">'
        for about, each in figures:
            yield f"<div><h3>{_text(about)}</h3>"
            for figure in each:
                label = _text(figure.says.replace(ISOLATE, "").replace(POP, ""))
                yield f'<figure><div role="img" aria-label="{label}">{figure.svg}</div>'
                yield f"<figcaption>{_caption(figure.says)}</figcaption></figure>"
            yield "</div>"
        yield "</div>"
        if left_out := section.left_out(answer):
            yield f'<p class="dim">{_text(left_out)}</p>'
    yield from _table(answer, f"{section.title}: the figures")
    for note in answer.notes:
        yield f'<p class="dim">{_text(note)}</p>'
    yield "</section>"


def _caption(says: str) -> str:
    """Gives what a figure says; a name that runs from right to left does not turn the numbers beside it around."""
    parts = re.split(f"{ISOLATE}([^{POP}]*){POP}", says)
    return "".join(f"<bdi>{_text(part)}</bdi>" if place % 2 else _text(part) for place, part in enumerate(parts))


def _table(answer: Answer, caption: str) -> Iterator[str]:
    """Gives a table whose rows stand under a line that says whose games they speak of: it takes no columns."""
    places = [place for place, column in enumerate(answer.columns) if column not in _HEAD]
    numbers = [all(isinstance(row[place], int | float | None) for row in answer.rows) for place in places]
    shown = answer.rows[:_MOST_ROWS]
    yield (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{_text(caption)}"><table>'
        f"<caption>{_text(caption)}</caption><thead><tr>"
    )
    for place, number in zip(places, numbers, strict=True):
        yield f'<th scope="col"{_CLASS[number]}>{_text(answer.columns[place].replace("_", " "))}</th>'
    yield "</tr></thead>"
    for about, rows in groupby(shown, key=lambda row: heading(dict(zip(answer.columns, row, strict=True)))):
        yield f'<tbody><tr><th scope="rowgroup" class="group" colspan="{len(places)}">'
        yield f"<span>{_text(about)}</span></th></tr>"
        for row in rows:
            yield f"<tr>{''.join(_cells([row[place] for place in places], numbers))}</tr>"
        yield "</tbody>"
    yield "</table></div>"
    if len(answer.rows) > _MOST_ROWS:
        yield f'<p class="dim">The first {_MOST_ROWS} of {len(answer.rows)} rows; playfold stats has all.</p>'


_CLASS = {True: ' class="number"', False: ""}


def _cells(row: Sequence[Any], numbers: Sequence[bool]) -> Iterator[str]:
    for value, number in zip(row, numbers, strict=True):
        shown = _shown(value)
        kind = ' class="long"' if len(shown) > _LONG and not number else _CLASS[number]
        yield f"<td{kind}>{_text(shown)}</td>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if value == 0 or abs(value) >= _SHORT else f"{value:.2g}"
    return str(value)


def _text(text: str) -> str:
    """Gives text as HTML may hold it, in elements and in quotes; what is not printable is escaped."""
    return escape(visible(text))
