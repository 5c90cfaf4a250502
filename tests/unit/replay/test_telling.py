"""What people see of text that others wrote."""

from __future__ import annotations

import pytest

from playfold.replay.cells import pad, shorten, width, wrap
from playfold.replay.telling import named, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Грег, Ünal, 李, 🙂", "Грег, Ünal, 李, 🙂"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\u202eb\u2066c", r"a\u202eb\u2066c"),
        ("\x9b1m\x07\x00", r"\x9b1m\x07\x00"),
        ("two\nlines\r\t", r"two\nlines\r\t"),
        ("zero\u200bwidth\ufeff\u2028", r"zero\u200bwidth\ufeff\u2028"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_nothing_hides(text: str, shown: str) -> None:
    """Printable text stays, everything that acts on a terminal or hides is shown as an escape."""
    assert visible(text) == shown
    assert visible(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("@2 beats @1.", "Cathy beats Greg."),
        ("@3 and @12", "@3 and @12"),
        ("@0 @ @x @123", "@0 @ @x @123"),
        ("a\x1b@1", r"a\x1bGreg"),
    ],
)
def test_names_for_seats(text: str, shown: str) -> None:
    """`@N` becomes the name of seat N; what is no seat of the game stays."""
    assert named(text, ["Greg", "Cathy"]) == shown


def test_names_are_untrusted() -> None:
    """A name neither acts, nor grows, nor stands for another seat."""
    assert named("@1 wins", ["@2", "Eve"]) == "@2 wins"
    assert named("@1 wins", ["\x1b]0;x\x07"]) == r"\x1b]0;x\x07 wins"
    assert named("@1 wins", ["x" * 10_000]) == "x" * 31 + "… wins"
    assert len(named("@1 wins", ["e" + "\u0301" * 10_000])) < 200


def test_cells() -> None:
    """Wide characters take two cells, combining ones none."""
    assert [width(text) for text in ("abc", "Грег", "李白", "e\u0301", "🙂")] == [3, 4, 4, 1, 2]
    assert shorten("李白李白", 5) == "李白…"
    assert shorten("abcde", 5) == "abcde"
    assert pad("李", 4) == "李  "
    assert pad("7", 3, right=True) == "  7"


def test_wrapping() -> None:
    """Text breaks at spaces, longer words inside, never a character in half."""
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("a veryverylong b", 5) == ["a", "veryv", "erylo", "ng b"]
    assert wrap("李白李", 3) == ["李", "白", "李"]
    assert wrap("李", 1) == ["李"]
    assert wrap("", 5) == [""]
