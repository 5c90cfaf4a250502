"""What an archive keeps beside the plain rows, so that reports are quick, is what the plain rows say."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.records.archive_file import open_archive
from playfold.replay.amend import amend
from playfold.replay.archive import archive
from playfold.replay.archive_course import course
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import report
from playfold.replay.stats.selection import Selection

from .archived import ask
from .tic_tac_toe import begin

SAME = {
    "rolls": """SELECT game, seat, type, part, die, source, s.name, counts FROM (
    SELECT game, seat, type, part, die, source, list(n ORDER BY side) AS counts FROM (SELECT game, seat, type, part,
    die, source, side, count(*) FILTER (outcome = CASE WHEN odds IS NULL THEN side::VARCHAR
    ELSE list_sort(json_keys(odds))[side] END) AS n FROM chance, LATERAL (SELECT
    unnest(range(1, total + 1)) AS side) WHERE on_main AND die <> 'deck' GROUP BY ALL) GROUP BY ALL
    UNION ALL SELECT game, seat, type, part, die, source, [count(odds)] FROM chance
    WHERE on_main AND die = 'deck' AND odds IS NOT NULL GROUP BY ALL
    UNION ALL SELECT game, seat, type, part, die, source, [count(*)] FROM chance
    WHERE on_main AND die IS NULL AND weight IS NULL GROUP BY ALL) LEFT JOIN seats AS s USING (game, seat)""",
    "final_standings": """SELECT s.game, seat, name, value FROM standings AS s
    JOIN (SELECT game, max(turn) AS turn FROM standings GROUP BY game) USING (game, turn)""",
    "leads": """WITH heads AS (SELECT game, name, turn, CASE WHEN count(*) FILTER (value = most) = 1 THEN
    any_value(seat) FILTER (value = most) END AS head, list(seat ORDER BY seat) FILTER (value = most) AS leaders
    FROM (SELECT *, max(value) OVER (PARTITION BY game, name, turn) AS most FROM standings) GROUP BY ALL),
    last AS (SELECT game, name, arg_max(leaders, turn) AS leaders FROM heads GROUP BY ALL),
    changed AS (SELECT game, name, count(*) FILTER (head <> before) AS changes FROM (SELECT *, lag(head) OVER
    (PARTITION BY game, name ORDER BY turn) AS before FROM heads WHERE head IS NOT NULL) GROUP BY ALL),
    spans AS (SELECT game, name, any_value(last.leaders) AS leaders, min(turn) AS begun,
    max(turn) FILTER (head IS DISTINCT FROM last.leaders[1]) + 1 AS since
    FROM heads JOIN last USING (game, name) GROUP BY game, name)
    SELECT game, name, leaders, CASE WHEN len(leaders) = 1 THEN coalesce(since, begun) END, changes
    FROM spans LEFT JOIN changed USING (game, name)""",
    "(SELECT game, n, seat, waited FROM decisions WHERE waited IS NOT NULL)": """SELECT game, n, seat, round(wait, 3)
    FROM (SELECT *, others - coalesce(lag(others) OVER (PARTITION BY game, seat ORDER BY n), 0) AS wait,
    unknown - coalesce(lag(unknown) OVER (PARTITION BY game, seat ORDER BY n), 0) AS missing,
    lag(seat) OVER (PARTITION BY game ORDER BY n) AS before FROM (SELECT game, n, seat,
    sum(coalesce(seconds, 0)) OVER (PARTITION BY game ORDER BY n)
    - sum(coalesce(seconds, 0)) OVER (PARTITION BY game, seat ORDER BY n) AS others,
    count(*) FILTER (seconds IS NULL) OVER (PARTITION BY game ORDER BY n)
    - count(*) FILTER (seconds IS NULL) OVER (PARTITION BY game, seat ORDER BY n) AS unknown
    FROM decisions WHERE on_main)) WHERE before <> seat AND missing = 0""",
}
"""What stands in a table, and the SQL that says it of the plain rows."""


@pytest.fixture(name="many", scope="module")
def _many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of bots' games of five rule sets, and of one by people, with times, take-backs and lines."""
    folder = tmp_path_factory.mktemp("many")
    for rules, seats in (
        ("space-monkeys+max_rounds=15", 3),
        ("small-star-empires", 4),
        ("space-wars+max_rounds=6", 3),
        ("tiny-epic-galaxies+end_vp=2", 2),
    ):
        list(simulate(rules, ["random"] * seats, folder, games=3, seed=rules[:9].replace("-", "")))
    game = playfold.new(folder / "people.jsonl", "tic-tac-toe", seats=["Ann", "Bob"])

    def mark(line: str, *cells: int) -> None:
        for at in cells:
            game.line(line).play({"type": "marked", "seat": game.line(line).to_act.seats[0], "at": at})

    mark("main", 4, 0, 8)
    game.line().take_back()
    mark("main", 1, 2)
    game.branch("x", at=2)
    mark("x", 7)
    game.branch("y", at=1)
    mark("y", 5, 3)
    game.line("y").promote()
    mark("main", 0)
    archive(folder / "x.duckdb", [folder])
    return folder / "x.duckdb"


@pytest.mark.parametrize("table", SAME)
def test_what_is_kept_beside_the_rows_follows_from_them(many: Path, table: str) -> None:
    """Rolls, last standings, leads and waiting are those that SQL finds in events, standings and decisions."""
    with open_archive(many) as connection:
        kept = connection.execute(f"FROM {table}").fetchall()
        found = connection.execute(SAME[table]).fetchall()
    assert kept
    assert sorted(map(repr, kept)) == sorted(map(repr, found))


def test_tallies_count_the_entries_of_play_of_each_seat(many: Path) -> None:
    """How often each kind of event of each seat is on the path, was written on main, and was taken back from it."""
    counted: dict[tuple[str, int | None, str], list[int]] = {}
    with open_archive(many) as connection:
        kept = connection.execute("FROM tallies").fetchall()
        events = connection.execute("SELECT game, seat, type, line, on_main, n, of FROM events WHERE turn IS NOT NULL")
        rows = events.fetchall()
        on_path = {(game, n) for game, _, _, _, on_main, n, _ in rows if on_main}
        for game, *_, n, of in sorted(rows, key=lambda row: row[5], reverse=True):
            if of and (game, n) in on_path:
                on_path.add((game, of))  # it stands again
        for game, seat, kind, line, on_main, n, _ in rows:
            row = counted.setdefault((game, seat, kind), [0, 0, 0])
            row[0] += on_main
            if line == "main":
                row[1] += 1
                row[2] += (game, n) not in on_path
    assert any(row[2] for row in counted.values())
    expected = [(*key, *row) for key, row in counted.items() if any(row)]
    assert sorted(map(repr, kept)) == sorted(map(repr, expected))


@pytest.mark.parametrize(
    ("fixes", "back"), [((), 0), ((1,), 1), ((1, 1), 1), ((1, 3), 2), ((3, 1), 2), ((5,), 1), ((1, 0), 3), ((0,), 2)]
)
def test_one_correction_is_one(tmp_path: Path, fixes: tuple[int, ...], back: int) -> None:
    """Of five moves those count as taken back that were corrected or taken back: none that stand again after it.

    Entries of the path that are corrected, one after another; 0: the last two are taken back.
    """
    game = begin(tmp_path / "g.jsonl", 4, 0, 8, 2, 1)
    for free, fix in enumerate(fixes, 5):
        line = game.line()
        if fix:
            entry = game.entries[line.path[fix - 1] - 1]
            amend(line, line.path[fix - 1], {"type": "marked", "seat": entry.event.seat, "at": free})
        else:
            line.take_back()
            game.line().take_back()
    archive(tmp_path / "x.duckdb", [game.path])
    assert ask(tmp_path / "x.duckdb", "SELECT sum(times), sum(written), sum(back) FROM tallies") == [
        (3 if 0 in fixes else 5, 5, back)
    ]
    found = report(tmp_path / "x.duckdb", "takebacks", Selection(grades=("clean", "taken_back", "incomplete")))
    said = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    assert [(row["taken_back"], row["n"]) for row in said] == ([(back, 5)] if back else [])


def brute(turns: list[int], values: list[tuple[int, ...]]) -> dict[str, Any]:
    """Says who led, turn by turn, in the plainest way."""
    heads = [[seat for seat, value in enumerate(each, 1) if value == max(each)] for each in values]
    alone = [head[0] if len(head) == 1 else 0 for head in heads]
    led = [head for head in alone if head]
    since = None
    if alone[-1]:
        place = len(alone) - 1
        while place and alone[place - 1] == alone[-1]:
            place -= 1
        since = turns[place]
    changes = sum(one != other for one, other in pairwise(led)) if led else None
    return {"leaders": tuple(heads[-1]), "since": since, "changes": changes}


def test_leads_are_found_in_any_course() -> None:
    """Of random courses, short and long, with ties and gaps between turns, the lead is what a plain search finds."""
    draw = random.Random(5)  # noqa: S311 - fixed courses for a test
    for _ in range(500):
        seats, length = draw.randint(1, 4), draw.randint(1, 12)
        turns = sorted(draw.sample(range(40), length))
        values = [tuple(draw.choices((-1, 0, 1, 2), k=seats)) for _ in turns]
        (row,) = course(1, turns, [{"vp": each} for each in values])["leads"]
        assert {name: getattr(row, name) for name in ("leaders", "since", "changes")} == brute(turns, values)


def test_a_course_whose_names_change_keeps_every_value() -> None:
    """Names and seats that come and go, as a rule set may have them, and more turns than a row takes."""
    standings: list[dict[str, tuple[int, ...]]] = [{"vp": (turn, 2)} for turn in range(4500)]
    standings[7] = {"vp": (1, 2, 3), "cash": (5,)}
    standings[8] = {}
    rows = course(1, range(4500), standings)["series"]
    found = {
        (turn, seat, row.name): value  # type: ignore[attr-defined]
        for row in rows
        for seat, values in enumerate(row.of_seats, 1)  # type: ignore[attr-defined]
        for turn, value in zip(row.turns, values, strict=True)  # type: ignore[attr-defined]
    }
    assert found == {
        (turn, seat, name): value
        for turn, each in enumerate(standings)
        for name, values in each.items()
        for seat, value in enumerate(values, 1)
    }
    long = course(1, range(4500), [{"vp": (1, 2)}] * 4500)["series"]
    assert [len(row.turns) for row in long] == [2000, 2000, 500]  # type: ignore[attr-defined]
    assert course(1, [], []) == {}
    assert msgspec.json.encode(course(1, [3], [{"vp": (1, 1)}])["leads"][0]) == (
        b'{"src":1,"name":"vp","leaders":[1,2],"since":null,"changes":null}'
    )
