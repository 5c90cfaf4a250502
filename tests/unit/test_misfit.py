"""What does not fit a type is said in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from playfold.engine.misfit import misfit

Die = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Costs(msgspec.Struct):
    """Parameters in a group."""

    warp: Die


class Ticket(msgspec.Struct):
    """What no words are read into."""

    to: str


class Event(msgspec.Struct, forbid_unknown_fields=True):
    """One of each kind of field."""

    dice: tuple[Die, Die]
    kind: Literal["cruiser", "monitor"] = "cruiser"
    names: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=2)] = ("x",)
    word: Annotated[str, msgspec.Meta(min_length=1, max_length=3, pattern="^[a-z]*$")] = "a"
    sure: bool = True
    costs: Costs | None = None
    side: Literal["attacker", ""] = ""
    loads: dict[Literal["red", "blue"], Die] = {}
    goods: dict[Annotated[str, msgspec.Meta(pattern="^[0-9]$")], int] | None = None
    ticket: Ticket | None = None


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"dice": [9, 1]}, "dice[0] has to be at most 8"),
        ({"dice": [0, 1]}, "dice[0] has to be at least 1"),
        ({"dice": ["x", 1]}, "dice[0] has to be a whole number"),
        ({"dice": [1, 2, 3]}, "dice has to have 2 values, not 3"),
        ({"dice": 4}, "dice has to be a list, with commas"),
        ({"dice": [1, 1], "kind": "fast"}, "kind has to be one of cruiser, monitor"),
        ({"dice": [1, 1], "names": []}, "names has to have at least 1 value"),
        ({"dice": [1, 1], "names": ["a", "b", "c"]}, "names has to have at most 2 values"),
        ({"dice": [1, 1], "word": ""}, "word has to have at least 1 character"),
        ({"dice": [1, 1], "word": "abcd"}, "word has to have at most 3 characters"),
        ({"dice": [1, 1], "word": "A"}, "word has to have another form"),
        ({"dice": [1, 1], "word": 1}, "word has to be a text"),
        ({"dice": [1, 1], "sure": 1}, "sure has to be true or false"),
        ({"dice": [1, 1], "costs": {"warp": 9}}, "costs.warp has to be at most 8"),
        ({"dice": [1, 1], "speed": 9}, "it has no field speed"),
        ({"dice": [1, 1], "side": "x"}, "side has to be one of attacker"),
        ({"dice": [1, 1], "loads": {"green": 1}}, "a name in loads has to be one of red, blue"),
        ({"dice": [1, 1], "loads": {"red": 9}}, "loads[...] has to be at most 8"),
        ({"dice": [1, 1], "loads": "red"}, "loads has to be name:value pairs with commas, as red:1,blue:3"),
        ({"dice": [1, 1], "goods": 1}, "goods has to be name:value pairs with commas"),
        ({"dice": [1, 1], "goods": {"x": 1}}, "a name in goods has to have another form"),
        ({"dice": [1, 1], "ticket": 1}, "ticket has to be an object"),
        ({}, "it lacks the field dice"),
    ],
)
def test_what_is_wrong_is_said_in_words(fields: dict[str, Any], says: str) -> None:
    """Each kind of misfit names the place and what may stand there."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(fields, Event)
    assert misfit(caught.value, Event) == says


def test_what_has_no_words_stays_as_it_is() -> None:
    """An error of another kind is not lost."""
    error = msgspec.ValidationError("the seat is taken")
    assert misfit(error) == "the seat is taken"
    assert misfit(msgspec.ValidationError("Invalid enum value 'x'")) == "Invalid enum value 'x'"
