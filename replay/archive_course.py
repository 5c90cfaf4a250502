"""The course of a game for an archive: its standings turn by turn, those at the end, and who led."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
    return {
        "series": [row for part in _alike(turns, standings) for row in _series(src, *part)],
        "final_standings": [FinalRow(src=src, name=name, last=values) for name, values in last.items()],
        "leads": [
            _lead(src, name, turns, [each.get(name, ()) for each in standings])
            for name, values in last.items()
            if values
        ],
    }


def _alike(turns: Sequence[int], standings: Sequence[Standings]) -> Iterator[tuple[Sequence[int], Sequence[Standings]]]:
    """Cuts a course into blocks whose standings have the same names and seats: in most games they never change."""
    first = 0
    shape = _shape(standings[0])
    for place, each in enumerate(standings):
        if place - first >= _BLOCK or _shape(each) != shape:
            yield turns[first:place], standings[first:place]
            first, shape = place, _shape(each)
    yield turns[first:], standings[first:]


def _shape(standings: Standings) -> list[tuple[str, int]]:
    return list(zip(standings, map(len, standings.values()), strict=True))


def _series(src: int, turns: Sequence[int], standings: Sequence[Standings]) -> Iterator[SeriesRow]:
    for name, values in standings[0].items():
        if values:
            seats = list(zip(*[each[name] for each in standings], strict=True))
            yield SeriesRow(src=src, name=name, turns=turns, of_seats=seats)


def _lead(src: int, name: str, turns: Sequence[int], values: Sequence[tuple[int, ...]]) -> LeadRow:
    """Says who has most at the end, since when alone, and how often the lead went from one seat to another."""
    seen: tuple[int, ...] = ()
    head = leader = changes = since = 0
    for turn, each in zip(turns, values, strict=True):
        if each == seen or not each:
            continue
        seen = each
        most = max(each)
        now = each.index(most) + 1 if each.count(most) == 1 else 0
        if now != head:
            head, since = now, turn
            if now and leader and now != leader:
                changes += 1
            leader = now or leader
    most = max(values[-1])
    leaders = tuple([seat for seat, value in enumerate(values[-1], 1) if value == most])
    return LeadRow(
        src=src, name=name, leaders=leaders, since=since if head else None, changes=changes if leader else None
    )
