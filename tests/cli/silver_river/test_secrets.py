"""Secrets of The Silver River at the command line: each kind of them in a pair of logs; see `cli/test_secrets`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from playfold.engine.events import Event
from playfold.records.header import Header
from playfold.records.journal import Ruled

from .logs import SEATS, Pair, act, events_of, governed
from .pairs import PAIRS

Write = Callable[..., Path]
Same = Callable[[str, int], None]
Views = Callable[..., dict[str, str]]


@pytest.mark.parametrize("kind", PAIRS)
def test_a_secret_changes_nothing_for_others(
    kind: str, header: Header, written: Write, same: Same, views: Views
) -> None:
    """All outputs for the seats that may not know are the same, and those for the others are not."""
    pair, blind, knowing = PAIRS[kind]
    for folder, raw in zip(("one", "two"), pair, strict=True):
        written(folder, header, events_of(raw))
    for seat in blind:
        same(".", seat)
    for seat in knowing:
        assert views("one", seat) != views("two", seat), f"@{seat} should see it"
    assert {*blind, *knowing} == set(SEATS) or not knowing


COMES_OUT: dict[str, Pair] = {
    "allocation": tuple([*each, *governed(3)] for each in PAIRS["allocation"][0]),  # type: ignore[dict-item]
    "vote": tuple([*each, act("vote_committed", 3, amount=0)] for each in PAIRS["vote"][0]),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("kind", ["allocation", "vote"])
def test_what_all_have_decided_is_shown(kind: str, header: Header, written: Write, views: Views) -> None:
    """With the last seat's decision cubes and votes lie open to everybody."""
    for folder, raw in zip(("one", "two"), COMES_OUT[kind], strict=True):
        written(folder, header, events_of(raw))
    for seat in SEATS:
        one, two = views("one", seat), views("two", seat)
        assert all(one[view] != two[view] for view in one if view.split()[0] in ("log", "replay"))


def test_pairs_differ_in_nothing_public() -> None:
    """Each pair has as many entries of the same kinds: it is no other game."""
    for kind, ((one, two), _, _) in PAIRS.items():
        names = [[type(each).__name__ for each in events_of(raw)] for raw in (one, two)]
        assert names[0] == names[1], kind
        assert one != two
        assert all(isinstance(each, (Event, Ruled)) for each in events_of(one))
