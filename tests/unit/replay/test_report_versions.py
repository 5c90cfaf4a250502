"""Versions side by side on the page of a report: which pairs, with which figures and charts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playfold.replay.archive import archive
from playfold.replay.report.figures import Figure
from playfold.replay.report.page import page
from playfold.replay.report.versions import PAIRS, PAIRS_OF_ONE, compare, pairs, side_by_side
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import report
from playfold.replay.stats.selection import Answer, Options, Selection, asked

COLUMNS = ("rules_a", "rules_b", "players", "seats", "measure", "of", "a", "b", "difference", "low", "high")


def figures(*rows: tuple[Any, ...]) -> list[Figure]:
    """Gives the charts of these rows, of one pair of versions."""
    return list(compare(Answer(COLUMNS, [("x@1", "x@2", "people", 2, *row) for row in rows])))


@pytest.fixture(name="target", scope="module")
def _target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three parameter sets of one rule set, two versions of another."""
    folder = tmp_path_factory.mktemp("versions")
    for rounds, games in ((8, 4), (9, 3), (10, 2)):
        reference = f"space-monkeys@1.0+max_rounds={rounds}"
        list(simulate(reference, ["random"] * 3, folder / str(rounds), games=games, seed="c"))
    for version in ("1.0", "1.0-misere"):
        list(simulate(f"tic-tac-toe@{version}", ["random"] * 2, folder / version, games=5, seed="c"))
    archive(folder / "x.duckdb", [folder])
    return folder / "x.duckdb"


def test_versions_are_compared_as_stats_does(target: Path) -> None:
    """The rows of each pair are those of `compare`: the reference of most games with the next ones."""
    with asked(target, Selection(), Options()) as games:
        found = side_by_side(games)
    low, middle, high = (f"space-monkeys@1.0+max_rounds={rounds}" for rounds in (8, 9, 10))
    shown = [(low, middle), (low, high), ("tic-tac-toe@1.0", "tic-tac-toe@1.0-misere")]
    assert list(dict.fromkeys(row[:2] for row in found.rows)) == shown
    for pair in shown:
        alone = report(target, "compare", options=Options(compared=pair))
        rows = [row for row in found.rows if row[:2] == pair]
        assert alone.columns == found.columns
        assert [row[:6] for row in rows] == [row[:6] for row in alone.rows]
        for row, other in zip(rows, alone.rows, strict=True):
            assert row[6:] == pytest.approx(other[6:], abs=1e-8)
    assert any(note.startswith("3 of 4 pairs: ") and "compare REF_A REF_B" in note for note in found.notes)


def test_pooled_versions_are_not_compared(target: Path) -> None:
    """With versions taken together, or with one alone, the page has no versions side by side."""
    both = Selection(rules=("tic-tac-toe",))
    found = page(target, both)
    assert '<h2 id="compare">Versions side by side</h2>' in found
    assert "tic-tac-toe@1.0 and tic-tac-toe@1.0-misere, bots, 2 seats" in found
    assert "side by side" not in page(target, Selection(rules=("tic-tac-toe",), pool=True))
    one = page(target, Selection(rules=("tic-tac-toe@1.0",)))
    assert 'id="compare"' not in one
    assert re.search(r"Nothing to say about: [^<]*Versions side by side", one)


class Asked:
    """Answers with rows that are given, whatever the question."""

    def __init__(self, rows: list[tuple[str, str, list[tuple[str, int]]]]) -> None:
        self.rows = rows

    def __call__(self, _sql: str) -> list[tuple[str, str, list[tuple[str, int]]]]:
        """Gives the rows."""
        return self.rows


def test_only_like_games_are_compared_and_not_too_many() -> None:
    """A pair shares a kind of players and a number of seats; a rule set has a few pairs, and so has the page."""
    two, three = [("bots", 2)], [("bots", 3)]
    assert pairs(Asked([("x", "x@1", three), ("x", "x@2", two), ("x", "x@3", two)])) == ([("x@2", "x@3")], 1)  # type: ignore[arg-type]
    assert pairs(Asked([("x", "x@1", three), ("x", "x@2", two)])) == ([], 0)  # type: ignore[arg-type]
    found = pairs(Asked([(name, f"{name}@{number}", two) for name in "xyz" for number in range(5)]))  # type: ignore[arg-type]
    assert len(found.shown) == PAIRS
    assert found.shown[:PAIRS_OF_ONE] == [("x@0", f"x@{number}") for number in range(1, PAIRS_OF_ONE + 1)]
    assert found.all == 30


def test_differences_are_drawn() -> None:
    """Wins and endings differ in percentage points, turns and standings in their own; what is alike is not drawn."""
    wins, turns, points = figures(
        ("wins of seat", "1", 0.5, 0.6, 0.1, -0.1, 0.3),
        ("ending", "full", 1.0, 1.0, 0.0, -0.2, 0.2),
        ("turns", "", 30.0, 36.5, 6.5, 5.0, 8.0),
        ("minutes", "", 3.0, 3.0, 0.0, 0.0, 0.0),
        ("entries", "", 30.0, 36.5, 6.5, 5.0, 8.0),
        ("final", "vp", 5.0, 4.0, -1.0, -1.5, -0.5),
        ("final of the winner", "vp", 7.0, 7.0, 0.0, -1.0, 1.0),
    )
    assert wins.about == "x@1 and x@2, people, 2 seats"
    assert "seat \u20681\u2069: 50.0 % and 60.0 %, +10 (-10 to +30)." in wins.says
    assert "turns: 30 and 36.5, +6.5 (+5 to +8)." in turns.says
    assert "all seats: 5 and 4, -1 (-1.5 to -0.5); the winner: 7 and 7, 0 (-1 to +1)." in points.says
    assert ">vp at the end, b less a<" in points.svg
    assert all("stroke-dasharray" in figure.svg for figure in (wins, turns, points))


def test_endings_are_drawn_where_there_are_several() -> None:
    """Two reasons that come equally often are drawn: how sure that is, their intervals say."""
    (endings,) = figures(
        ("ending", "full", 0.5, 0.5, 0.0, -0.3, 0.3),
        ("ending", "three", 0.5, 0.5, 0.0, -0.3, 0.3),
    )
    assert "\u2068three\u2069: 50.0 % and 50.0 %, 0 (-30 to +30)." in endings.says


def test_standings_without_a_chart_are_told() -> None:
    """Of many standings eight have charts, and the last says so; hostile names of standings are harmless."""
    found = figures(*[("final", f"<b>{number}\u202e" + "x" * 200, 1.0, 2.0, 1.0, 0.5, 1.5) for number in range(10)])
    assert len(found) == 8
    assert found[-1].says.endswith("This is the last of 8 standings with charts of 10; the table has all.")
    assert "last of" not in found[-2].says
    assert "\u202e" not in found[0].says + found[0].svg
    assert "<b>" not in found[0].svg
    assert re.search(r">&lt;b&gt;0\\u202ex+\N{HORIZONTAL ELLIPSIS}", found[0].svg)
