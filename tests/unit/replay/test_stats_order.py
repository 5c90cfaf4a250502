"""The same games give the same figures: in any order in which they are archived, on any number of threads."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from random import Random
from statistics import mean, stdev

import duckdb
import pytest

from playfold.records.archive_statements import schema
from playfold.records.archive_tables import FORMAT
from playfold.replay.stats.exact import welch
from playfold.replay.stats.moments import moments
from playfold.replay.stats.quartiles import Looked, of_counts, places, quartiles
from playfold.replay.stats.reports import REPORTS, report
from playfold.replay.stats.selection import GRADES, Options, Selection

from .conftest import Made

RULES = ("x@1", "x@2")

ROWS = {
    "games": """SELECT 'g' || i AS game, 'x@' || (1 + i % 2) AS rules, 'x' AS rule_set, 'people' AS players,
    3 AS seats, CASE WHEN i % 7 = 0 THEN 'taken_back' ELSE 'clean' END AS grade, 'won' AS reason,
    [1 + (i * 7) % 3] AS winners,
    40 + (i * i) % 31 AS entries, 10 + (i * i) % 17 AS turns, round(sqrt(i + 2), 3) AS minutes, true AS deep
    FROM range(3000) t(i)""",
    "seats": """SELECT 'g' || i AS game, s AS seat, 'P' || ((i + s) % 5) AS name, (i + s) % 11 = 0 AS bot,
    true AS placed, s = 1 + (i * 7) % 3 AS won, 1 + (s + 2 - (i * 7) % 3 + i % 2) % 3 AS rank
    FROM range(3000) t(i), range(1, 4) u(s)""",
    "final_standings": """SELECT 'g' || i AS game, s AS seat, 'n' || k AS name, ((i // 2) * (k + 3) + s * s) % (7 + k)
    AS value FROM range(3000) t(i), range(1, 4) u(s), range(15) v(k)""",
    "luck": """SELECT 'g' || i AS game, k AS n, 1 AS turn, 'rolled' AS type, 1 + k % 3 AS seat, 'n' || k % 2 AS name,
    ((i * 31 + k * 17) % 41 - 20) / (3 + k % 5) AS gain FROM range(3000) t(i), range(45) v(k)""",
    "decisions": """SELECT 'g' || i AS game, k AS n, 'main' AS line, k // 4 AS turn, 1 + k % 3 AS seat,
    'moved.' || k % 6 AS type, true AS on_main, (i + k) % 9 AS options, round(sqrt(i * 45 + k), 3) AS seconds,
    round(sqrt(i + k * 91), 3) AS waited FROM range(3000) t(i), range(45) v(k)""",
    "leads": """SELECT 'g' || i AS game, 'n0' AS name, [1 + (i * 5) % 3] AS leaders, i % 10 AS since,
    (i * i) % 6 AS changes FROM range(3000) t(i)""",
    "ratings": """SELECT 'g' || i AS game, 90 + k AS n, 1 + k % 3 AS seat, 1 + (i * 3 + k) % 5 AS fun, '' AS text
    FROM range(3000) t(i), range(4) v(k)""",
    "refusals": """SELECT 'g' || i AS game, 50 AS n, 1 AS seat, 'moved' AS type, 'rule.' || i % 4 AS rule
    FROM range(3000) t(i) WHERE i % 3 = 0""",
    "tallies": """SELECT 'g' || i AS game, s AS seat, 'moved.' || k AS type, (i + k + s) % 2 AS times, 2 AS written,
    (i + k) % 7 // 6 AS back FROM range(3000) t(i), range(1, 4) u(s), range(6) v(k)""",
    "rolls": """SELECT 'g' || i AS game, s AS seat, 'rolled' AS type, 'dice.1' AS part, 'd3' AS die,
    'table' AS source, 'P' || ((i + s) % 5) AS name, [i % 3, (i + s) % 4, 1] AS counts
    FROM range(3000) t(i), range(1, 4) u(s)""",
}
"""Rows of 3000 games, by table: in some more than the 122,880 that DuckDB takes together on one thread."""


@pytest.fixture(name="shuffled", scope="module")
def _shuffled(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Archives of the same games, in two orders."""
    folder = tmp_path_factory.mktemp("shuffled")
    paths = [folder / f"{order}.duckdb" for order in ("one", "other")]
    for path in paths:
        with duckdb.connect(str(path)) as connection:
            connection.execute(";\n".join(schema()))
            connection.execute("INSERT INTO about VALUES ($1, 'test')", [FORMAT])
            for table, rows in ROWS.items():
                connection.execute(f"INSERT INTO {table} BY NAME {rows} ORDER BY hash(game || '{path.stem}')")
    return paths


@pytest.mark.parametrize("name", REPORTS)
def test_neither_order_nor_threads_change_a_figure(
    shuffled: list[Path], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each report says the same to the last digit, on one thread, two or four, of an archive and of a shuffled one."""
    said = set()
    for path, threads in product(shuffled, (1, 2, 4)):
        monkeypatch.setattr(os, "cpu_count", lambda threads=threads: threads)
        answer = report(path, name, Selection(grades=GRADES), Options(compared=RULES))
        assert answer.rows
        said.add(repr(answer))
    assert len(said) == 1


def test_equal_means_differ_by_nothing(shuffled: list[Path]) -> None:
    """Versions whose games ended alike have differences of 0, not of what is lost when floats are added up."""
    answer = report(shuffled[0], "compare", Selection(grades=GRADES), Options(compared=RULES))
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    finals = [row for row in rows if row["measure"] == "final"]
    assert len(finals) == 15
    assert {row["difference"] for row in finals} == {0}
    # Where all values are equal no bounds are known.
    known = [row for row in finals if row["low"] is not None]
    assert len(known) >= 8
    assert all(row["low"] == -row["high"] < 0 for row in known)


def test_moments_are_those_of_the_values() -> None:
    """Number, mean and deviation of a sample as the statistics module has them; what is too little has none."""
    draw = Random(3)  # noqa: S311 - fixed values for a test
    samples: list[list[float]] = [[1, 2, 2, 9], [0.1] * 3 + [0.7], [draw.choice((0.1, 0.2, 0.7)) for _ in range(100)]]
    for values in samples:
        counts = {value: values.count(value) for value in values}
        assert moments(counts) == pytest.approx((len(values), mean(values), stdev(values)))
        assert moments(dict(reversed(counts.items()))) == moments(counts)
    assert moments({0.1: 3}) == (3, 0.1, 0)
    assert moments({4: 1}) == (1, 4, None)
    assert moments(None) == moments({}) == (0, None, None)
    assert welch((3, 0.1 + 0.2, 0.1), (5, 0.3, 0.1))[0] == 0


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 8, 100, 2501])
def test_quartiles_look_at_few_values(n: int) -> None:
    """The places that are said are those that are looked at, and counts say the same as the values one by one."""
    values = [float(place // 3) for place in range(n)]
    whole = quartiles(values)
    looked = {place: values[place] for place in places(n)}
    assert len(looked) <= 8
    assert quartiles(Looked(n, looked.__getitem__)) == whole == of_counts({each: values.count(each) for each in values})


def test_luck_that_evens_out_is_none(made: Made) -> None:
    """Thirds that add up to nothing are 0, however they are rounded."""
    for gains in ((1 / 3, 1 / 3, -2 / 3), (2 / 3, -1 / 3, -1 / 3)):
        game = made.game(1, deep=True)
        for n, gain in enumerate(gains):
            made.insert("luck", game=game, n=n, turn=0, type="rolled", seat=1, name="vp", gain=gain)
    first = made("luck")[0]
    assert (first["mean"], first["low"], first["high"], first["least"], first["most"]) == (0, 0, 0, 0, 0)


def test_medians_and_mean_ranks_have_bounds(made: Made) -> None:
    """The bounds of medians are ranks, in the overview and of the pace; those of a mean rank are Student's."""
    for number in range(1, 10):
        game = made.game(1, turns=number, minutes=float(number), deep=True)
        made.lead(game, "vp", 1, changes=number)
        made.insert(
            "decisions", game=game, n=1, line="main", turn=0, seat=1, type="moved", on_main=True, options=number,
            seconds=float(number), waited=float(number),
        )  # fmt: skip
        made.connection.execute("UPDATE seats SET rank = $1 WHERE game = $2 AND seat = 2", [1 + number % 2, game])
    (row,) = made("overview")
    assert (row["median_turns"], row["low_turns"], row["high_turns"]) == (5, 2, 8)
    assert (row["timed"], row["median_minutes"], row["low_minutes"], row["high_minutes"]) == (9, 5, 2, 8)
    pace = {row["measure"]: (row["n"], row["median"], row["low"], row["high"]) for row in made("pacing")}
    assert [pace[measure] for measure in ("options", "seconds", "wait", "lead changes")] == [(9, 5, 2, 8)] * 4
    first, second = made("players")
    assert (first["ranked"], first["mean_rank"], first["low_rank"], first["high_rank"]) == (9, 1, None, None)
    assert (second["mean_rank"], second["low_rank"], second["high_rank"]) == (
        pytest.approx(1.555556), pytest.approx(1.150460, abs=1e-4), pytest.approx(1.960651, abs=1e-4)
    )  # fmt: skip
