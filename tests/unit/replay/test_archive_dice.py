"""Dice that are thrown together, too many for their outcomes to be listed: each is a row, counted and tested."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from playfold.engine.events import Chance
from playfold.records.archive_file import open_archive
from playfold.records.header import Header
from playfold.replay.archive import archive
from playfold.replay.archive_play import Odds
from playfold.replay.opening import read_log
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import report
from playfold.replay.stats.selection import Selection

from .archived import ask

FACES = ("colony", "culture", "diplomacy", "economy", "energy", "move")


@pytest.fixture(name="logs", scope="module")
def _logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two short games of a game in which up to seven dice are rolled at once."""
    folder = tmp_path_factory.mktemp("galaxies")
    return list(simulate("tiny-epic-galaxies@1.0+end_vp=2", ["random"] * 2, folder, games=2, seed="d"))


@pytest.fixture(name="target", scope="module")
def _target(logs: list[Path]) -> Path:
    """An archive of them."""
    target = logs[0].parent / "x.duckdb"
    archive(target, logs)
    return target


@pytest.fixture(name="thrown", scope="module")
def _thrown(logs: list[Path]) -> list[tuple[str, ...]]:
    """What the dice showed on main, roll by roll, counted from the logs."""
    read = [read_log(log)[0] for log in logs]
    assert all(isinstance(log.header, Header) for log in read)
    events = [entry.event for log in read for entry in log.entries]
    return [event.faces for event in events if type(event).__name__ == "DiceRolled"]


class Thrown(Chance[Any], frozen=True):
    """Some dice."""

    dice: tuple[Any, ...]


def test_each_of_them_is_a_row(target: Path, thrown: list[tuple[str, ...]]) -> None:
    """A row says which die of the roll it was, what it showed, and that each of six faces was as likely."""
    rows = ask(target, "SELECT part, outcome, count(*) FROM chance WHERE type = 'dice_rolled' GROUP BY ALL")
    counted = Counter((f"faces.{place}", face) for faces in thrown for place, face in enumerate(faces, 1))
    assert {(part, outcome): n for part, outcome, n in rows} == counted
    odds = ask(target, "SELECT DISTINCT die, weight, total, odds FROM chance WHERE type = 'dice_rolled'")
    assert odds == [
        ("dice_rolled.faces", 1, 6, '{"colony":1,"culture":1,"diplomacy":1,"economy":1,"energy":1,"move":1}')
    ]


def test_their_sides_are_counted_by_name(target: Path, thrown: list[tuple[str, ...]]) -> None:
    """The counts of a die whose sides have names are in the order of the names."""
    found = ask(target, "SELECT counts FROM rolls WHERE type = 'dice_rolled'")
    counted = Counter(face for faces in thrown for face in faces)
    assert [sum(each) for each in zip(*(counts for (counts,) in found), strict=True)] == [counted[f] for f in FACES]


def test_they_are_tested_by_die_part_source_and_player(target: Path, thrown: list[tuple[str, ...]]) -> None:
    """The report has the die whole, each place, the source and each player, and names the side that is off most."""
    answer = report(target, "dice")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    found = {(row["by"], row["of"]): row for row in rows if row["die"] == "dice_rolled.faces"}
    assert {by for by, _ in found} == {"die", "part", "source", "player"}
    counted = Counter(face for faces in thrown for face in faces)
    n = sum(counted.values())
    whole = found["die", ""]
    assert (whole["n"], found["source", "drawn"]["n"]) == (n, n)
    assert sum(row["n"] for (by, _), row in found.items() if by == "player") == n
    worst = max(FACES, key=lambda face: abs(counted[face] / n - 1 / 6))
    assert whole["off_most"] == worst
    assert whole["most_off"] == pytest.approx(counted[worst] / n - 1 / 6, abs=1e-4)
    assert whole["chi_square"] == pytest.approx(sum((counted[f] - n / 6) ** 2 / (n / 6) for f in FACES), abs=1e-4)


def with_other_sides(target: Path, tmp_path: Path, counts: list[int], sides: Sequence[str]) -> Path:
    """Gives the archive with its first game under another version, whose die has other sides that came so often."""
    other = Path(shutil.copy(target, tmp_path / "other.duckdb"))
    with duckdb.connect(str(other)) as connection:
        (game,) = connection.execute("SELECT min(game) FROM games").fetchall()[0]
        connection.execute("UPDATE games SET rules = 'tiny-epic-galaxies@9.9' WHERE game = $1", [game])
        connection.execute("UPDATE rolls SET counts = $2 WHERE game = $1 AND type = 'dice_rolled'", [game, counts])
        odds = json.dumps(dict.fromkeys(sides, 1))
        connection.execute("UPDATE chance SET odds = $2 WHERE game = $1 AND type = 'dice_rolled'", [game, odds])
    return other


def test_each_version_has_its_own_sides(target: Path, tmp_path: Path) -> None:
    """A die that other rules give other sides is tested by those that it has under each of them."""
    other = with_other_sides(target, tmp_path, [2, 5, 7], ["hit", "lost", "miss"])
    answer = report(other, "dice")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    whole = {row["rules"]: row for row in rows if (row["die"], row["by"]) == ("dice_rolled.faces", "die")}
    assert len(whole) == 2
    two = whole.pop("tiny-epic-galaxies@9.9")
    assert (two["off_most"], two["most_off"]) == ("hit", pytest.approx(2 / 14 - 1 / 3, abs=1e-4))
    assert next(iter(whole.values()))["off_most"] in FACES


@pytest.mark.parametrize("sides", [("hit", "lost", "miss"), ("a", "b", "c", "d", "e", "f")])
def test_dice_of_other_sides_are_not_thrown_together(target: Path, tmp_path: Path, sides: Sequence[str]) -> None:
    """Where versions are pooled, dice of one name with other sides, or as many, stay apart, and that is said."""
    counts = [5, 2, 1, 1, 1, 1][: len(sides)]
    other = with_other_sides(target, tmp_path, counts, sides)
    answer = report(other, "dice", Selection(pool=True))
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    apart = {row["die"]: row for row in rows if row["die"].startswith("dice_rolled.faces") and row["by"] == "die"}
    own, usual = f"dice_rolled.faces ({', '.join(sides)})", f"dice_rolled.faces ({', '.join(sorted(FACES))})"
    assert set(apart) == {own, usual}
    with open_archive(other) as connection:
        many = (
            "SELECT count(*), sum(list_sum(counts)) FROM rolls JOIN games USING (game) WHERE type = 'dice_rolled' AND"
        )
        ((kinds, n),) = connection.execute(f"{many} rules LIKE '%@9.9'").fetchall()
        ((_, others),) = connection.execute(f"{many} rules NOT LIKE '%@9.9'").fetchall()
    assert (apart[own]["n"], apart[usual]["n"]) == (n, others) == (sum(counts) * kinds, others)
    assert apart[own]["off_most"] == sides[0]
    assert [
        note for note in answer.notes if "dice_rolled.faces has not the same sides under all of these rules" in note
    ]


def test_the_same_sides_are_thrown_together(target: Path, tmp_path: Path) -> None:
    """Pooled versions whose die has the same sides are tested as one, under the plain name, without a remark."""
    other = with_other_sides(target, tmp_path, [1, 1, 1, 1, 1, 1], sorted(FACES))
    answer = report(other, "dice", Selection(pool=True))
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert {row["die"] for row in rows if row["die"].startswith("dice_rolled")} == {"dice_rolled.faces"}
    assert not [note for note in answer.notes if "the same sides" in note]


def test_what_cannot_be_tested_is_said(target: Path) -> None:
    """Cards that are dealt by the handful have no odds: the report says how many it did not look at."""
    notes = report(target, "dice").notes
    assert "not tested, since their odds are not known: 4 of missions_dealt, 2 of planets_dealt" in notes


def test_what_was_certain_has_the_odds_of_what_is_certain(tmp_path: Path) -> None:
    """Where nothing else could come the row says so, and is not taken for one whose odds are not known."""
    logs = list(simulate("silver-river", ["random"] * 3, tmp_path / "logs", games=9, seed="bench"))
    archive(tmp_path / "x.duckdb", logs[-1:])
    found = ask(tmp_path / "x.duckdb", "SELECT type, weight, total FROM chance WHERE part IS NULL")
    assert found == [("monster_drawn", 1, 1)]
    assert not [note for note in report(tmp_path / "x.duckdb", "dice").notes if "not tested" in note]


def test_sides_say_what_kind_of_die_it_is() -> None:
    """Numbers from 1 are a die like any other, names have one of their own, sides of unequal weight are a deck's."""
    parts = Odds().together(Thrown((2, 6)), {"dice": range(1, 7)})
    assert [(part.name, part.die, part.odds) for part in parts] == [("dice.1", "d6", None), ("dice.2", "d6", None)]
    (part,) = Odds().together(Thrown(("hit",)), {"dice": ("hit", "miss")})
    assert (part.die, part.odds, part.weights) == ("thrown.dice", '{"hit":1,"miss":1}', {"hit": 1, "miss": 1})
    (part,) = Odds().together(Thrown(("hit",)), {"dice": ("hit", "miss", "miss")})
    assert (part.die, part.weights, part.total) == ("", {"hit": 1, "miss": 2}, 3)
    assert Odds().together(Thrown(("hit",)), {"dice": ("hit",)}) == ()
    assert Odds().together(Thrown(()), {"dice": ("hit", "miss")}) == ()
    assert Odds().together(Thrown((1,)), {}) == ()
