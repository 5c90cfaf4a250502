"""The notation: how dice, their uses and follows are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import State
from playfold.engine.notation import read, write
from playfold.engine.notation_typed import complete
from playfold.errors import MalformedEventError

Build = Callable[..., State]


@pytest.mark.parametrize(
    ("typed", "use"),
    [
        ("die_activated 3 land 1s2 Jakks", {"do": "land", "ship": "1s2", "planet": "jakks"}),
        ("die 3 land 1s2 Jakks {}", {"do": "land", "ship": "1s2", "planet": "jakks", "choice": {}}),
        ("die_a 3 land planet=jakks 1s2", {"do": "land", "ship": "1s2", "planet": "jakks"}),
        ("die_activated 3 acquire", {"do": "acquire"}),
        ("die_activated 3 Return 1s1", {"do": "return", "ship": "1s1"}),
        ('die_activated 3 {"do":"acquire"}', {"do": "acquire"}),
        ('die_activated 3 use={"do":"acquire"}', {"do": "acquire"}),
        ("die_activated die=3 use=upgrade energy", {"do": "upgrade", "pay": "energy"}),
        ("die_activated 3 colony mared energy", {"do": "colony", "planet": "mared", "choice": {"pay": "energy"}}),
        ("die_activated 3 colony Vici-KS156", {"do": "colony", "planet": "vici_ks156", "choice": {}}),
        (
            "die_activated 3 colony umbra_forum k_widow 2s1",
            {"do": "colony", "planet": "umbra_forum", "choice": {"planet": "k_widow", "choice": {"ship": "2s1"}}},
        ),
        (
            "die_activated 3 colony nagato orbit 2s1 gort",
            {
                "do": "colony",
                "planet": "nagato",
                "choice": {"use": {"do": "orbit", "ship": "2s1", "planet": "gort"}},
            },
        ),
        (
            "die_activated 3 land 1s1 zavodnick energy acquire",
            {
                "do": "land",
                "ship": "1s1",
                "planet": "zavodnick",
                "choice": {"face": "energy", "use": {"do": "acquire"}},
            },
        ),
        (
            "die_activated 3 colony andellouxian_6 1s1 culture=2",
            {"do": "colony", "planet": "andellouxian_6", "choice": {"ship": "1s1", "culture": 2}},
        ),
    ],
)
def test_dice_are_typed_in_words(table: Build, typed: str, use: dict[str, Any]) -> None:
    """Uses and choices are typed in words, in the order in which planets ask; names of planets as they are printed."""
    act = RULES.to_act(table())
    event = RULES.event({"type": "die_activated", "seat": 1, "die": 3, "use": use})
    assert read(RULES, act, typed) == event
    assert read(RULES, act, write(event, act)) == event
    assert '{"' not in write(event)


def test_faces_are_typed_by_their_beginnings(table: Build) -> None:
    """As much of a face as tells it from the others is enough; what may be two is refused."""
    act = RULES.to_act(table())
    assert read(RULES, act, "dice_rolled m,en,cu,di,EC,co") == RULES.event(
        {"type": "dice_rolled", "faces": ["move", "energy", "culture", "diplomacy", "economy", "colony"]}
    )
    with pytest.raises(MalformedEventError, match="faces cannot be"):
        read(RULES, act, "dice_rolled e,m")


def test_free_follows_are_typed(table: Build) -> None:
    """What comes after the words of a use is told by its name."""
    act = RULES.to_act(table())
    event = RULES.event({"type": "followed", "seat": 2, "use": {"do": "acquire"}, "of": 1})
    assert write(event) == "followed @2 acquire of=1"
    assert read(RULES, act, "followed @2 acquire of=1") == event
    assert read(RULES, act, "followed @2 of=1 acquire") == event


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("die_activated 3 hop", "use is one of land, orbit, return"),
        ("die_activated 3 land 1s1", "land: planet is missing"),
        ("die_activated 3 land 9s1 jakks", "ship cannot be 9s1"),
        ("die_activated 3 acquire 4", "there is no field for '4'"),
        ("die_activated 3 orbit 1s1 jakks ship=1s2", "no field for 'ship=1s2'|ship is given twice"),
        ("die_activated 3 colony tifnod {", "a bracket is not closed"),
    ],
)
def test_words_that_do_not_fit(table: Build, typed: str, says: str) -> None:
    """What is wrong is said, with the form."""
    with pytest.raises(MalformedEventError, match=says):
        read(RULES, RULES.to_act(table()), typed)


def test_completion_offers_what_is_legal_now(table: Build) -> None:
    """Word by word: the dice, the uses of the face, the ships, the planets, and what their action asks for."""
    at = table(ships={"2s1": "terra_bettia:2"}, row=("k_widow", "jakks", "terra_bettia", "piedes", "gort"))

    def words(typed: str) -> list[str]:
        return complete(RULES, at, typed)

    assert words("die_activated ") == ["1", "2", "4"]
    assert words("die_activated 2 ") == ["acquire"]
    assert words("die_activated 1 ") == ["orbit", "land"]
    assert words("die_activated 1 land ") == ["1s1", "1s2"]
    assert words("die_activated 1 land 1s1 j") == ["jakks"]
    assert words("die_activated 1 land 1s1 jakks ") == ["use"]
    assert words("die_activated 1 land 1s1 k_widow ") == ["use"]
    assert words("die_activated 1 land 1s1 K-Widow use ") == ["2s1"]
    assert words("die 1 la 1s2 pie") == ["piedes"]
    assert words("die_activated 4 upgrade ") == ["energy"]
