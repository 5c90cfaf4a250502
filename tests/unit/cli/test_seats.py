"""Seats as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

import playfold
from playfold.cli.seats import seat_called, with_seats
from playfold.cli.typed import Recorder
from playfold.errors import UnknownPositionError

NAMES = ["Ann", "Bob", "Cy Lee", "ann", "@1", "3"]


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("Ann", 1),
        ("ann", 4),
        ("BOB", 2),
        ("@Bob", 2),
        ("@2", 2),
        ("2", 2),
        ("cy lee", 3),
        ("@1", 5),
        ("3", 3),
        ("@3", 3),
    ],
)
def test_what_means_a_seat(text: str, seat: int) -> None:
    """A number is one; of what is written as @1 the player who is called so wins."""
    assert seat_called(NAMES, text) == seat


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("@7", "no seat 7"),
        ("0", "no seat 0"),
        ("@x", "'@x' is no seat"),
        ("ANN", "'ANN' is more than one seat"),
        ("", "''"),
    ],
)
def test_what_is_no_seat_is_quoted(text: str, says: str) -> None:
    """What was typed is said, and which seats there are."""
    with pytest.raises(UnknownPositionError, match=says) as caught:
        seat_called(NAMES, text)
    assert caught.value.hint.startswith(("seats: 1 Ann, 2 Bob", "seats run from 1 to 6"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ships_built @Bob 1:1", "ships_built @2 1:1"),
        ("ships_built @2 1:1", "ships_built @2 1:1"),
        ("ships_built @cy lee 1:1", "ships_built @3 1:1"),
        ('told "@Bob and @x"', 'told "@Bob and @x"'),
        ("told a@Bob", "told a@Bob"),
    ],
)
def test_names_in_a_line(text: str, wanted: str) -> None:
    """Words that begin with @ are seats; quoted text and what stands inside of words is left alone."""
    assert with_seats(NAMES, text) == wanted


def test_only_so_many_words_are_seats() -> None:
    """What comes after the seat of a rating is a player's text."""
    assert with_seats(NAMES, "rated @Bob 4 @all", count=1) == "rated @2 4 @all"
    with pytest.raises(UnknownPositionError, match="'@all' is no seat"):
        with_seats(NAMES, "rated @Bob 4 @all")


SPACED = ["Cy Lee", "Cy Lee Ann", "Bob", "cy lee"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("built @Cy Lee Ann 1", "built @2 1"),
        ("built @CY LEE ANN 1", "built @2 1"),
        ("built @Cy Lee 1 @cy lee", "built @1 1 @4"),
        ('told @Bob "as @Cy Lee said"', 'told @3 "as @Cy Lee said"'),
    ],
)
def test_names_with_spaces_in_a_line(text: str, wanted: str) -> None:
    """The longest name that fits is meant, as it is written where two differ in capitals; never one in quotes."""
    assert with_seats(SPACED, text) == wanted


def test_a_name_with_spaces_in_the_words_of_a_player_stays() -> None:
    """Behind the seat of a rating or a note names stay as the player wrote them, those with spaces, too."""
    assert with_seats(SPACED, "rated @Bob 4 thanks to @Cy Lee", count=1) == "rated @3 4 thanks to @Cy Lee"
    assert with_seats(SPACED, "@Cy Lee thanks to @Cy Lee Ann", count=1) == "@1 thanks to @Cy Lee Ann"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("rated 1 4 thanks @all", "rated 1 4 thanks @all"),
        ("rated @bob 4 thanks @all", "rated @2 4 thanks @all"),
        ("resigned @Cy Lee", "resigned @1"),
        ("stopped @home by the clock", "stopped @home by the clock"),
        ("ship_moved @Bob 1b1", "ship_moved @2 1b1"),
    ],
)
def test_a_seat_stands_right_behind_the_name_of_an_own_event(tmp_path: Path, typed: str, wanted: str) -> None:
    """Of a rating or a resignation that word alone is a seat; a reason has none, an event of the game has any."""
    game = playfold.new(tmp_path / "g.jsonl", "space-monkeys", seats=["Cy Lee", "Bob"])
    assert Recorder(game, "main", draw=False).seated(typed) == wanted
    game.close()
