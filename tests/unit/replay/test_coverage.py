"""What recorded games used of their rules: asked, bound, refused; events, values, branches; and what never."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import playfold
from playfold.engine import installed
from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.setup import PlanetPlaced
from playfold.errors import Illegal, UnreadableLogError
from playfold.replay.archive import archive
from playfold.replay.asking import asked_by
from playfold.replay.bundled import bundled
from playfold.replay.coverage import Coverage, FieldUse, RuleUse, coverage
from playfold.replay.domains import fields_of
from playfold.replay.simulate import simulate

from .tic_tac_toe import begin

TTT = "tic-tac-toe@1.0"


def covered(*paths: Path) -> Coverage:
    """Gives the coverage of games of one rule set, all of them in order."""
    (found,), left = coverage(paths)
    assert not left
    return found


def rule(found: Coverage, name: str) -> RuleUse:
    """Gives what is said of a rule."""
    return next(each for each in found.rules if each.id == name)


def field(found: Coverage, name: str) -> FieldUse:
    """Gives what is said of a field or a parameter."""
    return next(each for each in (*found.fields, *found.parameters) if each.name == name)


def test_values_are_counted_with_those_that_never_came(tmp_path: Path) -> None:
    """Every value of a listed type stands there, how often and in how many games; of parameters every way to play."""
    begin(tmp_path / "a.jsonl", 4, 0, 8).close()
    begin(tmp_path / "b.jsonl", 4, 1, rules="tic-tac-toe@1.0-misere").close()
    found = covered(tmp_path)
    assert (found.rule_set, found.games, found.entries) == ("tic-tac-toe", 2, 5)
    at = field(found, "marked.at")
    assert (at.listed, at.distinct) == (True, 4)
    assert {value.value: (value.times, value.games) for value in at.values if value.times} == {
        0: (1, 1),
        1: (1, 1),
        4: (2, 2),
        8: (1, 1),
    }
    assert [value.value for value in at.values] == list(range(9))
    assert [(value.value, value.games) for value in field(found, "three_wins").values] == [(False, 1), (True, 1)]
    assert [(value.value, value.games) for value in field(found, "first_seat").values] == [(1, 2)]


def test_a_rule_binds_when_it_would_have_refused_a_neighbour(tmp_path: Path) -> None:
    """Each seat's next and last mark are tried where it marks: those of its own last turn are taken by then."""
    begin(tmp_path / "a.jsonl", 4, 0, 8).close()
    found = rule(covered(tmp_path), "mark.free")
    assert (found.use, found.events, found.asked, found.bound, found.bound_games) == ("binding", ("marked",), 3, 1, 1)


def test_a_rule_that_held_nothing_back_is_idle(tmp_path: Path) -> None:
    """One mark each: nobody wanted what was taken. What follows by itself is a consequence, never called dead."""
    begin(tmp_path / "a.jsonl", 4, 0).close()
    found = covered(tmp_path)
    assert [(each.id, each.use, each.asked) for each in found.rules] == [
        ("mark.free", "idle", 2),
        ("end.three", "consequence", 0),
    ]


@pytest.mark.parametrize("name", [name for name in installed.names() if name != "tic-tac-toe"])
def test_every_rule_of_a_shipped_game_is_asked(name: str) -> None:
    """Each rule of an index is found in the check of some event, also where a table or a kept result leads to it.

    Those that are marked as consequences are found in none.
    """
    asked = frozenset[str]().union(*asked_by(name).values())
    assert [each.id for each in playfold.ruleset(name).rules if (each.id in asked) == each.consequence] == []


def test_refused_attempts_are_counted(tmp_path: Path) -> None:
    """A rule that refused an attempt holds something back; the engine's own rules are listed when they did."""
    with begin(tmp_path / "a.jsonl", 4) as game:
        for seat, at in ((2, 4), (1, 5)):
            attempt = {"type": "marked", "seat": seat, "at": at}
            with pytest.raises(Illegal) as caught:
                game.play(attempt)
            game.line().refuse(attempt, caught.value)
        game.branch("side", at=0)
        game.line("side").refuse({"type": "marked", "seat": 1, "at": 4}, Illegal("mark.free", "on a what-if line"))
    found = covered(tmp_path)
    assert (rule(found, "mark.free").use, rule(found, "mark.free").refused) == ("binding", 1)
    assert (rule(found, "play.turn").use, rule(found, "play.turn").refused_games) == ("binding", 1)
    assert [(each.name, each.times, each.refused) for each in found.events] == [("marked", 1, 2)]


def test_what_was_only_attempted_is_not_played(tmp_path: Path) -> None:
    """A rule whose event was tried and never played is `refused only`; one whose event was not even tried, `never`."""
    path = Path(shutil.copy(next(path for path in bundled() if "rulebook-setup" in path.name), tmp_path / "a.jsonl"))
    with playfold.open(path) as game:
        game.line().refuse({"type": "victory_declared", "seat": 1}, Illegal("win.declare", "nothing to declare"))
    found = covered(path)
    assert (rule(found, "win.declare").use, rule(found, "win.points").use) == ("refused only", "never")
    assert rule(found, "setup.dice").use == "binding"
    assert next(each for each in found.events if each.name == "victory_declared").refused == 1
    techs = field(found, "tech_bought.tech")
    assert len(techs.values) == 14
    assert techs.distinct == 0


def test_only_the_main_line_counts_as_it_stands(tmp_path: Path) -> None:
    """What was taken back, and what stands on what-if lines, was not part of the game."""
    with begin(tmp_path / "a.jsonl", 4, 0, 8) as game:
        game.line().take_back(1)
        game.branch("side", at=1)
        game.line("side").play({"type": "marked", "seat": 2, "at": 7})
    found = covered(tmp_path)
    assert found.entries == 1
    assert [value.value for value in field(found, "marked.at").values if value.times] == [4]


def test_logs_that_are_not_in_order_are_left_out(tmp_path: Path) -> None:
    """Damage, no log at all, a game twice: each with its reason; a path that is not there says so."""
    begin(tmp_path / "a.jsonl", 4, 0).close()
    shutil.copy(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    begin(tmp_path / "c.jsonl", 4).close()
    (tmp_path / "c.jsonl").write_bytes((tmp_path / "c.jsonl").read_bytes().replace(b'"at":4', b'"at":5'))
    (tmp_path / "d.jsonl").write_text("no log\n")
    (found,), left = coverage([tmp_path])
    assert found.games == 1
    assert [Path(each.path).name for each in left] == ["b.jsonl", "c.jsonl", "d.jsonl"]
    assert left[0].why == f"the same game is in {tmp_path / 'a.jsonl'}"
    with pytest.raises(UnreadableLogError, match="no such file"):
        coverage([tmp_path / "nothing"])


def test_an_archive_names_its_logs_and_jobs_change_nothing(tmp_path: Path) -> None:
    """Rule sets come apart, sorted; from folders, an archive, with one process or two: the same figures."""
    folder = tmp_path / "games"
    list(simulate(TTT, ["random"] * 2, folder, games=5, seed="a"))
    list(simulate("space-monkeys+max_rounds=3", ["random"] * 2, folder, games=3, seed="a"))
    archive(tmp_path / "games.duckdb", [folder])
    found = coverage([folder])
    assert [(each.rule_set, each.games) for each in found[0]] == [("space-monkeys", 3), ("tic-tac-toe", 5)]
    assert coverage([folder], jobs=2) == found
    assert coverage([tmp_path / "games.duckdb"]) == found
    assert coverage([folder, tmp_path / "games.duckdb"])[0] == found[0]


# How the rules that an event asks are found.


def test_rules_are_read_off_the_checks() -> None:
    """Through methods, base classes and functions of the game: what a check can refuse by, and nothing else."""
    asked = asked_by("space-monkeys")
    assert asked["tech_bought"] == {
        "buy.owned",
        "buy.needs",
        "buy.chips",
        "attack.repel",
        "setup.order",
        "play.turn",
        "play.over",
    }
    assert asked["placement_rolled"] == {"play.chance", "play.over"}
    assert {"ship.own", "move.exact", "move.peace", "accelerate.range"} <= asked["ship_moved"]
    assert not {"buy.chips", "battle.dice"} & asked["ship_moved"]


def test_rules_are_found_behind_a_table_of_effects() -> None:
    """A check that looks its effect up in a table asks what the effects' own checks refuse by."""
    asked = asked_by("silver-river")
    effects = {"effect.cubes", "quest.take", "deploy.fleets", "reroll.dice", "research.free"}
    assert effects <= asked["tactics_played"] & asked["effect_chosen"]
    assert not effects & asked["converted"]


def test_parts_are_counted_with_those_that_never_came(tmp_path: Path) -> None:
    """Cards and operations that a rule set names stand there, how often and in how many games they came, or never."""
    list(simulate("silver-river", ["curious", "curious"], tmp_path, games=2, seed="parts"))
    found = covered(tmp_path)
    parts = {each.name: {value.value: value for value in each.values} for each in found.parts}
    assert {"tactics", "explore", "title", "operation"} < set(parts)
    assert len(parts["tactics"]) == 15
    played = next(each for each in found.events if each.name == "tactics_played")
    assert sum(value.times for value in parts["tactics"].values()) == played.times > 0
    assert max(value.games for value in parts["tactics"].values()) <= 2
    assert any(not value.times for value in parts["monster killed"].values())
    (tmp_path / "plain").mkdir()
    begin(tmp_path / "plain" / "a.jsonl", 4).close()
    assert covered(tmp_path / "plain").parts == ()


@pytest.mark.parametrize("name", installed.names())
def test_what_refuses_in_play_was_found_in_the_code(name: str, tmp_path: Path) -> None:
    """In whole games no check refuses by a rule that the reading of its code has not found."""
    rules = installed.ruleset(name)
    list(simulate(name, ["random"] * rules.seats[0], tmp_path, games=2, seed="read", limit=400))
    found = covered(tmp_path)
    for each in found.rules:
        assert not each.bound or each.events, each.id


def test_types_list_their_values() -> None:
    """Literals, bounded integers, options and fixed lists do; free text and open integers do not."""
    listed = {kind.__name__: fields_of(kind) for kind in RULES.events}
    assert listed["ColorDrawn"]["color"] is not None
    assert sorted(map(str, listed["ColorDrawn"]["color"])) == ["orange", "purple", "white"]
    assert listed["PlacementRolled"]["dice"] == tuple(range(1, 9))
    assert listed["BuildContinued"]["at"] is not None
    assert None in listed["BuildContinued"]["at"]
    assert listed["ShipMoved"]["path"] is None
    assert fields_of(RULES.parameters)["tech_costs.warp"] is None
    assert fields_of(RULES.parameters)["quota"] == (False, True)
    assert list(fields_of(PlanetPlaced)) == ["seat", "at"]
