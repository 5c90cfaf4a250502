"""Bots choose among the options, by their dice alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.bots import BOTS, Bot
from playfold.engine.dice import Dice
from playfold.engine.events import Decision
from playfold.engine.installed import ruleset

RULES = ruleset("tic-tac-toe")


class Rare(Decision[Any], frozen=True, gc=False):
    """Something that one may do."""


class Common(Decision[Any], frozen=True, gc=False):
    """Something that one may do in many ways."""

    at: int


OPTIONS: list[Decision[Any]] = [Rare(1), *(Common(1, at) for at in range(9))]
Chosen = Callable[..., list[Decision[Any]]]


@pytest.fixture(name="chosen")
def _chosen() -> Chosen:
    """Gives what a bot chooses, so many times in one game."""

    def choose(bot: Bot, times: int = 400, options: list[Decision[Any]] = OPTIONS) -> list[Decision[Any]]:
        return [bot(RULES, None, options, Dice("seed", number)) for number in range(times)]

    return choose


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_one_of_the_options_the_same_every_game(name: str, chosen: Chosen) -> None:
    """A second game with the same dice has the same choices: a bot remembers nothing of the first."""
    one, two = chosen(BOTS[name]()), chosen(BOTS[name]())
    assert one == two
    assert set(one) == set(OPTIONS)


def test_random_chooses_kinds_evenly(chosen: Chosen) -> None:
    """Nine ways to do one thing do not crowd out the other."""
    times = Counter(type(each) for each in chosen(BOTS["random"]()))
    assert 160 < times[Rare] < 240


def test_curious_chooses_what_it_has_done_least(chosen: Chosen) -> None:
    """A kind that comes up late is chosen until it has come as often as the others."""
    bot = BOTS["curious"]()
    assert {type(each) for each in chosen(bot, 6, OPTIONS[1:])} == {Common}
    assert [type(each) for each in chosen(bot, 6)] == [Rare] * 6
    assert Counter(type(each) for each in chosen(bot, 10)) == {Rare: 5, Common: 5}


def test_curious_chooses_evenly_within_a_kind(chosen: Chosen) -> None:
    """All ways to do a thing come."""
    times = Counter(chosen(BOTS["curious"](), 450, OPTIONS[1:]))
    assert min(times.values()) > 25
