"""Where an archive goes, archives that tests of statistics fill by hand, and logs to fold under two versions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from playfold.records.archive_statements import schema
from playfold.records.archive_tables import FORMAT
from playfold.replay.game import Game
from playfold.replay.stats.reports import report
from playfold.replay.stats.selection import Answer, Options, Selection

from . import rerunning, tic_tac_toe
from .rerunning import SM, TTT, Begin


class Made:
    """An archive that a test fills by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = duckdb.connect(str(path))
        self.connection.execute(";\n".join(schema()))
        self.connection.execute("INSERT INTO about VALUES ($1, 'test')", [FORMAT])
        self.games = 0
        self.whole = False

    def result(self, *winners: int, rules: str = "x@1", seats: int = 2, **more: Any) -> str:
        """Adds an imported result, as `import bgstats` does: no entries, no turns; with points it has a lead."""
        row = {"grade": "result", "entries": 0, "turns": None, "tags": {}, "winners": list(winners), **more}
        name = self.game(None, rules, seats, **row)
        self.connection.execute(
            "UPDATE seats SET won = list_contains($1::UTINYINT[], seat) WHERE game = $2", [list(winners), name]
        )
        return name

    def lead(self, game: str, name: str, *leaders: int, since: int = 0, changes: int = 0) -> None:
        """Adds who has most of a standing at the end."""
        self.insert("leads", game=game, name=name, leaders=list(leaders), since=since, changes=changes)

    def game(self, winner: int | None, rules: str = "x@1", seats: int = 2, **more: Any) -> str:
        """Adds a clean game of people; `winner` None is a draw."""
        self.games += 1
        name = f"g{self.games}"
        row = {
            "game": name, "rules": rules, "rule_set": rules.partition("@")[0], "players": "people", "seats": seats,
            "grade": "clean", "reason": "won", "winners": [] if winner is None else [winner], "entries": 10,
            "turns": 9, "deep": False, **more,
        }  # fmt: skip
        self.insert("games", **row)
        for seat in range(1, seats + 1):
            self.insert(
                "seats", game=name, seat=seat, name=f"P{seat}", bot=False, placed=True, won=seat == winner, rank=1
            )
        return name

    def insert(self, table: str, **row: Any) -> None:
        """Adds a row."""
        places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
        self.connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))  # noqa: S608 - names of tests

    def events(self, game: str, seat: int, kind: str, payload: str = "{}", *, n: int = 1, **more: Any) -> None:
        """Adds an event on main."""
        row = {"on_main": True, "line": "main", "turn": 1, **more}
        self.insert("events", game=game, n=n, seat=seat, type=kind, payload=payload, **row)

    def __call__(self, name: str, options: Options | None = None, **chosen: Any) -> list[dict[str, Any]]:
        """Gives the rows of a report."""
        answer = self.answer(name, options, **chosen)
        return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]

    def answer(self, name: str, options: Options | None = None, **chosen: Any) -> Answer:
        """Gives a report, the events that were added by hand counted."""
        if not self.whole:
            self.connection.execute(
                """INSERT INTO tallies SELECT game, seat, type, count(*) FILTER (on_main),
                count(*) FILTER (line = 'main'), count(*) FILTER (line = 'main' AND NOT on_main)
                FROM events WHERE turn IS NOT NULL GROUP BY ALL"""
            )
            self.connection.execute(
                """INSERT INTO decisions (game, n, line, turn, seat, type, on_main)
                SELECT game, n, line, turn, seat, type, on_main FROM events
                WHERE type NOT IN (SELECT type FROM chance) AND game NOT IN (SELECT game FROM decisions)"""
            )
            self.connection.execute(
                """INSERT INTO rolls SELECT game, seat, type, part, die, source, s.name, counts FROM (
                SELECT game, seat, type, part, die, source, list(n ORDER BY side) AS counts FROM (SELECT game, seat,
                type, part, die, source, side, count(*) FILTER (outcome = side::VARCHAR) AS n FROM chance, LATERAL (
                SELECT unnest(range(1, total + 1)) AS side) WHERE on_main AND die <> 'deck' GROUP BY ALL) GROUP BY ALL
                UNION ALL SELECT game, seat, type, part, die, source, [count(odds)] FROM chance
                WHERE on_main AND die = 'deck' AND odds IS NOT NULL GROUP BY ALL)
                LEFT JOIN seats AS s USING (game, seat)"""
            )
        self.whole = True
        self.connection.close()
        return report(self.path, name, Selection(**chosen), options)


@pytest.fixture(name="made")
def _made(tmp_path: Path) -> Made:
    return Made(tmp_path / "games.duckdb")


@pytest.fixture(name="target")
def _target(tmp_path: Path) -> Path:
    """Where the archive goes."""
    return tmp_path / "x.duckdb"


@pytest.fixture
def ttt(tmp_path: Path) -> Callable[..., Path]:
    """Plays cells of tic-tac-toe in turn and gives the log."""

    def play(*cells: int, name: str = "g", rules: str = TTT) -> Path:
        with tic_tac_toe.begin(tmp_path / f"{name}.jsonl", *cells, rules=rules) as game:
            return game.path

    return play


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begins a game of Space Monkeys for two and plays its set-up; `values` are then ruled."""

    def begun(values: dict[str, Any] | None = None, rules: str = SM) -> Game:
        return rerunning.set_up(tmp_path / "sm.jsonl", rules, values)

    return begun


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets processes that begin afresh find the functions of a test's file."""
    monkeypatch.syspath_prepend(Path(__file__).parents[3])
