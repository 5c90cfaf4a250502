"""Values of a wrong kind, as they slip into notebooks: refused in words about the game, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.errors import (
    MalformedEventError,
    NotWrittenError,
    PlayfoldError,
    UnknownPositionError,
    UnknownRulesError,
    UnreadableLogError,
)

TTT = "tic-tac-toe@1.0"


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> playfold.Game:
    """A new game of Ann against Bob."""
    return playfold.new(tmp_path / "g.jsonl", TTT, seats=["Ann", "Bob"])


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"seats": 2}, UnknownRulesError, 'seats are a list of names, seat 1 first, not 2 (seats=["Ann", "Bob"])'),
        ({"seats": None}, UnknownRulesError, "seats are a list of names, seat 1 first, not None"),
        ({"seats": {"Ann"}}, UnknownRulesError, "seats are a list of names, seat 1 first, not {'Ann'}"),
        ({"seats": {"Ann": 1, "Bob": 2}}, UnknownRulesError, "seats are a list of names, seat 1 first, not"),
        ({"seats": b"AB"}, UnknownRulesError, "seats are a list of names, seat 1 first, not b'AB'"),
        ({"seats": [1, 2]}, NotWrittenError, "the name of seat 1 is no text, but 1"),
        ({"bots": 1}, UnknownRulesError, "bots are a list of seats, not 1"),
        ({"bots": None}, UnknownRulesError, "bots are a list of seats, not None"),
        ({"bots": "12"}, UnknownRulesError, "bots are a list of seats, not '12'"),
        ({"tags": ["club"]}, NotWrittenError, 'tags are texts by name, not [\'club\'] (tags={"place": "club"})'),
        ({"tags": "club"}, NotWrittenError, "tags are texts by name, not 'club'"),
        ({"tags": {"round": 3}}, NotWrittenError, "a tag is a text by a name, not 3 by 'round'"),
        ({"tags": {3: "round"}}, NotWrittenError, "a tag is a text by a name, not 'round' by 3"),
        ({"rules_reference": None}, UnknownRulesError, "a rules reference is a text, not a NoneType"),
        ({"rules_reference": playfold.ruleset("tic-tac-toe")}, UnknownRulesError, "a text, not a RuleSet"),
        ({"path": None}, UnreadableLogError, "a log is named by its path, not by a NoneType"),
        ({"path": 3, "dice": "drawn"}, UnreadableLogError, "a log is named by its path, not by a int"),
    ],
)
def test_a_game_is_begun_with_what_it_needs(
    tmp_path: Path, arguments: dict[str, Any], error: type[PlayfoldError], said: str
) -> None:
    """What is no list of names, no text, no path is told as such; there is no log then and no seed."""
    wanted = {"path": tmp_path / "g.jsonl", "rules_reference": TTT, "seats": ["Ann", "Bob"], **arguments}
    with pytest.raises(error, match=re.escape(said)):
        playfold.new(**wanted)
    assert list(tmp_path.iterdir()) == []


def test_names_come_from_whatever_gives_them_in_order(tmp_path: Path) -> None:
    """A tuple, a generator or the values of a mapping are players in order; a path may be bytes."""
    names = {1: "Ann", 2: "Bob"}
    for number, seats in enumerate((("Ann", "Bob"), (name for name in ("Ann", "Bob")), names.values())):
        game = playfold.new(tmp_path / f"{number}.jsonl", TTT, seats=seats)  # type: ignore[arg-type]
        assert game.names == ("Ann", "Bob")
    path = bytes(tmp_path / "0.jsonl")
    assert playfold.open(path).path == tmp_path / "0.jsonl"  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, 0, ["g.jsonl"]])
def test_what_is_no_path_is_no_log(wrong: Any) -> None:
    """open refuses it, validate gives it as a problem; so does a game, whose path is named."""
    said = f"a log is named by its path, not by a {type(wrong).__name__}"
    with pytest.raises(UnreadableLogError, match=said):
        playfold.open(wrong)
    assert said in str(playfold.validate(wrong).problems[0])


def test_a_game_is_no_path(game: playfold.Game) -> None:
    """Whoever gives a game where its log is needed is told what to give."""
    wrong: Any = game
    assert "not by a Game (one path, as text; a game has it as .path)" in str(playfold.validate(wrong).problems[0])
    with pytest.raises(UnreadableLogError, match="not by a Game"):
        playfold.open(wrong)


@pytest.mark.parametrize(
    ("slip", "error", "said"),
    [
        (lambda game: game.at("0"), UnknownPositionError, "there is no entry '0'"),
        (lambda game: game.at(0.5), UnknownPositionError, "there is no entry 0.5"),
        (lambda game: game.branch(0, "corner"), UnknownPositionError, "there is no entry 'corner'"),
        (lambda game: game.note("sharp", 0), UnknownPositionError, "there is no entry 'sharp'"),
        (lambda game: game.note(0, "x", seat="Ann"), UnknownPositionError, "there is no seat 'Ann'"),
        (lambda game: game.line(["main"]), UnknownPositionError, "['main'] is no line of this log"),
        (lambda game: game.line().resign("1"), UnknownPositionError, "there is no seat '1'"),
        (lambda game: game.line().rate(5), UnknownPositionError, "there is no seat 0"),
        (lambda game: game.line().rule("/board", "x"), MalformedEventError, "by their pointers, not '/board'"),
    ],
)
def test_a_game_is_asked_by_numbers_and_names(
    game: playfold.Game, slip: Callable[[Any], Any], error: type[PlayfoldError], said: str
) -> None:
    """A text in the place of a number, or the other way about, is told as what is not there; nothing is written."""
    before = game.path.read_bytes()
    with pytest.raises(error, match=re.escape(said)):
        slip(game)
    assert game.path.read_bytes() == before


def test_an_integer_of_a_library_is_a_number(game: playfold.Game) -> None:
    """What Python takes for an index names an entry, as the integers of numpy do."""

    class Integer:
        def __index__(self) -> int:
            return 1

    number: Any = Integer()
    game.play({"type": "marked", "seat": 1, "at": 4})
    game.play({"type": "marked", "seat": 2, "at": 0})
    assert game.at(number).state.board == "....1...."
    game.check_seat(number)


@pytest.mark.parametrize(
    ("slip", "error", "said"),
    [
        (playfold.ruleset, UnknownRulesError, "by its id, a text, not by a RuleSet"),
        (lambda _: playfold.ruleset(["tic-tac-toe"]), UnknownRulesError, "not by a list"),  # type: ignore[arg-type]
        (lambda _: playfold.ruleset(TTT), UnknownRulesError, "no version and no parameters: tic-tac-toe)"),
        (lambda rules: rules.params(1.0), UnknownRulesError, "a version is a text, not 1.0 (params('1.0')"),
        (lambda rules: rules.params({"three_wins": False}), UnknownRulesError, "a version is a text, not {"),
        (lambda rules: rules.start("1.0", 2), UnknownRulesError, "starts with parameters, not with '1.0'"),
        (lambda rules: rules.start(rules.params(), "2"), UnknownRulesError, "is for 2 to 2 seats, not for '2'"),
        (lambda rules: rules.fold(rules.start(rules.params(), 2), None), MalformedEventError, "as a NoneType"),
        (
            lambda rules: rules.fold(rules.start(rules.params(), 2), {"type": "marked", "seat": 1, "at": 4}),
            MalformedEventError,
            "events come in a list, not as a dict ([event] is one)",
        ),
        (
            lambda rules: rules.step(rules.start(rules.params(), 2), {"type": "marked", "seat": 1, "at": 4}),
            MalformedEventError,
            "a step takes an event, not a dict (event makes one)",
        ),
    ],
)
def test_the_engine_says_what_it_takes(slip: Callable[[Any], Any], error: type[PlayfoldError], said: str) -> None:
    """The engine alone, without files, tells a version from parameters, and an event from a list of them."""
    with pytest.raises(error, match=re.escape(said)):
        slip(playfold.ruleset("tic-tac-toe"))
