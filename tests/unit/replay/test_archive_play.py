"""What an archive keeps of decisions and chance: options, odds, luck; and how it is built."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from playfold.engine import installed
from playfold.engine.events import Chance
from playfold.replay.archive import archive
from playfold.replay.archive_examine import Skipped
from playfold.replay.archive_play import MOST, Odds, luck
from playfold.replay.simulate import simulate

from .archived import ask, dump


@pytest.fixture(name="games", scope="module")
def _games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with short simulated games of two rule sets."""
    folder = tmp_path_factory.mktemp("games")
    list(simulate("space-monkeys@1.0+max_rounds=40", ["random"] * 3, folder, games=4, seed="b"))
    list(simulate("tic-tac-toe", ["random"] * 2, folder, games=4, seed="b"))
    return folder


@pytest.fixture(name="deep", scope="module")
def _deep(games: Path) -> Path:
    """A deep archive of them, built by two processes."""
    target = games / "deep.duckdb"
    assert len(archive(target, [games], deep=True, jobs=2).added) == 8
    return target


def test_jobs_and_order_change_nothing(games: Path, deep: Path, tmp_path: Path) -> None:
    """One process or two, in either order of the logs, at once or deepened later: the same rows."""
    target = tmp_path / "x.duckdb"
    logs = sorted(games.glob("*.jsonl"), reverse=True)
    archive(target, logs[:3])
    archive(target, logs, jobs=2)
    assert ask(target, "SELECT count(*) FROM decisions WHERE options IS NOT NULL") == [(0,)]
    assert len(archive(target, logs, deep=True).refreshed) == 8
    assert dump(target) == dump(deep)
    assert len(archive(target, logs).unchanged) == 8


def test_every_decision_knows_its_options(deep: Path) -> None:
    """Decisions are the entries of seats; in tic-tac-toe there are nine options at first, then one less each time."""
    ((decisions, events),) = ask(
        deep,
        """SELECT (SELECT count(*) FROM decisions), (SELECT count(*) FROM events WHERE seat IS NOT NULL
        AND turn IS NOT NULL)""",
    )
    assert decisions == events > 100
    assert ask(deep, "SELECT min(options) >= 1, bool_and(on_main) FROM decisions") == [(True, True)]
    found = ask(deep, "SELECT DISTINCT n, options FROM decisions JOIN games USING (game) WHERE seats = 2 ORDER BY n")
    assert found == [(n, 10 - n) for n, _ in found]


def test_each_die_is_a_row(deep: Path) -> None:
    """A roll of two dice gives two rows with their outcomes; a fair die says its sides; the source is the seed."""
    rows = ask(
        deep,
        """SELECT part, die, weight, total, odds, source, count(*), min(outcome::INT) >= 1, max(outcome::INT) <= 8
        FROM chance WHERE type = 'placement_rolled' GROUP BY ALL ORDER BY part""",
    )
    assert [row[:6] for row in rows] == [
        ("dice.1", "d8", 1, 8, None, "drawn"),
        ("dice.2", "d8", 1, 8, None, "drawn"),
    ]
    assert rows[0][6] == rows[1][6] > 30
    assert rows[0][7:] == (True, True)
    ((differ,),) = ask(
        deep,
        """SELECT count(*) FROM chance JOIN events USING (game, n) WHERE chance.type = 'placement_rolled'
        AND payload->'dice'->>(part[-1]::INT - 1) <> outcome""",
    )
    assert differ == 0
    assert ask(deep, "SELECT count(*) FROM chance WHERE weight IS NULL OR weight < 1") == [(0,)]


def test_a_deck_keeps_its_odds(deep: Path) -> None:
    """What is drawn from a bag carries the weight of each outcome; their sum is the total, and it came itself."""
    rows = ask(deep, "SELECT outcome, weight, total, odds::VARCHAR FROM chance WHERE die = 'deck'")
    assert rows
    for outcome, weight, total, odds in rows:
        told = msgspec.json.decode(odds)
        assert told[outcome] == weight
        assert sum(told.values()) == total


def test_luck_is_what_chance_gave_beyond_its_expectation(deep: Path) -> None:
    """A die of six outcomes that gives its number is worth that less 3.5; in an archive luck is near nothing."""

    class Pot(msgspec.Struct, frozen=True):
        rules: int
        coins: int = 10

    class Paid(Chance[Pot], frozen=True):
        coins: int

        def apply(self, state: Pot) -> Pot:
            return msgspec.structs.replace(state, coins=state.coins + self.coins)

    class Rules:
        @staticmethod
        def standings(state: Pot) -> dict[str, tuple[int, ...]]:
            return {"coins": (state.coins, 0), "same": (1, 2)}

    weights = [(Paid(coins), 1) for coins in range(1, 7)]
    before = Pot(0)
    found = luck(Rules(), weights, before, Paid(6).apply(before))  # type: ignore[arg-type]  # all that is asked of it
    assert found == {"coins": [2.5, 0.0]}
    ((count, mean),) = ask(deep, "SELECT count(*), avg(gain) FROM luck WHERE name = 'vp' AND gain <> 0")
    assert count > 0
    assert abs(mean) < 3


def test_odds_tell_dice_from_cards() -> None:
    """Independent places of a list are dice of their own; others, as a hand of cards, stay together."""
    monkeys, wars = installed.ruleset("space-monkeys"), installed.ruleset("space-wars")

    class Hand(Chance[Any], frozen=True):
        cards: tuple[int, int]
        who: int = 1

    hand = [(Hand((one, two)), 1) for one in range(1, 4) for two in range(1, 4) if one != two]
    (part,) = Odds().parts(hand)
    assert (part.name, part.die, part.total, len(part.weights)) == ("cards", "", 6, 6)
    assert part.odds is not None
    assert part.weights["[1,2]"] == 1
    rolled = monkeys.by_name["placement_rolled"].weights(None)  # type: ignore[attr-defined]  # it is a chance
    assert [(part.name, part.die) for part in Odds().parts(rolled)] == [("dice.1", "d8"), ("dice.2", "d8")]
    assert Odds().parts([(Hand((one, 0)), 1) for one in range(MOST + 1)]) == ()
    assert Odds().parts(()) == ()
    attack = wars.by_name["attack_rolled"]
    one = Odds().parts([(attack((side,), (side,)), 1) for side in range(1, 7)])  # type: ignore[misc]  # any event
    assert [(part.name, part.die) for part in one] == [("attacker.1", "d6"), ("defender.1", "d6")]


def test_a_seat_that_chance_chose_rolled_nothing(tmp_path: Path) -> None:
    """Who begins is drawn for nobody; a card that is dealt belongs to the seat that gets it."""
    list(simulate("space-wars", ["random"] * 3, tmp_path / "logs", games=1, seed="w"))
    archive(tmp_path / "x.duckdb", [tmp_path / "logs"])
    found = ask(tmp_path / "x.duckdb", "SELECT type, list(DISTINCT seat ORDER BY seat) FROM chance GROUP BY type")
    seats = dict(found)
    assert seats["first_seat_chosen"] == [None]
    assert seats["objective_dealt"] == [1, 2, 3]
    assert set(seats["attack_rolled"]) <= {1, 2, 3}


def test_vanished_logs_go_when_asked(games: Path, tmp_path: Path) -> None:
    """A log that is gone keeps its game in the archive, until `prune` drops it from every table."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for log in sorted(games.glob("*.jsonl"))[:2]:
        shutil.copy(log, logs)
    target = tmp_path / "x.duckdb"
    archive(target, [logs])
    gone = min(logs.iterdir())
    gone.unlink()
    assert archive(target, [logs]).dropped == []
    assert ask(target, "SELECT count(*) FROM games") == [(2,)]
    assert archive(target, [], prune=True).dropped == [str(gone)]
    fresh = tmp_path / "fresh.duckdb"
    archive(fresh, [logs])
    assert dump(target) == dump(fresh)


def test_an_archive_of_an_older_layout_is_built_anew(games: Path, tmp_path: Path) -> None:
    """Its logs and the new ones make the archive of today's layout, and the report says so; a newer one is refused."""
    target = tmp_path / "x.duckdb"
    one, other, *_ = sorted(games.glob("*.jsonl"))
    with duckdb.connect(str(target)) as connection:
        connection.execute("CREATE TABLE about AS SELECT 'playfold-archive/1' AS format, '0.1.0' AS engine")
        connection.execute("CREATE TABLE games AS SELECT unnest([$1, $2]) AS path", [str(one), str(tmp_path / "gone")])
    report = archive(target, [other])
    assert report.rebuilt == "playfold-archive/1"
    assert sorted(report.added) == [str(one), str(other)]
    assert ask(target, "SELECT count(*) FROM games") == [(2,)]
    assert report.lost is not None
    assert report.lost.logs == [Skipped(str(tmp_path / "gone"), "the log is gone")]
    assert sorted(found.name for found in tmp_path.iterdir()) == ["x.duckdb", "x.duckdb.old"]
