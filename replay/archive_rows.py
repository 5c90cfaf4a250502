"""Turns one examined log into rows of an archive."""

from __future__ import annotations

from typing import Any

from playfold.records.entry import Entry
from playfold.records.journal import Noted, Rated, Refused
from playfold.records.tree import MAIN

from .archive_columns import Play, tag, thrown
from .archive_course import course
from .archive_game import game_row, line_rows, seat_rows
from .archive_staged import LuckRow, NoteRow, RatingRow, RefusalRow, Staged
from .archive_times import times
from .archive_watch import Watch
from .validate import Verdict


def rows(src: int, digest: str, verdict: Verdict, watch: Watch, engine: str) -> tuple[dict[str, list[Staged]], Play]:
    """Gives the rows of one log by table, and that of which the large tables are made; the verdict must have a log.

    Cost: 1-2 us an entry.
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
    staged: dict[str, list[Staged]] = {
        "games": [game_row(src, digest, verdict, on_path, when, engine, state, deep=watch.deep)],
        "seats": list(seat_rows(src, header, verdict.outcome)),
        **course(src, [turn for turn, _ in ends], [standings for _, standings in ends]),
        "lines": list(line_rows(src, tree)),
    }
    if watch.luck:
        staged["luck"] = [
            LuckRow(src=src, n=n, turn=watch.turns[n], type=tag(type(entries[n - 1].event)), named=named)
            for n, named in watch.luck.items()
            if n in on_main
        ]
    for entry in entries:
        if type(entry.event) in _SAID:
            _say(staged, src, entry)
    chances = list(thrown(src, tree, entries, on_main, watch))
    return staged, Play(src, header, entries, on_main, watch, when, chances)


_SAID = frozenset((Noted, Rated, Refused))


def _say(staged: dict[str, list[Staged]], src: int, entry: Entry[Any]) -> None:
    event = entry.event
    if type(event) is Noted:
        row: Staged = NoteRow(
            src=src, n=entry.n, about=event.on, seat=event.seat or None, mark=event.mark, text=event.text
        )
        staged.setdefault("notes", []).append(row)
    elif type(event) is Rated:
        row = RatingRow(src=src, n=entry.n, seat=event.seat, fun=event.fun, text=event.text)
        staged.setdefault("ratings", []).append(row)
    else:
        staged.setdefault("refusals", []).append(_refusal(src, entry))


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
