"""Looking things up in the glossary of a game."""

from __future__ import annotations

import pytest

from playfold.engine.glossary import Term, look_up

TERMS = (
    Term("card", "quest_delivery", "a quest", name="Delivery"),
    Term("card", "quest_hunter", "another", name="Hunter"),
    Term("monster", "void_leech", "a monster", name="Void Leech"),
    Term("card", "hunter", "a third"),
)


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("void_leech", ["void_leech"]),
        ("Void-Leech", ["void_leech"]),
        ("delivery", ["quest_delivery"]),
        ("hunter", ["quest_hunter", "hunter"]),
        ("hunt", ["quest_hunter", "hunter"]),
        ("lee", ["void_leech"]),
        ("quest", ["quest_delivery", "quest_hunter"]),
        ("eech", []),
        ("", []),
    ],
)
def test_a_word_names_terms(word: str, ids: list[str]) -> None:
    """An id or a name finds its terms alone; a beginning of a word in either finds all that have it."""
    assert [term.id for term in look_up(TERMS, word)] == ids


def test_the_title_is_the_name_as_printed() -> None:
    """What has no name is titled by its id."""
    assert [term.title for term in TERMS] == ["Delivery", "Hunter", "Void Leech", "hunter"]
