"""The conformance kit finds what it is there to find: each law is broken by a game made to break it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest

from playfold.engine.conformance import LAWS, BrokenLaw, Sample, check, samples, variants
from playfold.engine.parameters import param

from .breaking import BROKEN, swap
from .guessing import GAME, Hinted, Rules, State

BY_NAME = {law.__name__: law for law in LAWS}


def test_a_sound_game_passes() -> None:
    """A game with a secret that keeps the laws passes them all."""
    check(GAME)


def test_plays_are_repeatable() -> None:
    """Same seed, same play; another seed, another play."""
    plays = [Sample(GAME, "long", 2, seed).events for seed in (1, 1, 2)]
    assert plays[0] == plays[1] != plays[2]


def test_samples_and_variants() -> None:
    """Samples cover versions and seats, variants every other value of an enumerated parameter."""
    assert [repr(each) for each in samples(GAME)] == ["guess@1, 2 seats, seed 0", "guess@long, 2 seats, seed 0"]
    assert [repr(each) for each in variants(GAME)] == ["guess@1+prize=two, 2 seats, seed 0"]


@pytest.mark.parametrize(("law", "changes"), BROKEN, ids=[f"{law}-{place}" for place, (law, _) in enumerate(BROKEN)])
def test_each_law_can_be_broken(law: str, changes: dict[str, Any]) -> None:
    """A game that breaks the law is found out, with the play that shows it."""
    with pytest.raises(BrokenLaw, match=r"^guess@long, 2 seats, seed 0, after \d+ events: "):
        BY_NAME[law](Sample(replace(GAME, **changes), "long", 2, 0))


def test_versions_have_to_resolve() -> None:
    """Parameters whose reference does not give them back are found out."""

    class Odd(Rules, frozen=True):
        """A word that reads as a number."""

        word: Annotated[str, param("a word", "Rules, 3")] = "a"

    sample = Sample(replace(GAME, parameters=Odd), "long", 2, 0, overrides={"word": "a+b"})
    with pytest.raises(BrokenLaw, match="resolve"):
        BY_NAME["versions_resolve"](sample)


@pytest.mark.parametrize("law", ["states_round_trip", "events_round_trip", "notation_reads_back"])
def test_types_that_do_not_come_back(law: str) -> None:
    """States and events with values that JSON changes are found out."""

    class Lossy(State, frozen=True):
        """A state that is not equal to what is read."""

        def __eq__(self, _other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    class Drifting(Hinted, frozen=True, gc=False, tag="hinted"):
        """An event that is not equal to what is read."""

        def __eq__(self, _other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    changes: dict[str, Any] = {**swap(Hinted, Drifting), "state": Lossy, "start": lambda rules, _seats: Lossy(rules)}
    with pytest.raises(BrokenLaw, match=r"changes|read back"):
        BY_NAME[law](Sample(replace(GAME, **changes), "long", 2, 0))


def test_every_law_is_tried() -> None:
    """No law is without a game that breaks it."""
    others = {"versions_resolve", "states_round_trip", "events_round_trip", "notation_reads_back"}
    assert {law for law, _ in BROKEN} | others == set(BY_NAME)
