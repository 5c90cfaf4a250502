"""The course of a game for an archive: its standings turn by turn, those at the end, and who led."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from operator import ne

from .archive_staged import FinalRow, LeadRow, SeriesRow, Staged

Standings = Mapping[str, tuple[int, ...]]
"""Values of seats 1, 2, ... by name."""

_BLOCK = 2000


def course(src: int, turns: Sequence[int], standings: Sequence[Standings]) -> dict[str, list[Staged]]:
    """Gives the rows of the tables `series`, `final_standings` and `leads` for the turns of a game, in order.

    Cost: 0.1-0.2 us a turn, seat and name.
    """
    if not turns:
        return {}
    last = standings[-1]
    by_name = _columns(standings)
    if by_name is not None:
        series = [
            SeriesRow(src=src, name=name, turns=turns[first : first + _BLOCK], of_seats=list(zip(*block, strict=True)))
            for name, values in by_name.items()
            for first in range(0, len(turns), _BLOCK)
            if (block := values[first : first + _BLOCK])[0]
        ]
    else:  # names or seats come and go
        series = [
            SeriesRow(src=src, name=name, turns=[turn], of_seats=[(value,) for value in values])
            for turn, each in zip(turns, standings, strict=True)
            for name, values in each.items()
            if values
        ]
        by_name = {name: [each.get(name, ()) for each in standings] for name in last}
    return {
        "series": list[Staged](series),
        "final_standings": [FinalRow(src=src, name=name, last=values) for name, values in last.items()],
        "leads": [_lead(src, name, turns, values) for name, values in by_name.items() if values[-1]],
    }


def _columns(standings: Sequence[Standings]) -> dict[str, list[tuple[int, ...]]] | None:
    """Gives the values by name, a tuple for each turn; None when not all turns have the same names and seats."""
    names = standings[0]
    try:
        found = {name: [each[name] for each in standings] for name in names}
    except KeyError:
        return None
    if set(map(len, standings)) != {len(names)}:
        return None
    return found if all([len(set(map(len, values))) == 1 for values in found.values()]) else None  # noqa: C419 - half as long as a generator


def _lead(src: int, name: str, turns: Sequence[int], values: Sequence[tuple[int, ...]]) -> LeadRow:
    """Says who has most at the end, since when alone, and how often the lead went from one seat to another."""
    head = leader = changes = since = 0
    for place in (0, *compress(range(1, len(values)), map(ne, values[1:], values))):
        each = values[place]
        if not each:
            continue
        most = max(each)
        now = each.index(most) + 1 if each.count(most) == 1 else 0
        if now != head:
            head, since = now, turns[place]
            if now and leader and now != leader:
                changes += 1
            leader = now or leader
    most = max(values[-1])
    leaders = tuple([seat for seat, value in enumerate(values[-1], 1) if value == most])
    return LeadRow(
        src=src, name=name, leaders=leaders, since=since if head else None, changes=changes if leader else None
    )
