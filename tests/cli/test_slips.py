"""What is typed by a slip: it is told what was expected, with an example that can be typed, and is no attempt."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import playfold

Run = Callable[..., Any]
Open = Callable[..., AbstractContextManager[Any]]

SET_UP = (
    "race_chosen human",
    "race_chosen martian",
    "void_leech,rift_eel,dark_maw,elder_devourer",
    "fleets_placed [3,0],[2,0],[2,1],[3,0] 4,2,1,3",
    "fleets_placed [-3,0],[-3,0],[-3,0],[-3,0] 1,2,3,4",
    "@1 census",
    "@2 grant",
    "objectives_chosen @1 civ01,civ02,mil01,mil02,tec01",
    "objectives_chosen @2 civ01,civ02,mil01,mil02,tec01",
    "@1",
    "production_assigned @1 military:8,politics:5",
    "production_assigned @2 military:6,technology:7",
)


@pytest.fixture
def river(run: Run, tmp_path: Path) -> Callable[[int], Path]:
    """Gives a game of The Silver River after so many entries of its set-up."""

    def begun(entries: int) -> Path:
        run("new", "r.jsonl", "silver-river", "--seat", "Ann", "--seat", "Bob")
        run("record", "r.jsonl", stdin="\n".join(SET_UP[:entries]))
        return tmp_path / "r.jsonl"

    return begun


def test_a_slip_where_cards_are_due_is_no_attempt(terminal: Open, river: Callable[[int], Path]) -> None:
    """At a prompt for cards a word that is nothing there is not recorded; what could be there and is not is kept."""
    log = river(2)
    with terminal("record", str(log), columns=200) as table:
        table.until("monsters dealt>")
        for slip in ("y", "n", "e", "1:3", "1 2"):
            said = " ".join(table.type(f"{slip}\r", "monsters_dealt void_leech,").split())
            assert "is not known here (type what came, for example" in said, slip
        assert "did you mean rift_eel?" in table.type("void_leech,rift_ell\r", "rift_eel?")
        table.type("void_leech,rift_eel\r", "refused by setup.monsters")
        table.type(f"{SET_UP[2]}\r", "The monsters of the ages are")
    kinds = [entry.event.__struct_config__.tag for entry in playfold.open(log).entries]
    assert kinds == ["race_chosen", "race_chosen", "refused", "monsters_dealt"]


def test_a_slip_where_a_card_of_a_seat_is_due(terminal: Open, river: Callable[[int], Path]) -> None:
    """The same where the card is dealt to a seat, which need not be named."""
    log = river(5)
    with terminal("record", str(log), columns=200) as table:
        table.until("tactics dealt>")
        assert "is not known here" in table.type("y\r", "tactics_dealt @1 census")
        table.type("@ann census\r", "Ann is dealt")
        table.type("grant\r", "Bob is dealt")
    assert len(playfold.open(log).entries) == 7


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("@1 ships_built 1:1", "write ships_built @1 1:1"),
        ("ships_built 5:1", "a name in it has to be one of 1, 2, 3, 4 (write ships_built"),
        ("ships_built 1", "ships cannot be 1: it has to be name:value pairs with commas, as 1:1,2:3"),
        ("production_assigned @2 foo:13", "has to be one of civilization, military, technology, politics"),
        ("targets_chosen 1a", "name:value pairs with commas (write targets_chosen [@seat] targets, for example: targ"),
        ("effect_chosen planets=3h1", "planets cannot be 3h1: it has to be name:value pairs"),
        ("attack_declared Quin", "against cannot be Quin: a value in it has to be a whole number"),
        ("battle_joined 1b", "has to be one of attacker, defender, bystander (write"),
        ("tactics_kept @x grant", "'@x' is no seat (seats: 1 Ann, 2 Bob)"),
        ("combat_rolled @1 1a", "combat_rolled: it has no seat (write it without @1)"),
        ("ships_built @3 1:1", "there is no seat 3 (seats run from 1 to 2)"),
        ('{"type":"ships_built","seat":3,"ships":{"1":1}}', "there is no seat 3"),
        ("resigned @Bo", "'@Bo' is no seat (seats: 1 Ann, 2 Bob)"),
    ],
)
def test_what_cannot_be_read_is_explained(run: Run, river: Callable[[int], Path], typed: str, says: str) -> None:
    """What was typed is quoted, what does not fit is named, and how it is typed is shown."""
    log = river(12)
    done = run("record", log.name, stdin=typed, status=2)
    assert says in done.stderr
    assert "{}" not in done.stderr
    assert "Expected `" not in done.stderr
    assert len(playfold.open(log).entries) == 12


def test_a_seat_may_be_the_name_of_its_player(run: Run, river: Callable[[int], Path]) -> None:
    """`@Name` stands wherever a seat does, in any case; the words of players are left as they are."""
    log = river(0)
    lines = ("race_chosen @ann human", "race_chosen @Bob martian", "resigned @BOB", "rated @Ann 4 @all of us")
    done = run("record", log.name, stdin="\n".join(lines))
    assert "Ann rates the fun 4 of 5: @all of us" in done.stdout
    assert [getattr(entry.event, "seat", 0) for entry in playfold.open(log).entries] == [1, 2, 2, 1]
    refused = run("record", log.name, stdin="stopped @nobody had time", status=1)
    assert "no seat" not in refused.stderr


@pytest.mark.parametrize("seat", ["@2", "2", "Bob", "@bob"])
def test_options_take_a_seat_as_it_is_written(run: Run, river: Callable[[int], Path], seat: str) -> None:
    """`--as @2` and `--seat @2` are seat 2, as at the prompt."""
    log = river(7)
    assert ", as Bob" in run("show", log.name, "--as", seat).stdout
    run("note", log.name, 3, "so soon", "--seat", seat)
    assert "Note by Bob on entry 3" in run("log", log.name).stdout


def test_main_is_no_new_line(run: Run, river: Callable[[int], Path]) -> None:
    """A line that is called as the one that is always there is refused for that reason."""
    log = river(3)
    assert "the name main is taken" in run("branch", log.name, "main", "--at", 3, status=2).stderr


def test_what_cannot_be_allowed_is_explained_without_python(run: Run, river: Callable[[int], Path]) -> None:
    """An illegal event that needs what is not there yet cannot be ruled, and no class of an error is named."""
    log = river(0)
    done = run("record", log.name, "--allow", stdin="ships_built @1 1:1", status=1)
    assert "it cannot be allowed as it is: it needs what is not there at this point of the game" in done.stderr
    assert "Error" not in done.stderr


def test_examples_are_those_that_rules_shows(run: Run, river: Callable[[int], Path]) -> None:
    """Of an event that cannot come now the example is that of `playfold rules`; of one that can, it is legal."""
    log = river(12)
    raw = json.loads(run("rules", "silver-river", "--format", "json").stdout)
    examples = {event["usage"].split()[0]: event["example"] for event in raw["events"]}
    done = run("record", log.name, stdin="targets_chosen 1a", status=2)
    assert f"for example: {examples['targets_chosen']})" in done.stderr
    done = run("record", log.name, stdin="ships_built 1", status=2)
    example = done.stderr.partition("for example: ")[2].partition(")")[0]
    assert "Ann" in run("record", log.name, stdin=example).stdout
