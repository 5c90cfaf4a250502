"""Which draws of decks are looked at, and whose they are."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import duckdb
import pytest

from playfold.replay.stats.decks import apart, drawn

GROUP = ("x@1", "bots", 2)
DECK = ("card_drawn", "card")
COPIES, GAMES, DRAWS = 8, 400, 5


class Archive:
    """The tables that are asked, in memory."""

    def __init__(self) -> None:
        self.connection = duckdb.connect()
        self("CREATE TABLE picked (game VARCHAR, label VARCHAR, players VARCHAR, seats INTEGER)")
        self("CREATE TABLE seats (game VARCHAR, seat INTEGER, name VARCHAR)")
        self(
            """CREATE TABLE chance (game VARCHAR, seat INTEGER, type VARCHAR, part VARCHAR, die VARCHAR,
            odds JSON, source VARCHAR, outcome VARCHAR, on_main BOOLEAN)"""
        )

    def __call__(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Answers as an archive that is open."""
        return self.connection.execute(sql, list(parameters)).fetchall()

    def add(self, games: list[str], draws: list[tuple[Any, ...]]) -> None:
        """Adds games of Ann and Bob, and draws: game, seat, odds, source, outcome."""
        self("INSERT INTO picked SELECT unnest($1), 'x@1', 'bots', 2", games)
        self("INSERT INTO seats SELECT game, 1, 'Ann' FROM picked UNION ALL SELECT game, 2, 'Bob' FROM picked")
        self("CREATE TABLE added (game VARCHAR, seat INTEGER, odds VARCHAR, source VARCHAR, outcome VARCHAR)")
        rows = json.dumps([dict(zip(("game", "seat", "odds", "source", "outcome"), row, strict=True)) for row in draws])
        self(
            """INSERT INTO added SELECT r.game, r.seat, r.odds, r.source, r.outcome FROM (SELECT unnest(from_json($1,
            '[{"game":"VARCHAR","seat":"INTEGER","odds":"VARCHAR","source":"VARCHAR","outcome":"VARCHAR"}]')) AS r)""",
            rows,
        )
        self(
            """INSERT INTO chance SELECT game, seat, 'card_drawn', 'card', 'deck', odds, source, outcome, true
            FROM added"""
        )


@pytest.fixture(name="copied", scope="module")
def _copied() -> Archive:
    """Games that were copied under names that begin alike, each with odds of its own."""
    found, random = Archive(), Random(1)  # noqa: S311 - the same names every time
    names = [f"{random.getrandbits(64):016x}" for _ in range(GAMES)]
    games = [f"{name}-{copy}" for name in names for copy in range(COPIES)]
    draws = [
        (f"{name}-{copy}", 1 + turn % 2, json.dumps({"a": 1 + number, "b": 1 + turn}), "drawn", "a")
        for number, name in enumerate(names)
        for copy in range(COPIES)
        for turn in range(DRAWS)
    ]
    found.add(games, draws)
    return found


def test_copies_do_not_come_together(copied: Archive) -> None:
    """Of a large deck a share of the games is looked at: not all copies of a few, which would tell one thing often."""
    looked = drawn(copied, GROUP, {DECK: COPIES * GAMES * DRAWS})[DECK]  # type: ignore[arg-type]
    n = sum(sum(outcomes.values()) for whose in looked.values() for outcomes in whose.values())
    assert 600 < n < 1000
    originals = {json.loads(odds)["a"] for odds in looked}
    games = n / DRAWS
    assert len(originals) > 0.7 * games


def test_the_same_games_are_looked_at_in_any_order(copied: Archive) -> None:
    """The order of rows makes no difference to what is looked at, nor to the order in which it is given."""
    one, two = Archive(), Archive()
    rows = copied("SELECT game, seat, odds::VARCHAR, source, outcome FROM chance")
    games = [game for (game,) in copied("SELECT game FROM picked")]
    one.add(games, rows)
    two.add(games[::-1], rows[::-1])
    totals = {DECK: len(rows)}
    first, second = (drawn(each, GROUP, totals)[DECK] for each in (one, two))  # type: ignore[arg-type]
    assert list(first.items()) == list(second.items())


def test_draws_are_taken_apart() -> None:
    """A deck is whole, by source and by player; a draw of nobody is no player's, and what has no weight never came."""
    archive = Archive()
    odds = json.dumps({"a": 1, "b": 2, "never": 0})
    archive.add(
        ["g"],
        [
            ("g", 1, odds, "drawn", "a"),
            ("g", 2, odds, "table", "a"),
            ("g", 2, odds, "table", "b"),
            ("g", None, odds, "drawn", "b"),
            ("g", None, odds, "drawn", "never"),
        ],
    )
    pieces = apart(drawn(archive, GROUP, {DECK: 5})[DECK])  # type: ignore[arg-type]
    weights = {"a": 1, "b": 2, "never": 0}
    assert pieces == [
        ("part", "", [(weights, {"a": 2, "b": 2}, 4)]),
        ("source", "drawn", [(weights, {"a": 1, "b": 1}, 2)]),
        ("source", "table", [(weights, {"a": 1, "b": 1}, 2)]),
        ("player", "Ann", [(weights, {"a": 1}, 1)]),
        ("player", "Bob", [(weights, {"a": 1, "b": 1}, 2)]),
    ]
