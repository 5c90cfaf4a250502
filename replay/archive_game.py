"""Rows of an archive about a game as a whole: the game, its seats and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from playfold.engine import reference
from playfold.engine.rulesets import Outcome
from playfold.errors import UnknownRulesError
from playfold.records.header import Header
from playfold.records.tree import Tree

from .archive_staged import GameRow, LineRow, SeatRow
from .archive_times import Times
from .validate import Verdict


def game_row(
    src: int,
    digest: str,
    verdict: Verdict,
    on_path: list[int],
    times: Times,
    engine: str,
    state: Any,
    *,
    deep: bool,
) -> GameRow:
    """Gives the row of a game; the verdict must have a log, `state` is that at the tip of main, None for none."""
    header, log, outcome = verdict.header, verdict.log, verdict.outcome
    assert log is not None and header is not None  # noqa: S101, PT018 - the caller looked
    tip = on_path[-1] if on_path else 0
    elapsed = times.elapsed.get(tip)
    # What the parameters are, whatever name they were given: games of different rules must not share one.
    label = verdict.label or header.rules
    rule_set, version = _names(label)
    bots = len(header.bots)
    return GameRow(
        src=src,
        digest=digest,
        rules=label,
        rule_set=rule_set,
        version=version,
        parameters=header.set,
        seats=len(header.seats),
        grade=verdict.grade,
        problem=verdict.problems[0].of_any_copy() if verdict.problems else None,
        players="people" if not bots else "bots" if bots == len(header.seats) else "mixed",
        reason=None if outcome is None else outcome.reason,
        winners=None if outcome is None else outcome.winners,
        entries=len(log.entries),
        turns=None if state is None or verdict.rules is None else verdict.rules.turn(state),
        started=header.time,
        ended=times.played.get(tip, log.entries[tip - 1].time) if tip else "",
        minutes=None if elapsed is None else round(elapsed / 60, 3),
        tags=header.tags,
        dice="table" if header.dice == "table" else "drawn",
        origin=None if header.origin is None else header.origin.game,
        ignored=False,
        deep=deep,
        engine=engine,
    )


@cache
def _names(rules: str) -> tuple[str, str]:
    try:
        wanted = reference.parse(rules)
    except UnknownRulesError:
        return rules, ""
    return wanted.id, wanted.version


def seat_rows(src: int, header: Header, outcome: Outcome | None) -> Iterator[SeatRow]:
    """Gives a row for each seat; of a game that was stopped nobody won or lost."""
    ranks: dict[int, int] = {}
    decided = outcome is not None and outcome.reason != "stopped"
    if decided and outcome is not None:
        better = 0
        for equals in outcome.ranking:
            ranks.update(dict.fromkeys(equals, better + 1))
            better += len(equals)
    for seat, name in enumerate(header.seats, 1):
        won = seat in outcome.winners if decided and outcome is not None else None
        yield SeatRow(
            src=src, seat=seat, name=name, placed=True, bot=seat in header.bots, won=won, rank=ranks.get(seat)
        )


def line_rows(src: int, tree: Tree) -> Iterator[LineRow]:
    """Gives a row for each line of a log, main among them."""
    for name, line in tree.lines.items():
        why = str(getattr(tree.entries[line.first - 1].event, "why", "")) if line.first else ""
        yield LineRow(src=src, line=name, opened=line.first, origin=line.origin, tip=line.tip, why=why)
