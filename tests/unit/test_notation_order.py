"""Lists and mappings whose order means nothing, as they are typed in the games that ship with playfold."""

from __future__ import annotations

from typing import Annotated

import pytest

from playfold.engine.field_types import Unordered, unordered
from playfold.engine.installed import ruleset
from playfold.engine.notation import read, write
from playfold.engine.notation_values import read_value, write_value
from playfold.engine.rulesets import ToAct

ACT = ToAct((1,))


@pytest.mark.parametrize(
    ("game", "typed", "written"),
    [
        ("space-wars", "ships_placed tro3:1,gab1:2", "ships_placed gab1:2,tro3:1"),
        (
            "space-wars",
            "set_exchanged joker_1,card_yag3,card_gab1",
            "set_exchanged card_gab1,card_yag3,joker_1",
        ),
        # What is no territory has no place: it stays where it was typed, for the rules to refuse.
        ("space-wars", "ships_placed mars:1,gab1:2", "ships_placed mars:1,gab1:2"),
        ("tiny-epic-galaxies", "reroll_chosen 4,2", "reroll_chosen 2,4"),
        ("tiny-epic-galaxies", "die_converted 4,1 2 move", "die_converted 1,4 2 move"),
        ("tiny-epic-galaxies", "reroll_chosen 2,2", "reroll_chosen 2,2"),
    ],
)
def test_typed_in_any_order(game: str, typed: str, written: str) -> None:
    """The event has the order of logs; what is named twice stays so, for the rules to refuse."""
    event = read(ruleset(game), ACT, typed)
    assert write(event, ACT) == written
    assert read(ruleset(game), ACT, written) == event


def test_values_in_another_order_are_written_as_json() -> None:
    """An event that has no order of logs is written so that it reads back as it is."""
    hint = Annotated[tuple[int, ...], Unordered()]
    assert read_value("3,1,2", hint) == [1, 2, 3]
    assert write_value([3, 1, 2], hint) == "[3,1,2]"
    assert read_value("[3,1,2]", hint) == [3, 1, 2]
    assert write_value([1, 2, 3], hint) == "1,2,3"


def test_names_and_values_are_told_by_their_colon() -> None:
    """Where a field may hold a list or a mapping, what has a colon in each part is a mapping."""
    hint = Annotated[tuple[str, ...] | dict[str, int], Unordered()]
    assert read_value("b:1,a:2", hint) == {"a": 2, "b": 1}
    assert read_value("b,a", hint) == ["a", "b"]
    assert list(read_value("b:1,a:2", hint)) == ["a", "b"]


def test_a_field_that_is_not_marked_keeps_its_order() -> None:
    """Only what the rule set marks is sorted."""
    assert unordered(tuple[int, ...]) is None
    assert read_value("3,1", tuple[int, ...]) == [3, 1]
