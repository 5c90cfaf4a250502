"""The sentences: what follows from an event is told with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import State
from playfold.replay.board_text import text

Build = Callable[..., State]
Window = Callable[..., dict[str, Any]]


def test_sentences_tell_what_follows(table: Build, told: Callable[..., str]) -> None:
    """A colonization tells the points, who goes home, and what changed."""
    at = table(ships={"1s1": "jakks:1", "2s1": "jakks"}, faces=("diplomacy",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"}) == (
        "@1 activates die 1, diplomacy: 1s1 steps forward; @1 colonizes Jakks for 1 point and has 1; 2s1 returns home."
    )
    at = table(level={1: 2}, energy={1: 3}, faces=("colony",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "upgrade", "pay": "energy"}) == (
        "@1 activates die 1, colony: the empire rises for energy; @1 reaches level 3 and gets 1s3, 2 points; "
        "@1 energy 3 to 0."
    )


def test_an_own_ship_on_the_surface_returns_home_too(table: Build, told: Callable[..., str]) -> None:
    """Own 1s2 stands on Jakks when 1s1 colonizes it: it is told as 2s1 is; 1s2 that leaves in this event is not."""
    at = table(ships={"1s1": "jakks:1", "1s2": "jakks", "2s1": "jakks:0"}, faces=("diplomacy",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"}).endswith(
        "; @1 colonizes Jakks for 1 point and has 1; 1s2 and 2s1 return home."
    )
    row = ("jakks", "drewkaiden", "gort", "helios", "maia")
    at = table(ships={"1s1": "jakks:1", "1s2": "jakks"}, faces=("move",), row=row)
    land = {"do": "land", "ship": "1s2", "planet": "drewkaiden", "choice": {"ship": "1s1"}}
    assert "home" not in told(at, "die_activated", seat=1, die=1, use=land)


def test_the_price_of_following_is_told(table: Build, told: Callable[..., str]) -> None:
    """Nibiru tells what following costs; that the price falls with the end of the turn is not news."""
    at = table(faces=("colony",), colonies={1: ["nibiru"]})
    use = {"do": "colony", "planet": "nibiru", "choice": {}}
    assert told(at, "die_activated", seat=1, die=1, use=use) == (
        "@1 activates die 1, colony: the colony Nibiru is used; following @1 costs 2 culture until the end of the turn."
    )
    assert "costs" not in told(table(price=2), "turn_ended", seat=1)
    assert "costs" not in told(table(seats=2, active=2, elder=1, price=2), "turn_ended", seat=2)


def test_the_skull_is_told(table: Build, rogue: Window, told: Callable[..., str]) -> None:
    """After its fifth level the rogue has no sixth one, in words or on the board."""
    parts = {**rogue(dice=1, level=5), "level": {0: 5}, "energy": {0: 7, 1: 0}, "culture": {1: 0}}
    at = table(**parts)
    assert told(at, "rogue_die_rolled", face="diplomacy") == (
        "The rogue rolls diplomacy: it cannot use that; the level of the rogue reaches the skull; the rogue energy 7 "
        "to 0; the rogue has reached the skull, @1 loses."
    )
    over = RULES.step(at, RULES.event({"type": "rogue_die_rolled", "face": "diplomacy"}))
    drawn = text(RULES.scene(over), ["Anna"])
    assert "level 6" not in drawn
    assert "Artemis (beginner)" in drawn


def test_the_rogue_is_told(table: Build, rogue: Window, told: Callable[..., str]) -> None:
    """What the rogue does is told with what it costs."""
    at = table(**rogue(), culture={1: 0})
    assert told(at, "rogue_die_rolled", face="colony") == (
        "The rogue rolls colony: @1 loses 1 energy; @1 energy 2 to 1."
    )
