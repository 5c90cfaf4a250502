"""Turns one examined log into rows of an archive."""

from __future__ import annotations

from typing import Any

from playfold.records.entry import Entry
from playfold.records.journal import Noted, Rated, Refused
from playfold.records.tree import MAIN

from . import archive_columns
from .archive_course import course
from .archive_game import game_row, line_rows, seat_rows
from .archive_staged import Columns, LuckRow, NoteRow, RatingRow, RefusalRow, Staged
from .archive_times import times
from .archive_watch import Watch
from .validate import Verdict


def rows(
    src: int, digest: str, verdict: Verdict, watch: Watch, engine: str
) -> tuple[dict[str, list[Staged]], dict[str, Columns]]:
    """Gives the rows of one log by table, those of the large tables as columns; the verdict must have a log.

    Cost: 2-3 us an entry.
    """
    log, header = verdict.log, verdict.header
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    tree, entries = log.tree, log.entries
    tip = tree.lines[MAIN].tip
    on_path = tree.path(tip)
    on_main = set(on_path)
    state = None if verdict.folded is None else verdict.folded.states.get(tip)
    ends = list(watch.standings(on_path, state))
    when = times(header.time, entries, watch.decisions, on_main)
    events = archive_columns.events(entries, on_main, watch.turns, when)
    staged: dict[str, list[Staged]] = {
        "games": [game_row(src, digest, verdict, on_path, when, engine, state, deep=watch.deep)],
        "seats": list(seat_rows(src, header, verdict.outcome)),
        **course(src, [turn for turn, _ in ends], [standings for _, standings in ends]),
        "luck": [
            LuckRow(src=src, n=n, turn=watch.turns[n], type=events["type"][n - 1], named=named)
            for n, named in watch.luck.items()
            if n in on_main
        ],
        "lines": list(line_rows(src, tree)),
    }
    for entry in entries:
        event = entry.event
        kind = type(event)
        if kind is Noted:
            row: Staged = NoteRow(
                src=src, n=entry.n, about=event.on, seat=event.seat or None, mark=event.mark, text=event.text
            )
            staged.setdefault("notes", []).append(row)
        elif kind is Rated:
            row = RatingRow(src=src, n=entry.n, seat=event.seat, fun=event.fun, text=event.text)
            staged.setdefault("ratings", []).append(row)
        elif kind is Refused:
            staged.setdefault("refusals", []).append(_refusal(src, entry))
    thrown = archive_columns.chance(tree, entries, on_main, watch)
    columns = {
        "events": events,
        "decisions": archive_columns.decisions(entries, on_main, watch, when),
        "chance": thrown,
        "rolls": archive_columns.rolls(header, thrown),
    }
    return staged, columns


def _refusal(src: int, entry: Entry[Any]) -> RefusalRow:
    refused = entry.event
    seat = refused.event.get("seat", 0)
    return RefusalRow(
        src=src,
        n=entry.n,
        seat=seat if type(seat) is int and 0 < seat <= 99 else None,  # noqa: PLR2004 - the most seats that a log has
        type=str(refused.event.get("type", "")),
        rule=refused.rule,
        why=refused.why,
        payload=refused.event,
    )
