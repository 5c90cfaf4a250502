"""The difference of two states says where they differ, and can be turned into a ruling."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

import playfold
from playfold.engine.difference import difference, ruling_for
from playfold.engine.rulings import rule
from playfold.replay.bundled import bundled


class Ship(msgspec.Struct, frozen=True):
    """A ship."""

    at: str
    speed: int = 1


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player, whose fields are left out of a state's JSON at their defaults."""

    chips: int = 0
    built: Ship | None = None
    techs: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A state with every kind of part."""

    rules: int = 0
    turn: int = 1
    ships: dict[str, Any] = {}
    hand: tuple[int, ...] = ()
    guest: Ship | None = None


def texts(before: State, after: State) -> list[str]:
    """Gives the changes as text."""
    return [str(change) for change in difference(before, after)]


def test_changes_stand_at_the_deepest_place() -> None:
    """A changed field of a struct in a mapping is named by its whole pointer, old and new."""
    before = State(ships={"b": Ship("1,1"), "a": Ship("2,2")})
    after = State(turn=2, ships={"a": Ship("2,2", 3), "b": Ship("1,1")})
    assert texts(before, after) == ["/turn: 1 -> 2", "/ships/a/speed: 1 -> 3"]


def test_what_comes_and_goes_is_told_as_such() -> None:
    """Members of mappings and items of lists are added or dropped."""
    before = State(ships={"a": Ship("2,2")}, hand=(1, 2, 3))
    after = State(ships={"b/c": Ship("x")}, hand=(1, 4), guest=Ship("y"))
    assert texts(before, after) == [
        '/ships/a: {"at":"2,2","speed":1} -> nothing',
        '/ships/b~1c: nothing -> {"at":"x","speed":1}',
        "/hand/1: 2 -> 4",
        "/hand/2: 3 -> nothing",
        '/guest: null -> {"at":"y","speed":1}',
    ]


def test_what_was_left_out_is_nothing_but_for_numbers() -> None:
    """A part that is left out at its default comes whole; a number was what everybody knows that it was."""
    before, after = Player(), Player(2, Ship("1,1"), ("warp",))
    there = State(ships={"1": before}), State(ships={"1": after})
    assert texts(*there) == [
        "/ships/1/chips: 0 -> 2",
        '/ships/1/built: nothing -> {"at":"1,1","speed":1}',
        '/ships/1/techs: nothing -> ["warp"]',
    ]


def test_equal_states_have_no_difference() -> None:
    """Neither the order of keys nor another object makes a difference; the parameters never count."""
    before = State(rules=1, ships={"b": Ship("1,1"), "a": Ship("2,2")})
    after = State(rules=2, ships={"a": Ship("2,2"), "b": Ship("1,1")})
    assert difference(before, after) == ()


class Planet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part whose empty fields are left out."""

    people: dict[str, int] = {}


def test_what_is_left_out_is_added_whole() -> None:
    """A field that is not printed while it is empty has no places inside: it is added, and dropped from inside."""
    empty, peopled = State(rules=1, ships={"a": Planet()}), State(rules=1, ships={"a": Planet({"1": 2})})
    assert [*map(str, difference(empty, peopled))] == ['/ships/a/people: nothing -> {"1":2}']
    assert [*map(str, difference(peopled, empty))] == ["/ships/a/people/1: 2 -> nothing"]


def test_a_ruling_of_a_difference_gives_the_other_state() -> None:
    """For the states of whole games: ruling the difference onto the one gives the other."""
    count = 0
    for path in bundled():
        game = playfold.open(path)
        states = [game.at(n).state for n in range(0, len(game.entries), 7) if n == 0 or game.log.tree.is_play(n)]
        for before, after in pairwise(states):
            values, drops = ruling_for(before, after)
            assert rule(game.rules, before, values, drops) == after
            count += bool(values or drops)
    assert count > 100
