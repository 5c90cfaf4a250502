"""Whole games of The Silver River by bots: no error, and all of the game comes up.

The tests play a few. `python tests/property/test_silver_river_games.py FOLDER [JOBS]` plays a thousand there, in some
minutes, validates them, and fails unless coverage has every kind of event and every operation of a card as used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import playfold
from playfold.records.journal import Stopped
from playfold.replay.coverage import Coverage, coverage
from playfold.replay.simulate import simulate


class Series(NamedTuple):
    """Games that are alike: a reference, the bots of the seats, and how many of a thousand."""

    rules: str
    bots: tuple[str, ...]
    games: int


def _bots(seats: int, *names: str) -> tuple[str, ...]:
    return tuple(names[seat % len(names)] for seat in range(seats))


PLAIN = [
    Series(f"silver-river@{version}{variant}", _bots(seats, *names), 25)
    for version in ("6.0", "5.0")
    for variant in ("", "+variant_fast=true")
    for seats in (2, 3, 4)
    for names in (("random",), ("curious",), ("curious", "random"))[: 3 if variant else 2]
]
RICH = [
    Series("silver-river@6.0+ages=8+booster=40+activation_cost=0+race_assignment=deal", _bots(2, "curious"), 60),
    Series("silver-river@5.0+ages=12+booster=60+monster_choice=choose", _bots(3, "curious"), 60),
    Series("silver-river@6.0+ages=8+booster=60+activation_cost=0+colonize_base=0", _bots(4, "curious"), 60),
    Series("silver-river@6.0+ages=6+booster=30+activation_cost=0", _bots(4, "curious", "random"), 70),
]
"""Long games of the rich: bots that choose blindly hardly meet in four ages, and kill no monster of a high level."""
PLAN = [*PLAIN, *RICH]


def played(folder: Path, number: int, series: Series, games: int, jobs: int = 1) -> Iterator[Path]:
    """Plays games of a series."""
    yield from simulate(series.rules, series.bots, folder, games=games, seed=f"river{number}", jobs=jobs)


def problems(path: Path) -> list[str]:
    """Says what is wrong with a game: a finding of validate, or that it did not end."""
    verdict = playfold.validate(path)
    found = [str(each) for each in verdict.problems]
    if verdict.grade != "clean":
        found.append(f"{path}: {verdict.grade}")
    if verdict.log is None or any(isinstance(each.event, Stopped) for each in verdict.log.entries):
        found.append(f"{path}: it did not end")
    return found


def unused(found: Coverage) -> list[str]:
    """Lists events that never came, and cards, steps and operations that never did."""
    missing = [each.name for each in found.events if not each.times]
    return missing + [f"{part.name}: {each.value}" for part in found.parts for each in part.values if not each.times]


def test_the_plan_is_a_thousand_games() -> None:
    """Two, three and four seats, both versions, with and without the faster variant; most of them by the book."""
    assert sum(series.games for series in PLAN) == 1000
    assert {len(series.bots) for series in PLAN} == {2, 3, 4}
    assert len({series.rules for series in PLAIN}) == 4
    assert sum(series.games for series in PLAIN) == 750


def test_a_few_games_use_most_of_the_game(tmp_path: Path) -> None:
    """One game of each plain series and three of each rich one are in order, and use all but a few rare things."""
    for number, series in enumerate(PLAN):
        for path in played(tmp_path, number, series, 3 if series in RICH else 1):
            assert problems(path) == []
    (found,), left = coverage([tmp_path])
    assert not left
    assert found.games == len(PLAIN) + 3 * len(RICH)
    missing = unused(found)
    assert [each for each in missing if ":" not in each and each != "losses_chosen"] == []
    operations = [each for each in missing if each.startswith("operation: ")]
    assert len(operations) <= 4, operations


def _thousand(folder: Path, jobs: int) -> int:
    wrong: list[str] = []
    done = 0
    for number, series in enumerate(PLAN):
        for path in played(folder, number, series, series.games, jobs):
            wrong += problems(path)
            done += 1
        sys.stderr.write(f"{done} games, {len(wrong)} problems: {series.rules}, {', '.join(series.bots)}\n")
    (found,), left = coverage([folder], jobs=jobs)
    sys.stdout.write(f"{found.games} games, {found.entries} events\n")
    missing = unused(found)
    for text in (*wrong, *(each.why for each in left), *(f"never used: {each}" for each in missing)):
        sys.stdout.write(f"{text}\n")
    needed = [each for each in missing if ":" not in each or each.startswith("operation: ")]
    return 1 if wrong or left or needed else 0


if __name__ == "__main__":
    sys.exit(_thousand(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 1))
